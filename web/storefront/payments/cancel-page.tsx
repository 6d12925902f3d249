import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Order } from '#contract/orders/order.ts';
import { isPermanentError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { toActiveOrderMessage, toCancelledMessage } from './outcome-messages.ts';

export function meta() {
  return [{ title: t('orders.cancelledTitle') }, { name: 'robots', content: 'noindex' }];
}

/** `/cancel`: cancels the unpaid order after an abandoned payment; its items go back to the cart. */
export default function CancelPage() {
  const [search] = useSearchParams();
  // The cached page is the same for everyone, so the order id is read after hydration.
  const id = useIsHydrated() ? search.get('order') : null;
  const { status } = useSession();
  const { order, error, isFetching, retry } = useCancelledOrder(id);
  if (order !== undefined && order.status !== 'CANCELLED') return <ActiveOrder order={order} />;
  // Only the items of an unpaid order go back to the cart; a paid one is refunded.
  const isReturned = order?.payment_status === 'FAILED';
  return (
    <EmptyState
      heading="h1"
      art={<StatusIcon tone="danger" Icon={CircleX} />}
      title={t('orders.orderCancel')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {isReturned && (
            <>
              <Link to="/checkout" className={buttonClass()}>
                {t('shell.tryAgain')}
              </Link>
              <Link to="/cart" className={buttonClass('secondary')}>
                {t('orders.backToCart')}
              </Link>
            </>
          )}
          {order !== undefined && !isReturned && (
            <Link to={`/orders/${order._id}`} className={buttonClass()}>
              {t('orders.viewOrder')}
            </Link>
          )}
          {error !== null && !isFetching && !isPermanentError(error) && (
            <Button onClick={retry}>{t('shell.tryAgain')}</Button>
          )}
          {id !== null && status === 'guest' && (
            <Link to="/login" state={{ from: `/cancel?order=${id}` }} className={buttonClass()}>
              {t('shell.login')}
            </Link>
          )}
          <Link to="/" className={buttonClass(id === null ? 'primary' : 'quiet')}>
            {t('shell.goToHome')}
          </Link>
        </span>
      }
    >
      <span aria-live="polite">{message()}</span>
    </EmptyState>
  );

  function message(): string {
    if (id === null) return t('orders.cartUnchanged');
    if (status === 'guest') return t('orders.logInToRestore');
    if (order !== undefined) return toCancelledMessage(order);
    if (error !== null && !isFetching)
      return isPermanentError(error) ? t('orders.notInAccount') : error.message;
    return t('orders.restoringCart');
  }
}

/** The order was paid before the shopper went back, or the page was opened directly. */
function ActiveOrder({ order }: { order: Order }) {
  const { title, message } = toActiveOrderMessage(order);
  return (
    <EmptyState
      heading="h1"
      art={<StatusIcon tone="leaf" Icon={CircleCheck} />}
      title={title}
      action={
        <Link to={`/orders/${order._id}`} className={buttonClass()}>
          {t('orders.viewOrder')}
        </Link>
      }
    >
      {message}
    </EmptyState>
  );
}

/**
 * The order of the abandoned payment, cancelled unless it is paid or final; undefined until the server has responded.
 */
function useCancelledOrder(id: string | null) {
  const { user } = useSession();
  const {
    data: order,
    error,
    refetch,
    isFetching,
  } = useQuery(
    {
      queryKey: ['cancelled-order', user?._id, id],
      queryFn: () => cancelUnpaidOrder(id ?? ''),
      enabled: id !== null && user !== null,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const isKnown = order !== undefined;
  useEffect(() => {
    if (isKnown) refreshCart();
  }, [isKnown]);
  return { order, error, isFetching, retry: () => void refetch() };
}

/** Cancels an order only while its payment is pending: opening the address of a paid order must not cancel it. */
async function cancelUnpaidOrder(_id: string): Promise<Order> {
  const { data: order } = await callApiOrThrow('getOrder', { _id });
  if (order.status !== 'PENDING_PAYMENT') return order;
  return (await callApiOrThrow('cancelOrder', { _id, reason: 'The payment was cancelled.' })).data;
}
