import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import { rolesWith } from '#contract/base/permissions.ts';
import type { Delivery, WaitingDelivery } from '#contract/riders/delivery.ts';
import { maximumDeliveries, needsPin } from '#contract/riders/delivery-pin.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  notifyOrderChange,
  orderNotFound,
  orderWithRiderError,
  requireAllowed,
  requireNotTaken,
} from '#server/orders/change-order-status.ts';
import { recordOrderAudit, requirePicked } from '#server/orders/staff-orders.service.ts';
import { listShifts } from '#server/staff/shift.service.ts';
import { toDeliveryPin } from './delivery-pin.ts';
import {
  getOwnDelivery,
  lockOwnDelivery,
  notOnItsWay,
  readDoorRules,
  toCommon,
  toDeliveries,
  toTimeOfPhone,
} from './own-delivery.ts';
import { findApproach, forgetIdlePosition, hasConsent } from './rider-position.service.ts';
import * as queries from './riders.queries.ts';

const maximumWaiting = 200;

/** The orders that the caller delivers, and those that wait or that others have. */
export async function listDeliveries({ db, caller }: AuthenticatedContext) {
  const [own, waiting, sharesPosition] = await Promise.all([
    queries.selectDeliveries(db, { riderId: caller.userId }),
    queries.selectWaitingDeliveries(db, caller.userId, maximumWaiting),
    hasConsent(db, caller.userId),
  ]);
  // The store has confirmed that these came back.
  const open = own.filter(({ status, return_at }) => status !== 'CANCELLED' || return_at === null);
  return { own: await toDeliveries({ db }, open), waiting: waiting.map(toWaiting), sharesPosition };
}

/** People who deliver orders, those on shift first, then by name. */
export async function listRiders({ db, now }: Pick<Context, 'db' | 'now'>) {
  const riders = await queries.selectRiders(db, rolesWith('deliver'));
  const shifts = await listShifts({ db, now });
  const onShift = new Set(shifts.flatMap(({ person, role }) => (role === 'rider' ? [person._id] : [])));
  return riders
    .map(({ id, name, orders }) => ({ _id: id, name, orders, isOnShift: onShift.has(id) }))
    .sort((one, other) => Number(other.isOnShift) - Number(one.isOnShift));
}

/** Takes a packed order for the caller. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, UNPICKED_LINES, BATCH_FULL. */
export function takeDelivery(
  context: AuthenticatedContext,
  { _id }: ParsedInput<'takeDelivery'>,
): Promise<Delivery> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const order = await lockOrder(transaction, _id);
    await requirePacked(transaction, order);
    const delivery = await queries.findDelivery(db, _id);
    if (delivery?.rider_id === caller.userId) return getOwnDelivery(transaction, _id);
    if (delivery !== null && delivery.rider_id !== null) throw await orderWithRiderError(transaction, _id);
    await giveTo(transaction, order, caller.userId);
    return getOwnDelivery(transaction, _id);
  });
}

/**
 * Gives an order to a rider, or takes it away. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN while someone picks it,
 * UNPICKED_LINES, BATCH_FULL, and CHANGED_MEANWHILE if it was taken since the caller saw it.
 */
export function assignDelivery(
  context: AuthenticatedContext,
  { _id, riderId, version }: ParsedInput<'assignDelivery'>,
): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const order = await lockOrder(transaction, _id);
    await requirePacked(transaction, order);
    const delivery = await queries.findDelivery(db, _id);
    if ((delivery?.rider_id ?? null) === riderId) return;
    if ((delivery?.version ?? 0) !== version) {
      const { message } =
        delivery?.rider_id == null
          ? { message: 'No rider has this order now.' }
          : await orderWithRiderError(transaction, _id);
      throw new AppError('CHANGED_MEANWHILE', { message, details: { version: delivery?.version ?? 0 } });
    }
    if (riderId === null) {
      await queries.clearRider(db, _id);
      if (delivery?.rider_id) await forgetIdlePosition(db, delivery.rider_id);
      await notifyOrderChange(transaction, _id);
      return;
    }
    const riders = await queries.selectRiders(db, rolesWith('deliver'));
    if (riders.every(({ id }) => id !== riderId))
      throw new AppError('NOT_FOUND', { message: 'This person does not deliver orders.' });
    await giveTo(transaction, order, riderId);
    if (delivery?.rider_id) await forgetIdlePosition(db, delivery.rider_id);
  });
}

