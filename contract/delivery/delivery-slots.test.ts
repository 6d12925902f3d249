import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  initialSlots,
  listSlotTimes,
  type SlotSettings,
  toPromisedTime,
  toWorkStart,
} from './delivery-slots.ts';
import { alwaysOpen, type OpeningHours, toOpeningStatus } from './opening-hours.ts';

/** A time in India; 23 November 2026 is a Monday. */
const india = (text: string) => new Date(`${text}+05:30`);
const hours = (...day: [from: string, to: string][]): OpeningHours => ({
  ...alwaysOpen,
  week: Array.from({ length: 7 }, () => day.map(([from, to]) => ({ from, to }))),
});
const slots: SlotSettings = { ...initialSlots, isOn: true, daysAhead: 0, leadMinutes: 0 };
const starts = (given: OpeningHours, settings: Partial<SlotSettings>, now: string) =>
  listSlotTimes(given, { ...slots, ...settings }, india(now)).map(({ startsAt }) =>
    new Date(startsAt.getTime() + 330 * 60_000).toISOString().slice(0, 16),
  );

test('windows follow each other from each opening, and what is left before the closing is none', () => {
  expect(starts(hours(['07:00', '09:30'], ['16:15', '18:15']), {}, '2026-11-23T00:00')).toEqual([
    '2026-11-23T07:00',
    '2026-11-23T08:00',
    '2026-11-23T16:15',
    '2026-11-23T17:15',
  ]);
  expect(starts(hours(['07:00', '09:30']), { minutes: 180 }, '2026-11-23T00:00')).toEqual([]);
});

test('a window can be chosen until the lead time before it', () => {
  const open = hours(['07:00', '10:00']);
  expect(starts(open, { leadMinutes: 60 }, '2026-11-23T07:00')).toEqual([
    '2026-11-23T08:00',
    '2026-11-23T09:00',
  ]);
  expect(starts(open, { leadMinutes: 60 }, '2026-11-23T07:00:01')).toEqual(['2026-11-23T09:00']);
});

test('days ahead are counted from today in India, also when it is still yesterday in UTC', () => {
  const open = hours(['01:00', '02:00']);
  expect(starts(open, { daysAhead: 1 }, '2026-11-23T00:30')).toEqual([
    '2026-11-23T01:00',
    '2026-11-24T01:00',
  ]);
});

test('a dated exception replaces the windows of its day', () => {
  const exceptions = [
    { date: '2026-11-24', reason: 'Guru Nanak Jayanti', intervals: [] },
    { date: '2026-11-25', reason: '', intervals: [{ from: '12:00', to: '13:00' }] },
  ];
  expect(starts({ ...hours(['07:00', '08:00']), exceptions }, { daysAhead: 2 }, '2026-11-23T06:00')).toEqual([
    '2026-11-23T07:00',
    '2026-11-25T12:00',
  ]);
});

test('a pause has no windows before its end, and one without an end leaves none', () => {
  const open = hours(['07:00', '10:00']);
  const until = india('2026-11-23T08:00').toISOString();
  expect(starts({ ...open, pause: { reason: 'x', until } }, {}, '2026-11-23T06:00')).toEqual([
    '2026-11-23T08:00',
    '2026-11-23T09:00',
  ]);
  expect(starts({ ...open, pause: { reason: 'x', until: null } }, {}, '2026-11-23T06:00')).toEqual([]);
});

test('a store without later deliveries has no windows', () => {
  expect(starts(alwaysOpen, { isOn: false }, '2026-11-23T06:00')).toEqual([]);
});

test('windows never overlap, begin after the lead time, and are inside of the opening hours', () => {
  const settings = fc.record({
    isOn: fc.constant(true),
    minutes: fc.integer({ min: 30, max: 480 }),
    capacity: fc.constant(1),
    daysAhead: fc.integer({ min: 0, max: 7 }),
    leadMinutes: fc.integer({ min: 0, max: 2880 }),
  });
  const minute = fc.integer({ min: 0, max: 20 * 24 * 60 });
  const open = hours(['00:00', '02:00'], ['07:30', '13:00'], ['16:00', '24:00']);
  fc.assert(
    fc.property(settings, minute, (given, at) => {
      const now = new Date(india('2026-11-20T00:00').getTime() + at * 60_000);
      let before = now.getTime() + given.leadMinutes * 60_000;
      for (const { startsAt, endsAt } of listSlotTimes(open, given, now)) {
        expect(startsAt.getTime()).toBeGreaterThanOrEqual(before);
        expect(endsAt.getTime() - startsAt.getTime()).toBe(given.minutes * 60_000);
        expect(toOpeningStatus(open, startsAt).isOpen).toBe(true);
        expect(toOpeningStatus(open, new Date(endsAt.getTime() - 1)).isOpen).toBe(true);
        before = endsAt.getTime();
      }
    }),
  );
});

test('work begins early enough for the beginning of the window, and the promise is its end, or later if the minutes need it', () => {
  const [start, end] = [india('2026-11-23T18:00'), india('2026-11-23T19:00')];
  expect(new Date(toWorkStart(start, 25))).toEqual(india('2026-11-23T17:35'));
  expect(toPromisedTime(india('2026-11-23T08:00'), 25, end)).toEqual(end);
  expect(toPromisedTime(india('2026-11-23T18:50'), 25, end)).toEqual(india('2026-11-23T19:15'));
  expect(toPromisedTime(india('2026-11-23T08:00'), 25, null)).toEqual(india('2026-11-23T08:25'));
});
