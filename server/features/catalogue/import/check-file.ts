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

/** A row that would change the shop. */
export interface PlannedRow {
  action: 'create' | 'update';
  product: PlannedProduct;
}

const maximumSamples = 50;
const rowsAtOnce = 500;

/**
 * Reads a file row by row and hands on what it would change, some hundred rows at a time. A file that cannot be
 * read as a whole gives a report that says so; what was handed on before is to be forgotten then. Throws
 * INVALID_INPUT for an empty file.
 */
export async function checkFile(
  context: Context,
  file: DecodedFile,
  onPlanned: (rows: readonly PlannedRow[]) => Promise<void>,
): Promise<ImportReport> {
  const check = new Check(file.encoding, await shelvesOf(context));
  try {
    for await (const rows of batchesOf(parseCsvRows(file.pieces()), check)) {
      await onPlanned(check.judge(rows, await findRowReferences(context, rows)));
    }
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return check.broken(error.problems);
  }
  return check.report();
}

async function shelvesOf(
  context: Context,
): Promise<Pick<CatalogueReferences, 'categories' | 'subCategories'>> {
  const [categories, subCategories] = [await listCategories(context), await listSubCategories(context)];
  const idsByName = (shelves: readonly { _id: string; name: string }[]) =>
    new Map(shelves.map(({ _id, name }) => [toSingleLine(name).toLowerCase(), _id]));
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

/** The state of a check: what was counted, and who has claimed which product and which name. */
class Check {
  readonly #encoding: string;
  readonly #shelves: Pick<CatalogueReferences, 'categories' | 'subCategories'>;
  readonly #problems: ImportProblem[] = [];
  readonly #missingColumns = new Set<string>();
  readonly #samples: ProductImport['samples'] = [];
  readonly #lineByProduct = new Map<string, number>();
  readonly #lineByName = new Map<string, number>();
  readonly #counts = { rows: 0, toCreate: 0, toUpdate: 0, unchanged: 0, badRows: 0 };

  constructor(encoding: string, shelves: Pick<CatalogueReferences, 'categories' | 'subCategories'>) {
    this.#encoding = encoding;
    this.#shelves = shelves;
  }

  /** Sorts cells into columns; null for a row that has too few or too many. */
  read({ line, cells }: CsvRow, headings: Headings): FileRow | null {
    this.#counts.rows += 1;
    const isTooLong = cells.some((cell, index) => (headings[index] ?? null) === null && cell.trim() !== '');
    if (cells.length < headings.length || isTooLong) {
      const message = `This row has ${cells.length} cells, the first line has ${headings.length}. Is a quotation mark missing, or a separator?`;
      this.#refuse([{ line, column: '', code: 'WRONG_CELL_COUNT', message }]);
      return null;
    }
    const byColumn: Partial<Record<ProductColumn, string>> = {};
    for (const [index, column] of headings.entries())
      if (column !== null) byColumn[column] = cells[index] ?? '';
    return { line, cells: byColumn };
  }

  judge(rows: readonly FileRow[], known: RowReferences): PlannedRow[] {
    const planned: PlannedRow[] = [];
    for (const row of rows) {
      const decision = this.#decide(row, known);
      if ('problems' in decision) this.#refuse(decision.problems);
      else if (isEmpty(decision.product)) this.#counts.unchanged += 1;
      else planned.push(decision);
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

  #refuse(problems: readonly ImportProblem[]): void {
    this.#counts.badRows += 1;
    for (const problem of problems) {
      if (this.#problems.length < maximumProblems && this.#isNews(problem)) this.#problems.push(problem);
    }
  }

  /** Of a column that the file lacks it is enough to hear once, for each row would say the same. */
  #isNews({ code, column }: ImportProblem): boolean {
    if (code !== 'MISSING_COLUMN') return true;
    if (this.#missingColumns.has(column)) return false;
    this.#missingColumns.add(column);
    return true;
  }

  #decide(row: FileRow, known: RowReferences): PlannedRow | { problems: ImportProblem[] } {
    const { line, cells } = row;
    const id = toSingleLine(cells.id ?? '');
    const hasName = toSingleLine(cells.name ?? '') !== '';
    if (id === '' && !hasName)
      return problem(line, 'name', 'MISSING', 'This row does not say which product it is.');
    const before = id === '' ? known.findByName(cells.name ?? '') : known.findById(id);
    if (id !== '' && before === undefined) {
      const message = `There is no product with the id ${truncate(id)}. Without an id, a new one is made.`;
      return problem(line, 'id', 'UNKNOWN_ID', message);
    }
    // A name that has found its product says nothing else.
    const { name: _name, ...others } = cells;
    const validation = validateRow(
      id === '' && before !== undefined ? { line, cells: others } : row,
      before === undefined ? null : toProduct(before),
      { ...this.#shelves, pictures: known.pictures },
    );
    const clash = this.#claim(row, { before, validation, known });
    const problems = clash === null ? validation.problems : [...validation.problems, clash];
    if (problems.length > 0) return { problems };
    return this.#plan(line, before, validation);
  }

  /** Notes which product and which name a row is about, also where it is a bad one; says who was first. */
  #claim(
    { line, cells }: FileRow,
    {
      before,
      validation,
      known,
    }: { before: ExistingProduct | undefined; validation: RowValidation; known: RowReferences },
  ): ImportProblem | null {
    const isNamed = before === undefined || validation.fields.name !== null;
    const nameKey = isNamed ? known.nameKeyOf(cells.name ?? '') : before.name_key;
    const firstOfProduct = before && this.#lineByProduct.get(before.id);
    if (before !== undefined && firstOfProduct === undefined) this.#lineByProduct.set(before.id, line);
    const other = isNamed && before !== undefined ? known.findByName(cells.name ?? '') : undefined;
    if (other !== undefined && other.id !== before?.id) {
      return { line, column: 'name', code: 'NAME_TAKEN', message: 'Another product has this name already.' };
    }
    const first = firstOfProduct ?? this.#lineByName.get(nameKey);
    if (first === undefined) {
      this.#lineByName.set(nameKey, line);
      return null;
    }
    const column = toSingleLine(cells.id ?? '') === '' || isNamed ? 'name' : 'id';
    const isSameProduct = firstOfProduct !== undefined || before === undefined;
    const message = `Line ${first} ${isSameProduct ? 'is about this product' : 'has this name'} already.`;
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

/** What the shop knows about the things that some rows name. */
interface RowReferences {
  pictures: ReadonlySet<string>;
  findById(id: string): ExistingProduct | undefined;
  findByName(cell: string): ExistingProduct | undefined;
  /** A name as the shop compares names: without regard to case. */
  nameKeyOf(cell: string): string;
}

/** Looks up, in a few statements, whatever some rows name. */
async function findRowReferences(context: Context, rows: readonly FileRow[]): Promise<RowReferences> {
  const spellings = [...new Set(rows.flatMap(({ cells }) => spellingsOf(cells.name ?? '')))];
  const keys = await selectNameKeys(context.db, spellings);
  const keyBySpelling = new Map(spellings.map((name, index) => [name, keys[index] ?? name]));
  const ids = rows.map(({ cells }) => toSingleLine(cells.id ?? '')).filter((id) => id !== '');
  const products = await selectKnownProducts(context.db, ids, keys);
  const byId = new Map(products.map((product) => [product.id, product]));
  const byName = new Map(products.map((product) => [product.name_key, product]));
  const pictures = await findKnownImages(
    context,
    rows.flatMap(({ cells }) => parseList(cells.images ?? '')),
  );
  const keyOf = (spelling: string) => keyBySpelling.get(spelling) ?? spelling;
  return {
    pictures,
    findById: (id) => byId.get(id),
    findByName: (cell) =>
      spellingsOf(cell)
        .map((spelling) => byName.get(keyOf(spelling)))
        .find((product) => product !== undefined),
    nameKeyOf: (cell) => keyOf(toSingleLine(cell)),
  };
}

/** As it stands, for the shop may have a name that is as dirty as the file's; and as it would be written. */
function spellingsOf(cell: string): string[] {
  return [unescapeFormula(cell).trim(), toSingleLine(cell)];
}
