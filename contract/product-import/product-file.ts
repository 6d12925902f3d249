import {
  type Field,
  type FieldFileColumn,
  fieldNames,
  productFields,
} from '#contract/products/product-fields.ts';

export type ProductColumn =
  | FieldFileColumn
  | 'id'
  | 'stock'
  | 'categories'
  | 'sub_categories'
  | 'images'
  | 'details';

interface ColumnGuide {
  column: ProductColumn;
  help: string;
  example: string;
  /** A new product needs a value. */
  isRequired: boolean;
}

const fieldColumns = fieldNames.map((name): ColumnGuide => {
  const field: Field = productFields[name];
  const { fileColumn: column, fileColumnHelp: help, example } = field;
  return { column, help, example, isRequired: field.isRequired === true && !('emptyCellValue' in field) };
});
const afterPrices = fieldColumns.findIndex(({ column }) => column === 'sale_price') + 1;

/** The columns of a product file, in the order of the export. docs/import.md has the same table. */
export const columnGuide: readonly ColumnGuide[] = [
  {
    column: 'id',
    help: 'Id of the product to update. Empty for a new product.',
    example: '',
    isRequired: false,
  },
  ...fieldColumns.slice(0, afterPrices),
  {
    column: 'stock',
    help: 'Units in stock. Omit the column unless you have counted, because sales continue while you edit the file.',
    example: '40',
    isRequired: true,
  },
  { column: 'categories', help: 'Names, separated by |.', example: 'Fruits | Summer', isRequired: true },
  { column: 'sub_categories', help: 'Names, separated by |.', example: 'Mangoes', isRequired: true },
  ...fieldColumns.slice(afterPrices),
  {
    column: 'images',
    help: 'Paths of uploaded pictures, as in the download, separated by |.',
    example: '/images/…',
    isRequired: false,
  },
  {
    column: 'details',
    help: 'Label: text, separated by |. A label can be in both languages: Heat / तीखापन.',
    example: 'Shelf life: 5 days | Origin: Ratnagiri',
    isRequired: false,
  },
];

export const productColumns: readonly ProductColumn[] = columnGuide.map(({ column }) => column);

/** The export of all products as a file, for admins. */
export const productExportPath = '/api/product/export';

export const maximumImportBytes = 100 * 1024 * 1024;

export const maximumImportRows = 250_000;
