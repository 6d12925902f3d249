import type { Product } from '#contract/product.ts';
import type { AuthenticatedContext, Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isActiveAdmin } from '#server/features/accounts/account.service.ts';
import { listProductsById } from '#server/features/catalogue/products/product.service.ts';
import * as productQueries from '#server/features/catalogue/products/product-admin.queries.ts';
import { toAuditEntry } from '#server/features/catalogue/products/product-admin.service.ts';
import { recordChanges } from '#server/features/store/audit-log/audit-log.service.ts';
import type { Job, JobHandlers } from '#server/jobs/job-queue.ts';
import { type ImportProblem, maximumProblems, type ProblemCode } from './csv-file.ts';
import type { ImportReport, ImportRow, PlannedProduct } from './product-import.queries.ts';
import * as queries from './product-import.queries.ts';

/** Not retried: the products or the account changed after the file was checked. */
class ImportAbortedError extends Error {
  override name = 'ImportAbortedError';
  readonly problems: readonly ImportProblem[];

  constructor(message: string, problems: readonly ImportProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

type Writer = Context & Pick<AuthenticatedContext, 'caller'>;

interface Watch {
  signal: AbortSignal;
  onProgress(done: number): Promise<void>;
}

/** Writes the planned products within a transaction. */
class ImportRun {
  readonly #context: Writer;
  readonly #row: ImportRow;
  readonly #watch: Watch;
  readonly #problems: ImportProblem[] = [];
  readonly #rejected = { create: 0, update: 0 };
  #categoryIds: ReadonlySet<string> = new Set();
  #done = 0;

  constructor(context: Writer, row: ImportRow, watch: Watch) {
    this.#context = context;
    this.#row = row;
    this.#watch = watch;
  }

  /** Writes everything or throws. Returns the updated report and the number of products written. */
  async run(): Promise<{ report: ImportReport; done: number }> {
    const { db } = this.#context;
    await productQueries.suspendSearchTriggers(db);
    this.#categoryIds = await productQueries.lockAllCategories(db);
    let isLocked = false;
    // A part is a batch of checked rows, stored until the import is applied.
    for (const { position, action } of await queries.selectImportParts(db, this.#row.id)) {
      this.#watch.signal.throwIfAborted();
      if (action === 'update' && !isLocked) {
        await queries.lockPlannedProducts(db, this.#row.id);
        isLocked = true;
      }
      const products = await queries.selectImportPart(db, this.#row.id, position);
      const written = action === 'create' ? await this.#create(products) : await this.#update(products);
      this.#rejected[action] += products.length - written;
      this.#done += written;
      await this.#watch.onProgress(this.#done);
    }
    if (this.#problems.length > 0 && !this.#row.skip_bad_rows) throw this.#abortedError();
    return { report: this.#report(), done: this.#done };
  }

  async #create(planned: readonly PlannedProduct[]): Promise<number> {
    const { db } = this.#context;
    const products = await this.#withFreeNames(planned.filter((product) => this.#hasCategories(product)));
    const inserted = await productQueries.insertProducts(db, products, this.#context.now());
    for (const product of products) if (!inserted.has(product.id)) this.#reject(product, 'NAME_TAKEN');
    const written = products.filter(({ id }) => inserted.has(id));
    await setCategories(db, written);
    await productQueries.refreshSearchTexts(db, written);
    await this.#record(written, new Map());
    return written.length;
  }

  async #update(planned: readonly PlannedProduct[]): Promise<number> {
    const { db } = this.#context;
    const before = new Map((await this.#read(planned)).map((product) => [product._id, product]));
    const unchanged = planned.filter((product) => {
      const found = before.get(product.id);
      if (found === undefined) this.#reject(product, 'DELETED_MEANWHILE');
      else if (found.updatedAt !== product.updatedAt) this.#reject(product, 'CHANGED_MEANWHILE');
      else return this.#hasCategories(product);
      return false;
    });
    const products = await this.#withFreeNames(unchanged);
    await productQueries.updateProducts(db, products);
    await setCategories(db, products);
    await productQueries.refreshSearchTexts(db, products);
    await this.#record(products, before);
    return products.length;
  }

  /** Rejects products whose new name was taken after the check. */
  async #withFreeNames(products: readonly PlannedProduct[]): Promise<PlannedProduct[]> {
    const named = products.filter(({ fields }) => fields.name !== null).map(({ id, name }) => ({ id, name }));
    if (named.length === 0) return [...products];
    const taken = await productQueries.selectTakenNames(this.#context.db, named);
    return products.filter((product) => {
      if (taken.has(product.id)) this.#reject(product, 'NAME_TAKEN');
      return !taken.has(product.id);
    });
  }

  #hasCategories(product: PlannedProduct): boolean {
    const { category_ids, sub_category_ids } = product.fields;
    const exists = [...(category_ids ?? []), ...(sub_category_ids ?? [])].every((id) =>
      this.#categoryIds.has(id),
    );
    if (!exists) this.#reject(product, 'UNKNOWN_CATEGORY');
    return exists;
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

  #reject({ line, name }: PlannedProduct, code: keyof typeof rejections): void {
    const [column, reason] = rejections[code];
    this.#problems.push({ line, column, code, message: `${name}: ${reason}` });
  }

  #report(): ImportReport {
    const { report } = this.#row;
    const rejected = this.#rejected.create + this.#rejected.update;
    return {
      ...report,
      toCreate: report.toCreate - this.#rejected.create,
      toUpdate: report.toUpdate - this.#rejected.update,
      badRows: report.badRows + rejected,
      problems: [...this.#problems, ...report.problems].slice(0, maximumProblems),
    };
  }

  #abortedError(): ImportAbortedError {
    const count = this.#problems.length;
    const products = count === 1 ? '1 product of this file has' : `${count} products of this file have`;
    return new ImportAbortedError(`${products} changed since it was checked.`, this.#problems);
  }
}

function setCategories(db: Queryable, products: readonly PlannedProduct[]): Promise<void> {
  return productQueries.setProductCategories(
    db,
    products.map(({ id, fields: { category_ids: categories, sub_category_ids: subCategories } }) => ({
      ...{ id, categories, subCategories },
    })),
  );
}

const rejections = {
  NAME_TAKEN: ['name', 'another product took this name after the file was checked.'],
  CHANGED_MEANWHILE: ['', 'this product was changed after the file was checked.'],
  DELETED_MEANWHILE: ['', 'this product was deleted after the file was checked.'],
  UNKNOWN_CATEGORY: ['categories', 'one of its categories was deleted after the file was checked.'],
} satisfies Partial<Record<ProblemCode, [column: string, reason: string]>>;

// A process or the database may stop during an import, but not every time.
const maximumAttempts = 5;

/**
 * Jobs that apply imports, each in one transaction and one at a time across all processes, so that an interrupted
 * import has changed nothing and any process can repeat it.
 */
export function importJobs(context: Context): JobHandlers {
  return { 'import-products': (job) => apply(context, job) };
}

async function apply(
  context: Context,
  { payload: { importId }, signal }: Job<'import-products'>,
): Promise<void> {
  try {
    await inTransaction(context, (transaction) => begin({ context, transaction, importId, signal }));
  } catch (error) {
    const row = await queries.selectImport(context.db, importId);
    if (row?.status !== 'APPLYING') return;
    if (!(error instanceof ImportAbortedError)) {
      if (row.attempts < maximumAttempts) throw error;
      context.log.error({ err: error, importId }, 'Import failed');
    }
    await failImport(context, row, error);
  }
}

interface Attempt {
  /** Outside the transaction: progress is visible before the commit. */
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
  if (accountId === null)
    throw new ImportAbortedError('The account that started this import no longer exists.');
  // Removing the role also stops imports that were requested before.
  if (!(await isActiveAdmin(transaction, accountId))) {
    throw new ImportAbortedError('The account that started this import is no longer an admin.');
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
    ? 'Something went wrong on our side. No changes were made. Check the file again or contact the operator of this shop.'
    : `${error.message} No changes were made. Check the file again.`;
  const found = isOurs ? [] : error.problems;
  const report = { ...row.report, problems: [...found, ...row.report.problems].slice(0, maximumProblems) };
  const end = { report, done: 0, failure, now: context.now() };
  await inTransaction(context, async ({ db }) => {
    await queries.deleteImportParts(db, row.id);
    await queries.markImportEnded(db, row.id, { status: 'FAILED', ...end });
  });
}
