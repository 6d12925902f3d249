import { AppError } from '#contract/base/errors.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import { checkFile, noCounts, type PlannedRow } from './check-file.ts';
import { decodeFile } from './csv-file.ts';
import * as queries from './product-import.queries.ts';

const daySeconds = 24 * 60 * 60;
const maximumNameLength = 200;
const productsAtOnce = 500;

/**
 * Validates a CSV file and stores the planned changes for a day, without changing products. Throws UNSUPPORTED_MEDIA
 * for anything but text, INVALID_INPUT for an empty file.
 */
export async function checkImport(context: AuthenticatedContext, bytes: Uint8Array): Promise<ProductImport> {
  const file = decodeFile(bytes);
  const now = context.now();
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    await queries.deleteExpiredImports(db, new Date(now.getTime() - daySeconds * 1000));
    const id = newId();
    const fileName = fileNameOf(context.uploadName ?? '');
    await queries.insertImport(db, {
      id,
      fileName,
      accountId: context.caller.userId,
      report: nothingYet,
      now,
    });
    const plan = new PlanWriter(transaction, id);
    const report = await checkFile(transaction, file, (rows) => plan.add(rows));
    if (report.isBroken) await queries.deleteImportParts(db, id);
    else await plan.end();
    await queries.updateImportReport(db, id, report);
    return getImport(transaction, id);
  });
}

/**
 * Queues the valid rows of a checked file. A repeated request returns the progress. Throws NOT_FOUND;
 * IMPORT_HAS_PROBLEMS for rows with errors unless they are skipped; CONFLICT for an import that failed.
 */
export async function applyImport(
  context: AuthenticatedContext,
  { _id, skipBadRows }: { _id: string; skipBadRows: boolean },
): Promise<ProductImport> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const row = await queries.lockImport(db, _id);
    if (row === null) throw noImport();
    if (row.status === 'FAILED') {
      throw new AppError('CONFLICT', { message: 'This import failed. Check the file again.' });
    }
    if (row.status !== 'CHECKED') return toProductImport(row);
    const { isBroken, badRows, toCreate, toUpdate } = row.report;
    if (isBroken || (badRows > 0 && !(skipBadRows && toCreate + toUpdate > 0))) throw hasProblems(row.report);
    const accountId = context.caller.userId;
    await queries.markImportApplying(db, _id, { accountId, skipBadRows, now: context.now() });
    await queueJob(
      db,
      'import-products',
      { importId: _id },
      { key: `import-products-${_id}`, queue: 'imports', isUrgent: true },
    );
    return getImport(transaction, _id);
  });
}

/** An import with its progress. Throws NOT_FOUND. */
export async function getImport({ db }: Pick<Context, 'db'>, id: string): Promise<ProductImport> {
  const row = await queries.selectImport(db, id);
  if (row === null) throw noImport();
  return toProductImport(row);
}

const nothingYet: queries.ImportReport = {
  ...noCounts,
  encoding: '',
  isBroken: false,
  problems: [],
  warnings: [],
  samples: [],
};

/** Stores planned products in parts: large enough for fast writes, small enough for memory. */
class PlanWriter {
  readonly #context: Pick<Context, 'db'>;
  readonly #importId: string;
  readonly #waiting: Record<PlannedRow['action'], queries.PlannedProduct[]> = { create: [], update: [] };
  #position = 0;

  constructor(context: Pick<Context, 'db'>, importId: string) {
    this.#context = context;
    this.#importId = importId;
  }

  async add(rows: readonly PlannedRow[]): Promise<void> {
    for (const { action, product } of rows) this.#waiting[action].push(product);
    for (const action of ['create', 'update'] as const) {
      if (this.#waiting[action].length >= productsAtOnce) await this.#write(action);
    }
  }

  async end(): Promise<void> {
    for (const action of ['create', 'update'] as const) {
      if (this.#waiting[action].length > 0) await this.#write(action);
    }
  }

  async #write(action: PlannedRow['action']): Promise<void> {
    const products = this.#waiting[action];
    this.#waiting[action] = [];
    const position = this.#position;
    this.#position += 1;
    await queries.insertImportPart(this.#context.db, {
      importId: this.#importId,
      position,
      action,
      products,
    });
  }
}

function toProductImport(row: queries.ImportRow): ProductImport {
  return {
    _id: row.id,
    fileName: row.file_name,
    status: row.status,
    gstUnknown: 0,
    repaired: 0,
    warnings: [],
    ...row.report,
    done: row.done,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
  };
}

function fileNameOf(given: string): string {
  const name = given
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maximumNameLength)
    .toWellFormed();
  return name === '' ? 'products.csv' : name;
}

function hasProblems({ isBroken, badRows, problems }: queries.ImportReport): AppError {
  const [first] = problems;
  const message = isBroken
    ? `We couldn't read this file: ${first?.message ?? ''}`
    : `${badRows === 1 ? '1 row has' : `${badRows} rows have`} errors.`;
  return new AppError('IMPORT_HAS_PROBLEMS', { message, details: { badRows, isBroken } });
}

function noImport(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'This import no longer exists. Check the file again.',
  });
}
