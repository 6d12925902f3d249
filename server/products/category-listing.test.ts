import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { categoryRoutes } from './product.routes.ts';

const { db } = await openTestDatabase();
const catalogue = await seedCatalogue(db, [
  { category: 'bakery', subCategory: 'Bread', name: 'Bread' },
  { category: 'Dairy', subCategory: 'Milk', name: 'Milk' },
  { category: 'Atta', subCategory: 'atta', name: 'Atta' },
  { category: 'Dairy', subCategory: 'Bread', name: 'Milk Bread' },
]);
await db.query(sql`insert into sub_category (id, name) values ('empty', 'Empty')`);

test('lists categories by name, ignoring case, with their hue', async () => {
  const { data } = await runCall(categoryRoutes, 'listCategories', testContext(db));
  expect(data.map(({ name }) => name)).toEqual(['Atta', 'bakery', 'Dairy']);
  const id = catalogue.categories.get('Dairy');
  expect(data[2]).toEqual({
    _id: id,
    name: 'Dairy',
    nameHindi: '',
    image: `/images/${id}/640.webp`,
    hue: 140,
    updatedAt: expect.any(String),
  });
});

test('lists sub-categories by name, each with its categories', async () => {
  const { data } = await runCall(categoryRoutes, 'listSubCategories', testContext(db));
  const shown = data.map(({ name, category }) => [name, ...category.map((one) => one.name)]);
  expect(shown).toEqual([['atta', 'Atta'], ['Bread', 'bakery', 'Dairy'], ['Empty'], ['Milk', 'Dairy']]);
  expect(data[0]?.category).toEqual([{ _id: catalogue.categories.get('Atta'), name: 'Atta', nameHindi: '' }]);
});

test('accepts a request for sub-categories without a body', async () => {
  const answer = await runCall(categoryRoutes, 'listSubCategories', testContext(db), undefined);
  expect(answer.data).toHaveLength(4);
});
