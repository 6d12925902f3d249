import type { Context } from '../../context.ts';
import { expireOrder } from '../order/order-life.service.ts';
import * as queries from './payment.queries.ts';

/**
 * Ends an order whose time to be paid is over, if it still waits, and closes the page of one that has ended, by
 * whatever: so that nobody pays for what is no longer held. The stock is back before the provider is asked, who may
 * be away; then this throws, to be tried again.
 */
export async function endUnpaidOrder(context: Context, orderId: string): Promise<void> {
  const { sql, payments, now } = context;
  await expireOrder(context, orderId);
  const page = await queries.selectPageToClose(sql, orderId);
  // Another provider's pages end by themselves.
  if (page === null) return;
  if (page.provider === payments.name) await payments.closePage(page.id);
  await queries.closeNotedPage(sql, page.id, now());
}
