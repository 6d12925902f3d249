import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import type { AdminProduct, KeyMatch } from '#contract/products/product.ts';
import { priceFields } from '#contract/products/product-fields.ts';
import type { AuditAction } from '#contract/reports/recorded.ts';
import { isCheckViolation, isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, StaffContext } from '#server/http/context.ts';
import { requireImages } from '#server/images/image.service.ts';
import { changeStock, insertStock, type StockChange } from '#server/inventory/inventory.service.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import { requirePermission, requireStepUpForPrices } from '#server/sessions/access-control.ts';
import { diffFields, recordChanges, requireUnchanged } from '#server/staff/audit-log.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { requireCategories } from './category.service.ts';
import * as queries from './product-admin.queries.ts';
import { setProductCategories } from './product-bulk.service.ts';
import { toAdminProduct, toProductChanges } from './product-columns.ts';
import { findRateProblem, lockTaxRates } from './tax-rates.service.ts';

type NewProduct = ParsedInput<'createProduct'>;
type ProductChange = ParsedInput<'changeProducts'>['changes'][number];

/** Returns the products that exist, each once, in the order of the ids. */
export async function listAdminProducts(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<AdminProduct[]> {
  if (ids.length === 0) return [];
  return (await queries.selectAdminProducts(db, [...new Set(ids)])).map(toAdminProduct);
}

async function getAdminProduct(context: Pick<Context, 'db'>, id: string): Promise<AdminProduct> {
  const [product] = await listAdminProducts(context, [id]);
  if (product === undefined)
    throw new AppError('NOT_FOUND', { message: 'This product is no longer available.' });
  return product;
}

/**
 * Throws NAME_TAKEN, SKU_TAKEN, BARCODE_TAKEN; INVALID_INPUT for an unknown category, sub-category or image.
 */
export function createProduct(context: StaffContext, input: NewProduct): Promise<AdminProduct> {
  requirePermission(context, 'change-prices');
  if (input.stock > 0) requirePermission(context, 'count-stock');
  return inProductTransaction(context, async (transaction) => {
    const id = newId();
    await lockCategories(transaction, [], [input]);
    await requireImages(transaction, input.image);
    await requireTaxRates(transaction, [{ path: '', after: input, before: null }]);
    const { stock } = input;
    const now = transaction.now();
    await queries.insertProduct(transaction.db, { ...toProductChanges(input), id, stock, now });
    await setCauseOfStockChanges(transaction, { cause: 'CREATED', userId: context.caller.userId });
    await insertStock(transaction, [{ id, stock }]);
    await setCategories(transaction, [{ ...input, _id: id }]);
    const created = await getAdminProduct(transaction, id);
    await recordChanges(transaction, [toAuditEntry('created', null, created)]);
    return created;
  });
}

/**
 * Throws NOT_FOUND; CHANGED_MEANWHILE with the changes since it was read; STEP_UP_REQUIRED for another price; and the
 * errors of `createProduct`.
 */
export function updateProduct(
  context: StaffContext,
  input: ParsedInput<'updateProduct'>,
): Promise<AdminProduct> {
  return inProductTransaction(context, async (transaction) => {
    await queries.lockProducts(transaction.db, [input._id]);
    const before = await getAdminProduct(transaction, input._id);
    await requireUnchanged(transaction, 'product', before, input.updatedAt);
    await lockCategories(transaction, [before], [input]);
    await requireImages(transaction, input.image);
    await requireTaxRates(transaction, [{ path: '', after: input, before }]);
    await setCauseOfStockChanges(transaction, { cause: 'EDIT', userId: context.caller.userId });
    const restocked = await changeStock(transaction, [input].flatMap(toStockChange));
    const isMoved = restocked.size > 0 || hasOtherCategories(before, input);
    const changes = toProductChanges(input);
    await queries.updateProducts(transaction.db, [{ id: input._id, changes, isMoved }]);
    await setCategories(transaction, [input]);
    const after = await getAdminProduct(transaction, input._id);
    requirePermissionsToChange(context, [before], [after]);
    await requireStepUpForPrices(transaction, countOtherPrices([before], [after]));
    await recordChanges(transaction, [toAuditEntry('updated', before, after)]);
    return after;
  });
}

/** Deletes a product and removes it from all carts; orders keep their copy. Throws NOT_FOUND. */
export async function deleteProduct(context: AuthenticatedContext, id: string): Promise<void> {
  await inProductTransaction(context, async (transaction) => {
    await queries.lockProducts(transaction.db, [id]);
    const before = await getAdminProduct(transaction, id);
    await setCauseOfStockChanges(transaction, { cause: 'EDIT', userId: context.caller.userId });
    await queries.deleteProductRow(transaction.db, id);
    await recordChanges(transaction, [toAuditEntry('deleted', before, null)]);
  });
}

/**
 * Changes stock, images, categories and the bulk-edited fields of many products, all or none. Returns them before and
 * after. Throws NOT_FOUND if one does not exist, CHANGED_MEANWHILE, INVALID_INPUT for a product that occurs twice and
 * for a rate that is not in the settings, STEP_UP_REQUIRED for other prices.
 */
export async function changeProducts(
  context: StaffContext,
  changes: readonly ProductChange[],
): Promise<{ before: AdminProduct[]; after: AdminProduct[] }> {
  const ids = changes.map(({ _id }) => _id);
  if (new Set(ids).size < ids.length) {
    throw new AppError('INVALID_INPUT', { message: 'A product occurs twice.' });
  }
  return inProductTransaction(context, async (transaction) => {
    const found = await queries.lockProducts(transaction.db, ids);
    if (found.length < ids.length) {
      throw new AppError('NOT_FOUND', {
        message: 'Some of these products have been deleted. No changes were made.',
      });
    }
    const before = await listAdminProducts(transaction, ids);
    for (const [index, { updatedAt }] of changes.entries()) {
      const product = before[index];
      if (product !== undefined) await requireUnchanged(transaction, 'product', product, updatedAt);
    }
    if (changes.some(({ category, subCategory }) => category !== undefined || subCategory !== undefined))
      await lockCategories(transaction, before, changes);
    const images = changes.flatMap(({ image = [] }) => image);
    if (images.length > 0) await requireImages(transaction, images);
    await requireTaxRates(
      transaction,
      changes.map((after, index) => ({ path: `changes.${index}.`, after, before: before[index] ?? null })),
    );
    await setCauseOfStockChanges(transaction, { cause: 'EDIT', userId: context.caller.userId });
    const restocked = await changeStock(transaction, changes.flatMap(toStockChange));
    const updates = changes.map((change, index) => {
      const product = before[index];
      const isMoved = product !== undefined && hasOtherCategories(product, change);
      return {
        id: change._id,
        changes: toProductChanges(change),
        isMoved: isMoved || restocked.has(change._id),
      };
    });
    await queries.updateProducts(transaction.db, updates);
    await setCategories(transaction, changes);
    const after = await listAdminProducts(transaction, ids);
    requirePermissionsToChange(context, before, after);
    await requireStepUpForPrices(transaction, countOtherPrices(before, after));
    await recordChanges(
      transaction,
      after.map((product, index) => toAuditEntry('updated', before[index] ?? null, product)),
    );
    return { before, after };
  });
}

/** Throws FORBIDDEN unless the caller may change each field that differs. */
function requirePermissionsToChange(
  context: StaffContext,
  before: readonly AdminProduct[],
  after: readonly AdminProduct[],
): void {
  const fields = after.flatMap((product, index) => diffFields({ ...before[index] }, { ...product }));
  const isPrice = new Set<string>(priceFields);
  for (const { field } of fields)
    requirePermission(
      context,
      isPrice.has(field) ? 'change-prices' : field === 'stock' ? 'count-stock' : 'edit-products',
    );
}

/** Of how many products the price or its discount differs. */
function countOtherPrices(before: readonly AdminProduct[], after: readonly AdminProduct[]): number {
  return after.filter((product, index) => priceFields.some((name) => product[name] !== before[index]?.[name]))
    .length;
}

// A name of few letters can be that of many products.
const maximumKeyMatches = 10_000;

/** Returns which products the keys name. */
export async function findByKeys({ db }: Context, keys: readonly string[]): Promise<KeyMatch[]> {
  // Texts that the database cannot store name nothing.
  const named = keys.filter((key) => key.isWellFormed() && !key.includes('\u0000'));
  const rows = await queries.selectByKeys(db, [...new Set(named)], maximumKeyMatches);
  return rows.map(({ key, by, id, name, unit, images, updated_at }) => ({
    key,
    by,
    product: { _id: id, name, unit, image: images, updatedAt: updated_at.toISOString() },
  }));
}

/** A product as the audit log records it, with categories by name. */
export type AuditedProduct = Omit<AdminProduct, 'category' | 'subCategory'> &
  Record<'category' | 'subCategory', readonly { name: string }[]>;

/** Returns the audit log entry of a change. */
export function toAuditEntry(
  action: AuditAction,
  before: AuditedProduct | null,
  after: AuditedProduct | null,
) {
  const { _id = '', name = '' } = after ?? before ?? {};
  return {
    kind: 'product' as const,
    thingId: _id,
    thingName: name,
    action,
    before: before && withCategoryNames(before),
    after: after && withCategoryNames(after),
  };
}

function withCategoryNames({ category, subCategory, ...fields }: AuditedProduct): Record<string, unknown> {
  const names = (categories: readonly { name: string }[]) => categories.map(({ name }) => name);
  return { ...fields, category: names(category), subCategory: names(subCategory) };
}

/** Throws INVALID_INPUT for another rate than before that is not in the settings. */
async function requireTaxRates(
  { db }: Pick<Context, 'db'>,
  changes: readonly { path: string; after: Partial<RatesOf<undefined>>; before: RatesOf<never> | null }[],
): Promise<void> {
  const rates = changes.flatMap(({ path, after, before }) => [
    ...newRateOf('gst', `${path}gstRate`, after.gstRate, before?.gstRate),
    ...newRateOf('cess', `${path}cessRate`, after.cessRate, before?.cessRate),
  ]);
  if (rates.length === 0) return;
  // Until this is saved the settings keep these rates.
  await lockTaxRates({ db }, 'shared');
  const { tax } = (await currentSettings({ db })).settings;
  const issues = rates.flatMap(({ kind, rate, path }) => {
    const message = findRateProblem(kind, rate, tax);
    return message === undefined ? [] : [{ path, message }];
  });
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
}

type RatesOf<Missing> = Record<'gstRate' | 'cessRate', number | null | Missing>;

function newRateOf(
  kind: 'gst' | 'cess',
  path: string,
  rate: number | null = null,
  before: number | null = null,
) {
  return rate === null || rate === before ? [] : [{ kind, path, rate }];
}

/** Unique indexes, with what they refuse. */
const takenIdentities = [
  ['product_sku', 'SKU_TAKEN', 'sku', 'Another product already has this SKU.'],
  ['product_barcode', 'BARCODE_TAKEN', 'barcode', 'Another product already has this barcode.'],
  ['product_identity', 'NAME_TAKEN', 'name', 'Another product already has this name, unit and brand.'],
] as const;

/** Runs changes in one transaction. Throws NAME_TAKEN, SKU_TAKEN, BARCODE_TAKEN. */
async function inProductTransaction<Result>(
  context: AuthenticatedContext,
  work: (transaction: AuthenticatedContext) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, work).catch((error: unknown) => {
    for (const [index, code, path, message] of takenIdentities) {
      if (isUniqueViolation(error, index)) throw new AppError(code, { message, issues: [{ path, message }] });
    }
    // The new price is below the sale price of the product, or the new sale price above its price.
    if (isCheckViolation(error, 'product_sale_price')) {
      const message = 'The sale price is more than the price.';
      throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'salePrice', message }] });
    }
    if (isCheckViolation(error, 'product_in_open_order')) {
      const message = 'This product is in an open order. Change how it is sold when the order is delivered.';
      throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'stepGrams', message }] });
    }
    throw error;
  });
}

