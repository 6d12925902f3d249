import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addTimes,
  fewestOrders,
  findPhaseTime,
  type LearnedTimes,
  learnedPhases,
  lineSizes,
  type PhaseStatistic,
  type StoreLoad,
  toLearnedMinutes,
  toLearnedTimes,
  toLinesSize,
  toOrderTimes,
  toStatistics,
} from './learned-promise.ts';

const idle: StoreLoad = { waiting: [], packedOrders: 0, pickers: 1, riders: 1 };
const bounds = { baseMinutes: 1, maximumMinutes: 480 };
const now = { isScheduled: false };
const order = { lines: 4, pincode: '560001', extraMinutes: 0 };

const statistic = (given: Partial<PhaseStatistic>): PhaseStatistic => ({
  ...{ phase: 'RIDE', part: '', hour: null, orders: 100, medianSeconds: 600, p90Seconds: 900 },
  ...given,
});

test.each([
  [1, '1'],
  [2, '1'],
  [3, '3'],
  [10, '6'],
  [20, '11'],
  [35, '21'],
  [36, '36'],
  [54, '36'],
])('an order of %i lines has size %s', (lines, size) => {
  expect(toLinesSize(lines)).toBe(size);
});

describe('the time of a phase', () => {
  const part = { part: '560001', medianSeconds: 700 };
  const statistics = [
    statistic({}),
    statistic({ hour: 18, medianSeconds: 650 }),
    statistic({ ...part }),
    statistic({ ...part, hour: 18, medianSeconds: 800, orders: fewestOrders - 1 }),
    statistic({ ...part, hour: 19, medianSeconds: 850 }),
  ];
  const find = (pincode: string, hour: number) =>
    findPhaseTime(toStatistics(statistics), 'RIDE', pincode, hour);

  test('is that of its part and hour if there are enough orders, otherwise that of a wider group', () => {
    expect(find('560001', 19)).toMatchObject({ medianSeconds: 850, isOfPart: true });
    expect(find('560001', 18)).toMatchObject({ medianSeconds: 700, isOfPart: true });
    expect(find('560002', 18)).toMatchObject({ medianSeconds: 650, isOfPart: false });
    expect(find('560002', 3)).toMatchObject({ medianSeconds: 600, isOfPart: false });
  });

  test('is never below the floor, and the p90 never below the median', () => {
    const quick = [statistic({ medianSeconds: 1, p90Seconds: 1 })];
    expect(findPhaseTime(toStatistics(quick), 'RIDE', '', 3)).toMatchObject({
      medianSeconds: 180,
      p90Seconds: 240,
    });
    const odd = [statistic({ medianSeconds: 900, p90Seconds: 300 })];
    expect(findPhaseTime(toStatistics(odd), 'RIDE', '', 3)).toMatchObject({
      medianSeconds: 900,
      p90Seconds: 900,
    });
  });

  test('of picking is that of its size only', () => {
    const statistics = [statistic({ phase: 'PICK', medianSeconds: 4000 })];
    expect(findPhaseTime(toStatistics(statistics), 'PICK', '36', 3).medianSeconds).toBe(780);
  });
});

test('the deviations of phases add up as squares', () => {
  const times = [
    { medianSeconds: 100, p90Seconds: 130 },
    { medianSeconds: 200, p90Seconds: 240 },
  ];
  expect(addTimes(times)).toEqual({ medianSeconds: 300, p90Seconds: 350 });
});

test('a promise has a reserve for the shorter minutes that a shopper may have seen', () => {
  const known = (['PICK', 'WAIT', 'RIDE'] as const).map((phase) =>
    statistic({ phase, part: phase === 'PICK' ? '3' : '', medianSeconds: 300, p90Seconds: 300 }),
  );
  const minutes = (seconds: number) => {
    const times = { ...toLearnedTimes(toStatistics(known), 10, idle), queueSeconds: 0 };
    const wait = { medianSeconds: seconds, p90Seconds: seconds };
    return toLearnedMinutes({ ...times, wait }, { ...order, lines: 4 }, bounds, now);
  };
  expect([minutes(40), minutes(41)]).toEqual([11, 12]);
});

