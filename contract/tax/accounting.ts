/**
 * Files of a month for the accountant. Their rows add up to the invoices less the credit notes of that month, to the
 * paisa: sales and HSN summary to these without their rounding, which is no part of the taxable supply.
 */
export const accountingReports = ['sales', 'hsn', 'b2cl', 'invoices', 'credit-notes'] as const;
export type AccountingReport = (typeof accountingReports)[number];

/**
 * Recipients as GSTR-1 tells them apart: with a GSTIN, consumers of other states with a large invoice (B2CL), which
 * are listed singly, all other consumers, and abroad.
 */
export const recipientKinds = ['B2B', 'B2CL', 'B2CS', 'EXPORT'] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** GSTR-1 as the file that the GST portal imports, with `?month=2026-11`, for admins. Not a JSON endpoint. */
export const gstr1Path = '/api/accounting/gstr-1';

/** A report as a file, with `?month=2026-11&report=…&format=…`, for admins. Not a JSON endpoint. */
export const accountingExportPath = '/api/accounting/export';

export const accountingTitles: Record<AccountingReport, string> = {
  sales: 'Sales by rate and state',
  hsn: 'HSN summary',
  b2cl: 'Large invoices to consumers of other states',
  invoices: 'Invoices',
  'credit-notes': 'Credit notes',
};

/**
 * All products that had stock at the end of a day in India, with `?date=2027-03-31&format=…`, for admins. Not a JSON
 * endpoint.
 */
export const closingStockPath = '/api/accounting/closing-stock';

/**
 * The register of receipts with `?month=2026-11&table=…&format=…`, for admins: `line` has each receipt and refund of
 * the month, `day` and `month` the sums of `getReceiptRegister`. Not a JSON endpoint.
 */
export const receiptRegisterPath = '/api/receipt-register/export';

/** The amounts of the register with their titles, on the page and in the files. */
export const receiptColumns = [
  ['cash', 'Cash'],
  ['upi', 'UPI'],
  ['card', 'Card'],
  ['other', 'Other'],
  ['credit', 'Store credit'],
  ['total', 'Total'],
] as const;
