import {
  type PriceCartInput,
  type PriceCartLine,
  type PricedCart,
  priceCart,
  toPricedQuantity,
} from '#contract/cart/price-cart.ts';
import type { CouponRejection } from '#contract/discounts/apply-offers.ts';
import { callApi } from '#web/api/client.ts';
import type { DisplayedLine } from './cart-line.ts';

/** What a cart is priced with: the charges of the place, the automatic offers of now and a coupon. */
export type Pricing = Omit<PriceCartInput, 'lines'>;

// Ids of categories and sub-categories by product: a cart does not hold them, and few offers need them.
const categoriesOf = new Map<string, readonly string[]>();

/**
 * Reads the categories of products that an offer chooses by; resolves to whether it has read some. Without a
 * connection such an offer is left out of the bill, and the server refuses its total. `mustReadAgain`: reads
 * them again, because the server computed another total.
 */
export async function loadOfferCategories(
  lines: readonly DisplayedLine[],
  { offers, coupon }: Pick<Pricing, 'offers' | 'coupon'>,
  mustReadAgain = false,
): Promise<boolean> {
  const isNeeded = [...offers, ...(coupon === null ? [] : [coupon])].some(
    ({ categoryIds }) => categoryIds.length > 0,
  );
  const ids = lines.map(({ product }) => product._id).filter((id) => mustReadAgain || !categoriesOf.has(id));
  if (!isNeeded || ids.length === 0) return false;
  const outcome = await callApi('listProductsById', { ids });
  if (!outcome.isOk) return false;
  for (const id of ids) categoriesOf.set(id, []);
  for (const { _id, category, subCategory } of outcome.response.data) {
    categoriesOf.set(
      _id,
      [...category, ...subCategory].map((one) => one._id),
    );
  }
  return true;
}

/** What the lines of the cart cost with these charges, offers and coupon. */
export function priceLines(lines: readonly DisplayedLine[], pricing: Pricing): PricedCart {
  return priceCart({ lines: lines.map(toPriceCartLine), ...pricing });
}

/** A line of the cart as `priceCart` takes it, with its categories if they have been read. */
export function toPriceCartLine({ product, quantity }: DisplayedLine): PriceCartLine {
  return {
    productId: product._id,
    categoryIds: categoriesOf.get(product._id) ?? [],
    ...toPricedQuantity({ ...product, quantity }),
  };
}

/**
 * Why the coupon takes nothing off a cart; null without a coupon, if it takes something off, and while that is not
 * known: the server decides then.
 */
export function findCouponRejection(
  lines: readonly DisplayedLine[],
  pricing: Pricing,
): CouponRejection | null {
  const rejection = priceLines(lines, pricing).coupon?.rejection ?? null;
  const isKnown =
    pricing.coupon?.categoryIds.length === 0 || lines.every(({ product }) => categoriesOf.has(product._id));
  return isKnown || rejection?.kind === 'MINIMUM' ? rejection : null;
}
