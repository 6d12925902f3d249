import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PricingInPaise, paidPricePaise } from '#contract/base/money.ts';
import { keepsDiet, rankReplacements, toReplacementPrice } from './replacement.ts';
import { formatGrams, toWeighedPrice, toWeightLimits } from './weight.ts';

const price = fc
  .record({
    pricePaise: fc.integer({ min: 1, max: 1_000_000 }),
    percent: fc.nat({ max: 100 }),
    isSale: fc.boolean(),
  })
  .map(({ pricePaise, percent, isSale }) => ({
    pricePaise,
    discountBasisPoints: isSale ? 0 : percent * 100,
    salePricePaise: isSale ? Math.max(1, Math.floor((pricePaise * percent) / 100)) : null,
  }));

function expectValid({ pricePaise, discountBasisPoints, salePricePaise }: PricingInPaise) {
  expect(pricePaise).toBeGreaterThan(0);
  if (salePricePaise === null) return;
  expect([discountBasisPoints, salePricePaise >= 1 && salePricePaise <= pricePaise]).toEqual([0, true]);
}

test('whatever weighs less than was ordered costs its part of the price, rounded down, as a price that products may have', () => {
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 10, max: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (given, quantity, step, part) => {
        const orderedGrams = quantity * step;
        const grams = Math.max(1, Math.floor((orderedGrams - 1) * part));
        const weighed = toWeighedPrice(given, quantity, { grams, orderedGrams });
        expectValid(weighed);
        expect(paidPricePaise(weighed)).toBe(
          Math.floor((paidPricePaise(given) * quantity * grams) / orderedGrams),
        );
      },
    ),
  );
});

test('whatever replaces something costs at most that, as a price that products may have', () => {
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: 1, max: 50 }),
      fc.nat({ max: 1_000_000 }),
      (given, pieces, missingPaise) => {
        const capped = toReplacementPrice(given, pieces, missingPaise);
        expectValid(capped);
        expect(paidPricePaise(capped) * pieces).toBeLessThanOrEqual(missingPaise);
        if (paidPricePaise(given) * pieces <= missingPaise) expect(capped).toEqual(given);
        else expect(missingPaise - paidPricePaise(capped) * pieces).toBeLessThan(pieces);
      },
    ),
  );
});

test('a tolerance of 10 % around 500 g is 450 to 550 g', () => {
  expect(toWeightLimits(2, 250, 1000)).toEqual({ least: 450, ordered: 500, most: 550 });
  expect(toWeightLimits(1, 250, 0)).toEqual({ least: 250, ordered: 250, most: 250 });
  expect([999, 1000, 1250, 1463].map(formatGrams)).toEqual(['999 g', '1 kg', '1.25 kg', '1.463 kg']);
});

test.each([
  [true, true, true],
  [true, null, false],
  [true, false, false],
  [null, true, true],
  [null, null, true],
  [null, false, false],
  [false, true, true],
  [false, null, true],
  [false, false, true],
])('a product with the mark %s may be replaced by one with %s: %s', (ordered, replacement, isAllowed) => {
  expect(keepsDiet(ordered, replacement)).toBe(isAllowed);
});

test('the family comes first, then what was accepted, and then what is nearer in brand, size and price', () => {
  const product = (id: string, given: object = {}) => ({
    ...{ id, family: '', brand: '', size: { base: 'ml', amount: 1000 }, pricePaise: 5000 },
    ...{ categoryIds: ['dairy'], timesAccepted: 0 },
    ...given,
  });
  const ordered = product('milk', { family: 'milk', brand: 'Amul', categoryIds: ['dairy', 'fresh'] });
  const candidates = [
    product('far', { pricePaise: 20_000, size: null }),
    product('dear', { pricePaise: 9000 }),
    product('small', { size: { base: 'ml', amount: 500 } }),
    product('brand', { brand: 'amul' }),
    product('accepted', { timesAccepted: 4 }),
    product('both', { categoryIds: ['dairy', 'fresh'] }),
    product('family', { family: 'milk', pricePaise: 9000 }),
  ];
  expect(rankReplacements(ordered, candidates).map(({ id }) => id)).toEqual([
    ...['family', 'accepted', 'both', 'brand', 'dear', 'small', 'far'],
  ]);
});
