import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { runLighthouse } from '#tests/fixtures/lighthouse.ts';
import { startProductionShop } from '#tests/fixtures/processes.ts';

/** Those that do not depend on the speed of the machine. */
const categories = ['accessibility', 'best-practices', 'seo'];
/** Search engines do not index searches, which Lighthouse would report. */
const categoriesOfSearch = categories.slice(0, 2);

test('Lighthouse finds nothing in the home page, a listing, a search and a product', {
  timeout: 300_000,
}, async () => {
  const database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'tokri-lighthouse-'));
  const shop = await startProductionShop({ database, directory }, { DEMO_CATALOGUE: 'on' });
  try {
    const home = await (await fetch(shop.url)).text();
    const [, listing = ''] = /aria-label="See All: [^"]*"[^>]* href="([^"]+)"/.exec(home) ?? [];
    const [, product = ''] = /href="(\/product\/[^"]+)"/.exec(home) ?? [];
    expect([listing, product]).not.toContain('');
    for (const [path, checked] of [
      ['/', categories],
      [listing, categories],
      ['/search?q=milk', categoriesOfSearch],
      [product, categories],
    ] as const) {
      const { categories: scores, audits } = await runLighthouse(shop.url + path, [...checked]);
      const failed = Object.values(audits).flatMap(({ id, score }) =>
        score === null || score >= 0.9 ? [] : [id],
      );
      expect({ path, failed }).toEqual({ path, failed: [] });
      expect(Object.values(scores).map(({ id, score }) => `${id} ${score}`)).toEqual(
        checked.map((id) => `${id} 1`),
      );
    }
  } finally {
    await shop.stop();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }
});
