import type { Offer } from '#contract/discounts/apply-offers.ts';
import { type PriceCartInput, priceCart } from './price-cart.ts';

/** A coupon for a cart: what it takes off, and what is missing to its minimum, in paise. One of both is 0. */
export interface CouponSuggestion<Coupon extends Offer = Offer> {
  coupon: Coupon;
  savingPaise: number;
  missingPaise: number;
}

/**
 * The coupons that a cart can use, those that take most off first, then those whose minimum it has reached at least by
 * half, the nearest first. Without those that are not for its products or that take nothing off.
 */
export function suggestCoupons<Coupon extends Offer>(
  cart: Omit<PriceCartInput, 'coupon'>,
  coupons: readonly Coupon[],
): CouponSuggestion<Coupon>[] {
  const priceWith = (coupon: Offer) => priceCart({ ...cart, coupon });
  return coupons
    .flatMap((coupon): CouponSuggestion<Coupon>[] => {
      const { itemsPaise, coupon: priced } = priceWith(coupon);
      if (priced === null) return [];
      const { discountPaise, rejection } = priced;
      if (rejection === null) return [{ coupon, savingPaise: discountPaise, missingPaise: 0 }];
      if (rejection.kind !== 'MINIMUM' || rejection.missingPaise > itemsPaise) return [];
      const wouldSave = priceWith({ ...coupon, minimumAmt: 0 }).coupon?.rejection === null;
      return wouldSave ? [{ coupon, savingPaise: 0, missingPaise: rejection.missingPaise }] : [];
    })
    .sort((one, other) => other.savingPaise - one.savingPaise || one.missingPaise - other.missingPaise);
}
