import type { Product } from '#contract/product.ts';
import { listingPath } from '#contract/rules/slug.ts';
import type { SubCategory } from '#contract/sub-category.ts';

/** A step of the way from the home page to a product. */
export interface Crumb {
  name: string;
  path: string;
}

/** Where a product stands: a category and a sub-category of it that both hold the product. */
export interface Shelf {
  category: { _id: string; name: string };
  subCategory: { _id: string; name: string };
  path: string;
}

/**
 * The shelf of a product that has several of each: the first of its sub-categories, by name, that belongs to one
 * of its categories. Null when none does.
 */
export function findShelf(product: Product, subCategories: readonly SubCategory[]): Shelf | null {
  const ownIds = new Set(product.subCategory.map(({ _id }) => _id));
  for (const subCategory of subCategories) {
    if (!ownIds.has(subCategory._id)) continue;
    const category = product.category.find(({ _id }) =>
      subCategory.category.some((listing) => listing._id === _id),
    );
    if (category === undefined) continue;
    return {
      category: { _id: category._id, name: category.name },
      subCategory: { _id: subCategory._id, name: subCategory.name },
      path: listingPath(category, subCategory),
    };
  }
  return null;
}

/** The way to a product's shelf; the category leads where its picture on the home page leads. */
export function crumbsOf(shelf: Shelf | null, categoryPath: string | null): Crumb[] {
  const crumbs: Crumb[] = [{ name: 'Home', path: '/' }];
  if (shelf === null) return crumbs;
  if (categoryPath !== null) crumbs.push({ name: shelf.category.name, path: categoryPath });
  crumbs.push({ name: shelf.subCategory.name, path: shelf.path });
  return crumbs;
}
