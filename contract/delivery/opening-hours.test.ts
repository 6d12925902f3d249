import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toShopDate } from '#contract/base/zoned-time.ts';
import {
  alwaysOpen,
  describeDay,
  describeOpening,
  type OpeningHours,
  toDayKind,
  toOpeningStatus,
} from './opening-hours.ts';

/** A time in India; 23 November 2026 is a Monday. */
const india = (text: string) => new Date(`${text}+05:30`);
const everyDay = (...day: [from: string, to: string][]): OpeningHours => ({
  ...alwaysOpen,
  week: Array.from({ length: 7 }, () => day.map(([from, to]) => ({ from, to }))),
});
const lunchBreak = everyDay(['07:00', '13:00'], ['16:00', '22:30']);

test.each([
  ['2026-11-23T06:59:59', false, '2026-11-23T07:00'],
  ['2026-11-23T07:00', true, '2026-11-23T13:00'],
  ['2026-11-23T12:59:59', true, '2026-11-23T13:00'],
  ['2026-11-23T13:00', false, '2026-11-23T16:00'],
  ['2026-11-23T22:30', false, '2026-11-24T07:00'],
  ['2026-11-23T00:00', false, '2026-11-23T07:00'],
  ['2026-12-31T23:59', false, '2027-01-01T07:00'],
])('at %s in India it is open: %s, until %s', (at, isOpen, next) => {
  const status = toOpeningStatus(lunchBreak, india(at));
  expect(status).toMatchObject(
    isOpen ? { isOpen, closesAt: india(next) } : { isOpen, opensAt: india(next), reason: '' },
  );
});

test('hours over midnight are one interval', () => {
  const night = everyDay(['00:00', '02:00'], ['18:00', '24:00']);
  expect(toOpeningStatus(night, india('2026-11-23T23:00'))).toEqual({
    isOpen: true,
    closesAt: india('2026-11-24T02:00'),
  });
});

test('a store that is always open has no end, and one without hours no opening', () => {
  expect(toOpeningStatus(alwaysOpen, india('2026-11-23T03:00'))).toEqual({ isOpen: true, closesAt: null });
  expect(toOpeningStatus(everyDay(), india('2026-11-23T03:00'))).toEqual({
    isOpen: false,
    opensAt: null,
    reason: '',
  });
});

test('a week starts on Monday', () => {
  const mondays = { ...alwaysOpen, week: [[{ from: '10:00', to: '11:00' }], [], [], [], [], [], []] };
  expect(toOpeningStatus(mondays, india('2026-11-23T10:30'))).toMatchObject({ isOpen: true });
  expect(toOpeningStatus(mondays, india('2026-11-23T11:00'))).toMatchObject({
    opensAt: india('2026-11-30T10:00'),
  });
});

test('open without a break until the evening of next Sunday ends then', () => {
  const week = [...alwaysOpen.week.slice(0, 6), [{ from: '00:00', to: '20:00' }]];
  expect(toOpeningStatus({ ...alwaysOpen, week }, india('2026-11-23T03:00'))).toEqual({
    isOpen: true,
    closesAt: india('2026-11-29T20:00'),
  });
});

test.each([
  ['OPEN', 'Open 24 hours', [{ from: '00:00', to: '24:00' }]],
  ['CLOSED', 'Closed', []],
  ['HOURS', '7:00 am – 12:00 am', [{ from: '07:00', to: '24:00' }]],
  [
    'HOURS',
    '12:00 am – 12:00 pm, 12:00 pm – 12:00 am',
    [
      { from: '00:00', to: '12:00' },
      { from: '12:00', to: '24:00' },
    ],
  ],
])('a day is %s: %s', (kind, text, intervals) => {
  expect(toDayKind(intervals)).toBe(kind);
  expect(describeDay(intervals).replaceAll('\u202F', ' ')).toBe(text);
});

test('a store that is always open is open 24 hours', () => {
  const at = india('2026-11-23T09:00');
  expect(describeOpening(toOpeningStatus(alwaysOpen, at), at)).toBe('Open 24 hours.');
});

