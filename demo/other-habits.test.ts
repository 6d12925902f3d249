import { expect, test } from 'vitest';
import { searchProducts } from '../server/products/product.service.ts';
import { testContext } from '../tests/fixtures/context.ts';
import { createTestDatabase } from '../tests/fixtures/database.ts';
import { loadDemoCatalogue } from './load.ts';
import { habits, renameCatalogue } from './other-habits.ts';
import { measureSearchSuccess } from './search-judgements.ts';

const timeoutMs = 120_000;

test.each(habits)(
  'ranks accepted products of a catalogue with the habit "%s" first',
  { timeout: timeoutMs },
  async (habit) => {
    const { db, drop } = await createTestDatabase();
    try {
      await loadDemoCatalogue(db, renameCatalogue(habit));
      const context = testContext(db);
      const success = await measureSearchSuccess(
        async (search) => (await searchProducts(context, { search, page: 1, limit: 5 })).data,
        false,
      );
      const all = success.at(-1);
      expect(all?.searches).toBeGreaterThan(800);
      expect(all?.successAt1, 'first').toBeGreaterThanOrEqual(0.95);
      expect(all?.successAt5, 'first five').toBeGreaterThanOrEqual(0.98);
    } finally {
      await drop();
    }
  },
);
