import { expect, test } from 'vitest';
import { compareNumbers, formatCell, formatLabel, formatRange, formatValue } from './report-format.ts';

test.each([
  [120, 100, '20% more'],
  [80, 100, '20% less'],
  [1001, 1000, 'under 1% more'],
  [20_000, 1, 'over 999% more'],
  [0, 100, '100% less'],
  [-50, 100, '150% less'],
  [50, -100, '150% more'],
  [-300, -100, '200% more'],
  [0, -100, '100% less'],
  [5, 5, null],
  [5, 0, null],
  [null, 5, null],
  [5, null, null],
])('%s after %s is %s', (value, before, text) => {
  const change = compareNumbers(value, before);
  expect(change && `${change.percent} ${change.isMore ? 'more' : 'less'}`).toBe(text);
});

test('values have the form of their kind, and unknown ones are not 0', () => {
  expect(formatValue('amount', 1234.5)).toBe('₹1,234.50');
  expect(formatValue('amount', 1234)).toBe('₹1,234');
  expect(formatCell('amount', -1234)).toBe('-₹1,234.00');
  expect(formatValue('count', 120_000)).toBe('1,20,000');
  expect(formatValue('percent', 12.5)).toBe('12.5%');
  expect(formatValue('minutes', 7)).toBe('7 min');
  expect(formatValue('seconds', 75)).toBe('75 s');
  expect(formatValue('amount', null)).toBe('–');
});

test('days, months and hours are named on an axis', () => {
  expect(formatLabel('day', '2026-11-21')).toBe('21 Nov');
  expect(formatLabel('month', '2026-11-01')).toBe('Nov 2026');
  expect(formatCell('period', '2026-11-01', 'month')).toBe('Nov 2026');
  expect(formatCell('period', '2026-11-01', 'week')).toBe('Sun, 1 Nov');
  expect(formatLabel('hour', '08')).toBe('08:00');
  expect(formatRange({ from: '2026-11-21', to: '2026-11-21' })).toBe('21 Nov 2026');
  expect(formatRange({ from: '2026-10-28', to: '2026-11-21' })).toMatch(/^28 Oct.+21 Nov 2026$/);
});
