import type { SubCategory } from '#contract/category.ts';
import type { Product } from '#contract/product.ts';
import { productPricePaise, toRupees } from '#contract/rules/money.ts';
import { listingPath, productPath } from '#contract/rules/slug.ts';

/** A step of the way from the home page to a product. */
interface Breadcrumb {
  name: string;
  path: string;
}

/** Where a product stands: a category and a sub-category of it that both hold the product. */
export interface ProductListing {
  category: { _id: string; name: string };
  subCategory: { _id: string; name: string };
  path: string;
}

/**
 * The shelf of a product that has several of each: the first of its sub-categories, by name, that belongs to one
 * of its categories. Null when none does.
 */
export function findProductListing(
  product: Product,
  subCategories: readonly SubCategory[],
): ProductListing | null {
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
export function toBreadcrumbs(shelf: ProductListing | null, categoryPath: string | null): Breadcrumb[] {
  const crumbs: Breadcrumb[] = [{ name: 'Home', path: '/' }];
  if (shelf === null) return crumbs;
  if (categoryPath !== null) crumbs.push({ name: shelf.category.name, path: categoryPath });
  crumbs.push({ name: shelf.subCategory.name, path: shelf.path });
  return crumbs;
}

/** A product for machines that read schema.org; addresses are absolute under `shopUrl`. */
export function productJsonLd(product: Product, shopUrl: string) {
  const url = new URL(productPath(product), shopUrl).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product._id,
    image: product.image.map((path) => new URL(path, shopUrl).href),
    category: product.category.map(({ name }) => name).join(', '),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'INR',
      price: toRupees(productPricePaise(product)).toFixed(2),
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** The breadcrumb for machines, the product itself at its end. */
export function breadcrumbJsonLd(crumbs: readonly Breadcrumb[], product: Product, shopUrl: string) {
  const steps = [...crumbs, { name: product.name, path: productPath(product) }];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, shopUrl).href,
    })),
  };
}
