import { maximumStock } from '#contract/inventory/stock.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { emptyFields, mapFields, type ProductValues } from '#contract/products/product-fields.ts';
import type { Queryable } from '#server/database/connect.ts';
import { isCheckViolation } from '#server/database/database-errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { isActiveStaff } from '#server/identity/account.service.ts';
import { addToStock } from '#server/inventory/inventory.service.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import type { Job, JobHandlers } from '#server/jobs/job-queue.ts';
import {
  type AuditedProduct,
  listAdminProducts,
  toAuditEntry,
} from '#server/products/product-admin.service.ts';
import {
  createProducts,
  findTakenIdentities,
  lockAllCategories,
  setProductCategories,
  updateProductFields,
} from '#server/products/product-bulk.service.ts';
import { findRateProblem, lockTaxRates } from '#server/products/tax-rates.service.ts';
import {
  calculateSearchTexts,
  refreshCategoryTexts,
  type SearchTexts,
  setSearchTexts,
  suspendSearchTriggers,
} from '#server/search/search.service.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { type ImportProblem, maximumProblems, type ProblemCode } from './csv-file.ts';
import type { ImportReport, ImportRow, PlannedPart, PlannedProduct } from './product-import.queries.ts';
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
  /** Reads on another connection than the transaction, at the same time. */
  reader: Pick<Context, 'db'>;
  onProgress(done: number): Promise<void>;
}

/** A batch of checked rows, stored until the import is applied. */
interface Part {
  products: readonly PlannedProduct[];
  /** Of products that are new or whose texts change. */
  texts: readonly SearchTexts[];
}

/**
 * Writes the planned products within a transaction, so that all of them become visible at once. Orders of a product
 * wait from the change of its stock or categories to the end of the transaction, so everything else is written first:
 * new products, then search texts, audit entries and fields of updated ones. The audit log has the stock of an
 * updated product as it is at that time.
 */
class ImportRun {
  readonly #context: Writer;
  readonly #row: ImportRow;
  readonly #watch: Watch;
  readonly #problems: ImportProblem[] = [];
  readonly #rejectedIds = new Set<string>();
  readonly #rejected = { create: 0, update: 0 };
  /** Fields that at least one updated product has in the plan. */
  readonly #updatedFields = new Set<string>();
  /** Rates that the written products get. */
  readonly #taxRates = { gst: new Set<number>(), cess: new Set<number>() };
  #categoryNames: ReadonlyMap<string, string> = new Map();
  #done = 0;

  constructor(context: Writer, row: ImportRow, watch: Watch) {
    this.#context = context;
    this.#row = row;
    this.#watch = watch;
  }

