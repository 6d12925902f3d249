/**
 * Where changes of orders are told as they happen (server-sent events): `?_id=…` those of one order, to its shopper
 * and to admins; `?board=1` those of all, to admins.
 */
export const orderEventsPath = '/api/order/events';

/**
 * Something has changed, and is to be read again: `data` is an `OrderChange`. The first one comes at once, so that
 * whatever changed before somebody listened is read, too.
 */
export const orderChangeEvent = 'change';

/** Which order has changed; null when it may be any. */
export interface OrderChange {
  _id: string | null;
}

/** Nothing has happened: told every so often, so that a dead connection is noticed. */
export const orderBeatEvent = 'beat';
export const orderBeatSeconds = 15;
