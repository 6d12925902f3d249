import { useEffect, useState } from 'react';

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true };
const thisYear = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', ...clock });
const otherYear = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...clock,
});

/** An ISO moment as people read it: `21 Nov, 4:05 pm`, with the year when it is not this one. */
export function formatDateTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const format = moment.getFullYear() === now.getFullYear() ? thisYear : otherYear;
  // Some engines put a narrow space before am and pm, or write them in capitals.
  return format.format(moment).replace(/\s([ap]m)$/i, (_whole, half: string) => ` ${half.toLowerCase()}`);
}

/** What time it is, read again so often: each second for whoever counts down. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
