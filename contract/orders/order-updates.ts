/**
 * Server-sent events of order changes. `?_id=…`: one order, for its shopper and admins; `?board=1`: all, for admins.
 */
export const orderUpdatesPath = '/api/order/events';

/**
 * Name of an event with an `OrderChange`. The first one is sent immediately, so that the client reads the current
 * state.
 */
export const orderChangeEvent = 'change';

/** The changed order; null when any order may have changed. */
export interface OrderChange {
  _id: string | null;
}

/** Name of the heartbeat event, by which both sides detect a dead connection. */
export const orderBeatEvent = 'beat';
export const orderBeatSeconds = 15;

/** How often a browser reads an order that it has no stream for. */
export const orderPollMs = 15_000;
