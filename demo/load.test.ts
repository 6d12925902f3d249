import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { loadDemoCatalogue } from './load.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const patienceMs = 120_000;

test(
  'two processes that open an empty shop together load the catalogue once, and a third not at all',
  async () => {
    const results = await Promise.all([loadDemoCatalogue(database.db), loadDemoCatalogue(database.db)]);
    expect(results.sort()).toEqual([false, true]);
    expect(await loadDemoCatalogue(database.db)).toBe(false);
    const [counts] = await database.db.query<{ products: number; images: number; shelves: number }>(sql`
    select (select count(*) from product) as products,
      (select count(*) from image where drawing is not null) as images,
      (select count(*) from sub_category) as shelves`);
    expect(counts?.products).toBeGreaterThanOrEqual(5000);
    expect(counts?.images).toBeGreaterThanOrEqual(15_000);
    expect(counts?.shelves).toBeGreaterThanOrEqual(120);
  },
  patienceMs,
);

test('every picture of the shop can be drawn when it is asked for', async () => {
  const missing = await database.db.query(sql`
    select url from (
      select unnest(images) as url from product
      union select image from category union select image from sub_category
    ) used where not exists (select from image where used.url = '/images/' || hash || '/640.webp')`);
  expect(missing).toHaveLength(0);
});

test('the details keep the order in which the catalogue gives them', async () => {
  const [row] = await database.db.query<{ more_details: Record<string, string> }>(sql`
    select more_details from product limit 1`);
  expect(Object.keys(row?.more_details ?? {}).slice(0, 3)).toEqual(['Brand', 'Type', 'Net quantity']);
});
