import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  discountedPricePaise,
  findDiscountSurprise,
  formatPaise,
  productPricePaise,
  toBasisPoints,
  toOffPercent,
  toPaise,
  toPercent,
  toRupees,
} from './money.ts';

const price = fc.integer({ min: 1, max: 100_000_000 });
const discount = fc.integer({ min: 0, max: 10_000 });

/** The discount rule in integers of any size. */
function exactPrice(pricePaise: number, discountBasisPoints: number): bigint {
  const product = BigInt(pricePaise) * BigInt(discountBasisPoints);
  const discountRupees = (product + 999_999n) / 1_000_000n;
  const paise = BigInt(pricePaise) - discountRupees * 100n;
  return paise < 0n ? 0n : paise;
}

test('the discounted price is exactly price − ceil(price × discount / 100), never below 0', () => {
  fc.assert(
    fc.property(price, discount, (pricePaise, basisPoints) => {
      expect(BigInt(discountedPricePaise(pricePaise, basisPoints))).toBe(exactPrice(pricePaise, basisPoints));
    }),
    { numRuns: 20_000 },
  );
});

test('also where the discount is a whole number of rupees, which a fraction must not lift to the next', () => {
  const wholeRupees = fc.integer({ min: 1, max: 1_000_000 }).map((rupees) => rupees * 100);
  fc.assert(
    fc.property(wholeRupees, fc.integer({ min: 0, max: 100 }), (pricePaise, percent) => {
      const paise = discountedPricePaise(pricePaise, percent * 100);
      expect(BigInt(paise)).toBe(exactPrice(pricePaise, percent * 100));
    }),
    { numRuns: 20_000 },
  );
});

test('a discount never raises a price, none leaves it, and more never costs more', () => {
  fc.assert(
    fc.property(price, discount, discount, (pricePaise, one, other) => {
      expect(discountedPricePaise(pricePaise, 0)).toBe(pricePaise);
      expect(discountedPricePaise(pricePaise, one)).toBeLessThanOrEqual(pricePaise);
      const [less, more] = one < other ? [one, other] : [other, one];
      expect(discountedPricePaise(pricePaise, more)).toBeLessThanOrEqual(
        discountedPricePaise(pricePaise, less),
      );
    }),
  );
});

test.each([
  [100, 10, 90],
  [99, 10, 89],
  [1, 1, 0],
  [0.5, 10, 0],
  [49.99, 33.33, 32.99],
  [250, 100, 0],
  [45.5, 12.5, 39.5],
])('₹%d at %d %% off costs ₹%d', (rupees, percent, expected) => {
  expect(toRupees(productPricePaise({ price: rupees, discount: percent }))).toBe(expected);
});

test.each([
  [195, 109.2, 109.2, 44],
  [149, 148.99, 148.99, 0],
  [100, 100, 100, 0],
  [99, 66, 66, 33],
])(
  '₹%d on sale for ₹%d costs exactly that, with the percentage rounded down',
  (price, salePrice, paid, percent) => {
    const product = { price, discount: 0, salePrice };
    expect([toRupees(productPricePaise(product)), toOffPercent(product)]).toEqual([paid, percent]);
    expect(findDiscountSurprise(product)).toBeUndefined();
  },
);

test('a discount surprises where the price becomes 0, or falls by over 5 % of it more than the percentage', () => {
  fc.assert(
    fc.property(price, discount, (pricePaise, basisPoints) => {
      const surprise = findDiscountSurprise({
        price: toRupees(pricePaise),
        discount: toPercent(basisPoints),
      });
      const off = BigInt(pricePaise) - exactPrice(pricePaise, basisPoints);
      const allowed = BigInt(pricePaise) * BigInt(basisPoints + 500);
      const isFree = pricePaise > 0 && off === BigInt(pricePaise);
      const kind = isFree ? /^Shoppers pay nothing/ : off * 10_000n > allowed ? /^Discounts are/ : /^$/;
      expect(surprise ?? '').toMatch(kind);
    }),
  );
});

test.each([
  [1, 5, 'Shoppers pay nothing: the price after discount is ₹0.'],
  [5, 1, 'Discounts are rounded up to whole rupees: this one takes off 20 %.'],
  [0.5, 0.01, 'Shoppers pay nothing: the price after discount is ₹0.'],
  // Exactly 5 % more, and none
  [10, 5, undefined],
  [100, 5, undefined],
  [5, 0, undefined],
])('₹%d with %d %% off', (rupees, percent, surprise) => {
  expect(findDiscountSurprise({ price: rupees, discount: percent })).toBe(surprise);
});

test('money and discounts come through the wire unchanged', () => {
  fc.assert(
    fc.property(price, discount, (pricePaise, basisPoints) => {
      const wire = JSON.stringify({ price: toRupees(pricePaise), discount: toPercent(basisPoints) });
      expect(toPaise(JSON.parse(wire).price)).toBe(pricePaise);
      expect(toBasisPoints(JSON.parse(wire).discount)).toBe(basisPoints);
      // At most two decimals are written, never something like 19.990000000000002.
      expect(wire).not.toMatch(/\.\d{3}/);
    }),
    { numRuns: 20_000 },
  );
});

test('amounts are written as in India', () => {
  expect([formatPaise(12_345_600), formatPaise(5), formatPaise(99_950), formatPaise(0)]).toEqual([
    '₹1,23,456',
    '₹0.05',
    '₹999.50',
    '₹0',
  ]);
});
