import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import type { Product } from '#contract/products/product.ts';
import { productSorts } from '#contract/products/product-filter.ts';
import { listCollectionProducts } from '#server/home/collection-products.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { type SeedProduct, seedCatalogue } from '#tests/fixtures/seed.ts';
import { productRoutes } from './product.routes.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const atta = { category: 'Staples', subCategory: 'Atta', brand: 'Annavali', family: 'annavali-atta' };
const sizes: SeedProduct[] = [
  { ...atta, name: 'Annavali Atta', unit: '1 kg', pricePaise: 6000, createdAt: day(3) },
  { ...atta, name: 'Annavali Atta (10 kg)', unit: '10 kg', pricePaise: 52_000, createdAt: day(4) },
  { ...atta, name: 'Annavali Atta (5 kg)', unit: '5 kg', pricePaise: 27_500, createdAt: day(5), stock: 0 },
];
const rest: SeedProduct[] = [
  { ...atta, name: 'Khetraj Atta', family: '', brand: 'Khetraj', unit: '5 kg', createdAt: day(1) },
  { ...atta, name: 'Maida', family: '', brand: 'Annavali', unit: '1 kg', createdAt: day(6) },
];

const { db } = await openTestDatabase();
const context = testContext(db);
const catalogue = await seedCatalogue(db, [...sizes, ...rest]);
const listing: { categoryId: string; subCategoryId: string } = {
  categoryId: catalogue.categories.get('Staples') ?? '',
  subCategoryId: catalogue.subCategories.get('Atta') ?? '',
};

const idOf = (name: string) => catalogue.products.get(name) ?? '';
const unitsOf = (products: readonly Product[]) =>
  products.map(({ name, unit }) => `${name.replace(/ \(.*/, '')} ${unit}`);
type ListInput = Omit<EndpointInput<'listProductsByCategoryAndSubCategory'>, 'categoryId' | 'subCategoryId'>;
const list = (input: ListInput = {}) =>
  runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, { ...listing, ...input });
const search = (text: string, input: ListInput = {}) =>
  runCall(productRoutes, 'searchProducts', context, { search: text, ...input });

/** Changes the stock and tells the caches of the test. */
async function setStock(name: string, stock: number) {
  await db.query(sql`update product_stock set stock = ${stock} where product_id = ${idOf(name)}`);
  context.catalogueCache.invalidate('all');
}

