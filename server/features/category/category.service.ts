import type { ParsedInput } from '#contract/calls.ts';
import type { Category } from '#contract/category.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { recordChanges, requireUnchanged } from '../audit/audit.service.ts';
import { requirePictures } from '../image/image.service.ts';
import * as queries from './category.queries.ts';
import { changeShelves, refuseInUse, shelfDeleted, shelfGone } from './change-shelves.service.ts';

/** All categories, sorted by name (specification section 4). */
export async function listCategories(context: Context): Promise<Category[]> {
  return (await queries.selectCategories(context.sql)).map(categoryOf);
}

/** Adds a category. Throws NAME_TAKEN, INVALID_INPUT for a picture that is not there. */
export function addCategory(
  context: ShopperContext,
  { name, image, hue }: ParsedInput<'addCategory'>,
): Promise<Category> {
  return changeShelves(context, 'category', async (transaction) => {
    await requirePictures(transaction, [image]);
    const id = newId();
    const fields = { id, name, image, hue: hue ?? hueOf(name), now: transaction.now() };
    const category = categoryOf(await queries.insertCategory(transaction.sql, fields));
    await record(transaction, 'created', null, category);
    return category;
  });
}

/** Changes a category. Throws NOT_FOUND, CHANGED_MEANWHILE, NAME_TAKEN, INVALID_INPUT. */
export function updateCategory(
  context: ShopperContext,
  { _id, name, image, hue, updatedAt }: ParsedInput<'updateCategory'>,
): Promise<Category> {
  return changeShelves(context, 'category', async (transaction) => {
    const before = await lock(transaction, _id);
    await requireUnchanged(transaction, 'category', before, updatedAt);
    await requirePictures(transaction, [image]);
    const fields = { name, image, hue: hue ?? before.hue };
    const after = categoryOf(await queries.updateCategoryRow(transaction.sql, _id, fields));
    await record(transaction, 'updated', before, after);
    return after;
  });
}

/** Deletes a category that nothing belongs to. Throws NOT_FOUND; IN_USE with how much belongs to it. */
export async function deleteCategory(context: ShopperContext, id: string): Promise<void> {
  await changeShelves(context, 'category', async (transaction) => {
    const before = await lock(transaction, id);
    const { products, sub_categories: subCategories } = await queries.countUsesOfCategory(
      transaction.sql,
      id,
    );
    refuseInUse(before.name, { products, subCategories });
    await queries.deleteCategoryRow(transaction.sql, id);
    await record(transaction, 'deleted', before, null);
  });
}

/** Holds these categories until the end of the transaction. Throws INVALID_INPUT when one of them is not there. */
export async function requireCategories({ sql }: Context, ids: readonly string[]): Promise<void> {
  if ((await queries.holdCategories(sql, ids)).length < ids.length) throw shelfDeleted('category');
}

async function lock({ sql }: Context, id: string): Promise<Category> {
  const row = await queries.lockCategory(sql, id);
  if (row === null) throw shelfGone('category');
  return categoryOf(row);
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

function categoryOf({ id, name, image, hue, updated_at }: queries.CategoryRow): Category {
  return { _id: id, name, image, hue, updatedAt: updated_at.toISOString() };
}
