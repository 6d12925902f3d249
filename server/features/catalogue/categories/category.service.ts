import type { ParsedInput } from '#contract/api.ts';
import type { Category, SubCategory } from '#contract/category.ts';
import { AppError } from '#contract/errors.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isUniqueViolation } from '#server/database/violations.ts';
import { requireImages } from '#server/features/catalogue/images/image.service.ts';
import { recordChanges, requireUnchanged } from '#server/features/store/audit-log/audit-log.service.ts';
import * as queries from './category.queries.ts';
import { lockCategoryChanges } from './category.queries.ts';

/** All categories, sorted by name (specification section 4). */
export async function listCategories(context: Context): Promise<Category[]> {
  return (await queries.selectCategories(context.db)).map(toCategory);
}

/** Adds a category. Throws NAME_TAKEN, INVALID_INPUT for a picture that is not there. */
export function addCategory(
  context: ShopperContext,
  { name, image, hue }: ParsedInput<'addCategory'>,
): Promise<Category> {
  return inCategoryTransaction(context, 'category', async (transaction) => {
    await requireImages(transaction, [image]);
    const id = newId();
    const fields = { id, name, image, hue: hue ?? hueOf(name), now: transaction.now() };
    const category = toCategory(await queries.insertCategory(transaction.db, fields));
    await record(transaction, 'created', null, category);
    return category;
  });
}

/** Changes a category. Throws NOT_FOUND, CHANGED_MEANWHILE, NAME_TAKEN, INVALID_INPUT. */
export function updateCategory(
  context: ShopperContext,
  { _id, name, image, hue, updatedAt }: ParsedInput<'updateCategory'>,
): Promise<Category> {
  return inCategoryTransaction(context, 'category', async (transaction) => {
    const before = await lock(transaction, _id);
    await requireUnchanged(transaction, 'category', before, updatedAt);
    await requireImages(transaction, [image]);
    const fields = { name, image, hue: hue ?? before.hue };
    const after = toCategory(await queries.updateCategoryRow(transaction.db, _id, fields));
    await record(transaction, 'updated', before, after);
    return after;
  });
}

/** Deletes a category that nothing belongs to. Throws NOT_FOUND; IN_USE with how much belongs to it. */
export async function deleteCategory(context: ShopperContext, id: string): Promise<void> {
  await inCategoryTransaction(context, 'category', async (transaction) => {
    const before = await lock(transaction, id);
    const { products, sub_categories: subCategories } = await queries.countCategoryUses(transaction.db, id);
    requireUnused(before.name, { products, subCategories });
    await queries.deleteCategoryRow(transaction.db, id);
    await record(transaction, 'deleted', before, null);
  });
}

/** Holds these categories until the end of the transaction. Throws INVALID_INPUT when one of them is not there. */
export async function lockExistingCategories({ db }: Context, ids: readonly string[]): Promise<void> {
  if ((await queries.lockCategoriesForShare(db, ids)).length < ids.length)
    throw unknownCategoryError('category');
}

async function lock({ db }: Context, id: string): Promise<Category> {
  const row = await queries.lockCategory(db, id);
  if (row === null) throw categoryNotFoundError('category');
  return toCategory(row);
}

/** A tint for a new category: always the same for the same name, spread over the circle. */
function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}

function record(context: ShopperContext, action: string, before: Category | null, after: Category | null) {
  const thing = after ?? before;
  const thingId = thing?._id ?? '';
  return recordChanges(context, [
    { kind: 'category', thingId, thingName: thing?.name ?? '', action, before, after },
  ]);
}

function toCategory({ id, name, image, hue, updated_at }: queries.CategoryRow): Category {
  return { _id: id, name, image, hue, updatedAt: updated_at.toISOString() };
}

/** All sub-categories with their categories, sorted by name (specification section 4). */
export async function listSubCategories(context: Context): Promise<SubCategory[]> {
  return (await queries.selectSubCategories(context.db)).map(toSubCategory);
}

/** Adds a sub-category. Throws NAME_TAKEN; INVALID_INPUT for a category or picture that is not there. */
export function createSubCategory(
  context: ShopperContext,
  { name, image, category }: ParsedInput<'createSubCategory'>,
): Promise<SubCategory> {
  return inCategoryTransaction(context, 'sub-category', async (transaction) => {
    const id = newId();
    await lockExistingCategories(transaction, category);
    await requireImages(transaction, [image]);
    await queries.insertSubCategory(transaction.db, { id, name, image, now: transaction.now() });
    await queries.setSubCategoryCategories(transaction.db, id, category);
    const created = await getSubCategory(transaction, id);
    await recordSubCategoryChange(transaction, 'created', null, created);
    return created;
  });
}

