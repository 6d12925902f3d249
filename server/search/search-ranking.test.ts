import { expect, test } from 'vitest';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { parseProducts, seedCatalogue } from '#tests/fixtures/seed.ts';
import { parseCoreName } from './core-name.ts';
import { findProductIds } from './search.service.ts';
import { splitWords } from './words/search-query.ts';

// Names as shops have them: the thing, its type after a dash or in a bracket; and things that are named after it.
const shop = parseProducts(`
  Bakery & Dairy > Milk: Sudha Taaza Toned Milk; Sudha Taaza Milk - Full Cream; Nirmal Milk - Toned
  Bakery & Dairy > Khoa & Butter: Sudha Khoa; Sudha Butter - Pasteurised; Taza Butter Cookies
  Fruits & Vegetables > Potato, Onion & Tomato: Tomato - Hybrid; Tomato - Local (Loose); Potato - Ooty; Onion
  Fruits & Vegetables > Beans & Okra: Bhindi (Okra); French Beans; Sweet Potato
  Snacks > Sauces: Puree - Tomato; Tomato Ketchup; Ketchup - Tomato
  Snacks > Pickles: Pickle - Tomato; Onion Pickle
  Snacks > Chips: Chips - Tomato; Potato Chips - Salted; Okra Chips
  Kitchen > Knives: Knife - Tomato; Tomato Knife with Steel Blade
  Foodgrains > Rice: Rice/Akki - Sona; Basmati Rice, Aged; Rice Flour
  Foodgrains > Spices: Powder - Turmeric; Cinnamon Sticks; Black Pepper (Kali Mirch)
  Bath > Soaps: Soap - Turmeric; Soap - Milk & Cinnamon
`);
const { db } = await openTestDatabase();
const { products } = await seedCatalogue(db, shop);
const names = new Map([...products].map(([name, id]) => [id, name]));
const context = testContext(db);

async function find(search: string): Promise<string[]> {
  const { ids } = await findProductIds(context, { search, page: 1, limit: 100 });
  return ids.map((id) => names.get(id) ?? '');
}

test.each([
  ['tomato', ['Tomato - Hybrid', 'Tomato - Local (Loose)']],
  ['potato', ['Potato - Ooty']],
  ['onion', ['Onion']],
  ['ketchup', ['Ketchup - Tomato', 'Tomato Ketchup']],
  ['rice', ['Basmati Rice, Aged', 'Rice/Akki - Sona']],
  ['akki', ['Rice/Akki - Sona']],
  ['turmeric', ['Powder - Turmeric']],
  ['cinnamon', ['Cinnamon Sticks']],
  ['okra', ['Bhindi (Okra)']],
  ['butter', ['Sudha Butter - Pasteurised']],
])('ranks %s itself before what is made of it or named after it', async (search, things) => {
  expect((await find(search)).slice(0, things.length).sort()).toEqual(things);
});

test('finds a brand by another spelling of the same sound, after products with the spelling itself', async () => {
  expect((await find('sudha taza')).sort()).toEqual([
    'Sudha Taaza Milk - Full Cream',
    'Sudha Taaza Toned Milk',
  ]);
  expect((await find('taza'))[0]).toBe('Taza Butter Cookies');
  expect(await find('taza')).toHaveLength(3);
});

test.each([
  ['Gauvana Toned Milk 500 ml', 'Gauvana', 'toned milk', 'milk'],
  ['Milk - Toned', '', 'milk', 'milk'],
  ['Gauvana - Milk, Toned', 'Gauvana', 'milk', 'milk'],
  ['Tomato Ketchup with Onion', '', 'tomato ketchup', 'ketchup'],
  ['Vanilla Ice Cream (700 ml)', '', 'vanilla ice cream', 'icecream'],
  ['Rice/Akki Sona', '', 'rice akki sona', 'rice sona'],
  ['Powder - Red Chilli', '', 'powder red chilli', 'powder chilli'],
  ['Lehsun (Garlic)', '', 'lehsun garlic', 'lehsun garlic'],
  ['Milk (Full Cream)', '', 'milk', 'milk'],
  ['Gauvana', 'Gauvana', '', ''],
])('reads the core name of %s', (name, brand, words, mainWords) => {
  const coreName = parseCoreName(name, new Set(splitWords(brand)));
  expect([coreName.words.join(' '), [...new Set(coreName.mainWords)].join(' ')]).toEqual([words, mainWords]);
});
