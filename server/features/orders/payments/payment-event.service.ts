import type { Context } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { invalidateStock, type StockLevel } from '#server/features/catalogue/inventory/inventory.service.ts';
import { subtractFromCart } from '#server/features/orders/cart/cart.service.ts';
import { newOrderNumber } from '#server/features/orders/checkout/order-number.ts';
import { promisedBy } from '#server/features/orders/checkout/place-order.service.ts';
import * as life from '#server/features/orders/lifecycle/lifecycle.queries.ts';
import {
  bySystem,
  cancelUnpaidInTransaction,
  createRefund,
  releaseUnpaid,
  step,
} from '#server/features/orders/lifecycle/lifecycle.service.ts';
import { revertRefund } from '#server/features/orders/refunds/refund.service.ts';
import type { PaymentEvent } from '#server/providers/payment/payment-provider.ts';
import * as queries from './payment.queries.ts';

/** A payment reported by a provider. */
interface Payment {
  sessionId: string;
  paymentId: string;
  /** In the smallest unit of its currency. */
  amount: number;
  /** Such as `inr`. */
  currency: string;
}

/** The outcome of a payment event. */
export interface PaymentResult {
  outcome: 'placed' | 'accepted late' | 'refunded late' | 'wrong amount' | 'paid before' | 'unknown session';
  /** The order that the payment now belongs to. */
  orderId: string | null;
  /** Stock to invalidate after the commit. */
  levels: StockLevel[];
}

type PaymentContext = Pick<Context, 'db' | 'now' | 'log' | 'payments'>;

/**
 * Applies a payment in the transaction that records its event. An order awaiting payment is placed. For an
 * ended order a new one is written if there is stock; otherwise, and for a wrong amount, the payment is
 * refunded. A payment that was applied before changes nothing.
 */
export async function applyPayment(transaction: PaymentContext, payment: Payment): Promise<PaymentResult> {
  const { db, now, payments } = transaction;
  // Only pages of this provider.
  const session = await queries.selectSession(db, payments.name, payment.sessionId);
  if (session === null) {
    // Another store uses the same account, or a restored backup lacks the order.
    transaction.log.warn(
      { payment: paymentSummary(payment) },
      'Payment received for an unknown payment page',
    );
    return { outcome: 'unknown session', orderId: null, levels: [] };
  }
  const order = await life.lockOrder(db, session.order_id);
  // The page may have been paid while this waited for the order lock.
  const held = await queries.lockSession(db, session.id);
  if (order === null || held?.status === 'PAID')
    return { outcome: 'paid before', orderId: held?.order_id ?? null, levels: [] };
  const paid = { id: session.id, payment_id: payment.paymentId, updated_at: now() };
  await queries.updatePaidSession(db, { ...paid, order_id: order.id });
  if (payment.amount !== order.total_paise || payment.currency.toLowerCase() !== 'inr')
    return rejectAmount(transaction, order, payment);
  if (order.status === 'PENDING_PAYMENT') return place(transaction, order, payment);
  const copy = await acceptLatePayment(transaction, order);
  if (copy === null)
    return { outcome: 'refunded late', ...(await refundLatePayment(transaction, order, payment)) };
  await queries.updatePaidSession(db, { ...paid, order_id: copy.id });
  return { outcome: 'accepted late', orderId: copy.id, levels: copy.levels };
}

async function place(
  transaction: PaymentContext,
  order: life.LockedOrder,
  { amount }: Payment,
): Promise<PaymentResult> {
  const to = { status: 'PLACED', payment_status: 'PAID' } as const;
  await step(transaction, order, to, bySystem(null), (at) => ({ promised_by: promisedBy(at) }));
  await queries.addPaid(transaction.db, order.id, amount);
  return { outcome: 'placed', orderId: order.id, levels: [] };
}

