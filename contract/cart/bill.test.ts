import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charges, missingForFreeDelivery, noCharges } from '#contract/delivery/charges.ts';
import type { Discount } from '#contract/discounts/apply-offers.ts';
import {
  type BillLine,
  priceBill,
  toRoundingLines,
  toRoundingPaise,
  toShownBill,
  toTotalPaise,
  toUnavailableLines,
} from './bill.ts';

const paise = fc.nat({ max: 200_000 });
const rupees = paise.map((amount) => amount / 100);
const charges: fc.Arbitrary<Charges> = fc.record({
  deliveryFees: fc
    .uniqueArray(fc.record({ fromAmt: rupees, feeAmt: rupees }), {
      maxLength: 5,
      selector: ({ fromAmt }) => fromAmt,
    })
    .map((rows) =>
      rows
        .toSorted((one, other) => one.fromAmt - other.fromAmt)
        .map((row, index) => (index === 0 ? { ...row, fromAmt: 0 } : row)),
    ),
  freeDeliveryFromAmt: fc.option(rupees),
  smallOrder: fc.option(fc.record({ belowAmt: rupees, feeAmt: rupees })),
  handlingAmt: rupees,
  isTotalRounded: fc.constant(false),
});

const deliveryPaise = (itemsPaise: number, given: Charges) =>
  priceBill(itemsPaise, given).find(({ kind }) => kind === 'DELIVERY')?.amountPaise ?? 0;

test('a bill has its items first and whole positive charges, one of each kind, which add up to its total', () => {
  fc.assert(
    fc.property(paise, charges, (itemsPaise, given) => {
      const [items, ...added] = priceBill(itemsPaise, given);
      expect(items).toEqual({ kind: 'ITEMS', amountPaise: itemsPaise });
      expect(added.every(({ amountPaise }) => Number.isSafeInteger(amountPaise) && amountPaise > 0)).toBe(
        true,
      );
      expect(new Set(added.map(({ kind }) => kind)).size).toBe(added.length);
      const bill = priceBill(itemsPaise, given);
      expect(toTotalPaise(bill)).toBe(itemsPaise + toTotalPaise(added));
      expect(toShownBill(bill)).toMatchObject({ itemsPaise, charges: added });
    }),
  );
});

test('without charges a bill is its items', () => {
  fc.assert(
    fc.property(paise, (itemsPaise) => {
      expect(priceBill(itemsPaise, noCharges)).toEqual([{ kind: 'ITEMS', amountPaise: itemsPaise }]);
    }),
  );
});

test('delivery becomes free with exactly what is missing, and not with one paisa less', () => {
  fc.assert(
    fc.property(paise, charges, (itemsPaise, given) => {
      const missing = missingForFreeDelivery(itemsPaise, given);
      if (missing === null) return;
      expect(missing).toBeGreaterThan(0);
      expect(deliveryPaise(itemsPaise, given)).toBeGreaterThan(0);
      expect(deliveryPaise(itemsPaise + missing, given)).toBe(0);
      expect(deliveryPaise(itemsPaise + missing - 1, given)).toBeGreaterThan(0);
    }),
  );
});

test('an order below the limits pays delivery and the small order fee, one that reaches them does not', () => {
  const given = {
    deliveryFees: [
      { fromAmt: 0, feeAmt: 30 },
      { fromAmt: 199, feeAmt: 15.5 },
    ],
    freeDeliveryFromAmt: 499,
    smallOrder: { belowAmt: 99, feeAmt: 20 },
    handlingAmt: 4,
    isTotalRounded: false,
  };
  const added = (itemsPaise: number) =>
    toShownBill(priceBill(itemsPaise, given)).charges.map(({ kind, amountPaise }) => [kind, amountPaise]);
  const handling = ['HANDLING', 400];
  expect(added(9899)).toEqual([['DELIVERY', 3000], ['SMALL_ORDER', 2000], handling]);
  expect(added(9900)).toEqual([['DELIVERY', 3000], handling]);
  expect(added(19_900)).toEqual([['DELIVERY', 1550], handling]);
  expect(added(49_899)).toEqual([['DELIVERY', 1550], handling]);
  expect(added(49_900)).toEqual([handling]);
});