/** Changes a sub-category. Throws NOT_FOUND, CHANGED_MEANWHILE, and as `createSubCategory` does. */
export function updateSubCategory(
  context: ShopperContext,
  { _id, name, image, category, updatedAt }: ParsedInput<'updateSubCategory'>,
): Promise<SubCategory> {
  return inCategoryTransaction(context, 'sub-category', async (transaction) => {
    const before = await getLockedSubCategory(transaction, _id);
    await requireUnchanged(transaction, 'sub-category', before, updatedAt);
    await lockExistingCategories(transaction, category);
    await requireImages(transaction, [image]);
    const had = new Set(before.category.map(({ _id: categoryId }) => categoryId));
    const isMoved = had.size !== category.length || category.some((categoryId) => !had.has(categoryId));
    await queries.updateSubCategoryRow(transaction.db, _id, { name, image, isMoved });
    await queries.setSubCategoryCategories(transaction.db, _id, category);
    const after = await getSubCategory(transaction, _id);
    await recordSubCategoryChange(transaction, 'updated', before, after);
    return after;
  });
}

/** Deletes a sub-category that no product belongs to. Throws NOT_FOUND; IN_USE with how many products do. */
export async function deleteSubCategory(context: ShopperContext, id: string): Promise<void> {
  await inCategoryTransaction(context, 'sub-category', async (transaction) => {
    const before = await getLockedSubCategory(transaction, id);
    requireUnused(before.name, { products: await queries.countSubCategoryProducts(transaction.db, id) });
    await queries.deleteSubCategoryRow(transaction.db, id);
    await recordSubCategoryChange(transaction, 'deleted', before, null);
  });
}

/** Holds these sub-categories until the end of the transaction. Throws INVALID_INPUT when one is not there. */
export async function lockExistingSubCategories({ db }: Context, ids: readonly string[]): Promise<void> {
  if ((await queries.lockSubCategoriesForShare(db, ids)).length < ids.length)
    throw unknownCategoryError('subCategory');
}

async function getLockedSubCategory(context: Context, id: string): Promise<SubCategory> {
  await queries.lockSubCategory(context.db, id);
  return getSubCategory(context, id);
}

async function getSubCategory({ db }: Context, id: string): Promise<SubCategory> {
  const row = await queries.selectSubCategory(db, id);
  if (row === null) throw categoryNotFoundError('sub-category');
  return toSubCategory(row);
}

function recordSubCategoryChange(
  context: ShopperContext,
  action: string,
  before: SubCategory | null,
  after: SubCategory | null,
) {
  const thing = after ?? before;
  return recordChanges(context, [
    {
      kind: 'sub-category',
      thingId: thing?._id ?? '',
      thingName: thing?.name ?? '',
      action,
      before: before && { ...before, category: before.category.map(({ name }) => name) },
      after: after && { ...after, category: after.category.map(({ name }) => name) },
    },
  ]);
}

function toSubCategory({ id, name, image, categories, updated_at }: queries.SubCategoryRow): SubCategory {
  return { _id: id, name, image, category: categories, updatedAt: updated_at.toISOString() };
}

/** What goods stand on: a sub-category is one within categories. */
type CategoryKind = 'category' | 'sub-category';

const nameIndexes: Record<CategoryKind, string> = {
  category: 'category_name',
  'sub-category': 'sub_category_name',
};

/**
 * Changes shelves in one transaction, after which everybody sees the new catalogue. One change follows the other: the
 * search holds all shelves of the products on a renamed one, so that two renames would lock each other up. Throws
 * NAME_TAKEN.
 */
async function inCategoryTransaction<Result>(
  context: ShopperContext,
  shelf: CategoryKind,
  work: (transaction: ShopperContext) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(context, async (transaction) => {
    await lockCategoryChanges(transaction.db);
    return work(transaction);
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error, nameIndexes[shelf])) throw error;
    const message = `There is a ${shelf} of this name already.`;
    throw new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
  });
  context.catalogueCache.invalidate({ kind: 'all' });
  return result;
}

/** Throws IN_USE, with how much that is, when something belongs to a shelf. */
function requireUnused(name: string, uses: { products: number; subCategories?: number }): void {
  const { products, subCategories = 0 } = uses;
  const count = products + subCategories;
  if (count === 0) return;
  const parts = [
    products > 0 && `${products} ${products === 1 ? 'product' : 'products'}`,
    subCategories > 0 && `${subCategories} ${subCategories === 1 ? 'sub-category' : 'sub-categories'}`,
  ].filter((part) => part !== false);
  const [belong, them] = count === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  const message = `${name} cannot be deleted: ${parts.join(' and ')} ${belong} to it. Move ${them} first.`;
  throw new AppError('IN_USE', { message, details: uses });
}

/** The refusal of something that is to stand on a shelf which is not there; `path` is the field that names it. */
function unknownCategoryError(path: 'category' | 'subCategory'): AppError {
  const shelves = path === 'category' ? 'categories' : 'sub-categories';
  const message = `One of these ${shelves} has been deleted. Please choose again.`;
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}

/** The refusal to change a shelf that is not there any more. */
function categoryNotFoundError(shelf: CategoryKind): AppError {
  return new AppError('NOT_FOUND', { message: `This ${shelf} has been deleted.` });
}
