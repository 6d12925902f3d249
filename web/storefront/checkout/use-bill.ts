import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BillLine } from '#contract/cart/bill.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import type { Offer } from '#contract/discounts/apply-offers.ts';
import type { ListedCoupon } from '#contract/discounts/offer.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { hasSettled, queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import type { Cart } from '#web/storefront/cart/cart-store.ts';
import { loadOfferCategories, type Pricing, priceLines } from '#web/storefront/cart/pricing.ts';
import { type PlaceTerms, statusQuery, toPlaceTerms } from '#web/storefront/delivery/store-status.ts';

/** The coupons that the store shows to all; which ones depends on who asks. */
const listedCouponsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['listed-coupons', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('listListedCoupons', {}, { signal })).data,
  });

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
  /** Coupons that the store shows to all. */
  coupons: readonly ListedCoupon[];
  /** What the bill depends on has been read, as far as it can be: it is drawn once and does not move the page. */
  isKnown: boolean;
} {
  const { status: session, user } = useSession();
  const readingStatus = useQuery(statusQuery, queryClient);
  const readingCoupons = useQuery(
    { ...listedCouponsQuery(user?._id), enabled: session !== 'unknown' },
    queryClient,
  );
  const { data: status } = readingStatus;
  const { data: coupons = [] } = readingCoupons;
  const { charges, minimumPaise, ...terms } = toPlaceTerms(status, place, lines.length);
  const pricing = { charges, offers: status?.offers ?? [], coupon };
  const [reads, setReads] = useState(0);
  const read = useEffectEvent(async () => {
    await loadOfferCategories(lines, { offers: [...pricing.offers, ...coupons], coupon });
    setReads((before) => before + 1);
  });
  const productIds = lines.map(({ product }) => product._id).join();
  const isReadable = productIds !== '' && hasSettled(readingStatus) && hasSettled(readingCoupons);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other products, offers or coupons need other categories
  useEffect(() => {
    if (isReadable) void read();
  }, [isReadable, productIds, status?.offers, readingCoupons.data, coupon]);
  const { bill, totalPaise } = priceLines(lines, pricing);
  const missingPaise = Math.max(0, minimumPaise - itemsPaise);
  return { bill, totalPaise, pricing, missingPaise, coupons, isKnown: reads > 0, ...terms };
}
