import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { parseProducts, seedCatalogue } from '#tests/fixtures/seed.ts';
import { findProductIds } from './search.service.ts';

// A small catalogue with misleading names: products named after what they are not.
const shop = parseProducts(`
  Dairy, Bread & Eggs > Milk: Gauvana Toned Milk 500 ml; Gauvana Toned Milk 1 L; Himdoodh Full Cream Milk 500 ml; Himdoodh Cow Milk 1 L
  Dairy, Bread & Eggs > Curd & Yogurt: Gauvana Set Curd 400 g; Nandgopi Low Fat Curd 200 g; Millego Mango Yogurt 100 g
  Dairy, Bread & Eggs > Paneer & Tofu: Gauvana Fresh Paneer 200 g; Nandgopi Malai Paneer 500 g; Millego Firm Tofu 200 g
  Dairy, Bread & Eggs > Buttermilk & Lassi: Gauvana Salted Buttermilk 200 ml; Nandgopi Masala Chaas 200 ml
  Dairy, Bread & Eggs > Bread & Buns: Ovenji White Bread 400 g; Khastaar Brown Bread 400 g; Ovenji Pav 6 pcs
  Dairy, Bread & Eggs > Eggs: Coopala Farm Eggs 6 pcs; Coopala Brown Eggs 12 pcs; Nandgopi White Eggs 30 pcs
  Atta, Rice & Dal > Rice: Annavali Basmati Rice 5 kg; Khetraj Sona Masoori Rice 1 kg; Annavali Idli Rice 1 kg
  Atta, Rice & Dal > Flours: Annavali Rice Flour 500 g; Khetraj Chakki Atta 5 kg
  Atta, Rice & Dal > Sugar & Jaggery: Annavali White Sugar 1 kg; Khetraj Brown Sugar 500 g; Khetraj Jaggery Block 1 kg
  Oil, Ghee & Masala > Cooking Oil: Suryabeej Rice Bran Oil 1 L; Suryabeej Sunflower Oil 1 L
  Oil, Ghee & Masala > Blended Masala: Rangmirch Paneer Masala 100 g; Rangmirch Egg Curry Masala 100 g; Masalika Garam Masala 50 g
  Chips & Namkeen > Potato Chips: Crispora Peri Peri Potato Chips 52 g; Karkuru Tangy Potato Chips 52 g
  Chips & Namkeen > Chips & Crisps: Chatakdum Salted Chips 52 g; Crispora Tomato Chips 90 g; Karkuru Banana Chips 150 g
  Sweets & Chocolate > Chocolate Bars: Kokoara Milk Chocolate 40 g; Velvanta Dark Chocolate 80 g; Chokumi Hazelnut Chocolate 40 g
  Sweets & Chocolate > Ice Cream: Frostigo Vanilla Ice Cream 700 ml; Kulfira Mango Kulfi 60 ml
  Biscuits & Bakery > Biscuits: Khastaar Milk Biscuits 100 g; Ovenji Chocolate Chip Cookies 150 g; Ovenji Sugar Free Cookies 100 g
  Biscuits & Bakery > Cakes: Bakebaari Eggless Fruit Cake 200 g; Bakebaari Chocolate Muffin 60 g
  Instant & Frozen > Noodles: Noodlu Egg Noodles 200 g; Fatafatt Masala Noodles 70 g; Fatafatt Rice Noodles 200 g
  Instant & Frozen > Frozen Vegetables: Sheetkhet Frozen Okra 500 g; Sheetkhet Green Peas 500 g
  Instant & Frozen > Baking: Khastaar Bread Crumbs 200 g; Kokoara Chocolate Chips 100 g; Tilavan Coconut Milk 200 ml
  Tea & Coffee > Tea: Chaiboli Assam Tea 500 g; Pahadipatti Green Tea 100 g
  Fruits & Vegetables > Vegetables: Mittibagh Potato 1 kg; Mittibagh Onion 1 kg; Mittibagh Tomato 500 g; Mittibagh Lemon 4 pcs
`);

const { db } = await openTestDatabase();
const catalogue = await seedCatalogue(
  db,
  shop.map((product) => ({ ...product, unit: /[\d.]+ \S+$/.exec(product.name)?.[0] ?? '1 pc' })),
);

async function namesOf(ids: readonly string[]): Promise<string[]> {
  const names = new Map([...catalogue.products].map(([name, id]) => [id, name]));
  return ids.map((id) => names.get(id) ?? '?');
}

async function find(search: string, slice: { page?: number; limit?: number } = {}) {
  const { page = 1, limit = 100 } = slice;
  const { ids, totalCount } = await findProductIds(testContext(db), { search, page, limit });
  return { names: await namesOf(ids), totalCount };
}

const subCategoryOf = (name: string) => shop.find((product) => product.name === name)?.subCategory;

