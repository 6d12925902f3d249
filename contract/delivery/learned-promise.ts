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
  /**
   * Of PICK and WORK a size of `toLinesSize`, of RIDE a PIN code; empty for all orders. Of WAIT and RIDE also with a
   * load: `/3`, `411001/3` (`toPartWithLoad`).
   */
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

/** A number of lines in the middle of each size. */
const middleLines = [1.5, 4, 8, 15, 27, 44] as const;

/** Open orders from which each load of the store begins. */
export const loadStarts = [0, 3, 6, 9, 12, 16, 22, 30, 42, 60, 84, 118, 166] as const;

/** A part with what the store had to do when an order was placed: riders wait for others and take several then. */
export function toPartWithLoad(part: string, openOrders: number): string {
  return `${part}/${loadStarts.findLast((start) => start <= openOrders) ?? 0}`;
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
 * The time of a phase at an hour: of its part with so many open orders, of its part at this hour, of its part, of all
 * orders at this hour, or of all orders, the first with enough orders. Orders of all sizes say nothing of one size, so
 * they are not used for it.
 */
export function findPhaseTime(
  statistics: Statistics,
  phase: LearnedPhase,
  part: string,
  hour: number,
  openOrders: number | null = null,
): PhaseTime & { isOfPart: boolean } {
  const isBySize = phase === 'PICK' || phase === 'WORK';
  const groups = [
    ...(openOrders === null ? [] : [{ part: toPartWithLoad(part, openOrders), hour: null }]),
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
    if (found !== undefined)
      return { ...atLeast(found, floors[phase]), isOfPart: group.part !== '' || part === '' };
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
  /** Orders that no picker has, by size, without those for which work begins later. */
  waiting: readonly { size: LineSize; orders: number }[];
  /** What each picker has taken, and how long ago. */
  picking?: readonly { sizes: readonly LineSize[]; seconds: number }[];
  /** Packed orders that have not left. */
  packedOrders: number;
  /** Orders that have not arrived, without those for a later window. */
  openOrders?: number;
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
export function toLearnedTimes(statistics: Statistics, hour: number, load: StoreLoad): LearnedTimes {
  const { packedOrders, riders, openOrders = null } = load;
  const picks = lineSizes.map((size) => toTime(findPhaseTime(statistics, 'PICK', size, hour)));
  const pincodes = new Set(
    [...statistics.values()].flatMap(({ phase, part }) =>
      phase === 'RIDE' && part !== '' && !part.includes('/') ? [part] : [],
    ),
  );
  const rides = [...pincodes].flatMap((pincode) => {
    const time = findPhaseTime(statistics, 'RIDE', pincode, hour, openOrders);
    return time.isOfPart ? [{ pincode, ...toTime(time) }] : [];
  });
  const otherRide = toTime(findPhaseTime(statistics, 'RIDE', '', hour));
  const wait = toTime(findPhaseTime(statistics, 'WAIT', '', hour, openOrders));
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
    queueSeconds: toQueueSeconds(load, (size) => findPhaseTime(statistics, 'WORK', size, hour).medianSeconds),
  };
}

/** A picker may pack at any time, even if the order has taken longer than most. */
const leastWorkSeconds = 30;

/** Until a picker is free, if each takes the next order as soon as what they have is packed. */
function toQueueSeconds(
  { waiting, picking = [], pickers }: StoreLoad,
  toWork: (size: LineSize) => number,
): number {
  const busy = picking.map(({ sizes, seconds }) =>
    Math.max(leastWorkSeconds, sizes.reduce((sum, size) => sum + toWork(size), 0) - seconds),
  );
  const idle = Math.max(busy.length === 0 ? 1 : 0, pickers - busy.length);
  const freeAfter = [...busy, ...Array.from({ length: idle }, () => 0)];
  for (const { size, orders } of waiting)
    for (let order = 0; order < orders; order += 1) {
      const first = freeAfter.indexOf(Math.min(...freeAfter));
      freeAfter[first] = (freeAfter[first] ?? 0) + toWork(size);
    }
  return Math.min(...freeAfter);
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
  const code = pincode.replaceAll(' ', '');
  const ride = rides.find((each) => each.pincode === code);
  return {
    PICK: toPickTime(picks, lines),
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

/** Between the times of the sizes whose middles are below and above it. */
function toPickTime(picks: readonly PhaseTime[], lines: number): PhaseTime {
  const above = middleLines.findIndex((middle) => middle >= lines);
  const [lower, upper] =
    above === -1 ? [middleLines.length - 1, middleLines.length - 1] : [Math.max(0, above - 1), above];
  const [from, to] = [middleLines[lower] ?? 0, middleLines[upper] ?? 0];
  const part = to === from ? 0 : (lines - from) / (to - from);
  const [less, more] = [picks[lower], picks[upper]];
  if (less === undefined || more === undefined) return toTime(assume('PICK', toLinesSize(lines)));
  const between = (field: keyof PhaseTime) => less[field] + part * (more[field] - less[field]);
  return { medianSeconds: between('medianSeconds'), p90Seconds: between('p90Seconds') };
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

/** How much longer than computed the queue takes, of nine of ten orders. */
const queueDeviation = 0.3;

/** An order keeps the minutes that its shopper has seen when they are shorter, so that promises are a little short. */
const reserveSeconds = 20;

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
  const queue = isScheduled ? 0 : times.queueSeconds;
  const { p90Seconds } = addTimes([
    { medianSeconds: queue, p90Seconds: queue * (1 + queueDeviation) },
    ...Object.values(toOrderTimes(times, order)),
  ]);
  const minutes = Math.ceil((p90Seconds + reserveSeconds) / 60);
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
