import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import type { BoardOrder } from '#contract/order.ts';
import { formatPaise, toPaise, toRupees } from '#contract/rules/money.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { getBoardOrder, recordOrderChange } from '#server/features/orders/board/board.service.ts';
import { type LockedOrder, lockOrder } from '#server/features/orders/lifecycle/lifecycle.queries.ts';
import { orderNotFound, step } from '#server/features/orders/lifecycle/lifecycle.service.ts';
import { PaymentRejectedError } from '#server/providers/payment/payment-provider.ts';
import * as queries from './refund.queries.ts';

/** The provider rejected a refund permanently: staff must pay it back by other means. */
export class RefundRejectedError extends Error {
  override name = 'RefundRejectedError';
}

/**
 * Sends a pending refund once, however often it is called. The payment of an ended order is REFUNDED when all
 * of it is back. Throws `RefundRejectedError` if the provider rejects it permanently; the amount is then due
 * again.
 */
export async function sendRefund(context: Context, refundId: string): Promise<void> {
  const { db, payments } = context;
  const due = await queries.findPendingRefund(db, refundId);
  if (due === null) return;
  if (due.provider !== payments.name)
    throw new Error(
      `Order ${due.order_number} was paid with ${due.provider}, but the configured provider is ${payments.name}.`,
    );
  const { payment_id: paymentId, amount_paise: amountPaise } = due;
  try {
    const { id } = await payments.refund({ id: refundId, paymentId, amountPaise });
    await completeRefund(context, due, id);
  } catch (error) {
    if (!(error instanceof PaymentRejectedError)) throw error;
    await failRefund(context, due);
    throw new RefundRejectedError(
      `Order ${due.order_number}: refund of ${amountPaise} paise rejected: ${error.message}`,
    );
  }
}

async function completeRefund(
  context: Context,
  due: queries.PendingRefundRow,
  providerRefundId: string,
): Promise<void> {
  await inTransaction(context, async ({ db, now }) => {
    const order = await queries.lockRefundedOrder(db, due.order_id);
    const isNew = await queries.updateDoneRefund(db, { id: due.id, providerRefundId, at: now() });
    if (!isNew || order?.status !== 'CANCELLED' || order.payment_status === 'REFUNDED') return;
    if (!(await isAllRefunded({ db }, order.id))) return;
    const change = {
      orderId: order.id,
      paymentStatus: 'REFUNDED',
      reason: 'The refund was sent.',
    } as const;
    await queries.updatePaymentStatus(db, { ...change, at: now() });
  });
}

async function failRefund(context: Context, due: queries.PendingRefundRow): Promise<void> {
  await inTransaction(context, async ({ db, now }) => {
    await queries.lockRefundedOrder(db, due.order_id);
    await queries.updateFailedRefund(db, { id: due.id, from: ['PENDING'], at: now() });
  });
}

/**
 * Records, in the caller's transaction, that a sent refund failed days later because the shopper's bank
 * rejected it. The amount is due again, which the log and the dashboard report.
 */
export async function revertRefund(
  { db, now, log }: Pick<Context, 'db' | 'now' | 'log'>,
  { providerRefundId, refundId: id }: { providerRefundId: string; refundId: string | null },
): Promise<string> {
  const names = { id, providerRefundId };
  const found = await queries.findActiveRefund(db, names);
  const order = found === null ? null : await queries.lockRefundedOrder(db, found.order_id);
  // Another event may have reported it while this one waited for the order lock.
  const refund = order === null ? null : await queries.findActiveRefund(db, names);
  if (order === null || refund === null) return 'ignored';
  await queries.updateFailedRefund(db, { id: refund.id, from: ['PENDING', 'DONE'], at: now() });
  if (order.payment_status === 'REFUNDED') {
    const change = { orderId: order.id, paymentStatus: 'PAID', reason: 'The refund failed.' } as const;
    await queries.updatePaymentStatus(db, { ...change, at: now() });
  }
  log.error({ refund }, 'A refund failed: pay it back by other means');
  return 'refund failed';
}

/** Number of orders with a due refund and the sum in rupees. */
export async function getRefundsDue({
  db,
}: Pick<Context, 'db'>): Promise<{ orders: number; amount: number }> {
  const { orders, paise } = await queries.selectRefundsDue(db);
  return { orders, amount: toRupees(paise) };
}

/** Whether the full payment of an order is refunded. */
function isAllRefunded({ db }: Pick<Context, 'db'>, orderId: string): Promise<boolean> {
  return queries.isAllRefunded(db, orderId);
}

/**
 * Records that staff paid a due refund back by other means. `amount` is the sum they saw. Throws NOT_FOUND,
 * CONFLICT when nothing or another amount is due.
 */
export function settleRefund(
  context: ShopperContext,
  { _id, amount, how }: ParsedInput<'settleRefund'>,
): Promise<BoardOrder> {
  return inTransaction(context, async (transaction) => {
    const { db, caller, now } = transaction;
    const order = await lockOrder(db, _id);
    if (order === null) throw orderNotFound();
    // As the board shows it, computed for the locked order.
    const amountPaise = toPaise((await getBoardOrder(transaction, _id)).owedAmt);
    if (amountPaise === 0) throw nothingDue(order);
    if (amountPaise !== toPaise(amount)) throw amountChanged(order, amountPaise);
    const reason = `${formatPaise(amountPaise)} refunded: ${how}`;
    await queries.insertManualRefund(db, { id: newId(), orderId: _id, amountPaise, reason, at: now() });
    // The rest may still be pending.
    const isOver = order.status === 'CANCELLED' && (await queries.isAllRefunded(db, _id));
    const payment_status = isOver ? 'REFUNDED' : order.payment_status;
    await step(transaction, order, { payment_status }, { as: 'staff', userId: caller.userId, reason });
    await recordOrderChange(
      transaction,
      order,
      { owedAmt: toRupees(amountPaise) },
      { owedAmt: 0, reason: how },
    );
    return getBoardOrder(transaction, _id);
  });
}

function nothingDue({ order_number }: LockedOrder): AppError {
  return new AppError('CONFLICT', { message: `No refund is due for ${order_number} any more.` });
}

function amountChanged({ order_number }: LockedOrder, amountPaise: number): AppError {
  return new AppError('CONFLICT', {
    message: `${formatPaise(amountPaise)} is due for ${order_number} now. Check it and try again.`,
  });
}
