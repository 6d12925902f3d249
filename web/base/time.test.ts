import { expect, it, vi } from 'vitest';
import { formatDateTime, formatTime } from './time.ts';

const afternoon = '2026-11-21T10:35:00.000Z';

it('omits the current year', () => {
  expect(formatDateTime(afternoon, new Date('2026-12-20'))).toBe('21 Nov, 4:05 pm');
});

it('includes another year', () => {
  expect(formatDateTime(afternoon, new Date('2027-01-10'))).toBe('21 Nov 2026, 4:05 pm');
});

it.each(['America/New_York', 'Asia/Tokyo'])('is the time of the store in a browser in %s', async (zone) => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const fresh = await import('./time.ts');
  vi.unstubAllEnvs();
  expect(fresh.formatDateTime(afternoon, new Date('2026-12-20'))).toBe('21 Nov, 4:05 pm');
  expect(formatTime(Date.parse(afternoon))).toBe('4:05 pm');
});
