import { AppError } from '#contract/base/errors.ts';
import type { ProductColumn } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { findHsnDoubt } from '#contract/products/hsn-codes.ts';
import { newId } from '#server/database/id.ts';
import type { Context } from '#server/http/context.ts';
import { listCategories, listSubCategories } from '#server/products/category.service.ts';
import { toAdminProduct } from '#server/products/product-columns.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { toSingleLine } from './cells.ts';
import {
  type CsvRow,
  type DecodedFile,
  type ImportProblem,
  InvalidFileError,
  maximumProblems,
  parseCsvRows,
  repairText,
  truncate,
} from './csv-file.ts';
import { type Headings, parseHeadings } from './headings.ts';
import {
  findRowReferences,
  loadFragileSkus,
  type Match,
  type MatchedBy,
  type RowReferences,
} from './match-rows.ts';
import type { ExistingProduct, ImportReport, PlannedProduct } from './product-import.queries.ts';
import { type CatalogueReferences, type FileRow, type RowValidation, validateRow } from './validate-row.ts';

/** A valid row with changes. */
export interface PlannedRow {
  action: 'create' | 'update';
  product: PlannedProduct;
}

/** What is the same for all rows. */
type StoreReferences = Omit<CatalogueReferences, 'images'> & { isRegistered: boolean };

const maximumSamples = 50;
const rowsAtOnce = 500;

/**
 * Validates a file and passes its changes to `onPlanned`, 500 rows at a time. If the report `isBroken`, the file could
 * not be read to its end and the planned rows must be discarded. Throws INVALID_INPUT for an empty file.
 */
export async function checkFile(
  context: Context,
  file: DecodedFile,
  onPlanned: (rows: readonly PlannedRow[]) => Promise<void>,
): Promise<ImportReport> {
  const check = new Check(file.encoding, await loadReferences(context));
  const fragileSkus = await loadFragileSkus(context);
  try {
    for await (const rows of batchesOf(parseCsvRows(file.pieces()), check)) {
      await onPlanned(check.validate(rows, await findRowReferences(context, rows, fragileSkus)));
    }
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return check.broken(error.problems);
  }
  return check.report();
}

async function loadReferences(context: Context): Promise<StoreReferences> {
  const [categories, subCategories] = [await listCategories(context), await listSubCategories(context)];
  const idsByName = (categories: readonly { _id: string; name: string }[]) =>
    new Map(categories.map(({ _id, name }) => [toSingleLine(name).toLowerCase(), _id]));
  const { tax, legal } = (await currentSettings(context)).settings;
  return {
    categories: idsByName(categories),
    subCategories: idsByName(subCategories),
    tax,
    isRegistered: legal.gstin !== '',
  };
}

