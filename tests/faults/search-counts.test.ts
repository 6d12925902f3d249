import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { startProductionShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

test('two processes count searches, also on cached pages and in cached answers, until they stop', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'tokri-searches-'));
  for (const name of ['Jackfruit', 'Jackfruit chips']) await addProduct(database.db, { name });
  const shops = [];
  try {
    for (const _shop of ['one', 'other']) {
      shops.push(await startProductionShop({ database, directory }, { LOG_LEVEL: 'error' }));
    }
    for (const { url } of shops) {
      // Each visitor comes by the proxy that this machine is.
      for (const visitor of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        const headers = { 'X-Forwarded-For': visitor };
        for (const typed of ['kom', 'kombu', 'kombucha', 'asha@example.com', 'jackf', 'jackfruit']) {
          const page = await fetch(`${url}/search?q=${encodeURIComponent(typed)}`, { headers });
          expect(page.status).toBe(200);
        }
        for (const payload of [{ search: 'jackfruit' }, { search: 'jackfruit', page: 2 }]) {
          const answer = await fetch(`${url}${endpoints.searchProducts.path}`, {
            ...{ method: 'POST', body: JSON.stringify(payload) },
            headers: { ...headers, 'Content-Type': 'application/json' },
          });
          expect(answer.status).toBe(200);
        }
      }
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
  expect(
    await database.db.query(sql`
      select words, count, zero_result_count, product_count from search_count order by words`),
  ).toEqual([
    { words: 'jackfruit', count: 6, zero_result_count: 0, product_count: 2 },
    { words: 'kombucha', count: 6, zero_result_count: 6, product_count: 0 },
  ]);
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
