import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { type BillLine, toTotalPaise } from '#contract/cart/bill.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { type StoreStatus, useStoreStatus } from '#web/storefront/delivery/store-status.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import type { Cart } from './cart-store.ts';
import { type ChosenCoupon, type Pricing, priceCart } from './pricing.ts';
import type { StoreTerms } from './store-rules.ts';

const PlaceNotice = lazyWithRetry(() => import('#web/storefront/delivery/place-notice.tsx'));

/** Until they are known, and without a connection, nothing is added to the items. */
export function toTerms(status: StoreStatus | undefined, place?: Place | undefined): StoreTerms {
  if (status === undefined) return { charges: noCharges, promisedMinutes: null, isOutside: false };
  const { rules, charges, promise } = status;
  return rules === null
    ? { charges, promisedMinutes: promise.minutes, isOutside: false }
    : rules.toTerms(status, place);
}

/** The bill of a cart with a coupon, delivered to a place, if one is known. */
export function useBill(
  cart: Pick<Cart, 'lines' | 'totalPaise'>,
  place?: Place | undefined,
  chosen?: ChosenCoupon | undefined,
): Omit<StoreTerms, 'charges'> & { bill: readonly BillLine[]; totalPaise: number; pricing: Pricing } {
  const status = useStoreStatus();
  const { charges, ...terms } = toTerms(status, place);
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
  return { bill, totalPaise: toTotalPaise(bill), pricing, ...terms };
}

interface StoreNoticeProps {
  itemsPaise: number;
  place?: Place | undefined;
  /** The checkout says elsewhere when and where it delivers. */
  isCheckout?: boolean;
}

/** What the store says about the order before it is placed. The server decides. */
export function StoreNotice({ isCheckout = false, ...props }: StoreNoticeProps) {
  const status = useStoreStatus();
  // Such a store has nothing to say at the checkout.
  if (status === undefined || (isCheckout && status.rules === null)) return null;
  return (
    <Suspense>
      <PlaceNotice status={status} isCheckout={isCheckout} {...props} />
    </Suspense>
  );
}
