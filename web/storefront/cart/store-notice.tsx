import { useEffect, useEffectEvent, useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { type BillLine, noCharges, toTotalPaise } from '#contract/rules/bill.ts';
import type { Place } from '#contract/rules/delivery-area.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';
import { importWithRetry } from '#web/ui/lazy-with-retry.ts';
import type { Cart } from './cart-store.ts';
import { type ChosenCoupon, type Pricing, priceCart } from './pricing.ts';
import type { StoreTerms } from './store-rules.ts';

type StatusResponse = EndpointResponse<'getStoreStatus'>['data'];
/** `rules` are null if the store takes every order without delivery fees and offers. */
type StoreStatus = StatusResponse & { rules: typeof import('./store-rules.ts') | null };

export const statusQuery = createQuery<[], StoreStatus>({
  async read(_key, signal) {
    const { data } = await callApiOrThrow('getStoreStatus', {}, { signal });
    return { ...data, rules: data.isPlain ? null : await importWithRetry(() => import('./store-rules.ts')) };
  },
  freshMs: 30_000,
});

export const statusKey: [] = [];

/** Until they are known, and without a connection, nothing is added to the items. */
export function toTerms(status: StoreStatus | undefined, place?: Place | undefined): StoreTerms {
  if (status === undefined) return { charges: noCharges, promisedMinutes: null };
  const { rules, charges, promise } = status;
  return rules === null ? { charges, promisedMinutes: promise.minutes } : rules.toTerms(status, place);
}

/** The bill of a cart with a coupon, delivered to a place, if one is known. */
export function useBill(
  cart: Pick<Cart, 'lines' | 'totalPaise'>,
  place?: Place | undefined,
  chosen?: ChosenCoupon | undefined,
): { bill: readonly BillLine[]; totalPaise: number; pricing: Pricing; promisedMinutes: number | null } {
  const status = useStoreStatus();
  const { charges, promisedMinutes } = toTerms(status, place);
  const offerPricing = chosen?.offerPricing ?? status?.rules?.offerPricing;
  const pricing = { charges, offers: status?.offers ?? [], coupon: chosen?.coupon ?? null, offerPricing };
  const [, setReads] = useState(0);
  const readCategories = useEffectEvent(async () => {
    if (await offerPricing?.readCategories(cart.lines, pricing)) setReads((reads) => reads + 1);
  });
  // Other products or another coupon need other categories.
  const offered = offerPricing && cart.lines.map(({ product }) => product._id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => void readCategories(), [offered, chosen]);
  const bill = priceCart(cart, pricing);
  return { bill, totalPaise: toTotalPaise(bill), pricing, promisedMinutes };
}

/** Undefined until it is known. */
export function useStoreStatus(): StoreStatus | undefined {
  return useQuery(statusQuery, statusKey).data;
}

interface StoreNoticeProps {
  itemsPaise: number;
  place?: Place | undefined;
}

/**
 * Says before the order that the store does not deliver there or is closed, what is missing to its minimum or to free delivery; else
 * nothing. The server decides.
 */
export function StoreNotice({ itemsPaise, place }: StoreNoticeProps) {
  const status = useStoreStatus();
  const text = status?.rules?.toNotice(status, itemsPaise, place);
  if (!text) return null;
  return (
    <p role="status" className="rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold">
      {text}
    </p>
  );
}
