import type { Product } from '#contract/product.ts';
import { productPricePaise, rupeesOf } from '#contract/rules/money.ts';
import { productPath } from '#contract/rules/slug.ts';
import type { Crumb } from './product-data.ts';

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
      price: rupeesOf(productPricePaise(product)).toFixed(2),
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** The breadcrumb for machines, the product itself at its end. */
export function breadcrumbJsonLd(crumbs: readonly Crumb[], product: Product, shopUrl: string) {
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
