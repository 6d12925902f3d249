import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountedPricePaise } from '#contract/base/money.ts';
import { type Charges, noCharges } from '#contract/delivery/charges.ts';
import {
  applyOffers,
  findCouponRejection,
  type Offer,
  type OfferValue,
} from '#contract/discounts/apply-offers.ts';
import { priceBill, toTotalPaise } from './bill.ts';
import {
  linePaise,
  type PriceCartInput,
  type PriceCartLine,
  priceCart,
  suggestCoupons,
} from './price-cart.ts';

const none = { charges: noCharges, offers: [], coupon: null };
const line = fc
  .record({
    productId: fc.constantFrom('milk', 'bread', 'soap', 'rice', 'salt', 'tea'),
    categoryIds: fc.subarray(['food', 'bath']),
    pricePaise: fc.integer({ min: 1, max: 100_000_000 }),
    discountBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    saleShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    quantity: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ saleShare, discountBasisPoints, ...given }) => ({
    ...given,
    discountBasisPoints: saleShare === null ? discountBasisPoints : 0,
    salePricePaise: saleShare === null ? null : Math.max(1, Math.floor(given.pricePaise * saleShare)),
  }));
const cart = fc.uniqueArray(line, { selector: ({ productId }) => productId, maxLength: 6 });

test('the totals of a cart are the sums of its lines, in any order of the lines', () => {
  fc.assert(
    fc.property(cart, (lines) => {
      const priced = priceCart({ lines, ...none });
      let items = 0n;
      let subTotal = 0n;
      for (const { pricePaise, discountBasisPoints, salePricePaise, quantity } of lines) {
        const paidPaise = salePricePaise ?? discountedPricePaise(pricePaise, discountBasisPoints);
        items += BigInt(paidPaise) * BigInt(quantity);
        subTotal += BigInt(pricePaise) * BigInt(quantity);
      }
      expect([BigInt(priced.itemsPaise), BigInt(priced.subTotalPaise)]).toEqual([items, subTotal]);
      expect(priced.unitCount).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0));
      expect(priced.totalPaise).toBe(priced.itemsPaise);
      expect(priceCart({ lines: [...lines].reverse(), ...none })).toEqual(priced);
    }),
  );
});

test('an empty cart costs nothing', () => {
  expect(priceCart({ lines: [], ...none })).toEqual({
    unitCount: 0,
    subTotalPaise: 0,
    itemsPaise: 0,
    bill: [{ kind: 'ITEMS', amountPaise: 0 }],
    totalPaise: 0,
    coupon: null,
  });
});

const terms = { minimumAmt: 0, categoryIds: [], productIds: [] };
const offers: Offer[] = [
  { ...terms, name: 'Third free', value: { kind: 'BUY_GET', buy: 2, get: 1 }, productIds: ['milk'] },
  {
    ...terms,
    name: 'Bath week',
    value: { kind: 'PERCENT', percent: 12.5, capAmt: 200 },
    categoryIds: ['bath'],
  },
  { ...terms, name: 'No fee', value: { kind: 'FREE_DELIVERY' }, minimumAmt: 499 },
];
const charges: Charges = {
  deliveryFees: [{ fromAmt: 0, feeAmt: 30 }],
  freeDeliveryFromAmt: null,
  smallOrder: { belowAmt: 100, feeAmt: 15 },
  handlingAmt: 5,
  isTotalRounded: true,
};
const coupon = fc.record({
  name: fc.constantFrom('WELCOME', 'Third free'),
  value: fc.oneof(
    fc.record({ kind: fc.constant('FLAT' as const), amountAmt: fc.integer({ min: 1, max: 2000 }) }),
    fc.constant({ kind: 'FREE_DELIVERY' as const }),
  ),
  minimumAmt: fc.constantFrom(0, 300),
  categoryIds: fc.subarray(['food']),
  productIds: fc.constant([]),
});

/** Another way to the same bill: offers, then charges, then rounding, each on its own. */
function oracle(lines: readonly PriceCartLine[], used: Offer | null) {
  const offered = lines.map((each) => ({ ...each, paise: linePaise(each) }));
  const itemsPaise = offered.reduce((sum, { paise }) => sum + paise, 0);
  return priceBill(itemsPaise, charges, applyOffers(offered, offers, used));
}

