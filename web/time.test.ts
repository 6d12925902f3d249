import { expect, it } from 'vitest';
import { formatDateTime } from './time.ts';

// Built from local parts, so that the test holds in every time zone.
const afternoon = new Date(2026, 10, 21, 16, 5);

it('omits the current year', () => {
  expect(formatDateTime(afternoon.toISOString(), new Date(2026, 11, 31))).toBe('21 Nov, 4:05 pm');
});

it('includes another year', () => {
  expect(formatDateTime(afternoon.toISOString(), new Date(2027, 0, 1))).toBe('21 Nov 2026, 4:05 pm');
});
