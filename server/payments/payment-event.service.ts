import { cancellationMessages } from '#contract/orders/cancellation-messages.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import type { Payment } from '#server/ledger/ledger.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  placeLatePaidCopy,
  systemEvent,
} from '#server/orders/change-order-status.ts';
import type { PaymentEvent } from '#server/providers/payment/payment-provider.ts';
import * as queries from './payment.queries.ts';
import { recordFailedRefund } from './refund.service.ts';

/** A payment as the provider reports it. */
interface ReportedPayment {
  sessionId: string;
  paymentId: string;
  /** In the smallest unit of its currency. */
  amount: number;
  /** Such as `inr`. */
  currency: string;
}

/** The outcome of a payment. */
export interface PaymentResult {
  outcome: 'placed' | 'accepted late' | 'refunded late' | 'wrong amount' | 'paid before' | 'unknown session';
  /** The order to which the payment belongs now. */
  orderId: string | null;
}

type PaymentTransaction = Pick<Context, 'db' | 'now' | 'log' | 'payments' | 'openOrderLimits'>;

/**
 * Applies a payment in the transaction that records its event. An unpaid order is placed. For a cancelled order a new
 * one is placed if there is stock; otherwise, and for a wrong amount, the payment is refunded. A payment that was
 * applied before changes nothing.
 */
export async function applyPayment(
  transaction: PaymentTransaction,
  reported: ReportedPayment,
): Promise<PaymentResult> {
  const { db, payments, log, now } = transaction;
  const { sessionId, paymentId, amount, currency } = reported;
  const summary = { sessionId, paymentId, amount, currency };
  // Only sessions of this provider.
  const session = await queries.findSession(db, payments.name, sessionId);
  if (session === null) {
    // Another store uses the same account, or a restored backup lacks the order.
    log.warn({ payment: summary }, 'Payment received for an unknown payment page');
    return { outcome: 'unknown session', orderId: null };
  }
  const order = await lockOrder(transaction, session.order_id);
  // It may have been paid while this waited for the order lock, and belong to another order since.
  const locked = await queries.lockSession(db, session.id);
  if (locked === null || locked.status === 'PAID')
    return { outcome: 'paid before', orderId: locked?.order_id ?? null };
  const payment = { provider: session.provider, paymentId, amountPaise: amount };
  const result = await applyToOrder(transaction, order, { payment, reported: summary });
  await queries.markSessionPaid(db, { id: session.id, orderId: result.orderId, at: now() });
  return result;
}

async function applyToOrder(
  transaction: PaymentTransaction,
  order: LockedOrder,
  { payment, reported }: { payment: Payment; reported: ReportedPayment },
): Promise<PaymentResult & { orderId: string }> {
  // Store credit that a cancellation has returned is taken again when the order is replaced.
  const expectedPaise = order.total_paise - order.credit_paise;
  if (reported.amount !== expectedPaise || reported.currency.toLowerCase() !== 'inr') {
    const facts = { orderId: order.id, expectedPaise, payment: reported };
    transaction.log.error(facts, 'A payment has the wrong amount and is refunded');
    return rejectAmount(transaction, order, payment);
  }
  if (order.status === 'PENDING_PAYMENT') {
    await applyOrderEvent(transaction, order, systemEvent('pay', null, payment));
    return { outcome: 'placed', orderId: order.id };
  }
  const copyId = await placeLatePaidCopy(transaction, order, payment);
  if (copyId !== null) return { outcome: 'accepted late', orderId: copyId };
  await refundLatePayment(transaction, order, payment);
  return { outcome: 'refunded late', orderId: order.id };
}

/** An error of the server or the provider, or fraud: the order is cancelled and nothing is delivered. */
async function rejectAmount(
  transaction: PaymentTransaction,
  order: LockedOrder,
  payment: Payment,
): Promise<PaymentResult & { orderId: string }> {
  const reason = cancellationMessages.wrongAmount;
  const cancelled =
    order.status === 'PENDING_PAYMENT'
      ? await applyOrderEvent(transaction, order, systemEvent('cancel', reason))
      : order;
  await refundLatePayment(transaction, cancelled, payment);
  return { outcome: 'wrong amount', orderId: order.id };
}

async function refundLatePayment(
  transaction: PaymentTransaction,
  order: LockedOrder,
  payment: Payment,
): Promise<void> {
  const reason = 'The payment is refunded, because this order has ended.';
  await applyOrderEvent(transaction, order, systemEvent('refundLatePayment', reason, payment));
}

/**
 * Handles an event of the payment provider once, however often it is delivered: recorded and applied in one
 * transaction. Returns the outcome.
 */
export async function handlePaymentEvent(context: Context, event: PaymentEvent): Promise<string> {
  const provider = context.payments.name;
  const { id, kind, sessionId } = event;
  const outcome = await inTransaction(context, async (transaction): Promise<string> => {
    const { db, now } = transaction;
    const isNew = await queries.insertEvent(db, { provider, id, kind, sessionId, at: now() });
    if (!isNew) return 'repeated';
    const handled = await handle(transaction, event);
    await queries.updateEvent(db, { provider, id, outcome: handled });
    return handled;
  });
  context.log.info({ event: id, kind, outcome }, 'Payment event handled');
  return outcome;
}

async function handle(transaction: Context, event: PaymentEvent): Promise<string> {
  switch (event.about) {
    case 'paid':
      return (await applyPayment(transaction, event)).outcome;
    case 'expired':
      return endSession(transaction, event.sessionId, cancellationMessages.unpaid);
    case 'failed':
      return endSession(transaction, event.sessionId, cancellationMessages.paymentFailed);
    case 'refund failed':
      return recordFailedRefund(transaction, event);
    case 'other':
      return 'ignored';
  }
}

/** The session can no longer be paid, so its order is cancelled if it is unpaid. */
async function endSession(transaction: Context, sessionId: string, reason: string): Promise<string> {
  const { db, now, payments } = transaction;
  const session = await queries.findSession(db, payments.name, sessionId);
  if (session === null || session.status === 'PAID') return 'ignored';
  const order = await lockOrder(transaction, session.order_id);
  const isUnpaid = order.status === 'PENDING_PAYMENT';
  if (isUnpaid) await applyOrderEvent(transaction, order, systemEvent('cancel', reason));
  await queries.markSessionExpired(db, sessionId, now());
  return isUnpaid ? 'ended' : 'ended before';
}
