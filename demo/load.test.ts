import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createAdmin } from '../tests/fixtures/accounts.ts';
import { openTestDatabase } from '../tests/fixtures/database.ts';
import { loadDemoCatalogue } from './load.ts';

const { db } = await openTestDatabase();

const timeoutMs = 120_000;

test(
  'loads the catalogue once when two processes start together, and not again later',
  async () => {
    const results = await Promise.all([loadDemoCatalogue(db), loadDemoCatalogue(db)]);
    expect(results.sort()).toEqual([false, true]);
    expect(await loadDemoCatalogue(db)).toBe(false);
    const [counts] = await db.query<{
      products: number;
      images: number;
      sub_categories: number;
    }>(sql`
    select (select count(*) from product) as products,
      (select count(*) from image where drawing is not null) as images,
      (select count(*) from sub_category) as sub_categories`);
    expect(counts?.products).toBeGreaterThanOrEqual(5000);
    expect(counts?.images).toBeGreaterThanOrEqual(15_000);
    expect(counts?.sub_categories).toBeGreaterThanOrEqual(120);
  },
  timeoutMs,
);

test('stores a drawing for every image of the catalogue', async () => {
  const missing = await db.query(sql`
    select url from (
      select unnest(images) as url from product
      union select image from category union select image from sub_category
    ) used where not exists (select from image where used.url = '/images/' || hash || '/640.webp')`);
  expect(missing).toHaveLength(0);
});

test('keeps the order of the details', async () => {
  const [row] = await db.query<{ more_details: Record<string, string> }>(sql`
    select more_details from product limit 1`);
  expect(Object.keys(row?.more_details ?? {}).slice(0, 3)).toEqual(['Type', 'Net quantity', 'Ingredients']);
});

test(
  'is removed as a whole, and not loaded again by the next start',
  async () => {
    const meera = await createAdmin(db);
    const { data: counts } = await meera.call('getDemoCatalogue');
    expect(counts.products).toBeGreaterThanOrEqual(5000);
    expect((await meera.call('removeDemoCatalogue')).data).toEqual(counts);
    expect(
      await db.query(sql`
        select id from product union all select id from category union all select id from sub_category`),
    ).toEqual([]);
    expect(await loadDemoCatalogue(db)).toBe(false);
  },
  timeoutMs,
);
