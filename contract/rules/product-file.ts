/** The headings of a file of products, in the order in which the export writes them (docs/import.md). */
export const productColumns = [
  'id',
  'name',
  'description',
  'unit',
  'price',
  'discount',
  'stock',
  'categories',
  'sub_categories',
  'images',
  'details',
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** Where an admin downloads all products as such a file. */
export const productExportPath = '/api/product/export';

/** As many bytes as a file of products may have. */
export const maximumImportBytes = 30 * 1024 * 1024;

/** As many products as one file may name. */
export const maximumImportRows = 50_000;
