import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Product } from '#contract/products/product.ts';
import { type MetaShop, pageMeta } from './page-meta.ts';
import { breadcrumbData, productData, shopData, structuredData } from './structured-data.ts';

const shop: MetaShop = {
  name: 'Tokri',
  tagline: 'Groceries in ten minutes',
  url: 'https://shop.example',
  promisedMinutes: 10,
  contact: {
    email: 'hello@shop.example',
    phone: '9876543210',
    facebook: 'https://facebook.example/tokri',
    instagram: 'https://instagram.example/tokri',
    linkedin: 'https://linkedin.example/tokri',
  },
};

const butter: Product = {
  _id: 'p1',
  name: 'Salted Butter',
  nameHindi: '',
  image: ['/images/0123456789abcdefABCDEF/640.webp'],
  category: [{ _id: 'c1', name: 'Dairy', nameHindi: '', hue: 230 }],
  subCategory: [{ _id: 's1', name: 'Butter', nameHindi: '' }],
  brand: 'Amul',
  origin: 'India',
  maximumPerOrder: null,
  stepGrams: null,
  unit: '100 g',
  unitPrice: '',
  declaredUnitPrice: '',
  family: '',
  options: 0,
  veg: null,
  stock: 50,
  price: 62,
  discount: 10,
  salePrice: null,
  description: 'Churned today.',
  descriptionHindi: '',
  more_details: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

// What Google requires of each type, and that all addresses are those of the shop.
const url = z.url().startsWith('https://shop.example/');
const productSchema = z.object({
  '@type': z.literal('Product'),
  name: z.string().min(1),
  sku: z.string().min(1),
  image: z.array(url).min(1),
  offers: z.object({
    '@type': z.literal('Offer'),
    url,
    priceCurrency: z.literal('INR'),
    price: z.string().regex(/^\d+\.\d\d$/),
    availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
    priceSpecification: z.object({}).loose().optional(),
  }),
});
const breadcrumbSchema = z.object({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.object({ '@type': z.literal('ListItem'), position: z.int(), name: z.string().min(1), item: url }),
    )
    .min(2),
});
const webSiteSchema = z.object({
  '@type': z.literal('WebSite'),
  name: z.literal('Tokri'),
  url,
  potentialAction: z.object({
    '@type': z.literal('SearchAction'),
    target: z.object({ urlTemplate: z.literal('https://shop.example/search?q={search_term_string}') }),
    'query-input': z.literal('required name=search_term_string'),
  }),
});
const storeSchema = z.object({
  '@type': z.literal('GroceryStore'),
  name: z.literal('Tokri'),
  url,
  logo: url,
  image: url,
  sameAs: z.array(z.url()).length(3),
});

test('a product by weight has the price of its step, with its grams', () => {
  const quantity = { '@type': 'QuantitativeValue' };
  const onions = { ...butter, unit: '500 g', stepGrams: 500 };
  expect(productSchema.parse(productData(onions, shop)).offers.priceSpecification).toEqual({
    '@type': 'UnitPriceSpecification',
    ...{ price: '55.00', priceCurrency: 'INR' },
    referenceQuantity: {
      ...{ ...quantity, value: 500, unitCode: 'GRM' },
      valueReference: { ...quantity, value: 1, unitCode: 'KGM' },
    },
  });
  expect(productSchema.parse(productData(butter, shop)).offers.priceSpecification).toBeUndefined();
});

test('a product has an offer with the discounted price and its availability', () => {
  expect(productSchema.parse(productData(butter, shop)).offers).toMatchObject({
    url: 'https://shop.example/product/salted-butter-p1',
    price: '55.00',
    availability: 'https://schema.org/InStock',
  });
  const soldOut = productSchema.parse(productData({ ...butter, stock: 0, discount: 0 }, shop));
  expect(soldOut.offers).toMatchObject({ price: '62.00', availability: 'https://schema.org/OutOfStock' });
});

