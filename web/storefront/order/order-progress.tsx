import type { RefObject } from 'react';
import type { OrderDetails } from '#contract/order.ts';
import { formatMoment } from '#web/moment.ts';
import { useNow } from '#web/use-now.ts';
import { headlineOf } from './headline.ts';
import { PayNow } from './pay-now.tsx';
import { durationText, heldText, isOverdue, promiseText } from './time-left.ts';
import { Timeline } from './timeline.tsx';

interface OrderProgressProps {
  order: OrderDetails;
  isLive: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Where an order is, when it will be at the door, and its way. */
export function OrderProgress({ order, isLive, headingRef }: OrderProgressProps) {
  const isOver = order.status === 'DELIVERED' || order.status === 'CANCELLED';
  return (
    <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="mb-6 flex items-start justify-between gap-4">
        <div className="min-w-0">
          {/* Said to those who do not see the page whenever it moves. */}
          <div role="status">
            <h2 ref={headingRef} tabIndex={-1} className="text-lg outline-none md:text-xl">
              {headlineOf(order)}
            </h2>
          </div>
          <Subline order={order} />
        </div>
        {!isOver && <LiveMark isLive={isLive} />}
      </div>
      <PayNow order={order} />
      <Timeline order={order} />
    </section>
  );
}

function Subline({ order }: { order: OrderDetails }) {
  const { status, deliveredAt, promisedAt, expiresAt, steps } = order;
  const now = useNow();
  const look = 'mt-1 text-ink-soft tabular-nums';
  if (status === 'CANCELLED') {
    const reason = steps.find((step) => step.status === 'CANCELLED')?.reason ?? null;
    return reason === null ? null : <p className={`${look} wrap-anywhere`}>{reason}</p>;
  }
  if (status === 'DELIVERED') {
    const placedAt = steps.find((step) => step.status === 'PLACED')?.at ?? order.createdAt;
    if (deliveredAt === null) return null;
    return (
      <p className={look}>
        {formatMoment(deliveredAt)}, after {durationText(placedAt, deliveredAt)}
      </p>
    );
  }
  if (status === 'PENDING_PAYMENT') {
    const held = expiresAt === null ? null : heldText(expiresAt, now);
    return (
      <p className={look}>
        {held === null ? 'The time to pay is over.' : `We keep everything for you for ${held}.`}
      </p>
    );
  }
  if (promisedAt === null) return null;
  if (isOverdue(promisedAt, now)) {
    return <p className={look}>It takes longer than we promised. We are sorry; it is still coming.</p>;
  }
  return (
    <p className={look}>
      At your door <strong className="text-base text-ink">{promiseText(promisedAt, now)}</strong>
    </p>
  );
}

function LiveMark({ isLive }: { isLive: boolean }) {
  const look = isLive ? 'bg-leaf-soft text-leaf' : 'bg-sunken text-ink-soft';
  return (
    <span
      title={isLive ? 'This page moves by itself.' : 'This page looks every few seconds.'}
      className={`mt-0.5 inline-flex w-16 flex-none items-center justify-center gap-1.5 rounded-full py-1 text-xs font-semibold ${look}`}
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isLive ? 'animate-pulse bg-leaf' : 'bg-ink-soft'}`}
      />
      {isLive ? 'Live' : '…'}
    </span>
  );
}