/** The sub-categories of the first results, each once. */
async function firstSubCategories(search: string, count: number): Promise<(string | undefined)[]> {
  const { names } = await find(search);
  return [...new Set(names.slice(0, count).map(subCategoryOf))];
}

describe('relevance', () => {
  test.each([
    ['milk', 'Milk', 4],
    ['bread', 'Bread & Buns', 2],
    ['sugar', 'Sugar & Jaggery', 2],
    ['panner', 'Paneer & Tofu', 2],
    ['chocolate', 'Chocolate Bars', 3],
    ['curd', 'Curd & Yogurt', 2],
    ['rice', 'Rice', 3],
    ['egg', 'Eggs', 3],
    ['eggs', 'Eggs', 3],
    ['chips', 'Chips & Crisps', 1],
    ['chip', 'Chips & Crisps', 1],
    ['tea', 'Tea', 2],
    ['potato', 'Vegetables', 1],
    ['oil', 'Cooking Oil', 2],
  ])('ranks the sub-category first for %s', async (search, subCategory, count) => {
    expect(await firstSubCategories(search, count)).toEqual([subCategory]);
  });

  test('lists products that are only named after the word further down', async () => {
    const { names } = await find('milk');
    expect(names).toContain('Khastaar Milk Biscuits 100 g');
    expect(names).toContain('Tilavan Coconut Milk 200 ml');
  });
});

describe('misspellings', () => {
  test.each([
    ['choclate', 'Chocolate Bars'],
    ['chocolat', 'Chocolate Bars'],
    ['chcoolate', 'Chocolate Bars'],
    ['mlik', 'Milk'],
    ['bred', 'Bread & Buns'],
    ['suger', 'Sugar & Jaggery'],
    ['panir', 'Paneer & Tofu'],
    ['pannir', 'Paneer & Tofu'],
    ['tomatos', 'Vegetables'],
    ['potatoe', 'Vegetables'],
    ['yoghurt', 'Curd & Yogurt'],
    ['noodels', 'Noodles'],
    ['buterrmlik', 'Buttermilk & Lassi'],
    ['choklet', 'Chocolate Bars'],
  ])('ranks the sub-category first for %s', async (search, subCategory) => {
    expect(await firstSubCategories(search, 1)).toEqual([subCategory]);
  });

  test('corrects an unfinished word', async () => {
    expect(await firstSubCategories('chocl', 1)).toEqual(['Chocolate Bars']);
  });

  test('corrects one word of several', async () => {
    expect((await find('gauvana tonned milk')).names.slice(0, 2).sort()).toEqual([
      'Gauvana Toned Milk 1 L',
      'Gauvana Toned Milk 500 ml',
    ]);
  });

  test('finds nothing for a word that resembles no other', async () => {
    expect(await find('xqzwvk')).toEqual({ names: [], totalCount: 0 });
  });
});

describe('unfinished words', () => {
  test.each([
    ['mil', 'Milk'],
    ['pane', 'Paneer & Tofu'],
    ['cur', 'Curd & Yogurt'],
    ['ch', 'Chips & Crisps'],
    ['Gauvana se', 'Curd & Yogurt'],
  ])('ranks the sub-category first for %s', async (search, subCategory) => {
    const { names } = await find(search);
    expect(names.slice(0, 4).map(subCategoryOf)).toContain(subCategory);
  });

  test('narrows the results with every character and always includes the product', async () => {
    const name = 'Gauvana Fresh Paneer 200 g';
    const counts: number[] = [];
    for (let length = 1; length <= 'paneer'.length; length += 1) {
      const { names, totalCount } = await find('paneer'.slice(0, length));
      expect(names).toContain(name);
      counts.push(totalCount);
    }
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });
});

