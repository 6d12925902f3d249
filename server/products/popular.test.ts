import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { findRoute, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addOrder, changeProduct, type SeedProduct, seedCatalogue } from '#tests/fixtures/seed.ts';
import { productRoutes } from './product.routes.ts';

const { db } = await openTestDatabase();
let now = new Date('2026-11-21T10:45:00.000Z');
const context = testContext(db, { now: () => now });

const day = (number: number) => new Date(Date.UTC(2026, 9, number));
const product = (name: string, fields: Partial<SeedProduct> = {}): SeedProduct => ({
  ...{ category: 'Dairy', subCategory: 'Milk', brand: 'Gauvana', name: `${name} Milk`, createdAt: day(5) },
  ...fields,
});
const catalogue = await seedCatalogue(db, [
  product('Best'),
  product('Good', { createdAt: day(2) }),
  product('Good New', { createdAt: day(3) }),
  product('Newest', { createdAt: day(9) }),
  product('Oldest', { createdAt: day(1) }),
  product('Bare Best'),
  product('Gone Best', { stock: 0 }),
  product('Gone Bare', { stock: 0 }),
  product('Best', { name: 'Best Curd', subCategory: 'Curd', createdAt: day(1) }),
  product('New', { name: 'New Curd', subCategory: 'Curd', createdAt: day(8) }),
]);
const idOf = (name: string) => catalogue.products.get(name) ?? '';
const listing = {
  categoryId: catalogue.categories.get('Dairy') ?? '',
  subCategoryId: catalogue.subCategories.get('Milk') ?? '',
};

async function sell(name: string, quantity: number, at: Date, status: 'PLACED' | 'CANCELLED' = 'PLACED') {
  await addOrder(db, { at, status, lines: [{ productId: idOf(name), quantity }] });
}

const lastHour = new Date('2026-11-21T09:30:00.000Z');
await sell('Best Milk', 9, lastHour);
await sell('Good Milk', 4, lastHour);
await sell('Good New Milk', 4, lastHour);
await sell('Bare Best Milk', 40, lastHour);
await sell('Gone Best Milk', 40, lastHour);
await sell('Gone Bare Milk', 50, lastHour);
await sell('Best Curd', 1, lastHour);
await sell('Oldest Milk', 50, new Date('2026-10-21T09:30:00.000Z'));
await sell('Oldest Milk', 50, lastHour, 'CANCELLED');
for (const name of ['Bare Best Milk', 'Gone Bare Milk'])
  await db.query(sql`update product set images = '{}' where id = ${idOf(name)}`);

const popularMilk = [
  'Best',
  'Good New',
  'Good',
  'Newest',
  'Oldest',
  'Bare Best',
  'Gone Best',
  'Gone Bare',
].map((name) => `${name} Milk`);

type ListInput = Omit<EndpointInput<'listProductsByCategoryAndSubCategory'>, 'categoryId' | 'subCategoryId'>;
const list = (input: ListInput = {}) =>
  runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, { ...listing, ...input });
const namesOf = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name);

test('a listing begins with what is in stock, has a picture and sold most in 30 days, then the newest', async () => {
  expect(namesOf(await list())).toEqual(popularMilk);
  expect(namesOf(await list({ sort: 'popular' }))).toEqual(popularMilk);
});

test('a brand begins with its popular products', async () => {
  const brand = await runCall(productRoutes, 'listProductsByBrand', context, { brand: 'gauvana' });
  expect(namesOf(brand).filter((name) => name.endsWith('Milk'))).toEqual(popularMilk);
});

test('a search has the order popular when it is asked for', async () => {
  const input = { search: 'milk', sort: 'popular' };
  expect(namesOf(await runCall(productRoutes, 'searchProducts', context, input))).toEqual(popularMilk);
});

test('an explicit order is unchanged by sales and pictures', async () => {
  expect(namesOf(await list({ sort: 'newest' })).at(0)).toBe('Newest Milk');
});

