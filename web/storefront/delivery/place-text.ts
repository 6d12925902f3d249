import type { EndpointResponse } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { indiaTimeZone as timeZone, toShopDate } from '#contract/base/zoned-time.ts';
import { findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import { toMinutesOf, usualOrder } from '#contract/delivery/learned-promise.ts';
import { languageTag, t } from '#web/texts/t.ts';

type Status = EndpointResponse<'getStoreStatus'>['data'];

const weekMs = 7 * dayMs;

/** When an order of now would arrive at a place, or why not, in a few words. */
export function toPlaceText(status: Status, place: Place | undefined, now = new Date()): string {
  const delivery = findDelivery(status, place ?? null);
  if (!delivery.isInside) return delivery.needsLocation ? t('place.needsLocation') : t('place.notYet');
  if (!status.isOpen) return toOpeningText(status.changesAt, now);
  if (place === undefined && status.deliveryArea.kind !== 'EVERYWHERE') return t('place.deliverTo');
  const { extraMinutes } = delivery.terms;
  const order = { ...usualOrder, pincode: place?.pincode ?? '', extraMinutes };
  return t('place.inMinutes', { minutes: toMinutesOf(status.promise, order) });
}

/** Such as `Opens at 7 am`, on another day `Opens Tue 7 am`. */
function toOpeningText(opensAt: string | null, now: Date): string {
  if (opensAt === null) return t('place.closed');
  const at = new Date(opensAt);
  if (toShopDate(at) === toShopDate(now)) return t('place.opensAt', { time: toClock(at) });
  const isSoon = at.getTime() - now.getTime() < weekMs;
  const day = new Intl.DateTimeFormat(
    languageTag,
    isSoon ? { timeZone, weekday: 'short' } : { timeZone, day: 'numeric', month: 'short' },
  ).format(at);
  return t('place.opensOn', { time: isSoon ? `${day} ${toClock(at)}` : day });
}

/** Such as `7 am` or `7:30 am`. */
function toClock(at: Date): string {
  const format = { timeZone, hour: 'numeric', minute: '2-digit', hour12: true } as const;
  return (
    new Intl.DateTimeFormat(languageTag, format)
      .format(at)
      .replace(/:00(?=\s)/, '')
      // Some engines write a narrow space, or capitals.
      .replace(/\s([ap]m)$/i, (_whole, half: string) => ` ${half.toLowerCase()}`)
  );
}

/** What the shopper calls a place, such as `Home`, `560001` or `Your location`. */
export function toPlaceName(place: { pincode: string; name: string }): string {
  return place.name || place.pincode || t('place.yourLocation');
}
