import { toPromisedMinutes } from './promised-minutes.ts';

/** The parts of the way from an order to the door that are learned; each begins at the end of the one before. */
export const promisePhases = ['PICK', 'WAIT', 'RIDE'] as const;
export type PromisePhase = (typeof promisePhases)[number];

/** How long a phase takes. */
export interface PhaseTime {
  medianSeconds: number;
  /** Nine of ten orders take at most this. */
  p90Seconds: number;
}

/** WORK: what an order takes of the time of its picker, who may have picked others as well. */
export const learnedPhases = [...promisePhases, 'WORK'] as const;
export type LearnedPhase = (typeof learnedPhases)[number];

/** How long a phase took in the last four weeks. */
export interface PhaseStatistic extends PhaseTime {
  phase: LearnedPhase;
  /** Of PICK and WORK a size of `toLinesSize`, of RIDE a PIN code; empty for all orders. */
  part: string;
  /** 0 to 23, in the time of the store; null for all hours. */
  hour: number | null;
  orders: number;
}

/** Fewer orders say little: a wider group counts instead. */
export const fewestOrders = 8;

/** Largest number of lines of each size of an order; the last one has none. */
const sizeEnds = [2, 5, 10, 20, 35] as const;
export const lineSizes = ['1', '3', '6', '11', '21', '36'] as const;
export type LineSize = (typeof lineSizes)[number];

/** The size of an order: the least number of lines of the sizes that takes it in. */
export function toLinesSize(lines: number): LineSize {
  const index = sizeEnds.findIndex((end) => lines <= end);
  return lineSizes[index === -1 ? sizeEnds.length : index] ?? '36';
}

/** What a phase takes at least: a rider who taps twice at the door has not ridden. */
const floors: Record<LearnedPhase, PhaseTime> = {
  PICK: { medianSeconds: 60, p90Seconds: 90 },
  WORK: { medianSeconds: 30, p90Seconds: 45 },
  WAIT: { medianSeconds: 0, p90Seconds: 60 },
  RIDE: { medianSeconds: 180, p90Seconds: 240 },
};
const assumedSecondsPerLine = 20;

/** The time of a phase of which too little is known. */
function assume(phase: LearnedPhase, part: string): PhaseTime {
  if (phase === 'WAIT') return { medianSeconds: 60, p90Seconds: 180 };
  if (phase === 'RIDE') return { medianSeconds: 300, p90Seconds: 480 };
  const medianSeconds = 60 + assumedSecondsPerLine * Number(part);
  return { medianSeconds, p90Seconds: medianSeconds * 1.5 };
}

/** Statistics by phase, part and hour. */
export type Statistics = ReadonlyMap<string, PhaseStatistic>;

const toKey = ({ phase, part, hour }: Pick<PhaseStatistic, 'phase' | 'part' | 'hour'>) =>
  `${phase}/${part}/${hour ?? ''}`;

/** Indexes statistics, without those of too few orders. */
export function toStatistics(list: readonly PhaseStatistic[]): Statistics {
  return new Map(list.flatMap((each) => (each.orders < fewestOrders ? [] : [[toKey(each), each]])));
}

/**
 * The time of a phase at an hour: of its part at this hour, of its part, of all orders at this hour, or of all orders,
 * the first with enough orders. Orders of all sizes say nothing of one size, so they are not used for it.
 */
export function findPhaseTime(
  statistics: Statistics,
  phase: LearnedPhase,
  part: string,
  hour: number,
): PhaseTime & { isOfPart: boolean } {
  const isBySize = phase === 'PICK' || phase === 'WORK';
  const groups = [
    { part, hour },
    { part, hour: null },
    ...(isBySize
      ? []
      : [
          { part: '', hour },
          { part: '', hour: null },
        ]),
  ];
  for (const group of groups) {
    const found = statistics.get(toKey({ phase, ...group }));
    if (found !== undefined) return { ...atLeast(found, floors[phase]), isOfPart: group.part === part };
  }
  return { ...atLeast(assume(phase, part), floors[phase]), isOfPart: false };
}

/** A p90 is never below its median, whatever the floors. */
function atLeast(time: PhaseTime, floor: PhaseTime): PhaseTime {
  const medianSeconds = Math.max(time.medianSeconds, floor.medianSeconds);
  return { medianSeconds, p90Seconds: Math.max(time.p90Seconds, floor.p90Seconds, medianSeconds) };
}

/** What is under way in the store. */
export interface StoreLoad {
  /** Orders that are not packed yet, by size, without those for which work begins later. */
  waiting: readonly { size: LineSize; orders: number }[];
  /** Packed orders that have not left. */
  packedOrders: number;
  pickers: number;
  /** 0: unknown. */
  riders: number;
}

/** What the promise of now depends on, without the order. A client computes the minutes of its cart with it. */
export interface LearnedTimes {
  picks: PhaseTime[];
  /** From packing to leaving, with the orders that wait for a rider. */
  wait: PhaseTime;
  /** Rides to PIN codes of which enough is known. */
  rides: (PhaseTime & { pincode: string })[];
  /** The ride to any other, without the extra minutes of its group. */
  otherRide: PhaseTime;
  /** Until a picker is free. */
  queueSeconds: number;
}

