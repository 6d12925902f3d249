import { AppError } from '#contract/base/errors.ts';
import { listSlotTimes, type SlotTimes, toSlotKey } from '#contract/delivery/delivery-slots.ts';
import type { Order } from '#contract/orders/order.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { isCheckViolation } from '#server/database/database-errors.ts';
import type { Context } from '#server/http/context.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import * as queries from './slot.queries.ts';

// The table order_slot holds the window of each order. Its trigger counts the places under a lock of the window. All
// code locks an order before its coupon, a coupon before the window, and a window before store credit.

/** The later times of delivery that can be chosen now, earliest first. */
export async function listDeliverySlots(context: Pick<Context, 'db' | 'now'>) {
  const { settings } = await currentSettings(context);
  return listSlots(context, settings);
}

async function listSlots({ db, now }: Pick<Context, 'db' | 'now'>, settings: StoreSettings) {
  const times = listSlotTimes(settings, settings.slots, now());
  const taken = await queries.countTaken(db, times);
  return times.map(({ startsAt, endsAt }, index) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isFull: (taken[index] ?? 0) >= settings.slots.capacity,
  }));
}

/** The window that an order is to have, with its capacity. */
export interface ChosenSlot extends SlotTimes {
  capacity: number;
}

/**
 * Throws SLOT_UNAVAILABLE unless the window can be chosen now; whether it has a place is known when the order is
 * written.
 */
export async function requireSlot(
  context: Pick<Context, 'db' | 'now'>,
  settings: StoreSettings,
  slot: NonNullable<Order['slot']>,
): Promise<ChosenSlot> {
  const key = toSlotKey(slot);
  const times = listSlotTimes(settings, settings.slots, context.now()).find(
    (each) => toSlotKey(each) === key,
  );
  if (times === undefined) throw await slotUnavailableError(context, settings);
  return { ...times, capacity: settings.slots.capacity };
}

/** The error for a window that is over, full or not offered any more, with the present ones. */
export async function slotUnavailableError(
  context: Pick<Context, 'db' | 'now'>,
  settings: StoreSettings,
  message?: string,
): Promise<AppError> {
  return new AppError('SLOT_UNAVAILABLE', {
    details: { slots: await listSlots(context, settings) },
    ...(message !== undefined && { message }),
  });
}

/** Whether the database has refused an order because its window is full. */
export function isSlotFull(error: unknown): boolean {
  return isCheckViolation(error, 'slot_within_capacity');
}

/** Releases the place of a cancelled order, in its transaction. */
export function releaseSlot({ db, now }: Pick<Context, 'db' | 'now'>, orderId: string): Promise<void> {
  return queries.releasePlace(db, orderId, now());
}

/** Whether the late-paid copy of a cancelled order can have its window, until the end of the transaction. */
export function isSlotStillFree({ db, now }: Pick<Context, 'db' | 'now'>, orderId: string): Promise<boolean> {
  return queries.lockSlotForLatePaidCopy(db, orderId, now());
}

/** Gives the window of a cancelled order to its late-paid copy. */
export function moveSlot({ db }: Pick<Context, 'db'>, fromOrderId: string, orderId: string): Promise<void> {
  return queries.copyPlace(db, { fromOrderId, orderId });
}
