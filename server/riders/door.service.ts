import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import { toAmountDue } from '#contract/ledger/settle-refund.ts';
import { toUndeliveredText, undeliveredLabels } from '#contract/orders/undelivered.ts';
import type { Delivery } from '#contract/riders/delivery.ts';
import { needsPin } from '#contract/riders/delivery-pin.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, StaffContext } from '#server/http/context.ts';
import { encodePhoto } from '#server/images/image.service.ts';
import { recordReceipt, toOrderMoney } from '#server/ledger/ledger.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  notifyOrderChange,
  orderNotFound,
  orderWithRiderError,
  requireAllowed,
} from '#server/orders/change-order-status.ts';
import { recordOrderAudit } from '#server/orders/staff-orders.service.ts';
import { listFailedAttempts } from '#server/orders/undelivered.service.ts';
import { requirePermission } from '#server/sessions/access-control.ts';
import { isDeliveryPin } from './delivery-pin.ts';
import { getOwnDelivery, lockOwnDelivery, readDoorRules, toTimeOfPhone } from './own-delivery.ts';
import { forgetIdlePosition } from './rider-position.service.ts';
import * as queries from './riders.queries.ts';

/**
 * Records that an order was delivered and how it was paid. Does nothing if it is recorded so already. Throws NOT_FOUND,
 * ORDER_STATUS, ORDER_TAKEN, BAD_DELIVERY_PIN, TOO_MANY_REQUESTS after wrong PINs, PHOTO_NEEDED, PAYMENT_DUE,
 * PAYMENT_AMOUNT, PAYMENT_RECORDED.
 */
export async function deliverOrder(
  context: StaffContext,
  { _id, version, payment, pin, at }: ParsedInput<'deliverOrder'>,
): Promise<Delivery> {
  if (payment.kind === 'CASH') requirePermission(context, 'take-cash');
  await requirePin(context, { _id, version, pin });
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const { order, delivery } = await lockOwnDelivery(transaction, { _id, version });
    const receivedPaise = payment.kind === 'CASH' ? toPaise(payment.received) : null;
    const isRepeated = delivery.payment === payment.kind && delivery.received_paise === receivedPaise;
    if (delivery.delivered_at !== null && isRepeated) return getOwnDelivery(transaction, _id);
    requireAllowed(order, { type: 'deliver', actor: 'staff' });
    if ((await readDoorRules(transaction)).needsPhoto && (await queries.findPhoto(db, _id)) === null)
      throw new AppError('PHOTO_NEEDED');
    const cashPaise = requirePayment(order, payment);
    const isClaimed = payment.kind === 'UPI' && order.paid_paise === 0;
    const event = { actor: 'staff', userId: caller.userId, reason: null } as const;
    let after = await applyOrderEvent(transaction, order, {
      ...{ ...event, type: 'deliver' },
      internalReason: isClaimed ? 'The shopper says that it is paid by UPI.' : null,
    });
    if (cashPaise > 0) {
      // An order that was placed for cash stays CASH ON DELIVERY without a separate entry.
      if (order.payment_method !== 'CASH')
        after = await applyOrderEvent(transaction, after, { ...event, type: 'recordCash' });
      const cash = { method: 'CASH', amountPaise: cashPaise, reference: null, note: null } as const;
      await recordReceipt(transaction, _id, cash, caller.userId);
    }
    const deliveredAt = toTimeOfPhone(transaction, at, delivery);
    await queries.updateDelivered(db, {
      orderId: _id,
      at: deliveredAt,
      payment: payment.kind,
      receivedPaise,
    });
    await forgetIdlePosition(db, caller.userId);
    await recordOrderAudit(
      transaction,
      order,
      { status: order.status, payment_status: order.payment_status },
      {
        ...{ status: after.status, payment_status: after.payment_status },
        ...(cashPaise > 0 && { cashReceived: toRupees(cashPaise) }),
      },
    );
    return getOwnDelivery(transaction, _id);
  });
}

/**
 * What is received in cash. Throws PAYMENT_RECORDED if a payment is recorded already, PAYMENT_AMOUNT for another amount
 * than is due, PAYMENT_DUE if something is due and nothing is paid.
 */
function requirePayment(order: LockedOrder, payment: ParsedInput<'deliverOrder'>['payment']): number {
  const isPaid = order.paid_paise > 0;
  const duePaise = isPaid ? 0 : toAmountDue(toOrderMoney(order));
  if (payment.kind === 'CASH') {
    if (isPaid) throw new AppError('PAYMENT_RECORDED');
    if (toPaise(payment.amount) === duePaise) return duePaise;
    const message = `${formatPaise(duePaise)} is due for ${order.order_number}.`;
    throw new AppError('PAYMENT_AMOUNT', { message, details: { dueAmt: toRupees(duePaise) } });
  }
  if (payment.kind === 'NONE' && duePaise > 0)
    throw new AppError('PAYMENT_DUE', { message: `${formatPaise(duePaise)} is to be paid.` });
  return 0;
}

