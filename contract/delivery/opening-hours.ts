import { dayMs } from '#contract/base/durations.ts';
import { indiaOffsetMs, indiaTimeZone, toDay, toShopDate } from '#contract/base/zoned-time.ts';

/** A time of day, `00:00` to `24:00`. */
export interface Interval {
  from: string;
  to: string;
}

/** When the store takes orders. */
export interface OpeningHours {
  /** Seven days, Monday first; an empty day is closed. */
  week: readonly (readonly Interval[])[];
  /** Days with other hours, such as holidays. */
  exceptions: readonly { date: string; reason: string; intervals: readonly Interval[] }[];
  /** Stops orders at once; without `until` it ends by hand. */
  pause: { reason: string; until: string | null } | null;
}

export type OpeningStatus =
  /** `closesAt` is null when no end is planned. */
  | { isOpen: true; closesAt: Date | null }
  /** `opensAt` is null when no opening is planned. `reason` is what staff have entered, or empty. */
  | { isOpen: false; opensAt: Date | null; reason: string };

export const wholeDay: Interval = { from: '00:00', to: '24:00' };

/** What the hours of a day are: all of it, none, or some. */
export type DayKind = 'OPEN' | 'CLOSED' | 'HOURS';

export function toDayKind(intervals: readonly Interval[]): DayKind {
  const [first, ...others] = intervals;
  if (first === undefined) return 'CLOSED';
  return others.length === 0 && first.from === wholeDay.from && first.to === wholeDay.to ? 'OPEN' : 'HOURS';
}

export const alwaysOpen: OpeningHours = {
  week: Array.from({ length: 7 }, () => [wholeDay]),
  exceptions: [],
  pause: null,
};

// Longer than a year, so that one that is closed but for a holiday has a next opening.
const plannedDays = 400;

const startOf = (day: number) => day * dayMs - indiaOffsetMs;

function toMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** The intervals of a day as milliseconds since 1970. */
export function intervalsOf({ week, exceptions }: OpeningHours, day: number): { from: number; to: number }[] {
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  // 1 January 1970 was a Thursday.
  const planned =
    exceptions.find((exception) => exception.date === date)?.intervals ?? week[(day + 3) % 7] ?? [];
  return planned.map(({ from, to }) => ({ from: startOf(day) + toMs(from), to: startOf(day) + toMs(to) }));
}

/** The end of the interval that contains `at`, over midnight; null outside of all, Infinity without an end. */
function findEnd(hours: OpeningHours, at: number): number | null {
  let end: number | null = null;
  const today = toDay(at);
  // Without an end in the week after the last exception there is none: each week is the same.
  const exceptions = hours.exceptions.map(({ date }) => Date.parse(date) / dayMs);
  const lastDay = Math.min(Math.max(today, ...exceptions) + 8, today + plannedDays);
  for (let day = today; day <= lastDay; day += 1) {
    const reached = end ?? at;
    for (const { from, to } of intervalsOf(hours, day)) {
      if (from <= (end ?? reached) && (end ?? reached) < to) end = to;
    }
    if (end === null || end < startOf(day + 1)) return end;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first time from `at` on that is in an interval; null if none is planned. */
function findStart(hours: OpeningHours, at: number): number | null {
  for (let day = toDay(at); day <= toDay(at) + plannedDays; day += 1) {
    const starts = intervalsOf(hours, day)
      .filter(({ to }) => to > at)
      .map(({ from }) => Math.max(from, at));
    if (starts.length > 0) return Math.min(...starts);
  }
  return null;
}

/** The pause at a time; null also for one that has ended. */
export function findPause(pause: OpeningHours['pause'], at: Date): OpeningHours['pause'] {
  return pause === null || pause.until === null || at.getTime() < Date.parse(pause.until) ? pause : null;
}

/** Whether the store takes orders at a time, and when that changes. */
export function toOpeningStatus(hours: OpeningHours, at: Date): OpeningStatus {
  const now = at.getTime();
  const pause = findPause(hours.pause, at);
  if (pause !== null) {
    const opens = pause.until === null ? null : findStart(hours, Date.parse(pause.until));
    return { isOpen: false, opensAt: opens === null ? null : new Date(opens), reason: pause.reason };
  }
  const end = findEnd(hours, now);
  if (end !== null) return { isOpen: true, closesAt: Number.isFinite(end) ? new Date(end) : null };
  const opens = findStart(hours, now);
  const today = hours.exceptions.find(({ date }) => date === toShopDate(at));
  return { isOpen: false, opensAt: opens === null ? null : new Date(opens), reason: today?.reason ?? '' };
}

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: indiaTimeZone,
  hour: 'numeric',
  minute: '2-digit',
});
const dayAndClock = new Intl.DateTimeFormat('en-IN', {
  timeZone: indiaTimeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
});

const toClock = (time: string) => clock.format(startOf(0) + toMs(time));

/** The hours of a day for shoppers, such as `7:00 am – 10:00 pm`. */
export function describeDay(intervals: readonly Interval[]): string {
  const kind = toDayKind(intervals);
  if (kind !== 'HOURS') return kind === 'OPEN' ? 'Open 24 hours' : 'Closed';
  return intervals.map(({ from, to }) => `${toClock(from)} – ${toClock(to)}`).join(', ');
}

/** The status as a sentence for shoppers. */
export function describeOpening(status: OpeningStatus, at: Date): string {
  const format = (time: Date) => (toShopDate(time) === toShopDate(at) ? clock : dayAndClock).format(time);
  if (status.isOpen)
    return status.closesAt === null ? 'Open 24 hours.' : `Open until ${format(status.closesAt)}.`;
  const reason = status.reason === '' ? '' : ` (${status.reason})`;
  return status.opensAt === null
    ? `The store takes no orders now${reason}.`
    : `The store is closed now${reason}. It opens ${toShopDate(status.opensAt) === toShopDate(at) ? 'at' : 'on'} ${format(status.opensAt)}.`;
}
