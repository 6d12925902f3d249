import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import type { RequestContext } from '#server/http/context.ts';
import { ProductSearch } from '#server/search/product-search.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { matchBrands } from './brand.service.ts';
import { productRoutes } from './product.routes.ts';

const { db } = await openTestDatabase();
let context: RequestContext;
const dairy = { category: 'Dairy', subCategory: 'Milk' };
const catalogue = await seedCatalogue(db, [
  { ...dairy, name: 'Cow Milk', brand: 'Nandgopi', pricePaise: 6000, stock: 0, veg: true },
  { ...dairy, name: 'Goat Milk', brand: 'NANDGOPI', pricePaise: 9000, stock: 5, discountBasisPoints: 2000 },
  { ...dairy, name: 'Toned Milk', brand: 'Nandgopi', pricePaise: 5000, stock: 5 },
  { category: 'Staples', subCategory: 'Rice', name: 'Red Rice', brand: 'Nand Rice', stock: 1 },
  { category: 'Staples', subCategory: 'Rice', name: 'Rice', stock: 1 },
]);
beforeEach(async () => {
  // As a process that has just started.
  context = testContext(db);
});

type ListInput = EndpointInput<'listProductsByBrand'>;
const list = async (input: ListInput) => {
  const { data, ...page } = await runCall(productRoutes, 'listProductsByBrand', context, input);
  return { ...page, names: data.map(({ name }) => name) };
};
const setBrand = async (name: string, brand: string) => {
  await db.query(sql`update product set brand = ${brand} where id = ${catalogue.products.get(name)}`);
  context = testContext(db);
};

test('a brand has the products of all its spellings, in stock first, named as most of them name it', async () => {
  const all = { names: ['Toned Milk', 'Goat Milk', 'Cow Milk'], totalCount: 3, brand: 'Nandgopi' };
  for (const brand of ['nandgopi', 'NANDGOPI', ' Nandgopi! '])
    expect(await list({ brand })).toMatchObject({ ...all, names: expect.arrayContaining(all.names) });
  const { names } = await list({ brand: 'nandgopi' });
  expect(names[2]).toBe('Cow Milk');
});

test('a brand is sorted, filtered and read page by page like a listing', async () => {
  expect((await list({ brand: 'nandgopi', sort: 'price-low' })).names).toEqual([
    'Toned Milk',
    'Goat Milk',
    'Cow Milk',
  ]);
  expect((await list({ brand: 'nandgopi', inStock: true, maxPrice: 60 })).names).toEqual(['Toned Milk']);
  const first = await list({ brand: 'nandgopi', sort: 'price-low', limit: 2 });
  expect(first).toMatchObject({ totalCount: 3, totalPage: 2, names: ['Toned Milk', 'Goat Milk'] });
  const after = first.next ?? '';
  expect(await list({ brand: 'nandgopi', sort: 'price-low', limit: 2, page: 2, after })).toMatchObject({
    names: ['Cow Milk'],
    next: null,
  });
  // Filters that nothing passes make no brand unknown.
  expect(await list({ brand: 'nandgopi', minPrice: 5000 })).toMatchObject({ names: [], totalCount: 0 });
  const { data } = await runCall(productRoutes, 'listFacets', context, { brand: 'Nandgopi', inStock: true });
  expect(data).toMatchObject({ totalCount: 2, inStock: 2, veg: 0, without: { inStock: 3 } });
});

test('facets are of a brand, a listing or a search, and of one only', async () => {
  const categoryId = catalogue.categories.get('Dairy') ?? '';
  const subCategoryId = catalogue.subCategories.get('Milk') ?? '';
  await expect(
    runCall(productRoutes, 'listFacets', context, { brand: 'a', categoryId, subCategoryId }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test.each(['none', 'nand', 'item', 'brand-0', '!!!', '%', "' or 1=1", 'अ'])(
  'a brand without products is not found: %s',
  async (brand) => {
    await expect(list({ brand })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  },
);

test('a brand whose last product got another brand leads to that one, over several renamings, until it has products again', async () => {
  await setBrand('Red Rice', 'Annadata');
  await setBrand('Red Rice', 'Annadata Gold');
  for (const brand of ['nand-rice', 'annadata', 'annadata-gold'])
    expect(await list({ brand })).toMatchObject({ brand: 'Annadata Gold', names: ['Red Rice'] });
  await setBrand('Red Rice', 'Nand Rice');
  for (const brand of ['nand-rice', 'annadata', 'annadata-gold'])
    expect((await list({ brand })).brand).toBe('Nand Rice');
});

test('a brand that still has products, or whose last product got none, leads nowhere', async () => {
  await setBrand('Cow Milk', 'Shudh');
  expect((await list({ brand: 'nandgopi' })).names).toHaveLength(2);
  await setBrand('Cow Milk', '');
  await expect(list({ brand: 'shudh' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await setBrand('Cow Milk', 'Nandgopi');
  await expect(list({ brand: 'shudh' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('renamings that form a circle end', async () => {
  await db.query(sql`
    insert into former_brand (key, brand, next_brand) values ('one', 'One', 'Two'), ('two', 'Two', 'One')`);
  await expect(list({ brand: 'one' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('brands are listed by number of products, or by what is typed', async () => {
  const brandsFor = async (search: string) =>
    (await runCall(productRoutes, 'listBrands', context, { search })).data;
  const [nandgopi, rice] = [
    { name: 'Nandgopi', count: 3 },
    { name: 'Nand Rice', count: 1 },
  ];
  expect(await brandsFor('')).toEqual([nandgopi, rice]);
  expect(await brandsFor('nand')).toEqual([nandgopi, rice]);
  expect(await brandsFor('nand r')).toEqual([rice]);
  expect(await brandsFor('xyz')).toEqual([]);
});

test('a brand that changes, is removed or gets more products is counted again by a process that is running', async () => {
  const search = new ProductSearch(db, context.catalogueCache);
  const countOf = async (slug: string) => (await search.listBrands()).get(slug)?.count;
  expect(await countOf('nandgopi')).toBe(3);
  const id = catalogue.products.get('Rice') ?? '';
  for (const [brand, expected] of [
    ['nandgopi', 4],
    ['', 3],
  ] as const) {
    await db.query(sql`update product set brand = ${brand} where id = ${id}`);
    context.catalogueCache.invalidate([`product:${id}`]);
    expect(await countOf('nandgopi')).toBe(expected);
  }
});

const brands = new Map(
  [
    { name: 'Amul', count: 40 },
    { name: 'Amulya', count: 2 },
    { name: 'Mother Dairy', count: 9 },
    { name: 'Dairy Day', count: 3 },
    { name: "Lay's", count: 5 },
    { name: 'पतंजलि', count: 7 },
  ].map((brand) => [brand.name.toLowerCase().replace(/[ ']/, '-'), brand]),
);

test.each<[string, string[]]>([
  ['amul', ['Amul', 'Amulya']],
  ['am', ['Amul', 'Amulya']],
  ['a', []],
  ['!', []],
  ['', []],
  ['amul butter', ['Amul']],
  ['butter amul', ['Amul']],
  ['motherd', ['Mother Dairy']],
  ['mother d', ['Mother Dairy']],
  ['dairy', ['Dairy Day', 'Mother Dairy']],
  ['lays', ["Lay's"]],
  ["lay's chips", ["Lay's"]],
  ['अमुल', ['Amul', 'Amulya']],
  ['पतं', ['पतंजलि']],
  ['camul', []],
])('the text %s names the brands %j', (text, names) => {
  expect(matchBrands(brands, [text], 5).map(({ name }) => name)).toEqual(names);
});
