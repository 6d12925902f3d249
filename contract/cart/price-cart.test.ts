import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountedPricePaise } from '#contract/base/money.ts';
import { type Charges, noCharges } from '#contract/delivery/charges.ts';
import { applyOffers, findCouponRejection, type Offer } from '#contract/discounts/apply-offers.ts';
import { priceBill, toTotalPaise } from './bill.ts';
import { linePaise, type PriceCartLine, priceCart } from './price-cart.ts';

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
      expect(priced.quantity).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0));
      expect(priced.totalPaise).toBe(priced.itemsPaise);
      expect(priceCart({ lines: [...lines].reverse(), ...none })).toEqual(priced);
    }),
  );
});

test('an empty cart costs nothing', () => {
  expect(priceCart({ lines: [], ...none })).toEqual({
    quantity: 0,
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
