import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, StaffContext } from '#server/http/context.ts';
import * as ledger from '#server/ledger/ledger.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  requireAllowed,
} from '#server/orders/change-order-status.ts';
import { findOrderIdByNumber } from '#server/orders/order.service.ts';
import { getStaffOrder, recordOrderAudit } from '#server/orders/staff-orders.service.ts';

/** The right payment, and the order to which it belongs. */
interface RightPayment extends Omit<ledger.Receipt, 'note'> {
  orderId: string;
}

/**
 * Corrects a payment that was recorded wrongly: a counter entry takes it back, and the right payment, if there is
 * one, is recorded with the time of the wrong one, so both are on the same day sheet. Does nothing if the same person
 * has made the same correction. Throws NOT_FOUND, CHANGED_MEANWHILE if the payment is corrected already or a refund
 * was paid since it was looked at, CONFLICT if nothing would change or more than the right amount is refunded,
 * ORDER_STATUS and PAYMENT_RECORDED of the other order, REFERENCE_USED.
 */
export async function correctPayment(
  context: StaffContext,
  { _id, paymentId, refundedAmt, reason, payment }: ParsedInput<'correctPayment'>,
): Promise<StaffOrder> {
  const right = payment === undefined ? null : await toRightPayment(context, _id, payment);
  try {
    return await inTransaction(context, async (transaction) => {
      const { order, other } = await lockOrders(transaction, _id, right);
      const wrong = await ledger.findReceipt(transaction.db, _id);
      if (wrong?.id === paymentId) {
        // The right amount depends on what is refunded.
        if (toPaise(refundedAmt) !== order.refunded_paise) throw new AppError('CHANGED_MEANWHILE');
        await correct(transaction, { order, other, wrong, right, reason });
      } else await requireSame(transaction, paymentId, { right, reason });
      return getStaffOrder(transaction, _id);
    });
  } catch (error) {
    throw await ledger.toReferenceError(context, error, right?.reference);
  }
}

async function toRightPayment(
  context: AuthenticatedContext,
  orderId: string,
  payment: NonNullable<ParsedInput<'correctPayment'>['payment']>,
): Promise<RightPayment> {
  const { orderNumber, method, amount, reference = null } = payment;
  const found = orderNumber === undefined ? orderId : await findOrderIdByNumber(context, orderNumber);
  if (found === null) throw new AppError('NOT_FOUND', { message: `There is no order ${orderNumber}.` });
  return { orderId: found, method, amountPaise: toPaise(amount), reference };
}

/**
 * Locks the order, and the other one to which the payment belongs: in the order of ids, so that two corrections never
 * block each other.
 */
async function lockOrders(
  transaction: AuthenticatedContext,
  id: string,
  right: RightPayment | null,
): Promise<{ order: LockedOrder; other: LockedOrder | null }> {
  const otherId = right === null || right.orderId === id ? null : right.orderId;
  if (otherId === null) return { order: await lockOrder(transaction, id), other: null };
  if (otherId < id) {
    const other = await lockOrder(transaction, otherId);
    return { order: await lockOrder(transaction, id), other };
  }
  const order = await lockOrder(transaction, id);
  return { order, other: await lockOrder(transaction, otherId) };
}

interface Correction {
  order: LockedOrder;
  /** Null if the payment stays with the order, or there is none. */
  other: LockedOrder | null;
  wrong: ledger.RecordedReceipt;
  right: RightPayment | null;
  reason: string;
}

