import { expect, test } from 'vitest';
import { listPaymentParts } from './payment-parts.ts';

const order = {
  payment_method: 'CASH' as const,
  payment_status: 'CASH ON DELIVERY' as const,
  collection: null,
  totalAmt: 150,
  creditAmt: 0,
  creditReturnedAmt: 0,
};
const receipt = { amount: 100, at: '2026-11-26T06:00:00.000Z', by: 'Meera', note: null };
const credit = { method: 'CREDIT', isPaid: true, reference: null };

test.each([
  ['in cash at the door', {}, [{ method: 'CASH', amountPaise: 15_000, isPaid: false, reference: null }]],
  ['by store credit alone', { creditAmt: 150 }, [{ ...credit, amountPaise: 15_000 }]],
  [
    'by store credit and in cash at the door',
    { creditAmt: 50 },
    [
      { ...credit, amountPaise: 5000 },
      { method: 'CASH', amountPaise: 10_000, isPaid: false, reference: null },
    ],
  ],
  [
    'by store credit of which a part came back, and by card',
    { creditAmt: 80, creditReturnedAmt: 30, payment_method: 'CARD', payment_status: 'PAID' },
    [
      { ...credit, amountPaise: 5000 },
      { method: 'CARD', amountPaise: 10_000, isPaid: true, reference: null },
    ],
  ],
  [
    'by store credit and by UPI at the door',
    { creditAmt: 50, collection: { ...receipt, method: 'UPI', reference: '123456789012' } },
    [
      { ...credit, amountPaise: 5000 },
      { method: 'UPI', amountPaise: 10_000, isPaid: true, reference: '123456789012' },
    ],
  ],
  [
    'in cash, also when everything is refunded',
    { totalAmt: 0 },
    [{ method: 'CASH', amountPaise: 0, isPaid: false, reference: null }],
  ],
  [
    'by store credit, also when everything is refunded',
    { totalAmt: 0, creditAmt: 150, creditReturnedAmt: 150 },
    [{ ...credit, amountPaise: 0 }],
  ],
] as const)('an order is paid %s', (_what, given, parts) => {
  expect(listPaymentParts({ ...order, ...given })).toEqual(parts);
});
