import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  compareWithDaysBefore,
  countDays,
  listPeriods,
  toPeriodStart,
  toPeriodUnit,
  toPresetRange,
} from './report-range.ts';

test.each([
  ['today', '2026-11-21', '2026-11-21 2026-11-21', '2026-11-20 2026-11-20'],
  ['yesterday', '2026-03-01', '2026-02-28 2026-02-28', '2026-02-27 2026-02-27'],
  ['last-7-days', '2026-11-21', '2026-11-15 2026-11-21', '2026-11-08 2026-11-14'],
  ['this-month', '2026-11-21', '2026-11-01 2026-11-21', '2026-10-01 2026-10-21'],
  ['this-month', '2026-03-31', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ['this-month', '2026-03-30', '2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
  ['this-month', '2026-02-28', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['last-month', '2026-03-05', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['last-month', '2026-01-31', '2025-12-01 2025-12-31', '2025-11-01 2025-11-30'],
  ['this-year', '2026-11-21', '2026-04-01 2026-11-21', '2025-04-01 2025-11-21'],
  ['this-year', '2026-03-31', '2025-04-01 2026-03-31', '2024-04-01 2025-03-31'],
  ['this-year', '2028-02-29', '2027-04-01 2028-02-29', '2026-04-01 2027-02-28'],
] as const)('%s on %s is %s, after %s', (preset, today, range, before) => {
  const found = toPresetRange(preset, today);
  expect([`${found.from} ${found.to}`, `${found.before.from} ${found.before.to}`]).toEqual([range, before]);
});

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 730 }))
  .map(([from, length]) => ({ from, to: addDays(from, length) }));

test('other days are compared with as many days, which end the day before', () => {
  fc.assert(
    fc.property(range, (days) => {
      const { before, from } = compareWithDaysBefore(days);
      expect(countDays(before)).toBe(countDays(days));
      expect(addDays(before.to, 1)).toBe(from);
    }),
  );
});

test('each day is in one period, and the periods of a range are few', () => {
  fc.assert(
    fc.property(range, fc.integer({ min: 0, max: 730 }), (days, offset) => {
      const unit = toPeriodUnit(days);
      const periods = listPeriods(days, unit);
      const one = addDays(days.from, offset % countDays(days));
      const start = toPeriodStart(one, unit, days);
      expect(periods.filter((period) => period === start)).toHaveLength(1);
      expect(start <= one).toBe(true);
      expect(periods.find((period) => period > start) ?? '9999').toSatisfy((next: string) => next > one);
      expect(periods.length).toBeLessThanOrEqual(62);
      expect(periods).toEqual(periods.toSorted());
    }),
  );
});

test('weeks begin on Monday, months on the first, both at the earliest with the range', () => {
  const long = { from: '2026-07-01', to: '2026-10-31' };
  expect(listPeriods(long, toPeriodUnit(long)).slice(0, 3)).toEqual([
    '2026-07-01',
    '2026-07-06',
    '2026-07-13',
  ]);
  const year = { from: '2026-01-15', to: '2026-12-31' };
  expect(listPeriods(year, toPeriodUnit(year)).slice(0, 3)).toEqual([
    '2026-01-15',
    '2026-02-01',
    '2026-03-01',
  ]);
});