async function correct(transaction: AuthenticatedContext, correction: Correction): Promise<void> {
  const { order, other, wrong, right, reason } = correction;
  const { userId } = transaction.caller;
  const own = other === null ? right : null;
  if (own !== null && isSame(wrong, own))
    throw new AppError('CONFLICT', { message: 'This is the payment that is recorded.' });
  const paidPaise = order.paid_paise - wrong.amountPaise + (own?.amountPaise ?? 0);
  if (paidPaise < order.refunded_paise) {
    const message = `${formatPaise(order.refunded_paise)} of this payment is refunded already, so at least that was paid.`;
    throw new AppError('CONFLICT', { message });
  }
  const event =
    right && ({ type: right.method === 'UPI' ? 'recordUpi' : 'recordCash', actor: 'staff' } as const);
  if (other !== null && event !== null) await requireUnpaid(transaction, other, event);
  await ledger.correctReceipt(transaction, wrong.id, { payment: right, reason, userId });
  const isRefunded = order.refunded_paise > 0 && (await ledger.isFullyRefunded(transaction.db, order.id));
  const after = await applyOrderEvent(transaction, order, {
    type: 'correctPayment',
    actor: 'staff',
    userId,
    reason: null,
    internalReason: reason,
    paymentStatus: toPaymentStatus(order, own, isRefunded),
  });
  await recordOrderAudit(
    transaction,
    order,
    { payment_status: order.payment_status, ...toAudited(wrong) },
    {
      payment_status: after.payment_status,
      ...(own !== null && toAudited(own)),
      reason,
      ...(other !== null && { paymentOf: other.order_number }),
    },
  );
  if (other === null || event === null || right === null) return;
  const paid = await applyOrderEvent(transaction, other, {
    ...event,
    userId,
    reason: null,
    internalReason: reason,
  });
  await recordOrderAudit(
    transaction,
    other,
    { payment_status: other.payment_status },
    { payment_status: paid.payment_status, ...toAudited(right), reason },
  );
}

/** Throws CONFLICT for an order by card, ORDER_STATUS, and PAYMENT_RECORDED. */
async function requireUnpaid(
  { db }: AuthenticatedContext,
  other: LockedOrder,
  event: Parameters<typeof requireAllowed>[1],
): Promise<void> {
  if (other.payment_method === 'CARD')
    throw new AppError('CONFLICT', { message: `${other.order_number} is paid by card.` });
  requireAllowed(other, event);
  if ((await ledger.findReceipt(db, other.id)) === null) return;
  throw new AppError('PAYMENT_RECORDED', {
    message: `A payment of ${other.order_number} is recorded already.`,
  });
}

/**
 * The payment status of an order whose payment is `own` now; null if there is none. `isRefunded`: all of it was
 * refunded.
 */
function toPaymentStatus(
  { status, payment_method, payment_status }: LockedOrder,
  own: Pick<RightPayment, 'method'> | null,
  isRefunded: boolean,
): LockedOrder['payment_status'] {
  const isCash = payment_status === 'CASH ON DELIVERY';
  if (status === 'CANCELLED' && isRefunded) return isCash ? payment_status : 'REFUNDED';
  if (payment_method === 'CASH')
    return own?.method === 'UPI' || payment_status === 'REFUNDED' ? 'PAID' : 'CASH ON DELIVERY';
  if (own !== null) return 'PAID';
  return status === 'CANCELLED' ? 'FAILED' : 'PENDING';
}

function toAudited({ method, amountPaise, reference }: Omit<ledger.Receipt, 'note'>) {
  return {
    [method === 'UPI' ? 'upiReceived' : 'cashReceived']: toRupees(amountPaise),
    ...(reference !== null && { reference }),
  };
}

function isSame(one: RightPayment | ledger.RecordedReceipt, other: RightPayment): boolean {
  return (
    one.orderId === other.orderId &&
    one.method === other.method &&
    one.amountPaise === other.amountPaise &&
    one.reference === other.reference
  );
}

/**
 * Throws NOT_FOUND for a payment that was never recorded, and CHANGED_MEANWHILE unless the same person has made the
 * same correction.
 */
async function requireSame(
  { db, caller }: AuthenticatedContext,
  paymentId: string,
  { right, reason }: Pick<Correction, 'right' | 'reason'>,
): Promise<void> {
  const made = await ledger.findCorrection(db, paymentId);
  if (made === null) throw new AppError('NOT_FOUND', { message: 'This payment could not be found.' });
  const { payment } = made;
  const isSamePayment = right === null || payment === null ? right === payment : isSame(payment, right);
  if (isSamePayment && made.reason === reason && made.userId === caller.userId) return;
  throw new AppError('CHANGED_MEANWHILE', {
    message: `${made.recordedBy} has corrected this payment already.`,
  });
}
