import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { productPricePaise, toOffPercent } from '#contract/base/money.ts';
import type { Product } from '#contract/products/product.ts';
import type { ProductFilter } from '#contract/products/product-filter.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { type SeedProduct, seedCatalogue } from '#tests/fixtures/seed.ts';
import { productRoutes } from './product.routes.ts';

const { db } = await openTestDatabase();
const count = 60;
const context = testContext(db);
const products = Array.from({ length: count }, (_, number): SeedProduct => {
  const veg = [true, false, undefined][number % 3];
  return {
    ...{ category: 'Dairy', subCategory: number < 50 ? 'Milk' : 'Curd', name: `Milk ${number}` },
    brand: ['Gauvana', 'GAUVANA', 'Nandgopi', ''][number % 4] ?? '',
    ...(veg !== undefined && { veg }),
    stock: number % 5 === 0 ? 0 : 9,
    pricePaise: 1000 + (number % 7) * 550,
    discountBasisPoints: (number % 6) * 1000,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (number % 10))),
  };
});
const catalogue = await seedCatalogue(db, products);
await db.query(sql`
  update product set discount_basis_points = 0, sale_price_paise = price_paise * 83 / 100 where name ~ '[37]$'`);
const listing: { categoryId: string; subCategoryId: string } = {
  categoryId: catalogue.categories.get('Dairy') ?? '',
  subCategoryId: catalogue.subCategories.get('Milk') ?? '',
};

type ListInput = Omit<EndpointInput<'listProductsByCategoryAndSubCategory'>, 'categoryId' | 'subCategoryId'>;
const list = (input: ListInput) =>
  runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, { ...listing, ...input });
const search = (input: ListInput) =>
  runCall(productRoutes, 'searchProducts', context, { search: 'milk', ...input });

