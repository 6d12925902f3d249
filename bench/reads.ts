import type autocannon from 'autocannon';
import { type EndpointInput, type EndpointName, type EndpointResponse, endpoints } from '#contract/api.ts';
import { type Measurement, measure, post } from './load.ts';

const clients = 16;

/** Measures listing, product detail and search over REST, each across the whole catalogue. */
export async function measureReads(shopUrl: string, seconds: number): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [name, requests] of [
    ['listing', await listingRequests(shopUrl)],
    ['product detail', await detailRequests(shopUrl)],
    ['search', await searchRequests(shopUrl)],
  ] as const) {
    measurements.push(await measure({ name, url: shopUrl, clients, seconds, requests }));
  }
  return measurements;
}

export async function listingRequests(shopUrl: string): Promise<autocannon.Request[]> {
  const { data } = await ask(shopUrl, 'listSubCategories', {});
  const { path } = endpoints.listProductsByCategoryAndSubCategory;
  return data.flatMap((subCategory) =>
    subCategory.category.flatMap((category) =>
      [1, 2, 3].map((page) =>
        post(path, { categoryId: category._id, subCategoryId: subCategory._id, page, limit: 8 }),
      ),
    ),
  );
}

async function detailRequests(shopUrl: string): Promise<autocannon.Request[]> {
  const { path } = endpoints.getProductDetails;
  return (await allProducts(shopUrl)).map((product) => post(path, { productId: product._id }));
}

async function searchRequests(shopUrl: string): Promise<autocannon.Request[]> {
  const { path } = endpoints.searchProducts;
  return (await searchWords(shopUrl)).map((search) => post(path, { search, page: 1 }));
}

/**
 * Queries as shoppers type them: the examples of the search bar, prefixes, misspellings, and words of product names.
 */
export async function searchWords(shopUrl: string): Promise<string[]> {
  const examples = [
    'milk',
    'bread',
    'sugar',
    'panner',
    'chocolate',
    'curd',
    'rice',
    'egg',
    'chips',
    'choclate',
  ];
  const typed = examples.flatMap((word) => [word.slice(0, 3), word.slice(0, 4), word]);
  const names = (await allProducts(shopUrl)).filter((_product, index) => index % 10 === 0);
  const words = names.flatMap(({ name }) => [
    name.split(' ').slice(0, 2).join(' '),
    name.split(' ').at(-1) ?? name,
  ]);
  return [...new Set([...typed, ...words])];
}

export async function allProducts(shopUrl: string): Promise<EndpointResponse<'listProducts'>['data']> {
  const first = await ask(shopUrl, 'listProducts', { page: 1, limit: 100 });
  const products = first.data;
  for (let page = 2; page <= first.totalPage; page += 1) {
    products.push(...(await ask(shopUrl, 'listProducts', { page, limit: 100 })).data);
  }
  return products;
}

export async function ask<Name extends EndpointName>(
  shopUrl: string,
  name: Name,
  input: EndpointInput<Name>,
): Promise<EndpointResponse<Name>> {
  const { method, path } = endpoints[name];
  const response = await fetch(shopUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}
