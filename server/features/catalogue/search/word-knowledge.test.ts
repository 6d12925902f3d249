import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { findProductIds } from './search.service.ts';

let database: TestDatabase;
/** Like another process, it learns of words only from the database. */
let otherProcess: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  otherProcess = connect(database.url);
  await addProduct(database.db, { name: 'Toned Milk' });
  await find('milk');
});
afterAll(async () => {
  await otherProcess.close();
  await database.drop();
});

async function find(search: string): Promise<string[]> {
  return (await findProductIds(testContext(otherProcess), { search, page: 1, limit: 10 })).ids;
}

test('corrects to a new word in the first search after another process has committed it', async () => {
  expect(await find('zephyrfruti')).toEqual([]);
  const id = await addProduct(database.db, { name: 'Zephyrfruit' });
  expect(await find('zephyrfruti')).toEqual([id]);
});

test('takes a new word for a prefix in the first search after another process has committed it', async () => {
  expect(await find('quinc')).toEqual([]);
  const id = await addProduct(database.db, { name: 'Quinces' });
  expect(await find('quinc')).toEqual([id]);
});

test('learns a word of a transaction that was open when later ones were learned', async () => {
  const ids: string[] = [];
  await database.db.transaction(async (transaction) => {
    ids.push(await addProduct(transaction, { name: 'Jackfruit' }));
    await addProduct(database.db, { name: 'Dragonfruit' });
    expect(await find('dragonfriut')).toHaveLength(1);
    expect(await find('jackfriut')).toEqual([]);
  });
  expect(await find('jackfriut')).toEqual(ids);
});

test('ranks corrections by the current numbers of products', async () => {
  await addProduct(database.db, { name: 'Kokum' });
  const other = await addProduct(database.db, { name: 'Kokam' });
  await find('kokim');
  for (let count = 0; count < 3; count += 1) await addProduct(database.db, { name: `Kokam ${count}` });
  expect((await find('kokim'))[0]).toBe(other);
});

test('finds the words of concurrent writers in concurrent searches', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${'bcdfghjklmnp'[index]}anvoorika`);
  await Promise.all(
    names.map(async (name) => {
      const id = await addProduct(database.db, { name });
      expect(await find(name.slice(0, -2))).toEqual([id]);
    }),
  );
});