test('the row of a category takes the popular products of its sub-categories in turn, pictures first', async () => {
  const { data } = await runCall(productRoutes, 'listProductsByCategory', context, {
    ...{ id: listing.categoryId, limit: 7 },
  });
  expect(namesOf({ data })).toEqual([
    ...['Best Milk', 'Best Curd', 'Good New Milk', 'New Curd', 'Good Milk', 'Newest Milk', 'Oldest Milk'],
  ]);
});

test('sales count from the next full hour on, until which a response is cached', async () => {
  const route = findRoute(productRoutes, 'listProductsByCategoryAndSubCategory');
  const expiryOf = async (input: ListInput) =>
    (await route.handle(context, { ...listing, ...input })).expiresAt?.toISOString() ?? null;
  expect(await expiryOf({})).toBe('2026-11-21T11:00:00.000Z');
  expect(await expiryOf({ sort: 'newest' })).toBeNull();
  await sell('Oldest Milk', 20, new Date('2026-11-21T10:50:00.000Z'));
  now = new Date('2026-11-21T10:59:59.000Z');
  expect(namesOf(await list()).at(0)).toBe('Best Milk');
  now = new Date('2026-11-21T11:00:00.000Z');
  expect(namesOf(await list()).at(0)).toBe('Oldest Milk');
});

test('a product without a picture moves when it gets one, and when it is in stock again', async () => {
  await db.query(
    sql`update product set images = '{/images/a/640.webp}' where id = ${idOf('Bare Best Milk')}`,
  );
  expect(namesOf(await list()).at(0)).toBe('Bare Best Milk');
  await changeProduct(db, idOf('Gone Bare Milk'), { stock: 3 });
  const names = namesOf(await list());
  expect(names.slice(-2)).toEqual(['Gone Bare Milk', 'Gone Best Milk']);
});

test('pages of products with equal sales and dates have no gap or duplicate, by number and by position', async () => {
  const twins = Array.from({ length: 23 }, (_, index) =>
    product('Twin', { category: 'Twins', subCategory: 'Twin', name: `Twin ${index}`, createdAt: day(1) }),
  );
  const { categories, subCategories, products } = await seedCatalogue(db, twins);
  for (const index of [3, 4, 5, 11])
    await addOrder(db, {
      ...{ at: lastHour, lines: [{ productId: products.get(`Twin ${index}`) ?? '', quantity: 2 }] },
    });
  now = new Date('2026-11-21T12:00:00.000Z');
  const twin = { categoryId: categories.get('Twins') ?? '', subCategoryId: subCategories.get('Twin') ?? '' };
  const page = (input: ListInput) =>
    runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, { ...twin, ...input });
  const all = namesOf(await page({ limit: 100 }));
  expect(new Set(all).size).toBe(23);
  expect(all.slice(0, 4).sort()).toEqual(['Twin 11', 'Twin 3', 'Twin 4', 'Twin 5']);
  const byNumber: string[] = [];
  for (let number = 1; number <= 5; number += 1)
    byNumber.push(...namesOf(await page({ limit: 5, page: number })));
  expect(byNumber).toEqual(all);
  const byPosition: string[] = [];
  let after: string | null | undefined;
  for (let number = 1; after !== null; number += 1) {
    const found = await page({ limit: 3, page: number, ...(after !== undefined && { after }) });
    byPosition.push(...namesOf(found));
    after = found.next;
    if (number > 1) continue;
    // The rank of two pieces, not their number.
    expect(after).toMatch(/^5 -\d+ \w+ \d+$/);
    // One that follows is sold out, and sales of one that was shown and of one that follows are counted.
    await changeProduct(db, products.get(all[10] ?? '') ?? '', { stock: 0 });
    for (const [name = '', quantity] of [[all[0], 3] as const, [all[20], 33] as const])
      await addOrder(db, {
        ...{ at: now, lines: [{ productId: products.get(name) ?? '', quantity }] },
      });
    now = new Date('2026-11-21T13:00:00.000Z');
  }
  expect(byPosition).toEqual([...all.filter((name) => name !== all[10]), all[10]]);
  expect(namesOf(await page({ limit: 2 }))).toEqual([all[20], all[0]]);
});
