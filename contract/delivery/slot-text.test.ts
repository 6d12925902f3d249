import { expect, test } from 'vitest';
import { toSlotText } from './slot-text.ts';

const now = Date.parse('2026-11-23T23:30:00+05:30');
const slot = (from: string, to: string) => ({ startsAt: `${from}:00+05:30`, endsAt: `${to}:00+05:30` });

test.each([
  [slot('2026-11-23T23:00', '2026-11-24T00:00'), 'today, 11:00 pm – 12:00 am', 'आज, 11:00 pm – 12:00 am'],
  [slot('2026-11-24T18:00', '2026-11-24T19:30'), 'tomorrow, 6:00 – 7:30 pm', 'कल, 6:00 – 7:30 pm'],
  [
    slot('2026-11-25T11:30', '2026-11-25T12:30'),
    'Wed, 25 Nov, 11:30 am – 12:30 pm',
    'बुध, 25 नव॰, 11:30 am – 12:30 pm',
  ],
  // Yesterday in UTC.
  [slot('2026-11-24T00:00', '2026-11-24T01:00'), 'tomorrow, 12:00 – 1:00 am', 'कल, 12:00 – 1:00 am'],
])('the window %o reads %s', (given, english, hindi) => {
  expect([toSlotText(given, 'en-IN', now), toSlotText(given, 'hi-IN', now)]).toEqual([english, hindi]);
});

test('without the present time the day is always named', () => {
  expect(toSlotText(slot('2026-11-23T18:00', '2026-11-23T19:00'), 'en-IN')).toBe(
    'Mon, 23 Nov, 6:00 – 7:00 pm',
  );
});
