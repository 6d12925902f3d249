import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import { needsPin, noDoorRules } from '#contract/riders/delivery-pin.ts';
import type { Context, StaffContext } from '#server/http/context.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { findRider } from './change-order-status.queries.ts';
import type { LockedOrder } from './change-order-status.ts';

/**
 * Throws ORDER_TAKEN while a rider has a locked order, whose phone may have delivered it already and taken cash, and
 * BAD_DELIVERY_PIN for a caller who may not do without the PIN of the shopper.
 */
export async function requireDeliverable(context: StaffContext, order: LockedOrder): Promise<void> {
  if ((await findRider(context.db, order.id)) !== null) throw await orderWithRiderError(context, order.id);
  const { settings } = await currentSettings(context);
  if (
    context.permissions.has('cancel') ||
    !needsPin(settings.door ?? noDoorRules, toRupees(order.total_paise))
  )
    return;
  const message = `${order.order_number} needs the PIN of the shopper. Take it on the page of riders.`;
  throw new AppError('BAD_DELIVERY_PIN', { message });
}

/** The error for an order that the caller does not deliver: with the name of its rider, if it has one. */
export async function orderWithRiderError({ db }: Pick<Context, 'db'>, orderId: string): Promise<AppError> {
  const rider = await findRider(db, orderId);
  if (rider === null) return new AppError('ORDER_TAKEN', { message: 'You do not have this order any more.' });
  const details = { by: rider.name, takenAt: rider.taken_at.toISOString() };
  return new AppError('ORDER_TAKEN', { message: `${rider.name} has this order.`, details });
}
