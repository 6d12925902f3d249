import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import { toAmountDue } from '#contract/ledger/settle-refund.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, StaffContext } from '#server/http/context.ts';
import * as ledger from '#server/ledger/ledger.ts';
import { applyOrderEvent, type LockedOrder, lockOrder } from '#server/orders/change-order-status.ts';
import { getStaffOrder, recordOrderAudit } from '#server/orders/staff-orders.service.ts';
import { requirePermission } from '#server/sessions/access-control.ts';

/**
 * Records a payment in cash or by UPI. Does nothing if the same payment is recorded, so that a second tap is
 * harmless. Throws NOT_FOUND, ORDER_STATUS for an order that is not placed, CONFLICT for an order by card or with
 * nothing to pay, PAYMENT_AMOUNT for another amount than is due without a note, PAYMENT_RECORDED for another payment
 * than the recorded one, REFERENCE_USED.
 */
export async function recordPayment(
  context: StaffContext,
  input: ParsedInput<'recordPayment'>,
): Promise<StaffOrder> {
  const { _id, method, reference = null, note = null } = input;
  requirePermission(context, method === 'CASH' ? 'take-cash' : 'confirm-upi');
  const payment = { method, amountPaise: toPaise(input.amount), reference, note };
  try {
    return await inTransaction(context, async (transaction) => {
      const order = await lockOrder(transaction, _id);
      const recorded = await ledger.findReceipt(transaction.db, _id);
      if (recorded !== null) requireSame(recorded, payment, context.caller.userId);
      else await record(transaction, order, payment);
      return getStaffOrder(transaction, _id);
    });
  } catch (error) {
    throw await ledger.toReferenceError(context, error, reference);
  }
}

async function record(
  transaction: AuthenticatedContext,
  order: LockedOrder,
  payment: ledger.Receipt,
): Promise<void> {
  const { userId } = transaction.caller;
  const { method, amountPaise, reference, note } = payment;
  if (order.payment_method === 'CARD')
    throw new AppError('CONFLICT', { message: `${order.order_number} is paid by card.` });
  const type = method === 'UPI' ? 'recordUpi' : 'recordCash';
  if (order.status !== 'CANCELLED') requireAmount(order, payment);
  const after = await applyOrderEvent(transaction, order, {
    type,
    actor: 'staff',
    userId,
    reason: null,
    internalReason: note,
  });
  await ledger.recordReceipt(transaction, order.id, payment, userId);
  await recordOrderAudit(
    transaction,
    order,
    { payment_status: order.payment_status },
    {
      payment_status: after.payment_status,
      [method === 'UPI' ? 'upiReceived' : 'cashReceived']: toRupees(amountPaise),
      ...(reference !== null && { reference }),
      ...(note !== null && { reason: note }),
    },
  );
}

function requireAmount(order: LockedOrder, { amountPaise, note }: ledger.Receipt): void {
  const duePaise = toAmountDue(ledger.toOrderMoney(order));
  if (duePaise === 0)
    throw new AppError('CONFLICT', { message: `Nothing is to be paid for ${order.order_number}.` });
  if (amountPaise === duePaise || note !== null) return;
  const message = `${formatPaise(duePaise)} is due for ${order.order_number}. Add a note that says why another amount was paid.`;
  throw new AppError('PAYMENT_AMOUNT', { message, details: { dueAmt: toRupees(duePaise) } });
}

/** Throws PAYMENT_RECORDED unless the same person has recorded the same payment. */
function requireSame(
  recorded: ledger.RecordedReceipt,
  { method, amountPaise, reference }: ledger.Receipt,
  userId: string,
): void {
  const isSame =
    recorded.method === method && recorded.amountPaise === amountPaise && recorded.reference === reference;
  if (isSame && recorded.userId === userId) return;
  const means = recorded.method === 'UPI' ? `by UPI (${recorded.reference})` : 'in cash';
  const by = recorded.recordedBy === null ? '' : ` by ${recorded.recordedBy}`;
  const message = `${formatPaise(recorded.amountPaise)} ${means} is recorded already${by}.`;
  throw new AppError('PAYMENT_RECORDED', { message });
}