test('the bill has offers, coupon, charges and rounding, and adds up to the total', () => {
  fc.assert(
    fc.property(cart, fc.option(coupon), (lines, used) => {
      const priced = priceCart({ lines, charges, offers, coupon: used });
      expect(priced.bill).toEqual(oracle(lines, used));
      expect(priced.totalPaise).toBe(toTotalPaise(priced.bill));
      expect(priced.totalPaise % 100).toBe(0);
      expect(priced.totalPaise).toBeGreaterThanOrEqual(0);
      if (used === null) {
        expect(priced.coupon).toBeNull();
        return;
      }
      const discountPaise = toTotalPaise(oracle(lines, null)) - priced.totalPaise;
      const rejection =
        discountPaise > 0
          ? null
          : findCouponRejection(
              lines.map((each) => ({ ...each, paise: linePaise(each) })),
              used,
            );
      expect(priced.coupon).toEqual({ discountPaise, rejection });
    }),
  );
});

const cartOf = (rupees: number, others: Partial<PriceCartInput> = {}) => ({
  lines: [
    {
      productId: 'milk',
      categoryIds: ['dairy'],
      pricePaise: rupees * 100,
      discountBasisPoints: 0,
      salePricePaise: null,
      quantity: 1,
    },
  ],
  charges: noCharges,
  offers: [],
  ...others,
});
const couponOf = (name: string, value: OfferValue, others: Partial<Offer> = {}): Offer => ({
  ...{ name, value, minimumAmt: 0, categoryIds: [], productIds: [] },
  ...others,
});
const flat = (amountAmt: number): OfferValue => ({ kind: 'FLAT', amountAmt });
const named = (...parameters: Parameters<typeof suggestCoupons>) =>
  suggestCoupons(...parameters).map(({ coupon: { name }, savingPaise, missingPaise }) => [
    name,
    savingPaise,
    missingPaise,
  ]);

test('coupons that a cart can use come before those that it nearly reaches, the best and the nearest first', () => {
  const coupons = [
    couponOf('FAR', flat(90), { minimumAmt: 500 }),
    couponOf('NEAR', flat(80), { minimumAmt: 250 }),
    couponOf('NEARER', flat(10), { minimumAmt: 210 }),
    couponOf('SMALL', flat(5)),
    couponOf('TENTH', { kind: 'PERCENT', percent: 10, capAmt: null }, { minimumAmt: 200 }),
  ];
  expect(named(cartOf(200), coupons)).toEqual([
    ['TENTH', 2_000, 0],
    ['SMALL', 500, 0],
    ['NEARER', 0, 1_000],
    ['NEAR', 0, 5_000],
  ]);
});

test('coupons that could take nothing off a cart are not suggested, whether or not it reaches their minimum', () => {
  const coupons = [0, 110].flatMap((minimumAmt) => [
    couponOf('BREAD', flat(10), { minimumAmt, productIds: ['bread'] }),
    couponOf('BAKERY', flat(10), { minimumAmt, categoryIds: ['bakery'] }),
    couponOf('DELIVERY', { kind: 'FREE_DELIVERY' }, { minimumAmt }),
    couponOf('DAIRY', flat(10), { minimumAmt, categoryIds: ['dairy'] }),
  ]);
  expect(named(cartOf(100), coupons)).toEqual([
    ['DAIRY', 1_000, 0],
    ['DAIRY', 0, 1_000],
  ]);
  const free = couponOf('ALL', { kind: 'PERCENT', percent: 100, capAmt: null });
  expect(named(cartOf(100, { offers: [free] }), coupons)).toEqual([]);
});

test('a coupon for free delivery saves the charge of the cart', () => {
  const charges = { ...noCharges, deliveryFees: [{ fromAmt: 0, feeAmt: 30 }] };
  const delivery = couponOf('DELIVERY', { kind: 'FREE_DELIVERY' });
  expect(named(cartOf(100, { charges }), [couponOf('SMALL', flat(5)), delivery])).toEqual([
    ['DELIVERY', 3_000, 0],
    ['SMALL', 500, 0],
  ]);
});
