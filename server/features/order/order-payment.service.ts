import type { Context } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { takeFromCart } from '../cart/cart.service.ts';
import type { StockLevel } from '../stock/stock.service.ts';
import * as life from './order-life.queries.ts';
import { byShop, endUnpaid, oweRefund, step } from './order-life.service.ts';
import { newOrderNumber } from './order-number.ts';
import * as queries from './order-payment.queries.ts';
import { promisedAt } from './order-times.ts';

/** Money that a provider says has come in. */
export interface Payment {
  sessionId: string;
  paymentId: string;
  /** In the smallest unit of its currency. */
  amount: number;
  /** As `inr`. */
  currency: string;
}

/** What came of a payment, in a word. */
export interface PaymentOutcome {
  outcome: 'placed' | 'honoured late' | 'refunded late' | 'wrong amount' | 'paid before' | 'unknown session';
  /** The order that the money is for now. */
  orderId: string | null;
  /** To be announced after the commit. */
  levels: StockLevel[];
}

type PaymentContext = Pick<Context, 'sql' | 'now' | 'log' | 'payments'>;

/**
 * Takes in a payment, within the transaction that notes its event. The order that waits for it is placed. One that
 * has ended is written anew if there is stock, and the money goes back otherwise; so does a wrong amount, always. A
 * payment that was taken in before changes nothing.
 */
export async function placePaidOrder(transaction: PaymentContext, payment: Payment): Promise<PaymentOutcome> {
  const { sql, now, payments } = transaction;
  // Of its own pages alone, whatever it is called elsewhere.
  const session = await queries.selectSession(sql, payments.name, payment.sessionId);
  if (session === null) {
    // Of another shop with the same account, or of orders that a restored backup does not have.
    transaction.log.warn(
      { payment: factsOf(payment) },
      'Money came in on a page that is no page of this shop',
    );
    return { outcome: 'unknown session', orderId: null, levels: [] };
  }
  const order = await life.lockOrder(sql, session.order_id);
  // It may have been paid while this waited for the order, and then belong to another one.
  const held = await queries.lockSession(sql, session.id);
  if (order === null || held?.status === 'PAID')
    return { outcome: 'paid before', orderId: held?.order_id ?? null, levels: [] };
  const paid = { id: session.id, payment_id: payment.paymentId, updated_at: now() };
  await queries.updatePaidSession(sql, { ...paid, order_id: order.id });
  if (payment.amount !== order.total_paise || payment.currency.toLowerCase() !== 'inr')
    return refuseAmount(transaction, order, payment);
  if (order.status === 'PENDING_PAYMENT') return place(transaction, order, payment);
  const copy = await honourLate(transaction, order);
  if (copy === null) return { outcome: 'refunded late', ...(await payBack(transaction, order, payment)) };
  await queries.updatePaidSession(sql, { ...paid, order_id: copy.id });
  return { outcome: 'honoured late', orderId: copy.id, levels: copy.levels };
}

async function place(
  transaction: PaymentContext,
  order: life.LifeRow,
  { amount }: Payment,
): Promise<PaymentOutcome> {
  const to = { status: 'PLACED', payment_status: 'PAID' } as const;
  await step(transaction, order, to, byShop(null), (at) => ({ promised_at: promisedAt(at) }));
  await queries.addPaid(transaction.sql, order.id, amount);
  return { outcome: 'placed', orderId: order.id, levels: [] };
}

/** An order that has ended stays so; its lines are ordered anew, and leave the cart to which they had returned. */
async function honourLate(
  transaction: PaymentContext,
  order: life.LifeRow,
): Promise<{ id: string; levels: StockLevel[] } | null> {
  const { sql, now } = transaction;
  await life.lockProducts(sql, order.id);
  const taken = await queries.takePieces(sql, order.id);
  if (taken === null) return null;
  const copy = { id: newId(), order_number: newOrderNumber(), created_at: now() };
  await queries.insertCopy(sql, order.id, { ...copy, promised_at: promisedAt(copy.created_at) });
  const placed = { ...order, ...copy, status: 'PLACED', payment_status: 'PAID' } as const;
  await step(transaction, placed, {}, byShop(`Order ${order.order_number} was paid after it had ended.`));
  await step(transaction, order, {}, byShop(`It was paid late, and goes on as ${copy.order_number}.`));
  await takeFromCart(transaction, order.user_id, await life.selectHeld(sql, order.id));
  const levels = taken.map(({ product_id: productId, stock: left }) => ({ productId, left }));
  return { id: copy.id, levels };
}

/** Something is wrong with the shop, the provider, or somebody's honesty: nothing is delivered for it. */
async function refuseAmount(
  transaction: PaymentContext,
  order: life.LifeRow,
  payment: Payment,
): Promise<PaymentOutcome> {
  const facts = { orderId: order.id, expectedPaise: order.total_paise, payment: factsOf(payment) };
  transaction.log.error(facts, 'A payment is not of the amount that was asked for; it goes back');
  if (order.status !== 'PENDING_PAYMENT')
    return { outcome: 'wrong amount', ...(await payBack(transaction, order, payment)) };
  const levels = await endUnpaid(transaction, order, byShop('Another amount was paid than was asked for.'));
  const ended = { ...order, status: 'CANCELLED', payment_status: 'FAILED' } as const;
  return { outcome: 'wrong amount', ...(await payBack(transaction, ended, payment)), levels };
}

function factsOf({ sessionId, paymentId, amount, currency }: Payment): Payment {
  return { sessionId, paymentId, amount, currency };
}

/** Sends all of a payment back whose order has ended. */
async function payBack(transaction: PaymentContext, order: life.LifeRow, { amount }: Payment) {
  const reason = 'The payment goes back, because this order has ended.';
  await step(transaction, order, { payment_status: 'PAID' }, byShop(reason));
  await queries.addPaid(transaction.sql, order.id, amount);
  await oweRefund(transaction, order.id, amount, reason);
  return { orderId: order.id, levels: [] };
}
