import { expect, test } from 'vitest';
import { startOfShopDay, toShopDate, toShopTime } from './india-time.ts';

test('a day begins at midnight of the clocks in India, whatever the zone of the machine', () => {
  const zone = process.env['TZ'];
  for (const TZ of ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
    process.env['TZ'] = TZ;
    expect([startOfShopDay('2026-11-22'), startOfShopDay('2026-12-31', 1)]).toEqual([
      '2026-11-21T18:30:00.000Z',
      '2026-12-31T18:30:00.000Z',
    ]);
    expect(toShopDate(new Date('2026-11-21T18:30:00.000Z'))).toBe('2026-11-22');
  }
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('a time in a file is that of the store, with its offset', () => {
  expect(toShopTime('2026-11-21T18:30:00.000Z')).toBe('2026-11-22T00:00:00+05:30');
});
