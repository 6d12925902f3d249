import type { EndpointResponse } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { type DeliveryTerms, findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import { type PromisedOrder, toLearnedMinutes, usualOrder } from '#contract/delivery/learned-promise.ts';
import { describeOpening, toOpeningStatus } from '#contract/delivery/opening-hours.ts';
import { toPromisedMinutes, toQueueMinutes } from '#contract/delivery/promised-minutes.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { listCurrentOffers } from '#server/discounts/coupon.service.ts';
import type { Context } from '#server/http/context.ts';
import { currentSettings, listEnabledMethods } from '#server/store/settings.service.ts';
import { readLearnedTimes } from './learned-promise.service.ts';
import * as queries from './slot.queries.ts';

/** Minutes until the orders of now are picked. Counts them only if the promise depends on them. */
async function readQueueMinutes(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { promise }: Pick<StoreSettings, 'promise'>,
): Promise<number> {
  if (promise.minutesPerOrder === 0) return 0;
  return toQueueMinutes(promise, await queries.countWaitingOrders(db, now()));
}

/** The minutes promised for an order of now on these terms; the queue of now does not matter to a later one. */
export async function readPromisedMinutes(
  context: Pick<Context, 'db' | 'now' | 'timeZone'>,
  settings: StoreSettings,
  { isScheduled, ...order }: PromisedOrder & { isScheduled: boolean },
): Promise<number> {
  if (settings.promise.kind === 'LEARNED') {
    const times = await readLearnedTimes(context);
    return toLearnedMinutes(times, order, settings.promise, { isScheduled });
  }
  const queueMinutes = isScheduled ? 0 : await readQueueMinutes(context, settings);
  return toPromisedMinutes({ ...settings.promise, queueMinutes }, order.extraMinutes);
}

/** What the promised minutes of now are computed from. The learned times say more than the queue, which is for all. */
async function readPromise(
  context: Pick<Context, 'db' | 'now' | 'timeZone'>,
  settings: StoreSettings,
): Promise<EndpointResponse<'getStoreStatus'>['data']['promise']> {
  const { baseMinutes, maximumMinutes, kind } = settings.promise;
  if (kind !== 'LEARNED') {
    const promise = { baseMinutes, queueMinutes: await readQueueMinutes(context, settings), maximumMinutes };
    return { minutes: toPromisedMinutes(promise, 0), ...promise };
  }
  const learned = await readLearnedTimes(context);
  const unbounded = { baseMinutes, maximumMinutes: Number.POSITIVE_INFINITY };
  const minutes = toLearnedMinutes(learned, usualOrder, unbounded, { isScheduled: false });
  return {
    minutes: Math.min(maximumMinutes, minutes),
    baseMinutes,
    queueMinutes: minutes - baseMinutes,
    maximumMinutes,
    learned,
  };
}

export async function getStoreStatus(context: Pick<Context, 'db' | 'now' | 'timeZone' | 'payments'>) {
  const { settings } = await currentSettings(context);
  const promise = await readPromise(context, settings);
  const { baseMinutes, queueMinutes, maximumMinutes } = promise;
  const now = context.now();
  const status = toOpeningStatus(settings, now);
  const changesAt = status.isOpen ? status.closesAt : status.opensAt;
  const offers = listCurrentOffers(settings, now);
  return {
    isOpen: status.isOpen,
    text: describeOpening(status, now),
    changesAt: changesAt?.toISOString() ?? null,
    minimumOrderAmt: settings.minimumOrderAmt,
    charges: settings.charges,
    offers,
    deliveryArea: withoutGroupNames(settings.deliveryArea),
    isPlain:
      status.isOpen &&
      !settings.slots.isOn &&
      settings.minimumOrderAmt === 0 &&
      settings.deliveryArea.kind === 'EVERYWHERE' &&
      settings.charges.deliveryFees.length === 0 &&
      offers.length === 0,
    promise,
    hasSlots: settings.slots.isOn,
    isFull: queueMinutes > 0 && baseMinutes + queueMinutes > maximumMinutes,
    paymentMethods: listEnabledMethods(context, settings),
  };
}

/** The names of groups are for the staff. */
function withoutGroupNames({
  groups,
  ...area
}: StoreSettings['deliveryArea']): StoreSettings['deliveryArea'] {
  return { ...area, groups: groups.map((group) => ({ ...group, name: '' })) };
}

/** The terms of orders to a place; null: of a store that delivers everywhere. Throws OUTSIDE_AREA. */
export function requireDelivery(settings: StoreSettings, place: Place | null): DeliveryTerms {
  const delivery = findDelivery(settings, place);
  if (delivery.isInside) return delivery.terms;
  const { needsLocation } = delivery;
  throw new AppError('OUTSIDE_AREA', {
    details: { needsLocation },
    ...(needsLocation && {
      message: 'Add your location to this address, so that we can see if we deliver there.',
    }),
  });
}

/**
 * Throws STORE_CLOSED with the next opening unless the delivery is later, and MINIMUM_ORDER with the minimum, unless
 * items of this value may be ordered now.
 */
export function requireOpenAndMinimum(
  settings: StoreSettings,
  { minimumOrderAmt }: Pick<DeliveryTerms, 'minimumOrderAmt'>,
  now: Date,
  { itemsPaise, isScheduled }: { itemsPaise: number; isScheduled: boolean },
): void {
  const status = toOpeningStatus(settings, now);
  if (!status.isOpen && !isScheduled) {
    throw new AppError('STORE_CLOSED', {
      message: describeOpening(status, now),
      details: { opensAt: status.opensAt?.toISOString() ?? null, reason: status.reason },
    });
  }
  const minimumPaise = toPaise(minimumOrderAmt);
  if (itemsPaise < minimumPaise) {
    const missing = formatPaise(minimumPaise - itemsPaise);
    throw new AppError('MINIMUM_ORDER', {
      message: `Orders start at ${formatPaise(minimumPaise)}. Add ${missing} more to your cart.`,
      details: { minimumOrderAmt },
    });
  }
}