test('what was unavailable reduces the items of a bill, and not its charges', () => {
  const bill = [
    ...priceBill(10_000, { ...noCharges, handlingAmt: 5 }),
    { kind: 'UNAVAILABLE', amountPaise: -4000 } as const,
  ];
  expect(toShownBill(bill)).toEqual({
    itemsPaise: 6000,
    discounts: [],
    charges: [{ kind: 'HANDLING', name: 'Handling fee', amountPaise: 500 }],
    refunds: [],
    rounding: [],
  });
});

test('refunds after the delivery are shown with their names and do not reduce the items', () => {
  const bill = [
    ...priceBill(10_000, noCharges),
    { kind: 'REFUND', name: 'Milk', amountPaise: -4000 } as const,
    { kind: 'REFUND', name: 'Milk', amountPaise: -500 } as const,
  ];
  const { itemsPaise, refunds } = toShownBill(bill);
  expect({ itemsPaise, refunds }).toEqual({
    itemsPaise: 10_000,
    refunds: [
      { name: 'Milk', amountPaise: -4000 },
      { name: 'Milk', amountPaise: -500 },
    ],
  });
});

const half: Discount = {
  kind: 'OFFER',
  name: 'Half',
  amountPaise: 5_000,
  shares: { milk: 2_000, soap: 3_000 },
};

test('discounts are subtracted with their names, and an unavailable item takes its share of them back', () => {
  const bill = priceBill(10_000, { ...noCharges, handlingAmt: 5 }, { discounts: [half], freeDelivery: null });
  expect(toTotalPaise(bill)).toBe(5_500);
  const less = [...bill, ...toUnavailableLines(bill, { productId: 'soap', pricePaise: 6_000 })];
  expect(toTotalPaise(less)).toBe(2_500);
  expect(toShownBill(less)).toMatchObject({
    itemsPaise: 4_000,
    discounts: [{ kind: 'OFFER', name: 'Half', amountPaise: -2_000 }],
  });
  const none = [...less, ...toUnavailableLines(less, { productId: 'milk', pricePaise: 4_000 })];
  expect([toTotalPaise(none), toShownBill(none).discounts]).toEqual([500, []]);
});

test('whatever of a line is missing or replaced, in two steps, the total never grows, and no line costs less than nothing', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const percents = fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }));
  fc.assert(
    fc.property(fc.nat({ max: 50_000 }), percents, fc.tuple(part, part), fc.tuple(part, part), (...given) => {
      const [pricePaise, [percent, splitPercent], parts, replaced] = given;
      const discountPaise = Math.floor((pricePaise * percent) / 100);
      const couponPaise = Math.floor((discountPaise * splitPercent) / 100);
      const discounts = [couponPaise, discountPaise - couponPaise].map((amountPaise, index): Discount => {
        return {
          kind: index === 0 ? 'COUPON' : 'OFFER',
          name: 'Less',
          amountPaise,
          shares: { p: amountPaise },
        };
      });
      let bill: BillLine[] = priceBill(pricePaise, noCharges, { discounts, freeDelivery: null });
      const costs = { p: pricePaise, 'p 1': 0, 'p 2': 0 };
      for (const position of [1, 2] as const) {
        const before = { total: toTotalPaise(bill), ofLine: refundable('p', costs.p) };
        const leftPaise = Math.floor(costs.p * (parts[position - 1] ?? 0));
        const replacement = {
          ...{ productId: 'p', position, replaces: 0 },
          pricePaise: Math.floor((costs.p - leftPaise) * (replaced[position - 1] ?? 0)),
        };
        const lines = toUnavailableLines(
          bill,
          { productId: 'p', pricePaise: costs.p, leftPaise },
          replacement,
        );
        bill = [...bill, ...lines];
        costs.p = leftPaise;
        costs[`p ${position}`] = replacement.pricePaise;
        expect(toTotalPaise(bill)).toBeLessThanOrEqual(before.total);
        const left = Object.entries(costs).map(([key, paise]) => refundable(key, paise));
        expect(left.reduce((sum, paise) => sum + paise, 0)).toBe(toTotalPaise(bill));
        for (const paise of left) expect(paise).toBeGreaterThanOrEqual(0);
        expect(
          refundable('p', costs.p) + refundable(`p ${position}`, replacement.pricePaise),
        ).toBeLessThanOrEqual(before.ofLine);
      }
      function refundable(key: string, paise: number): number {
        return paise - bill.reduce((sum, { shares }) => sum + (shares?.[key] ?? 0), 0);
      }
    }),
  );
});

