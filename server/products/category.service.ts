import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Category, SubCategory } from '#contract/products/category.ts';
import type { AuditAction } from '#contract/reports/recorded.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { requireImages } from '#server/images/image.service.ts';
import { recordChanges, requireUnchanged } from '#server/staff/audit-log.service.ts';
import type { CategoryKind, CategoryRow } from './category.queries.ts';
import * as queries from './category.queries.ts';

interface CategoryInput {
  name: string;
  nameHindi?: string | undefined;
  image: string;
  hue?: number | undefined;
  category?: string[] | undefined;
}

/** All categories, sorted by name. */
export async function listCategories(context: Pick<Context, 'db'>): Promise<Category[]> {
  return (await queries.selectCategories(context.db, 'category')).map(toCategory);
}

/** All sub-categories with their categories, sorted by name. */
export async function listSubCategories(context: Pick<Context, 'db'>): Promise<SubCategory[]> {
  return (await queries.selectCategories(context.db, 'sub-category')).map(toSubCategory);
}

/** Throws NAME_TAKEN; INVALID_INPUT for an unknown image. */
export async function addCategory(
  context: AuthenticatedContext,
  input: ParsedInput<'addCategory'>,
): Promise<Category> {
  return toCategory(await create(context, 'category', input));
}

/** Throws NAME_TAKEN; INVALID_INPUT for an unknown category or image. */
export async function createSubCategory(
  context: AuthenticatedContext,
  input: ParsedInput<'createSubCategory'>,
): Promise<SubCategory> {
  return toSubCategory(await create(context, 'sub-category', input));
}

/** Throws NOT_FOUND, CHANGED_MEANWHILE, NAME_TAKEN and INVALID_INPUT. */
export async function updateCategory(
  context: AuthenticatedContext,
  input: ParsedInput<'updateCategory'>,
): Promise<Category> {
  return toCategory(await update(context, 'category', input));
}

/** Throws NOT_FOUND, CHANGED_MEANWHILE, NAME_TAKEN and INVALID_INPUT. */
export async function updateSubCategory(
  context: AuthenticatedContext,
  input: ParsedInput<'updateSubCategory'>,
): Promise<SubCategory> {
  return toSubCategory(await update(context, 'sub-category', input));
}

/** Throws NOT_FOUND; IN_USE with the number of products and sub-categories that belong to it. */
export async function deleteCategory(
  context: AuthenticatedContext,
  kind: CategoryKind,
  id: string,
): Promise<void> {
  await inCategoryTransaction(context, kind, async (transaction) => {
    const before = await getLocked(transaction, kind, id);
    const uses = await queries.countCategoryUses(transaction.db, kind, id);
    if (uses.products + uses.sub_categories > 0) throw inUseError(kind, before.name, uses);
    await queries.deleteCategoryRow(transaction.db, kind, id);
    await record(transaction, kind, 'deleted', before, null);
  });
}

/** Locks categories until the end of the transaction. Throws INVALID_INPUT if one does not exist. */
export async function requireCategories(
  { db }: Context,
  kind: CategoryKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || (await queries.lockCategoriesForShare(db, kind, ids)).length === ids.length) return;
  const message = `One of these ${plurals[kind]} no longer exists. Choose again.`;
  const path = kind === 'category' ? 'category' : 'subCategory';
  throw new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}

const plurals = { category: 'categories', 'sub-category': 'sub-categories' };

function create(
  context: AuthenticatedContext,
  kind: CategoryKind,
  { name, nameHindi: name_hindi = '', image, hue = defaultHue(name), category = [] }: CategoryInput,
): Promise<CategoryRow> {
  return inCategoryTransaction(context, kind, async (transaction) => {
    const id = newId();
    await requireCategories(transaction, 'category', category);
    await requireImages(transaction, [image]);
    const now = transaction.now();
    await queries.insertCategory(transaction.db, kind, { id, name, name_hindi, image, hue, now });
    if (kind === 'sub-category') await queries.setCategoriesOf(transaction.db, id, category);
    const created = await get(transaction, kind, id);
    await record(transaction, kind, 'created', null, created);
    return created;
  });
}

