import { dayMs } from './durations.ts';

/** The time zone of stores. */
export const indiaTimeZone = 'Asia/Kolkata';
/** How far the clocks of India are ahead of UTC; there is no summer time. */
export const indiaOffsetMs = 5.5 * 60 * 60_000;

/** Days since 1970 in India. */
export function toDay(at: number): number {
  return Math.floor((at + indiaOffsetMs) / dayMs);
}

/** The date of a day in India, such as `2026-11-22`. */
export function toShopDate(at: Date): string {
  return new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);
}
