export const reportKinds = [
  'sales',
  'margin',
  'products',
  'categories',
  'searches',
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
  deliveries: 'Late deliveries',
  refunds: 'Refunds',
};

/**
 * A table of a report as a file, with `?report=sales&table=periods&format=csv` and the range as in `getReport`, for
 * admins. Not a JSON endpoint.
 */
export const reportExportPath = '/api/report/export';
