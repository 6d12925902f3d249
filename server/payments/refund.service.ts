import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context, StaffContext } from '#server/http/context.ts';
import * as ledger from '#server/ledger/ledger.ts';
import { applyOrderEvent, lockOrder, systemEvent } from '#server/orders/change-order-status.ts';
import { getStaffOrder, recordOrderAudit } from '#server/orders/staff-orders.service.ts';
import { PaymentRejectedError } from '#server/providers/payment/payment-provider.ts';

/** The provider rejected a refund permanently: staff must pay it back by other means. */
export class RefundRejectedError extends Error {
  override name = 'RefundRejectedError';
}

/**
 * Sends a pending refund once, however often it is called. The payment of a cancelled order is REFUNDED when all of
 * it is refunded. Throws `RefundRejectedError` if the provider rejects it permanently, or the payment was made at
 * another one than the store has now; the amount is then due again, for the staff.
 */
export async function sendRefund(context: Context, refundId: string): Promise<void> {
  const { db, payments } = context;
  const refund = await ledger.findPendingRefund(db, refundId);
  if (refund === null) return;
  const { amount_paise: amountPaise, payment_id: paymentId } = refund;
  if (refund.provider !== payments.name) {
    const reason = `it was paid at ${refund.provider} (${paymentId}), and the payment provider of the store is ${payments.name}`;
    throw await reject(context, refundId, refund, reason);
  }
  try {
    const { id } = await payments.refund({ id: refundId, paymentId, amountPaise });
    await completeRefund(context, refund, id);
  } catch (error) {
    if (!(error instanceof PaymentRejectedError)) throw error;
    throw await reject(context, refundId, refund, error.message);
  }
}

/** Makes the amount due again; returns the error that says why. */
async function reject(
  context: Context,
  refundId: string,
  { order_id: orderId, order_number: orderNumber, amount_paise: amountPaise }: ledger.PendingRefund,
  reason: string,
): Promise<RefundRejectedError> {
  await inTransaction(context, async (transaction) => {
    await lockOrder(transaction, orderId);
    await ledger.markRefundFailed(transaction, refundId, ['PENDING']);
  });
  return new RefundRejectedError(`Order ${orderNumber}: refund of ${amountPaise} paise rejected: ${reason}`);
}

async function completeRefund(
  context: Context,
  refund: ledger.PendingRefund,
  providerRefundId: string,
): Promise<void> {
  await inTransaction(context, async (transaction) => {
    const order = await lockOrder(transaction, refund.order_id);
    const isNew = await ledger.markRefundDone(transaction, refund.id, providerRefundId);
    if (!isNew || order.status !== 'CANCELLED' || order.payment_status === 'REFUNDED') return;
    if (await ledger.isFullyRefunded(transaction.db, order.id))
      await applyOrderEvent(transaction, order, systemEvent('completeRefund', 'The refund was sent.'));
  });
}

/**
 * Records, in the caller's transaction, that a sent refund failed days later because the shopper's bank
 * rejected it. The amount is due again, which the log and the dashboard report.
 */
export async function recordFailedRefund(
  transaction: Pick<Context, 'db' | 'now' | 'log' | 'openOrderLimits'>,
  ids: { providerRefundId: string; refundId: string | null },
): Promise<string> {
  const { db, log } = transaction;
  const found = await ledger.findActiveRefund(db, ids);
  if (found === null) return 'ignored';
  // The order is locked before its refund.
  const order = await lockOrder(transaction, found.order_id);
  // Another event may have reported it while this one waited for the order lock.
  const refund = await ledger.findActiveRefund(db, ids);
  if (refund === null) return 'ignored';
  await ledger.markRefundFailed(transaction, refund.id, ['PENDING', 'DONE']);
  if (order.payment_status === 'REFUNDED')
    await applyOrderEvent(transaction, order, systemEvent('recordFailedRefund', 'The refund failed.'));
  log.error({ refund }, 'A refund failed: pay it back by other means');
  return 'refund failed';
}

/**
 * Records that staff paid a due refund back by other means. `amount` is the sum they saw. Throws NOT_FOUND,
 * CONFLICT when nothing or another amount is due.
 */
export function settleRefund(
  context: StaffContext,
  { _id, amount, how, method }: ParsedInput<'settleRefund'>,
): Promise<StaffOrder> {
  return inTransaction(context, async (transaction) => {
    const order = await lockOrder(transaction, _id);
    // The refund due in rupees, as the board shows it, computed for the locked order.
    const { owedAmt } = await getStaffOrder(transaction, _id);
    const duePaise = toPaise(owedAmt);
    if (duePaise === 0) throw nothingDue(order.order_number);
    if (duePaise !== toPaise(amount)) throw amountChanged(order.order_number, duePaise);
    const reason = `${formatPaise(duePaise)} refunded: ${how}`;
    const { userId } = transaction.caller;
    await ledger.recordManualRefund(transaction, _id, { amountPaise: duePaise, method, reason, userId });
    // The rest may still be pending.
    const isComplete = order.status === 'CANCELLED' && (await ledger.isFullyRefunded(transaction.db, _id));
    const type = isComplete ? 'completeRefund' : 'recordManualRefund';
    await applyOrderEvent(transaction, order, { type, actor: 'staff', userId, reason });
    await recordOrderAudit(transaction, order, { owedAmt }, { owedAmt: 0, reason: how });
    return getStaffOrder(transaction, _id);
  });
}

function nothingDue(orderNumber: string): AppError {
  return new AppError('CONFLICT', { message: `No refund is due for ${orderNumber} any more.` });
}

function amountChanged(orderNumber: string, duePaise: number): AppError {
  return new AppError('CONFLICT', {
    message: `${formatPaise(duePaise)} is due for ${orderNumber} now. Check it and try again.`,
  });
}
