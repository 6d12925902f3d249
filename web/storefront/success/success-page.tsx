import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { OrderDetails } from '#contract/order.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';
import { useIsAwake } from '#web/ui/use-is-awake.ts';
import { usePaidOrder } from './paid-order.ts';

export function meta() {
  return [{ title: 'Thank you' }, { name: 'robots', content: 'noindex' }];
}

/**
 * '{text or Payment} Successfully': the text comes along with the navigation (specification section 2). After a
 * payment by card the address names the order, and the page says what the shop has heard of it.
 */
export default function SuccessPage() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  // Kept whole for everybody, so the page is drawn without either first.
  const isAwake = useIsAwake();
  const text = isAwake ? textOf(state) : null;
  const order = usePaidOrder(isAwake ? search.get('order') : null);
  return (
    <div aria-live="polite">
      <EmptyState
        heading="h1"
        art={art(order)}
        title={titleOf(order) ?? `${text ?? 'Payment'} Successfully`}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {order !== undefined && (
              <Link to={`/orders/${order._id}`} className={buttonClass()}>
                Follow your order
              </Link>
            )}
            <Link to="/" className={buttonClass(order === undefined ? 'primary' : 'quiet')}>
              Go To Home
            </Link>
            {order === undefined && (
              <Link to="/dashboard/myorders" className={buttonClass('quiet')}>
                See my orders
              </Link>
            )}
          </span>
        }
      >
        {wordsOf(order) ?? wordsWithout(text)}
      </EmptyState>
    </div>
  );
}

function art(order: OrderDetails | undefined) {
  if (order?.status === 'PENDING_PAYMENT')
    return (
      <IconDisc tone="marigold">
        <Hourglass className="size-16" strokeWidth={1.75} />
      </IconDisc>
    );
  if (order?.status === 'CANCELLED')
    return (
      <IconDisc tone="danger">
        <CircleX className="size-16" strokeWidth={1.75} />
      </IconDisc>
    );
  return (
    <IconDisc tone="leaf">
      <CircleCheck className="size-16" strokeWidth={1.75} />
    </IconDisc>
  );
}

/** What the order says instead of thanks; null where thanks are due. */
function titleOf(order: OrderDetails | undefined): string | null {
  if (order?.status === 'PENDING_PAYMENT') return 'Waiting for your payment';
  if (order?.status === 'CANCELLED') return 'This order has ended';
  return null;
}

function wordsOf(order: OrderDetails | undefined): string | null {
  if (order === undefined) return null;
  switch (order.status) {
    case 'PENDING_PAYMENT':
      return 'Your bank has not told us yet. This page moves on by itself as soon as it does.';
    case 'CANCELLED':
      return 'It was cancelled, or paid when its time was over. Whatever you paid either came back as a new order under My Orders, or goes back to you in full.';
    case 'DELIVERED':
      return `${order.orderId} has been delivered.`;
    default:
      return `${order.orderId} is placed. We are packing it now, and it will be at your door in 10 minutes.`;
  }
}

// Whoever opens the address by hand has ordered nothing that could be packed.
function wordsWithout(text: string | null): string {
  return text === null
    ? 'What you have ordered is among your orders.'
    : 'We are packing it now. It will be at your door in 10 minutes.';
}

function textOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('text' in state)) return null;
  return typeof state.text === 'string' && state.text !== '' ? state.text : null;
}
