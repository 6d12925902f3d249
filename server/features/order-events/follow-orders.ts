import type { Pool } from '../../database/connect.ts';
import type { OrderNews } from './order-news.ts';

const channel = 'order';

/**
 * Tells of every order that any process changes (the trigger of migration 0005 notifies). It is one connection of
 * the database for a whole process; when it was lost, every order may have changed meanwhile.
 */
export async function followOrders(pool: Pool, news: OrderNews): Promise<{ stop(): Promise<void> }> {
  let isFirst = true;
  const listening = await pool.listen(
    channel,
    (orderId) => news.tell(orderId),
    () => {
      if (!isFirst) news.tellAll();
      isFirst = false;
    },
  );
  return { stop: () => listening.unlisten() };
}
