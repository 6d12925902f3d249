import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Hourglass, SearchX } from 'lucide-react';
import { type ReactNode, useContext, useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { isRunning } from '#contract/delivery/arrival-time.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { isPermanentError } from '#web/api/api-error.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { PushCard } from '#web/storefront/notifications/push-card.tsx';
import { orderQuery } from '#web/storefront/orders/order-queries.ts';
import { toMoneyText, toPaymentText } from '#web/storefront/orders/order-status.ts';
import { reserveSpaceOnNextPage } from '#web/storefront/pre-hydration.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { type PaymentResult, type SuccessMessage, toSuccessMessage } from './outcome-messages.ts';

export function meta() {
  return [{ title: t('orders.thankYou') }, { name: 'robots', content: 'noindex' }];
}

/**
 * `/success`: '{text} Successfully' with the text of the navigation state, or 'Payment'. After a card payment the
 * address names the order, and the page shows its status.
 */
export default function SuccessPage() {
  const { state, pathname, search } = useLocation();
  const [query] = useSearchParams();
  // The cached page is the same for everyone, so both are read after hydration.
  const isHydrated = useIsHydrated();
  const { paid, isFetching, retry } = usePaymentResult(
    isHydrated ? query.get('order') : null,
    isHydrated ? textOf(state) : null,
  );
  const { tone, title, message } = toSuccessMessage(paid, Date.now(), useContext(PromisedMinutes));
  return (
    <>
      <EmptyState
        heading="h1"
        isLive
        art={arts[tone]}
        title={title}
        action={
          <>
            {paid.kind === 'known' && <OrderFacts order={paid.order} />}
            <span className="flex flex-wrap justify-center gap-3">
              {paid.kind === 'known' && (
                <Link to={`/orders/${paid.order._id}`} className={buttonClass()}>
                  {paid.order.status === 'CANCELLED' ? t('orders.viewOrder') : t('orders.trackYourOrder')}
                </Link>
              )}
              {paid.kind === 'guest' && (
                <Link to="/login" state={{ from: pathname + search }} className={buttonClass()}>
                  {t('shell.login')}
                </Link>
              )}
              {paid.kind === 'out-of-reach' && (
                <Button isBusy={isFetching} onClick={retry}>
                  {t('shell.tryAgain')}
                </Button>
              )}
              <Link to="/" className={buttonClass(isFirst(paid.kind) ? 'primary' : 'quiet')}>
                {t('shell.goToHome')}
              </Link>
              {paid.kind !== 'known' && paid.kind !== 'guest' && (
                <Link to="/dashboard/myorders" className={buttonClass('quiet')}>
                  {t('account.myOrders')}
                </Link>
              )}
            </span>
          </>
        }
      >
        {message}
      </EmptyState>
      {paid.kind === 'known' && isRunning(paid.order.status) && (
        <div className="mx-auto max-w-md pb-8">
          <PushCard />
        </div>
      )}
    </>
  );
}

/** What was ordered, where it goes and how it is paid. */
function OrderFacts({ order }: { order: OrderDetails }) {
  const { address_line, city, pincode } = order.delivery_address;
  const facts = [
    [t('orders.number'), order.orderId],
    [t('orders.total'), formatPaise(toPaise(order.totalAmt))],
    [t('checkout.payment'), order.status === 'CANCELLED' ? toMoneyText(order) : toPaymentText(order)],
    [t('checkout.deliverTo'), `${address_line}, ${city} ${pincode}`],
  ] as const;
  return (
    <dl className="mb-6 w-full space-y-2 rounded-lg border border-line bg-surface p-4 text-left text-sm tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="flex-none text-ink-soft">{name}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether t('shell.goToHome') is the main action. */
function isFirst(kind: ReturnType<typeof usePaymentResult>['paid']['kind']): boolean {
  return kind === 'none' || kind === 'loading' || kind === 'unknown';
}

const arts: Record<SuccessMessage['tone'], ReactNode> = {
  good: <StatusIcon tone="leaf" Icon={CircleCheck} />,
  waiting: <StatusIcon tone="marigold" Icon={Hourglass} />,
  bad: <StatusIcon tone="danger" Icon={CircleX} />,
  lost: <StatusIcon tone="marigold" Icon={SearchX} />,
};

function textOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('text' in state)) return null;
  return typeof state.text === 'string' && state.text !== '' ? state.text : null;
}

// The provider's webhook usually arrives before the shopper.
const pauseMs = 2000;

/** The order of the address, polled until its payment is confirmed. `text` is used while it is not known. */
function usePaymentResult(id: string | null, text: string | null) {
  const { user, status: sessionStatus } = useSession();
  const isWanted = id !== null && user !== null;
  const {
    data: order,
    error,
    isFetched,
    isFetching,
    refetch,
  } = useQuery(
    {
      ...orderQuery(user?._id ?? '', id ?? ''),
      enabled: isWanted,
      refetchInterval: ({ state }) => (state.data?.status === 'PENDING_PAYMENT' ? pauseMs : false),
    },
    queryClient,
  );
  const status = order?.status;
  useEffect(() => {
    if (status === undefined) return;
    refreshCart();
    if (!isRunning(status)) return;
    reserveSpaceOnNextPage('order', true);
    reserveSpaceOnNextPage('bought', true);
    reserveSpaceOnNextPage('reorder', true);
  }, [status]);
  return { paid: toPaymentResult(), isFetching, retry: () => void refetch() };

  function toPaymentResult(): PaymentResult<OrderDetails> {
    if (id === null) return { kind: 'none', text };
    if (order) return { kind: 'known', order };
    if (sessionStatus === 'guest') return { kind: 'guest' };
    if (!isFetched) return { kind: 'loading', text };
    return { kind: order === null || isPermanentError(error) ? 'unknown' : 'out-of-reach' };
  }
}
