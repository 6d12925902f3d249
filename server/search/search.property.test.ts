import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { findProductIds } from './search.service.ts';
import { toSearchWords } from './words/search-query.ts';

const { db } = await openTestDatabase();
const { products } = await seedCatalogue(db, [
  { category: 'Dairy', subCategory: 'Milk', name: 'Gauvana Toned Milk', unit: '1 L' },
  { category: 'Dairy', subCategory: 'Milk', name: 'Crème Fraîche 200 g', unit: '200 g' },
  { category: 'Chips & Namkeen', subCategory: 'Chips', name: "Farmer's 7-Grain Chips (52 g)" },
]);
const product = products.get('Gauvana Toned Milk');

// Texts that the contract accepts: no control characters or lone surrogates.
const storable = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed();
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'milk',
    'mlik',
    'Gauvana',
    '1 L',
    '5kg',
    'crème',
    "farmer's",
    '7',
    ':*',
    '&',
    '|',
    '!',
    "'",
    '\\',
    '%',
  ),
);
const typed = fc.array(piece, { maxLength: 12 }).map((pieces) => storable(pieces.join(' ')));

test('accepts any text', async () => {
  await fc.assert(
    fc.asyncProperty(typed, fc.integer({ min: 1, max: 3 }), async (search, page) => {
      const { ids, totalCount } = await findProductIds(testContext(db), { search, page, limit: 2 });
      expect(ids.length).toBeLessThanOrEqual(2);
      expect(totalCount).toBeGreaterThanOrEqual(ids.length);
    }),
    { numRuns: 150 },
  );
});

test('finds a product by the start of any word of its name among other text', async () => {
  const word = fc.constantFrom('gauvana', 'toned', 'milk');
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(word, { minLength: 1 }), fc.nat(6), async (words, missing) => {
      const text = words.join(' ');
      const last = words.at(-1) ?? '';
      const search = text.slice(0, text.length - Math.min(missing, last.length - 1));
      const { ids } = await findProductIds(testContext(db), { search, page: 1, limit: 10 });
      expect(ids).toContain(product);
    }),
    { numRuns: 60 },
  );
});

test('splits any text into the same words as the database', async () => {
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'aZéßñÅüक़दूध7½ﬁ-_./@&\'’"(),:%+–·×₹🥛'), maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'27½eéaध'), maxLength: 8 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 4 }), async (parts) => {
      const text = storable(parts.join(' '));
      const [row] = await db.query<{ words: string[] }>(sql`
        select tsvector_to_array(to_tsvector('pg_catalog.simple', search_text(${text}))) as words`);
      expect(row?.words ?? []).toEqual(expect.arrayContaining(toSearchWords(text)));
    }),
    { numRuns: 400 },
  );
});
