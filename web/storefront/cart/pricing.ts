import { productPricePaise } from '#contract/base/money.ts';
import { type BillLine, priceBill, toTotalPaise } from '#contract/cart/bill.ts';
import type { Charges } from '#contract/delivery/charges.ts';
import {
  applyOffers,
  type CouponObstacle,
  type Offer,
  toCouponObstacle,
} from '#contract/discounts/offers.ts';
import { callApi } from '#web/api/client.ts';
import type { DisplayedLine } from './cart-line.ts';

/** What the bill of a cart is computed with. */
export interface Pricing {
  charges: Charges;
  /** The automatic offers of now. */
  offers: readonly Offer[];
  coupon: Offer | null;
}

// Ids of categories and sub-categories by product: a cart does not hold them, and few offers need them.
const categoriesOf = new Map<string, readonly string[]>();

/**
 * Reads the categories of products that an offer chooses by; resolves to whether it has read some. Without a connection
 * such an offer is left out of the bill, and the server refuses its total. `isRefused`: reads them again, because the
 * server computed another total.
 */
export async function readCategories(
  lines: readonly DisplayedLine[],
  { offers, coupon }: Pricing,
  isRefused = false,
): Promise<boolean> {
  const isNeeded = [...offers, ...(coupon === null ? [] : [coupon])].some(
    ({ categoryIds }) => categoryIds.length > 0,
  );
  const ids = lines.map(({ product }) => product._id).filter((id) => isRefused || !categoriesOf.has(id));
  if (!isNeeded || ids.length === 0) return false;
  const outcome = await callApi('listProductsById', { ids });
  if (!outcome.isOk) return false;
  for (const id of ids) categoriesOf.set(id, []);
  for (const { _id, category, subCategory } of outcome.response.data) {
    const all = [...category, ...subCategory];
    categoriesOf.set(
      _id,
      all.map((one) => one._id),
    );
  }
  return true;
}

/** The bill of a cart. */
export function priceCart(lines: readonly DisplayedLine[], { charges, offers, coupon }: Pricing): BillLine[] {
  const offered = toOfferLines(lines);
  const itemsPaise = offered.reduce((sum, { paise }) => sum + paise, 0);
  return priceBill(itemsPaise, charges, applyOffers(offered, offers, coupon));
}

function toOfferLines(lines: readonly DisplayedLine[]) {
  return lines.map(({ product, quantity }) => ({
    ...{ productId: product._id, quantity, paise: productPricePaise(product) * quantity },
    categoryIds: categoriesOf.get(product._id) ?? [],
  }));
}

/** The discount of the coupon. */
export function couponPaise(lines: readonly DisplayedLine[], pricing: Pricing): number {
  // The difference, because an offer may have the name of the coupon.
  return (
    toTotalPaise(priceCart(lines, { ...pricing, coupon: null })) - toTotalPaise(priceCart(lines, pricing))
  );
}

/**
 * The reason why the coupon takes nothing off a cart; null without a coupon, if it takes something off, and while that is
 * not known: the server decides then.
 */
export function findCouponObstacle(lines: readonly DisplayedLine[], pricing: Pricing): CouponObstacle | null {
  const { coupon } = pricing;
  if (coupon === null || couponPaise(lines, pricing) > 0) return null;
  const obstacle = toCouponObstacle(toOfferLines(lines), coupon);
  const isKnown =
    coupon.categoryIds.length === 0 || lines.every(({ product }) => categoriesOf.has(product._id));
  return isKnown || obstacle.kind === 'MINIMUM' ? obstacle : null;
}
