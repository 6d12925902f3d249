import { type BillLine, priceBill } from '#contract/cart/bill.ts';
import type { Charges } from '#contract/delivery/charges.ts';
import type { Offer } from '#contract/discounts/offers.ts';
import type { DisplayedLine } from './cart-line.ts';
import type * as offerPricing from './offer-pricing.ts';

/** What the bill of a cart is computed with. */
export interface Pricing {
  charges: Charges;
  /** The automatic offers of now. */
  offers: readonly Offer[];
  coupon: Offer | null;
  /** Undefined without offers and coupon. */
  offerPricing: typeof offerPricing | undefined;
}

/** A coupon with the code that computes it. */
export interface ChosenCoupon extends Pick<Pricing, 'offerPricing'> {
  coupon: Offer;
}

/** The bill of a cart. */
export function priceCart(
  { lines, totalPaise }: { lines: readonly DisplayedLine[]; totalPaise: number },
  pricing: Pricing,
): BillLine[] {
  return pricing.offerPricing?.priceLines(lines, pricing) ?? priceBill(totalPaise, pricing.charges);
}