type StockInput = Pick<ProductChange, '_id' | 'stock' | 'stockBefore'>;

function toStockChange({ _id: id, stock, stockBefore }: StockInput): StockChange[] {
  if (stock === undefined) return [];
  // With the stock that the admin saw, only the difference counts, so that units sold since then stay sold.
  return [stockBefore === undefined ? { id, to: stock } : { id, by: stock - stockBefore }];
}

/** Categories of a product; undefined leaves them unchanged. */
interface CategoryChange {
  category?: string[] | undefined;
  subCategory?: string[] | undefined;
}

/**
 * Locks old and new categories of products before anything is written: the search index reads them during the change,
 * so a concurrent rename has to wait. Throws INVALID_INPUT if one does not exist.
 */
async function lockCategories(
  context: Context,
  before: readonly AdminProduct[],
  changes: readonly CategoryChange[],
): Promise<void> {
  const categories = [
    ...before.flatMap(({ category }) => toIds(category)),
    ...changes.flatMap(({ category = [] }) => category),
  ];
  const subCategories = [
    ...before.flatMap(({ subCategory }) => toIds(subCategory)),
    ...changes.flatMap(({ subCategory = [] }) => subCategory),
  ];
  await requireCategories(context, 'category', [...new Set(categories)]);
  await requireCategories(context, 'sub-category', [...new Set(subCategories)]);
}

function setCategories(context: Context, changes: readonly (CategoryChange & { _id: string })[]) {
  return setProductCategories(
    context,
    changes.map(({ _id, category = null, subCategory = null }) => ({
      id: _id,
      categories: category,
      subCategories: subCategory,
    })),
  );
}

function hasOtherCategories(before: AdminProduct, { category, subCategory }: CategoryChange): boolean {
  return isDifferent(before.category, category) || isDifferent(before.subCategory, subCategory);
}

function isDifferent(categories: readonly { _id: string }[], ids: readonly string[] | undefined): boolean {
  if (ids === undefined) return false;
  const oldIds = new Set(toIds(categories));
  return oldIds.size !== ids.length || ids.some((id) => !oldIds.has(id));
}

function toIds(categories: readonly { _id: string }[]): string[] {
  return categories.map(({ _id }) => _id);
}
