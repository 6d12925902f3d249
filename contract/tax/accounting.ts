/**
 * Files of a month for the accountant. Their rows add up to the invoices less the credit notes of that month, to the
 * paisa: sales and HSN summary to these without their rounding, which is no part of the taxable supply.
 */
export const accountingReports = ['sales', 'hsn', 'invoices', 'credit-notes'] as const;
export type AccountingReport = (typeof accountingReports)[number];

/** A report as a file, with `?month=2026-11&report=…&format=…`, for admins. Not a JSON endpoint. */
export const accountingExportPath = '/api/accounting/export';

export const accountingTitles: Record<AccountingReport, string> = {
  sales: 'Sales by rate and state',
  hsn: 'HSN summary',
  invoices: 'Invoices',
  'credit-notes': 'Credit notes',
};

/**
 * All products that had stock at the end of a day in India, with `?date=2027-03-31&format=…`, for admins. Not a JSON
 * endpoint.
 */
export const closingStockPath = '/api/accounting/closing-stock';