/** Keeps the ended order and writes a new one from its lines, which leave the cart again. */
async function acceptLatePayment(
  transaction: PaymentContext,
  order: life.LockedOrder,
): Promise<{ id: string; levels: StockLevel[] } | null> {
  const { db, now } = transaction;
  await life.lockProducts(db, order.id);
  const taken = await queries.reserveStock(db, order.id);
  if (taken === null) return null;
  const copy = { id: newId(), order_number: newOrderNumber(), created_at: now() };
  await queries.insertReplacementOrder(db, order.id, { ...copy, promised_by: promisedBy(copy.created_at) });
  const placed = { ...order, ...copy, status: 'PLACED', payment_status: 'PAID' } as const;
  await step(transaction, placed, {}, bySystem(`Order ${order.order_number} was paid after it had ended.`));
  await step(transaction, order, {}, bySystem(`It was paid late and continues as ${copy.order_number}.`));
  await subtractFromCart(transaction, order.user_id, await life.selectDeliverableItems(db, order.id));
  const levels = taken.map(({ product_id: productId, stock: left }) => ({ productId, left }));
  return { id: copy.id, levels };
}

/** An error of the server or the provider, or fraud: nothing is delivered. */
async function rejectAmount(
  transaction: PaymentContext,
  order: life.LockedOrder,
  payment: Payment,
): Promise<PaymentResult> {
  const facts = { orderId: order.id, expectedPaise: order.total_paise, payment: paymentSummary(payment) };
  transaction.log.error(facts, 'A payment has the wrong amount and is refunded');
  if (order.status !== 'PENDING_PAYMENT')
    return { outcome: 'wrong amount', ...(await refundLatePayment(transaction, order, payment)) };
  const levels = await releaseUnpaid(transaction, order, bySystem('Another amount was paid than requested.'));
  const ended = { ...order, status: 'CANCELLED', payment_status: 'FAILED' } as const;
  return { outcome: 'wrong amount', ...(await refundLatePayment(transaction, ended, payment)), levels };
}

function paymentSummary({ sessionId, paymentId, amount, currency }: Payment): Payment {
  return { sessionId, paymentId, amount, currency };
}

/** Refunds the full payment of an ended order. */
async function refundLatePayment(transaction: PaymentContext, order: life.LockedOrder, { amount }: Payment) {
  const reason = 'The payment is refunded, because this order has ended.';
  await step(transaction, order, { payment_status: 'PAID' }, bySystem(reason));
  await queries.addPaid(transaction.db, order.id, amount);
  await createRefund(transaction, order.id, amount, reason);
  return { orderId: order.id, levels: [] };
}

interface EventResult {
  outcome: string;
  /** Stock to invalidate after the commit. */
  levels: readonly StockLevel[];
}

const nothing: readonly StockLevel[] = [];

/**
 * Handles an event of the payment provider once, however often it is delivered: recorded and applied in one
 * transaction. Returns the outcome.
 */
export async function handlePaymentEvent(context: Context, event: PaymentEvent): Promise<string> {
  const provider = context.payments.name;
  const { outcome, levels } = await inTransaction(context, async (transaction): Promise<EventResult> => {
    const { db, now } = transaction;
    const { id, kind, sessionId } = event;
    const isNew = await queries.insertEvent(db, { provider, id, kind, sessionId, at: now() });
    if (!isNew) return { outcome: 'repeated', levels: nothing };
    const handled = await handle(transaction, event);
    await queries.updateEvent(db, { provider, id, outcome: handled.outcome });
    return handled;
  });
  if (levels.length > 0) invalidateStock(context, levels);
  context.log.info({ event: event.id, kind: event.kind, outcome }, 'Payment event handled');
  return outcome;
}

async function handle(transaction: Context, event: PaymentEvent): Promise<EventResult> {
  switch (event.about) {
    case 'paid':
      return applyPayment(transaction, event);
    case 'expired':
      return end(transaction, event.sessionId, 'It was not paid in time.');
    case 'failed':
      return end(transaction, event.sessionId, 'The payment failed.');
    case 'refund failed':
      return { outcome: await revertRefund(transaction, event), levels: nothing };
    case 'other':
      return { outcome: 'ignored', levels: nothing };
  }
}

/** The page can no longer be paid, so an order awaiting payment ends. */
async function end(transaction: Context, sessionId: string, reason: string): Promise<EventResult> {
  const page = await queries.findUnpaidSession(transaction.db, transaction.payments.name, sessionId);
  if (page === null) return { outcome: 'ignored', levels: nothing };
  const levels = await cancelUnpaidInTransaction(transaction, page.order_id, reason);
  await queries.markSessionExpired(transaction.db, sessionId, transaction.now());
  return levels === null ? { outcome: 'ended before', levels: nothing } : { outcome: 'ended', levels };
}
