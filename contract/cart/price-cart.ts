import {
  type PricingInPaise,
  type PricingInRupees,
  paidPricePaise,
  toPricingInPaise,
} from '#contract/base/money.ts';
import type { Charges } from '#contract/delivery/charges.ts';
import {
  applyOffers,
  type CouponRejection,
  findCouponRejection,
  type Offer,
} from '#contract/discounts/apply-offers.ts';
import { type BillLine, priceBill, toBillDifference, toRoundingLines, toTotalPaise } from './bill.ts';

/** A quantity of a product at its price. */
interface PricedQuantity extends PricingInPaise {
  quantity: number;
}

/** A line of a cart. */
export interface PriceCartLine extends PricedQuantity {
  productId: string;
  /** Ids of its categories and sub-categories, by which offers choose. */
  categoryIds: readonly string[];
}

export interface PriceCartInput<Line extends PriceCartLine = PriceCartLine> {
  lines: readonly Line[];
  /** Of the place of delivery. */
  charges: Charges;
  /** The automatic offers of now. */
  offers: readonly Offer[];
  coupon: Offer | null;
}

/** What a cart costs, in paise. */
export interface PricedCart {
  /** The sum of the quantities. */
  unitCount: number;
  /** Before the discounts of products. */
  subTotalPaise: number;
  /** After them, before offers: the value with which minimums and fees are compared. */
  itemsPaise: number;
  /** Items, offers, coupon, charges and rounding. */
  bill: BillLine[];
  /** What the shopper pays. */
  totalPaise: number;
  /** What the coupon takes off, and why if that is nothing; null without a coupon. */
  coupon: { discountPaise: number; rejection: CouponRejection | null } | null;
}

/** Prices a cart: the only place where the total of an order comes from. */
export function priceCart({ lines, charges, offers, coupon }: PriceCartInput): PricedCart {
  const priced = lines.map((line) => ({ ...line, paise: linePaise(line) }));
  const sum = (amountOf: (line: (typeof priced)[number]) => number) =>
    priced.reduce((total, line) => total + amountOf(line), 0);
  const itemsPaise = sum(({ paise }) => paise);
  const billWith = (used: Offer | null) => priceBill(itemsPaise, charges, applyOffers(priced, offers, used));
  const bill = billWith(coupon);
  const totalPaise = toTotalPaise(bill);
  // The difference, because an offer may have the name of the coupon.
  const discountPaise = coupon === null ? 0 : toTotalPaise(billWith(null)) - totalPaise;
  return {
    unitCount: sum(({ quantity }) => quantity),
    subTotalPaise: sum(({ pricePaise, quantity }) => pricePaise * quantity),
    itemsPaise,
    bill,
    totalPaise,
    coupon: coupon && {
      discountPaise,
      rejection: discountPaise > 0 ? null : findCouponRejection(priced, coupon),
    },
  };
}

/** What all pieces of a line cost after the discount of the product, in paise. */
export function linePaise({ quantity, ...price }: PricedQuantity): number {
  return paidPricePaise(price) * quantity;
}

/** A product and its quantity in the units of the API, rupees and percent, in those of the database. */
export function toPricedQuantity({
  quantity,
  ...product
}: PricingInRupees & { quantity: number }): PricedQuantity {
  return { ...toPricingInPaise(product), quantity };
}

/**
 * What the bill of an order gets when products are added to it: all its products are priced as in a checkout of now, so
 * that an addition may reach free delivery or an offer. Whatever has become dearer since, an addition costs at most its
 * products; an order that was rounded stays so. `terms` is null if nothing is delivered to the place any more.
 */
export function priceAddition(
  bill: readonly BillLine[],
  { before, after }: { before: readonly PriceCartLine[]; after: readonly PriceCartLine[] },
  terms: Omit<PriceCartInput, 'lines'> | null,
): BillLine[] {
  const items: BillLine = { kind: 'ITEMS', amountPaise: toItemsPaise(after) - toItemsPaise(before) };
  const isRounded = bill.some(({ kind }) => kind === 'ROUNDING') || terms?.charges.isTotalRounded === true;
  const most = [items, ...(isRounded ? toRoundingLines([...bill, items]) : [])];
  if (terms === null) return most;
  const charges = { ...terms.charges, isTotalRounded: isRounded };
  const priced = toBillDifference(bill, priceCart({ ...terms, charges, lines: after }).bill);
  return toTotalPaise(priced) < toTotalPaise(most) ? priced : most;
}

function toItemsPaise(lines: readonly PriceCartLine[]): number {
  return lines.reduce((sum, line) => sum + linePaise(line), 0);
}

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
