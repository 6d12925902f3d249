import type { SubCategory } from '#contract/category.ts';
import type { Product } from '#contract/product.ts';
import { productPricePaise, toRupees } from '#contract/rules/money.ts';
import { listingPath, productPath } from '#contract/rules/slug.ts';

export interface Breadcrumb {
  name: string;
  path: string;
}

/** A category and one of its sub-categories that both contain the product. */
export interface ProductListing {
  category: { _id: string; name: string };
  subCategory: { _id: string; name: string };
  path: string;
}

/** The first sub-category of the product, by name, that belongs to one of its categories; null when there is none. */
export function findProductListing(
  product: Product,
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
      category: { _id: category._id, name: category.name },
      subCategory: { _id: subCategory._id, name: subCategory.name },
      path: listingPath(category, subCategory),
    };
  }
  return null;
}

/** `categoryPath` is the path of the category's tile on the home page. */
export function toBreadcrumbs(listing: ProductListing | null, categoryPath: string | null): Breadcrumb[] {
  const breadcrumbs: Breadcrumb[] = [{ name: 'Home', path: '/' }];
  if (listing === null) return breadcrumbs;
  if (categoryPath !== null) breadcrumbs.push({ name: listing.category.name, path: categoryPath });
  breadcrumbs.push({ name: listing.subCategory.name, path: listing.path });
  return breadcrumbs;
}

/** A schema.org product with absolute URLs under `shopUrl`. */
export function productJsonLd(product: Product, shopUrl: string) {
  const url = new URL(productPath(product), shopUrl).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product._id,
    image: product.image.map((path) => new URL(path, shopUrl).href),
    ...(product.brand !== '' && { brand: { '@type': 'Brand', name: product.brand } }),
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

/** A schema.org breadcrumb list that ends with the product. */
export function breadcrumbJsonLd(breadcrumbs: readonly Breadcrumb[], product: Product, shopUrl: string) {
  const steps = [...breadcrumbs, { name: product.name, path: productPath(product) }];
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
