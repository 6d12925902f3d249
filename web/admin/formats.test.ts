import { describe, expect, test } from 'vitest';
import { compareCounts, formatCount, formatDay, formatRupees } from './formats.ts';

describe('compareCounts', () => {
  test.each([
    [112, 100, 'up', '12%'],
    [50, 100, 'down', '50%'],
    [0, 100, 'down', '100%'],
    [1001, 1000, 'up', 'under 1%'],
    [5, 0, 'up', null],
    [0, 0, 'same', null],
    [7, 7, 'same', null],
    [1_000_000, 1, 'up', 'over 999%'],
  ] as const)('of %d with %d', (now, before, trend, change) => {
    expect(compareCounts(now, before)).toEqual({ trend, change });
  });
});

test('formats a day independently of the local time zone', () => {
  expect(formatDay('2026-11-21')).toBe('21 Nov');
  expect(formatDay('2026-01-01', 'long')).toMatch(/^Thu,? 1 Jan$/);
});

test('formats counts and amounts in Indian style', () => {
  expect(formatCount(120_000)).toBe('1,20,000');
  expect(formatRupees(120_000.5)).toMatch(/^₹1,20,00[01]$/);
  expect(formatRupees(0)).toBe('₹0');
});
