import type { Product } from '#contract/product.ts';
import type { Context } from '../../context.ts';
import { requireCategories } from '../category/category.service.ts';
import { requireSubCategories } from '../sub-category/sub-category.service.ts';
import { setCategories, setSubCategories } from './product-upkeep.queries.ts';

/** Shelves that somebody wants a product on; those of a kind that is left out stay as they are. */
export interface ShelvesOf {
  category?: string[] | undefined;
  subCategory?: string[] | undefined;
}

/**
 * Holds all shelves that products leave or come to, before anything is written: the search looks at them while they
 * change, and whoever renames one waits for us instead of us for them. Throws INVALID_INPUT when one is not there.
 */
export async function requireShelves(
  context: Context,
  before: readonly Product[],
  changes: readonly ShelvesOf[],
): Promise<void> {
  const categories = changes.flatMap(({ category = [] }) => category);
  const subCategories = changes.flatMap(({ subCategory = [] }) => subCategory);
  const leftCategories = before.flatMap(({ category }) => idsOf(category));
  const leftSubCategories = before.flatMap(({ subCategory }) => idsOf(subCategory));
  await requireCategories(context, [...new Set([...leftCategories, ...categories])]);
  await requireSubCategories(context, [...new Set([...leftSubCategories, ...subCategories])]);
}

/** Whether somebody wants anything of the shelves. */
export const namesShelves = ({ category, subCategory }: ShelvesOf) =>
  category !== undefined || subCategory !== undefined;

/** Puts products where they are wanted; who names no shelves of a kind leaves those as they are. */
export async function setShelves(
  { sql }: Context,
  products: readonly (ShelvesOf & { _id: string })[],
): Promise<void> {
  const categories = products.flatMap(({ _id, category }) =>
    category === undefined ? [] : [{ product_id: _id, ids: category }],
  );
  const subCategories = products.flatMap(({ _id, subCategory }) =>
    subCategory === undefined ? [] : [{ product_id: _id, ids: subCategory }],
  );
  if (categories.length > 0) await setCategories(sql, categories);
  if (subCategories.length > 0) await setSubCategories(sql, subCategories);
}

/** Whether a product gets other shelves than it has. */
export function isMoved(before: Product, { category, subCategory }: ShelvesOf): boolean {
  return isOther(before.category, category) || isOther(before.subCategory, subCategory);
}

function isOther(shelves: readonly { _id: string }[], ids: readonly string[] | undefined): boolean {
  if (ids === undefined) return false;
  const had = new Set(idsOf(shelves));
  return had.size !== ids.length || ids.some((id) => !had.has(id));
}

const idsOf = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id);