test('extra minutes of a group count until enough is known of the rides to its PIN code', () => {
  const minutes = (statistics: PhaseStatistic[], extraMinutes: number) =>
    toLearnedMinutes(
      toLearnedTimes(toStatistics(statistics), 10, idle),
      { ...order, extraMinutes },
      bounds,
      now,
    );
  const unknown = [statistic({})];
  expect(minutes(unknown, 7)).toBe(minutes(unknown, 0) + 7);
  const known = [...unknown, statistic({ part: '560001' })];
  expect(minutes(known, 7)).toBe(minutes(known, 0));
});

test('waiting orders are shared by the pickers, packed ones by the riders', () => {
  const statistics = [statistic({ phase: 'WORK', part: '3', medianSeconds: 120, p90Seconds: 180 })];
  const times = (load: Partial<StoreLoad>) =>
    toLearnedTimes(toStatistics(statistics), 10, { ...idle, ...load });
  const waiting = [{ size: '3' as const, orders: 6 }];
  expect(times({ waiting }).queueSeconds).toBe(720);
  expect(times({ waiting, pickers: 3 }).queueSeconds).toBe(240);
  expect(times({ waiting, pickers: 0 }).queueSeconds).toBe(720);
  expect(times({ packedOrders: 8, riders: 2 }).wait.medianSeconds).toBe(1200);
  expect(times({ packedOrders: 8, riders: 0 }).wait.medianSeconds).toBe(times({}).wait.medianSeconds);
});

test('a picker takes the next order after what they have, less the time since they began it', () => {
  const statistics = [statistic({ phase: 'WORK', part: '3', medianSeconds: 120, p90Seconds: 180 })];
  const queue = (load: Partial<StoreLoad>) =>
    toLearnedTimes(toStatistics(statistics), 10, { ...idle, ...load }).queueSeconds;
  const busy = (seconds: number) => ({ sizes: ['3' as const], seconds });
  expect(queue({ picking: [busy(50)] })).toBe(70);
  expect(queue({ picking: [busy(50), busy(20)], pickers: 3 })).toBe(0);
  const waiting = [{ size: '3' as const, orders: 2 }];
  expect(queue({ picking: [busy(50), busy(20)], pickers: 3, waiting })).toBe(100);
  // Slower than most, but with an end.
  expect(queue({ picking: [busy(1000)] })).toBe(30);
});

test('the time of picking is between those of the sizes around the number of lines', () => {
  const pick = (part: string, medianSeconds: number) =>
    statistic({ phase: 'PICK', part, medianSeconds, p90Seconds: 2 * medianSeconds });
  const times = toLearnedTimes(toStatistics([pick('3', 200), pick('6', 400)]), 10, idle);
  const of = (lines: number) => toOrderTimes(times, { ...order, lines }).PICK;
  expect(of(4)).toEqual({ medianSeconds: 200, p90Seconds: 400 });
  expect(of(6)).toEqual({ medianSeconds: 300, p90Seconds: 600 });
  expect(of(60)).toEqual(of(44));
});

test('rides with as many open orders count before those of the hour', () => {
  const ride = (part: string, medianSeconds: number) => statistic({ part, medianSeconds, p90Seconds: 900 });
  const learned = toStatistics([ride('560001', 400), ride('560001/6', 700), ride('', 500)]);
  const of = (openOrders: number) => toLearnedTimes(learned, 10, { ...idle, openOrders }).rides;
  expect(of(8)).toEqual([{ pincode: '560001', medianSeconds: 700, p90Seconds: 900 }]);
  expect(of(2)).toEqual([{ pincode: '560001', medianSeconds: 400, p90Seconds: 900 }]);
});

