/** Statuses of an order that is on its way to the shopper. */
export const runningStatuses = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'] as const;
export type RunningStatus = (typeof runningStatuses)[number];

export function isRunning(status: string): status is RunningStatus {
  const running: readonly string[] = runningStatuses;
  return running.includes(status);
}

/**
 * Minutes of the promise that an order in this status has left at least, so that the time does not come closer while
 * the order waits: packing and the way, then the way.
 */
function toWaitingMinutes(status: RunningStatus, promisedMinutes: number): number {
  return { PLACED: 0.7, PACKING: 0.4, OUT_FOR_DELIVERY: 0 }[status] * promisedMinutes;
}

/**
 * Minutes that a late order in this status still needs at least. For one that is only placed, all of the promise is
 * left to do, and not less than for one that is being packed, so that the next status never makes the time later.
 */
export function toMinutesToGo(status: RunningStatus, promisedMinutes: number): number {
  const packingMinutes = Math.max(7, toWaitingMinutes('PACKING', promisedMinutes));
  return { PLACED: Math.max(7, promisedMinutes), PACKING: packingMinutes, OUT_FOR_DELIVERY: 4 }[status];
}

/** A new time is the promised one and a multiple of this, so that it does not change with each minute. */
export const estimateStepMinutes = 5;

export interface DeliveryEstimate {
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the promised time has passed or the shopper was told of a new one, so that `at` is a new one. */
  isLate: boolean;
  /** Whether `at` is after the promised time, which has not passed, because the order waits to be packed or leave. */
  isWaiting: boolean;
}

/**
 * When an order is expected at the door. Until the promised time that time, or while the order waits what its status
 * needs from now on: the minutes that are left then stand still and never rise. Afterwards the first of the times 5,
 * 10, 15 … minutes after it that leaves the minutes the status still needs. It never goes back as long as the status
 * stays the same. The new time of which the shopper was told takes the place of the promised one.
 */
export function estimateDelivery(
  status: RunningStatus,
  promisedAt: number,
  promisedMinutes: number,
  now: number,
  revisedAt?: number,
): DeliveryEstimate {
  if (revisedAt !== undefined && now < revisedAt) return { at: revisedAt, isLate: true, isWaiting: false };
  if (revisedAt === undefined && now < promisedAt) {
    const at = Math.max(promisedAt, now + toWaitingMinutes(status, promisedMinutes) * 60_000);
    return { at, isLate: false, isWaiting: at > promisedAt };
  }
  const stepMs = estimateStepMinutes * 60_000;
  const earliest = now + toMinutesToGo(status, promisedMinutes) * 60_000;
  const from = revisedAt ?? promisedAt;
  const at = from + Math.ceil((earliest - from) / stepMs) * stepMs;
  return { at, isLate: true, isWaiting: false };
}
