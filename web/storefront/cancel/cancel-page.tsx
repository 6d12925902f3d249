import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Order } from '#contract/order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { ordersKey, shopperKey } from '#web/storefront/account/shopper-queries.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { toActiveOrderMessage, toCancelledMessage } from './cancel-message.ts';

export function meta() {
  return [{ title: 'Order cancelled' }, { name: 'robots', content: 'noindex' }];
}

/** Where a payment that was given up ends (specification section 2): its items go back into the cart. */
export default function CancelPage() {
  const [search] = useSearchParams();
  // Kept whole for everybody, so the page is drawn without the order first.
  const id = useIsHydrated() ? search.get('order') : null;
  const { status } = useSession();
  const { order, error, isFetching, retry } = useCancelledOrder(id);
  if (order !== undefined && order.status !== 'CANCELLED') return <ActiveOrder order={order} />;
  // What was paid before it was cancelled is refunded; only what never was goes back into the cart.
  const isReturned = order?.payment_status === 'FAILED';
  return (
    <EmptyState
      heading="h1"
      art={
        <StatusIcon tone="danger">
          <CircleX className="size-16" strokeWidth={1.75} />
        </StatusIcon>
      }
      title="Order Cancel"
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {isReturned && (
            <>
              <Link to="/checkout" className={buttonClass()}>
                Try again
              </Link>
              <Link to="/cart" className={buttonClass('secondary')}>
                Back to cart
              </Link>
            </>
          )}
          {order !== undefined && !isReturned && (
            <Link to={`/orders/${order._id}`} className={buttonClass()}>
              See the order
            </Link>
          )}
          {error !== null && !isFetching && !isRefused(error) && <Button onClick={retry}>Try again</Button>}
          {id !== null && status === 'guest' && (
            <Link to="/login" state={{ from: `/cancel?order=${id}` }} className={buttonClass()}>
              Login
            </Link>
          )}
          <Link to="/" className={buttonClass(id === null ? 'primary' : 'quiet')}>
            Go To Home
          </Link>
        </span>
      }
    >
      <span aria-live="polite">{message()}</span>
    </EmptyState>
  );

  function message(): string {
    if (id === null) return 'Nothing was charged, and your cart is as you left it.';
    if (status === 'guest') return 'Nothing was charged. Log in to find your items in your cart again.';
    if (order !== undefined) return toCancelledMessage(order);
    if (error !== null && !isFetching)
      return isRefused(error) ? 'We could not find this order among yours.' : error.message;
    return 'Nothing was charged. We are putting your items back into your cart …';
  }
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.isRejected && error.code !== 'TOO_MANY_REQUESTS';
}

/** The payment had gone through when the shopper went back, or the address was opened by hand. */
function ActiveOrder({ order }: { order: Order }) {
  const { title, message } = toActiveOrderMessage(order);
  return (
    <EmptyState
      heading="h1"
      art={
        <StatusIcon tone="leaf">
          <CircleCheck className="size-16" strokeWidth={1.75} />
        </StatusIcon>
      }
      title={title}
      action={
        <Link to={`/orders/${order._id}`} className={buttonClass()}>
          See the order
        </Link>
      }
    >
      {message}
    </EmptyState>
  );
}

/**
 * The order whose payment was given up, by its id in the address: it is cancelled unless it is paid or ended already,
 * and its items are in the cart again. `order` is undefined until that is known.
 */
function useCancelledOrder(id: string | null) {
  const { user } = useSession();
  const queries = useQueryClient();
  const isWanted = id !== null && user !== null;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [shopperKey, user?._id, 'returned-order', id],
    enabled: isWanted,
    queryFn: () => cancelUnpaid(id ?? ''),
    // Done once: neither a second mount nor coming back to the tab gives up any more.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Without a connection it fails and says so, rather than wait in silence.
    networkMode: 'always',
  });
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    refreshCart();
    void queries.invalidateQueries({ queryKey: ordersKey(user?._id) });
  }, [isKnown, queries, user?._id]);
  return { order: data, error, isFetching: isWanted && isFetching, retry: () => void refetch() };
}

/** Only what was never paid is given up: whoever opens the address of a paid order by hand keeps that order. */
async function cancelUnpaid(id: string): Promise<Order> {
  const { data: order } = await callApiOrThrow('getOrder', { _id: id });
  if (order.status !== 'PENDING_PAYMENT') return order;
  return (await callApiOrThrow('cancelOrder', { _id: id, reason: 'The payment was given up.' })).data;
}
