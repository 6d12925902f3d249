import sql, { type Sql } from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import type { Queryable } from '#server/database/connect.ts';
import { listProductsByCategory } from '#server/products/product.service.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addProduct, addSubCategory, withStock } from '#tests/fixtures/seed.ts';
import { ProductSearch } from './product-search.ts';

const { db } = await openTestDatabase();

/** A shop whose reads of products wait while `hold` is set. */
async function openSearch(patience?: { maximumWaitMs: number; smallCatalogue: number }) {
  let held = Promise.resolve();
  const slow: Queryable = {
    query: async <Row extends object>(statement: Sql) => {
      if (statement.sql.includes('join product_search s')) await held;
      return db.query<Row>(statement);
    },
    one: (statement) => db.one(statement),
  };
  const cache = new CatalogueCache();
  const search = new ProductSearch(slow, cache, patience);
  const find = async (text: string) => (await search.find({ search: text, page: 1, limit: 10 })).ids;
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { cache, search, find, hold };
}

test('answers a search from the former index while a change of many products is read, then from the new one', async () => {
  const old = await addProduct(db, { name: 'Jambul' });
  const { cache, search, find, hold } = await openSearch({ maximumWaitMs: 0, smallCatalogue: 0 });
  expect(await find('jambul')).toEqual([old]);
  const added = await addProduct(db, { name: 'Karonda' });
  await db.query(sql`update product set name = 'Java Plum' where id = ${old}`);
  const release = hold();
  cache.invalidate('all');
  expect(await find('jambul')).toEqual([old]);
  expect(await find('karonda')).toEqual([]);
  const results = cache.createCache({ maximumBytes: 1000 });
  await results.getOrCompute('karonda', async () => ({ tags: new Set(), bytes: 1 }));
  release();
  // What the caches have of the former index is outdated when the new one answers.
  await expect.poll(() => results.find('karonda')).toBeUndefined();
  expect(await find('karonda')).toEqual([added]);
  expect(await find('jambul')).toEqual([]);
  expect(await find('java plum')).toEqual([old]);
  await search.update();
});

test('shows no product that was deleted or hidden, and the new price of another, while the change is read', async () => {
  const ids = [
    await addProduct(db, { name: 'Salak one' }),
    await addProduct(db, { name: 'Salak two' }),
    await addProduct(db, { name: 'Salak three', pricePaise: 5000 }),
  ];
  const { cache, find, hold } = await openSearch({ maximumWaitMs: 0, smallCatalogue: 0 });
  const products = new ProductCache(db, cache);
  expect((await products.listWithStock(await find('salak'))).map(({ price }) => price)).toContain(50);
  const [deleted = '', hidden = '', changed = ''] = ids;
  await db.query(sql`delete from product where id = ${deleted}`);
  await db.query(sql`update product set status = 'archived' where id = ${hidden}`);
  await db.query(sql`update product set price_paise = 7000 where id = ${changed}`);
  const release = hold();
  cache.invalidate('all');
  const shown = await products.listWithStock(await find('salak'));
  expect(shown.map(({ _id, price }) => [_id, price])).toEqual([[changed, 70]]);
  release();
});

test('a row of a category shows the products that are left after the removal of many, while the change is read', async () => {
  const category = await addCategory(db);
  const subCategory = await addSubCategory(db, [category]);
  const add = async (stock: number) => {
    const id = await addProduct(db, { stock });
    await db.query(sql`insert into product_category (product_id, category_id) values (${id}, ${category})`);
    await db.query(
      sql`insert into product_sub_category (product_id, sub_category_id) values (${id}, ${subCategory})`,
    );
    return id;
  };
  const removed = [await add(9), await add(9)];
  // Products that are sold out come last.
  const left = await add(0);
  const { cache, search, hold } = await openSearch({ maximumWaitMs: 0, smallCatalogue: 0 });
  const context = { now: () => new Date(), productSearch: search, productCache: new ProductCache(db, cache) };
  const listRow = async () => (await listProductsByCategory(context, category, 2)).map(({ _id }) => _id);
  expect((await listRow()).toSorted()).toEqual(removed.toSorted());
  await db.query(sql`delete from product where id = any (${removed})`);
  const release = hold();
  cache.invalidate('all');
  expect(await listRow()).toEqual([left]);
  release();
});

test('a search waits for a change of one product, also in a large catalogue', async () => {
  const { cache, find } = await openSearch({ maximumWaitMs: 0, smallCatalogue: 0 });
  await find('bilimbi');
  const id = await addProduct(db, { name: 'Bilimbi' });
  cache.invalidate([`product:${id}`]);
  expect(await find('bilimbi')).toEqual([id]);
});

test('a search waits for a change of many products of a small catalogue', async () => {
  const { cache, find, hold } = await openSearch();
  await find('carambola');
  const id = await addProduct(db, { name: 'Carambola' });
  const release = hold();
  cache.invalidate('all');
  const found = find('carambola');
  release();
  expect(await found).toEqual([id]);
});

test('a search of a large catalogue waits less than 300 ms for a change of many products', async () => {
  await db.query(
    withStock(
      sql`insert into product (id, name, unit, price_paise)
        select 'large' || n, 'Large ' || n, '1 kg', 100 from generate_series(1, 2001) n`,
      9,
    ),
  );
  const { cache, find, hold } = await openSearch();
  const [id = ''] = await find('large 7');
  const release = hold();
  cache.invalidate('all');
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    release();
  });
  const found = find('large 7');
  await vi.advanceTimersByTimeAsync(299);
  // The change is still being read.
  expect((await found)[0]).toBe(id);
});

test('searches do not fail and the next one reads again when a change of many products cannot be read', async () => {
  let isAway = false;
  const failing: Queryable = {
    query: async <Row extends object>(statement: Sql) => {
      if (isAway && statement.sql.includes('product_search s')) throw new Error('away');
      return db.query<Row>(statement);
    },
    one: (statement) => db.one(statement),
  };
  const cache = new CatalogueCache();
  const search = new ProductSearch(failing, cache, { maximumWaitMs: 0, smallCatalogue: 0 });
  const find = async (text: string) => (await search.find({ search: text, page: 1, limit: 10 })).ids;
  const old = await addProduct(db, { name: 'Santol' });
  expect(await find('santol')).toEqual([old]);
  const added = await addProduct(db, { name: 'Langsat' });
  isAway = true;
  cache.invalidate('all');
  expect(await find('santol')).toEqual([old]);
  isAway = false;
  await expect.poll(() => find('langsat')).toEqual([added]);
});
