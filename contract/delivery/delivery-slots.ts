import { toDay } from '#contract/base/zoned-time.ts';
import { intervalsOf, type OpeningHours } from './opening-hours.ts';

/** Later times of delivery that shoppers can choose. */
export interface SlotSettings {
  isOn: boolean;
  /** Length of a window. */
  minutes: number;
  /** Most orders in a window. */
  capacity: number;
  /** 0: windows of today only. */
  daysAhead: number;
  /** Least time from the order to the beginning of its window. */
  leadMinutes: number;
}

export const initialSlots = {
  isOn: false,
  minutes: 60,
  capacity: 10,
  daysAhead: 2,
  leadMinutes: 60,
} satisfies SlotSettings;

/** A window in which an order is delivered. */
export interface SlotTimes {
  startsAt: Date;
  endsAt: Date;
}

/**
 * The windows that can be chosen now, earliest first. They follow each other from each opening; what is left before
 * the closing is no window. A pause has none, and one without an end leaves none.
 */
export function listSlotTimes(hours: OpeningHours, slots: SlotSettings, now: Date): SlotTimes[] {
  if (!slots.isOn) return [];
  const lengthMs = slots.minutes * 60_000;
  const earliest = Math.max(now.getTime() + slots.leadMinutes * 60_000, toPauseEnd(hours, now));
  const today = toDay(now.getTime());
  const times: SlotTimes[] = [];
  for (let day = today; day <= today + slots.daysAhead; day += 1) {
    for (const { from, to } of intervalsOf(hours, day).sort((one, other) => one.from - other.from)) {
      for (let start = from; start + lengthMs <= to; start += lengthMs) {
        if (start >= earliest) times.push({ startsAt: new Date(start), endsAt: new Date(start + lengthMs) });
      }
    }
  }
  return times;
}

function toPauseEnd({ pause }: OpeningHours, now: Date): number {
  if (pause === null) return now.getTime();
  return pause.until === null ? Number.POSITIVE_INFINITY : Date.parse(pause.until);
}

/** When a window begins and ends, as a key. */
export function toSlotKey({ startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string }): string {
  return `${new Date(startsAt).toISOString()}/${new Date(endsAt).toISOString()}`;
}

/** When work for an order in a window must begin, so that it can be delivered from its beginning on. */
export function toWorkStart(slotStartsAt: Date | string, promisedMinutes: number): number {
  return new Date(slotStartsAt).getTime() - promisedMinutes * 60_000;
}

/** The promised time: after these minutes, but not before the end of the window. */
export function toPromisedTime(from: Date, promisedMinutes: number, slotEndsAt: Date | null): Date {
  return new Date(Math.max(from.getTime() + promisedMinutes * 60_000, slotEndsAt?.getTime() ?? 0));
}