function update(
  context: AuthenticatedContext,
  kind: CategoryKind,
  {
    _id,
    name,
    nameHindi,
    image,
    hue,
    category = [],
    updatedAt,
  }: CategoryInput & { _id: string; updatedAt?: string | undefined },
): Promise<CategoryRow> {
  return inCategoryTransaction(context, kind, async (transaction) => {
    const before = await getLocked(transaction, kind, _id);
    await requireUnchanged(transaction, kind, toOutput(kind, before), updatedAt);
    await requireCategories(transaction, 'category', category);
    await requireImages(transaction, [image]);
    const oldIds = new Set(before.categories.map((old) => old._id));
    const isMoved = oldIds.size !== category.length || category.some((id) => !oldIds.has(id));
    const fields = {
      name,
      name_hindi: nameHindi ?? before.name_hindi,
      image,
      hue: hue ?? before.hue,
      isMoved,
    };
    await queries.updateCategoryRow(transaction.db, kind, _id, fields);
    if (kind === 'sub-category') await queries.setCategoriesOf(transaction.db, _id, category);
    const after = await get(transaction, kind, _id);
    await record(transaction, kind, 'updated', before, after);
    return after;
  });
}

const nameIndexes = { category: 'category_name', 'sub-category': 'sub_category_name' };

/**
 * Runs changes in one transaction. Changes are serialized: renaming updates the search index of all products of a
 * category, and two concurrent renames would deadlock. Throws NAME_TAKEN.
 */
async function inCategoryTransaction<Result>(
  context: AuthenticatedContext,
  kind: CategoryKind,
  work: (transaction: AuthenticatedContext) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, async (transaction) => {
    await queries.lockCategoryChanges(transaction.db);
    return work(transaction);
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error, nameIndexes[kind])) throw error;
    const message = `Another ${kind} already has this name.`;
    throw new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
  });
}

async function getLocked(context: Context, kind: CategoryKind, id: string): Promise<CategoryRow> {
  await queries.lockCategory(context.db, kind, id);
  return get(context, kind, id);
}

async function get({ db }: Context, kind: CategoryKind, id: string): Promise<CategoryRow> {
  const row = await queries.findCategory(db, kind, id);
  if (row === null) throw new AppError('NOT_FOUND', { message: `This ${kind} has been deleted.` });
  return row;
}

function inUseError(
  kind: CategoryKind,
  name: string,
  { products, sub_categories: subCategories }: { products: number; sub_categories: number },
): AppError {
  const parts = [
    products > 0 && `${products} ${products === 1 ? 'product' : 'products'}`,
    subCategories > 0 && `${subCategories} ${subCategories === 1 ? 'sub-category' : 'sub-categories'}`,
  ].filter((part) => part !== false);
  const [belong, them] = products + subCategories === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  const message = `${name} cannot be deleted: ${parts.join(' and ')} ${belong} to it. Move ${them} first.`;
  const details = kind === 'category' ? { products, subCategories } : { products };
  return new AppError('IN_USE', { message, details });
}

/** Derives a hue from the name of a new category, evenly distributed. */
function defaultHue(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}

function record(
  context: AuthenticatedContext,
  kind: CategoryKind,
  action: AuditAction,
  before: CategoryRow | null,
  after: CategoryRow | null,
) {
  const { id = '', name = '' } = after ?? before ?? {};
  const toEntry = (row: CategoryRow) =>
    kind === 'category'
      ? toCategory(row)
      : { ...toSubCategory(row), category: row.categories.map((category) => category.name) };
  return recordChanges(context, [
    {
      kind,
      thingId: id,
      thingName: name,
      action,
      before: before && toEntry(before),
      after: after && toEntry(after),
    },
  ]);
}

function toOutput(kind: CategoryKind, row: CategoryRow): Category | SubCategory {
  return kind === 'category' ? toCategory(row) : toSubCategory(row);
}

function toCategory({ id, name, name_hindi: nameHindi, image, hue, updated_at }: CategoryRow): Category {
  return { _id: id, name, nameHindi, image, hue, updatedAt: updated_at.toISOString() };
}

function toSubCategory({
  id,
  name,
  name_hindi: nameHindi,
  image,
  categories,
  updated_at,
}: CategoryRow): SubCategory {
  return { _id: id, name, nameHindi, image, category: categories, updatedAt: updated_at.toISOString() };
}
