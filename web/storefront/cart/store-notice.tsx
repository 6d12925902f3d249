import type { EndpointResponse } from '#contract/api.ts';
import {
  type BillLine,
  type Charges,
  missingForFreeDelivery,
  noCharges,
  priceBill,
  toTotalPaise,
} from '#contract/rules/bill.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';

type StoreStatus = EndpointResponse<'getStoreStatus'>['data'];

const statusQuery = createQuery<[], StoreStatus>({
  read: async (_key, signal) => (await callApiOrThrow('getStoreStatus', {}, { signal })).data,
  freshMs: 30_000,
});
const key: [] = [];

/** Reads the charges now. Null if they cannot be read. */
export async function reloadCharges(): Promise<Charges | null> {
  await statusQuery.invalidate(key);
  await statusQuery.load(key);
  return statusQuery.get(key)?.charges ?? null;
}

/** The bill of items with this total after discount. Until the charges are known, and without a connection, it is without them. */
export function useBill(itemsPaise: number): {
  bill: readonly BillLine[];
  totalPaise: number;
  charges: Charges;
} {
  const charges = useQuery(statusQuery, key).data?.charges ?? noCharges;
  const bill = priceBill(itemsPaise, charges);
  return { bill, totalPaise: toTotalPaise(bill), charges };
}

/** Says before the order that the store is closed, what is missing to its minimum or to free delivery; else nothing. The server decides. */
export function StoreNotice({ itemsPaise }: { itemsPaise: number }) {
  const { data: status } = useQuery(statusQuery, key);
  const text = status && toNotice(status, itemsPaise);
  if (!text) return null;
  return (
    <p role="status" className="rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold">
      {text}
    </p>
  );
}

function toNotice(
  { isOpen, text, minimumOrderAmt, charges }: StoreStatus,
  itemsPaise: number,
): string | null {
  if (!isOpen) return import.meta.env.LANGUAGE === 'en' ? text : t('checkout.closed');
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
