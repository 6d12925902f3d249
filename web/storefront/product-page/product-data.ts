import { listingPath } from '#contract/base/slug.ts';
import type { CategoryName, SubCategory } from '#contract/products/category.ts';
import type { Product } from '#contract/products/product.ts';
import type { Breadcrumb } from '#web/storefront/structured-data.ts';

/** A category and one of its sub-categories that both contain the product. */
export interface ProductListing {
  category: CategoryName;
  subCategory: CategoryName;
  path: string;
}

/** The first sub-category of the product, by name, that belongs to one of its categories; null when there is none. */
export function findProductListing(
  product: Pick<Product, 'category' | 'subCategory'>,
  subCategories: readonly SubCategory[],
): ProductListing | null {
  const ownIds = new Set(product.subCategory.map(({ _id }) => _id));
  for (const subCategory of subCategories) {
    if (!ownIds.has(subCategory._id)) continue;
    const category = product.category.find(({ _id }) =>
      subCategory.category.some((parent) => parent._id === _id),
    );
    if (category === undefined) continue;
    return {
      category: { _id: category._id, name: category.name, nameHindi: category.nameHindi },
      subCategory: { _id: subCategory._id, name: subCategory.name, nameHindi: subCategory.nameHindi },
      path: listingPath(category, subCategory),
    };
  }
  return null;
}

/** `categoryPath` is the path of the category's tile on the home page. */
export function toBreadcrumbs(listing: ProductListing | null, categoryPath: string | null): Breadcrumb[] {
  const breadcrumbs: Breadcrumb[] = [{ name: 'Home', path: '/' }];
  if (listing === null) return breadcrumbs;
  const { category, subCategory, path } = listing;
  if (categoryPath !== null)
    breadcrumbs.push({ name: category.name, nameHindi: category.nameHindi, path: categoryPath });
  breadcrumbs.push({ name: subCategory.name, nameHindi: subCategory.nameHindi, path });
  return breadcrumbs;
}
