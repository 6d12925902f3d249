import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '#server/database/connect.ts';

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
