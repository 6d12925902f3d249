import { CircleCheck, CircleX } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { Order } from '#contract/order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';
import { useIsAwake } from '#web/ui/use-is-awake.ts';
import { cancelledWords, goesOnWith } from './end-words.ts';
import { useReturnedOrder } from './returned-order.ts';

export function meta() {
  return [{ title: 'Order cancelled' }, { name: 'robots', content: 'noindex' }];
}

/** Where a payment that was given up ends (specification section 2): its items go back into the cart. */
export default function CancelPage() {
  const [search] = useSearchParams();
  // Kept whole for everybody, so the page is drawn without the order first.
  const id = useIsAwake() ? search.get('order') : null;
  const { status } = useSession();
  const { order, error, isFetching, retry } = useReturnedOrder(id);
  if (order !== undefined && order.status !== 'CANCELLED') return <GoesOn order={order} />;
  // What was paid before it was cancelled is refunded; only what never was goes back into the cart.
  const isReturned = order?.payment_status === 'FAILED';
  return (
    <EmptyState
      heading="h1"
      art={
        <IconDisc tone="danger">
          <CircleX className="size-16" strokeWidth={1.75} />
        </IconDisc>
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
      <span aria-live="polite">{words()}</span>
    </EmptyState>
  );

  function words(): string {
    if (id === null) return 'Nothing was charged, and your cart is as you left it.';
    if (status === 'guest') return 'Nothing was charged. Log in to find your items in your cart again.';
    if (order !== undefined) return cancelledWords(order);
    if (error !== null && !isFetching)
      return isRefused(error) ? 'We could not find this order among yours.' : error.message;
    return 'Nothing was charged. We are putting your items back into your cart …';
  }
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.isRefusal && error.code !== 'TOO_MANY_REQUESTS';
}

/** The payment had gone through when the shopper went back, or the address was opened by hand. */
function GoesOn({ order }: { order: Order }) {
  const { title, words } = goesOnWith(order);
  return (
    <EmptyState
      heading="h1"
      art={
        <IconDisc tone="leaf">
          <CircleCheck className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title={title}
      action={
        <Link to={`/orders/${order._id}`} className={buttonClass()}>
          See the order
        </Link>
      }
    >
      {words}
    </EmptyState>
  );
}
