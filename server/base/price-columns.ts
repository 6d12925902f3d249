import type { PricingInPaise } from '#contract/base/money.ts';

/** The columns of a price, of a product or of a line of an order. */
export interface PriceColumns {
  price_paise: number;
  discount_basis_points: number;
  sale_price_paise: number | null;
}

/** Reads the price of a row. */
export function fromPriceColumns(row: PriceColumns): PricingInPaise {
  return {
    pricePaise: row.price_paise,
    discountBasisPoints: row.discount_basis_points,
    salePricePaise: row.sale_price_paise,
  };
}

/** The columns of a price. */
export function toPriceColumns(price: PricingInPaise): PriceColumns {
  return {
    price_paise: price.pricePaise,
    discount_basis_points: price.discountBasisPoints,
    sale_price_paise: price.salePricePaise,
  };
}
