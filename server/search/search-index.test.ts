import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { extractSizes } from '#contract/products/pack-sizes.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { findProductIds } from './search.service.ts';
import { toSearchWords } from './words/search-query.ts';

const { db } = await openTestDatabase();
const context = testContext(db);
const catalogue = await seedCatalogue(db, [
  { category: 'Dairy', subCategory: 'Milk', name: 'Gauvana Toned Milk', brand: 'Gauvana', unit: '1 L' },
  { category: 'Bakery', subCategory: 'Cakes', name: 'Ovenji Plum Cake', description: 'Full of raisins.' },
]);
const product = catalogue.products.get('Gauvana Toned Milk') ?? '';
const category = catalogue.categories.get('Dairy') ?? '';
const subCategory = catalogue.subCategories.get('Milk') ?? '';

async function find(search: string): Promise<string[]> {
  const { ids } = await findProductIds(context, { search, page: 1, limit: 100 });
  return ids;
}

test('finds a product by name, brand, categories and description', async () => {
  for (const search of ['toned', 'gauvana', 'milk', 'dairy']) expect(await find(search)).toEqual([product]);
  expect(await find('raisins')).toHaveLength(1);
});

test('finds a renamed product by its new name only', async () => {
  await db.query(sql`update product set name = 'Gauvana Skimmed Milk' where id = ${product}`);
  expect(await find('skimmed')).toEqual([product]);
  expect(await find('toned')).toEqual([]);
});

test('finds a product by its new description, brand and size', async () => {
  await db.query(sql`
    update product set description = 'From happy buffaloes.', unit = '500 ml', more_details = '{"brand": "Himdoodh"}'
    where id = ${product}`);
  expect(await find('buffaloes')).toEqual([product]);
  expect(await find('himdoodh')).toEqual([product]);
  expect(await find('500ml')).toEqual([product]);
});

test('finds a product by its name in Hindi in either script, until it has none', async () => {
  await db.query(sql`
    update product set name_hindi = 'भैंस का दूध', description_hindi = 'गाँव से ताज़ा' where id = ${product}`);
  for (const search of ['भैंस', 'भैंस का दूध', 'bhains', 'bhain', 'भैं', 'ताज़ा', 'गांव'])
    expect([search, await find(search)]).toEqual([search, [product]]);
  await db.query(sql`update product set name_hindi = '', description_hindi = '' where id = ${product}`);
  for (const search of ['भैंस', 'ताज़ा']) expect(await find(search)).toEqual([]);
});

test('a word that means nothing finds no name in an Indian script that begins with its reduced sound', async () => {
  await db.query(sql`update product set name = 'Cashews', name_hindi = 'काजू' where id = ${product}`);
  expect(await find('kaju')).toEqual([product]);
  for (const search of ['qqqqzzzz', 'kzz', 'qqzzz']) expect(await find(search)).toEqual([]);
});

test('searches in Latin script use a name in Hindi by its sound only, and for words that no name has', async () => {
  await db.query(sql`update product set name_hindi = 'मिट्टी का दीया' where id = ${product}`);
  // 'दीया' is not an unfinished 'दियासलाई', and no 'clay' or 'lamp' of the English name.
  for (const search of ['माचिस', 'matchbox', 'lamp'])
    expect([search, await find(search)]).toEqual([search, []]);
  for (const search of ['mitti', 'diya', 'মিট্টি'])
    expect([search, await find(search)]).toEqual([search, [product]]);
  await db.query(sql`update product set name_hindi = '' where id = ${product}`);
  expect(await find('mitti')).toEqual([]);
});

test('finds products by the name in Hindi of their category and sub-category, until they have none', async () => {
  await db.query(sql`update category set name_hindi = 'दुग्धशाला' where id = ${category}`);
  await db.query(sql`update sub_category set name_hindi = 'पेयपदार्थ' where id = ${subCategory}`);
  for (const search of ['दुग्धशाला', 'पेयपदार्थ']) expect(await find(search)).toEqual([product]);
  await db.query(sql`update category set name_hindi = '' where id = ${category}`);
  await db.query(sql`update sub_category set name_hindi = '' where id = ${subCategory}`);
  for (const search of ['दुग्धशाला', 'पेयपदार्थ']) expect(await find(search)).toEqual([]);
});

