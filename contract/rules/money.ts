/** Rupees as the wire carries them to integer paise; the only place where a fraction is rounded. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Integer paise to rupees for the wire. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** A percentage with two decimals as integer basis points. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** Basis points as a percentage for the wire. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}

const paisePerRupee = 100;
const basisPointsPerWhole = 10_000;

/**
 * What one piece costs after discount, in paise: price − ceil(price × discount / 100), the ceil in whole
 * rupees and the result never below 0 (specification section 9, decisions section 3). All shops' sums start
 * here. The product stays below 2^53, so the division cannot round up a whole number of rupees.
 */
export function discountedPricePaise(pricePaise: number, discountBasisPoints: number): number {
  const discountRupees = Math.ceil(
    (pricePaise * discountBasisPoints) / (basisPointsPerWhole * paisePerRupee),
  );
  return Math.max(0, pricePaise - discountRupees * paisePerRupee);
}

/** The same rule for a product as the wire carries it: rupees and percent in, paise out. */
export function productPricePaise(product: { price: number; discount: number }): number {
  return discountedPricePaise(toPaise(product.price), toBasisPoints(product.discount));
}

const wholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Paise as a shopper reads them: `₹1,234`, or `₹1,234.50` where there are paise. */
export function formatPaise(paise: number): string {
  const format = paise % paisePerRupee === 0 ? wholeRupees : rupeesAndPaise;
  return format.format(paise / paisePerRupee);
}
