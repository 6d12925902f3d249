import type { MetaDescriptor } from 'react-router';
import { productPricePaise, toRupees } from '#contract/base/money.ts';
import { brandPath, productPath } from '#contract/base/slug.ts';
import type { Product } from '#contract/products/product.ts';
import { inLanguage, type Named, nameOf } from '#web/texts/t.ts';
import type { MetaShop } from './page-meta.ts';

export interface Breadcrumb extends Named {
  path: string;
}

/**
 * The data of schema.org in a page of the server, which search engines read. React Router escapes `<`, so a name
 * cannot end the script. The browser needs neither the data nor the code that makes it.
 */
export function structuredData(make: () => readonly object[]): MetaDescriptor[] {
  if (!import.meta.env.SSR) return [];
  return make().map((data) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...data } }));
}

/** The shop, and its search. */
export function shopData({ name, tagline, url, contact, branding }: MetaShop): object[] {
  const id = `${url}/#shop`;
  const icon = `${branding?.icons ?? ''}/icon-512.png`;
  return [
    {
      '@type': 'WebSite',
      name,
      url: `${url}/`,
      publisher: { '@id': id },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${url}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': 'GroceryStore',
      '@id': id,
      name,
      description: tagline,
      url: `${url}/`,
      logo: `${url}${icon}`,
      image: `${url}${branding?.icons === undefined ? '/share.png' : icon}`,
      email: contact.email,
      ...(contact.phone !== '' && { telephone: contact.phone }),
      currenciesAccepted: 'INR',
      areaServed: { '@type': 'Country', name: 'India' },
      sameAs: [contact.facebook, contact.instagram, contact.linkedin].filter((url) => url !== ''),
    },
  ];
}

/**
 * A product with its offer. The price is what the page shows; the page is rendered again when price or availability
 * change.
 */
export function productData(product: Product, shop: Pick<MetaShop, 'name' | 'url'>): object {
  const url = new URL(productPath(product), shop.url).href;
  const price = toRupees(productPricePaise(product)).toFixed(2);
  return {
    '@type': 'Product',
    name: nameOf(product),
    description: inLanguage(product.description, product.descriptionHindi),
    sku: product._id,
    image: product.image.map((path) => new URL(path, shop.url).href),
    ...(product.brand !== '' && { brand: brandData(product.brand, shop.url) }),
    ...(product.origin !== '' && { countryOfOrigin: { '@type': 'Country', name: product.origin } }),
    category: product.category.map(nameOf).join(', '),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'INR',
      price,
      ...(product.stepGrams !== null && { priceSpecification: weightPrice(price, product.stepGrams) }),
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'GroceryStore', '@id': `${shop.url}/#shop`, name: shop.name },
    },
  };
}

/** The price of a weight, from which the price of a kilogram follows. Codes of UN/CEFACT. */
function weightPrice(price: string, grams: number): object {
  const quantity = { '@type': 'QuantitativeValue' };
  return {
    '@type': 'UnitPriceSpecification',
    priceCurrency: 'INR',
    price,
    referenceQuantity: {
      ...{ ...quantity, value: grams, unitCode: 'GRM' },
      valueReference: { ...quantity, value: 1, unitCode: 'KGM' },
    },
  };
}

/** A brand, which its page is about. */
export function brandData(name: string, shopUrl: string): object {
  return { '@type': 'Brand', name, url: new URL(brandPath(name), shopUrl).href };
}

/** The way to a page, from the home page to the page. */
export function breadcrumbData(steps: readonly Breadcrumb[], shopUrl: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ path, ...step }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: nameOf(step),
      item: new URL(path, shopUrl).href,
    })),
  };
}
