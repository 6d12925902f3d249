import { indiaTimeZone as timeZone, toDay } from '#contract/base/zoned-time.ts';

/** A window of delivery, as ISO times. */
interface Slot {
  startsAt: string;
  endsAt: string;
}

/** Such as `Tue, 24 Nov`; with `now`, the next days are `today` and `tomorrow`. In the time of India. */
export function toSlotDay({ startsAt }: Pick<Slot, 'startsAt'>, language: string, now?: number): string {
  const ahead = now === undefined ? -1 : toDay(Date.parse(startsAt)) - toDay(now);
  if (ahead === 0 || ahead === 1)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(ahead, 'day');
  const format = { timeZone, weekday: 'short', day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(language, format).format(new Date(startsAt));
}

/** Such as `6:00 – 7:00 pm`. */
export function toSlotHours({ startsAt, endsAt }: Slot, language: string): string {
  const format = { timeZone, hour: 'numeric', minute: '2-digit', hour12: true } as const;
  const clock = new Intl.DateTimeFormat(language, format);
  const [from, to] = [startsAt, endsAt].map((time) => {
    // Some engines write a narrow space, or capitals.
    return clock
      .format(new Date(time))
      .replace(/\s([ap]m)$/i, (_whole, half: string) => ` ${half.toLowerCase()}`);
  });
  const isSameHalf = from?.slice(-3) === to?.slice(-3);
  return `${isSameHalf ? from?.slice(0, -3) : from} – ${to}`;
}

/** Such as `tomorrow, 6:00 – 7:00 pm`. */
export function toSlotText(slot: Slot, language: string, now?: number): string {
  return `${toSlotDay(slot, language, now)}, ${toSlotHours(slot, language)}`;
}
