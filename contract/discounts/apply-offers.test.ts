import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyOffers, type Offer, type OfferLine, type OfferValue, prorate } from './apply-offers.ts';

const offer = (value: OfferValue, more: Partial<Offer> = {}): Offer => ({
  ...{ name: 'Diwali', value, minimumAmt: 0, categoryIds: [], productIds: [], ...more },
});
const line = (
  productId: string,
  quantity: number,
  unitPaise: number,
  ...categoryIds: string[]
): OfferLine => ({
  ...{ productId, quantity, paise: quantity * unitPaise, categoryIds },
});
const milk = line('milk', 2, 3_000, 'dairy');
const soap = line('soap', 3, 4_500, 'bath');
const amountsOf = (lines: OfferLine[], automatic: Offer[], coupon: Offer | null = null) =>
  applyOffers(lines, automatic, coupon).discounts.map(({ kind, amountPaise }) => [kind, amountPaise]);

describe('an offer', () => {
  test('of an amount takes it off, at most the price of its products', () => {
    expect(amountsOf([milk], [offer({ kind: 'FLAT', amountAmt: 50 })])).toEqual([['OFFER', 5_000]]);
    expect(amountsOf([milk], [offer({ kind: 'FLAT', amountAmt: 100 })])).toEqual([['OFFER', 6_000]]);
  });

  test('of a percentage is rounded down to the paisa and ends at its cap', () => {
    const odd = line('odd', 1, 999);
    expect(amountsOf([odd], [offer({ kind: 'PERCENT', percent: 12.5, capAmt: null })])).toEqual([
      ['OFFER', 124],
    ]);
    expect(amountsOf([soap], [offer({ kind: 'PERCENT', percent: 50, capAmt: 20 })])).toEqual([
      ['OFFER', 2_000],
    ]);
  });

  test('below its minimum takes off nothing, at its minimum it does', () => {
    const flat = { kind: 'FLAT', amountAmt: 10 } as const;
    expect(amountsOf([milk], [offer(flat, { minimumAmt: 60.01 })])).toEqual([]);
    expect(amountsOf([milk], [offer(flat, { minimumAmt: 60 })])).toEqual([['OFFER', 1_000]]);
  });

  test('for categories or products leaves the others at their price', () => {
    const value = { kind: 'PERCENT', percent: 10, capAmt: null } as const;
    const [discount] = applyOffers([milk, soap], [offer(value, { categoryIds: ['bath'] })], null).discounts;
    expect(discount).toMatchObject({ amountPaise: 1_350, shares: { soap: 1_350 } });
    expect(amountsOf([milk, soap], [offer(value, { productIds: ['milk'] })])).toEqual([['OFFER', 600]]);
    expect(amountsOf([milk], [offer(value, { productIds: ['soap'] })])).toEqual([]);
  });

  test.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 2],
  ])('buy 2 get 1: of %i pieces %i are free', (quantity, free) => {
    const [discount] = applyOffers(
      [line('soap', quantity, 4_500)],
      [offer({ kind: 'BUY_GET', buy: 2, get: 1 })],
      null,
    ).discounts;
    expect(discount?.amountPaise ?? 0).toBe(free * 4_500);
  });

  test('of free delivery takes nothing off the items', () => {
    const free = offer({ kind: 'FREE_DELIVERY' }, { minimumAmt: 50 });
    expect(applyOffers([milk], [free], null)).toEqual({ discounts: [], freeDelivery: 'Diwali' });
    expect(applyOffers([line('milk', 1, 3_000)], [free], null).freeDelivery).toBeNull();
    expect(applyOffers([milk], [], free).freeDelivery).toBe('Diwali');
  });
});

