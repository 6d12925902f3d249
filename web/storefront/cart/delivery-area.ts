import {
  type DeliverySettings,
  type DeliveryTerms,
  findDelivery,
  type Place,
} from '#contract/rules/delivery-area.ts';
import { t } from '#web/texts/t.ts';

/** The terms of a place, or for the shopper why the store does not deliver there. */
export type ShownDelivery = { isInside: true; terms: DeliveryTerms } | { isInside: false; text: string };

/** Only a store with a delivery area loads this. */
export function describeDelivery(settings: DeliverySettings, place: Place | null): ShownDelivery {
  const delivery = findDelivery(settings, place);
  if (delivery.isInside) return delivery;
  const text = delivery.needsLocation
    ? t('checkout.needsLocation')
    : t('checkout.outsideArea', { pincode: place?.pincode ?? '' });
  return { isInside: false, text };
}