async function* batchesOf(rows: AsyncIterable<CsvRow>, check: Check): AsyncGenerator<FileRow[]> {
  let headings: Headings | null = null;
  let batch: FileRow[] = [];
  for await (const row of rows) {
    if (headings === null) {
      headings = parseHeadings(row);
      continue;
    }
    const read = check.read(row, headings);
    if (read !== null) batch.push(read);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (headings === null) throw new AppError('INVALID_INPUT', { message: 'This file is empty.' });
  if (batch.length > 0) yield batch;
}

/** What is counted of the rows of a file before the first of them. */
export const noCounts = {
  rows: 0,
  toCreate: 0,
  toUpdate: 0,
  unchanged: 0,
  badRows: 0,
  gstUnknown: 0,
  repaired: 0,
};

/** Counts, errors, and the row that first used each product, SKU, barcode and name. */
class Check {
  readonly #encoding: string;
  readonly #store: StoreReferences;
  readonly #problems: ImportProblem[] = [];
  readonly #warnings: ImportProblem[] = [];
  readonly #missingColumns = new Set<string>();
  readonly #samples: ProductImport['samples'] = [];
  readonly #lineByProduct = new Map<string, number>();
  readonly #lineByIdentity = new Map<string, number>();
  readonly #counts = { ...noCounts };

  constructor(encoding: string, store: StoreReferences) {
    this.#encoding = encoding;
    this.#store = store;
  }

  /** Assigns cells to columns; null for a row with too few or too many cells. */
  read({ line, cells }: CsvRow, headings: Headings): FileRow | null {
    this.#counts.rows += 1;
    const isTooLong = cells.some((cell, index) => (headings[index] ?? null) === null && cell.trim() !== '');
    if (cells.length < headings.length || isTooLong) {
      const message = `This row has ${cells.length} cells, the heading row has ${headings.length}. A quotation mark or separator may be missing.`;
      this.#reject([{ line, column: '', code: 'WRONG_CELL_COUNT', message }]);
      return null;
    }
    const byColumn: FileRow['cells'] = {};
    const raw: FileRow['cells'] = {};
    for (const [index, column] of headings.entries()) {
      if (column === null) continue;
      const written = cells[index] ?? '';
      const repaired = repairText(written);
      byColumn[column] = repaired;
      if (repaired === written) continue;
      raw[column] = written;
      this.#counts.repaired += 1;
      const message = `Characters that another program has read wrongly are repaired: ${truncate(repaired)}`;
      this.#warn([{ line, column, code: 'REPAIRED', message }]);
    }
    return { line, cells: byColumn, raw };
  }

  validate(rows: readonly FileRow[], references: RowReferences): PlannedRow[] {
    const planned: PlannedRow[] = [];
    for (const row of rows) {
      const result = this.#validateRow(row, references);
      if ('problems' in result) this.#reject(result.problems);
      else if (isEmpty(result.product)) this.#counts.unchanged += 1;
      else planned.push(result);
    }
    return planned;
  }

  report(): ImportReport {
    return {
      ...this.#counts,
      encoding: this.#encoding,
      isBroken: false,
      problems: this.#problems,
      warnings: this.#warnings,
      samples: this.#samples,
    };
  }

  broken(problems: readonly ImportProblem[]): ImportReport {
    const { rows } = this.#counts;
    return {
      rows,
      toCreate: 0,
      toUpdate: 0,
      unchanged: 0,
      badRows: rows,
      gstUnknown: 0,
      repaired: 0,
      isBroken: true,
      warnings: [],
      samples: [],
      encoding: this.#encoding,
      problems: [...problems.slice(0, maximumProblems), ...this.#problems].slice(0, maximumProblems),
    };
  }

  #reject(problems: readonly ImportProblem[]): void {
    this.#counts.badRows += 1;
    for (const problem of problems) {
      if (this.#problems.length < maximumProblems && this.#isNew(problem)) this.#problems.push(problem);
    }
  }

  #warn(warnings: readonly ImportProblem[]): void {
    this.#warnings.push(...warnings.slice(0, maximumProblems - this.#warnings.length));
  }

  /** A missing column is reported once, not for every row. */
  #isNew({ code, column }: ImportProblem): boolean {
    if (code !== 'MISSING_COLUMN') return true;
    if (this.#missingColumns.has(column)) return false;
    this.#missingColumns.add(column);
    return true;
  }

  #validateRow(row: FileRow, references: RowReferences): PlannedRow | { problems: ImportProblem[] } {
    const { line } = row;
    const match = references.match(row, (id) => this.#lineByProduct.has(id));
    if ('code' in match) return { problems: [match] };
    const { product: before } = match;
    if (match.warning !== undefined) this.#warn([match.warning]);
    const validation = validateRow(
      withoutMatched(row, match),
      before === undefined ? null : toAdminProduct(before),
      { ...this.#store, images: references.images },
    );
    this.#warn(validation.warnings);
    const repeated = this.#register(row, { match, validation, references });
    const problems = repeated === null ? validation.problems : [...validation.problems, repeated];
    if (problems.length > 0) return { problems };
    return this.#plan(line, before, validation);
  }

  /**
   * Registers the product of a row and what identifies it, valid or not. Returns an error if an earlier row or
   * product has them.
   */
  #register(
    row: FileRow,
    {
      match,
      validation: { fields },
      references,
    }: { match: Exclude<Match, ImportProblem>; validation: RowValidation; references: RowReferences },
  ): ImportProblem | null {
    const { line } = row;
    const { product: before } = match;
    const identities = references.identitiesOf(row, before, fields);
    const firstOfProduct = before && this.#lineByProduct.get(before.id);
    if (before !== undefined && firstOfProduct === undefined) this.#lineByProduct.set(before.id, line);
    for (const identity of identities) {
      if (references.findHolder(identity, before) === undefined) continue;
      const message = `Another product already has ${identity.what}.`;
      return { line, column: identity.column, code: identity.code, message };
    }
    if (firstOfProduct !== undefined) {
      const by = 'by' in match ? match.by : 'name';
      const column = by === 'id' && fields.name !== undefined ? 'name' : by;
      const message = `Line ${firstOfProduct} already changes this product.`;
      return { line, column, code: 'REPEATED', message };
    }
    for (const { key, column, what } of identities) {
      const first = this.#lineByIdentity.get(key);
      if (first !== undefined)
        return { line, column, code: 'REPEATED', message: `Line ${first} already has ${what}.` };
    }
    for (const { key } of identities) this.#lineByIdentity.set(key, line);
    return null;
  }

  #plan(line: number, before: ExistingProduct | undefined, { fields, changes }: RowValidation): PlannedRow {
    const action = before === undefined ? 'create' : 'update';
    const product = {
      line,
      id: before?.id ?? newId(),
      name: fields.name ?? before?.name ?? '',
      updatedAt: before?.updated_at.toISOString() ?? null,
      changes: fields,
    };
    if (!isEmpty(product)) {
      this.#counts[action === 'create' ? 'toCreate' : 'toUpdate'] += 1;
      if (this.#store.isRegistered && isSoldUntaxed(product, before)) this.#counts.gstUnknown += 1;
      const doubt = findHsnDoubt(fields.hsn ?? '', this.#store.tax.hsnDigits);
      if (doubt !== undefined)
        this.#warn([{ line, column: 'hsn', code: 'HSN', message: `${truncate(product.name)}: ${doubt}` }]);
      if (this.#samples.length < maximumSamples) {
        this.#samples.push({ line, name: truncate(product.name, 150), action, changes });
      }
    }
    return { action, product };
  }
}

function isEmpty({ changes }: PlannedProduct): boolean {
  return Object.keys(changes).length === 0;
}

/** Whether an active product has no GST rate after the change. */
function isSoldUntaxed({ changes }: PlannedProduct, before: ExistingProduct | undefined): boolean {
  const rate = changes.gstRate === undefined ? (before?.gst_basis_points ?? null) : changes.gstRate;
  return (changes.status ?? before?.status ?? 'active') === 'active' && rate === null;
}

const matchedColumns: Record<MatchedBy, readonly ProductColumn[]> = {
  id: [],
  sku: ['sku'],
  barcode: ['barcode'],
  name: ['name', 'unit', 'brand'],
};

/** A row without the cells that identified its product: these do not change it, for example to another case. */
function withoutMatched(row: FileRow, match: Exclude<Match, ImportProblem>): FileRow {
  if (match.product === undefined || match.by === 'id') return row;
  const cells = { ...row.cells };
  for (const column of matchedColumns[match.by])
    if (toSingleLine(cells[column] ?? '') !== '') delete cells[column];
  return { ...row, cells };
}
