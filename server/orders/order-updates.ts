import type { Database } from '#server/database/connect.ts';

declare module '#server/http/context.ts' {
  interface Context {
    /** Publishes changes of orders. */
    orderUpdates: OrderUpdates;
  }
}

/** Receives the id of a changed order, null when any order may have changed. */
type OrderListener = (orderId: string | null) => void;

/** Distributes order changes to subscribers in this process. `listenForOrderUpdates` feeds it from the database. */
export class OrderUpdates {
  readonly #byOrder = new Map<string, Set<OrderListener>>();
  readonly #forAll = new Set<OrderListener>();

  /** Subscribes to one order, or to all when `orderId` is null. Returns the function that unsubscribes. */
  subscribe(orderId: string | null, listener: OrderListener): () => void {
    if (orderId === null) {
      this.#forAll.add(listener);
      return () => void this.#forAll.delete(listener);
    }
    const listeners = this.#byOrder.get(orderId) ?? new Set();
    this.#byOrder.set(orderId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byOrder.get(orderId) === listeners) this.#byOrder.delete(orderId);
    };
  }

  publish(orderId: string): void {
    for (const listener of [...(this.#byOrder.get(orderId) ?? []), ...this.#forAll]) listener(orderId);
  }

  /** Reports that any order may have changed. */
  publishAll(): void {
    const single = [...this.#byOrder.values()].flatMap((listeners) => [...listeners]);
    for (const listener of [...single, ...this.#forAll]) listener(null);
  }

  /** Number of orders with their own subscribers. */
  get subscribedOrders(): number {
    return this.#byOrder.size;
  }
}

const channel = 'order';

/**
 * Publishes the order changes that any process commits (NOTIFY by a trigger on order_history). After a reconnection
 * it reports that any order may have changed, because notifications are lost in between.
 */
export async function listenForOrderUpdates(
  pool: Database,
  events: OrderUpdates,
): Promise<{ stop(): Promise<void> }> {
  let isFirst = true;
  const listening = await pool.listen(channel, {
    onNotify: (orderId) => events.publish(orderId),
    onListen() {
      if (!isFirst) events.publishAll();
      isFirst = false;
    },
  });
  return { stop: () => listening.unlisten() };
}
