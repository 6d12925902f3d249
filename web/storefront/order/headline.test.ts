import { expect, it } from 'vitest';
import { paymentTextOf } from './headline.ts';

const cancelled = { payment_method: 'CARD', status: 'CANCELLED' } as const;

it.each([
  ['PAID', 150, 'Paid by card. The refund is on its way.'],
  ['REFUNDED', 150, 'Paid by card, and refunded'],
  ['PAID', 0, 'Paid by card. The refund did not go through; please ask us for it.'],
  ['FAILED', 0, 'By card. Nothing was paid.'],
] as const)(
  'says what became of the money of a cancelled order: %s, ₹%i back',
  (payment_status, refundedAmt, text) => {
    expect(paymentTextOf({ ...cancelled, payment_status, refundedAmt })).toBe(text);
  },
);