describe('several words', () => {
  test('matches in any order', async () => {
    const { names } = await find('cream full himdoodh');
    expect(names).toEqual(['Himdoodh Full Cream Milk 500 ml']);
    expect((await find('Himdoodh cream full')).names).toEqual(names);
  });

  test('combines brand and product', async () => {
    expect(await firstSubCategories('gauvana curd', 1)).toEqual(['Curd & Yogurt']);
  });

  test('ranks the product itself first when nothing matches all words', async () => {
    const { names } = await find('organic lemon');
    expect(names[0]).toBe('Mittibagh Lemon 4 pcs');
  });

  test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'zzxqv 500', 'zzxqv 5 x'])(
    'finds nothing for %s, of which only numbers and single characters match units',
    async (search) => {
      expect(await find(search)).toEqual({ names: [], totalCount: 0 });
    },
  );

  test.each([
    '<p>',
    '<b>',
    '< p >',
    '<body onload=alert(1)>',
    '<body onload=alert(1',
    '<b>b</b>',
    '</',
    '{{7*7}}',
    "' OR 1=1 --",
    "1' or '1'='1",
    '"m"',
    'm;',
  ])('finds nothing for %s, which is not of words', async (search) => {
    expect(await find(search)).toEqual({ names: [], totalCount: 0 });
  });

  test.each([
    ['<b>milk</b>', 'milk'],
    ['milk <3', 'milk 3'],
    ['milk & b', 'milk b'],
    ['4*250 g', '4 x 250 g'],
    ['5,', '5'],
    ['m.', 'm'],
  ])('finds for %s what it finds for %s', async (search, other) => {
    const { totalCount } = await find(search);
    expect(totalCount).toBeGreaterThan(0);
    expect(totalCount).toBe((await find(other)).totalCount);
  });

  test('ranks a product above others when its name and a number match, and finds numbers alone', async () => {
    expect((await find('basmati 5')).names).toEqual(['Annavali Basmati Rice 5 kg']);
    expect((await find('5')).totalCount).toBeGreaterThan(0);
  });

  test('ignores stop words', async () => {
    expect((await find('the milk of gauvana')).names.slice(0, 2).map(subCategoryOf)).toEqual([
      'Milk',
      'Milk',
    ]);
  });

  test('matches one word written as two and two written as one', async () => {
    expect((await find('icecream')).names[0]).toBe('Frostigo Vanilla Ice Cream 700 ml');
    expect((await find('butter milk')).names[0]).toBe('Gauvana Salted Buttermilk 200 ml');
    expect((await find('eggnoodles')).names[0]).toBe('Noodlu Egg Noodles 200 g');
  });
});

describe('synonyms', () => {
  test.each([
    ['dahi', 'Curd & Yogurt'],
    ['doodh', 'Milk'],
    ['anda', 'Eggs'],
    ['chawal', 'Rice'],
    ['cheeni', 'Sugar & Jaggery'],
    ['aloo', 'Vegetables'],
    ['chai', 'Tea'],
    ['bhindi', 'Frozen Vegetables'],
    ['lady finger', 'Frozen Vegetables'],
    ['ladyfinger', 'Frozen Vegetables'],
    ['aata', 'Flours'],
  ])('ranks the sub-category first for %s', async (search, subCategory) => {
    expect(await firstSubCategories(search, 1)).toEqual([subCategory]);
  });

  test('ranks the word itself before its synonyms', async () => {
    const { names } = await find('chaas');
    expect(names.slice(0, 2)).toEqual(['Nandgopi Masala Chaas 200 ml', 'Gauvana Salted Buttermilk 200 ml']);
  });
});

describe('sizes', () => {
  test.each(['milk 1l', 'milk 1 litre', 'milk 1000 ml', '1 L milk', 'milk 1.0 ltr'])(
    'ranks the size first for %s',
    async (search) => {
      const { names } = await find(search);
      expect(names.slice(0, 2).sort()).toEqual(['Gauvana Toned Milk 1 L', 'Himdoodh Cow Milk 1 L']);
      // The other sizes are still there, below.
      expect(names).toContain('Gauvana Toned Milk 500 ml');
    },
  );

  test.each([
    ['atta 5kg', 'Khetraj Chakki Atta 5 kg'],
    ['basmati rice 5 kg', 'Annavali Basmati Rice 5 kg'],
    ['half kg paneer', 'Nandgopi Malai Paneer 500 g'],
    ['½ kg paneer', 'Nandgopi Malai Paneer 500 g'],
    ['eggs 12 pack', 'Coopala Brown Eggs 12 pcs'],
    ['dozen eggs', 'Coopala Brown Eggs 12 pcs'],
    ['pack of 30 eggs', 'Nandgopi White Eggs 30 pcs'],
    ['दूध १ लीटर', 'Himdoodh Cow Milk 1 L'],
  ])('ranks the size first for %s, then others', async (search, name) => {
    const { names } = await find(search);
    expect(names[0]).toBe(name);
    const without = await find(search.replace(/½ kg|half kg|5 ?kg|12 pack|dozen|pack of 30|१ लीटर/, ''));
    expect(new Set(names)).toEqual(new Set(without.names));
  });

  test('finds products although none has the size', async () => {
    for (const search of ['paneer 7 kg', 'eggs 100 pack']) {
      const { names } = await find(search);
      expect(names).toEqual((await find(search.split(' ')[0] ?? '')).names);
      expect(names).not.toEqual([]);
    }
  });

  test('finds a size without other words', async () => {
    expect((await find('5 kg')).names).toContain('Khetraj Chakki Atta 5 kg');
  });
});

