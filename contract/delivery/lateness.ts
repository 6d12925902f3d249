import { addTimes, type PhaseTime, type PromisePhase } from './learned-promise.ts';

/**
 * Why an order is late: it waited for a picker, was picked slowly, a product was missing, it waited for a rider, the
 * ride was long, or it could not be handed over at first.
 */
export const latenessCauses = ['QUEUE', 'PICKING', 'MISSING', 'RIDER', 'RIDE', 'ADDRESS'] as const;
export type LatenessCause = (typeof latenessCauses)[number];

export const latenessLabels: Record<LatenessCause, string> = {
  QUEUE: 'Waited for a picker',
  PICKING: 'Picking',
  MISSING: 'Missing product',
  RIDER: 'Waited for a rider',
  RIDE: 'Ride',
  ADDRESS: 'Address',
};

/** When an order took its steps; null for those that it has not taken, or that are not recorded. */
export interface OrderTimeline {
  /** When it was placed, or when work for its window began to be due. */
  startedAt: Date;
  takenAt: Date | null;
  packedAt: Date | null;
  leftAt: Date | null;
  arrivedAt: Date | null;
  promisedMinutes: number;
  /** Whether a product was missing. */
  isMissing: boolean;
  /** Whether an attempt to hand it over failed. */
  hasFailedAttempt: boolean;
}

/** The part of the promised minutes that each step may take; `arrival-time.ts` counts with the same parts. */
const parts = { QUEUE: 0.3, PICKING: 0.3, RIDER: 0, RIDE: 0.4 } as const;

/** The step that took the longest beyond its part of the promise, until now if the order has not arrived. */
export function toLatenessCause(timeline: OrderTimeline, now: Date): LatenessCause {
  const { startedAt, takenAt, packedAt, leftAt, arrivedAt, promisedMinutes } = timeline;
  if (timeline.hasFailedAttempt) return 'ADDRESS';
  const end = arrivedAt ?? now;
  const left = leftAt ?? end;
  const packed = packedAt ?? left;
  const taken = takenAt ?? packed;
  const seconds = {
    QUEUE: secondsBetween(startedAt, taken),
    PICKING: secondsBetween(taken, packed),
    RIDER: secondsBetween(packed, left),
    RIDE: secondsBetween(left, end),
  };
  const excesses = (['QUEUE', 'PICKING', 'RIDER', 'RIDE'] as const).map((step) => ({
    step,
    excess: seconds[step] - parts[step] * promisedMinutes * 60,
  }));
  const { step } = excesses.reduce((most, each) => (each.excess > most.excess ? each : most));
  return step === 'PICKING' && timeline.isMissing ? 'MISSING' : step;
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1000);
}

/** No rider arrives in the same minute: an order that is out a minute before the promised time is late. */
const leastSeconds = 60;

/** What an order still needs, by the usual times of its phases. The present one takes at least a minute more. */
export function toRemainingTime(
  { takenAt, packedAt, leftAt }: Pick<OrderTimeline, 'takenAt' | 'packedAt' | 'leftAt'>,
  times: Record<PromisePhase, PhaseTime>,
  now: Date,
): PhaseTime {
  if (leftAt !== null) return addTimes([subtract(times.RIDE, leftAt, now)]);
  if (packedAt !== null) return addTimes([subtract(times.WAIT, packedAt, now), times.RIDE]);
  if (takenAt !== null) return addTimes([subtract(times.PICK, takenAt, now), times.WAIT, times.RIDE]);
  return addTimes([times.PICK, times.WAIT, times.RIDE]);
}

function subtract({ medianSeconds, p90Seconds }: PhaseTime, since: Date, now: Date): PhaseTime {
  const elapsed = secondsBetween(since, now);
  return {
    medianSeconds: Math.max(leastSeconds, medianSeconds - elapsed),
    p90Seconds: Math.max(2 * leastSeconds, p90Seconds - elapsed),
  };
}

/** The shopper is told at most this long before the promised time: earlier it is a guess, and credit costs money. */
const longestNoticeMinutes = 5;
/** A new time is the promised one and a multiple of this, as in `arrival-time.ts`. */
const stepMs = 5 * 60_000;

/**
 * The new time of an order that will not arrive by its promised time; null for one that may, and for one of which it
 * is too early to tell. Nine of ten such orders arrive by the new time.
 */
export function reviseTime(
  timeline: OrderTimeline,
  promisedBy: Date,
  times: Record<PromisePhase, PhaseTime>,
  now: Date,
): Date | null {
  if (timeline.arrivedAt !== null) return null;
  const noticeMs = Math.min(longestNoticeMinutes, timeline.promisedMinutes / 2) * 60_000;
  if (now.getTime() < promisedBy.getTime() - noticeMs) return null;
  const { medianSeconds, p90Seconds } = toRemainingTime(timeline, times, now);
  if (now.getTime() + medianSeconds * 1000 <= promisedBy.getTime()) return null;
  const afterMs = now.getTime() + p90Seconds * 1000 - promisedBy.getTime();
  return new Date(promisedBy.getTime() + Math.ceil(afterMs / stepMs) * stepMs);
}
