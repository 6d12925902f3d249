/** Statuses of an order that is on its way to the shopper. */
export const runningStatuses = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'] as const;
export type RunningStatus = (typeof runningStatuses)[number];

export function isRunning(status: string): status is RunningStatus {
  const running: readonly string[] = runningStatuses;
  return running.includes(status);
}

/**
 * Minutes that an order in this status still needs at least. For one that is only placed, all of the promise is left
 * to do, and not less than for one that is being packed, so that the next status never makes the time later.
 */
export function toMinutesToGo(status: RunningStatus, promisedMinutes: number): number {
  return { PLACED: Math.max(7, promisedMinutes), PACKING: 7, OUT_FOR_DELIVERY: 4 }[status];
}

/** A new time is the promised one and a multiple of this, so that it does not change with each minute. */
export const estimateStepMinutes = 5;

export interface DeliveryEstimate {
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the promised time has passed, so that `at` is a new one. */
  isLate: boolean;
}

/**
 * When an order is expected at the door. Until the promised time that time; afterwards the first of the times 5, 10,
 * 15 … minutes after it that leaves the minutes the status still needs. It never goes back as long as the status
 * stays the same.
 */
export function estimateDelivery(
  status: RunningStatus,
  promisedAt: number,
  promisedMinutes: number,
  now: number,
): DeliveryEstimate {
  if (now < promisedAt) return { at: promisedAt, isLate: false };
  const stepMs = estimateStepMinutes * 60_000;
  const earliest = now + toMinutesToGo(status, promisedMinutes) * 60_000;
  return { at: promisedAt + Math.ceil((earliest - promisedAt) / stepMs) * stepMs, isLate: true };
}
