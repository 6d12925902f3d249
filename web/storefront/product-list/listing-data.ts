import { listingPath } from '#contract/base/slug.ts';
import type { Category, CategoryName, SubCategory } from '#contract/products/category.ts';

export interface SubCategoryLink extends CategoryName {
  image: string;
  path: string;
}

export interface ListingFrame {
  category: CategoryName & { hue: number };
  subCategory: CategoryName;
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
    category: { ...toName(category), hue: category.hue },
    subCategory: toName(subCategory),
    path: listingPath(category, subCategory),
    rail: within.map((entry) => ({
      ...toName(entry),
      image: entry.image,
      path: listingPath(category, entry),
    })),
  };
}

function toName({ _id, name, nameHindi }: CategoryName): CategoryName {
  return { _id, name, nameHindi };
}
