import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '#server/database/connect.ts';

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

  /** As `publish`, without the subscribers to all orders. */
  publishToFollowers(orderId: string): void {
    for (const listener of [...(this.#byOrder.get(orderId) ?? [])]) listener(orderId);
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
/** Changes that only who follows a single order is told of. */
const positionChannel = 'order_position';

/** Tells those who follow an order that its rider is nearer or farther away. */
export async function notifyOrderPosition(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`select pg_notify(${positionChannel}, ${orderId})`);
}

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
  const positions = await pool.listen(positionChannel, {
    onNotify: (orderId) => events.publishToFollowers(orderId),
  });
  return {
    async stop() {
      await Promise.all([listening.unlisten(), positions.unlisten()]);
    },
  };
}

// Required of changes by staff are 200 ms; placed orders are announced as soon.
const delayMs = 100;
// Finds the orders of a process that was killed before it announced them.
const sweepMs = 10_000;
/** So many tags fit into a notification. */
const tagsAtOnce = 100;

/**
 * Announces the orders that this process places to all processes, those of 100 ms together, and those that a killed
 * process has left.
 */
export function startOrderAnnouncements(db: Database, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  async function announce(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await announcePlacedOrders(db).catch((error: unknown) =>
      log.debug({ err: error }, 'Placed orders could not be announced; trying again'),
    );
  }
  // The change of stock of an order is announced in its own process.
  const own = db.onAnnouncement(() => {
    timer ??= setTimeout(announce, delayMs);
  });
  const sweep = setInterval(announce, sweepMs);
  void announce();
  return {
    async stop() {
      own.stop();
      clearInterval(sweep);
      await announce();
    },
  };
}

/**
 * Sends the notifications of placed orders that no process has announced: the id of each order, and the tags of the
 * numbers in stock that it has changed. Processes that do so at the same time announce different orders.
 */
export async function announcePlacedOrders(db: Queryable): Promise<void> {
  await db.query(sql`
    with announced as (
      delete from unannounced_order where order_id in (select order_id from unannounced_order for update skip locked)
      returning order_id
    ), bought as (
      select product_id, (row_number() over () - 1) / ${tagsAtOnce}::integer as part
      from (select distinct product_id from order_line join announced using (order_id)) as line
    ), change as (
      select 'catalogue' as channel, json_agg('stock:' || product_id)::text as payload from bought group by part
      union all
      select 'order', order_id from announced
    )
    select pg_notify(channel, payload) from change`);
}
