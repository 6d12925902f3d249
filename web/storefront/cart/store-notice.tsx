import type { EndpointResponse } from '#contract/api.ts';
import {
  type BillLine,
  type Charges,
  missingForFreeDelivery,
  noCharges,
  priceBill,
  toTotalPaise,
} from '#contract/rules/bill.ts';
import type { Place } from '#contract/rules/delivery-area.ts';
import { toPromisedMinutes } from '#contract/rules/delivery-promise.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';
import { importWithRetry } from '#web/ui/lazy-with-retry.ts';
import type { ShownDelivery } from './delivery-area.ts';

interface StoreStatus extends StatusResponse {
  /** Whether the store delivers to a place, and on which terms. Null: nothing is known of the place. */
  find: (place: Place | null) => ShownDelivery;
}
type StatusResponse = EndpointResponse<'getStoreStatus'>['data'];

export const statusQuery = createQuery<[], StoreStatus>({
  async read(_key, signal) {
    const { data } = await callApiOrThrow('getStoreStatus', {}, { signal });
    return { ...data, find: await loadArea(data) };
  },
  freshMs: 30_000,
});

/** Only a store with a delivery area needs its rules. */
async function loadArea(status: StatusResponse): Promise<StoreStatus['find']> {
  if (status.deliveryArea.kind === 'EVERYWHERE')
    return () => ({ isInside: true, terms: { ...status, extraMinutes: 0 } });
  const { describeDelivery } = await importWithRetry(() => import('./delivery-area.ts'));
  return (place) => describeDelivery(status, place);
}

export const statusKey: [] = [];

/** What counts for orders to a place: until it is known, and without a connection, nothing is added. */
interface StoreTerms {
  charges: Charges;
  /** Null until they are known, and where the store does not deliver. */
  promisedMinutes: number | null;
}

export function toTerms(status: StoreStatus | undefined, place: Place | null): StoreTerms {
  const delivery = status?.find(place);
  if (!status || !delivery?.isInside) return { charges: status?.charges ?? noCharges, promisedMinutes: null };
  const { charges, extraMinutes } = delivery.terms;
  return { charges, promisedMinutes: toPromisedMinutes(status.promise, extraMinutes) };
}

/** The bill of items with this total after discount, delivered to a place; null: nothing is known of the place. */
export function useBill(
  itemsPaise: number,
  place: Place | null,
): { bill: readonly BillLine[]; totalPaise: number } & StoreTerms {
  const terms = toTerms(useQuery(statusQuery, statusKey).data, place);
  const bill = priceBill(itemsPaise, terms.charges);
  return { bill, totalPaise: toTotalPaise(bill), ...terms };
}

interface StoreNoticeProps {
  itemsPaise: number;
  place: Place | null;
}

/**
 * Says before the order that the store does not deliver there or is closed, what is missing to its minimum or to free delivery; else
 * nothing. The server decides.
 */
export function StoreNotice({ itemsPaise, place }: StoreNoticeProps) {
  const { data: status } = useQuery(statusQuery, statusKey);
  const text = status && toNotice(status, itemsPaise, place);
  if (!text) return null;
  return (
    <p role="status" className="rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold">
      {text}
    </p>
  );
}

function toNotice(status: StoreStatus, itemsPaise: number, place: Place | null): string | null {
  const delivery = status.find(place);
  if (!delivery.isInside) return delivery.text;
  if (!status.isOpen) return import.meta.env.LANGUAGE === 'en' ? status.text : t('checkout.closed');
  const { minimumOrderAmt, charges } = delivery.terms;
  const minimumPaise = toPaise(minimumOrderAmt);
  if (itemsPaise < minimumPaise) {
    return t('checkout.minimumOrder', {
      minimum: formatPaise(minimumPaise),
      missing: formatPaise(minimumPaise - itemsPaise),
    });
  }
  const missingPaise = missingForFreeDelivery(itemsPaise, charges);
  return missingPaise === null ? null : t('checkout.forFreeDelivery', { missing: formatPaise(missingPaise) });
}
