import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderAmountDuePaise, settleRefund, toAmountDue, toRefundDue } from './settle-refund.ts';

const paid = {
  isCancelled: false,
  totalPaise: 10_000,
  paidPaise: 10_000,
  refundedPaise: 0,
  creditPaise: 0,
  creditReturnedPaise: 0,
  itemsRefundPaise: null,
  isPaidByCard: true,
  to: 'SOURCE',
} as const;

test('a cancelled order returns its credit and refunds what was paid to the card', () => {
  expect(settleRefund({ ...paid, isCancelled: true, paidPaise: 6000, creditPaise: 4000 })).toEqual({
    creditReturnedPaise: 4000,
    cardRefundPaise: 6000,
    creditRefundPaise: 0,
    leftDuePaise: 0,
  });
});

test('a payment in cash or by UPI stays due, because only staff can pay it back', () => {
  const settled = settleRefund({ ...paid, isCancelled: true, isPaidByCard: false });
  expect(settled).toMatchObject({ cardRefundPaise: 0, leftDuePaise: 10_000 });
});

test('a reduced total refunds the difference, and takes from the credit what it no longer needs', () => {
  expect(settleRefund({ ...paid, totalPaise: 7000 })).toMatchObject({ cardRefundPaise: 3000 });
  expect(settleRefund({ ...paid, totalPaise: 7000, paidPaise: 0, creditPaise: 10_000 })).toMatchObject({
    creditReturnedPaise: 3000,
    cardRefundPaise: 0,
    leftDuePaise: 0,
  });
});

test('a refund by item leaves what was due before it', () => {
  // 2,000 paise of an earlier refund, which the card refused, are due.
  const order = { ...paid, totalPaise: 5000, itemsRefundPaise: 3000 };
  expect(settleRefund(order)).toMatchObject({ cardRefundPaise: 3000, leftDuePaise: 2000 });
  expect(settleRefund({ ...order, to: 'CREDIT' })).toMatchObject({
    creditRefundPaise: 3000,
    cardRefundPaise: 0,
  });
});

test('nothing is refunded of what is not paid', () => {
  const unpaid = { ...paid, totalPaise: 7000, paidPaise: 0, itemsRefundPaise: 3000 };
  expect(settleRefund({ ...unpaid, to: 'CREDIT' })).toEqual({
    creditReturnedPaise: 0,
    cardRefundPaise: 0,
    creditRefundPaise: 0,
    leftDuePaise: 0,
  });
});

const paise = fc.integer({ min: 0, max: 1_000_000 });
const order = fc
  .record({
    isCancelled: fc.boolean(),
    totalPaise: paise,
    paidPaise: paise,
    refundedPaise: paise,
    creditPaise: paise,
    creditReturnedPaise: paise,
    itemsRefundPaise: fc.option(paise),
    isPaidByCard: fc.boolean(),
    to: fc.constantFrom('SOURCE' as const, 'CREDIT' as const),
  })
  .map((given) => ({
    ...given,
    refundedPaise: Math.min(given.refundedPaise, given.paidPaise),
    creditReturnedPaise: Math.min(given.creditReturnedPaise, given.creditPaise),
  }));

test('a settlement never refunds more than was paid or returns more than was used, and accounts for all that is due', () => {
  fc.assert(
    fc.property(order, (given) => {
      const { creditReturnedPaise, cardRefundPaise, creditRefundPaise, leftDuePaise } = settleRefund(given);
      for (const amount of [creditReturnedPaise, cardRefundPaise, creditRefundPaise, leftDuePaise])
        expect(amount).toBeGreaterThanOrEqual(0);
      const after = {
        ...given,
        creditReturnedPaise: given.creditReturnedPaise + creditReturnedPaise,
        refundedPaise: given.refundedPaise + cardRefundPaise + creditRefundPaise,
      };
      expect(after.refundedPaise).toBeLessThanOrEqual(given.paidPaise);
      expect(after.creditReturnedPaise).toBeLessThanOrEqual(given.creditPaise);
      expect(leftDuePaise).toBe(Math.max(0, toRefundDue(after)));
      // A second settlement has nothing to return, and without a limit nothing for the card.
      const again = settleRefund({ ...after, itemsRefundPaise: null });
      expect(again.creditReturnedPaise).toBe(0);
      if (given.itemsRefundPaise === null && given.isPaidByCard) expect(again.cardRefundPaise).toBe(0);
    }),
  );
});

test('what is due of an order of the API, in rupees, is what is due of the stored one', () => {
  fc.assert(
    fc.property(order, (given) => {
      const shown = {
        totalAmt: given.totalPaise / 100,
        creditAmt: given.creditPaise / 100,
        creditReturnedAmt: given.creditReturnedPaise / 100,
      };
      expect(orderAmountDuePaise(shown)).toBe(toAmountDue(given));
    }),
  );
});
