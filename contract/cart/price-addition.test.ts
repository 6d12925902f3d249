import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import type { Offer } from '#contract/discounts/apply-offers.ts';
import { toRefundablePaise, toShownBill, toTotalPaise } from './bill.ts';
import { linePaise, type PriceCartLine, priceAddition, priceCart } from './price-cart.ts';

const fees = {
  ...noCharges,
  deliveryFees: [{ fromAmt: 0, feeAmt: 30 }],
  freeDeliveryFromAmt: 90,
  smallOrder: { belowAmt: 70, feeAmt: 9.5 },
};
const tenth: Offer = {
  name: 'Tenth',
  value: { kind: 'PERCENT', percent: 10, capAmt: null },
  minimumAmt: 80,
  categoryIds: [],
  productIds: [],
};
const flat: Offer = { ...tenth, name: 'FLAT20', value: { kind: 'FLAT', amountAmt: 20 }, minimumAmt: 50 };

const line = (productId: string, pricePaise: number, quantity: number): PriceCartLine => ({
  ...{ productId, pricePaise, quantity },
  ...{ categoryIds: [], discountBasisPoints: 0, salePricePaise: null },
});

test('an addition that reaches free delivery and an offer takes both off, and the small order fee', () => {
  const terms = { charges: fees, offers: [tenth], coupon: null };
  const before = [line('milk', 6000, 1)];
  const { bill } = priceCart({ ...terms, lines: before });
  const added = priceAddition(bill, { before, after: [...before, line('bread', 4000, 1)] }, terms);
  expect(toShownBill([...bill, ...added])).toMatchObject({
    itemsPaise: 10_000,
    charges: [],
    discounts: [{ name: 'Tenth', amountPaise: -1000 }],
  });
  expect(toTotalPaise(added)).toBe(-950);
});

test('when charges have grown and an offer has ended since, an addition costs its products', () => {
  const before = [line('milk', 8000, 1)];
  const { bill } = priceCart({ charges: noCharges, offers: [tenth], coupon: null, lines: before });
  const dearer = { charges: { ...fees, freeDeliveryFromAmt: null }, offers: [], coupon: null };
  for (const terms of [dearer, null])
    expect(priceAddition(bill, { before, after: [...before, line('bread', 4000, 2)] }, terms)).toEqual([
      { kind: 'ITEMS', amountPaise: 8000 },
    ]);
});

test('whatever is added under whatever terms, it costs at most its products, and no line has more off than its price', () => {
  const paise = fc.integer({ min: 1, max: 9999 });
  const terms = fc.record({
    charges: fc.constantFrom(noCharges, fees, { ...fees, isTotalRounded: true, handlingAmt: 4.17 }),
    offers: fc.constantFrom([], [tenth]),
    coupon: fc.constantFrom(null, flat),
  });
  const quantity = fc.integer({ min: 1, max: 3 });
  const sequence = fc.record({
    ...{ prices: fc.tuple(paise, paise, paise), ordered: fc.tuple(quantity, quantity) },
    ...{ more: fc.nat({ max: 2 }), added: quantity, former: terms, now: fc.option(terms) },
  });
  fc.assert(
    fc.property(
      sequence,
      ({ prices: [one, two, three], ordered: [first, second], more, added, former, now }) => {
        const before = [line('a', one, first), line('b', two, second)];
        const after = [line('a', one, first + more), line('b', two, second), line('c', three, added)];
        const { bill } = priceCart({ ...former, lines: before });
        const changed = priceAddition(bill, { before, after }, now);
        const whole = [...bill, ...changed];
        const isRounded = former.charges.isTotalRounded || now?.charges.isTotalRounded;
        expect(toTotalPaise(changed)).toBeLessThanOrEqual(one * more + three * added + (isRounded ? 99 : 0));
        for (const each of after) {
          const refundable = toRefundablePaise(whole, {
            ...each,
            pricePaise: linePaise(each),
            isTakenOff: false,
          });
          expect(refundable).toBeGreaterThanOrEqual(0);
          expect(refundable).toBeLessThanOrEqual(linePaise(each));
        }
        if (isRounded && whole.some(({ kind }) => kind === 'ROUNDING'))
          expect(toTotalPaise(whole) % 100).toBe(0);
      },
    ),
    { numRuns: 500 },
  );
});
