/**
 * A step of the reader's own order, that it could not be delivered and is tried again (`UNDELIVERED`), that the money
 * of a cancelled order is on its way back (`REFUNDED`), a question about a missing product (`QUESTION`), the new
 * time of a late order (`LATE`), or for the staff that an order has arrived (`NEW_ORDER`).
 */
export type PushTopic =
  | 'PACKING'
  | 'OUT_FOR_DELIVERY'
  | 'UNDELIVERED'
  | 'DELIVERED'
  | 'CANCELLED'
  | 'REFUNDED'
  | 'QUESTION'
  | 'LATE'
  | 'NEW_ORDER';

/** The payload of a push: no text of a language, and nothing that a lock screen should not show. */
export interface PushPayload {
  topic: PushTopic;
  /** The number of the order. */
  number: string;
  /** The path of the page to open. */
  path: string;
  /** Rises with each step of an order: push services may deliver an earlier step later. */
  sequence: number;
  /** The path of a picture. */
  image?: string;
  /** The new time of a late order, such as `4:05 pm`. */
  time?: string;
}

/** The call that replaces a subscription; the service worker sends it without the client of the pages. */
export const replacePushPath = '/api/push/replace';

/** Null if the text is not a message of the shop. */
export function parsePushPayload(text: string): PushPayload | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPushPayload(value) ? value : null;
  } catch {
    return null;
  }
}

function isPushPayload(value: unknown): value is PushPayload {
  if (typeof value !== 'object' || value === null) return false;
  const isText = (name: string) => typeof Reflect.get(value, name) === 'string';
  return (
    ['topic', 'number', 'path'].every(isText) &&
    typeof Reflect.get(value, 'sequence') === 'number' &&
    ['image', 'time'].every((name) => Reflect.get(value, name) === undefined || isText(name))
  );
}
