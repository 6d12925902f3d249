import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const admin = await createAdmin(db);
const dairy = { category: 'Dairy', subCategory: 'Milk' };
const snacks = { category: 'Snacks', subCategory: 'Chips' };
const catalogue = await seedCatalogue(db, [
  { ...dairy, name: 'Toned Milk', stock: 3, pricePaise: 2700, createdAt: new Date('2026-01-01') },
  { ...dairy, name: 'Cow Milk', stock: 0, pricePaise: 3300, createdAt: new Date('2026-01-02') },
  { ...dairy, name: 'almond milk', stock: 11, pricePaise: 9900, createdAt: new Date('2026-01-03') },
  { ...snacks, name: 'Masala Chips', stock: 10, pricePaise: 2000, createdAt: new Date('2026-01-04') },
  { ...snacks, name: 'Milk Rusk', stock: 1, pricePaise: 4500, createdAt: new Date('2026-01-05') },
  { ...snacks, name: 'Sev', stock: 0, pricePaise: 2000, createdAt: new Date('2026-01-06') },
]);
await db.query(sql`update product set discount_basis_points = 1000 where name = 'Sev'`);

const idOf = (names: ReadonlyMap<string, string>, name: string) => names.get(name) ?? '';
async function listed(input: object): Promise<string[]> {
  return (await admin.call('listStock', input)).data.map(({ name }) => name);
}

describe('without a search', () => {
  test.each([
    [{}, ['Sev', 'Milk Rusk', 'Masala Chips', 'almond milk', 'Cow Milk', 'Toned Milk']],
    [{ level: 'out' }, ['Sev', 'Cow Milk']],
    // 10 is low, 11 is not, 0 is out of stock.
    [{ level: 'low' }, ['Milk Rusk', 'Toned Milk', 'Masala Chips']],
    [{ order: 'name' }, ['almond milk', 'Cow Milk', 'Masala Chips', 'Milk Rusk', 'Sev', 'Toned Milk']],
    [{ order: 'price' }, ['Sev', 'Masala Chips', 'Toned Milk', 'Cow Milk', 'Milk Rusk', 'almond milk']],
    [{ order: 'discount', isDescending: true, limit: 1 }, ['Sev']],
    [{ order: 'stock', isDescending: true, limit: 2 }, ['almond milk', 'Masala Chips']],
    [{ order: 'stock', isDescending: true, level: 'low' }, ['Masala Chips', 'Toned Milk', 'Milk Rusk']],
  ])('lists the products for %j', async (input, names) => {
    expect(await listed(input)).toEqual(names);
  });
});

describe('with a search', () => {
  test('orders by relevance unless another order is given', async () => {
    const best = (await admin.call('listProducts', { search: 'milk' })).data.map(({ name }) => name);
    expect(best).toContain('Milk Rusk');
    expect(await listed({ search: 'milk' })).toEqual(best);
    expect(await listed({ search: 'milk', order: 'price', isDescending: true })).toEqual(
      ['almond milk', 'Milk Rusk', 'Cow Milk', 'Toned Milk'].filter((name) => best.includes(name)),
    );
  });

  test('filters by level and category in order of relevance', async () => {
    const category = idOf(catalogue.categories, 'Dairy');
    expect(await listed({ search: 'milk', level: 'out' })).toEqual(['Cow Milk']);
    expect(await listed({ search: 'milk', level: 'low', category })).toEqual(['Toned Milk']);
    expect(await listed({ search: 'qqqqzzzz', level: 'low' })).toEqual([]);
  });
});

test('filters by category and returns nothing for an unknown one', async () => {
  expect(await listed({ category: idOf(catalogue.categories, 'Snacks') })).toEqual([
    ...['Sev', 'Milk Rusk', 'Masala Chips'],
  ]);
  expect(await listed({ category: newId() })).toEqual([]);
});

test('filters by missing GST rate, which 0 is not, with search, level and status', async () => {
  await db.query(sql`
    update product set gst_basis_points = case name when 'Sev' then 0 else 500 end where name in ('Sev', 'Cow Milk', 'Milk Rusk')`);
  expect(await listed({ isGstUnknown: true })).toEqual(['Masala Chips', 'almond milk', 'Toned Milk']);
  expect(await listed({ isGstUnknown: true, search: 'milk', order: 'name' })).toEqual([
    'almond milk',
    'Toned Milk',
  ]);
  expect(await listed({ isGstUnknown: true, search: 'qqqqzzzz' })).toEqual([]);
  expect(await listed({ isGstUnknown: true, level: 'low' })).toEqual(['Toned Milk', 'Masala Chips']);
  expect(await listed({ isGstUnknown: true, status: 'draft' })).toEqual([]);
  await db.query(sql`update product set gst_basis_points = null`);
});

