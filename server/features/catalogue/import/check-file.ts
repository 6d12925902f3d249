import { AppError } from '#contract/errors.ts';
import type { ProductImport } from '#contract/product-import.ts';
import type { ProductColumn } from '#contract/rules/product-file.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { listCategories, listSubCategories } from '#server/features/catalogue/categories/category.service.ts';
import { findKnownImages } from '#server/features/catalogue/images/image.service.ts';
import { toProduct } from '#server/features/catalogue/products/product.service.ts';
import { parseList, toSingleLine, unescapeFormula } from './cells.ts';
import {
  type CsvRow,
  type DecodedFile,
  type Headings,
  type ImportProblem,
  InvalidFileError,
  maximumProblems,
  parseCsvRows,
  parseHeadings,
  truncate,
} from './csv-file.ts';
import {
  type ExistingProduct,
  type ImportReport,
  type PlannedProduct,
  selectKnownProducts,
  selectNameKeys,
} from './product-import.queries.ts';
import { type CatalogueReferences, type FileRow, type RowValidation, validateRow } from './validate-row.ts';

/** A valid row with changes. */
export interface PlannedRow {
  action: 'create' | 'update';
  product: PlannedProduct;
}

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
  const check = new Check(file.encoding, await loadCategories(context));
  try {
    for await (const rows of batchesOf(parseCsvRows(file.pieces()), check)) {
      await onPlanned(check.validate(rows, await findRowReferences(context, rows)));
    }
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return check.broken(error.problems);
  }
  return check.report();
}

async function loadCategories(
  context: Context,
): Promise<Pick<CatalogueReferences, 'categories' | 'subCategories'>> {
  const [categories, subCategories] = [await listCategories(context), await listSubCategories(context)];
  const idsByName = (categories: readonly { _id: string; name: string }[]) =>
    new Map(categories.map(({ _id, name }) => [toSingleLine(name).toLowerCase(), _id]));
  return { categories: idsByName(categories), subCategories: idsByName(subCategories) };
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

/** Counts, errors, and the row that first used each product and name. */
class Check {
  readonly #encoding: string;
  readonly #categories: Pick<CatalogueReferences, 'categories' | 'subCategories'>;
  readonly #problems: ImportProblem[] = [];
  readonly #missingColumns = new Set<string>();
  readonly #samples: ProductImport['samples'] = [];
  readonly #lineByProduct = new Map<string, number>();
  readonly #lineByName = new Map<string, number>();
  readonly #counts = { rows: 0, toCreate: 0, toUpdate: 0, unchanged: 0, badRows: 0 };

  constructor(encoding: string, categories: Pick<CatalogueReferences, 'categories' | 'subCategories'>) {
    this.#encoding = encoding;
    this.#categories = categories;
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
    const byColumn: Partial<Record<ProductColumn, string>> = {};
    for (const [index, column] of headings.entries())
      if (column !== null) byColumn[column] = cells[index] ?? '';
    return { line, cells: byColumn };
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
      samples: this.#samples,
    };
  }

  broken(problems: readonly ImportProblem[]): ImportReport {
    const { rows } = this.#counts;
    return {
      ...{ rows, toCreate: 0, toUpdate: 0, unchanged: 0, badRows: rows, isBroken: true, samples: [] },
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

  /** A missing column is reported once, not for every row. */
  #isNew({ code, column }: ImportProblem): boolean {
    if (code !== 'MISSING_COLUMN') return true;
    if (this.#missingColumns.has(column)) return false;
    this.#missingColumns.add(column);
    return true;
  }

  #validateRow(row: FileRow, references: RowReferences): PlannedRow | { problems: ImportProblem[] } {
    const { line, cells } = row;
    const id = toSingleLine(cells.id ?? '');
    const hasName = toSingleLine(cells.name ?? '') !== '';
    if (id === '' && !hasName) return problem(line, 'name', 'MISSING', 'Enter an id or a name.');
    const before = id === '' ? references.findByName(cells.name ?? '') : references.findById(id);
    if (id !== '' && before === undefined) {
      const message = `No product has the id ${truncate(id)}. Leave the id empty to create a product.`;
      return problem(line, 'id', 'UNKNOWN_ID', message);
    }
    // A name that identified its product does not rename it.
    const { name: _name, ...others } = cells;
    const validation = validateRow(
      id === '' && before !== undefined ? { line, cells: others } : row,
      before === undefined ? null : toProduct(before),
      { ...this.#categories, images: references.images },
    );
    const duplicate = this.#register(row, { before, validation, references });
    const problems = duplicate === null ? validation.problems : [...validation.problems, duplicate];
    if (problems.length > 0) return { problems };
    return this.#plan(line, before, validation);
  }

  /** Registers product and name of a row, valid or not. Returns an error if an earlier row or product has them. */
  #register(
    { line, cells }: FileRow,
    {
      before,
      validation,
      references,
    }: { before: ExistingProduct | undefined; validation: RowValidation; references: RowReferences },
  ): ImportProblem | null {
    const isNamed = before === undefined || validation.fields.name !== null;
    const nameKey = isNamed ? references.nameKeyOf(cells.name ?? '') : before.name_key;
    const firstOfProduct = before && this.#lineByProduct.get(before.id);
    if (before !== undefined && firstOfProduct === undefined) this.#lineByProduct.set(before.id, line);
    const other = isNamed && before !== undefined ? references.findByName(cells.name ?? '') : undefined;
    if (other !== undefined && other.id !== before?.id) {
      return { line, column: 'name', code: 'NAME_TAKEN', message: 'Another product already has this name.' };
    }
    const first = firstOfProduct ?? this.#lineByName.get(nameKey);
    if (first === undefined) {
      this.#lineByName.set(nameKey, line);
      return null;
    }
    const column = toSingleLine(cells.id ?? '') === '' || isNamed ? 'name' : 'id';
    const isSameProduct = firstOfProduct !== undefined || before === undefined;
    const message = `Line ${first} already ${isSameProduct ? 'changes this product' : 'has this name'}.`;
    return { line, column, code: 'REPEATED', message };
  }

  #plan(line: number, before: ExistingProduct | undefined, { fields, changes }: RowValidation): PlannedRow {
    const action = before === undefined ? 'create' : 'update';
    const product = {
      line,
      id: before?.id ?? newId(),
      name: fields.name ?? before?.name ?? '',
      updatedAt: before?.updated_at.toISOString() ?? null,
      fields,
    };
    if (!isEmpty(product)) {
      this.#counts[action === 'create' ? 'toCreate' : 'toUpdate'] += 1;
      if (this.#samples.length < maximumSamples) {
        this.#samples.push({ line, name: truncate(product.name, 150), action, changes });
      }
    }
    return { action, product };
  }
}

