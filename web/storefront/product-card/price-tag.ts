import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';

/** What a price tag says; `before` and `percentOff` only where there is a discount. */
export interface PriceTag {
  now: string;
  before: string | null;
  /** Such as `12.5%`, to be followed by OFF or Discount. */
  percentOff: string | null;
}

/** The price of a product as a shopper reads it: the discounted one, and what it was (specification section 9). */
export function priceTagOf(product: { price: number; discount: number }): PriceTag {
  const now = formatPaise(productPricePaise(product));
  if (product.discount <= 0) return { now, before: null, percentOff: null };
  return { now, before: formatPaise(paiseOf(product.price)), percentOff: `${product.discount}%` };
}
