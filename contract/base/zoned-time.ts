import { dayMs, minuteMs } from './durations.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The parts of a time on the clocks of a time zone, as `2026-11-21T16:05`. */
function toClock(ms: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** An ISO time for an input of type `datetime-local`, on the clocks of a time zone; empty for null. */
export function toZonedInput(time: string | null, timeZone: string): string {
  return time === null ? '' : toClock(Date.parse(time), timeZone);
}

/**
 * The ISO time of an input of type `datetime-local`, on the clocks of a time zone; null while it is empty. A time
 * that the clocks show twice is the first one, a time that they skip is as much later.
 */
export function fromZonedInput(typed: string, timeZone: string): string | null {
  const wanted = Date.parse(`${typed}Z`);
  if (Number.isNaN(wanted)) return null;
  const offsetAt = (ms: number) =>
    Date.parse(`${toClock(ms, timeZone)}Z`) - Math.floor(ms / minuteMs) * minuteMs;
  // The offsets before and after a change of the clocks. The larger one gives the earlier time.
  const candidates = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)].map((offset) => wanted - offset);
  const exact = candidates.filter((ms) => toClock(ms, timeZone) === typed.slice(0, 16));
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString();
}

/** Formats an ISO time as `21 Nov 2026, 4:05 pm`, on the clocks of a time zone. */
export function formatZoned(time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-IN', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  return format
    .format(new Date(time))
    .replace(/\s([ap]m)$/i, (_whole, half: string) => ` ${half.toLowerCase()}`);
}

/** Formats an ISO time as `4:05 pm`, on the clocks of a time zone. */
export function formatZonedTime(time: string, timeZone: string): string {
  return formatZoned(time, timeZone).split(', ').at(-1) ?? '';
}

/** The time zone of stores. */
export const indiaTimeZone = 'Asia/Kolkata';
/** How far the clocks of India are ahead of UTC; there is no summer time. */
export const indiaOffsetMs = 5.5 * 60 * 60_000;

/** Days since 1970 in India. */
export function toDay(at: number): number {
  return Math.floor((at + indiaOffsetMs) / dayMs);
}

/** The time at which a day in India, such as `2026-11-22`, or one of the days after it begins. */
export function startOfShopDay(day: string, daysLater = 0): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - indiaOffsetMs + daysLater * dayMs).toISOString();
}

/** A time on the clocks of India with its offset, such as `2026-11-22T16:05:00+05:30`, for files. */
export function toShopTime(at: string): string {
  return `${new Date(Date.parse(at) + indiaOffsetMs).toISOString().slice(0, 19)}+05:30`;
}

/** The date of a day in India, such as `2026-11-22`. */
export function toShopDate(at: Date): string {
  return new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);
}