function passes({ brands, minPrice, maxPrice, inStock, minDiscount, veg }: ProductFilter, product: Product) {
  const price = productPricePaise(product) / 100;
  return (
    (brands === undefined || brands.some((each) => each.toLowerCase() === product.brand.toLowerCase())) &&
    (minPrice === undefined || price >= minPrice) &&
    (maxPrice === undefined || price <= maxPrice) &&
    (inStock !== true || product.stock > 0) &&
    (minDiscount === undefined || toOffPercent(product) >= minDiscount) &&
    (veg === undefined || product.veg === veg)
  );
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const filter = fc.record({
  brands: optional(fc.constantFrom<string[]>(['gauvana'], ['Nandgopi', 'Gauvana'], ['none'])),
  minPrice: optional(fc.nat({ max: 45 })),
  maxPrice: optional(fc.nat({ max: 45 })),
  inStock: optional(fc.boolean()),
  minDiscount: optional(fc.constantFrom(0, 10, 25)),
  veg: optional(fc.boolean()),
});

test('a filtered list has exactly the products that pass all filters, and the counts are those of filtered lists', async () => {
  const all = (await list({ limit: 100 })).data;
  expect(all).toHaveLength(50);
  await fc.assert(
    fc.asyncProperty(filter, async (given) => {
      const expected = all.filter((product) => passes(given, product));
      const { data, totalCount } = await list({ ...given, limit: 100 });
      // The list without a filter has the same order.
      expect([data, totalCount]).toEqual([expected, expected.length]);
      const { data: facets } = await runCall(productRoutes, 'listFacets', context, { ...listing, ...given });
      const without = (...fields: (keyof ProductFilter)[]) => {
        const rest = Object.fromEntries(
          Object.entries(given).filter(([field]) => !fields.some((each) => each === field)),
        );
        return all.filter((product) => passes(rest, product));
      };
      const anyPrice = without('minPrice', 'maxPrice').map((product) => productPricePaise(product) / 100);
      const ofBrand = (name: string) => without('brands').filter(({ brand }) => brand.toLowerCase() === name);
      expect(facets.totalCount).toBe(expected.length);
      expect(facets.inStock).toBe(without('inStock').filter(({ stock }) => stock > 0).length);
      expect(facets.veg).toBe(without('veg').filter(({ veg }) => veg === true).length);
      expect(facets.nonVeg).toBe(without('veg').filter(({ veg }) => veg === false).length);
      expect(facets.price).toEqual(
        anyPrice.length === 0 ? null : { minimum: Math.min(...anyPrice), maximum: Math.max(...anyPrice) },
      );
      for (const name of ['gauvana', 'nandgopi'])
        expect(facets.brands.find((each) => each.name.toLowerCase() === name)?.count ?? 0).toBe(
          ofBrand(name).length,
        );
      for (const step of facets.discounts)
        expect(step.count).toBe(
          without('minDiscount').filter((product) => toOffPercent(product) >= step.minimum).length,
        );
      expect(facets.without).toEqual({
        brands: without('brands').length,
        price: anyPrice.length,
        inStock: without('inStock').length,
        discount: without('minDiscount').length,
        veg: without('veg').length,
      });
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['price-low', productPricePaise],
  ['price-high', (product: Product) => -productPricePaise(product)],
  ['discount', (product: Product) => -toOffPercent(product)],
  ['newest', () => 0],
  // Without sales and with pictures.
  ['popular', () => 0],
] as const)(
  'the order %s has products in stock first, then is by its number, then newest first',
  async (sort, toNumber) => {
    for (const { data } of [await list({ sort, limit: 100 }), await search({ sort, limit: 100 })]) {
      const keys = data.map((product) => [
        product.stock === 0 ? 1 : 0,
        toNumber(product),
        -Date.parse(product.createdAt),
      ]);
      const sorted = [...keys].sort((one, other) => {
        const at = one.findIndex((value, position) => value !== other[position]);
        return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
      });
      expect(keys).toEqual(sorted);
    }
  },
);

test('pages that continue where the last one ended show each unchanged product once, whatever changes in between', async () => {
  for (const load of [list, search]) {
    const { data: all } = await load({ sort: 'price-low', inStock: true, limit: 100 });
    const shown: string[] = [];
    const changed: string[] = [];
    let after: string | null | undefined;
    for (let page = 1; after !== null; page += 1) {
      const found = await load({ sort: 'price-low', inStock: true, limit: 8, page, ...(after && { after }) });
      shown.push(...found.data.map(({ _id }) => _id));
      after = found.next;
      // One that was shown becomes expensive, and one that follows is sold out.
      const [cheap, late] = [
        found.data[0],
        all.findLast(({ _id }) => !shown.includes(_id) && !changed.includes(_id)),
      ];
      if (cheap !== undefined && late !== undefined) {
        changed.push(cheap._id, late._id);
        await db.query(sql`update product set price_paise = 999999 where id = ${cheap._id}`);
        await db.query(sql`update product_stock set stock = 0 where product_id = ${late._id}`);
      }
    }
    const unchanged = all.map(({ _id }) => _id).filter((id) => !changed.includes(id));
    expect(shown.filter((id) => !changed.includes(id))).toEqual(unchanged);
  }
});

test('a brand in two spellings is one, and each spelling finds both', async () => {
  const { data } = await runCall(productRoutes, 'listFacets', context, {
    ...listing,
    brands: ['NANDGOPI', 'other'],
  });
  expect(data.brands.map(({ name }) => name.toLowerCase())).toEqual(['gauvana', 'nandgopi', 'other']);
  expect(data.totalCount).toBe((await list({ brands: ['nandGopi'] })).totalCount);
});

test.each([
  [{ sort: 'cheapest' }, 'sort'],
  [{ brands: Array.from({ length: 11 }, (_, number) => `B${number}`) }, 'brands'],
  [{ brands: [''] }, 'brands.0'],
  [{ brands: 'Gauvana' }, 'brands'],
  [{ minPrice: -1 }, 'minPrice'],
  [{ maxPrice: '10' }, 'maxPrice'],
  [{ inStock: 'yes' }, 'inStock'],
  [{ minDiscount: 101 }, 'minDiscount'],
  [{ veg: 'veg' }, 'veg'],
  [{ after: "1 1 a'; drop table product" }, 'after'],
])('rejects the options %j with INVALID_INPUT', async (options, path) => {
  const answer = list(options as ListInput);
  await expect(answer).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ path }] });
});

test('counts need both ids or none', async () => {
  const { categoryId } = listing;
  await expect(runCall(productRoutes, 'listFacets', context, { categoryId })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  const { data } = await runCall(productRoutes, 'listFacets', context, {});
  expect(data.totalCount).toBe(count);
});
