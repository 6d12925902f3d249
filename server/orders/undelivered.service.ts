import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import {
  toUndeliveredText,
  type UndeliveredOutcome,
  type UndeliveredReason,
  undeliveredLabels,
} from '#contract/orders/undelivered.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context, StaffContext } from '#server/http/context.ts';
import { requirePermission, requireStepUp } from '#server/sessions/access-control.ts';
import { findRider } from './change-order-status.queries.ts';
import { applyOrderEvent, lockOrder, orderWithRiderError, requireAllowed } from './change-order-status.ts';
import { selectHistory } from './order.queries.ts';
import { getStaffOrder, isRefunded, recordOrderAudit } from './staff-orders.service.ts';

/**
 * Records a failed attempt to deliver an order. The lock of the order and the number of the attempt make it safe
 * against a repeated request and against a colleague who delivers it, or records an attempt, at the same time. Throws
 * NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, CHANGED_MEANWHILE, and STEP_UP_REQUIRED if something is to be refunded.
 */
export function recordUndelivered(
  context: StaffContext,
  { _id, attempt, reason, outcome, wastedLines, note }: ParsedInput<'recordUndelivered'>,
): Promise<StaffOrder> {
  // It refunds what was paid, once the products are back at the store.
  if (outcome === 'RETURN') requirePermission(context, 'cancel');
  return inTransaction(context, async (transaction) => {
    const order = await lockOrder(transaction, _id);
    await requireOwnOrStore(transaction, _id);
    const attempts = await listFailedAttempts(transaction, _id);
    const last = attempts.at(-1);
    const isRepeated = attempts.length === attempt && last?.reason === reason && last.outcome === outcome;
    if (isRepeated) return getStaffOrder(transaction, _id);
    const { userId } = transaction.caller;
    const type = outcome === 'RETURN' ? 'returnUndelivered' : 'retryDelivery';
    requireAllowed(order, { type, actor: 'staff' });
    if (attempts.length !== attempt - 1) throw new AppError('CHANGED_MEANWHILE');
    const { items } = await getStaffOrder(transaction, _id);
    if (wastedLines.some((wasted) => items.every(({ position }) => position !== wasted)))
      throw new AppError('NOT_FOUND', { message: 'This order does not have this line.' });
    const after = await applyOrderEvent(transaction, order, {
      type,
      actor: 'staff',
      userId,
      reason: toUndeliveredText(reason, outcome),
      internalReason: note ?? null,
      undelivered: { reason, wastedLines },
    });
    if (outcome === 'RETURN' && isRefunded(order, after)) await requireStepUp(transaction);
    const thrownAway = items.filter(({ position }) => wastedLines.includes(position));
    await recordOrderAudit(
      transaction,
      order,
      { status: order.status, payment_status: order.payment_status },
      {
        status: after.status,
        payment_status: after.payment_status,
        undelivered: undeliveredLabels[reason],
        ...(thrownAway.length > 0 && { thrownAway: thrownAway.map(({ name }) => name) }),
        ...(note !== undefined && { reason: note }),
      },
    );
    return getStaffOrder(transaction, _id);
  });
}

/** Throws ORDER_TAKEN for a rider if another one has the order. Who may cancel orders speaks for the store. */
async function requireOwnOrStore(context: StaffContext, orderId: string): Promise<void> {
  const rider = await findRider(context.db, orderId);
  if (rider === null || rider.id === context.caller.userId || context.permissions.has('cancel')) return;
  throw await orderWithRiderError(context, orderId);
}

/** The failed attempts to deliver an order, oldest first. */
export async function listFailedAttempts(
  { db }: Pick<Context, 'db'>,
  orderId: string,
): Promise<{ reason: UndeliveredReason; outcome: UndeliveredOutcome }[]> {
  return (await selectHistory(db, [orderId])).flatMap(({ undelivered: reason, status }) =>
    reason === null ? [] : [{ reason, outcome: status === 'CANCELLED' ? 'RETURN' : 'RETRY' }],
  );
}
