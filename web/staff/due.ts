import { minuteMs } from '#contract/base/durations.ts';
import { estimateDelivery } from '#contract/delivery/arrival-time.ts';
import type { WaitingOrder } from '#contract/picking/picking.ts';

/** How an order is on time: `later` before work begins, `risk` when packing and the way hardly fit any more. */
export interface Due {
  state: 'later' | 'due' | 'risk' | 'late';
  /** Until the promised time, or since it. */
  minutes: number;
}

/** Null for an order without a promised time. */
export function toDue(
  { promisedAt, slot, workBeginsAt }: Pick<WaitingOrder, 'promisedAt' | 'slot' | 'workBeginsAt'>,
  now: number,
): Due | null {
  const promised = slot?.endsAt ?? promisedAt;
  if (promised === null) return null;
  const at = Date.parse(promised);
  const beginsAt = Date.parse(workBeginsAt);
  if (now >= at) return { state: 'late', minutes: Math.floor((now - at) / minuteMs) };
  const minutes = Math.ceil((at - now) / minuteMs);
  if (slot !== null && now < beginsAt) return { state: 'later', minutes };
  const promisedMinutes = (Date.parse(slot?.startsAt ?? promised) - beginsAt) / minuteMs;
  const { isWaiting } = estimateDelivery('PACKING', at, promisedMinutes, now);
  return { state: isWaiting ? 'risk' : 'due', minutes };
}