test('breadcrumbs are numbered from 1', () => {
  const steps = [
    { name: 'Home', path: '/' },
    { name: 'Butter', path: '/dairy-c1/butter-s1' },
  ];
  const { itemListElement } = breadcrumbSchema.parse(breadcrumbData(steps, shop.url));
  expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
    [1, 'https://shop.example/'],
    [2, 'https://shop.example/dairy-c1/butter-s1'],
  ]);
});

test('the home page describes the shop and its search', () => {
  const [webSite, store] = shopData(shop);
  webSiteSchema.parse(webSite);
  storeSchema.parse(store);
});

/** The head that the server renders of meta data. */
function renderHead(meta: ReturnType<typeof pageMeta>): string {
  const Stub = createRoutesStub([{ path: '/', meta: () => meta, Component: Meta }]);
  return renderToStaticMarkup(createElement(Stub, { initialEntries: ['/'] }));
}

test('a name that ends a script stays a text of the data', () => {
  const name = '</script><script>alert(1)</script><!-- & \u2028 "';
  const html = renderHead(structuredData(() => [productData({ ...butter, name }, shop)]));
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/s.exec(html) ?? [];
  expect(productSchema.parse(JSON.parse(json)).name).toBe(name);
  expect(renderHead(pageMeta({ title: name, description: name, shop, path: '/' }))).not.toContain('<script');
});

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

test('link previews have an absolute picture with its size in a format that all of them show', () => {
  const page = { title: 'Butter', description: 'Salted.', shop, path: '/product/salted-butter-p1' };
  const html = renderHead(pageMeta({ ...page, image: butter.image[0] }));
  const picture = 'https://shop.example/images/0123456789abcdefABCDEF/1200.jpg';
  expect(contentOf(html, 'og:image')).toBe(picture);
  expect(contentOf(html, 'twitter:image')).toBe(picture);
  expect(contentOf(html, 'og:image:width')).toBe('1200');
  expect(contentOf(html, 'og:image:height')).toBe('630');
  expect(contentOf(html, 'og:image:type')).toBe('image/jpeg');
  expect(contentOf(html, 'og:url')).toBe('https://shop.example/product/salted-butter-p1');
  const plain = renderHead(pageMeta(page));
  expect(contentOf(plain, 'og:image')).toBe('https://shop.example/share.png');
  expect(contentOf(plain, 'og:image:type')).toBe('image/png');
  const foreign = renderHead(pageMeta({ ...page, image: 'https://other.example/a.gif' }));
  expect(contentOf(foreign, 'og:image')).toBe('https://other.example/a.gif');
  expect(contentOf(foreign, 'og:image:type')).toBeUndefined();
});

test('only a page that is not listed says noindex', () => {
  const page = { title: 'Search', description: 'Search.', shop, path: '/search?q=milk' };
  expect(contentOf(renderHead(pageMeta(page)), 'robots')).toBeUndefined();
  expect(contentOf(renderHead(pageMeta({ ...page, isListed: false })), 'robots')).toBe('noindex, follow');
});

test('a store with its own look has its icon in link previews and search results, a product its own picture', () => {
  const icons = '/icons/facc15-54';
  const page = { title: 'Butter', description: 'Salted.', shop: { ...shop, branding: { icons } }, path: '/' };
  const html = renderHead(pageMeta(page));
  expect(contentOf(html, 'og:image')).toBe('https://shop.example/icons/facc15-54/icon-512.png');
  expect(contentOf(html, 'og:image:width')).toBe('512');
  expect(contentOf(html, 'og:image:height')).toBe('512');
  expect(contentOf(html, 'og:image:type')).toBe('image/png');
  expect(contentOf(html, 'twitter:card')).toBe('summary');
  const [, store] = shopData(page.shop);
  expect(store).toMatchObject({
    logo: 'https://shop.example/icons/facc15-54/icon-512.png',
    image: 'https://shop.example/icons/facc15-54/icon-512.png',
  });
  const product = renderHead(pageMeta({ ...page, image: butter.image[0] }));
  expect(contentOf(product, 'og:image')).toContain('/images/0123456789abcdefABCDEF/1200.jpg');
  expect(contentOf(product, 'twitter:card')).toBe('summary_large_image');
});
