import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BillLine,
  priceBill,
  toRefundableChargesPaise,
  toRefundablePaise,
  toRefundedRoundingLines,
  toRoundingLines,
  toRoundingPaise,
  toTotalPaise,
  toUnavailableLines,
} from '#contract/cart/bill.ts';
import { applyOffers, type Offer } from '#contract/discounts/apply-offers.ts';
import {
  addTax,
  splitTax,
  type TaxedItem,
  type TaxLine,
  type TaxParts,
  toCreditLines,
  toTaxLines,
  toTaxPaise,
} from './tax.ts';

const rates = fc.record({
  gstBasisPoints: fc.constantFrom(0, 25, 300, 500, 1200, 1800, 2800, 4000),
  cessBasisPoints: fc.constantFrom(0, 0, 0, 100, 1200, 6000, 29_000),
});

const partNames = ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'cessPaise'] as const;
const sumOfParts = (parts: TaxParts) => partNames.reduce((total, name) => total + parts[name], 0);

describe('the tax in an amount', () => {
  test.each([
    [10_500, 500, 0, false, [10_000, 250, 250, 0, 0]],
    [10_500, 500, 0, true, [10_000, 0, 0, 500, 0]],
    // 100 / 1.05 = 95.238…; the odd paisa of the 5 paise of tax belongs to the taxable value.
    [100, 500, 0, false, [96, 2, 2, 0, 0]],
    [100, 500, 0, true, [95, 0, 0, 5, 0]],
    [10_000, 1800, 0, false, [8476, 762, 762, 0, 0]],
    // Half a paisa is rounded up: 21 / 2.
    [21, 10_000, 0, true, [11, 0, 0, 10, 0]],
    [14_000, 2800, 1200, false, [10_000, 1400, 1400, 0, 1200]],
    [999, 0, 0, false, [999, 0, 0, 0, 0]],
    [0, 1800, 1200, true, [0, 0, 0, 0, 0]],
  ] as const)('%i paise at %i and %i basis points, to another state: %s', (...given) => {
    const [amountPaise, gstBasisPoints, cessBasisPoints, isInterState, expected] = given;
    const parts = splitTax(amountPaise, { gstBasisPoints, cessBasisPoints }, isInterState);
    expect(partNames.map((name) => parts[name])).toEqual(expected);
  });

  test('adds up to it, is equal as CGST and SGST, close to the exact tax, and never falls when the amount grows', () => {
    const largest = 5_000_000_000;
    fc.assert(
      fc.property(fc.nat({ max: largest }), rates, fc.boolean(), (amountPaise, rate, isInterState) => {
        const parts = splitTax(amountPaise, rate, isInterState);
        const more = splitTax(amountPaise + 1, rate, isInterState);
        expect(sumOfParts(parts)).toBe(amountPaise);
        for (const name of partNames) {
          expect(parts[name]).toBeGreaterThanOrEqual(0);
          // The taxable value has the odd paisa of some amounts, which the next amount has as tax.
          expect(more[name] + Number(name === 'taxablePaise')).toBeGreaterThanOrEqual(parts[name]);
        }
        // In integers of any size: |taxable × (1 + rate) − amount| is at most half of (1 + rate), but for the odd paisa.
        const divisor = BigInt(10_000 + rate.gstBasisPoints + rate.cessBasisPoints);
        const oddPaise = isInterState ? 0 : splitTax(amountPaise, rate, true).igstPaise % 2;
        const error = 2n * (BigInt(parts.taxablePaise - oddPaise) * divisor - BigInt(amountPaise) * 10_000n);
        expect(error > -divisor && error <= divisor).toBe(true);
        expect(parts.cgstPaise).toBe(parts.sgstPaise);
        expect(isInterState ? parts.cgstPaise : parts.igstPaise).toBe(0);
      }),
      { numRuns: 5000 },
    );
  });
});

const offerValue = fc.oneof(
  fc.record({ kind: fc.constant('FLAT' as const), amountAmt: fc.nat({ max: 50_000 }).map((n) => n / 100) }),
  fc.record({
    kind: fc.constant('PERCENT' as const),
    percent: fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
    capAmt: fc.constantFrom(null, 33.33),
  }),
  fc.constant({ kind: 'FREE_DELIVERY' as const }),
  fc.constant({ kind: 'BUY_GET' as const, buy: 2, get: 1 }),
);
const offer = fc
  .tuple(offerValue, fc.constantFrom([], ['p0'], ['p1', 'p2']))
  .map(([value, productIds]): Offer => ({ name: 'X', value, minimumAmt: 0, categoryIds: [], productIds }));

const basket = fc.array(
  fc.record({
    unitPaise: fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 300_000 })),
    quantity: fc.integer({ min: 1, max: 50 }),
    isTakenOff: fc.boolean(),
    rates,
  }),
  { minLength: 1, maxLength: 8 },
);
const charges = fc.tuple(fc.nat({ max: 4_000 }), fc.nat({ max: 2_000 }), fc.nat({ max: 1_500 }));

