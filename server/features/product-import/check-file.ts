import { AppError } from '#contract/errors.ts';
import type { ProductImport } from '#contract/product-import.ts';
import type { ProductColumn } from '#contract/rules/product-file.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { listCategories } from '../category/category.service.ts';
import { productOf } from '../product/product.service.ts';
import { listSubCategories } from '../sub-category/sub-category.service.ts';
import { oneLine } from './cells.ts';
import { type CsvRow, readCsv } from './csv-rows.ts';
import type { FileText } from './file-text.ts';
import { type Headings, headingsOf } from './headings.ts';
import { type Judgement, judgeRow, type ProductRow, type Stockroom } from './judge-row.ts';
import { type Known, lookUp } from './match-rows.ts';
import { BrokenFileError, clipped, maximumProblems, type Problem } from './problems.ts';
import type { KnownProduct, PlannedProduct, Report } from './product-import.queries.ts';

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
  file: FileText,
  onPlanned: (rows: readonly PlannedRow[]) => Promise<void>,
): Promise<Report> {
  const check = new Check(file.encoding, await shelvesOf(context));
  try {
    for await (const rows of batchesOf(readCsv(file.pieces()), check)) {
      await onPlanned(check.judge(rows, await lookUp(context, rows)));
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return check.broken(error.problems);
  }
  return check.report();
}

async function shelvesOf(context: Context): Promise<Pick<Stockroom, 'categories' | 'subCategories'>> {
  const [categories, subCategories] = [await listCategories(context), await listSubCategories(context)];
  const idsByName = (shelves: readonly { _id: string; name: string }[]) =>
    new Map(shelves.map(({ _id, name }) => [oneLine(name).toLowerCase(), _id]));
  return { categories: idsByName(categories), subCategories: idsByName(subCategories) };
}

async function* batchesOf(rows: AsyncIterable<CsvRow>, check: Check): AsyncGenerator<ProductRow[]> {
  let headings: Headings | null = null;
  let batch: ProductRow[] = [];
  for await (const row of rows) {
    if (headings === null) {
      headings = headingsOf(row);
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
  readonly #shelves: Pick<Stockroom, 'categories' | 'subCategories'>;
  readonly #problems: Problem[] = [];
  readonly #missingColumns = new Set<string>();
  readonly #samples: ProductImport['samples'] = [];
  readonly #lineByProduct = new Map<string, number>();
  readonly #lineByName = new Map<string, number>();
  readonly #counts = { rows: 0, toCreate: 0, toUpdate: 0, unchanged: 0, badRows: 0 };

  constructor(encoding: string, shelves: Pick<Stockroom, 'categories' | 'subCategories'>) {
    this.#encoding = encoding;
    this.#shelves = shelves;
  }

  /** Sorts cells into columns; null for a row that has too few or too many. */
  read({ line, cells }: CsvRow, headings: Headings): ProductRow | null {
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

  judge(rows: readonly ProductRow[], known: Known): PlannedRow[] {
    const planned: PlannedRow[] = [];
    for (const row of rows) {
      const decision = this.#decide(row, known);
      if ('problems' in decision) this.#refuse(decision.problems);
      else if (isEmpty(decision.product)) this.#counts.unchanged += 1;
      else planned.push(decision);
    }
    return planned;
  }

  report(): Report {
    return {
      ...this.#counts,
      encoding: this.#encoding,
      isBroken: false,
      problems: this.#problems,
      samples: this.#samples,
    };
  }

  broken(problems: readonly Problem[]): Report {
    const { rows } = this.#counts;
    return {
      ...{ rows, toCreate: 0, toUpdate: 0, unchanged: 0, badRows: rows, isBroken: true, samples: [] },
      encoding: this.#encoding,
      problems: [...problems.slice(0, maximumProblems), ...this.#problems].slice(0, maximumProblems),
    };
  }

  #refuse(problems: readonly Problem[]): void {
    this.#counts.badRows += 1;
    for (const problem of problems) {
      if (this.#problems.length < maximumProblems && this.#isNews(problem)) this.#problems.push(problem);
    }
  }

  /** Of a column that the file lacks it is enough to hear once, for each row would say the same. */
  #isNews({ code, column }: Problem): boolean {
    if (code !== 'MISSING_COLUMN') return true;
    if (this.#missingColumns.has(column)) return false;
    this.#missingColumns.add(column);
    return true;
  }

  #decide(row: ProductRow, known: Known): PlannedRow | { problems: Problem[] } {
    const { line, cells } = row;
    const id = oneLine(cells.id ?? '');
    const hasName = oneLine(cells.name ?? '') !== '';
    if (id === '' && !hasName)
      return problem(line, 'name', 'MISSING', 'This row does not say which product it is.');
    const before = id === '' ? known.findByName(cells.name ?? '') : known.findById(id);
    if (id !== '' && before === undefined) {
      const message = `There is no product with the id ${clipped(id)}. Without an id, a new one is made.`;
      return problem(line, 'id', 'UNKNOWN_ID', message);
    }
    // A name that has found its product says nothing else.
    const { name: _name, ...others } = cells;
    const judged = judgeRow(
      id === '' && before !== undefined ? { line, cells: others } : row,
      before === undefined ? null : productOf(before),
      { ...this.#shelves, pictures: known.pictures },
    );
    const clash = this.#claim(row, { before, judged, known });
    const problems = clash === null ? judged.problems : [...judged.problems, clash];
    if (problems.length > 0) return { problems };
    return this.#plan(line, before, judged);
  }

  /** Notes which product and which name a row is about, also where it is a bad one; says who was first. */
  #claim(
    { line, cells }: ProductRow,
    { before, judged, known }: { before: KnownProduct | undefined; judged: Judgement; known: Known },
  ): Problem | null {
    const isNamed = before === undefined || judged.fields.name !== null;
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
    const column = oneLine(cells.id ?? '') === '' || isNamed ? 'name' : 'id';
    const isSameProduct = firstOfProduct !== undefined || before === undefined;
    const message = `Line ${first} ${isSameProduct ? 'is about this product' : 'has this name'} already.`;
    return { line, column, code: 'REPEATED', message };
  }

  #plan(line: number, before: KnownProduct | undefined, { fields, changes }: Judgement): PlannedRow {
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
        this.#samples.push({ line, name: clipped(product.name, 150), action, changes });
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
  code: Problem['code'],
  message: string,
): { problems: Problem[] } {
  return { problems: [{ line, column, code, message }] };
}
