/** Converts rupees of the API to integer paise, rounded. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Converts integer paise to rupees of the API. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Converts a percentage with two decimals to integer basis points. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** Converts basis points to a percentage of the API. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}

export const paisePerRupee = 100;
const basisPointsPerWhole = 10_000;

/**
 * The price of one piece after discount, in paise: price − ceil(price × discount / 100), where ceil rounds to whole
 * rupees and the result is at least 0. The product stays below 2^53, so the division cannot round up a whole number
 * of rupees.
 */
export function discountedPricePaise(pricePaise: number, discountBasisPoints: number): number {
  const discountRupees = Math.ceil(
    (pricePaise * discountBasisPoints) / (basisPointsPerWhole * paisePerRupee),
  );
  return Math.max(0, pricePaise - discountRupees * paisePerRupee);
}

/** What a piece costs. With a sale price, which is at most the price, there is no discount. */
export interface PricingInPaise {
  pricePaise: number;
  discountBasisPoints: number;
  salePricePaise: number | null;
}

/** What a shopper pays for a piece: the sale price exactly, or the price after discount. */
export function paidPricePaise({ pricePaise, discountBasisPoints, salePricePaise }: PricingInPaise): number {
  return salePricePaise ?? discountedPricePaise(pricePaise, discountBasisPoints);
}

/** The price of a product of the API, in rupees and percent. */
export interface PricingInRupees {
  price: number;
  discount: number;
  /** Null or missing for none. */
  salePrice?: number | null | undefined;
}

/** A price of the API in the units of the database. */
export function toPricingInPaise({ price, discount, salePrice }: PricingInRupees): PricingInPaise {
  return {
    pricePaise: toPaise(price),
    discountBasisPoints: toBasisPoints(discount),
    salePricePaise: salePrice == null ? null : toPaise(salePrice),
  };
}

/** What a shopper pays for a product of the API, in paise. */
export function productPricePaise(product: PricingInRupees): number {
  return paidPricePaise(toPricingInPaise(product));
}

/** What a price takes off, in basis points; that of a sale price is rounded down to whole percents. */
export function toOffBasisPoints({
  pricePaise,
  discountBasisPoints,
  salePricePaise,
}: PricingInPaise): number {
  if (salePricePaise === null) return discountBasisPoints;
  return Math.floor(((pricePaise - salePricePaise) * 100) / pricePaise) * 100;
}

/** The percentage that is shown beside a price of the API. */
export function toOffPercent(product: PricingInRupees): number {
  return toPercent(toOffBasisPoints(toPricingInPaise(product)));
}

/** The message for a sale price beside a discount or above the price; undefined if it is valid or there is none. */
export function findSalePriceProblem({ price, discount = 0, salePrice }: PriceChange): string | undefined {
  if (salePrice == null) return undefined;
  if (discount > 0) return 'Enter a discount or a sale price, not both.';
  return price !== undefined && salePrice > price ? 'The sale price is more than the price.' : undefined;
}

/** What a change of a price leaves as it is may be missing. */
interface PriceChange {
  price?: number | undefined;
  discount?: number | undefined;
  salePrice?: number | null | undefined;
}

/** What a change of a price changes, too: a sale price ends the discount, and a discount the sale price. */
export function endOtherPrice({ discount, salePrice }: PriceChange): { discount?: 0; salePrice?: null } {
  if (salePrice != null && discount === undefined) return { discount: 0 };
  return discount !== undefined && discount > 0 && salePrice === undefined ? { salePrice: null } : {};
}

// Allowed beyond the percentage, of the price.
const roundingPercent = 5;

/**
 * What is surprising about a discount, for the staff: that the product is free, or that rounding up to whole rupees
 * takes off more than 5 % of the price beyond the percentage. Undefined if nothing is.
 */
export function findDiscountSurprise(product: PricingInRupees): string | undefined {
  const [before, after] = [toPaise(product.price), productPricePaise(product)];
  if (before === 0 || product.salePrice != null) return undefined;
  if (after === 0) return 'Shoppers pay nothing: the price after discount is ₹0.';
  // In basis points of a paisa: integers, so that no division rounds.
  const exact = before * toBasisPoints(product.discount);
  const beyond = (before - after) * basisPointsPerWhole - exact;
  if (beyond * 100 <= before * roundingPercent * basisPointsPerWhole) return undefined;
  const percent = toPercent(Math.round(((before - after) * basisPointsPerWhole) / before));
  return `Discounts are rounded up to whole rupees: this one takes off ${percent} %.`;
}

const wholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Formats paise as `₹1,234`, or `₹1,234.50` if there are paise. */
export function formatPaise(paise: number): string {
  const format = paise % paisePerRupee === 0 ? wholeRupees : rupeesAndPaise;
  return format.format(paise / paisePerRupee);
}

/** Formats paise that may be negative as `–₹0.50`, with the dash of the other discounts. */
export function formatSignedPaise(paise: number): string {
  return `${paise < 0 ? '–' : ''}${formatPaise(Math.abs(paise))}`;
}

/** Formats paise with two decimals: `₹1,234.00`. */
export function formatExactPaise(paise: number): string {
  return rupeesAndPaise.format(paise / paisePerRupee);
}

/** Whether a number has at most two decimals. */
export function hasTwoDecimals(value: number): boolean {
  return Number.isInteger(Math.round(value * 1e6) / 1e4);
}
