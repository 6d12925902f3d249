import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { suggestProducts } from './product-suggestions.ts';

const { db } = await openTestDatabase();
const milk = ['Cow Milk', 'Goat Milk', 'Toned Milk', 'Skimmed Milk', 'Full Cream Milk', 'Double Toned Milk'];
await seedCatalogue(db, [
  ...milk.map((name) => ({ category: 'Dairy', subCategory: 'Milk', name, unit: '1 L' })),
  { category: 'Sweets', subCategory: 'Chocolate', name: 'Milk Chocolate', unit: '40 g' },
  { category: 'Dairy', subCategory: 'Paneer', name: 'Fresh Paneer', unit: '500 g' },
]);
const context = testContext(db);

const namesOf = (suggestions: Awaited<ReturnType<typeof suggestProducts>>) => ({
  products: suggestions.products.map(({ name }) => name),
  listings: suggestions.listings.map(({ category, subCategory }) => `${category.name} > ${subCategory.name}`),
  correction: suggestions.correction,
});

test('suggests five products and the listings of the first results, most frequent first', async () => {
  const { products, listings, correction } = namesOf(await suggestProducts(context, 'milk'));
  expect(products).toHaveLength(5);
  expect(products).not.toContain('Milk Chocolate');
  expect(listings).toEqual(['Dairy > Milk', 'Sweets > Chocolate']);
  expect(correction).toBeNull();
});

test.each([
  ['panner', 'paneer'],
  ['Fresh  PANNER 500g', 'fresh  paneer 500g'],
  ['gaot mlik', 'goat milk'],
  ['goatmilk', 'goat milk'],
])('suggests a correction of %s with its products', async (search, correction) => {
  const suggestions = namesOf(await suggestProducts(context, search));
  expect(suggestions.correction).toBe(correction);
  expect(suggestions.products).not.toEqual([]);
});

test.each(['milk', 'mil', 'doodh', 'दूध', '500g', 'xqzwvk', '???'])(
  'suggests no correction of %s',
  async (search) => {
    expect((await suggestProducts(context, search)).correction).toBeNull();
  },
);

test.each(['', '   ', 'xqzwvk', '%_%'])('suggests nothing for %j', async (search) => {
  expect(namesOf(await suggestProducts(context, search))).toEqual({
    products: [],
    listings: [],
    correction: null,
  });
});

test('suggests the brands that a text names or a correction of it, with the number of their products', async () => {
  await db.query(sql`update product set brand = 'Gauvana' where name like '%Toned Milk'`);
  const fresh = testContext(db);
  for (const text of ['gauv', 'GAUVANA milk', 'guavana'])
    expect((await suggestProducts(fresh, text)).brands, text).toEqual([{ name: 'Gauvana', count: 2 }]);
  expect((await suggestProducts(fresh, 'milk')).brands).toEqual([]);
});