async function giveTo(
  transaction: AuthenticatedContext,
  { id: orderId, status }: LockedOrder,
  riderId: string,
): Promise<void> {
  const at = transaction.now();
  const leftAt = status === 'OUT_FOR_DELIVERY' ? at : null;
  const hasPlace = await queries.insertDelivery(transaction.db, {
    ...{ orderId, riderId, at, leftAt },
    maximum: maximumDeliveries,
  });
  if (!hasPlace) {
    const who = riderId === transaction.caller.userId ? 'You have' : 'This rider has';
    throw new AppError('BATCH_FULL', { message: `${who} four orders already.` });
  }
  await notifyOrderChange(transaction, orderId);
}

/** Gives an order back that has not left, or was cancelled. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN. */
export function giveBackDelivery(
  context: AuthenticatedContext,
  { _id, version }: ParsedInput<'giveBackDelivery'>,
): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    await lockOrder(transaction, _id);
    const before = await queries.findDelivery(db, _id);
    if (before?.version === version && before.rider_id === null) return;
    const { order } = await lockOwnDelivery(transaction, { _id, version });
    if (order.status !== 'PACKING' && order.status !== 'CANCELLED')
      throw new AppError('ORDER_STATUS', { message: 'This order has left the store. Ask the store.' });
    await queries.clearRider(db, _id);
    await notifyOrderChange(transaction, _id);
  });
}

/**
 * Leaves the store with an order, which is out for delivery then. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN,
 * UNPICKED_LINES.
 */
export function leaveWithOrder(
  context: AuthenticatedContext,
  { _id, version, at }: ParsedInput<'leaveWithOrder'>,
): Promise<Delivery> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const { order, delivery } = await lockOwnDelivery(transaction, { _id, version });
    if (delivery.left_at !== null) return getOwnDelivery(transaction, _id);
    await queries.updateLeft(db, _id, toTimeOfPhone(transaction, at, delivery));
    // It may have been handed over on the dashboard.
    if (order.status === 'OUT_FOR_DELIVERY') await notifyOrderChange(transaction, _id);
    else {
      await requirePacked(transaction, order);
      const event = { type: 'dispatch', actor: 'staff', userId: caller.userId, reason: null } as const;
      const { status } = await applyOrderEvent(transaction, order, event);
      await recordOrderAudit(transaction, order, { status: order.status }, { status });
    }
    return getOwnDelivery(transaction, _id);
  });
}

/** Who brings an order of the caller, the PIN of the door, and how far away the rider is. Throws NOT_FOUND. */
export async function getDelivery(
  { db, caller, cryptography, now }: AuthenticatedContext,
  id: string,
): Promise<EndpointResponse<'getDelivery'>['data']> {
  const row = await queries.findOwnDelivery(db, { id, userId: caller.userId });
  if (row === null) throw orderNotFound();
  const isOpen = row.status === 'PACKING' || row.status === 'OUT_FOR_DELIVERY';
  if (!isOpen) return { rider: null, pin: null, approach: null };
  const hasPin = needsPin(await readDoorRules({ db }), toRupees(row.total_paise));
  return {
    rider: row.rider_name,
    pin: hasPin ? toDeliveryPin(cryptography, id) : null,
    approach: await findApproach({ db, now }, id),
  };
}

/** Throws ORDER_STATUS, ORDER_TAKEN, UNPICKED_LINES unless a locked order is packed or on its way. */
async function requirePacked(transaction: AuthenticatedContext, order: LockedOrder): Promise<void> {
  if (order.status === 'OUT_FOR_DELIVERY') return;
  if (order.status === 'DELIVERED') throw notOnItsWay(order.status);
  requireAllowed(order, { type: 'dispatch', actor: 'staff' });
  await requireNotTaken(transaction, order.id);
  await requirePicked(transaction, order.id);
}

function toWaiting(row: queries.WaitingDeliveryRow): WaitingDelivery {
  const { city, pincode } = row.delivery_address;
  return {
    ...toCommon(row),
    firstName: row.name.trim().split(/\s+/)[0] ?? '',
    ...{ city, pincode },
    rider: row.rider && { _id: row.rider.id, name: row.rider.name },
    version: row.version,
    returning: row.return_reason,
  };
}
