import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { response } from '#contract/base/fields.ts';
import { accountingMonth } from '#contract/tax/accounting-month.ts';

/** Days of a month, or months of the financial year (April to March) that has the month. */
export const registerUnits = ['day', 'month'] as const;

/** In rupees, negative if more was refunded than received. `other`: refunds by a bank transfer and the like. */
const amounts = z.object({
  cash: z.number(),
  upi: z.number(),
  card: z.number(),
  other: z.number(),
  credit: z.number(),
  total: z.number(),
});

const receiptRegister = z
  .object({
    month: accountingMonth,
    by: z.enum(registerUnits),
    /**
     * Oldest first: what was received in a day such as `2026-11-23` or a month such as `2026-11`, without payments that
     * were recorded wrongly, and what was refunded, which is negative; none for a period without it.
     */
    rows: z.array(z.object({ period: z.string(), kind: z.enum(['RECEIVED', 'REFUNDED']), ...amounts.shape })),
    received: amounts,
    refunded: amounts,
    net: amounts,
    /** Test payments less their refunds, which are in no other amount. */
    testAmt: z.number(),
  })
  .meta({ id: 'ReceiptRegister' });
export type ReceiptRegister = z.output<typeof receiptRegister>;

export const getReceiptRegister = defineEndpoint({
  method: 'GET',
  path: '/api/receipt-register/get',
  summary:
    'Returns what was received and refunded for orders, by method, on the days of a month in the time zone of the store, by default the present one, or in the months of its financial year. A correction counts on the day of the wrong payment. Store credit counts when it pays an order; a refund as store credit is negative.',
  audience: 'staff',
  permissions: ['accounting'],
  input: z.object({ month: accountingMonth.optional(), by: z.enum(registerUnits).default('day') }),
  output: response(receiptRegister),
});
