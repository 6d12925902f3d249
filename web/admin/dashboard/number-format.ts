/** How a figure stands against an earlier one. */
export interface Comparison {
  trend: 'up' | 'down' | 'same';
  /** `12%`; null where the earlier figure was zero, for nothing is a multiple of it. */
  change: string | null;
}

// Beyond that a percentage says no more than 'many times as much'.
const largestPercent = 999;

/** Compares a figure with an earlier one, in whole percent. */
export function compareCounts(now: number, before: number): Comparison {
  if (now === before) return { trend: 'same', change: null };
  const trend = now > before ? 'up' : 'down';
  if (before === 0) return { trend, change: null };
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent > largestPercent) return { trend, change: `over ${largestPercent}%` };
  return { trend, change: percent === 0 ? 'under 1%' : `${percent}%` };
}

// The day is already one of the shop's time zone, so it must not be moved to the reader's.
const shortDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-IN', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
});

/** A day such as `2026-11-21` as people read it: `21 Nov`, or with its weekday `Sat, 21 Nov`. */
export function formatDay(day: string, look: 'short' | 'long' = 'short'): string {
  return (look === 'short' ? shortDay : longDay).format(new Date(`${day}T00:00:00Z`));
}

/** A count as it is read in India: `1,20,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-IN');
}

const wholeRupees = new Intl.NumberFormat('en-IN', {
  ...{ style: 'currency', currency: 'INR', maximumFractionDigits: 0 },
});

/** Rupees as a sum of many sales is read: without paise. */
export function formatRupees(rupees: number): string {
  return wholeRupees.format(rupees);
}
