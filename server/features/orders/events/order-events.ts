import type { Database } from '#server/database/connect.ts';

/** Is told the id of an order that has changed; null when it may be any. */
type OrderListener = (orderId: string | null) => void;

/** Passes on which orders change, within this process; fed by what any process commits (`listenForOrderEvents`). */
export class OrderEvents {
  readonly #ofOne = new Map<string, Set<OrderListener>>();
  readonly #ofAll = new Set<OrderListener>();

  /** Calls back at each change of one order, or of any when `orderId` is null. Gives the way to stop. */
  subscribe(orderId: string | null, listener: OrderListener): () => void {
    if (orderId === null) {
      this.#ofAll.add(listener);
      return () => void this.#ofAll.delete(listener);
    }
    const listeners = this.#ofOne.get(orderId) ?? new Set();
    this.#ofOne.set(orderId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofOne.get(orderId) === listeners) this.#ofOne.delete(orderId);
    };
  }

  /** An order has changed. */
  publish(orderId: string): void {
    for (const listener of [...(this.#ofOne.get(orderId) ?? []), ...this.#ofAll]) listener(orderId);
  }

  /** Nobody knows which orders have changed. */
  publishAll(): void {
    const ofOne = [...this.#ofOne.values()].flatMap((listeners) => [...listeners]);
    for (const listener of [...ofOne, ...this.#ofAll]) listener(null);
  }

  /** How many orders somebody follows. */
  get subscribedOrders(): number {
    return this.#ofOne.size;
  }
}

const channel = 'order';

/**
 * Tells of every order that any process changes (the trigger of migration 0005 notifies). It is one connection of
 * the database for a whole process; when it was lost, every order may have changed meanwhile.
 */
export async function listenForOrderEvents(
  pool: Database,
  news: OrderEvents,
): Promise<{ stop(): Promise<void> }> {
  let isFirst = true;
  const listening = await pool.listen(
    channel,
    (orderId) => news.publish(orderId),
    () => {
      if (!isFirst) news.publishAll();
      isFirst = false;
    },
  );
  return { stop: () => listening.unlisten() };
}
