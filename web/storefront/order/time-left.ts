const minuteMs = 60_000;

/** How long until the promised moment, as a shopper counts: `in 8 min`, and when it has come `any moment now`. */
export function promiseText(promisedAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(promisedAt) - now) / minuteMs);
  return minutes <= 0 ? 'any moment now' : `in ${minutes} min`;
}

// A rider who rings within it is as good as punctual.
const graceMs = 5 * minuteMs;

/** Whether the promised moment is so long ago that nobody would believe in `any moment now`. */
export function isOverdue(promisedAt: string, now: number): boolean {
  return now - Date.parse(promisedAt) > graceMs;
}

/** How long goods are still held for an unpaid order; null when that is over. */
export function heldText(expiresAt: string, now: number): string | null {
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return null;
  return leftMs < minuteMs ? 'less than a minute' : `${Math.ceil(leftMs / minuteMs)} min`;
}

/** How long something took, as people say it: `8 min`, `2 h 5 min`, `3 days`; a minute at least. */
export function durationText(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}