const order = fc
  .record({
    ...{ basket, offers: fc.array(offer, { maxLength: 3 }), coupon: fc.option(offer), charges },
    isTotalRounded: fc.boolean(),
  })
  .map(({ basket: lines, offers, coupon, charges: [delivery, small, handling], isTotalRounded }) => {
    const items = lines.map(
      ({ unitPaise, quantity, isTakenOff, rates: rate }, position): TaxedItem => ({
        ...{ ...rate, position, productId: `p${position}`, quantity, pricePaise: unitPaise * quantity },
        isTakenOff: isTakenOff && position > 0,
      }),
    );
    const result = applyOffers(
      items.map(({ productId, quantity, pricePaise: paise }) => ({
        ...{ productId, quantity, paise, categoryIds: [] },
      })),
      offers,
      coupon,
    );
    const bill: BillLine[] = priceBill(
      items.reduce((sum, { pricePaise }) => sum + pricePaise, 0),
      {
        deliveryFees: [{ fromAmt: 0, feeAmt: delivery / 100 }],
        ...{ freeDeliveryFromAmt: null, handlingAmt: handling / 100, isTotalRounded },
        smallOrder: { belowAmt: 500, feeAmt: small / 100 },
      },
      result,
    );
    for (const item of items) if (item.isTakenOff) bill.push(...toUnavailableLines(bill, item));
    if (isTotalRounded) bill.push(...toRoundingLines(bill));
    return { bill, items };
  });

const refunds = fc.array(
  fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), chargesShare: fc.constantFrom(0, 0.5, 1) }),
  { maxLength: 6 },
);

