import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { searchProducts } from '../server/products/product.service.ts';
import { groceryWords, moreLanguages, otherWords } from '../server/search/words/grocery-words.ts';
import { testContext } from '../tests/fixtures/context.ts';
import { openTestDatabase } from '../tests/fixtures/database.ts';
import { loadDemoCatalogue } from './load.ts';
import { matchesRule, measureSearchSuccess, searchJudgements } from './search-judgements.ts';

const { db } = await openTestDatabase();
await loadDemoCatalogue(db);
// One context, whose search index is read once.
const context = testContext(db);

async function find(search: string, limit: number) {
  return (await searchProducts(context, { search, page: 1, limit })).data;
}

// The shares of the current ranking. Raise them when it improves.
const minimumSuccess: Record<string, { at1: number; at5: number }> = {
  english: { at1: 0.98, at5: 0.98 },
  misspelt: { at1: 0.98, at5: 0.98 },
  hinglish: { at1: 0.98, at5: 0.99 },
  prefix: { at1: 0.94, at5: 0.96 },
  brand: { at1: 1, at5: 1 },
  size: { at1: 0.98, at5: 0.98 },
  scripts: { at1: 0.96, at5: 0.96 },
  sound: { at1: 0.98, at5: 1 },
  'made of': { at1: 1, at5: 1 },
  all: { at1: 0.98, at5: 0.99 },
};

test('ranks accepted products of the demo catalogue first at least as often as before', {
  timeout: 120_000,
}, async () => {
  const success = await measureSearchSuccess((search) => find(search, 5));
  expect(success.map(({ kind }) => kind)).toEqual(Object.keys(minimumSuccess));
  for (const { kind, successAt1, successAt5 } of success) {
    expect(successAt1, `${kind}, first`).toBeGreaterThanOrEqual(minimumSuccess[kind]?.at1 ?? 1);
    expect(successAt5, `${kind}, first five`).toBeGreaterThanOrEqual(minimumSuccess[kind]?.at5 ?? 1);
  }
});

test('has at least 900 judgements, each rule of which accepts a product of the demo catalogue', async () => {
  // Searches show one size of each family.
  const rows = await db.query<{ id: string }>(sql`select id from product`);
  const products = await context.productCache.listWithStock(rows.map(({ id }) => id));
  expect(searchJudgements.length).toBeGreaterThanOrEqual(900);
  const rules = searchJudgements.flatMap((judgement) => judgement.rules);
  expect(rules.filter((rule) => !products.some((product) => matchesRule(product, rule)))).toEqual([]);
});

const toLines = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((texts) => texts.split(',').map((text) => text.trim())));
const wordLists = [
  { languages: ['Hindi', 'Tamil', 'Telugu', 'Bengali', 'Gujarati'], lines: toLines(groceryWords) },
  { languages: ['Kannada', 'Malayalam', 'Marathi'], lines: toLines(moreLanguages) },
];
const languages = wordLists.flatMap(({ languages: names, lines }) =>
  names.map((language, index) => ({
    language,
    words: lines.flatMap(([[english = ''] = [], ...others]) =>
      (others[index] ?? []).map((word) => ({ english, word })),
    ),
  })),
);

test.each(languages)(
  'finds the right product of the demo catalogue first for groceries in $language',
  async ({ words }) => {
    expect(words.length).toBeGreaterThanOrEqual(60);
    const wrong: string[] = [];
    for (const { english, word } of words) {
      const rules = searchJudgements.find(({ search }) => search === english)?.rules ?? [];
      const [first] = await find(word, 1);
      if (first === undefined || !rules.some((rule) => matchesRule(first, rule)))
        wrong.push(`${word} (${english}): ${first?.name ?? 'none'}`);
    }
    expect(wrong).toEqual([]);
  },
);

test.each([
  ['बेबी पाउडर', 'Baby Bath & Skin: baby powder'],
  ['वॉशिंग पाउडर 1 kg', 'Laundry Detergents: powder @1 kg'],
  ['लिक्विड हैंड वॉश', 'Hygiene & First Aid: handwash'],
  ['ಆಲೂಗಡ್ಡೆ 1 kg', 'Fresh Vegetables: potato @1 kg'],
  ['തേങ്ങ', '*: coconut'],
  ['തേൻ', 'Honey: honey'],
  ['jhadu', 'Brooms, Mops & Brushes: broom'],
  ['lehsun', 'Fresh Vegetables: garlic'],
  ['kali mirch', 'Whole Spices: pepper | Powdered Spices: pepper'],
  ['kapde dhone ka powder', 'Laundry Detergents: powder'],
  ['maggi 12 pack', 'Instant Noodles: noodles @12 x 70 g'],
  ['vosh', '*: wash'],
])('finds the right product first for %s', async (search, rules) => {
  const [first] = await find(search, 1);
  const isAccepted = first !== undefined && rules.split(' | ').some((rule) => matchesRule(first, rule));
  expect(isAccepted, first?.name).toBe(true);
});

test('finds no other product for a grocery that the demo catalogue does not have', async () => {
  const [, ...words] = toLines(otherWords).find(([names]) => names?.[0] === 'matchbox') ?? [];
  expect(words.length).toBe(7);
  for (const word of words.flat()) expect(await find(word, 1), word).toEqual([]);
});