/**
 * Checks the PIN before the transaction, because wrong ones are counted also when it fails; of the rider who has the
 * order only, so that others cannot use up the attempts. Throws BAD_DELIVERY_PIN, TOO_MANY_REQUESTS, ORDER_TAKEN,
 * NOT_FOUND.
 */
async function requirePin(
  context: StaffContext,
  { _id, version, pin }: { _id: string; version: number; pin: string | undefined },
): Promise<void> {
  const { db, caller, cryptography, rateLimits } = context;
  const [row] = await queries.selectDeliveries(db, { id: _id });
  if (row === undefined) throw orderNotFound();
  if (row.rider_id !== caller.userId || row.version !== version)
    throw await orderWithRiderError(context, _id);
  // Another status than this answers for itself.
  if (row.status !== 'OUT_FOR_DELIVERY') return;
  if (!needsPin(await readDoorRules(context), toRupees(row.total_paise))) return;
  if (pin === undefined)
    throw new AppError('BAD_DELIVERY_PIN', { message: 'Ask for the PIN that the shopper sees.' });
  await rateLimits.deliveryPin.take(_id);
  if (!isDeliveryPin(cryptography, _id, pin)) throw new AppError('BAD_DELIVERY_PIN');
  await rateLimits.deliveryPin.returnAttempt(_id);
}

/**
 * Records a failed attempt to deliver an order: the rider tries again, or brings it back to the store. Throws
 * NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, CHANGED_MEANWHILE.
 */
export function recordFailedDelivery(
  context: AuthenticatedContext,
  { _id, version, attempt, reason, outcome, note, at }: ParsedInput<'recordFailedDelivery'>,
): Promise<Delivery> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const { order, delivery } = await lockOwnDelivery(transaction, { _id, version });
    const attempts = await listFailedAttempts(transaction, _id);
    const recorded = attempts[attempt - 1];
    const isRecorded =
      recorded?.reason === reason && recorded.outcome === outcome
        ? true
        : outcome === 'RETURN' && delivery.return_reason === reason && attempts.length === attempt - 1;
    if (isRecorded) return getOwnDelivery(transaction, _id);
    requireAllowed(order, { type: 'retryDelivery', actor: 'staff' });
    if (attempts.length !== attempt - 1) throw new AppError('CHANGED_MEANWHILE');
    if (outcome === 'RETURN') {
      const back = { reason, note: note ?? null, at: toTimeOfPhone(transaction, at, delivery) };
      await queries.updateReturn(db, _id, back);
      await forgetIdlePosition(db, caller.userId);
      await notifyOrderChange(transaction, _id);
      return getOwnDelivery(transaction, _id);
    }
    await queries.updateReturn(db, _id, null);
    await applyOrderEvent(transaction, order, {
      ...{ type: 'retryDelivery', actor: 'staff', userId: caller.userId },
      reason: toUndeliveredText(reason, outcome),
      internalReason: note ?? null,
      undelivered: { reason, wastedLines: [] },
    });
    await recordOrderAudit(
      transaction,
      order,
      { status: order.status },
      {
        ...{ status: order.status, undelivered: undeliveredLabels[reason] },
        ...(note !== undefined && { reason: note }),
      },
    );
    return getOwnDelivery(transaction, _id);
  });
}

/** Stores a picture as proof of a delivery. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, and as `encodePhoto` does. */
export async function addDeliveryPhoto(
  context: AuthenticatedContext,
  { _id, version, photo, at }: ParsedInput<'addDeliveryPhoto'>,
): Promise<void> {
  await context.rateLimits.uploadFile.take(context.caller.userId);
  // Before the photo is decoded, which takes long.
  await inTransaction(context, (transaction) => lockOnItsWay(transaction, { _id, version }));
  const content = await encodePhoto(context, Buffer.from(photo, 'base64'));
  await inTransaction(context, async (transaction) => {
    const { delivery } = await lockOnItsWay(transaction, { _id, version });
    await queries.upsertPhoto(transaction.db, {
      ...{ orderId: _id, content },
      at: toTimeOfPhone(transaction, at, delivery),
    });
  });
}

async function lockOnItsWay(transaction: AuthenticatedContext, taken: { _id: string; version: number }) {
  const own = await lockOwnDelivery(transaction, taken);
  requireAllowed(own.order, { type: 'deliver', actor: 'staff' });
  return own;
}

/** The picture of a delivery as WebP. Throws NOT_FOUND. */
export async function getDeliveryPhoto({ db }: Pick<Context, 'db'>, id: string): Promise<Buffer> {
  const photo = await queries.findPhoto(db, id);
  if (photo === null) throw new AppError('NOT_FOUND', { message: 'This delivery has no picture.' });
  return photo;
}
