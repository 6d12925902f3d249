export const reportKinds = [
  'sales',
  'margin',
  'products',
  'categories',
  'searches',
  'picking',
  'promise',
  'deliveries',
  'refunds',
] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportTitles: Record<ReportKind, string> = {
  sales: 'Sales',
  margin: 'Margin',
  products: 'Products',
  categories: 'Categories',
  searches: 'Searches',
  picking: 'Picking',
  promise: 'Promise',
  deliveries: 'Late deliveries',
  refunds: 'Refunds',
};

/** What the numbers of a report count, and by which day. The same words have the same basis on all pages. */
export const reportBases: Record<ReportKind, string> = {
  sales:
    'Orders placed on these days, without cancelled ones and test payments. Net sales are with tax, delivery and fees, less discounts and refunded products.',
  margin: 'Invoices less credit notes of these days, as in Accounting, before tax.',
  products:
    'Orders placed on these days, without cancelled ones and test payments. Values are with tax, less the discounts of the products.',
  categories:
    'Orders placed on these days, without cancelled ones and test payments. Values are with tax, less the discounts of the products.',
  searches: 'Searches of these days.',
  picking:
    'Orders packed with a phone on these days. The time of a line begins with the line before, or when its order was taken.',
  promise:
    'Orders delivered on these days that had a promised time, and credit given on these days for late orders.',
  deliveries: 'Orders delivered on these days, and attempts that failed.',
  refunds: 'Refunds paid on these days, to a card those sent, without test payments.',
};

/**
 * A table of a report as a file, with `?report=sales&table=periods&format=csv` and the range as in `getReport`, for
 * admins. Not a JSON endpoint.
 */
export const reportExportPath = '/api/report/export';