describe('an exception', () => {
  const exceptions = [
    { date: '2026-11-24', reason: 'Guru Nanak Jayanti', intervals: [] },
    { date: '2026-11-25', reason: '', intervals: [{ from: '12:00', to: '14:00' }] },
  ];

  test('replaces the hours of its day and gives the reason', () => {
    const at = india('2026-11-24T09:00');
    const status = toOpeningStatus({ ...lunchBreak, exceptions }, at);
    expect(status).toEqual({
      isOpen: false,
      opensAt: india('2026-11-25T12:00'),
      reason: 'Guru Nanak Jayanti',
    });
    expect(describeOpening(status, at)).toMatch(
      /^The store is closed now \(Guru Nanak Jayanti\)\. It opens on Wednesday.*12:00\spm\.$/,
    );
  });

  test('ends a store that is always open', () => {
    expect(toOpeningStatus({ ...alwaysOpen, exceptions }, india('2026-11-23T09:00'))).toEqual({
      isOpen: true,
      closesAt: india('2026-11-24T00:00'),
    });
  });

  test('ends a store that is always open months later', () => {
    const exceptions = [{ date: '2027-08-15', reason: 'Independence Day', intervals: [] }];
    expect(toOpeningStatus({ ...alwaysOpen, exceptions }, india('2026-11-23T09:00'))).toEqual({
      isOpen: true,
      closesAt: india('2027-08-15T00:00'),
    });
  });
});

describe('a pause', () => {
  test('closes until it ends, then the hours count', () => {
    const pause = { reason: 'Too many orders', until: india('2026-11-23T14:00').toISOString() };
    const hours = { ...lunchBreak, pause };
    const at = india('2026-11-23T12:00');
    expect(toOpeningStatus(hours, at)).toEqual({
      isOpen: false,
      opensAt: india('2026-11-23T16:00'),
      reason: pause.reason,
    });
    expect(toOpeningStatus(hours, india('2026-11-23T16:00'))).toMatchObject({ isOpen: true });
    expect(toOpeningStatus({ ...alwaysOpen, pause }, india('2026-11-23T14:00'))).toEqual({
      isOpen: true,
      closesAt: null,
    });
  });

  test('without an end has no next opening', () => {
    const status = toOpeningStatus(
      { ...alwaysOpen, pause: { reason: 'Flood', until: null } },
      india('2026-11-23T12:00'),
    );
    expect(status).toEqual({ isOpen: false, opensAt: null, reason: 'Flood' });
    expect(describeOpening(status, new Date())).toBe('The store takes no orders now (Flood).');
  });
});

const time = fc.integer({ min: 0, max: 24 * 4 }).map((quarter) => {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
});
const day = fc.uniqueArray(time, { maxLength: 6 }).map((times) => {
  const sorted = [...times].sort();
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => ({
    from: sorted[2 * index] ?? '',
    to: sorted[2 * index + 1] ?? '',
  }));
});
const minute = fc
  .integer({ min: 0, max: 20 * 24 * 60 })
  .map((minutes) => new Date(india('2026-11-20T00:00').getTime() + minutes * 60_000));
const hoursOf = fc.record({
  week: fc.array(day, { minLength: 7, maxLength: 7 }),
  exceptions: fc.uniqueArray(
    fc.record({ date: minute.map(toShopDate), reason: fc.constant('x'), intervals: day }),
    { maxLength: 3, selector: ({ date }) => date },
  ),
  pause: fc.option(
    fc.record({ reason: fc.constant('y'), until: fc.option(minute.map((at) => at.toISOString())) }),
  ),
});

/** The rule, stated differently: looks at one minute. */
function isOpenAt({ week, exceptions, pause }: OpeningHours, at: Date): boolean {
  if (pause !== null && (pause.until === null || at.toISOString() < pause.until)) return false;
  const local = new Date(at.getTime() + 330 * 60_000).toISOString();
  const clock = local.slice(11, 16);
  const weekday = new Date(`${local.slice(0, 10)}T12:00Z`).getUTCDay();
  const today =
    exceptions.find(({ date }) => date === local.slice(0, 10))?.intervals ?? week[(weekday + 6) % 7] ?? [];
  return today.some(({ from, to }) => from <= clock && clock < to);
}

test('the status of any minute is that of its interval, and the announced change is the first one', () => {
  fc.assert(
    fc.property(hoursOf, minute, (hours, at) => {
      const status = toOpeningStatus(hours, at);
      expect(status.isOpen).toBe(isOpenAt(hours, at));
      const next = status.isOpen ? status.closesAt : status.opensAt;
      // Quarters of an hour, as the hours are made of them.
      const end = Math.min(next?.getTime() ?? Number.POSITIVE_INFINITY, at.getTime() + 9 * 24 * 60 * 60_000);
      for (let time = at.getTime(); time < end; time += 15 * 60_000) {
        expect(isOpenAt(hours, new Date(time))).toBe(status.isOpen);
      }
      if (next !== null) expect(isOpenAt(hours, next)).toBe(!status.isOpen);
    }),
  );
});