test('filters by GST rate, missing HSN code, brand, family and location, together and with a search', async () => {
  await db.query(sql`
    update product set gst_basis_points = case name when 'Sev' then 0 when 'Cow Milk' then 525 else 500 end,
      hsn = case when name like '%Milk' then '0401' else '' end,
      brand = case when name like '%Milk' then 'AMUL' when name = 'Sev' then 'a%' else '' end,
      family = case when name like '%Milk' then 'amul milk' else '' end,
      location = case name when 'Sev' then 'Aisle 2' when 'Cow Milk' then 'aisle 12' else '' end`);
  expect(await listed({ gstRate: 0 })).toEqual(['Sev']);
  expect(await listed({ gstRate: 5.25 })).toEqual(['Cow Milk']);
  expect(await listed({ gstRate: 12 })).toEqual([]);
  expect(await listed({ gstRate: 5, isGstUnknown: true })).toEqual([]);
  expect(await listed({ isHsnMissing: true, gstRate: 5 })).toEqual([
    ...['Milk Rusk', 'Masala Chips', 'almond milk'],
  ]);
  expect(await listed({ brand: 'amu' })).toEqual(['Cow Milk', 'Toned Milk']);
  expect(await listed({ brand: 'a%' })).toEqual(['Sev']);
  expect(await listed({ brand: 'mul' })).toEqual([]);
  expect(await listed({ family: 'Amul M', gstRate: 5 })).toEqual(['Toned Milk']);
  expect(await listed({ location: 'AISLE 1', search: 'milk' })).toEqual(['Cow Milk']);
  expect(await listed({ location: 'aisle', level: 'out' })).toEqual(['Sev', 'Cow Milk']);
  await db.query(sql`
    update product set gst_basis_points = null, hsn = '', brand = '', family = '', location = ''`);
});

test('a search finds all sizes of a family, each page and filter counts them one by one', async () => {
  await db.query(sql`update product set family = 'milk' where name like '%Milk'`);
  expect((await listed({ search: 'milk' })).toSorted()).toEqual([
    ...['Cow Milk', 'Milk Rusk', 'Toned Milk', 'almond milk'],
  ]);
  expect(await listed({ search: 'milk', level: 'out' })).toEqual(['Cow Milk']);
  const paged = [1, 2, 3, 4].map(async (page) => admin.call('listStock', { search: 'milk', page, limit: 1 }));
  const pages = await Promise.all(paged);
  expect(new Set(pages.flatMap(({ data }) => data.map(({ name }) => name))).size).toBe(4);
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([4, 4, 4, 4]);
  await db.query(sql`update product set family = ''`);
});

describe('a search for a code', () => {
  beforeAll(() =>
    db.query(sql`
      update product set sku = case name when 'Sev' then 'SNK-0012' when 'Milk Rusk' then 'snk-0120' when 'Cow Milk' then 'D_1'
          else '' end,
        barcode = case name when 'Toned Milk' then '8901262010016' else '' end`),
  );
  afterAll(() => db.query(sql`update product set sku = '', barcode = ''`));

  test.each([
    // The whole SKU first.
    ['snk-0012', ['Sev']],
    // What the SKU begins with, in its order.
    ['SNK', ['Sev', 'Milk Rusk']],
    ['snk-01', ['Milk Rusk']],
    ['012', ['Sev', 'Milk Rusk']],
    ['d_1', ['Cow Milk']],
    ['d%', []],
    ['8901262010016', ['Toned Milk']],
    // An incomplete barcode, also with the spaces of the label.
    ['890126', ['Toned Milk']],
    ['8 901262 010', ['Toned Milk']],
  ])('finds for %s %j', async (search, names) => {
    expect(await listed({ search })).toEqual(names);
    expect(await listed({ search, level: 'low', limit: 1 })).toEqual(
      names.filter((name) => !['Sev', 'Cow Milk'].includes(name)),
    );
  });

  test('finds drafts by a part of the SKU, and others by their words', async () => {
    await db.query(sql`update product set status = 'draft' where name = 'Sev'`);
    expect(await listed({ search: 'snk' })).toEqual(['Sev', 'Milk Rusk']);
    expect(await listed({ search: 'snk', status: 'active' })).toEqual(['Milk Rusk']);
    await db.query(sql`update product set status = 'active' where name = 'Sev'`);
    expect(await listed({ search: 'masala' })).toEqual(['Masala Chips']);
  });
});

test('returns pages without overlap in any order, and the total count beyond the last page', async () => {
  for (const order of ['best', 'name', 'price', 'discount', 'stock']) {
    const pages = await Promise.all([1, 2, 3].map((page) => listed({ order, page, limit: 2 })));
    expect(new Set(pages.flat()).size).toBe(6);
  }
  for (const input of [{}, { search: 'milk' }, { level: 'out' }, { search: 'milk', level: 'out' }]) {
    const { totalCount } = await admin.call('listStock', input);
    expect(await admin.call('listStock', { ...input, page: 999 })).toMatchObject({ data: [], totalCount });
  }
});

test('returns changed stock on the next call', async () => {
  const id = idOf(catalogue.products, 'Toned Milk');
  await db.query(sql`update product_stock set stock = 0 where product_id = ${id}`);
  expect(await listed({ level: 'out' })).toContain('Toned Milk');
  await db.query(sql`update product_stock set stock = 3 where product_id = ${id}`);
});

test.each([
  { level: 'none' },
  { order: 'stock; drop table product' },
  { category: 'not-an-id' },
  { isDescending: 'yes' },
  { isGstUnknown: 'true' },
  { gstRate: -1 },
  { gstRate: 5.001 },
  { gstRate: '5' },
  { isHsnMissing: 1 },
  { brand: 'a'.repeat(101) },
  { location: ['A1'] },
])('rejects %j', async (input) => {
  await expect(admin.call('listStock', input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
