const minuteMs = 60_000;
const promisedMinutes = 10;
const heldMinutes = 30;

/** When an order should be at the door that is placed now. */
export function promisedAt(placedAt: Date): Date {
  return new Date(placedAt.getTime() + promisedMinutes * minuteMs);
}

/** Until when an order of now waits for its payment, and holds its stock meanwhile (decisions section 5). */
export function heldUntil(orderedAt: Date): Date {
  return new Date(orderedAt.getTime() + heldMinutes * minuteMs);
}
