import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/api.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { type Charges, missingForFreeDelivery, noCharges } from '#contract/delivery/charges.ts';
import { findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import { toMinutesOf, usualOrder } from '#contract/delivery/learned-promise.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { queryClient } from '#web/session/query-client.ts';
import { t } from '#web/texts/t.ts';

export type StoreStatus = EndpointResponse<'getStoreStatus'>['data'];

export const statusQuery = queryOptions({
  queryKey: ['store-status'],
  queryFn: async ({ signal }) => (await callApiOrThrow('getStoreStatus', {}, { signal })).data,
});

/** Undefined until it is known. */
export function useStoreStatus(): StoreStatus | undefined {
  return useQuery(statusQuery, queryClient).data;
}

/** Reads the status now. Resolves to the last known one if it cannot be read, undefined without any. */
export async function reloadStoreStatus(): Promise<StoreStatus | undefined> {
  await queryClient.cancelQueries(statusQuery);
  await queryClient.query({ ...statusQuery, staleTime: 0 }).catch(() => undefined);
  return queryClient.getQueryData(statusQuery.queryKey);
}

/** Terms of orders to a place. */
export interface PlaceTerms {
  charges: Charges;
  /** Null until they are known, while the store is closed, and where it does not deliver. */
  promisedMinutes: number | null;
  /** The store does not deliver there, whatever the exact location. */
  isOutside: boolean;
  /** Of the items, before coupons. */
  minimumPaise: number;
}

/**
 * Terms of orders of this many lines to a place; undefined: nothing is known of the place. Until the status is known
 * there are no charges.
 */
export function toPlaceTerms(
  status: StoreStatus | undefined,
  place: Place | undefined,
  lines = usualOrder.lines,
): PlaceTerms {
  if (status === undefined)
    return { charges: noCharges, promisedMinutes: null, isOutside: false, minimumPaise: 0 };
  const delivery = findDelivery(status, place ?? null);
  if (!delivery.isInside)
    return {
      charges: status.charges,
      promisedMinutes: null,
      isOutside: !delivery.needsLocation,
      minimumPaise: 0,
    };
  const { charges, extraMinutes, minimumOrderAmt } = delivery.terms;
  const promisedMinutes = status.isOpen
    ? toMinutesOf(status.promise, { lines, pincode: place?.pincode ?? '', extraMinutes })
    : null;
  return { charges, promisedMinutes, isOutside: false, minimumPaise: toPaise(minimumOrderAmt) };
}

/** Why the store would refuse the order, that it is busy, or what is missing to free delivery; null for neither. */
export function toNotice(status: StoreStatus, itemsPaise: number, place: Place | undefined): string | null {
  const delivery = findDelivery(status, place ?? null);
  if (!delivery.isInside) {
    return delivery.needsLocation
      ? t('checkout.needsLocation')
      : place?.pincode === ''
        ? t('place.outsideLocation')
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
