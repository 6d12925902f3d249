import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { connect } from '#server/database/connect.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import {
  createImporter,
  type Importer,
  newProductHeadings,
  newProductRow,
  startImports,
  toCsv,
} from '#tests/fixtures/product-import.ts';
import { addProduct, changeSettings, stockOf } from '#tests/fixtures/seed.ts';
import { tryImportLock } from './product-import.queries.ts';

let database: TestDatabase;
let importer: Importer;
let processes: JobQueue[];
beforeEach(async () => {
  database = await createTestDatabase();
  importer = await createImporter(database.db);
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((jobs) => jobs.stop()));
  await database.drop();
});

const startProcess = async () => void processes.push(await startImports(database.db, importer));
const nameOf = async (id: string) =>
  (await database.db.query(sql`select name from product where id = ${id}`))[0]?.name;
const countProducts = async () => (await database.db.query(sql`select id from product`)).length;

test('retries while another import runs', async () => {
  const { _id } = await importer.check(toCsv(newProductHeadings, [newProductRow('Milk')]));
  const other = connect(database.url, { maxConnections: 1 });
  const [begun, ended] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const first = other.transaction(async (transaction) => {
    begun.resolve(await tryImportLock(transaction));
    await ended.promise;
  });
  expect(await begun.promise).toBe(true);
  await startProcess();
  await importer.apply(_id);
  await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({ retry: 1 });
  expect((await importer.call('getImport', { _id })).data).toMatchObject({ status: 'APPLYING', done: 0 });
  ended.resolve();
  await first;
  await makeJobsDue(database.db);
  expect((await importer.ended(_id)).status).toBe('APPLIED');
  await other.close();
});

/**
 * Applies a file until its job waits, before it changes a product, for a word that is being added to the vocabulary.
 */
