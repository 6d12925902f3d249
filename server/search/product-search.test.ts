import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { dayMs } from '#contract/base/durations.ts';
import { CatalogueCache, listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { connect } from '#server/database/connect.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { addOrder, addProduct } from '#tests/fixtures/seed.ts';
import { ProductSearch } from './product-search.ts';
import { SearchIndex } from './search-index.ts';

const { db, url } = await openTestDatabase();
/** It learns of changes only from the database. */
const otherProcess = connect(url);
const log = pino({ level: 'silent' });
const cache = new CatalogueCache();
const search = new ProductSearch(otherProcess, cache);
const following = await listenForCatalogueChanges(otherProcess, cache, log);
await addProduct(db, { name: 'Toned Milk' });
await find('milk');
afterAll(async () => {
  await following.stop();
  await otherProcess.close();
});

/** Searches when the process is notified of everything that is committed. */
async function find(text: string): Promise<string[]> {
  await receiveNotifications(otherProcess);
  return (await search.find({ search: text, page: 1, limit: 10 })).ids;
}

test('corrects to a new word in the first search after another process has announced it', async () => {
  expect(await find('zephyrfruti')).toEqual([]);
  const id = await addProduct(db, { name: 'Zephyrfruit' });
  expect(await find('zephyrfruti')).toEqual([id]);
});

test('takes a new word for a prefix in the first search after another process has announced it', async () => {
  expect(await find('quinc')).toEqual([]);
  const id = await addProduct(db, { name: 'Quinces' });
  expect(await find('quinc')).toEqual([id]);
});

test('learns a word of a transaction that was open when later ones were learned', async () => {
  const ids: string[] = [];
  await db.transaction(async (transaction) => {
    ids.push(await addProduct(transaction, { name: 'Jackfruit' }));
    await addProduct(db, { name: 'Dragonfruit' });
    expect(await find('dragonfriut')).toHaveLength(1);
    expect(await find('jackfriut')).toEqual([]);
  });
  expect(await find('jackfriut')).toEqual(ids);
});

test('ranks corrections by the current numbers of products', async () => {
  await addProduct(db, { name: 'Kokum' });
  const other = await addProduct(db, { name: 'Kokam' });
  await find('kokim');
  for (let count = 0; count < 3; count += 1) await addProduct(db, { name: `Kokam ${count}` });
  expect((await find('kokim'))[0]).toBe(other);
});

test('finds the words of concurrent writers in concurrent searches', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${'bcdfghjklmnp'[index]}anvoorika`);
  await Promise.all(
    names.map(async (name) => {
      const id = await addProduct(db, { name });
      expect(await find(name.slice(0, -2))).toEqual([id]);
    }),
  );
});

test('ranks a product last in the first search after it has sold out, and does not find it after its deletion', async () => {
  const [short, long] = [
    await addProduct(db, { name: 'Medlar' }),
    await addProduct(db, { name: 'Wild Medlar' }),
  ];
  expect(await find('medlar')).toEqual([short, long]);
  await db.query(sql`update product_stock set stock = 0 where product_id = ${short}`);
  expect(await find('medlar')).toEqual([long, short]);
  await db.query(sql`delete from product where id = ${long}`);
  expect(await find('medlar')).toEqual([short]);
});

test('sees a change of many products, which is announced as a change of everything', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 110; count += 1) ids.push(await addProduct(db, { name: `Salak ${count}` }));
  await find('salak');
  await db.query(sql`update product set name = 'Snakefruit ' || name where id = any (${ids})`);
  await db.query(sql`update product_stock set stock = 0 where product_id = any (${ids.slice(1)})`);
  await db.query(sql`delete from product where id = any (${ids.slice(50)})`);
  expect((await find('snakefruit'))[0]).toBe(ids[0]);
  expect((await search.find({ search: 'snakefruit', page: 1, limit: 1 })).totalCount).toBe(50);
});

test('an index finds the same after its products have been replaced many times', () => {
  const index = new SearchIndex({ stemOf: (word) => word, piecesSold: () => 0 });
  const products = Array.from({ length: 200 }, (_product, number) => ({
    ...{
      id: `p${number}`,
      version: '1',
      is_sold_out: number % 2 === 0,
      has_picture: true,
      name: 'Fruit',
      name_hindi: '',
      unit: '',
    },
    ...{ category_text: "'fruit':1C", created_at: new Date(number), brand: 'Ours', veg: true },
    ...{
      price_paise: 100 + number,
      discount_basis_points: 0,
      sale_price_paise: null,
      family: '',
      listings: ['dairy fruit'],
    },
  }));
  for (let round = 0; round < 120; round += 1) {
    index.put(products.map((product) => ({ ...product, product_text: `'${product.id}':1A 'r${round}':2D` })));
    index.remove('p7');
  }
  const find = (word: string) => {
    const term = {
      exact: [[{ word, stem: word }]],
      likely: [],
      possible: [],
      prefixes: [],
      isDistinctive: true,
    };
    const range = { limit: 2, offset: 0 };
    return index.find({ words: [term], packSizes: [] }, (matches) => index.selectPage(matches, range));
  };
  expect(find('p8')).toEqual({ ids: ['p8'], totalCount: 1 });
  expect(find('p7')).toEqual({ ids: [], totalCount: 0 });
  expect(find('r118').totalCount).toBe(0);
  expect(find('r119').totalCount).toBe(199);
  expect(find('fruit')).toEqual({ ids: ['p199', 'p197'], totalCount: 199 });
  const listed = index.listWithRelevance('dairy fruit').map(({ product }) => product);
  expect(listed.map(({ id }) => id).sort()).toEqual(
    products
      .map(({ id }) => id)
      .filter((id) => id !== 'p7')
      .sort(),
  );
  expect(listed.every(({ id, pricePaise }) => id === `p${pricePaise - 100}`)).toBe(true);
});

test('ranks what sold more before today first among equal results, after what is in stock', async () => {
  const yesterday = new Date(Date.now() - dayMs);
  const [bought, returned, soldOut, newest] = [
    await addProduct(db, { name: 'Feijoa 1' }),
    await addProduct(db, { name: 'Feijoa 2' }),
    await addProduct(db, { name: 'Feijoa 3', stock: 0 }),
    await addProduct(db, { name: 'Feijoa 4' }),
  ];
  await addOrder(db, { at: yesterday, lines: [{ productId: bought, quantity: 5 }] });
  await addOrder(db, { at: yesterday, lines: [{ productId: soldOut, quantity: 50 }] });
  await addOrder(db, { at: yesterday, status: 'CANCELLED', lines: [{ productId: returned, quantity: 50 }] });
  await addOrder(db, { at: new Date(), lines: [{ productId: returned, quantity: 50 }] });
  const { ids } = await new ProductSearch(db, new CatalogueCache()).find({
    search: 'feijoa',
    page: 1,
    limit: 10,
  });
  expect(ids).toEqual([bought, newest, returned, soldOut]);
});
