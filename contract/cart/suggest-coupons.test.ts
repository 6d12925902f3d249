import { expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import type { Offer, OfferValue } from '#contract/discounts/apply-offers.ts';
import type { PriceCartInput } from './price-cart.ts';
import { suggestCoupons } from './suggest-coupons.ts';

const cart = (rupees: number, others: Partial<PriceCartInput> = {}) => ({
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
const coupon = (name: string, value: OfferValue, others: Partial<Offer> = {}): Offer => ({
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
    coupon('FAR', flat(90), { minimumAmt: 500 }),
    coupon('NEAR', flat(80), { minimumAmt: 250 }),
    coupon('NEARER', flat(10), { minimumAmt: 210 }),
    coupon('SMALL', flat(5)),
    coupon('TENTH', { kind: 'PERCENT', percent: 10, capAmt: null }, { minimumAmt: 200 }),
  ];
  expect(named(cart(200), coupons)).toEqual([
    ['TENTH', 2_000, 0],
    ['SMALL', 500, 0],
    ['NEARER', 0, 1_000],
    ['NEAR', 0, 5_000],
  ]);
});

test('coupons that could take nothing off a cart are not suggested, whether or not it reaches their minimum', () => {
  const coupons = [0, 110].flatMap((minimumAmt) => [
    coupon('BREAD', flat(10), { minimumAmt, productIds: ['bread'] }),
    coupon('BAKERY', flat(10), { minimumAmt, categoryIds: ['bakery'] }),
    coupon('DELIVERY', { kind: 'FREE_DELIVERY' }, { minimumAmt }),
    coupon('DAIRY', flat(10), { minimumAmt, categoryIds: ['dairy'] }),
  ]);
  expect(named(cart(100), coupons)).toEqual([
    ['DAIRY', 1_000, 0],
    ['DAIRY', 0, 1_000],
  ]);
  const free = coupon('ALL', { kind: 'PERCENT', percent: 100, capAmt: null });
  expect(named(cart(100, { offers: [free] }), coupons)).toEqual([]);
});

test('a coupon for free delivery saves the charge of the cart', () => {
  const charges = { ...noCharges, deliveryFees: [{ fromAmt: 0, feeAmt: 30 }] };
  const delivery = coupon('DELIVERY', { kind: 'FREE_DELIVERY' });
  expect(named(cart(100, { charges }), [coupon('SMALL', flat(5)), delivery])).toEqual([
    ['DELIVERY', 3_000, 0],
    ['SMALL', 500, 0],
  ]);
});