function toTime({ medianSeconds, p90Seconds }: PhaseTime): PhaseTime {
  return { medianSeconds, p90Seconds };
}

/** Orders that a rider takes along on average. */
const ordersPerRide = 2;

/** The times of now. */
export function toLearnedTimes(
  statistics: Statistics,
  hour: number,
  { waiting, packedOrders, pickers, riders }: StoreLoad,
): LearnedTimes {
  const picks = lineSizes.map((size) => toTime(findPhaseTime(statistics, 'PICK', size, hour)));
  const pincodes = new Set(
    [...statistics.values()].flatMap(({ phase, part }) => (phase === 'RIDE' && part !== '' ? [part] : [])),
  );
  const rides = [...pincodes].flatMap((pincode) => {
    const time = findPhaseTime(statistics, 'RIDE', pincode, hour);
    return time.isOfPart ? [{ pincode, ...toTime(time) }] : [];
  });
  const otherRide = toTime(findPhaseTime(statistics, 'RIDE', '', hour));
  const wait = toTime(findPhaseTime(statistics, 'WAIT', '', hour));
  const workSeconds = waiting.reduce(
    (sum, { size, orders }) => sum + orders * findPhaseTime(statistics, 'WORK', size, hour).medianSeconds,
    0,
  );
  // A rider is away for the way there and back.
  const riderSeconds =
    riders === 0 ? 0 : Math.floor(packedOrders / ordersPerRide / riders) * 2 * otherRide.medianSeconds;
  return {
    picks,
    wait: {
      medianSeconds: Math.max(wait.medianSeconds, riderSeconds),
      p90Seconds: Math.max(wait.p90Seconds, riderSeconds),
    },
    rides,
    otherRide,
    queueSeconds: workSeconds / Math.max(1, pickers),
  };
}

/** An order of which the minutes are asked. */
export interface PromisedOrder {
  lines: number;
  pincode: string;
  /** Added by the group of the place, as long as too little is known of the rides to it. */
  extraMinutes: number;
}

/** The times of the phases that an order has before it, in their order. */
export function toOrderTimes(
  { picks, wait, rides, otherRide }: LearnedTimes,
  { lines, pincode, extraMinutes }: PromisedOrder,
): Record<PromisePhase, PhaseTime> {
  const extraSeconds = extraMinutes * 60;
  const pick = picks[lineSizes.indexOf(toLinesSize(lines))] ?? toTime(assume('PICK', toLinesSize(lines)));
  const code = pincode.replaceAll(' ', '');
  const ride = rides.find((each) => each.pincode === code);
  return {
    PICK: pick,
    WAIT: wait,
    RIDE:
      ride === undefined
        ? {
            medianSeconds: otherRide.medianSeconds + extraSeconds,
            p90Seconds: otherRide.p90Seconds + extraSeconds,
          }
        : toTime(ride),
  };
}

/**
 * The time that nine of ten sums of such phases do not exceed. The phases do not depend on each other, so their
 * deviations add up as squares: the sum of the p90 would promise far too late.
 */
export function addTimes(times: readonly PhaseTime[]): PhaseTime {
  const medianSeconds = times.reduce((sum, time) => sum + time.medianSeconds, 0);
  const deviation = Math.hypot(...times.map((time) => time.p90Seconds - time.medianSeconds));
  return { medianSeconds, p90Seconds: medianSeconds + deviation };
}

/**
 * Minutes promised for an order of now: the queue and what nine of ten such orders need, within the usual and the
 * longest minutes of the settings. The queue of now does not matter to a later window.
 */
export function toLearnedMinutes(
  times: LearnedTimes,
  order: PromisedOrder,
  { baseMinutes, maximumMinutes }: { baseMinutes: number; maximumMinutes: number },
  { isScheduled }: { isScheduled: boolean },
): number {
  const { p90Seconds } = addTimes(Object.values(toOrderTimes(times, order)));
  const minutes = Math.ceil((p90Seconds + (isScheduled ? 0 : times.queueSeconds)) / 60);
  return Math.min(maximumMinutes, Math.max(baseMinutes, minutes));
}

/** An order as most are, where nothing is known of the cart. */
export const usualOrder: PromisedOrder = { lines: 5, pincode: '', extraMinutes: 0 };

/** The promise of a store, as `getStoreStatus` returns it. */
interface StorePromise {
  baseMinutes: number;
  queueMinutes: number;
  maximumMinutes: number;
  learned?: LearnedTimes | undefined;
}

/** Minutes promised for an order of now. Server and client compute the same. */
export function toMinutesOf(promise: StorePromise, order: PromisedOrder): number {
  return promise.learned === undefined
    ? toPromisedMinutes(promise, order.extraMinutes)
    : toLearnedMinutes(promise.learned, order, promise, { isScheduled: false });
}
