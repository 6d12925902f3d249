import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import type { Product } from '#contract/product.ts';
import { toBasisPoints, toPaise } from '#contract/rules/money.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isUniqueViolation } from '#server/database/violations.ts';
import {
  lockExistingCategories,
  lockExistingSubCategories,
} from '#server/features/catalogue/categories/category.service.ts';
import { requireImages } from '#server/features/catalogue/images/image.service.ts';
import { recordChanges, requireUnchanged } from '#server/features/store/audit-log/audit-log.service.ts';
import { getProduct, listProductsById } from './product.service.ts';
import * as queries from './product-admin.queries.ts';
import { setCategories, setSubCategories } from './product-admin.queries.ts';

type NewProduct = ParsedInput<'createProduct'>;
type ProductUpdate = ParsedInput<'updateProduct'>;
type ProductChange = ParsedInput<'changeProducts'>['changes'][number];

/** Adds a product. Throws NAME_TAKEN; INVALID_INPUT for a category, sub-category or picture that is not there. */
export async function createProduct(context: ShopperContext, input: NewProduct): Promise<Product> {
  const id = newId();
  const product = await write(context, async (transaction) => {
    await lockProductCategories(transaction, [], [input]);
    await requireImages(transaction, input.image);
    await queries.insertProduct(transaction.db, {
      ...toProductFields(input),
      id,
      stock: input.stock,
      now: transaction.now(),
    });
    await setProductCategories(transaction, [{ ...input, _id: id }]);
    const created = await getProduct(transaction, id);
    await record(transaction, 'created', null, created);
    return created;
  });
  return product;
}

/**
 * Changes a product. Throws NOT_FOUND; CHANGED_MEANWHILE with who changed what when it is no longer as it was read;
 * and as `createProduct` does.
 */
export async function updateProduct(context: ShopperContext, input: ProductUpdate): Promise<Product> {
  return write(context, async (transaction) => {
    await queries.lockProducts(transaction.db, [input._id]);
    const before = await getProduct(transaction, input._id);
    await requireUnchanged(transaction, 'product', before, input.updatedAt);
    await lockProductCategories(transaction, [before], [input]);
    await requireImages(transaction, input.image);
    await queries.updateProductRow(transaction.db, input._id, {
      ...toProductFields(input),
      stock: stockOf(input.stock, input.stockBefore),
      isMoved: isMoved(before, input),
    });
    await setProductCategories(transaction, [input]);
    const after = await getProduct(transaction, input._id);
    await record(transaction, 'updated', before, after);
    return after;
  });
}

/** Deletes a product and takes it out of all carts; orders keep their copy. Throws NOT_FOUND. */
export async function deleteProduct(context: ShopperContext, id: string): Promise<void> {
  await write(context, async (transaction) => {
    await queries.lockProducts(transaction.db, [id]);
    const before = await getProduct(transaction, id);
    await queries.deleteProductRow(transaction.db, id);
    await record(transaction, 'deleted', before, null);
  });
}

/**
 * Changes figures of many products, all or none; gives them as they were and as they are. Throws NOT_FOUND when
 * one is gone, CHANGED_MEANWHILE, INVALID_INPUT for a product that is named twice.
 */
export async function changeProducts(
  context: ShopperContext,
  changes: readonly ProductChange[],
): Promise<{ before: Product[]; after: Product[] }> {
  const ids = changes.map(({ _id }) => _id);
  if (new Set(ids).size < ids.length) {
    throw new AppError('INVALID_INPUT', { message: 'A product is named twice.' });
  }
  return write(context, async (transaction) => {
    const found = await queries.lockProducts(transaction.db, ids);
    if (found.length < ids.length) {
      throw new AppError('NOT_FOUND', {
        message: 'Some of these products have been deleted. Nothing was changed.',
      });
    }
    const before = await listProductsById(transaction, ids);
    for (const [index, { updatedAt }] of changes.entries()) {
      const product = before[index];
      if (product !== undefined) await requireUnchanged(transaction, 'product', product, updatedAt);
    }
    if (changes.some(hasCategoryChange)) await lockProductCategories(transaction, before, changes);
    await queries.updateProductValues(
      transaction.db,
      changes.map((change, index) => toValueChange(change, before[index])),
    );
    await setProductCategories(transaction, changes);
    const after = await listProductsById(transaction, ids);
    await recordChanges(
      transaction,
      after.map((product, index) => toAuditEntry('updated', before[index] ?? null, product)),
    );
    return { before, after };
  });
}

