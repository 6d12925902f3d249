import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, response } from '#contract/base/fields.ts';
import { recipientKinds } from './accounting.ts';
import { taxDocumentKinds } from './document-number.ts';

/** A month in India, such as `2026-11`. */
export const accountingMonth = z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Enter a month.');

/** In rupees. */
const taxAmounts = {
  taxableAmt: z.number(),
  cgstAmt: z.number(),
  sgstAmt: z.number(),
  igstAmt: z.number(),
  cessAmt: z.number(),
  totalAmt: z.number(),
};

const accountingSummary = z
  .object({
    month: accountingMonth,
    /** The documents of the month by kind, with their first and last number and the orders of these. */
    documents: z.array(
      z.object({
        kind: z.enum(taxDocumentKinds),
        count: z.int(),
        first: z.string(),
        last: z.string(),
        firstOrderId: id,
        lastOrderId: id,
        totalAmt: z.number(),
        taxAmt: z.number(),
        /** In `totalAmt`, and not part of the taxable sales. */
        roundingAmt: z.number(),
      }),
    ),
    /**
     * Invoices less credit notes by recipients, place of supply and rates in percent. The rates are null for products
     * that had none when they were ordered.
     */
    sales: z.array(
      z.object({
        recipients: z.enum(recipientKinds),
        stateCode: z.string(),
        gstRate: z.number().nullable(),
        cessRate: z.number().nullable(),
        ...taxAmounts,
      }),
    ),
    /**
     * Lines of the invoices of a registered store whose GST rate was unknown, so that no tax was charged, and what
     * was paid for them.
     */
    gstUnknown: z.object({ lines: z.int(), totalAmt: z.number() }),
    /**
     * Products of the invoices of a registered store whose HSN code is doubtful, or missing although a business bought
     * them or the turnover of the store asks for it; at most 100.
     */
    hsnDoubts: z.array(z.object({ name: z.string(), hsn: z.string(), doubt: z.string() })),
    /** The store has a GSTIN now. Without one its orders get bills of supply, and no tax is charged. */
    isRegistered: z.boolean(),
    /**
     * Documents of orders that were paid on the test page: they have numbers of their own and are in none of the
     * reports.
     */
    testDocuments: z.int(),
    /** The sums of `sales`. */
    total: z.object(taxAmounts),
  })
  .meta({ id: 'AccountingSummary' });

export const getAccountingMonth = defineEndpoint({
  method: 'GET',
  path: '/api/accounting/month',
  summary:
    'Returns invoices, credit notes and sales by rate and state of a month in India, by default of the present one.',
  audience: 'staff',
  permissions: ['accounting'],
  input: z.object({ month: accountingMonth.optional() }),
  output: response(accountingSummary),
});
