import type { ParsedInput } from '#contract/calls.ts';
import { AppError } from '#contract/errors.ts';
import type { SubCategory } from '#contract/sub-category.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isUniqueViolation } from '../../database/violations.ts';
import { changedMeanwhile, recordChanges } from '../audit/audit.service.ts';
import { requireCategories, takeTurnAtShelves } from '../category/category.service.ts';
import { requirePictures } from '../image/image.service.ts';
import * as queries from './sub-category.queries.ts';

/** All sub-categories with their categories, sorted by name (specification section 4). */
export async function listSubCategories(context: Context): Promise<SubCategory[]> {
  return (await queries.selectSubCategories(context.sql)).map(subCategoryOf);
}

/** Adds a sub-category. Throws NAME_TAKEN; INVALID_INPUT for a category or picture that is not there. */
export function createSubCategory(
  context: ShopperContext,
  { name, image, category }: ParsedInput<'createSubCategory'>,
): Promise<SubCategory> {
  return write(context, async (transaction) => {
    const id = newId();
    await requireCategories(transaction, category);
    await requirePictures(transaction, [image]);
    await queries.insertSubCategory(transaction.sql, { id, name, image, now: transaction.now() });
    await queries.setCategoriesOf(transaction.sql, id, category);
    const created = await get(transaction, id);
    await record(transaction, 'created', null, created);
    return created;
  });
}

/** Changes a sub-category. Throws NOT_FOUND, CHANGED_MEANWHILE, and as `createSubCategory` does. */
export function updateSubCategory(
  context: ShopperContext,
  { _id, name, image, category, updatedAt }: ParsedInput<'updateSubCategory'>,
): Promise<SubCategory> {
  return write(context, async (transaction) => {
    const before = await lock(transaction, _id);
    if (updatedAt !== undefined && updatedAt !== before.updatedAt) {
      throw await changedMeanwhile(transaction, { kind: 'sub-category', thing: before, since: updatedAt });
    }
    await requireCategories(transaction, category);
    await requirePictures(transaction, [image]);
    const had = new Set(before.category.map(({ _id: categoryId }) => categoryId));
    const isMoved = had.size !== category.length || category.some((categoryId) => !had.has(categoryId));
    await queries.updateSubCategoryRow(transaction.sql, _id, { name, image, isMoved });
    await queries.setCategoriesOf(transaction.sql, _id, category);
    const after = await get(transaction, _id);
    await record(transaction, 'updated', before, after);
    return after;
  });
}

/** Deletes a sub-category that no product belongs to. Throws NOT_FOUND; IN_USE with how many products do. */
export async function deleteSubCategory(context: ShopperContext, id: string): Promise<void> {
  await write(context, async (transaction) => {
    const before = await lock(transaction, id);
    const products = await queries.countProductsOfSubCategory(transaction.sql, id);
    if (products > 0) {
      throw inUse(before.name, products);
    }
    await queries.deleteSubCategoryRow(transaction.sql, id);
    await record(transaction, 'deleted', before, null);
  });
}

/** Holds these sub-categories until the end of the transaction. Throws INVALID_INPUT when one is not there. */
export async function requireSubCategories({ sql }: Context, ids: readonly string[]): Promise<void> {
  if ((await queries.holdSubCategories(sql, ids)).length === ids.length) return;
  const message = 'One of these sub-categories has been deleted. Please choose again.';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'subCategory', message }] });
}

async function write<Result>(
  context: ShopperContext,
  work: (transaction: ShopperContext) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(context, async (transaction) => {
    await takeTurnAtShelves(transaction);
    return work(transaction);
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'sub_category_name')) throw error;
    const message = 'There is a sub-category of this name already.';
    throw new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
  });
  context.catalogueReads.apply({ kind: 'all' });
  return result;
}

async function lock(context: Context, id: string): Promise<SubCategory> {
  await queries.lockSubCategory(context.sql, id);
  return get(context, id);
}

async function get({ sql }: Context, id: string): Promise<SubCategory> {
  const row = await queries.selectSubCategory(sql, id);
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This sub-category has been deleted.' });
  return subCategoryOf(row);
}

function inUse(name: string, products: number): AppError {
  const [what, them] = products === 1 ? ['1 product belongs', 'it'] : [`${products} products belong`, 'them'];
  const message = `${name} cannot be deleted: ${what} to it. Move ${them} first.`;
  return new AppError('IN_USE', { message, details: { products } });
}

function record(
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

function subCategoryOf({ id, name, image, categories, updated_at }: queries.SubCategoryRow): SubCategory {
  return { _id: id, name, image, category: categories, updatedAt: updated_at.toISOString() };
}