describe('order and pages', () => {
  test('ranks products in stock first among equal matches', async () => {
    const id = catalogue.products.get('Gauvana Fresh Paneer 200 g') ?? '';
    const before = await find('fresh paneer');
    expect(before.names[0]).toBe('Gauvana Fresh Paneer 200 g');
    await db.query(sql`update product_stock set stock = 0 where product_id = ${id}`);
    const { names } = await find('paneer');
    expect(names.slice(0, 2)).toEqual(['Nandgopi Malai Paneer 500 g', 'Gauvana Fresh Paneer 200 g']);
    await db.query(sql`update product_stock set stock = 20 where product_id = ${id}`);
  });

  test('returns pages without gaps or duplicates', async () => {
    const whole = await find('milk');
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.totalCount / 3); page += 1) {
      const { names, totalCount } = await find('milk', { page, limit: 3 });
      expect(totalCount).toBe(whole.totalCount);
      pages.push(...names);
    }
    expect(pages).toEqual(whole.names);
  });

  test('returns no products but the total count beyond the last page', async () => {
    const { totalCount } = await find('milk');
    expect(await find('milk', { page: 1_000_000 })).toEqual({ names: [], totalCount });
    expect(await find('', { page: 1_000_000 })).toEqual({ names: [], totalCount: shop.length });
    const anyWord = await find('organic lemon');
    expect(await find('organic lemon', { page: 99 })).toEqual({ names: [], totalCount: anyWord.totalCount });
  });

  test('returns everything, newest first, for an empty search', async () => {
    const { names, totalCount } = await find('  ');
    expect(totalCount).toBe(shop.length);
    expect(new Set(names.slice(0, 100)).size).toBe(shop.length);
  });
});

describe('special characters', () => {
  test.each([
    ['tsquery operators', "milk & | ! <-> :* ( ) ' \\ %"],
    ['only operators', "& | ! <-> :* () '' \\"],
    ['quotes', `"'milk'"`],
    ['SQL', "'; drop table product; --"],
    ['wildcards', '%_%'],
    ['an emoji', '🥛'],
    ['an emoji between words', 'milk🥛bread'],
    ['two hundred characters', 'm'.repeat(200)],
    ['a hundred words', 'milk bread '.repeat(50)],
    ['weights', 'milk:A bread:*B'],
    ['Devanagari', 'दूध'],
    ['digits', '0 1 2 3 4 5 6 7 8 9'],
    ['a huge amount', '999999999999999999999999999 kg milk'],
    ['right-to-left marks', '\u202emilk\u202c'],
    ['accents', 'Mílk'],
    ['capitals', 'MILK'],
  ])('accepts %s', async (_what, search) => {
    const { totalCount } = await find(search);
    expect(totalCount).toBeGreaterThanOrEqual(0);
  });

  test('ignores accents, capitals and apostrophes', async () => {
    const { names } = await find('milk');
    for (const search of ['MILK', 'mílk', "m'ilk", 'milk!'])
      expect((await find(search)).names).toEqual(names);
  });

  test('finds nothing for text without words', async () => {
    expect((await find('🥛')).totalCount).toBe(0);
    expect((await find('???')).totalCount).toBe(0);
  });
});

describe('names in an Indian script', () => {
  let named: TestDatabase;
  let milk: string | undefined;
  let butter: string | undefined;
  beforeAll(async () => {
    named = await createTestDatabase();
    const { products } = await seedCatalogue(named.db, [
      { category: 'Dairy', subCategory: 'Fresh', name: 'गोपी दूध' },
      { category: 'Dairy', subCategory: 'Fresh', name: 'Plain Rusk' },
      { category: 'Spreads', subCategory: 'Nut Spreads', name: 'Almond Butter' },
      { category: 'Spreads', subCategory: 'Nut Spreads', name: 'Cashew Butter' },
      { category: 'Dairy', subCategory: 'Butter', name: 'Salted Yellow Butter' },
    ]);
    milk = products.get('गोपी दूध');
    butter = products.get('Salted Yellow Butter');
    for (const [name, hindi] of [
      ['Almond Butter', 'बादाम बटर'],
      ['Cashew Butter', 'काजू बटर'],
      ['Salted Yellow Butter', 'नमकीन बटर'],
    ])
      await named.db.query(sql`update product set name_hindi = ${hindi} where name = ${name}`);
  });
  afterAll(() => named.drop());

  test.each(['गोपी', 'gopi', 'दूध', 'dudh', 'doodh', 'milk', 'goopi dudh', 'दू'])(
    'are found by %s',
    async (search) => {
      const { ids } = await findProductIds(testContext(named.db), { search, page: 1, limit: 10 });
      expect(ids).toEqual([milk]);
    },
  );

  test.each(['butter', 'बटर', 'मक्खन', 'નમકીન બટર'])(
    'beside English ones rank by these: %s is no nut butter',
    async (search) => {
      const { ids } = await findProductIds(testContext(named.db), { search, page: 1, limit: 10 });
      expect(ids[0]).toBe(butter);
    },
  );
});
