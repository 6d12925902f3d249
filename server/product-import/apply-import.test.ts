import sql, { raw, type Sql } from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import {
  createTestDatabase,
  holdTransaction,
  type TestDatabase,
  untilWaiting,
} from '#tests/fixtures/database.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import {
  createImporter,
  type Importer,
  newProductHeadings,
  newProductRow,
  startImports,
  toCsv,
} from '#tests/fixtures/product-import.ts';
import { addAdmin, addProduct, changeSettings, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
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

test('creates and updates products, their search index and audit log, and invalidates the cache', async () => {
  const id = await addProduct(database.db, { name: 'Toned Milk', stock: 5 });
  await startProcess();
  const pages = importer.context.catalogueCache.createCache({ maximumBytes: 1000 });
  await pages.getOrCompute('product', async () => ({ bytes: 1, tags: new Set([`product:${id}`]) }));
  const file = toCsv(
    ['id', ...newProductHeadings],
    [
      [id, ...newProductRow('Buffalo Milk', '49.50')],
      ['', ...newProductRow('Cow Milk')],
    ],
  );
  const { _id, problems } = await importer.check(file);
  expect(problems).toEqual([]);
  await importer.apply(_id);
  expect(await importer.ended(_id)).toMatchObject({
    status: 'APPLIED',
    toCreate: 1,
    toUpdate: 1,
    done: 2,
    failure: null,
  });
  expect(pages.find('product')).toBeUndefined();
  const found = (await importer.call('searchProducts', { search: 'buffalo' })).data;
  expect(found).toMatchObject([{ _id: id, name: 'Buffalo Milk', price: 49.5, stock: 10 }]);
  expect(Object.keys(found[0]?.more_details ?? {})).toEqual(['Zone', 'Brand']);
  expect((await importer.call('searchProducts', { search: 'dairy' })).data).toHaveLength(2);
  expect((await importer.call('searchProducts', { search: 'toned' })).data).toEqual([]);
  const [entry] = await importer.historyOf(id);
  expect(entry).toMatchObject({
    action: 'imported',
    by: { _id: importer.userId },
    thingName: 'Buffalo Milk',
  });
  expect(entry?.changes).toContainEqual({ field: 'price', before: 100, after: 49.5 });
  expect(entry?.changes).toContainEqual({ field: 'category', before: [], after: ['Dairy'] });
  await expect.poll(() => countJobsByState(database.db)).toEqual({});
});

test('imports names and descriptions in Hindi, finds them, and leaves them where the file has no such columns', async () => {
  const id = await addProduct(database.db, { name: 'Tomato' });
  const hindi = toCsv(
    ['id', 'Name Hindi', 'description_hindi', ...newProductHeadings],
    [
      [id, 'टमाटर', 'लाल और रसीले।', ...newProductRow('Tomato')],
      ['', '', '', ...newProductRow('Onion')],
    ],
  );
  expect(await importer.bring(hindi)).toMatchObject({ status: 'APPLIED', done: 2 });
  const textsOf = async () =>
    (await importer.call('searchProducts', { search: 'टमाटर' })).data.map(
      ({ _id, nameHindi, descriptionHindi }) => [_id, nameHindi, descriptionHindi],
    );
  expect(await textsOf()).toEqual([[id, 'टमाटर', 'लाल और रसीले।']]);
  const priced = toCsv(['id', ...newProductHeadings], [[id, ...newProductRow('Tomato', '31')]]);
  expect(await importer.bring(priced)).toMatchObject({ status: 'APPLIED', done: 1 });
  expect(await textsOf()).toEqual([[id, 'टमाटर', 'लाल और रसीले।']]);
  const emptied = toCsv(
    ['id', 'name_hindi', ...newProductHeadings],
    [[id, '', ...newProductRow('Tomato', '31')]],
  );
  expect(await importer.bring(emptied)).toMatchObject({ status: 'APPLIED', done: 1 });
  // Found by 'tomato' now, which is what the search means.
  expect(await textsOf()).toEqual([[id, '', 'लाल और रसीले।']]);
});

test('skips rows with errors only when asked to', async () => {
  await startProcess();
  const { _id } = await importer.check(
    toCsv(newProductHeadings, [newProductRow('Good'), newProductRow('Bad', '0')]),
  );
  await expect(importer.apply(_id)).rejects.toMatchObject({
    code: 'IMPORT_HAS_PROBLEMS',
    details: { badRows: 1 },
  });
  expect(await countProducts()).toBe(0);
  await importer.apply(_id, true);
  expect(await importer.ended(_id)).toMatchObject({ status: 'APPLIED', done: 1, badRows: 1 });
  expect(await countProducts()).toBe(1);
});

test('applies an import once when two admins request it concurrently and again later', async () => {
  await Promise.all([startProcess(), startProcess()]);
  const id = await addProduct(database.db, { name: 'Milk', stock: 5 });
  const { _id } = await importer.check(toCsv(['id', 'stock'], [[id, '8']]));
  const other = await createImporter(database.db);
  const asked = await Promise.all([importer.apply(_id), other.apply(_id), importer.apply(_id)]);
  for (const { status } of asked) expect(['APPLYING', 'APPLIED']).toContain(status);
  await importer.ended(_id);
  expect((await importer.apply(_id)).status).toBe('APPLIED');
  await expect.poll(() => countJobsByState(database.db)).toEqual({});
  expect(await stockOf(database.db, id)).toBe(8);
  expect(await importer.historyOf(id)).toHaveLength(1);
});

test('adds the stock difference to the current stock, within its limits', async () => {
  const add = () => addProduct(database.db, { stock: 10 });
  const [sold, gone, full] = [await add(), await add(), await add()];
  const file = toCsv(
    ['id', 'stock'],
    [
      [sold, '30'],
      [gone, '2'],
      [full, '1000000'],
    ],
  );
  const { _id } = await importer.check(file);
  await database.db.query(sql`update product_stock set stock = 7 where product_id = ${sold}`);
  await database.db.query(sql`update product_stock set stock = 0 where product_id = ${gone}`);
  await database.db.query(sql`update product_stock set stock = 900000 where product_id = ${full}`);
  await startProcess();
  await importer.apply(_id);
  expect((await importer.ended(_id)).status).toBe('APPLIED');
  const stocks = await Promise.all([sold, gone, full].map((id) => stockOf(database.db, id)));
  expect(stocks).toEqual([27, 0, 1_000_000]);
});

/** Checks five rows, then changes three of their products. */
async function checkThenChange(): Promise<{ importId: string; ids: string[] }> {
  const { db } = database;
  const [a, b] = [await addProduct(db, { name: 'A' }), await addProduct(db, { name: 'B' })];
  const c = await addProduct(db, { name: 'C' });
  const file = toCsv(
    ['id', ...newProductHeadings],
    [
      [a, ...newProductRow('A 2')],
      [b, ...newProductRow('B 2')],
      [c, ...newProductRow('C 2')],
      ['', ...newProductRow('New')],
      ['', ...newProductRow('Newer')],
    ],
  );
  const { _id } = await importer.check(file);
  const [product] = (await importer.call('listProductsById', { ids: [a] })).data;
  await importer.call('changeProducts', { changes: [{ _id: a, updatedAt: product?.updatedAt, price: 7 }] });
  await importer.call('deleteProduct', { _id: b });
  await addProduct(database.db, { name: 'new' });
  return { importId: _id, ids: [a, b, c] };
}
const changedSince = ['2 CHANGED_MEANWHILE', '3 DELETED_MEANWHILE', '5 NAME_TAKEN'];

test('fails with an error per product when products changed after the check', async () => {
  const { importId, ids } = await checkThenChange();
  await startProcess();
  await importer.apply(importId);
  const failed = await importer.ended(importId);
  expect(failed.status).toBe('FAILED');
  expect(failed.failure).toMatch(/^3 products of this file have changed since it was checked\. No changes/);
  expect(failed.problems.map(({ line, code }) => `${line} ${code}`).sort()).toEqual(changedSince);
  expect(await nameOf(ids[2] ?? '')).toBe('C');
  expect(await countProducts()).toBe(3);
  expect(await importer.historyOf(ids[2] ?? '')).toEqual([]);
  await expect(importer.apply(importId)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await database.db.query(sql`select * from product_import_part`)).toHaveLength(0);
});

test('skips products that changed after the check when rows with errors are skipped', async () => {
  const { importId, ids } = await checkThenChange();
  await startProcess();
  await importer.apply(importId, true);
  const applied = await importer.ended(importId);
  expect(applied).toMatchObject({ status: 'APPLIED', toCreate: 1, toUpdate: 1, badRows: 3, done: 2 });
  expect(applied.problems.map(({ line, code }) => `${line} ${code}`).sort()).toEqual(changedSince);
  expect(await Promise.all(ids.map(nameOf))).toEqual(['A', undefined, 'C 2']);
});

test('fails when a category was deleted after the check', async () => {
  const { _id } = await importer.check(toCsv(newProductHeadings, [newProductRow('Milk')]));
  await database.db.query(sql`delete from sub_category where name = 'Milk'`);
  await startProcess();
  await importer.apply(_id);
  const failed = await importer.ended(_id);
  expect([failed.status, failed.problems[0]?.code]).toEqual(['FAILED', 'UNKNOWN_CATEGORY']);
});

test('applies an import once although its connection was cut', async () => {
  const { _id } = await importer.check(
    toCsv(newProductHeadings, [newProductRow('Milk'), newProductRow('Curd')]),
  );
  await startProcess();
  await database.db.transaction(async (transaction) => {
    // The import has to wait for this name.
    await addProduct(transaction, { name: 'Curd' });
    await importer.apply(_id);
    const [pid] = await untilWaiting(database.db);
    await database.db.query(sql`select pg_terminate_backend(${pid})`);
    await expect.poll(() => countJobsByState(database.db)).toEqual({ retry: 1 });
    await transaction.query(sql`delete from product`);
  });
  await makeJobsDue(database.db);
  expect(await importer.ended(_id)).toMatchObject({ status: 'APPLIED', done: 2 });
  expect(await countProducts()).toBe(2);
});

test('fails after several attempts', async () => {
  const { _id } = await importer.check(toCsv(newProductHeadings, [newProductRow('Milk')]));
  await database.db.query(sql`alter table product add constraint broken check (name <> 'Milk')`);
  await startProcess();
  await importer.apply(_id);
  await expect
    .poll(
      async () => {
        await makeJobsDue(database.db);
        return (await importer.call('getImport', { _id })).data.status;
      },
      { timeout: 60_000 },
    )
    .toBe('FAILED');
  const failed = await importer.ended(_id);
  expect(failed.failure).toMatch(/^Something went wrong on our side\. No changes were made/);
  expect(await countProducts()).toBe(0);
});

test.each([
  ['not of the staff', "role = 'USER'"],
  ['suspended', "status = 'Suspended'"],
])('fails when the account that requested it is %s by then', async (_what, change) => {
  const { _id } = await importer.check(toCsv(newProductHeadings, [newProductRow('Cow Milk')]));
  await importer.apply(_id);
  await addAdmin(database.db);
  await database.db.query(sql`update account set ${raw(change)} where id = ${importer.userId}`);
  await startProcess();
  const statusOf = async () =>
    (await database.db.query(sql`select status from product_import where id = ${_id}`))[0];
  await expect.poll(statusOf).not.toEqual({ status: 'APPLYING' });
  expect([await statusOf(), await countProducts()]).toEqual([{ status: 'FAILED' }, 0]);
});

test('retries while another import runs', async () => {
  const { _id } = await importer.check(toCsv(newProductHeadings, [newProductRow('Milk')]));
  const other = await holdTransaction(database.db, async (transaction) => {
    expect(await tryImportLock(transaction)).toBe(true);
  });
  await startProcess();
  await importer.apply(_id);
  await expect.poll(() => countJobsByState(database.db)).toEqual({ retry: 1 });
  expect((await importer.call('getImport', { _id })).data).toMatchObject({ status: 'APPLYING', done: 0 });
  await other.end();
  await makeJobsDue(database.db);
  expect((await importer.ended(_id)).status).toBe('APPLIED');
});

/** Applies a file until its job waits for a transaction; `goOn` ends that, and resolves with the import. */
async function applyUntilHeld(file: string, hold: (importId: string) => Sql) {
  const { _id } = await importer.check(file);
  const other = await holdTransaction(database.db, (transaction) => transaction.query(hold(_id)));
  await startProcess();
  await importer.apply(_id);
  await untilWaiting(database.db);
  return {
    async goOn() {
      await other.end();
      return importer.ended(_id);
    },
  };
}

/** Its job waits, before it changes a product, for a word that is being added to the vocabulary. */
const applyUntilPrepared = (rows: readonly (readonly string[])[]) =>
  applyUntilHeld(toCsv(['id', 'name', 'price', 'stock'], rows), () => sql`select add_search_words('Zebra')`);

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

/** Its job waits at its end, when all products are written: its last statement deletes these parts. */
const applyUntilEnd = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  applyUntilHeld(
    toCsv(headings, rows),
    (id) => sql`select from product_import_part where import_id = ${id} for key share`,
  );

test('lets orders take stock after it has changed the other fields of their products, until its end', async () => {
  const id = await addProduct(database.db, { name: 'Horse Milk', stock: 10 });
  const { goOn } = await applyUntilEnd(
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
  const { goOn } = await applyUntilEnd(
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
  await expect.poll(() => countJobsByState(database.db)).toEqual({ retry: 1 });
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
  const { goOn } = await applyUntilEnd(
    [...newProductHeadings, 'gst_rate'],
    [[...newProductRow('Milk'), '7']],
  );
  const removing = catchAppError(saveSettings(importer, { tax: { gstRates: [0], cessRates: [] } }));
  await untilWaiting(database.db, 2);
  expect(await goOn()).toMatchObject({ status: 'APPLIED', done: 1 });
  expect((await removing).code).toBe('INVALID_INPUT');
});

test('changes nothing when a tax rate of the file was removed from the settings after the check', async () => {
  await changeSettings(database.db, { tax: { gstRates: [0, 7], cessRates: [] } });
  const { _id } = await importer.check(
    toCsv([...newProductHeadings, 'gst_rate'], [[...newProductRow('Milk'), '7']]),
  );
  await saveSettings(importer, { tax: { gstRates: [0], cessRates: [] } });
  await startProcess();
  await importer.apply(_id);
  expect(await importer.ended(_id)).toMatchObject({
    ...{ status: 'FAILED', done: 0 },
    failure: expect.stringContaining('A tax rate of this file was removed from the settings'),
  });
  expect(await countProducts()).toBe(0);
});