  /** Writes everything or throws. Returns the updated report and the number of products written. */
  async run(): Promise<{ report: ImportReport; done: number }> {
    const { db } = this.#context;
    await suspendSearchTriggers({ db });
    this.#categoryNames = await lockAllCategories({ db });
    const { applied_by: userId, file_name: note } = this.#row;
    await setCauseOfStockChanges({ db }, { cause: 'IMPORT', userId, note: note.slice(0, 200) });
    const parts = await queries.selectImportParts(db, this.#row.id);
    const positionsOf = (wanted: PlannedPart['action']) =>
      parts.filter(({ action }) => action === wanted).map(({ position }) => position);
    await this.#writeParts('create', positionsOf('create'));
    const updates = positionsOf('update');
    if (updates.length > 0) await queries.lockPlannedProducts(db, this.#row.id);
    await this.#writeParts('update', updates);
    if (this.#problems.length > 0 && !this.#row.skip_bad_rows) throw this.#abortedError();
    // A product that is shown again is listed by whether it is sold out.
    if (this.#updatedFields.has('status'))
      await queries.lockPlannedStock(this.#context.db, this.#row.id, this.#rejectedIds);
    for (const position of updates) await this.#update(position);
    await this.#updateStockAndCategories(updates);
    await this.#requireTaxRates();
    return { report: this.#report(), done: this.#done };
  }

  /** Writes parts. The next one is read while one is written, because its search texts take as long to calculate. */
  async #writeParts(action: PlannedPart['action'], positions: readonly number[]): Promise<void> {
    let next = this.#readPart(positions[0]);
    for (const index of positions.keys()) {
      this.#watch.signal.throwIfAborted();
      const part = await next;
      next = this.#readPart(positions[index + 1]);
      // An error is thrown where the part is awaited.
      next.catch(() => {});
      const written = action === 'create' ? await this.#create(part) : await this.#prepareUpdate(part);
      this.#rejected[action] += part.products.length - written;
      this.#done += written;
      await this.#watch.onProgress(this.#done);
    }
  }

  async #readPart(position: number | undefined): Promise<Part> {
    if (position === undefined) return { products: [], texts: [] };
    const { reader } = this.#watch;
    const products = await queries.selectImportPart(reader.db, this.#row.id, position);
    return { products, texts: await calculateSearchTexts(reader, products.filter(hasNewText)) };
  }

  async #create({ products: planned, texts }: Part): Promise<number> {
    const now = this.#context.now();
    const products = await this.#withFreeIdentities(
      planned.filter((product) => this.#hasCategories(product)),
    );
    const inserted = await createProducts(this.#context, products, now);
    for (const product of products) if (!inserted.has(product.id)) this.#reject(product, 'NAME_TAKEN');
    const written = products.filter(({ id }) => inserted.has(id));
    this.#noteTaxRates(written);
    await setCategories(this.#context, written);
    await this.#setSearchTexts(texts);
    await this.#record(written.map((product) => ({ product, before: null, at: now })));
    return written.length;
  }

  /** Writes what administrators of the products do not wait for. Their fields stay as they are until `#update`. */
  async #prepareUpdate({ products: planned, texts }: Part): Promise<number> {
    const before = new Map((await this.#read(planned)).map((product) => [product._id, product]));
    const unchanged = planned.filter((product) => {
      const found = before.get(product.id);
      if (found === undefined) this.#reject(product, 'DELETED_MEANWHILE');
      else if (found.updatedAt !== product.updatedAt) this.#reject(product, 'CHANGED_MEANWHILE');
      else return this.#hasCategories(product);
      return false;
    });
    const products = await this.#withFreeIdentities(unchanged);
    this.#noteTaxRates(products);
    for (const { changes } of products)
      for (const field of Object.keys(changes)) if (field !== 'stock') this.#updatedFields.add(field);
    // A difference.
    if (products.some(({ changes: { stock = 0 } }) => stock !== 0)) this.#updatedFields.add('stock');
    await this.#setSearchTexts(texts);
    const now = await queries.selectTransactionTime(this.#context.db);
    await this.#record(
      products.flatMap((product) => {
        const found = before.get(product.id);
        if (found === undefined) return [];
        // As in `nextUpdatedAt()`.
        const at = new Date(Math.max(now.getTime(), Date.parse(found.updatedAt) + 1));
        return [{ product, before: found, at }];
      }),
    );
    return products.length;
  }

  async #update(position: number): Promise<void> {
    this.#watch.signal.throwIfAborted();
    const part = { import_id: this.#row.id, position };
    const changes = queries.plannedChanges(part, this.#rejectedIds);
    await updateProductFields(this.#context, changes, this.#updatedFields);
  }

  /** Writes what orders of the products wait for. */
  async #updateStockAndCategories(positions: readonly number[]): Promise<void> {
    const { db } = this.#context;
    const hasStock = this.#updatedFields.has('stock');
    const hasMoves = this.#updatedFields.has('category') || this.#updatedFields.has('subCategory');
    if (hasStock || hasMoves) await queries.lockPlannedStock(db, this.#row.id, this.#rejectedIds);
    for (const position of positions) {
      this.#watch.signal.throwIfAborted();
      const part = { import_id: this.#row.id, position };
      if (hasStock) await addToStock(this.#context, queries.plannedStock(part, this.#rejectedIds));
      if (hasMoves) await this.#move(position);
    }
  }

  async #move(position: number): Promise<void> {
    const planned = await queries.selectImportPart(this.#context.db, this.#row.id, position);
    const moved = planned.filter(
      ({ id, changes: { category, subCategory } }) =>
        !this.#rejectedIds.has(id) && (category !== undefined || subCategory !== undefined),
    );
    await setCategories(this.#context, moved);
    await refreshCategoryTexts(
      this.#context,
      moved.map(({ id }) => id),
    );
  }

  async #setSearchTexts(texts: readonly SearchTexts[]): Promise<void> {
    const written = texts.filter(({ id }) => !this.#rejectedIds.has(id));
    await setSearchTexts(this.#context, written);
  }

  #noteTaxRates(products: readonly PlannedProduct[]): void {
    for (const { changes } of products) {
      if (typeof changes.gstRate === 'number') this.#taxRates.gst.add(changes.gstRate);
      if (typeof changes.cessRate === 'number') this.#taxRates.cess.add(changes.cessRate);
    }
  }

  /**
   * Throws for a rate that was removed from the settings after the check. At the end, because removing a rate waits
   * from here on.
   */
  async #requireTaxRates(): Promise<void> {
    const { gst, cess } = this.#taxRates;
    if (gst.size + cess.size === 0) return;
    await lockTaxRates(this.#context, 'shared');
    const { tax } = (await currentSettings(this.#context)).settings;
    const isRemoved = (kind: 'gst' | 'cess') =>
      [...this.#taxRates[kind]].some((rate) => findRateProblem(kind, rate, tax) !== undefined);
    if (isRemoved('gst') || isRemoved('cess'))
      throw new ImportAbortedError('A tax rate of this file was removed from the settings after the check.');
  }

  /** Rejects products whose new SKU, barcode or name was taken after the check. */
  async #withFreeIdentities(products: readonly PlannedProduct[]): Promise<PlannedProduct[]> {
    const identified = products.filter(hasNewIdentity);
    if (identified.length === 0) return [...products];
    const taken = await findTakenIdentities(this.#context, identified);
    return products.filter((product) => {
      const code = taken.get(product.id);
      if (code !== undefined) this.#reject(product, code);
      return code === undefined;
    });
  }

  #hasCategories(product: PlannedProduct): boolean {
    const { category = [], subCategory = [] } = product.changes;
    const exists = [...category, ...subCategory].every((id) => this.#categoryNames.has(id));
    if (!exists) this.#reject(product, 'UNKNOWN_CATEGORY');
    return exists;
  }

  async #record(
    changes: readonly { product: PlannedProduct; before: AdminProduct | null; at: Date }[],
  ): Promise<void> {
    const entries = changes.map(({ product, before, at }) =>
      toAuditEntry('imported', before, toWritten(product, before, { at, names: this.#categoryNames })),
    );
    await recordChanges(this.#context, entries);
  }

  #read(products: readonly PlannedProduct[]): Promise<AdminProduct[]> {
    return listAdminProducts(
      this.#context,
      products.map(({ id }) => id),
    );
  }

  #reject({ id, line, name }: PlannedProduct, code: keyof typeof rejections): void {
    const [column, reason] = rejections[code];
    this.#rejectedIds.add(id);
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

function hasNewText({ changes }: PlannedProduct): boolean {
  const { name, nameHindi, unit, brand, description, descriptionHindi, more_details } = changes;
  const texts = [name, nameHindi, unit, brand, description, descriptionHindi, more_details];
  return texts.some((value) => value !== undefined);
}

function hasNewIdentity({ changes: { name, unit, brand, sku, barcode } }: PlannedProduct): boolean {
  return [name, unit, brand, sku, barcode].some((value) => value !== undefined);
}

/** A product as it is after the import. */
function toWritten(
  { id, changes }: PlannedProduct,
  before: AdminProduct | null,
  { at, names }: { at: Date; names: ReadonlyMap<string, string> },
): AuditedProduct {
  const named = (ids: readonly string[]) =>
    ids
      .map((categoryId) => ({ name: names.get(categoryId) ?? '' }))
      .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
  const stock = (before?.stock ?? 0) + (changes.stock ?? 0);
  return {
    ...(before ?? emptyFields),
    ...mapFields<Partial<ProductValues>>((_field, name) => changes[name]),
    _id: id,
    image: changes.image ?? before?.image ?? [],
    category: changes.category === undefined ? (before?.category ?? []) : named(changes.category),
    subCategory: changes.subCategory === undefined ? (before?.subCategory ?? []) : named(changes.subCategory),
    stock: Math.min(Math.max(stock, 0), maximumStock),
    more_details: changes.more_details ?? before?.more_details ?? {},
    createdAt: before?.createdAt ?? at.toISOString(),
    updatedAt: at.toISOString(),
  };
}

function setCategories(context: Context, products: readonly PlannedProduct[]): Promise<void> {
  return setProductCategories(
    context,
    products.map(({ id, changes: { category = null, subCategory = null } }) => ({
      id,
      categories: category,
      subCategories: subCategory,
    })),
  );
}

const rejections = {
  NAME_TAKEN: ['name', 'another product took this name, unit and brand after the file was checked.'],
  SKU_TAKEN: ['sku', 'another product took this SKU after the file was checked.'],
  BARCODE_TAKEN: ['barcode', 'another product took this barcode after the file was checked.'],
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
  } catch (thrown) {
    const error = isCheckViolation(thrown, 'product_in_open_order')
      ? new ImportAbortedError(
          'A product of an open order changes between pieces and weight: wait until it is delivered.',
        )
      : thrown;
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
  // Like the progress outside the transaction, because parts are read on another connection.
  await convertEarlierPlan(context.db, importId);
  const accountId = row.applied_by;
  if (accountId === null)
    throw new ImportAbortedError('The account that started this import no longer exists.');
  // Removing the role also stops imports that were requested before.
  if (!(await isActiveStaff(transaction, accountId, 'import'))) {
    throw new ImportAbortedError('The account that started this import may no longer import.');
  }
  const writer = { ...transaction, caller: { userId: accountId, sessionId: '' } };
  const onProgress = (done: number) => queries.updateProgress(context.db, importId, done);
  const end = await new ImportRun(writer, row, { signal, reader: context, onProgress }).run();
  await queries.deleteImportParts(db, importId);
  await queries.markImportEnded(db, importId, {
    status: 'APPLIED',
    ...end,
    failure: null,
    now: context.now(),
  });
}

/** Converts a plan that an earlier version has stored. */
async function convertEarlierPlan(db: Queryable, importId: string): Promise<void> {
  for (const { position, rows } of await queries.selectEarlierParts(db, importId)) {
    const products = rows.map(({ fields, ...product }) => ({ ...product, changes: toChanges(fields) }));
    await queries.replacePlannedProducts(db, { import_id: importId, position }, products);
  }
}

function toChanges(fields: queries.EarlierPlannedProduct['fields']): PlannedProduct['changes'] {
  const { stock, images, more_details, category_ids, sub_category_ids } = fields;
  return {
    ...mapFields<Partial<ProductValues>>(({ column, type }, name) => {
      const value = fields[column] ?? null;
      if (value === null) return undefined;
      if (type === 'mark') return value === '' ? null : value === 'veg';
      if (value === -1 || (name === 'costPrice' && value === 0)) return null;
      return typeof value === 'number' && type !== 'count' ? value / 100 : value;
    }),
    ...(stock != null && { stock }),
    ...(images != null && { image: images }),
    ...(more_details != null && { more_details }),
    ...(category_ids != null && { category: category_ids }),
    ...(sub_category_ids != null && { subCategory: sub_category_ids }),
  };
}

async function failImport(context: Context, row: queries.ImportRow, error: unknown): Promise<void> {
  const isUnexpected = !(error instanceof ImportAbortedError);
  const failure = isUnexpected
    ? 'Something went wrong on our side. No changes were made. Check the file again or contact the operator of this store.'
    : `${error.message} No changes were made. Check the file again.`;
  const found = isUnexpected ? [] : error.problems;
  const report = { ...row.report, problems: [...found, ...row.report.problems].slice(0, maximumProblems) };
  const end = { report, done: 0, failure, now: context.now() };
  await inTransaction(context, async ({ db }) => {
    await queries.deleteImportParts(db, row.id);
    await queries.markImportEnded(db, row.id, { status: 'FAILED', ...end });
  });
}
