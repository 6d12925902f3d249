import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateDelivery, estimateStepMinutes, runningStatuses, toMinutesToGo } from './arrival-time.ts';
import { longestPromiseMinutes } from './promised-minutes.ts';

const promised = Date.parse('2026-11-21T10:10:00Z');
const minute = 60_000;

test.each([
  ['PLACED', 10, -10, 0, false],
  ['PLACED', 10, -7, 0, false],
  ['PLACED', 10, -5, 2, false],
  ['PLACED', 10, -1, 6, false],
  ['PACKING', 10, -5, 0, false],
  ['PACKING', 10, -1, 3, false],
  ['PLACED', 40, -20, 8, false],
  ['OUT_FOR_DELIVERY', 10, -1 / 60, 0, false],
  ['OUT_FOR_DELIVERY', 10, 0, 5, true],
  ['OUT_FOR_DELIVERY', 10, 1, 5, true],
  ['OUT_FOR_DELIVERY', 10, 1.1, 10, true],
  ['OUT_FOR_DELIVERY', 45, 0, 5, true],
  ['PACKING', 10, 0, 10, true],
  ['PACKING', 10, 3.1, 15, true],
  ['PACKING', 45, 0, 20, true],
  ['PLACED', 10, 0, 10, true],
  ['PLACED', 10, 0.1, 15, true],
  ['PLACED', 10, 120, 130, true],
  ['PLACED', 45, 0, 45, true],
  ['PLACED', 45, 0.1, 50, true],
  ['PLACED', 3, 0, 10, true],
] as const)(
  '%s with a promise of %d minutes, %d minutes after the promised time, is expected %d minutes after it (late: %s)',
  (status, promisedMinutes, after, at, isLate) => {
    expect(estimateDelivery(status, promised, promisedMinutes, promised + after * minute)).toEqual({
      at: promised + at * minute,
      isLate,
      isWaiting: after < 0 && at > 0,
    });
  },
);

const status = fc.constantFrom(...runningStatuses);
const minutes = fc.integer({ min: 1, max: longestPromiseMinutes });
const afterMs = fc.integer({ min: -3_600_000, max: 86_400_000 });

test('a new time leaves what the status needs and less than a step more', () => {
  fc.assert(
    fc.property(status, minutes, afterMs, (of, promisedMinutes, after) => {
      const now = promised + after;
      const { at, isLate } = estimateDelivery(of, promised, promisedMinutes, now);
      expect(isLate).toBe(after >= 0);
      if (!isLate) return;
      const needed = toMinutesToGo(of, promisedMinutes) * minute;
      expect(at - now).toBeGreaterThanOrEqual(needed);
      expect(at - now).toBeLessThan(needed + estimateStepMinutes * minute);
    }),
  );
});

test('the new time of which the shopper was told takes the place of the promised one', () => {
  const revised = promised + 15 * minute;
  const at = (after: number) =>
    estimateDelivery('OUT_FOR_DELIVERY', promised, 10, promised + after * minute, revised);
  expect(at(-3)).toEqual({ at: revised, isLate: true, isWaiting: false });
  expect(at(14)).toEqual({ at: revised, isLate: true, isWaiting: false });
  expect(at(15)).toEqual({ at: revised + 5 * minute, isLate: true, isWaiting: false });
});

test('the time never goes back while the status stays, and a further status never makes it later', () => {
  fc.assert(
    fc.property(status, minutes, afterMs, afterMs, (of, promisedMinutes, one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((after) => promised + after);
      const at = (now = 0, each = of) => estimateDelivery(each, promised, promisedMinutes, now).at;
      expect(at(later)).toBeGreaterThanOrEqual(at(earlier));
      const times = runningStatuses.map((each) => at(later, each));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }),
  );
});

test('the minutes that are left never rise before the promised time, and stand still while the order waits', () => {
  fc.assert(
    fc.property(status, status, minutes, afterMs, afterMs, (one, other, promisedMinutes, first, second) => {
      const [earlier, later] = [Math.min(first, second, -1), Math.min(Math.max(first, second), -1)];
      const [before, after] = [one, other].toSorted(
        (a, b) => runningStatuses.indexOf(a) - runningStatuses.indexOf(b),
      );
      const leftAt = (each = one, offset = 0) => {
        const { at, isWaiting } = estimateDelivery(each, promised, promisedMinutes, promised + offset);
        expect(isWaiting).toBe(at > promised);
        return at - (promised + offset);
      };
      expect(leftAt(after, later)).toBeLessThanOrEqual(leftAt(before, earlier) + 0.001);
      expect(leftAt(before, later)).toBeGreaterThan(0);
    }),
  );
});