function isEmpty({ fields }: PlannedProduct): boolean {
  return Object.values(fields).every((field) => field === null);
}

function problem(
  line: number,
  column: ProductColumn,
  code: ImportProblem['code'],
  message: string,
): { problems: ImportProblem[] } {
  return { problems: [{ line, column, code, message }] };
}

/** Products and images that rows refer to. */
interface RowReferences {
  images: ReadonlySet<string>;
  findById(id: string): ExistingProduct | undefined;
  findByName(cell: string): ExistingProduct | undefined;
  /** The name as the unique index compares it, without case. */
  nameKeyOf(cell: string): string;
}

/** Finds everything that rows refer to in a few statements. */
async function findRowReferences(context: Context, rows: readonly FileRow[]): Promise<RowReferences> {
  const spellings = [...new Set(rows.flatMap(({ cells }) => spellingsOf(cells.name ?? '')))];
  const keys = await selectNameKeys(context.db, spellings);
  const keyBySpelling = new Map(spellings.map((name, index) => [name, keys[index] ?? name]));
  const ids = rows.map(({ cells }) => toSingleLine(cells.id ?? '')).filter((id) => id !== '');
  const products = await selectKnownProducts(context.db, ids, keys);
  const byId = new Map(products.map((product) => [product.id, product]));
  const byName = new Map(products.map((product) => [product.name_key, product]));
  const images = await findKnownImages(
    context,
    rows.flatMap(({ cells }) => parseList(cells.images ?? '')),
  );
  const keyOf = (spelling: string) => keyBySpelling.get(spelling) ?? spelling;
  return {
    images,
    findById: (id) => byId.get(id),
    findByName: (cell) =>
      spellingsOf(cell)
        .map((spelling) => byName.get(keyOf(spelling)))
        .find((product) => product !== undefined),
    nameKeyOf: (cell) => keyOf(toSingleLine(cell)),
  };
}

/** The name as it is in the file, because older names may not be normalized, and normalized. */
function spellingsOf(cell: string): string[] {
  return [unescapeFormula(cell).trim(), toSingleLine(cell)];
}