test('a replacement at the price of what it replaces takes its whole discount, one at half the price half of it', () => {
  const bill = priceBill(10_000, noCharges, { discounts: [half], freeDelivery: null });
  const replaceBy = (pricePaise: number) => {
    const replacement = { productId: 'soap', position: 2, replaces: 1, pricePaise };
    return toUnavailableLines(bill, { productId: 'soap', pricePaise: 6_000 }, replacement);
  };
  expect(replaceBy(6_000)).toEqual([
    { kind: 'OFFER', name: 'Half', amountPaise: 0, shares: { soap: -3_000, 'soap 2': 3_000 } },
  ]);
  expect(replaceBy(3_000)).toEqual([
    { kind: 'UNAVAILABLE', amountPaise: -3_000 },
    { kind: 'OFFER', name: 'Half', amountPaise: 1_500, shares: { soap: -3_000, 'soap 2': 1_500 } },
  ]);
});

test('free delivery takes back the delivery charge, and has no line without one', () => {
  const free = { discounts: [], freeDelivery: 'Diwali' };
  const charges = { ...noCharges, deliveryFees: [{ fromAmt: 0, feeAmt: 25 }] };
  expect(priceBill(10_000, charges, free).slice(1)).toEqual([
    { kind: 'DELIVERY', amountPaise: 2_500 },
    { kind: 'DELIVERY_DISCOUNT', name: 'Diwali', amountPaise: -2_500 },
  ]);
  expect(priceBill(10_000, noCharges, free)).toHaveLength(1);
});

const rounded = { ...noCharges, isTotalRounded: true };

test.each([
  [12_300, []],
  [12_301, [-1]],
  [12_337, [-37]],
  [12_350, [-50]],
  [12_351, [49]],
  [12_399, [1]],
  [50, [-50]],
  [0, []],
])('a total of %i paise gets the rounding %j', (paise, amounts) => {
  const [items, ...rounding] = priceBill(paise, rounded);
  expect(items).toEqual({ kind: 'ITEMS', amountPaise: paise });
  expect(rounding).toEqual(amounts.map((amountPaise) => ({ kind: 'ROUNDING', amountPaise })));
});

test('a rounded bill is the same bill with a last line that makes it the nearest whole rupees, half a rupee down', () => {
  fc.assert(
    fc.property(paise, charges, (itemsPaise, given) => {
      const exact = priceBill(itemsPaise, given);
      const bill = priceBill(itemsPaise, { ...given, isTotalRounded: true });
      expect(bill.slice(0, exact.length)).toEqual(exact);
      expect(bill.length - exact.length).toBe(toTotalPaise(exact) % 100 === 0 ? 0 : 1);
      expect(toTotalPaise(bill) % 100).toBe(0);
      const difference = toTotalPaise(bill) - toTotalPaise(exact);
      expect(difference >= -50 && difference < 50).toBe(true);
      expect(toShownBill(bill)).toEqual({
        ...toShownBill(exact),
        rounding: difference === 0 ? [] : [{ name: 'Rounding', amountPaise: difference }],
      });
      expect(toRoundingLines(bill)).toEqual([]);
    }),
  );
});

test('whatever of a rounded bill is unavailable, its total is whole rupees again, all rounding is within half a rupee, and it never grows', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 6 }), (prices) => {
      let bill: BillLine[] = priceBill(
        prices.reduce((sum, price) => sum + price, 0),
        { ...rounded, handlingAmt: 4.33 },
      );
      for (const pricePaise of prices) {
        const before = toTotalPaise(bill);
        bill = [...bill, ...toUnavailableLines(bill, { productId: 'p', pricePaise })];
        bill = [...bill, ...toRoundingLines(bill)];
        expect(toTotalPaise(bill) % 100).toBe(0);
        expect(toTotalPaise(bill)).toBeLessThanOrEqual(before);
        expect(Math.abs(toRoundingPaise(bill))).toBeLessThanOrEqual(50);
      }
      expect(toTotalPaise(bill)).toBe(400);
    }),
  );
});
