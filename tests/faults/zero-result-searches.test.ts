import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { startProductionShop } from '#tests/fixtures/processes.ts';

test('two processes count zero-result searches, also on cached pages, until they stop', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'tokri-misses-'));
  const shops = [];
  try {
    for (const _shop of ['one', 'other']) {
      shops.push(await startProductionShop({ database, directory }, { LOG_LEVEL: 'error' }));
    }
    for (const { url } of shops) {
      // Each visitor comes by the proxy that this machine is.
      for (const visitor of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        for (const typed of ['kom', 'kombu', 'kombucha', 'asha@example.com']) {
          const headers = { 'X-Forwarded-For': visitor };
          const page = await fetch(`${url}/search?q=${encodeURIComponent(typed)}`, { headers });
          expect(page.status).toBe(200);
        }
      }
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
  expect(await database.db.query(sql`select words, count from zero_result_search`)).toEqual([
    { words: 'kombucha', count: 6 },
  ]);
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