describe('a family', () => {
  test('is one product of a listing, its newest size in stock, with the number of its sizes', async () => {
    const { data, totalCount } = await list();
    expect(unitsOf(data)).toEqual(['Maida 1 kg', 'Annavali Atta 10 kg', 'Khetraj Atta 5 kg']);
    expect(totalCount).toBe(3);
    expect(data.map(({ options, family }) => [options, family])).toEqual([
      [0, ''],
      [3, 'annavali-atta'],
      [0, ''],
    ]);
  });

  test('is one product of the row of its category, of its brand, and of all products', async () => {
    const row = await runCall(productRoutes, 'listProductsByCategory', context, {
      ...{ id: listing.categoryId, limit: 10 },
    });
    expect(unitsOf(row.data)).toEqual(['Maida 1 kg', 'Annavali Atta 10 kg', 'Khetraj Atta 5 kg']);
    const brand = await runCall(productRoutes, 'listProductsByBrand', context, { brand: 'Annavali' });
    expect([unitsOf(brand.data), brand.totalCount]).toEqual([['Maida 1 kg', 'Annavali Atta 10 kg'], 2]);
    const all = await search('');
    expect([unitsOf(all.data), all.totalCount]).toEqual([
      ['Maida 1 kg', 'Annavali Atta 10 kg', 'Khetraj Atta 5 kg'],
      3,
    ]);
    const { data: brands } = await runCall(productRoutes, 'listBrands', context, {});
    expect(brands).toEqual([
      { name: 'Annavali', count: 2 },
      { name: 'Khetraj', count: 1 },
    ]);
  });

  test.each([
    ['price-low', ['Annavali Atta 1 kg', 'Maida 1 kg', 'Khetraj Atta 5 kg']],
    ['price-high', ['Annavali Atta 10 kg', 'Maida 1 kg', 'Khetraj Atta 5 kg']],
  ] as const)('is represented by the first size in stock of a list sorted by %s', async (sort, expected) => {
    const { data, totalCount } = await list({ sort });
    expect(unitsOf(data)).toEqual(expected);
    expect(totalCount).toBe(3);
  });

  test('is represented by a size that passes the filters, and each choice of a filter counts it once', async () => {
    expect(unitsOf((await list({ minPrice: 61, maxPrice: 99, sort: 'newest' })).data)).toEqual([]);
    expect(unitsOf((await list({ maxPrice: 99, sort: 'newest' })).data)).toEqual(['Annavali Atta 1 kg']);
    expect(unitsOf((await list({ minPrice: 200, sort: 'price-low' })).data)).toEqual(['Annavali Atta 10 kg']);
    const { data } = await runCall(productRoutes, 'listFacets', context, { ...listing, minPrice: 60 });
    expect(data).toMatchObject({ totalCount: 3, inStock: 3, price: { minimum: 60, maximum: 520 } });
    expect(data.brands).toEqual([
      { name: 'Annavali', count: 2 },
      { name: 'Khetraj', count: 1 },
    ]);
    expect(data.without).toEqual({ brands: 3, price: 3, inStock: 3, discount: 3, veg: 3 });
  });

  test('is found once, as the size that the search names, if that is in stock', async () => {
    const shown = async (text: string) => {
      const { data, totalCount } = await search(text);
      expect(data).toHaveLength(totalCount);
      // Without other products of the sub-category and brand.
      return unitsOf(data).filter((unit) => unit.startsWith('Annavali Atta'));
    };
    expect(await shown('annavali atta')).toHaveLength(1);
    expect(await shown('annavali atta 1 kg')).toEqual(['Annavali Atta 1 kg']);
    expect(await shown('annavali atta 10kg')).toEqual(['Annavali Atta 10 kg']);
    expect(await shown('annavali atta 5 kg')).not.toEqual(['Annavali Atta 5 kg']);
    await setStock('Annavali Atta (5 kg)', 4);
    expect(await shown('annavali atta 5 kg')).toEqual(['Annavali Atta 5 kg']);
    await setStock('Annavali Atta (5 kg)', 0);
    const { data: suggested } = await runCall(productRoutes, 'suggestProducts', context, {
      search: 'annavali atta 10 kg',
    });
    expect(suggested.products.map(({ name }) => name)).toEqual(['Annavali Atta (10 kg)', 'Maida']);
  });

  test('is represented by a size that is sold out when all are, and is then at the end', async () => {
    await setStock('Annavali Atta', 0);
    await setStock('Annavali Atta (10 kg)', 0);
    for (const { data } of [await list(), await list({ sort: 'newest' })])
      expect(unitsOf(data)).toEqual(['Maida 1 kg', 'Khetraj Atta 5 kg', 'Annavali Atta 5 kg']);
    await setStock('Annavali Atta', 5);
    expect(unitsOf((await list()).data)).toEqual(['Maida 1 kg', 'Annavali Atta 1 kg', 'Khetraj Atta 5 kg']);
    await setStock('Annavali Atta (10 kg)', 5);
  });

  test('is listed with all sizes, smallest first, by each of its products', async () => {
    for (const { name } of sizes) {
      const { data } = await runCall(productRoutes, 'getProductDetails', context, { productId: idOf(name) });
      expect(data.sizes.map(({ unit, stock }) => [unit, stock > 0])).toEqual([
        ['1 kg', true],
        ['5 kg', false],
        ['10 kg', true],
      ]);
      expect(data._id).toBe(idOf(name));
    }
    const { data: maida } = await runCall(productRoutes, 'getProductDetails', context, {
      productId: idOf('Maida'),
    });
    expect(maida.sizes).toEqual([]);
  });

  test('is once in a collection of chosen products, as the first in stock', async () => {
    const productIds = ['Annavali Atta (5 kg)', 'Maida', 'Annavali Atta', 'Annavali Atta (10 kg)'].map(idOf);
    const products = await listCollectionProducts(context, {
      ...{ source: { kind: 'PRODUCTS', productIds }, product_count: 10 },
    });
    expect(unitsOf(products)).toEqual(['Maida 1 kg', 'Annavali Atta 1 kg']);
  });

  test('that loses or gains a size is right in the next list', async () => {
    const family = (name: string, text: string) => async () => {
      await db.query(sql`update product set family = ${text} where id = ${idOf(name)}`);
      context.catalogueCache.invalidate('all');
    };
    await family('Annavali Atta (10 kg)', '')();
    const { data } = await list({ limit: 20 });
    expect(unitsOf(data)).toEqual([
      ...['Maida 1 kg', 'Annavali Atta 10 kg', 'Annavali Atta 1 kg', 'Khetraj Atta 5 kg'],
    ]);
    expect(data.map(({ options }) => options)).toEqual([0, 0, 2, 0]);
    expect((await list({ sort: 'newest' })).data).toEqual(data);
    await family('Annavali Atta (10 kg)', 'annavali-atta')();
    expect((await list()).totalCount).toBe(3);
  });
});

