import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import { toUpiReference, toUpiUrl } from '#contract/payments/upi.ts';
import type { Delivery } from '#contract/riders/delivery.ts';
import { type DoorRules, needsPin, noDoorRules } from '#contract/riders/delivery-pin.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import {
  type LockedOrder,
  lockOrder,
  orderNotFound,
  orderWithRiderError,
} from '#server/orders/change-order-status.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import * as queries from './riders.queries.ts';

/** An order as the phone of its rider names it. */
export interface TakenOrder {
  _id: string;
  version: number;
}

/** Locks an order of the caller. Throws NOT_FOUND; ORDER_TAKEN unless the caller has taken it with this version. */
export async function lockOwnDelivery(
  transaction: AuthenticatedContext,
  { _id, version }: TakenOrder,
): Promise<{ order: LockedOrder; delivery: queries.DeliveryRow }> {
  const order = await lockOrder(transaction, _id);
  const delivery = await queries.findDelivery(transaction.db, _id);
  if (delivery?.rider_id !== transaction.caller.userId || delivery.version !== version)
    throw await orderWithRiderError(transaction, _id);
  return { order, delivery };
}

/** A time of the phone: not before the order was taken, and not in the future. */
export function toTimeOfPhone(
  { now }: Pick<Context, 'now'>,
  at: string,
  { taken_at, left_at }: queries.DeliveryRow,
): Date {
  const earliest = left_at ?? taken_at;
  return new Date(Math.min(Math.max(Date.parse(at), earliest.getTime()), now().getTime()));
}

/** What the store asks of riders at the door. */
export async function readDoorRules({ db }: Pick<Context, 'db'>): Promise<DoorRules> {
  return (await currentSettings({ db })).settings.door ?? noDoorRules;
}

/** Throws NOT_FOUND for an order that was not taken. */
export async function getOwnDelivery({ db }: Pick<Context, 'db'>, id: string): Promise<Delivery> {
  const [delivery] = await toDeliveries({ db }, await queries.selectDeliveries(db, { id }));
  if (delivery === undefined) throw orderNotFound();
  return delivery;
}

/** Deliveries as their rider sees them. */
export async function toDeliveries(
  { db }: Pick<Context, 'db'>,
  rows: readonly queries.OwnDeliveryRow[],
): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const { settings } = await currentSettings({ db });
  return rows.map((row) => toDelivery(row, settings));
}

function toDelivery(row: queries.OwnDeliveryRow, { upi, door = noDoorRules }: StoreSettings): Delivery {
  const totalAmt = toRupees(row.total_paise);
  const duePaise =
    row.paid_paise > 0 || row.payment_method === 'CARD' ? 0 : Math.max(0, row.amount_due_paise);
  const { address_line, city, pincode, landmark, delivery_note, location } = row.delivery_address;
  return {
    ...toCommon(row),
    version: row.version,
    takenAt: row.taken_at.toISOString(),
    leftAt: row.left_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    name: row.name,
    mobile: row.delivery_address.mobile || row.account_mobile,
    address: {
      ...{ address_line, city, pincode },
      ...(landmark !== undefined && { landmark }),
      ...(delivery_note !== undefined && { delivery_note }),
      ...(location !== undefined && { location }),
    },
    pieceCount: row.piece_count,
    totalAmt,
    dueAmt: toRupees(duePaise),
    upi:
      upi === null || duePaise === 0 || row.status === 'CANCELLED'
        ? null
        : {
            ...upi,
            url: toUpiUrl(upi, { orderNumber: row.order_number, amountPaise: duePaise }),
            reference: toUpiReference(row.order_number),
          },
    needsPin: needsPin(door, totalAmt),
    needsPhoto: door.needsPhoto,
    hasPhoto: row.has_photo,
    payment: row.payment,
    attempts: row.attempts,
    returning:
      row.return_reason === null || row.return_at === null
        ? null
        : { reason: row.return_reason, note: row.return_note, at: row.return_at.toISOString() },
  };
}

/** What is the same for an order of the caller and one that waits. */
export function toCommon(row: queries.OwnDeliveryRow | queries.WaitingDeliveryRow) {
  return {
    _id: row.id,
    orderId: row.order_number,
    status: row.status,
    bags: row.bags,
    promisedAt: row.promised_by?.toISOString() ?? null,
    slot: row.slot && {
      startsAt: new Date(row.slot.starts_at).toISOString(),
      endsAt: new Date(row.slot.ends_at).toISOString(),
    },
  };
}

/** Throws ORDER_STATUS with a message for riders. */
export function notOnItsWay(status: Delivery['status']): AppError {
  return new AppError('ORDER_STATUS', { message: 'This order is not on its way.', details: { status } });
}
