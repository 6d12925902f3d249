/** The columns of a product file, in the order of the export (docs/import.md). */
export const productColumns = [
  'id',
  'name',
  'brand',
  'description',
  'unit',
  'price',
  'discount',
  'stock',
  'categories',
  'sub_categories',
  'sku',
  'barcode',
  'cost_price',
  'location',
  'origin',
  'family',
  'status',
  'maximum_per_order',
  'low_stock_threshold',
  'hsn',
  'gst_rate',
  'cess_rate',
  'veg',
  'images',
  'details',
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** The export of all products as a file, for admins. */
export const productExportPath = '/api/product/export';

export const maximumImportBytes = 100 * 1024 * 1024;

export const maximumImportRows = 250_000;
