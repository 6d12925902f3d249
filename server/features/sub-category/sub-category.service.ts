import type { ParsedInput } from '#contract/calls.ts';
import type { SubCategory } from '#contract/sub-category.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { recordChanges, requireUnchanged } from '../audit/audit.service.ts';
import { requireCategories } from '../category/category.service.ts';
import { changeShelves, refuseInUse, shelfDeleted, shelfGone } from '../category/change-shelves.service.ts';
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
  return changeShelves(context, 'sub-category', async (transaction) => {
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
  return changeShelves(context, 'sub-category', async (transaction) => {
    const before = await lock(transaction, _id);
    await requireUnchanged(transaction, 'sub-category', before, updatedAt);
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
  await changeShelves(context, 'sub-category', async (transaction) => {
    const before = await lock(transaction, id);
    refuseInUse(before.name, { products: await queries.countProductsOfSubCategory(transaction.sql, id) });
    await queries.deleteSubCategoryRow(transaction.sql, id);
    await record(transaction, 'deleted', before, null);
  });
}

/** Holds these sub-categories until the end of the transaction. Throws INVALID_INPUT when one is not there. */
export async function requireSubCategories({ sql }: Context, ids: readonly string[]): Promise<void> {
  if ((await queries.holdSubCategories(sql, ids)).length < ids.length) throw shelfDeleted('subCategory');
}

async function lock(context: Context, id: string): Promise<SubCategory> {
  await queries.lockSubCategory(context.sql, id);
  return get(context, id);
}

async function get({ sql }: Context, id: string): Promise<SubCategory> {
  const row = await queries.selectSubCategory(sql, id);
  if (row === null) throw shelfGone('sub-category');
  return subCategoryOf(row);
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