test('whatever is bought with whatever discounts and charges, the lines of the invoice add up to the bill before rounding', () => {
  fc.assert(
    fc.property(order, fc.boolean(), ({ bill, items }, isInterState) => {
      const lines = toTaxLines(bill, items, isInterState);
      expect(lines.map(({ position }) => position)).toEqual(
        items.filter(({ isTakenOff }) => !isTakenOff).map(({ position }) => position),
      );
      const exactPaise = toTotalPaise(bill) - toRoundingPaise(bill);
      expect(lines.reduce((sum, { totalPaise }) => sum + totalPaise, 0)).toBe(exactPaise);
      expect(sumOfParts(addTax(lines))).toBe(exactPaise);
      for (const line of lines) {
        expect(sumOfParts(line)).toBe(line.totalPaise);
        expect(line.cgstPaise).toBe(line.sgstPaise);
        expect(line.goodsPaise + line.chargesPaise).toBe(line.totalPaise);
        expect(Math.min(line.goodsPaise, line.chargesPaise)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 1000 },
  );
});

test('whatever is refunded, each credit note adds up to its refund, all never exceed the invoice, and a full refund equals it and what was paid', () => {
  fc.assert(
    fc.property(order, refunds, fc.boolean(), ({ bill: first, items }, steps, isInterState) => {
      const bill = [...first];
      const invoiced = toTaxLines(bill, items, isInterState);
      const credited: TaxLine[] = [];
      const paidPaise = toTotalPaise(bill);
      const delivered = items.filter(({ isTakenOff }) => !isTakenOff);
      for (const { share, chargesShare } of [...steps, { share: 1, chargesShare: 1 }]) {
        const lines = delivered
          .map((item) => ({
            position: item.position,
            productId: item.productId,
            amountPaise: Math.ceil(toRefundablePaise(bill, item) * share),
          }))
          .filter(({ amountPaise }) => amountPaise > 0);
        const chargesPaise = Math.floor(toRefundableChargesPaise(bill) * chargesShare);
        const refundedPaise = lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0) + chargesPaise;
        const noted = toCreditLines(invoiced, credited, { lines, chargesPaise }, isInterState);
        expect(noted.reduce((sum, { totalPaise }) => sum + totalPaise, 0)).toBe(refundedPaise);
        expect(sumOfParts(addTax(noted))).toBe(refundedPaise);
        credited.push(...noted);
        for (const line of invoiced)
          for (const name of [...partNames, 'goodsPaise', 'chargesPaise'] as const) {
            const notes = credited.filter(({ position }) => position === line.position);
            const creditedPaise = notes.reduce((sum, note) => sum + note[name], 0);
            // A line of a few paise that is refunded by the paisa can have an even amount of tax left.
            const excessPaise = name === 'taxablePaise' && line.totalPaise < 20 ? 4 : 0;
            expect(creditedPaise).toBeLessThanOrEqual(line[name] + excessPaise);
            expect(Math.min(0, ...notes.map((note) => note[name]))).toBe(0);
            expect(notes.map(({ cgstPaise }) => cgstPaise)).toEqual(notes.map(({ sgstPaise }) => sgstPaise));
          }
        for (const { productId, amountPaise } of lines)
          bill.push({
            kind: 'REFUND',
            name: 'x',
            amountPaise: -amountPaise,
            shares: { [productId]: amountPaise },
          });
        if (chargesPaise > 0) bill.push({ kind: 'REFUND', name: 'Charges', amountPaise: -chargesPaise });
        const beforePaise = toTotalPaise(bill) + refundedPaise;
        bill.push(...toRefundedRoundingLines(bill));
        expect(toTotalPaise(bill)).toBeGreaterThanOrEqual(0);
        expect(toTotalPaise(bill)).toBeLessThanOrEqual(Math.min(beforePaise, paidPaise));
        expect(Math.abs(toRoundingPaise(bill))).toBeLessThanOrEqual(50);
      }
      expect([toTotalPaise(bill), toRoundingPaise(bill)]).toEqual([0, 0]);
      for (const line of invoiced.filter(({ totalPaise }) => totalPaise >= 20)) {
        const sums = addTax(credited.filter(({ position }) => position === line.position));
        expect(sums).toEqual(addTax([line]));
        expect(toTaxPaise(sums)).toBe(toTaxPaise(line));
      }
      expect(sumOfParts(addTax(credited))).toBe(sumOfParts(addTax(invoiced)));
    }),
    { numRuns: 1000 },
  );
});

/** The rule of former versions, by which stored invoices have a paisa more of CGST than of SGST. */
function withUnequalHalves(line: TaxLine): TaxLine {
  const { taxablePaise, igstPaise, cessPaise } = splitTax(line.totalPaise, line, true);
  const cgstPaise = Math.ceil(igstPaise / 2);
  return { ...line, taxablePaise, cgstPaise, sgstPaise: igstPaise - cgstPaise, igstPaise: 0, cessPaise };
}

test('credit notes of an older invoice whose CGST exceeds its SGST have equal ones and reconcile with it, also after unequal notes', () => {
  fc.assert(
    fc.property(
      order,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (given, share, hasFormer) => {
        const invoiced = toTaxLines(given.bill, given.items, false).map(withUnequalHalves);
        const part = (line: TaxLine) => Math.floor(line.goodsPaise * share);
        const former = invoiced.map((line) => {
          const rest = withUnequalHalves({ ...line, totalPaise: line.totalPaise - part(line) });
          return {
            ...line,
            goodsPaise: part(line),
            chargesPaise: 0,
            totalPaise: part(line),
            taxablePaise: line.taxablePaise - rest.taxablePaise,
            cgstPaise: line.cgstPaise - rest.cgstPaise,
            sgstPaise: line.sgstPaise - rest.sgstPaise,
            cessPaise: line.cessPaise - rest.cessPaise,
          };
        });
        const credited = hasFormer ? former : [];
        const first = hasFormer
          ? []
          : toCreditLines(
              invoiced,
              [],
              {
                lines: invoiced.map((line) => ({ position: line.position, amountPaise: part(line) })),
                chargesPaise: 0,
              },
              false,
            );
        const last = toCreditLines(
          invoiced,
          [...credited, ...first],
          {
            lines: invoiced.map((line) => ({
              position: line.position,
              amountPaise: line.goodsPaise - part(line),
            })),
            chargesPaise: invoiced.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0),
          },
          false,
        );
        for (const note of [...first, ...last]) {
          expect(note.cgstPaise).toBe(note.sgstPaise);
          expect(sumOfParts(note)).toBe(note.totalPaise);
        }
        for (const line of invoiced) {
          const notes = [...credited, ...first, ...last].filter(({ position }) => position === line.position);
          const sums = addTax(notes);
          expect(sumOfParts(sums)).toBe(line.totalPaise);
          expect(sums.cessPaise).toBe(line.cessPaise);
          expect(line.cgstPaise - sums.cgstPaise).toBeOneOf([0, 1]);
          expect(line.sgstPaise - sums.sgstPaise).toBeOneOf([0, 1]);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('a credit note of more than the invoice has left is refused', () => {
  const items = [{ position: 0, productId: 'p0', quantity: 1, pricePaise: 100, isTakenOff: false }].map(
    (item): TaxedItem => ({ ...item, gstBasisPoints: 500, cessBasisPoints: 0 }),
  );
  const invoiced = toTaxLines([{ kind: 'ITEMS', amountPaise: 100 }], items, false);
  const refund = (amountPaise: number, chargesPaise: number) => ({
    lines: [{ position: 0, amountPaise }],
    chargesPaise,
  });
  expect(() => toCreditLines(invoiced, [], refund(101, 0), false)).toThrow(RangeError);
  expect(() => toCreditLines(invoiced, [], refund(0, 1), false)).toThrow(RangeError);
  const credited = toCreditLines(invoiced, [], refund(60, 0), false);
  expect(() => toCreditLines(invoiced, credited, refund(41, 0), false)).toThrow(RangeError);
  const elsewhere = { lines: [{ position: 7, amountPaise: 10 }], chargesPaise: 0 };
  expect(() => toCreditLines(invoiced, [], elsewhere, false)).toThrow(RangeError);
});
