import type { BoardOrder } from '#contract/order.ts';

/** How an order stands against what was promised. */
interface Countdown {
  text: string;
  /** What was promised is, or was, not kept. */
  isLate: boolean;
}

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

type Timed = Pick<BoardOrder, 'status' | 'promisedAt' | 'deliveredAt' | 'expiresAt'>;

/** What is left of the promised time, or how it went; null for orders of which nothing was promised. */
export function toCountdown(
  { status, promisedAt, deliveredAt, expiresAt }: Timed,
  now: number,
): Countdown | null {
  if (status === 'PENDING_PAYMENT')
    return expiresAt === null ? null : paymentCountdown(Date.parse(expiresAt) - now);
  if (promisedAt === null || status === 'CANCELLED') return null;
  const end = deliveredAt === null ? now : Date.parse(deliveredAt);
  const leftMs = Date.parse(promisedAt) - end;
  if (status === 'DELIVERED') {
    return leftMs >= 0
      ? { text: 'in time', isLate: false }
      : { text: `${formatDuration(-leftMs)} late`, isLate: true };
  }
  if (leftMs <= -minuteMs) return { text: `${formatDuration(-leftMs)} late`, isLate: true };
  if (leftMs < 0) return { text: 'due now', isLate: true };
  return { text: leftMs < minuteMs ? 'due now' : `in ${formatDuration(leftMs)}`, isLate: false };
}

function paymentCountdown(leftMs: number): Countdown {
  return { text: leftMs < minuteMs ? 'ends now' : `held ${formatDuration(leftMs)}`, isLate: false };
}

/** Whole minutes, and coarser where nobody counts them any more. */
function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / minuteMs));
  if (minutes < hourMinutes) return `${minutes} min`;
  if (minutes < dayMinutes) return `${Math.floor(minutes / hourMinutes)} h`;
  const days = Math.floor(minutes / dayMinutes);
  return days === 1 ? '1 day' : `${days} days`;
}

/** The minutes that are left, late ones in red. */
export function CountdownText({ order, now }: { order: BoardOrder; now: number }) {
  const left = toCountdown(order, now);
  if (left === null) return null;
  return (
    <span className={`font-bold whitespace-nowrap tabular-nums ${left.isLate ? 'text-danger' : ''}`}>
      {left.text}
    </span>
  );
}
