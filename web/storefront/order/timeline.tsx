import { Bike, Check, CreditCard, House, Package, ShoppingBasket, X } from 'lucide-react';
import type { OrderDetails } from '#contract/order.ts';
import { formatMoment } from '#web/moment.ts';
import { type Stop, timelineOf } from './timeline.ts';

const icons = {
  PENDING_PAYMENT: CreditCard,
  PLACED: ShoppingBasket,
  PACKING: Package,
  OUT_FOR_DELIVERY: Bike,
  DELIVERED: House,
  CANCELLED: X,
} as const satisfies Record<OrderDetails['status'], unknown>;

const looks: Record<Stop['kind'], string> = {
  done: 'bg-leaf text-on-leaf',
  now: 'bg-marigold text-on-marigold ring-4 ring-marigold-soft',
  later: 'bg-sunken text-ink-soft',
  cancelled: 'bg-danger text-on-danger',
};

/** The way of an order from top to bottom. */
export function Timeline({ order }: { order: OrderDetails }) {
  const stops = timelineOf(order);
  return (
    <ol>
      {stops.map((stop, index) => (
        <TimelineStop key={stop.status} stop={stop} next={stops[index + 1]} />
      ))}
    </ol>
  );
}

function TimelineStop({ stop, next }: { stop: Stop; next: Stop | undefined }) {
  const { status, label, at, kind } = stop;
  const Icon = kind === 'done' && status !== 'DELIVERED' ? Check : icons[status];
  const isNextReached = next !== undefined && next.kind !== 'later';
  return (
    <li className="relative flex gap-4 pb-6 last:pb-0" aria-current={kind === 'now' ? 'step' : undefined}>
      {next !== undefined && (
        <span
          aria-hidden="true"
          className={`absolute top-9 bottom-0 left-[1.0625rem] w-0.5 transition-colors duration-(--brief) ${isNextReached ? 'bg-leaf' : 'bg-line'}`}
        />
      )}
      <span
        aria-hidden="true"
        className={`relative flex size-9 flex-none items-center justify-center rounded-full transition-colors duration-(--brief) ${looks[kind]}`}
      >
        <Icon className="size-5" />
      </span>
      <span className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <span className={kind === 'later' ? 'text-ink-soft' : 'font-semibold'}>
          {label}
          {kind === 'later' && <span className="sr-only">, still to come</span>}
        </span>
        {at !== null && <span className="text-sm text-ink-soft tabular-nums">{formatMoment(at)}</span>}
      </span>
    </li>
  );
}