const seconds = fc.integer({ min: 0, max: 20_000 });
const statistics = fc.array(
  fc.record({
    phase: fc.constantFrom(...learnedPhases),
    part: fc.constantFrom('', '560001', '/3', '560001/3', ...lineSizes),
    hour: fc.option(fc.integer({ min: 0, max: 23 })),
    orders: fc.integer({ min: 1, max: 100 }),
    medianSeconds: seconds,
    p90Seconds: seconds,
  }),
  { maxLength: 30 },
);
const load = fc.record({
  waiting: fc.array(
    fc.record({ size: fc.constantFrom(...lineSizes), orders: fc.integer({ min: 0, max: 50 }) }),
    { maxLength: 6 },
  ),
  picking: fc.array(fc.record({ sizes: fc.array(fc.constantFrom(...lineSizes)), seconds }), { maxLength: 4 }),
  openOrders: fc.integer({ min: 0, max: 200 }),
  packedOrders: fc.integer({ min: 0, max: 50 }),
  pickers: fc.integer({ min: 0, max: 20 }),
  riders: fc.integer({ min: 0, max: 20 }),
});
const hour = fc.integer({ min: 0, max: 23 });
const orders = fc.record({
  lines: fc.integer({ min: 1, max: 100 }),
  pincode: fc.constantFrom('560001', '560002', ''),
  extraMinutes: fc.integer({ min: 0, max: 120 }),
});
const limits = fc
  .tuple(fc.integer({ min: 1, max: 240 }), fc.integer({ min: 0, max: 240 }))
  .map(([baseMinutes, more]) => ({ baseMinutes, maximumMinutes: baseMinutes + more }));

test('the minutes are whole and within the settings, whatever was learned', () => {
  fc.assert(
    fc.property(statistics, hour, load, orders, limits, fc.boolean(), (of, at, with_, each, bound, later) => {
      const minutes = toLearnedMinutes(toLearnedTimes(toStatistics(of), at, with_), each, bound, {
        isScheduled: later,
      });
      expect(Number.isInteger(minutes)).toBe(true);
      expect(minutes).toBeGreaterThanOrEqual(bound.baseMinutes);
      expect(minutes).toBeLessThanOrEqual(bound.maximumMinutes);
    }),
  );
});

test('a longer queue, fewer people and more extra minutes never shorten the promise, and a later window has no queue', () => {
  fc.assert(
    fc.property(statistics, hour, load, orders, (of, at, with_, each) => {
      const minutes = (changed: Partial<StoreLoad>, extraMinutes = each.extraMinutes, isScheduled = false) =>
        toLearnedMinutes(
          toLearnedTimes(toStatistics(of), at, { ...with_, ...changed }),
          { ...each, extraMinutes },
          { baseMinutes: 1, maximumMinutes: 1_000_000 },
          { isScheduled },
        );
      const present = minutes({});
      expect(minutes({ waiting: [...with_.waiting, { size: '6', orders: 3 }] })).toBeGreaterThanOrEqual(
        present,
      );
      expect(minutes({ packedOrders: with_.packedOrders + 4 })).toBeGreaterThanOrEqual(present);
      expect(minutes({ pickers: with_.pickers + 1 })).toBeLessThanOrEqual(present);
      expect(minutes({ riders: Math.max(1, with_.riders) + 1 })).toBeLessThanOrEqual(
        minutes({ riders: Math.max(1, with_.riders) }),
      );
      expect(minutes({}, each.extraMinutes + 5)).toBeGreaterThanOrEqual(present);
      expect(minutes({}, each.extraMinutes, true)).toBeLessThanOrEqual(present);
    }),
  );
});

test('the times of now survive JSON, so that a client computes the same minutes', () => {
  fc.assert(
    fc.property(statistics, hour, load, orders, limits, (of, at, with_, each, bound) => {
      const times = toLearnedTimes(toStatistics(of), at, with_);
      const received: LearnedTimes = JSON.parse(JSON.stringify(times));
      expect(toLearnedMinutes(received, each, bound, now)).toBe(toLearnedMinutes(times, each, bound, now));
    }),
  );
});
