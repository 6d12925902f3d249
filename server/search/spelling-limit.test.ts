import { expect, test, vi } from 'vitest';
import { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import { countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { ProductSearch } from './product-search.ts';
import { Vocabulary } from './vocabulary.ts';

const { db } = await openTestDatabase();
for (const name of ['Butter', 'Paneer', 'Yoghurt', 'Chocolate']) await addProduct(db, { name });
const search = new ProductSearch(db, new CatalogueCache());
await search.update();

const find = (text: string) => search.find({ search: text, page: 1, limit: 10 });

test('corrects the first three misspelled words of a search only', async () => {
  const corrected = vi.spyOn(Vocabulary.prototype, 'findSimilar');
  expect((await find('buttr panner yoghrt choclate zzzzzz')).totalCount).toBe(3);
  expect(corrected.mock.calls.map(([word]) => word)).toEqual(['buttr', 'panner', 'yoghrt']);
  corrected.mockRestore();
});

test('corrects one word of one search at a time, answers other searches in between, and rejects more than 100 that wait', async () => {
  const misspelled = 'qqqzz xxxww';
  // Stems are read from the database the first time.
  for (const text of ['butter', misspelled]) await find(text);
  const spy = vi.spyOn(Vocabulary.prototype, 'findSimilar').mockReturnValue([]);
  const searches = Array.from({ length: 130 }, () => find(misspelled));
  const counted = countOutcomes(searches.map((found) => found.then(() => ({ status: 200 }))));
  // It does not wait for the corrections that began before it.
  expect((await find('butter')).totalCount).toBe(1);
  expect(spy.mock.calls.length).toBeLessThan(20);
  expect(await counted).toEqual({ '200': 101, '503 UNAVAILABLE': 29 });
  spy.mockRestore();
});
