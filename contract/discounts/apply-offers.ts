import { toBasisPoints, toPaise } from '#contract/base/money.ts';

/** What an offer gives. Amounts in rupees. */
export type OfferValue =
  | { kind: 'FLAT'; amountAmt: number }
  | { kind: 'PERCENT'; percent: number; capAmt: number | null }
  | { kind: 'FREE_DELIVERY' }
  /** Of each product `get` pieces are free with every `buy` that are paid. */
  | { kind: 'BUY_GET'; buy: number; get: number };

/** An offer whose dates and limits have been checked. */
export interface Offer {
  /** Shown in the bill. */
  name: string;
  value: OfferValue;
  /** The least value of all items in rupees, before offers; 0 for none. */
  minimumAmt: number;
  /**
   * Ids of categories and sub-categories. The offer is for products in one of them or in `productIds`; both empty:
   * for all.
   */
  categoryIds: readonly string[];
  productIds: readonly string[];
}

/** A line of a cart with what all its pieces cost after the discount of the product. */
export interface OfferLine {
  productId: string;
  /** Ids of its categories and sub-categories. */
  categoryIds: readonly string[];
  quantity: number;
  paise: number;
}

/** What an offer takes off the items, in paise; `shares` are the parts of its products. */
export interface Discount {
  kind: 'OFFER' | 'COUPON';
  name: string;
  amountPaise: number;
  shares: Readonly<Record<string, number>>;
}

export interface OfferResult {
  discounts: Discount[];
  /** The name of the offer that makes delivery free; null for none. */
  freeDelivery: string | null;
}

const basisPointsPerWhole = 10_000;

/**
 * Splits an amount in proportion to weights, in whole paise: each part is at most its weight if the amount is at most
 * their sum. What rounding down leaves goes to the largest fractions, the first of equal ones. The parts add up to
 * the amount.
 */