async function applyUntilPrepared(rows: readonly (readonly string[])[]): Promise<{
  id: string;
  /** Lets the job go on, and resolves with the import after it has ended. */
  goOn(): Promise<ProductImport>;
}> {
  const { _id } = await importer.check(toCsv(['id', 'name', 'price', 'stock'], rows));
  const other = connect(database.url, { maxConnections: 1 });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = other.transaction(async (transaction) => {
    await transaction.query(sql`select add_search_words('Zebra')`);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  await startProcess();
  await importer.apply(_id);
  await untilWaiting(database.db);
  return {
    id: _id,
    async goOn() {
      ended.resolve();
      await holding;
      await other.close();
      return importer.ended(_id);
    },
  };
}

test('lets orders take stock while an import is prepared, and counts what they took', async () => {
  const id = await addProduct(database.db, { name: 'Horse Milk', stock: 10 });
  const { goOn } = await applyUntilPrepared([[id, 'Zebra Milk', '120', '15']]);
  await database.db.transaction(async (transaction) => {
    await transaction.query(sql`set local lock_timeout = 1000`);
    await transaction.query(sql`update product_stock set stock = stock - 3 where product_id = ${id}`);
  });
  expect(await nameOf(id)).toBe('Horse Milk');
  expect((await importer.call('searchProducts', { search: 'horse' })).data).toHaveLength(1);
  expect(await goOn()).toMatchObject({ status: 'APPLIED', done: 1 });
  expect([await nameOf(id), await stockOf(database.db, id)]).toEqual(['Zebra Milk', 12]);
  expect((await importer.call('searchProducts', { search: 'zebra' })).data).toMatchObject([
    { _id: id, price: 120, stock: 12 },
  ]);
});

/**
 * Applies a file until its job waits at its end, when all products are written. Returns a function that lets it end.
 */
async function applyUntilEnd(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const { _id } = await importer.check(toCsv(headings, rows));
  const other = connect(database.url, { maxConnections: 1 });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = other.transaction(async (transaction) => {
    // The last statement of an import deletes these.
    await transaction.query(sql`select from product_import_part where import_id = ${_id} for key share`);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  await startProcess();
  await importer.apply(_id);
  await untilWaiting(database.db);
  return async () => {
    ended.resolve();
    await holding;
    await other.close();
    return importer.ended(_id);
  };
}

test('lets orders take stock after it has changed the other fields of their products, until its end', async () => {
  const id = await addProduct(database.db, { name: 'Horse Milk', stock: 10 });
  const goOn = await applyUntilEnd(
    ['id', 'name', 'unit', 'price', 'discount', 'stock', 'details'],
    [[id, 'Zebra Milk', '2 l', '120', '5', '10', 'Brand: A']],
  );
  const asha = await createShopper(database.db);
  await asha.fill({ [id]: 3 });
  const { data } = await asha.order(await asha.checkout());
  expect(data).toMatchObject({ totalAmt: 300, items: [{ name: 'Horse Milk', price: 100 }] });
  expect(await goOn()).toMatchObject({ status: 'APPLIED', done: 1 });
  expect([await nameOf(id), await stockOf(database.db, id)]).toEqual(['Zebra Milk', 7]);
  await asha.fill({ [id]: 1 });
  expect((await asha.order(await asha.checkout())).data.totalAmt).toBe(114);
});

test('makes orders wait for products only that get another stock or other categories', async () => {
  const add = (name: string) => addProduct(database.db, { name, stock: 10 });
  const [same, restocked, moved] = [await add('Horse Milk'), await add('Goat Milk'), await add('Cow Milk')];
  const goOn = await applyUntilEnd(
    ['id', 'price', 'stock', 'categories', 'sub_categories'],
    [
      [same, '120', '10', '', ''],
      [restocked, '120', '15', '', ''],
      [moved, '120', '10', 'Dairy', 'Milk'],
    ],
  );
  const isLocked = async (id: string) =>
    (await database.db.query(sql`select from product_stock where product_id = ${id} for update skip locked`))
      .length === 0;
  expect(await Promise.all([same, restocked, moved].map(isLocked))).toEqual([false, true, true]);
  await goOn();
  expect(await Promise.all([same, restocked, moved].map((id) => stockOf(database.db, id)))).toEqual([
    10, 15, 10,
  ]);
});

test('rejects an edit of a product that was made while an import of it is applied', async () => {
  const id = await addProduct(database.db, { name: 'Horse Milk' });
  const [product] = (await importer.call('listProductsById', { ids: [id] })).data;
  const { goOn } = await applyUntilPrepared([[id, 'Zebra Milk', '120', '15']]);
  const edit = importer.call('changeProducts', {
    changes: [{ _id: id, updatedAt: product?.updatedAt, price: 7 }],
  });
  const rejected = expect(edit).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  await untilWaiting(database.db, 2);
  expect(await goOn()).toMatchObject({ status: 'APPLIED' });
  await rejected;
  expect((await importer.call('listProductsById', { ids: [id] })).data).toMatchObject([{ price: 120 }]);
  expect(await importer.historyOf(id)).toHaveLength(1);
});

test('keeps a product that was deleted while an import of it is applied deleted', async () => {
  const id = await addProduct(database.db, { name: 'Horse Milk' });
  const { goOn } = await applyUntilPrepared([[id, 'Zebra Milk', '120', '15']]);
  const deletion = importer.call('deleteProduct', { _id: id });
  await untilWaiting(database.db, 2);
  expect(await goOn()).toMatchObject({ status: 'APPLIED' });
  await deletion;
  expect(await countProducts()).toBe(0);
  expect((await importer.historyOf(id)).map(({ action }) => action)).toEqual(['deleted', 'imported']);
});

test('has changed nothing when its process is killed after the preparation, and then starts again', async () => {
  const id = await addProduct(database.db, { name: 'Horse Milk', stock: 10 });
  const { goOn } = await applyUntilPrepared([[id, 'Zebra Milk', '120', '15']]);
  await database.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`);
  await expect.poll(() => countJobsByState(database.db), { timeout: 20_000 }).toEqual({ retry: 1 });
  expect(await importer.historyOf(id)).toEqual([]);
  const unchanged = (await importer.call('searchProducts', { search: 'horse' })).data;
  expect(unchanged).toMatchObject([{ _id: id, name: 'Horse Milk', price: 100, stock: 10 }]);
  await makeJobsDue(database.db);
  expect(await goOn()).toMatchObject({ status: 'APPLIED', done: 1 });
  expect(await stockOf(database.db, id)).toBe(15);
  expect(await importer.historyOf(id)).toHaveLength(1);
});

test('does not deadlock with concurrent changes of the same products', {
  timeout: 120_000,
}, async () => {
  const names = Array.from({ length: 1500 }, (_, number) => `Product ${number}`);
  await importer.bring(
    toCsv(
      newProductHeadings,
      names.map((name) => newProductRow(name)),
    ),
  );
  await startProcess();
  const products = await database.db.query<{ id: string }>(sql`select id from product order by id`);
  const { _id } = await importer.check(
    toCsv(
      ['name', 'price', 'stock'],
      names.map((name) => [name, '120', '500']),
    ),
  );
  await importer.apply(_id);
  // Orders lock the stock of several products in the order of their ids.
  let isOver = false;
  const busy = Promise.all(
    [0, 1, 2].map(async (turn) => {
      for (let round = 0; !isOver; round += 1) {
        const ids = products.filter((_product, index) => (index + round) % 97 === turn).map(({ id }) => id);
        await database.db.transaction(async (transaction) => {
          await transaction.query(
            sql`select from product_stock where product_id = any (${ids}) order by product_id for no key update`,
          );
          await transaction.query(
            sql`update product_stock set stock = stock - 1 where product_id = any (${ids}) and stock > 0`,
          );
        });
      }
    }),
  );
  const applied = await importer.ended(_id);
  isOver = true;
  await busy;
  expect(applied).toMatchObject({ status: 'APPLIED', done: 1500 });
});

test('keeps a tax rate in the settings until an import of products with it has ended', async () => {
  await changeSettings(database.db, { tax: { gstRates: [0, 7], cessRates: [] } });
  const goOn = await applyUntilEnd([...newProductHeadings, 'gst_rate'], [[...newProductRow('Milk'), '7']]);
  const removing = catchAppError(updateTax([0]));
  await untilWaiting(database.db, 2);
  expect(await goOn()).toMatchObject({ status: 'APPLIED', done: 1 });
  expect((await removing).code).toBe('INVALID_INPUT');
});

test('changes nothing when a tax rate of the file was removed from the settings after the check', async () => {
  await changeSettings(database.db, { tax: { gstRates: [0, 7], cessRates: [] } });
  const { _id } = await importer.check(
    toCsv([...newProductHeadings, 'gst_rate'], [[...newProductRow('Milk'), '7']]),
  );
  await updateTax([0]);
  await startProcess();
  await importer.apply(_id);
  expect(await importer.ended(_id)).toMatchObject({
    ...{ status: 'FAILED', done: 0 },
    failure: expect.stringContaining('A tax rate of this file was removed from the settings'),
  });
  expect(await countProducts()).toBe(0);
});

/** Changes the GST rates in the settings as the administrator. */
async function updateTax(gstRates: number[]) {
  const { version, settings } = (await importer.call('getStoreSettings')).data;
  return importer.call('updateStoreSettings', {
    version,
    settings: { ...settings, tax: { gstRates, cessRates: [] } },
  });
}