test('finds products by the new name of a renamed category', async () => {
  await db.query(sql`update category set name = 'Cowshed' where id = ${category}`);
  expect(await find('cowshed')).toEqual([product]);
  expect(await find('cowsehd')).toEqual([product]);
  expect(await find('dairy')).toEqual([]);
});

test('finds products by the new name of a renamed sub-category', async () => {
  await db.query(sql`update sub_category set name = 'Churns' where id = ${subCategory}`);
  expect(await find('churns')).toEqual([product]);
});

test('finds a moved product by its new category only', async () => {
  const bakery = catalogue.categories.get('Bakery') ?? '';
  await db.query(sql`delete from product_category where product_id = ${product}`);
  expect(await find('cowshed')).toEqual([]);
  await db.query(sql`insert into product_category values (${product}, ${bakery})`);
  expect(await find('bakery')).toHaveLength(2);
});

test('does not find a deleted product or correct to its words', async () => {
  const { products } = await seedCatalogue(db, [
    { category: 'Rarities', subCategory: 'Curiosities', name: 'Quixotic Zephyrfruit' },
  ]);
  expect(await find('zephyrfruti')).toEqual([...products.values()]);
  await db.query(sql`delete from product where id = any (${[...products.values()]})`);
  expect(await find('zephyrfruit')).toEqual([]);
  expect(await find('zephyrfruti')).toEqual([]);
});

test('does not rewrite the search index when stock changes', async () => {
  const version = () => db.query(sql`select xmin from product_search where product_id = ${product}`);
  const before = await version();
  await db.query(sql`update product_stock set stock = stock - 1 where product_id = ${product}`);
  expect(await version()).toEqual(before);
});

test('indexes the new name of a category that is renamed while a product is added to it', async () => {
  const { products, categories } = await seedCatalogue(db, [
    { category: 'Before', subCategory: 'Corner', name: 'Joiner' },
    { category: 'Elsewhere', subCategory: 'Nook', name: 'Bystander' },
  ]);
  const [joiner, before] = [products.get('Bystander') ?? '', categories.get('Before') ?? ''];
  let renaming: Promise<unknown> = Promise.resolve();
  await db.transaction(async (transaction) => {
    await transaction.query(sql`insert into product_category values (${joiner}, ${before})`);
    // The rename cannot see the uncommitted product, so it has to wait.
    renaming = db.query(sql`update category set name = 'Afterwards' where id = ${before}`);
    await untilWaiting(db);
  });
  await renaming;
  expect(await find('afterwards')).toContain(joiner);
  expect(await find('before')).not.toContain(joiner);
});

test.each([
  ['1 L', ['1000ml']],
  ['500 ml', ['500ml']],
  ['1.5 Kg', ['1500g']],
  ['250gm', ['250g']],
  ['12 pcs', ['12pc']],
  ['6 Pieces', ['6pc']],
  ['2 x 75 g', ['75g']],
  ['Pack of 3', []],
  ['4 garlic bulbs', []],
  ['1.005 litres', ['1005ml']],
  ['1 l and 200 grams', ['1000ml', '200g']],
])('extracts the sizes of %s in the database, and these and others in a search', async (text, sizes) => {
  const [row] = await db.query<{ sizes: string[] }>(sql`select search_sizes(${text}) as sizes`);
  expect([...(row?.sizes ?? [])].sort()).toEqual(sizes);
  expect(extractSizes(text).sizes).toEqual(expect.arrayContaining(sizes));
});

test.each(['Crème brûlée', "Farmer's Pick", 'AT&T/curd.com 5-grain 100%', '  दूध  ', 'naïve CAFÉ', 'a_b'])(
  'splits %s into the same words in the database and in a search',
  async (text) => {
    const [row] = await db.query<{ words: string[] }>(
      sql`select tsvector_to_array(to_tsvector('pg_catalog.simple', search_text(${text}))) as words`,
    );
    expect([...(row?.words ?? [])].sort()).toEqual(expect.arrayContaining(toSearchWords(text)));
  },
);
