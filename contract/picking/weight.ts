import { type PricingInPaise, paidPricePaise } from '#contract/base/money.ts';

const basisPointsPerWhole = 10_000;

/**
 * What may be found of a line that is sold by weight, in grams. Less than `least` is missing, not weighed: it does not
 * return to stock. More than `most` is refused; what is more than `ordered` is free.
 */
export function toWeightLimits(
  quantity: number,
  stepGrams: number,
  toleranceBasisPoints: number,
): { least: number; ordered: number; most: number } {
  const ordered = quantity * stepGrams;
  const tolerance = Math.floor((ordered * toleranceBasisPoints) / basisPointsPerWhole);
  return { least: ordered - tolerance, ordered, most: ordered + tolerance };
}

/** A weight as units of products name it: `460 g`, `1.25 kg`. */
export function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`;
}

/** The grams of a weight as `formatGrams` writes it; null for another text. */
export function parseGrams(text: string): number | null {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) (g|kg)$/.exec(text) ?? [];
  return amount === undefined ? null : Math.round(Number(amount) * (unit === 'kg' ? 1000 : 1));
}

/** The price of a part of `quantity` steps that weighs less than was ordered. Amounts are rounded down. */
export function toWeighedPrice(
  price: PricingInPaise,
  quantity: number,
  { grams, orderedGrams }: { grams: number; orderedGrams: number },
): PricingInPaise {
  const toPart = (paise: number) => Math.floor((paise * quantity * grams) / orderedGrams);
  const pricePaise = Math.max(1, toPart(price.pricePaise));
  const paidPaise = toPart(paidPricePaise(price));
  // There is no sale price of 0.
  if (paidPaise === 0) return { pricePaise, discountBasisPoints: basisPointsPerWhole, salePricePaise: null };
  return { pricePaise, discountBasisPoints: 0, salePricePaise: paidPaise < pricePaise ? paidPaise : null };
}