/** One transaction, after which everybody sees the new catalogue. */
async function write<Result>(
  context: ShopperContext,
  work: (transaction: ShopperContext) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(context, work).catch((error: unknown) => {
    if (isUniqueViolation(error, 'product_name')) throw nameTaken();
    throw error;
  });
  context.catalogueCache.invalidate({ kind: 'all' });
  return result;
}

function nameTaken(): AppError {
  const message = 'There is a product of this name already.';
  return new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
}

function toProductFields(input: NewProduct): queries.ProductFields {
  return {
    name: input.name,
    images: input.image,
    unit: input.unit,
    price_paise: toPaise(input.price),
    discount_basis_points: toBasisPoints(input.discount),
    description: input.description,
    more_details: input.more_details,
  };
}

/** With the stock as the admin saw it, only their difference counts: what was sold meanwhile stays sold. */
function stockOf(stock: number, stockBefore: number | undefined): queries.StockChange {
  return stockBefore === undefined ? { to: stock } : { by: stock - stockBefore };
}

function toValueChange(change: ProductChange, before: Product | undefined): queries.ProductValueChange {
  const { _id, price, discount, stock, stockBefore } = change;
  return {
    id: _id,
    price_paise: price === undefined ? null : toPaise(price),
    discount_basis_points: discount === undefined ? null : toBasisPoints(discount),
    stock_to: stock !== undefined && stockBefore === undefined ? stock : null,
    stock_by: stock !== undefined && stockBefore !== undefined ? stock - stockBefore : null,
    is_moved: before !== undefined && isMoved(before, change),
  };
}

function record(context: ShopperContext, action: string, before: Product | null, after: Product | null) {
  return recordChanges(context, [toAuditEntry(action, before, after)]);
}

/** What was done to a product, for the audit trail. */
export function toAuditEntry(action: string, before: Product | null, after: Product | null) {
  const thing = after ?? before;
  return {
    kind: 'product' as const,
    thingId: thing?._id ?? '',
    thingName: thing?.name ?? '',
    action,
    before: before && auditedFields(before),
    after: after && auditedFields(after),
  };
}

/** A product in the words of the dashboard: shelves by their names. */
function auditedFields({ category, subCategory, ...fields }: Product): Record<string, unknown> {
  return {
    ...fields,
    category: category.map(({ name }) => name),
    subCategory: subCategory.map(({ name }) => name),
  };
}

/** Shelves that somebody wants a product on; those of a kind that is left out stay as they are. */
interface CategoryChange {
  category?: string[] | undefined;
  subCategory?: string[] | undefined;
}

/**
 * Holds all shelves that products leave or come to, before anything is written: the search looks at them while they
 * change, and whoever renames one waits for us instead of us for them. Throws INVALID_INPUT when one is not there.
 */
async function lockProductCategories(
  context: Context,
  before: readonly Product[],
  changes: readonly CategoryChange[],
): Promise<void> {
  const categories = changes.flatMap(({ category = [] }) => category);
  const subCategories = changes.flatMap(({ subCategory = [] }) => subCategory);
  const leftCategories = before.flatMap(({ category }) => idsOf(category));
  const leftSubCategories = before.flatMap(({ subCategory }) => idsOf(subCategory));
  await lockExistingCategories(context, [...new Set([...leftCategories, ...categories])]);
  await lockExistingSubCategories(context, [...new Set([...leftSubCategories, ...subCategories])]);
}

/** Whether somebody wants anything of the shelves. */
const hasCategoryChange = ({ category, subCategory }: CategoryChange) =>
  category !== undefined || subCategory !== undefined;

/** Puts products where they are wanted; who names no shelves of a kind leaves those as they are. */
async function setProductCategories(
  { db }: Context,
  products: readonly (CategoryChange & { _id: string })[],
): Promise<void> {
  const categories = products.flatMap(({ _id, category }) =>
    category === undefined ? [] : [{ product_id: _id, ids: category }],
  );
  const subCategories = products.flatMap(({ _id, subCategory }) =>
    subCategory === undefined ? [] : [{ product_id: _id, ids: subCategory }],
  );
  if (categories.length > 0) await setCategories(db, categories);
  if (subCategories.length > 0) await setSubCategories(db, subCategories);
}

/** Whether a product gets other shelves than it has. */
function isMoved(before: Product, { category, subCategory }: CategoryChange): boolean {
  return isOther(before.category, category) || isOther(before.subCategory, subCategory);
}

function isOther(shelves: readonly { _id: string }[], ids: readonly string[] | undefined): boolean {
  if (ids === undefined) return false;
  const had = new Set(idsOf(shelves));
  return had.size !== ids.length || ids.some((id) => !had.has(id));
}

const idsOf = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id);
