import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OrderTimeline, reviseTime, toLatenessCause } from './lateness.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const at = (minutes: number) => new Date(start + minutes * 60_000);
const orNull = (minutes: number | null) => (minutes === null ? null : at(minutes));

/** Minutes after the order. */
function timeline(
  [taken, packed, left, arrived]: readonly (number | null)[],
  given: Partial<OrderTimeline> = {},
): OrderTimeline {
  return {
    startedAt: at(0),
    takenAt: orNull(taken ?? null),
    packedAt: orNull(packed ?? null),
    leftAt: orNull(left ?? null),
    arrivedAt: orNull(arrived ?? null),
    promisedMinutes: 20,
    isMissing: false,
    hasFailedAttempt: false,
    ...given,
  };
}

describe('the cause of lateness', () => {
  test.each([
    ['QUEUE', [15, 20, 21, 28], {}],
    ['PICKING', [3, 20, 21, 28], {}],
    ['MISSING', [3, 20, 21, 28], { isMissing: true }],
    ['QUEUE', [15, 20, 21, 28], { isMissing: true }],
    ['RIDER', [3, 8, 20, 28], {}],
    ['RIDE', [3, 8, 9, 30], {}],
    ['ADDRESS', [15, 20, 21, 40], { hasFailedAttempt: true }],
    ['PICKING', [3, null, 21, 28], {}],
    ['QUEUE', [null, null, null, null], {}],
    ['PICKING', [2, null, null, null], {}],
    ['RIDER', [3, 8, null, null], {}],
  ] as const)('is %s after taking, packing, leaving and arriving at %j %j', (cause, times, given) => {
    expect(toLatenessCause(timeline(times, given), at(25))).toBe(cause);
  });
});

const times = {
  PICK: { medianSeconds: 240, p90Seconds: 360 },
  WAIT: { medianSeconds: 60, p90Seconds: 120 },
  RIDE: { medianSeconds: 300, p90Seconds: 480 },
};
const revise = (taken: readonly (number | null)[], now: number) => {
  const revised = reviseTime(timeline(taken), at(20), times, at(now));
  return revised && (revised.getTime() - start) / 60_000;
};

describe('the new time', () => {
  test('is given when the usual time of the remaining phases is longer than what is left, five minutes before at most', () => {
    expect(revise([], 14)).toBe(null);
    expect(revise([], 15)).toBe(30);
    expect(revise([12], 15)).toBe(30);
    expect(revise([10], 15)).toBe(30);
    expect(revise([3, 8], 15)).toBe(25);
    expect(revise([3, 8, 14], 15)).toBe(null);
    expect(revise([3, 8, 15.5], 16)).toBe(25);
  });

  test('is given in the last minute to every order that has not arrived', () => {
    expect(revise([3, 8, 9], 18.9)).toBe(null);
    expect(revise([3, 8, 9], 19.1)).toBe(25);
    expect(revise([3, 8, 9, 19], 19.1)).toBe(null);
  });

  test('is never past, later than promised, and a multiple of five minutes later', () => {
    const minute = fc.option(fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(fc.tuple(minute, minute, minute), fc.integer({ min: 0, max: 240 }), (steps, now) => {
        const revised = revise(steps, now);
        if (revised === null) {
          expect(now).toBeLessThan(20);
          return;
        }
        expect(revised).toBeGreaterThan(Math.max(20, now));
        expect(revised % 5).toBe(0);
      }),
    );
  });
});
