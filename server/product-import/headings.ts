import { type ProductColumn, productColumns } from '#contract/product-import/product-file.ts';
import { editCost } from '#server/search/words/spelling.ts';
import { toSingleLine } from './cells.ts';
import { type CsvRow, type ImportProblem, InvalidFileError, truncate } from './csv-file.ts';

/** The column of each cell; null for an empty heading. */
export type Headings = readonly (ProductColumn | null)[];

/** How price lists of suppliers and billing programs name columns. */
const otherNames = new Map<string, ProductColumn>([
  ['mrp', 'price'],
  ['market_price', 'price'],
  ['selling_price', 'sale_price'],
  ['offer_price', 'sale_price'],
  ['special_price', 'sale_price'],
  ['discounted_price', 'sale_price'],
  ['discountedprice', 'sale_price'],
  ['category', 'categories'],
  ['sub_category', 'sub_categories'],
  ['subcategory', 'sub_categories'],
  ['subcategories', 'sub_categories'],
  ['image', 'images'],
  ['hsn_code', 'hsn'],
  ['gst', 'gst_rate'],
]);

/** Accepts any order and case, and `Sub Categories` for `sub_categories`. Throws `InvalidFileError`. */
export function parseHeadings({ line, cells }: CsvRow): Headings {
  const problems: ImportProblem[] = [];
  const seen = new Set<ProductColumn>();
  const headings = cells.map((cell) => {
    const heading = toSingleLine(cell);
    if (heading === '') return null;
    const spelling = heading.toLowerCase().replaceAll(/[\s-]/g, '_');
    const column = productColumns.find((known) => known === spelling) ?? otherNames.get(spelling);
    const shown = truncate(heading);
    if (column === undefined) problems.push({ line, column: shown, ...unknownColumn(shown, spelling) });
    else if (seen.has(column)) problems.push({ line, column: shown, ...repeatedColumn(shown) });
    else seen.add(column);
    return column ?? null;
  });
  const hasIdentity = (['id', 'sku', 'barcode', 'name'] as const).some((column) => seen.has(column));
  if (!hasIdentity) problems.push({ line, column: 'name', ...missingColumn() });
  if (problems.length > 0) throw new InvalidFileError(problems);
  return headings;
}

function unknownColumn(heading: string, spelling: string): Pick<ImportProblem, 'code' | 'message'> {
  const similar = findSimilarColumn(spelling);
  const help = similar === null ? `Columns: ${productColumns.join(', ')}.` : `Did you mean ${similar}?`;
  const message = `Unknown column ${heading}. ${help}`;
  return { code: 'UNKNOWN_COLUMN', message };
}

const maximumTypedLength = 60;

/** The column with the most similar name, of which at most a third may differ: `price` for `pirce`. */
function findSimilarColumn(spelling: string): ProductColumn | null {
  const typed = spelling.slice(0, maximumTypedLength);
  const costs = productColumns.map((column) => editCost(typed, column) / column.length);
  const least = Math.min(...costs);
  return least > 1 / 3 ? null : (productColumns[costs.indexOf(least)] ?? null);
}

function repeatedColumn(heading: string): Pick<ImportProblem, 'code' | 'message'> {
  return { code: 'REPEATED_COLUMN', message: `Duplicate column ${heading}.` };
}

function missingColumn(): Pick<ImportProblem, 'code' | 'message'> {
  const message = 'The first line must contain the column headings, including id, sku, barcode or name.';
  return { code: 'MISSING_COLUMN', message };
}
