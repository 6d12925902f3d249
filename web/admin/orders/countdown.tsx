import { minuteMs } from '#contract/base/durations.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { workStartOf } from './order-status.ts';

/** Remaining delivery time, or the result. */
interface Countdown {
  text: string;
  isLate: boolean;
}

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

type Timed = Pick<
  StaffOrder,
  'status' | 'promisedAt' | 'deliveredAt' | 'expiresAt' | 'slot' | 'createdAt' | 'promisedMinutes'
>;

/**
 * Remaining time until the promised delivery, or for a later window until work must begin, or how it ended; null for
 * orders without a promise. The shopper of a late order reads a new time instead
 * (`contract/delivery/arrival-time.ts`).
 */
export function toCountdown(order: Timed, now: number): Countdown | null {
  const { status, promisedAt, deliveredAt, expiresAt, slot } = order;
  if (status === 'PENDING_PAYMENT')
    return expiresAt === null ? null : paymentCountdown(Date.parse(expiresAt) - now);
  if (promisedAt === null || status === 'CANCELLED') return null;
  const end = deliveredAt === null ? now : Date.parse(deliveredAt);
  const leftMs = Date.parse(promisedAt) - end;
  if (status === 'DELIVERED') {
    return leftMs >= 0
      ? { text: 'on time', isLate: false }
      : { text: `${formatDuration(-leftMs)} late`, isLate: true };
  }
  const restMs = workStartOf(order) - now;
  if (slot !== null && status === 'PLACED' && restMs > 0)
    return { text: `begin in ${formatDuration(restMs)}`, isLate: false };
  if (leftMs <= -minuteMs) return { text: `${formatDuration(-leftMs)} late`, isLate: true };
  if (leftMs < 0) return { text: 'due now', isLate: true };
  return { text: leftMs < minuteMs ? 'due now' : `in ${formatDuration(leftMs)}`, isLate: false };
}

function paymentCountdown(leftMs: number): Countdown {
  return { text: leftMs < minuteMs ? 'expires now' : `held ${formatDuration(leftMs)}`, isLate: false };
}

/** Whole minutes, hours or days. */
function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / minuteMs));
  if (minutes < hourMinutes) return `${minutes} min`;
  if (minutes < dayMinutes) return `${Math.floor(minutes / hourMinutes)} h`;
  const days = Math.floor(minutes / dayMinutes);
  return days === 1 ? '1 day' : `${days} days`;
}

export function CountdownText({ order, now }: { order: StaffOrder; now: number }) {
  const left = toCountdown(order, now);
  if (left === null) return null;
  return (
    <span className={`font-bold whitespace-nowrap tabular-nums ${left.isLate ? 'text-danger' : ''}`}>
      {left.text}
    </span>
  );
}
