import { type ProductColumn, productColumns } from '#contract/rules/product-file.ts';
import { oneLine } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import { BrokenFileError, clipped, type Problem } from './problems.ts';

/** Which column each cell of a row belongs to; null where a spreadsheet has left an empty heading. */
export type Headings = readonly (ProductColumn | null)[];

/** Reads the headings: in any order and case, `Sub Categories` as `sub_categories`. Throws `BrokenFileError`. */
export function headingsOf({ line, cells }: CsvRow): Headings {
  const problems: Problem[] = [];
  const seen = new Set<ProductColumn>();
  const headings = cells.map((cell) => {
    const heading = oneLine(cell);
    if (heading === '') return null;
    const spelling = heading.toLowerCase().replaceAll(/[\s-]/g, '_');
    const column = productColumns.find((known) => known === spelling);
    const shown = clipped(heading);
    if (column === undefined) problems.push({ line, column: shown, ...unknownColumn(shown) });
    else if (seen.has(column)) problems.push({ line, column: shown, ...repeatedColumn(shown) });
    else seen.add(column);
    return column ?? null;
  });
  if (!seen.has('id') && !seen.has('name')) problems.push({ line, column: 'name', ...missingColumn() });
  if (problems.length > 0) throw new BrokenFileError(problems);
  return headings;
}

function unknownColumn(heading: string): Pick<Problem, 'code' | 'message'> {
  const message = `There is no column ${heading}. The first line names the columns: ${productColumns.join(', ')}.`;
  return { code: 'UNKNOWN_COLUMN', message };
}

function repeatedColumn(heading: string): Pick<Problem, 'code' | 'message'> {
  return { code: 'REPEATED_COLUMN', message: `The column ${heading} is there twice.` };
}

function missingColumn(): Pick<Problem, 'code' | 'message'> {
  const message =
    'The first line must name the columns, and id or name among them, to say which product is meant.';
  return { code: 'MISSING_COLUMN', message };
}
