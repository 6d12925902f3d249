import { useEffect, useEffectEvent, useState } from 'react';
import type { BillLine } from '#contract/cart/bill.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import type { Offer } from '#contract/discounts/apply-offers.ts';
import type { Cart } from '#web/storefront/cart/cart-store.ts';
import { loadOfferCategories, type Pricing, priceLines } from '#web/storefront/cart/pricing.ts';
import { type PlaceTerms, toPlaceTerms, useStoreStatus } from '#web/storefront/delivery/store-status.ts';

/** The bill of a cart with a coupon, delivered to a place, if one is known. */
export function useBill(
  { lines, itemsPaise }: Pick<Cart, 'lines' | 'itemsPaise'>,
  place?: Place | undefined,
  coupon: Offer | null = null,
): Omit<PlaceTerms, 'charges' | 'minimumPaise'> & {
  bill: readonly BillLine[];
  totalPaise: number;
  pricing: Pricing;
  /** What is missing to the minimum of an order; 0 for nothing. */
  missingPaise: number;
} {
  const status = useStoreStatus();
  const { charges, minimumPaise, ...terms } = toPlaceTerms(status, place);
  const pricing = { charges, offers: status?.offers ?? [], coupon };
  const [, setReads] = useState(0);
  const read = useEffectEvent(async () => {
    if (await loadOfferCategories(lines, pricing)) setReads((reads) => reads + 1);
  });
  const productIds = lines.map(({ product }) => product._id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other products, offers or coupons need other categories
  useEffect(() => void read(), [productIds, status?.offers, coupon]);
  const { bill, totalPaise } = priceLines(lines, pricing);
  return { bill, totalPaise, pricing, missingPaise: Math.max(0, minimumPaise - itemsPaise), ...terms };
}
