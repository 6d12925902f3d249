import { AppError } from '#contract/errors.ts';
import type { ShopperContext } from '../../context.ts';
import { getBoardOrder } from '../order/order-board.service.ts';
import { requireMayFollow } from '../order-events/order-events.service.ts';
import { drawInvoice } from './draw-invoice.ts';

/**
 * The invoice of an order, for its shopper and for admins. Throws NOT_FOUND, TOO_MANY_REQUESTS, and ORDER_STATUS for
 * an order that is not sold: it waits for its payment or is cancelled.
 */
export async function getInvoice(
  context: ShopperContext,
  orderId: string,
): Promise<{ number: string; pdf: Buffer }> {
  await context.limits.invoice.take(context.caller.userId);
  await requireMayFollow(context, orderId);
  const order = await getBoardOrder(context, orderId);
  const { status } = order;
  if (status === 'PENDING_PAYMENT' || status === 'CANCELLED') {
    const message = 'Only an order that is placed has an invoice.';
    throw new AppError('ORDER_STATUS', { message, details: { status } });
  }
  const { shop, seller, timeZone } = context;
  return { number: order.orderId, pdf: await drawInvoice(order, { shop, seller, timeZone }) };
}
