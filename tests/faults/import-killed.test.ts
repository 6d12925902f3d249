import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { productExportPath } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { makeJobsDue } from '#tests/fixtures/jobs.ts';
import { type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { toCsv } from '#tests/fixtures/product-import.ts';
import { addCategory, addSubCategory } from '#tests/fixtures/seed.ts';

vi.setConfig({ testTimeout: 180_000 });

const patient = { timeout: 120_000 };
const rows = 6000;
const admin = { email: 'admin@example.com', password: 'coriander at dawn' };

const database = await openTestDatabase();
let directory: string;
let shops: Running[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-import-'));
  shops = [];
});
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.stop())));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function openShop(): Promise<Running> {
  const shop = await startProductionShop(
    { database, directory },
    {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  );
  shops.push(shop);
  return shop;
}

/** What an admin's browser does with files of products. */
async function logIn({ url }: Running) {
  const json = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/user/login`, {
    ...{ method: 'POST', headers: json, body: JSON.stringify(admin) },
  });
  const authorization = `Bearer ${(await answer.json()).data.accesstoken}`;
  const importOf = async (response: Response): Promise<ProductImport> => (await response.json()).data;
  return {
    async check(file: string) {
      const form = new FormData();
      form.set('file', new File([file], 'Preise März.csv'));
      const body = { method: 'POST', headers: { authorization }, body: form };
      return importOf(await fetch(`${url}/api/product/check-import`, body));
    },
    async apply(_id: string) {
      const body = { method: 'POST', headers: { ...json, authorization }, body: JSON.stringify({ _id }) };
      return importOf(await fetch(`${url}/api/product/apply-import`, body));
    },
    look: async (id: string) =>
      importOf(await fetch(`${url}/api/product/import?_id=${id}`, { headers: { authorization } })),
    export: async () => (await fetch(`${url}${productExportPath}`, { headers: { authorization } })).text(),
  };
}

test('a server killed during an import has changed nothing, and another one starts it again', async () => {
  await addSubCategory(database.db, [await addCategory(database.db, 'Dairy')], 'Milk');
  const headings = ['name', 'description', 'unit', 'price', 'stock', 'categories', 'sub_categories'];
  const products = Array.from({ length: rows }, (_, number) => [
    ...[`Product ${number}`, 'Fresh.', '1 kg', '100', '10', 'Dairy', 'Milk'],
  ]);
  const shop = await openShop();
  const first = await logIn(shop);
  const { _id, toCreate, fileName } = await first.check(toCsv(headings, products));
  expect([toCreate, fileName]).toEqual([rows, 'Preise März.csv']);
  await first.apply(_id);
  await expect
    .poll(async () => (await first.look(_id)).done, { ...patient, interval: 20 })
    .toBeGreaterThan(0);
  shop.process.kill('SIGKILL');
  const count = async () => (await database.db.query(sql`select id from product`)).length;
  await expect
    .poll(
      async () =>
        (
          await database.db.query(sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'tokri'
      and pid <> pg_backend_pid() and state <> 'idle'`)
        ).length,
      patient,
    )
    .toBe(0);
  const [row] = await database.db.query(sql`select status from product_import where id = ${_id}`);
  expect([await count(), row?.status]).toEqual([0, 'APPLYING']);
  const second = await logIn(await openShop());
  await expect
    .poll(async () => {
      await makeJobsDue(database.db);
      return (await second.look(_id)).status;
    }, patient)
    .toBe('APPLIED');
  expect(await count()).toBe(rows);
  expect(await database.db.query(sql`select id from audit_entry where action = 'imported'`)).toHaveLength(
    rows,
  );
  expect(await second.check(await second.export())).toMatchObject({ rows, unchanged: rows, badRows: 0 });
});
