import { expect, test } from 'vitest';
import { formatCount, formatDay, formatRupees } from './formats.ts';

test('formats a day independently of the local time zone', () => {
  expect(formatDay('2026-11-21')).toBe('21 Nov');
  expect(formatDay('2026-01-01', 'long')).toMatch(/^Thu,? 1 Jan$/);
});

test('formats counts and amounts in Indian style', () => {
  expect(formatCount(120_000)).toBe('1,20,000');
  expect(formatRupees(120_000.5)).toMatch(/^₹1,20,00[01]$/);
  expect(formatRupees(0)).toBe('₹0');
});
