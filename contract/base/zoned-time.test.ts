import { expect, test } from 'vitest';
import {
  formatZoned,
  fromZonedInput,
  startOfShopDay,
  toShopDate,
  toShopTime,
  toZonedInput,
} from './zoned-time.ts';

test.each([
  ['Asia/Kolkata', '2026-11-21T16:05', '2026-11-21T10:35:00.000Z'],
  ['Asia/Kolkata', '2027-01-01T00:00', '2026-12-31T18:30:00.000Z'],
  ['UTC', '2026-11-21T16:05', '2026-11-21T16:05:00.000Z'],
  ['Europe/Berlin', '2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
  ['America/New_York', '2026-12-01T23:30', '2026-12-02T04:30:00.000Z'],
])('the clocks of %s show %s at %s', (timeZone, typed, time) => {
  expect(fromZonedInput(typed, timeZone)).toBe(time);
  expect(toZonedInput(time, timeZone)).toBe(typed);
});

test('a time that the clocks show twice is the first one, a time that they skip is as much later', () => {
  expect(fromZonedInput('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(fromZonedInput('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

test('an empty input is no time', () => {
  expect(fromZonedInput('', 'Asia/Kolkata')).toBeNull();
  expect(fromZonedInput('soon', 'Asia/Kolkata')).toBeNull();
  expect(toZonedInput(null, 'Asia/Kolkata')).toBe('');
});

test('a time is read as a date of the store', () => {
  expect(formatZoned('2026-11-21T10:35:00.000Z', 'Asia/Kolkata')).toBe('21 Nov 2026, 4:05 pm');
});

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
