const minuteMs = 60_000;

/** How long until the promised moment, as a shopper counts: `in 8 min`, and when it has come `any moment now`. */
export function promiseText(promisedAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(promisedAt) - now) / minuteMs);
  return minutes <= 0 ? 'any moment now' : `in ${minutes} min`;
}

/** How long goods are still held for an unpaid order; null when that is over. */
export function heldText(expiresAt: string, now: number): string | null {
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return null;
  return leftMs < minuteMs ? 'less than a minute' : `${Math.ceil(leftMs / minuteMs)} min`;
}

/** Minutes from one moment to another, at least one. */
export function minutesBetween(from: string, to: string): number {
  return Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
}
