import { listingPath } from '#contract/base/slug.ts';
import type { Category, SubCategory } from '#contract/products/category.ts';

export interface SubCategoryLink {
  _id: string;
  name: string;
  image: string;
  path: string;
}

export interface ListingFrame {
  category: { _id: string; name: string; hue: number };
  subCategory: { _id: string; name: string };
  /** The canonical path. */
  path: string;
  /** The sub-categories of the category, by name. */
  rail: SubCategoryLink[];
}

/** Null when one of the ids does not exist or the sub-category is not in the category. */
export function findListing(
  categories: readonly Category[],
  subCategories: readonly SubCategory[],
  categoryId: string,
  subCategoryId: string,
): ListingFrame | null {
  const category = categories.find(({ _id }) => _id === categoryId);
  if (category === undefined) return null;
  const within = subCategories.filter((candidate) =>
    candidate.category.some(({ _id }) => _id === categoryId),
  );
  const subCategory = within.find(({ _id }) => _id === subCategoryId);
  if (subCategory === undefined) return null;
  return {
    category: { _id: category._id, name: category.name, hue: category.hue },
    subCategory: { _id: subCategory._id, name: subCategory.name },
    path: listingPath(category, subCategory),
    rail: within.map((entry) => ({
      _id: entry._id,
      name: entry.name,
      image: entry.image,
      path: listingPath(category, entry),
    })),
  };
}
