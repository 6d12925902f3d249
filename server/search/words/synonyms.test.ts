import { describe, expect, test } from 'vitest';
import { findProductIds } from '#server/search/search.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { synonymGroups } from './synonyms.ts';

/** A shop that sells the grocery of each group under its usual name, and other things made of it. */
const sold = new Set(synonymGroups.map(([usual = '']) => usual));
const { db } = await openTestDatabase();
const { products } = await seedCatalogue(
  db,
  [...sold].flatMap((name) => [
    { category: 'Groceries', subCategory: 'Staples', name },
    { category: 'Snacks', subCategory: 'Mixes', name: `Spiced ${name} Munchies` },
  ]),
);
const names = new Map([...products].map(([name, id]) => [id, name]));
const context = testContext(db);

async function findFirst(search: string): Promise<string | undefined> {
  const { ids } = await findProductIds(context, { search, page: 1, limit: 1 });
  return names.get(ids[0] ?? '');
}

test('finds the grocery itself first by each of its names', async () => {
  const wrong: string[] = [];
  for (const word of new Set(synonymGroups.flat())) {
    const first = await findFirst(word);
    const meant: (string | undefined)[] = synonymGroups.filter((group) => group.includes(word)).flat();
    if (!meant.includes(first) && first?.includes(word) !== true) wrong.push(`${word}: ${first ?? 'none'}`);
  }
  expect(wrong).toEqual([]);
});

describe('several words that are one name', () => {
  test.each([
    ['kali mirch', 'black pepper'],
    ['kaali mirch', 'black pepper'],
    ['lal mirchi', 'red chilli'],
    ['shimla mirch', 'capsicum'],
    ['patta gobhi', 'cabbage'],
    ['sendha namak', 'rock salt'],
    ['hara dhaniya', 'coriander leaves'],
    ['nariyal pani', 'coconut water'],
    ['kacha kela', 'raw banana'],
    ['tejpatta', 'bay leaf'],
  ])('find for %s only %s, not what a single word of it means', async (search, name) => {
    const { ids } = await findProductIds(context, { search, page: 1, limit: 10 });
    expect(ids.map((id) => names.get(id))).toEqual([name, `Spiced ${name} Munchies`]);
  });
});

test.each([
  ['lehsun', 'garlic'],
  ['लहसुन', 'garlic'],
  ['lassun', 'garlic'],
  ['काली मिर्च', 'black pepper'],
  ['toorai', 'ridge gourd'],
  ['तोरई', 'ridge gourd'],
  ['अजवाइन', 'carom'],
  ['ajwayan', 'carom'],
  ['तेज पत्ता', 'bay leaf'],
  ['moongfali', 'peanut'],
  ['gehoon', 'wheat'],
  ['खोया', 'khoa'],
  ['khus khus', 'poppy seeds'],
  ['मोमबत्ती', 'candle'],
])('finds %s by its sound or script', async (search, name) => {
  expect(await findFirst(search)).toBe(name);
});
