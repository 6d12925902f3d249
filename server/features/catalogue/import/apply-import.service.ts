import type { Product } from '#contract/product.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isActiveAdmin } from '#server/features/accounts/account.service.ts';
import { listProductsById } from '#server/features/catalogue/products/product.service.ts';
import * as writing from '#server/features/catalogue/products/product-admin.queries.ts';
import { toAuditEntry } from '#server/features/catalogue/products/product-admin.service.ts';
import { recordChanges } from '#server/features/store/audit-log/audit-log.service.ts';
import type { Job, JobQueue } from '#server/jobs/job-queue.ts';
import { type ImportProblem, maximumProblems, type ProblemCode } from './csv-file.ts';
import type { ImportReport, ImportRow, PlannedProduct } from './product-import.queries.ts';
import * as queries from './product-import.queries.ts';

/** It makes no difference to try again: the shop is not any more what the file was checked against. */
class ImportAbortedError extends Error {
  override name = 'ImportStoppedError';
  readonly problems: readonly ImportProblem[];

  constructor(message: string, problems: readonly ImportProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

type Writer = Context & Pick<ShopperContext, 'caller'>;

interface Watch {
  signal: AbortSignal;
  onProgress(done: number): Promise<void>;
}

/** One try to write what an import has planned, within a transaction. */
class ImportRun {
  readonly #context: Writer;
  readonly #row: ImportRow;
  readonly #watch: Watch;
  readonly #problems: ImportProblem[] = [];
  readonly #refused = { create: 0, update: 0 };
  #shelves: ReadonlySet<string> = new Set();
  #done = 0;

  constructor(context: Writer, row: ImportRow, watch: Watch) {
    this.#context = context;
    this.#row = row;
    this.#watch = watch;
  }

  /** Writes everything, or throws. Gives the report as it is then, and how many products were written. */
  async run(): Promise<{ report: ImportReport; done: number }> {
    const { db } = this.#context;
    await writing.beginBulkUpdate(db);
    this.#shelves = await writing.lockAllCategories(db);
    let isLocked = false;
    for (const { position, action } of await queries.selectImportParts(db, this.#row.id)) {
      this.#watch.signal.throwIfAborted();
      if (action === 'update' && !isLocked) {
        await writing.lockPlannedProducts(db, this.#row.id);
        isLocked = true;
      }
      const products = await queries.selectImportPart(db, this.#row.id, position);
      const written = action === 'create' ? await this.#create(products) : await this.#update(products);
      this.#refused[action] += products.length - written;
      this.#done += written;
      await this.#watch.onProgress(this.#done);
    }
    if (this.#problems.length > 0 && !this.#row.skip_bad_rows) throw this.#stopped();
    return { report: this.#report(), done: this.#done };
  }

  async #create(planned: readonly PlannedProduct[]): Promise<number> {
    const { db } = this.#context;
    const products = await this.#withFreeNames(planned.filter((product) => this.#standsOnShelves(product)));
    const inserted = await writing.insertProducts(db, products, this.#context.now());
    for (const product of products) if (!inserted.has(product.id)) this.#refuse(product, 'NAME_TAKEN');
    const written = products.filter(({ id }) => inserted.has(id));
    await writing.setImportedCategories(db, written);
    await writing.refreshSearchIndex(db, written);
    await this.#record(written, new Map());
    return written.length;
  }

  async #update(planned: readonly PlannedProduct[]): Promise<number> {
    const { db } = this.#context;
    const before = new Map((await this.#read(planned)).map((product) => [product._id, product]));
    const unchanged = planned.filter((product) => {
      const found = before.get(product.id);
      if (found === undefined) this.#refuse(product, 'DELETED_MEANWHILE');
      else if (found.updatedAt !== product.updatedAt) this.#refuse(product, 'CHANGED_MEANWHILE');
      else return this.#standsOnShelves(product);
      return false;
    });
    const products = await this.#withFreeNames(unchanged);
    await writing.updateProducts(db, products);
    await writing.setImportedCategories(db, products);
    await writing.refreshSearchIndex(db, products);
    await this.#record(products, before);
    return products.length;
  }

  /** Products whose name, where they get another one, nobody has taken since the check. */
  async #withFreeNames(products: readonly PlannedProduct[]): Promise<PlannedProduct[]> {
    const named = products.filter(({ fields }) => fields.name !== null).map(({ id, name }) => ({ id, name }));
    if (named.length === 0) return [...products];
    const taken = await writing.selectTakenNames(this.#context.db, named);
    return products.filter((product) => {
      if (taken.has(product.id)) this.#refuse(product, 'NAME_TAKEN');
      return !taken.has(product.id);
    });
  }

  #standsOnShelves(product: PlannedProduct): boolean {
    const { category_ids, sub_category_ids } = product.fields;
    const isThere = [...(category_ids ?? []), ...(sub_category_ids ?? [])].every((id) =>
      this.#shelves.has(id),
    );
    if (!isThere) this.#refuse(product, 'UNKNOWN_CATEGORY');
    return isThere;
  }

  async #record(products: readonly PlannedProduct[], before: ReadonlyMap<string, Product>): Promise<void> {
    const after = await this.#read(products);
    const changes = after.map((product) =>
      toAuditEntry('imported', before.get(product._id) ?? null, product),
    );
    await recordChanges(this.#context, changes);
  }

  #read(products: readonly PlannedProduct[]): Promise<Product[]> {
    return listProductsById(
      this.#context,
      products.map(({ id }) => id),
    );
  }

  #refuse({ line, name }: PlannedProduct, code: keyof typeof refusals): void {
    const [column, reason] = refusals[code];
    this.#problems.push({ line, column, code, message: `${name}: ${reason}` });
  }

  #report(): ImportReport {
    const { report } = this.#row;
    const refused = this.#refused.create + this.#refused.update;
    return {
      ...report,
      toCreate: report.toCreate - this.#refused.create,
      toUpdate: report.toUpdate - this.#refused.update,
      badRows: report.badRows + refused,
      problems: [...this.#problems, ...report.problems].slice(0, maximumProblems),
    };
  }

  #stopped(): ImportAbortedError {
    const count = this.#problems.length;
    const what = count === 1 ? '1 product of this file has' : `${count} products of this file have`;
    return new ImportAbortedError(`${what} been changed since it was checked.`, this.#problems);
  }
}

const refusals = {
  NAME_TAKEN: ['name', 'another product has got this name since the file was checked.'],
  CHANGED_MEANWHILE: ['', 'somebody has changed this product since the file was checked.'],
  DELETED_MEANWHILE: ['', 'somebody has deleted this product since the file was checked.'],
  UNKNOWN_CATEGORY: ['categories', 'one of its categories has been deleted since the file was checked.'],
} satisfies Partial<Record<ProblemCode, [column: string, reason: string]>>;

// A process may die, or the database go away, while an import is applied; but not each time.
const maximumAttempts = 5;

/**
 * Applies imports as they are asked for: each in one transaction and one at a time in the whole shop, so that one
 * that breaks off half-way has changed nothing and is begun anew by any process.
 */
export function startImportWorker(jobs: JobQueue, context: Context): Promise<void> {
  return jobs.work('product-import', (job) => apply(context, job));
}

async function apply(context: Context, { data: { importId }, signal }: Job<'product-import'>): Promise<void> {
  try {
    await inTransaction(context, (transaction) => begin({ context, transaction, importId, signal }));
    context.catalogueCache.apply({ kind: 'all' });
  } catch (error) {
    const row = await queries.selectImport(context.db, importId);
    if (row?.status !== 'APPLYING') return;
    if (!(error instanceof ImportAbortedError)) {
      if (row.attempts < maximumAttempts) throw error;
      context.log.error({ err: error, importId }, 'An import is given up');
    }
    await failImport(context, row, error);
  }
}

interface Attempt {
  /** For what is to be seen while the transaction lasts. */
  context: Context;
  transaction: Context;
  importId: string;
  signal: AbortSignal;
}

async function begin({ context, transaction, importId, signal }: Attempt): Promise<void> {
  const { db } = transaction;
  if (!(await queries.tryImportLock(db))) throw new Error('Another import is being applied.');
  const row = await queries.selectImport(db, importId);
  if (row?.status !== 'APPLYING') return;
  await queries.countAttempt(context.db, importId);
  const accountId = row.applied_by;
  if (accountId === null) throw new ImportAbortedError('The account that wanted it is no longer there.');
  // A demotion counts at once, also for what was asked for before it.
  if (!(await isActiveAdmin(transaction, accountId))) {
    throw new ImportAbortedError('The account that wanted it may not change the shop any more.');
  }
  const writer = { ...transaction, caller: { userId: accountId, sessionId: '' } };
  const onProgress = (done: number) => queries.updateProgress(context.db, importId, done);
  const end = await new ImportRun(writer, row, { signal, onProgress }).run();
  await queries.deleteImportParts(db, importId);
  await queries.markImportEnded(db, importId, {
    status: 'APPLIED',
    ...end,
    failure: null,
    now: context.now(),
  });
}

async function failImport(context: Context, row: queries.ImportRow, error: unknown): Promise<void> {
  const isOurs = !(error instanceof ImportAbortedError);
  const failure = isOurs
    ? 'Something went wrong on our side. Nothing was applied. Please check the file again, or tell whoever looks after this shop.'
    : `${error.message} Nothing was applied. Please check the file again.`;
  const found = isOurs ? [] : error.problems;
  const report = { ...row.report, problems: [...found, ...row.report.problems].slice(0, maximumProblems) };
  const end = { report, done: 0, failure, now: context.now() };
  await inTransaction(context, async ({ db }) => {
    await queries.deleteImportParts(db, row.id);
    await queries.markImportEnded(db, row.id, { status: 'FAILED', ...end });
  });
}