export function prorate(amountPaise: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  // Exact also where the product exceeds 2^53.
  const products = weights.map((weight) => BigInt(amountPaise) * BigInt(weight));
  const parts = products.map((product) => Number(product / BigInt(sum)));
  const byFraction = products
    .map((product, index) => ({ index, fraction: product % BigInt(sum) }))
    .sort((one, other) =>
      one.fraction === other.fraction ? one.index - other.index : one.fraction > other.fraction ? -1 : 1,
    );
  const left = amountPaise - parts.reduce((total, part) => total + part, 0);
  for (const { index } of byFraction.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/**
 * What offers take off a cart. The rules of combination: for each product the best BUY_GET offer; then of the
 * automatic amounts and percentages the one that gives most, computed on what is left; then the coupon on what is
 * left; free delivery beside them. Discounts never exceed the items. Each minimum is compared with the items before
 * offers.
 */
export function applyOffers(
  cart: readonly OfferLine[],
  automatic: readonly Offer[],
  coupon: Offer | null,
): OfferResult {
  // Sorted, because rounding follows the order, and browser and server list a cart differently.
  const lines = cart.toSorted((one, other) => (one.productId < other.productId ? -1 : 1));
  const itemsPaise = lines.reduce((sum, { paise }) => sum + paise, 0);
  const left = new Map(lines.map(({ productId, paise }) => [productId, paise]));
  const discounts: Discount[] = [];
  const take = (discount: Discount | null) => {
    if (discount === null || discount.amountPaise === 0) return;
    for (const [productId, paise] of Object.entries(discount.shares))
      left.set(productId, (left.get(productId) ?? 0) - paise);
    discounts.push(discount);
  };
  const reached = automatic.filter(({ minimumAmt }) => itemsPaise >= toPaise(minimumAmt));
  for (const discount of toFreePieces(lines, reached)) take(discount);
  take(
    reached
      .map((offer) => toDiscount(offer, 'OFFER', lines, left))
      .reduce<Discount | null>(
        (best, one) => (one !== null && one.amountPaise > (best?.amountPaise ?? 0) ? one : best),
        null,
      ),
  );
  const isCouponReached = coupon !== null && itemsPaise >= toPaise(coupon.minimumAmt);
  if (isCouponReached) take(toDiscount(coupon, 'COUPON', lines, left));
  const free = [...reached, ...(isCouponReached ? [coupon] : [])].find(
    (offer) => offer.value.kind === 'FREE_DELIVERY' && lines.some((line) => isFor(offer, line)),
  );
  return { discounts, freeDelivery: free?.name ?? null };
}

/** Why a coupon takes nothing off a cart. */
export type CouponRejection =
  | { kind: 'MINIMUM'; missingPaise: number }
  | { kind: 'ITEMS' }
  | { kind: 'FREE_DELIVERY' }
  /** Other offers already take off everything that it could. */
  | { kind: 'OFFERS' };

/** Why a coupon that takes nothing off a cart does so. */
export function findCouponRejection(cart: readonly OfferLine[], coupon: Offer): CouponRejection {
  const missingPaise = toPaise(coupon.minimumAmt) - cart.reduce((sum, { paise }) => sum + paise, 0);
  if (missingPaise > 0) return { kind: 'MINIMUM', missingPaise };
  if (!cart.some((line) => isFor(coupon, line))) return { kind: 'ITEMS' };
  return { kind: coupon.value.kind === 'FREE_DELIVERY' ? 'FREE_DELIVERY' : 'OFFERS' };
}

function isFor({ categoryIds, productIds }: Offer, line: OfferLine): boolean {
  if (categoryIds.length === 0 && productIds.length === 0) return true;
  return productIds.includes(line.productId) || line.categoryIds.some((id) => categoryIds.includes(id));
}

function toFreePieces(lines: readonly OfferLine[], offers: readonly Offer[]): Discount[] {
  const byOffer = new Map<Offer, Record<string, number>>();
  for (const line of lines) {
    let best = { paise: 0, offer: null as Offer | null };
    for (const offer of offers) {
      if (offer.value.kind !== 'BUY_GET' || !isFor(offer, line)) continue;
      const { buy, get } = offer.value;
      const rest = line.quantity % (buy + get);
      const pieces = Math.floor(line.quantity / (buy + get)) * get + Math.max(0, rest - buy);
      const paise = (line.paise / line.quantity) * pieces;
      if (paise > best.paise) best = { paise, offer };
    }
    if (best.offer !== null)
      byOffer.set(best.offer, { ...byOffer.get(best.offer), [line.productId]: best.paise });
  }
  return [...byOffer].map(([{ name }, shares]) => toDiscountOf('OFFER', name, shares));
}

function toDiscount(
  offer: Offer,
  kind: Discount['kind'],
  lines: readonly OfferLine[],
  left: ReadonlyMap<string, number>,
): Discount | null {
  const { value } = offer;
  if (value.kind !== 'FLAT' && value.kind !== 'PERCENT') return null;
  const eligible = lines.filter((line) => isFor(offer, line));
  const weights = eligible.map(({ productId }) => left.get(productId) ?? 0);
  const eligiblePaise = weights.reduce((sum, paise) => sum + paise, 0);
  const wanted =
    value.kind === 'FLAT'
      ? toPaise(value.amountAmt)
      : Math.min(
          // Rounded down to the paisa.
          Math.floor((eligiblePaise * toBasisPoints(value.percent)) / basisPointsPerWhole),
          value.capAmt === null ? eligiblePaise : toPaise(value.capAmt),
        );
  const parts = prorate(Math.min(wanted, eligiblePaise), weights);
  const shares = eligible.map(({ productId }, index) => [productId, parts[index] ?? 0] as const);
  return toDiscountOf(kind, offer.name, Object.fromEntries(shares.filter(([, paise]) => paise > 0)));
}

function toDiscountOf(kind: Discount['kind'], name: string, shares: Record<string, number>): Discount {
  const amountPaise = Object.values(shares).reduce((sum, paise) => sum + paise, 0);
  return { kind, name, amountPaise, shares };
}
