import { type PricingInPaise, paidPricePaise } from '#contract/base/money.ts';

/** The mark of food: true for vegetarian, false for non-vegetarian, null for none. */
type DietMark = boolean | null;

/**
 * Whether a product may replace another by its mark: never what is not vegetarian, or may not be, something that is.
 */
export function keepsDiet(ordered: DietMark, replacement: DietMark): boolean {
  return replacement === true || ordered === false || (ordered === null && replacement === null);
}

/**
 * The price of a piece of a replacement: its own, but all pieces cost at most what they replace. Rounded down to the
 * paisa, so that the price of the line is that of its pieces.
 */
export function toReplacementPrice(
  price: PricingInPaise,
  pieces: number,
  missingPaise: number,
): PricingInPaise {
  const mostPaise = Math.floor(missingPaise / pieces);
  if (paidPricePaise(price) <= mostPaise) return price;
  const { pricePaise } = price;
  // There is no sale price of 0.
  return mostPaise === 0
    ? { pricePaise, discountBasisPoints: 10_000, salePricePaise: null }
    : { pricePaise, discountBasisPoints: 0, salePricePaise: mostPaise };
}

/** A product as it is compared with others. */
export interface ComparedProduct {
  id: string;
  family: string;
  brand: string;
  /** In grams, millilitres or pieces; null if its unit names none. */
  size: { base: string; amount: number } | null;
  /** What a shopper pays for a piece. */
  pricePaise: number;
  categoryIds: readonly string[];
  /** How often it has replaced the product before. */
  timesAccepted: number;
}

/** The products that are most like another one, most similar first. */
export function rankReplacements<Product extends ComparedProduct>(
  ordered: ComparedProduct,
  candidates: readonly Product[],
): Product[] {
  return candidates
    .map((product) => ({ product, score: toSimilarity(ordered, product) }))
    .sort((one, other) => other.score - one.score || (one.product.id < other.product.id ? -1 : 1))
    .map(({ product }) => product);
}

function toSimilarity(ordered: ComparedProduct, product: ComparedProduct): number {
  const isFamily = ordered.family !== '' && ordered.family === product.family;
  const isBrand = ordered.brand !== '' && ordered.brand.toLowerCase() === product.brand.toLowerCase();
  const shared = product.categoryIds.filter((id) => ordered.categoryIds.includes(id)).length;
  return (
    (isFamily ? 8 : 0) +
    Math.min(shared, 2) * 2 +
    Math.min(product.timesAccepted, 5) +
    (isBrand ? 1.5 : 0) -
    toDistance(ordered.size, product.size) -
    Math.min(3, Math.abs(Math.log2(Math.max(1, product.pricePaise) / Math.max(1, ordered.pricePaise))))
  );
}

/** How often one size has to be doubled or halved to be the other; at most 3. */
function toDistance(one: ComparedProduct['size'], other: ComparedProduct['size']): number {
  if (one === null || other === null || one.base !== other.base) return 1.5;
  return Math.min(3, Math.abs(Math.log2(one.amount / other.amount)));
}
