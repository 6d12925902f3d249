import { listItem, type Order } from '#contract/order.ts';
import { paiseOf } from '#contract/rules/money.ts';
import type { ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { orderCart } from '#server/features/order/order.service.ts';
import { type PaymentOutcome, placePaidOrder } from '#server/features/order/order-payment.service.ts';
import type { Buyer } from './buyer.ts';

/** An order that waits for its payment, with the page on which it can be paid. */
export interface CardOrder {
  order: Order;
  sessionId: string;
}

/** The context of a shopper who is signed in. */
export function shopperContextOf({ context }: Buyer): ShopperContext {
  const { caller } = context;
  if (caller === null) throw new Error('Nobody is signed in.');
  return { ...context, caller };
}

/** Orders the whole cart, which may be empty here, as the services do it. */
export async function orderWholeCart(buyer: Buyer, method: Order['payment_method']): Promise<Order> {
  const { list_items, ...input } = await buyer.checkout();
  const lines = list_items.map((line) => listItem.parse(line));
  return (await orderCart(shopperContextOf(buyer), { ...input, list_items: lines }, method)).order;
}

/** Orders the whole cart by card, as the checkout does; no provider is asked. */
export async function orderByCard(buyer: Buyer): Promise<CardOrder> {
  const context = shopperContextOf(buyer);
  const order = await orderWholeCart(buyer, 'CARD');
  const sessionId = `session${newId()}`;
  await context.sql`
    insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
    values (${sessionId}, 'sandbox', ${order._id}, ${paiseOf(order.totalAmt)}, ${`https://pay.example/${sessionId}`},
      ${context.now()}, ${context.now()})`;
  return { order, sessionId };
}

/** Lets the provider tell that a page was paid; `given` replaces parts of what it tells. */
export function pay(
  buyer: Buyer,
  { order, sessionId }: CardOrder,
  given: { amount?: number; currency?: string } = {},
): Promise<PaymentOutcome> {
  const payment = {
    sessionId,
    paymentId: `payment${sessionId}`,
    amount: paiseOf(order.totalAmt),
    currency: 'inr',
  };
  return inTransaction(buyer.context, (transaction) => placePaidOrder(transaction, { ...payment, ...given }));
}