describe('combined offers', () => {
  test('the best automatic amount applies, then the coupon on what is left', () => {
    const small = offer({ kind: 'FLAT', amountAmt: 10 });
    const large = offer({ kind: 'PERCENT', percent: 50, capAmt: null }, { name: 'Half' });
    const coupon = offer({ kind: 'PERCENT', percent: 10, capAmt: null }, { name: 'SAVE10' });
    expect(applyOffers([milk], [small, large], coupon).discounts).toEqual([
      { kind: 'OFFER', name: 'Half', amountPaise: 3_000, shares: { milk: 3_000 } },
      { kind: 'COUPON', name: 'SAVE10', amountPaise: 300, shares: { milk: 300 } },
    ]);
  });

  test('free pieces come before percentages, and of two such offers the better one counts', () => {
    const free = (buy: number, get: number, name: string) => offer({ kind: 'BUY_GET', buy, get }, { name });
    const percent = offer({ kind: 'PERCENT', percent: 10, capAmt: null }, { name: 'Ten' });
    expect(applyOffers([soap], [free(2, 1, 'one'), free(1, 2, 'two'), percent], null).discounts).toEqual([
      { kind: 'OFFER', name: 'two', amountPaise: 9_000, shares: { soap: 9_000 } },
      { kind: 'OFFER', name: 'Ten', amountPaise: 450, shares: { soap: 450 } },
    ]);
  });

  const values: fc.Arbitrary<OfferValue> = fc.oneof(
    fc.record({
      kind: fc.constant('FLAT' as const),
      amountAmt: fc.nat({ max: 100_000 }).map((paise) => paise / 100),
    }),
    fc.record({
      kind: fc.constant('PERCENT' as const),
      percent: fc.integer({ min: 1, max: 10_000 }).map((points) => points / 100),
      capAmt: fc.option(fc.nat({ max: 1000 })),
    }),
    fc.record({
      kind: fc.constant('BUY_GET' as const),
      buy: fc.integer({ min: 1, max: 5 }),
      get: fc.integer({ min: 1, max: 5 }),
    }),
    fc.constant({ kind: 'FREE_DELIVERY' as const }),
  );
  const ids = ['a', 'b', 'c', 'd'];
  const offers = fc.record({
    ...{ name: fc.string(), value: values, minimumAmt: fc.nat({ max: 200 }) },
    ...{ categoryIds: fc.subarray(['x', 'y']), productIds: fc.subarray(ids) },
  });
  const lines = fc
    .uniqueArray(
      fc.record({
        productId: fc.constantFrom(...ids),
        quantity: fc.integer({ min: 1, max: 50 }),
        unitPaise: fc.nat({ max: 50_000 }),
        categoryIds: fc.subarray(['x', 'y']),
      }),
      { selector: ({ productId }) => productId },
    )
    .map((all) => all.map(({ unitPaise, ...one }) => ({ ...one, paise: unitPaise * one.quantity })));

  test('are whole paise that never exceed a line, add up to their shares, and do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(lines, fc.array(offers, { maxLength: 5 }), fc.option(offers), (cart, automatic, coupon) => {
        const result = applyOffers(cart, automatic, coupon);
        const taken = new Map<string, number>();
        for (const { amountPaise, shares } of result.discounts) {
          const parts = Object.entries(shares);
          expect(parts.every(([, paise]) => Number.isSafeInteger(paise) && paise > 0)).toBe(true);
          expect(parts.reduce((sum, [, paise]) => sum + paise, 0)).toBe(amountPaise);
          for (const [id, paise] of parts) taken.set(id, (taken.get(id) ?? 0) + paise);
        }
        for (const { productId, paise } of cart) expect(taken.get(productId) ?? 0).toBeLessThanOrEqual(paise);
        expect(applyOffers([...cart].reverse(), automatic, coupon)).toEqual(result);
      }),
    );
  });
});

test('prorated parts are whole, add up to the amount and stay within their weights', () => {
  const weights = fc.array(fc.nat({ max: 2 ** 40 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(weights, fc.nat({ max: 1000 }), (given, permille) => {
      const sum = given.reduce((total, weight) => total + weight, 0);
      const amount = Math.floor((sum / 1000) * permille);
      const parts = prorate(amount, given);
      expect(parts.reduce((total, part) => total + part, 0)).toBe(amount);
      expect(parts.every((part, index) => Number.isSafeInteger(part) && part <= (given[index] ?? 0))).toBe(
        true,
      );
    }),
  );
});