describe('random families', () => {
  let large: { categoryId: string; subCategoryId: string };
  beforeAll(async () => {
    const products = Array.from({ length: 90 }, (_, number): SeedProduct => {
      const random = (number * 7919) % 101;
      return {
        ...{ category: 'Random', subCategory: 'All', name: `Random ${number}`, unit: `${number + 1} g` },
        ...{ brand: `Brand ${random % 4}`, family: random % 3 === 0 ? '' : `family-${random % 20}` },
        ...{ stock: random % 4 === 0 ? 0 : 5, pricePaise: 1000 + (random % 13) * 100 },
        ...{ discountBasisPoints: (random % 5) * 500, createdAt: day(1 + (random % 9)) },
      };
    });
    const { categories, subCategories } = await seedCatalogue(db, products);
    large = {
      categoryId: categories.get('Random') ?? '',
      subCategoryId: subCategories.get('All') ?? '',
    };
    context.catalogueCache.invalidate('all');
  });

  const page = (input: ListInput) =>
    runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, { ...large, ...input });
  const keyOf = ({ _id, family }: Product) => (family === '' ? _id : family);

  test('are on one page each, whatever the sort, the filter and the size of a page', async () => {
    const input = fc.record({
      sort: fc.constantFrom(...productSorts, undefined),
      inStock: fc.constantFrom(true, undefined),
      maxPrice: fc.constantFrom(15, 18, undefined),
      limit: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const first = await page(given);
        const keys = first.data.map(keyOf);
        let after = first.next;
        for (let number = 2; keys.length < first.totalCount; number += 1) {
          const next = await page({ ...given, page: number, ...(after != null && { after }) });
          expect(next.totalCount).toBe(first.totalCount);
          expect(next.data.length).toBeGreaterThan(0);
          keys.push(...next.data.map(keyOf));
          after = next.next;
        }
        expect(new Set(keys).size).toBe(first.totalCount);
        expect(keys).toHaveLength(first.totalCount);
        const { data: facets } = await runCall(productRoutes, 'listFacets', context, {
          ...large,
          ...(given.inStock !== undefined && { inStock: given.inStock }),
          ...(given.maxPrice !== undefined && { maxPrice: given.maxPrice }),
        });
        expect(facets.totalCount).toBe(first.totalCount);
        for (const { name, count } of facets.brands) {
          const { totalCount } = await page({ ...given, brands: [name], limit: 1 });
          expect(count).toBe(totalCount);
        }
      }),
      { numRuns: 25 },
    );
  });
});
