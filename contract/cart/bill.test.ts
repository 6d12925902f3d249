import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charges, missingForFreeDelivery, noCharges } from '#contract/delivery/charges.ts';
import type { Discount } from '#contract/discounts/apply-offers.ts';
import {
  type BillLine,
  priceBill,
  toRefundablePaise,
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

/** All of a line of one piece. */
const one = { quantity: 1, missing: 1 };

const half: Discount = {
  kind: 'OFFER',
  name: 'Half',
  amountPaise: 5_000,
  shares: { milk: 2_000, soap: 3_000 },
};

test('discounts are subtracted with their names, and an unavailable item takes its share of them back', () => {
  const bill = priceBill(10_000, { ...noCharges, handlingAmt: 5 }, { discounts: [half], freeDelivery: null });
  expect(toTotalPaise(bill)).toBe(5_500);
  const less = [...bill, ...toUnavailableLines(bill, { productId: 'soap', piecePaise: 6_000, ...one })];
  expect(toTotalPaise(less)).toBe(2_500);
  expect(toShownBill(less)).toMatchObject({
    itemsPaise: 4_000,
    discounts: [{ kind: 'OFFER', name: 'Half', amountPaise: -2_000 }],
  });
  const none = [...less, ...toUnavailableLines(less, { productId: 'milk', piecePaise: 4_000, ...one })];
  expect([toTotalPaise(none), toShownBill(none).discounts]).toEqual([500, []]);
});

test('whatever pieces of a line are missing, at once or in two steps, what is left of its discounts never exceeds the price of its pieces', () => {
  const quantities = fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.nat(), fc.nat())
    .map(([quantity, first, second]) => {
      const found = first % (quantity + 1);
      return { quantity, found, left: found === 0 ? 0 : second % found };
    });
  fc.assert(
    fc.property(
      fc.nat({ max: 5_000 }),
      quantities,
      fc.nat({ max: 100 }),
      fc.nat({ max: 100 }),
      (piecePaise, { quantity, found, left }, percent, splitPercent) => {
        const discountPaise = Math.floor((piecePaise * quantity * percent) / 100);
        const couponPaise = Math.floor((discountPaise * splitPercent) / 100);
        const discounts = [couponPaise, discountPaise - couponPaise].map(
          (amountPaise, index): Discount => ({
            ...{
              kind: index === 0 ? 'COUPON' : 'OFFER',
              name: 'Less',
              amountPaise,
              shares: { p: amountPaise },
            },
          }),
        );
        let bill: BillLine[] = priceBill(piecePaise * quantity, noCharges, { discounts, freeDelivery: null });
        const line = (pieces: number) => ({
          productId: 'p',
          pricePaise: piecePaise * pieces,
          isTakenOff: false,
        });
        let pieces = quantity;
        for (const next of [found, left]) {
          if (pieces === 0) break;
          bill = [
            ...bill,
            ...toUnavailableLines(bill, {
              productId: 'p',
              piecePaise,
              quantity: pieces,
              missing: pieces - next,
            }),
          ];
          pieces = next;
          expect(toTotalPaise(bill)).toBe(toRefundablePaise(bill, line(pieces)));
          const discount = piecePaise * pieces - toTotalPaise(bill);
          expect(discount).toBeGreaterThanOrEqual(0);
          expect(Math.abs(discount - (discountPaise * pieces) / quantity)).toBeLessThan(4);
        }
        if (pieces === 0) expect(toTotalPaise(bill)).toBe(0);
      },
    ),
  );
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
        bill = [...bill, ...toUnavailableLines(bill, { productId: 'p', piecePaise: pricePaise, ...one })];
        bill = [...bill, ...toRoundingLines(bill)];
        expect(toTotalPaise(bill) % 100).toBe(0);
        expect(toTotalPaise(bill)).toBeLessThanOrEqual(before);
        expect(Math.abs(toRoundingPaise(bill))).toBeLessThanOrEqual(50);
      }
      expect(toTotalPaise(bill)).toBe(400);
    }),
  );
});
