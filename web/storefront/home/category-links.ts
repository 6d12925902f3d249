import type { Category } from '#contract/category.ts';
import { listingPath } from '#contract/rules/slug.ts';
import type { SubCategory } from '#contract/sub-category.ts';

/**
 * Where a category leads: to the listing of the first sub-category that lists it, both lists in the order of
 * their names (specification sections 2 and 4). Null while a category has no sub-category.
 */
export function categoryPath(
  category: Pick<Category, '_id' | 'name'>,
  subCategories: readonly Pick<SubCategory, '_id' | 'name' | 'category'>[],
): string | null {
  const first = subCategories.find((candidate) => candidate.category.some(({ _id }) => _id === category._id));
  return first === undefined ? null : listingPath(category, first);
}
