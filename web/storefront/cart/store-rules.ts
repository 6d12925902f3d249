import type { EndpointResponse } from '#contract/api.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { type Charges, missingForFreeDelivery } from '#contract/delivery/charges.ts';
import { findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import { toPromisedMinutes } from '#contract/delivery/delivery-promise.ts';
import { t } from '#web/texts/t.ts';
import * as offerPricing from './offer-pricing.ts';

// Loaded for stores that do not take every order, or have delivery fees or offers.
export { offerPricing };

/** What counts for orders to a place. */
export interface StoreTerms {
  charges: Charges;
  /** Null until they are known, while the store is closed, and where it does not deliver. */
  promisedMinutes: number | null;
  /** The store does not deliver there, whatever the exact location. */
  isOutside: boolean;
}

type Status = EndpointResponse<'getStoreStatus'>['data'];

/** What counts for orders to a place; undefined: nothing is known of the place. */
export function toTerms(status: Status, place: Place | undefined): StoreTerms {
  const delivery = findDelivery(status, place ?? null);
  if (!delivery.isInside)
    return { charges: status.charges, promisedMinutes: null, isOutside: !delivery.needsLocation };
  const { charges, extraMinutes } = delivery.terms;
  const promisedMinutes = status.isOpen ? toPromisedMinutes(status.promise, extraMinutes) : null;
  return { charges, promisedMinutes, isOutside: false };
}

/** Why the store would refuse the order, that it is busy, or what is missing to free delivery; null for neither. */
export function toNotice(status: Status, itemsPaise: number, place: Place | undefined): string | null {
  const delivery = findDelivery(status, place ?? null);
  if (!delivery.isInside) {
    return delivery.needsLocation
      ? t('checkout.needsLocation')
      : t('checkout.outsideArea', { pincode: place?.pincode ?? '' });
  }
  if (!status.isOpen) {
    const closed = import.meta.env.LANGUAGE === 'en' ? status.text : t('checkout.closed');
    return status.hasSlots ? `${closed} ${t('checkout.orderForLater')}` : closed;
  }
  const { minimumOrderAmt, charges } = delivery.terms;
  const minimumPaise = toPaise(minimumOrderAmt);
  if (itemsPaise < minimumPaise) {
    return t('checkout.minimumOrder', {
      minimum: formatPaise(minimumPaise),
      missing: formatPaise(minimumPaise - itemsPaise),
    });
  }
  if (status.hasSlots && status.isFull) return t('checkout.manyOrders');
  const missingPaise = missingForFreeDelivery(itemsPaise, charges);
  return missingPaise === null ? null : t('checkout.forFreeDelivery', { missing: formatPaise(missingPaise) });
}
