import type { BoardOrder } from '#contract/order-board.ts';
import { timeLeftOf } from './time-left.ts';

/** The minutes that are left, late ones in red. */
export function TimeText({ order, now }: { order: BoardOrder; now: number }) {
  const left = timeLeftOf(order, now);
  if (left === null) return null;
  return (
    <span className={`font-bold whitespace-nowrap tabular-nums ${left.isLate ? 'text-danger' : ''}`}>
      {left.text}
    </span>
  );
}
