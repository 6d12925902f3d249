import { dayMs } from './durations.ts';

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
