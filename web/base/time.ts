import { useEffect, useState } from 'react';
import { indiaTimeZone as timeZone, toShopDate } from '#contract/base/zoned-time.ts';
import { languageTag } from '#web/texts/t.ts';

const clock: Intl.DateTimeFormatOptions = { timeZone, hour: 'numeric', minute: '2-digit', hour12: true };
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...clock };
const thisYear = new Intl.DateTimeFormat(languageTag, day);
const otherYear = new Intl.DateTimeFormat(languageTag, { ...day, year: 'numeric' });

/** Formats an ISO time as `21 Nov, 4:05 pm` in the time of the store, with the year if it is another one. */
export function formatDateTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const isThisYear = toShopDate(moment).slice(0, 4) === toShopDate(now).slice(0, 4);
  const format = isThisYear ? thisYear : otherYear;
  return withPlainHalf(format.format(moment));
}

const timeOfDay = new Intl.DateTimeFormat(languageTag, clock);

/** Formats milliseconds since 1970 as `4:05 pm` in the time of the store. */
export function formatTime(at: number): string {
  return withPlainHalf(timeOfDay.format(at));
}

// Some engines write a narrow space before am and pm, or capitals.
function withPlainHalf(text: string): string {
  return text.replace(/\s([ap]m)$/i, (_whole, half: string) => ` ${half.toLowerCase()}`);
}

/** `Date.now()`, updated every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
