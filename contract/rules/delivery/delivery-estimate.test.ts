import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateDelivery, estimateStepMinutes, minutesToGo, runningStatuses } from './delivery-estimate.ts';

const promised = Date.parse('2026-11-21T10:10:00Z');
const minute = 60_000;

test.each([
  ['PLACED', -10, 0, false],
  ['OUT_FOR_DELIVERY', -1 / 60, 0, false],
  ['OUT_FOR_DELIVERY', 0, 5, true],
  ['OUT_FOR_DELIVERY', 1, 5, true],
  ['OUT_FOR_DELIVERY', 1.1, 10, true],
  ['PACKING', 0, 10, true],
  ['PACKING', 3.1, 15, true],
  ['PLACED', 0, 10, true],
  ['PLACED', 0.1, 15, true],
  ['PLACED', 120, 130, true],
] as const)(
  '%s, %d minutes after the promise, is expected %d minutes after it (late: %s)',
  (status, after, at, isLate) => {
    expect(estimateDelivery(status, promised, promised + after * minute)).toEqual({
      at: promised + at * minute,
      isLate,
    });
  },
);

const status = fc.constantFrom(...runningStatuses);
const afterMs = fc.integer({ min: -3_600_000, max: 86_400_000 });

test('a new time leaves what the status needs and less than a step more', () => {
  fc.assert(
    fc.property(status, afterMs, (of, after) => {
      const now = promised + after;
      const { at, isLate } = estimateDelivery(of, promised, now);
      expect(isLate).toBe(after >= 0);
      if (!isLate) {
        expect(at).toBe(promised);
        return;
      }
      const needed = minutesToGo[of] * minute;
      expect(at - now).toBeGreaterThanOrEqual(needed);
      expect(at - now).toBeLessThan(needed + estimateStepMinutes * minute);
    }),
  );
});

test('the time never goes back while the status stays, and a further status never makes it later', () => {
  fc.assert(
    fc.property(status, afterMs, afterMs, (of, one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((after) => promised + after);
      const at = (now = 0) => estimateDelivery(of, promised, now).at;
      expect(at(later)).toBeGreaterThanOrEqual(at(earlier));
      const times = runningStatuses.map((each) => estimateDelivery(each, promised, later ?? 0).at);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }),
  );
});
