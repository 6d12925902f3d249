import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import { createTokenSigner } from '#server/sessions/access-token.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { testContext, testSecret } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';

/**
 * A store of the commit 5f9f4945, the last version with separate migrations: `store.sql.gz` is a dump of its database,
 * `reading.json.gz` what that version answered about everything in it, except for what is answered otherwise on
 * purpose since: permissions, the tax in an order without an invoice, whose CGST equals its SGST, the recipients in
 * the reports of sales and HSN codes, the doubtful HSN codes of a month, the closing stock, which has the goods of
 * open orders, the unit prices that the law asks for, test payments, which are apart from all sales and takings, sale
 * prices, names in Hindi, listed coupons, pieces that were not found, replacements and weights, the text of a store
 * that is always open, names in the history, the open orders of day end, and where the next page of a listing
 * continues.
 */
const former = join(import.meta.dirname, '../../tests/fixtures/former-store');
const unpack = async (name: string) =>
  (await promisify(gunzip)(await readFile(join(former, name)))).toString();

let store: TestDatabase;
let applied: string[];
beforeAll(async () => {
  store = await createTestDatabase('template0');
  const client = new pg.Client(store.url);
  await client.connect();
  await client.query(await unpack('store.sql.gz'));
  await client.end();
  applied = await migrate(store.db);
});
afterAll(() => store.drop());

test('a store of the former version gets the functions and the migrations after the baseline', async () => {
  const migrations = applied.filter((name) => !name.startsWith('functions/'));
  expect(migrations).not.toContain('0090_shop.sql');
  expect(applied).toContain('functions/place_order.sql');
  const names = await store.db.query<{ name: string }>(sql`
    select name from migration where name not like 'functions/%' order by name`);
  expect(names.map(({ name }) => name)).toEqual(['0090_shop.sql', ...migrations]);
});

test('a store of the former version has the schema of an empty database', async () => {
  const empty = await createTestDatabase();
  expect(await readSchema(store.db)).toEqual(await readSchema(empty.db));
  await empty.drop();
});

test('a store of the former version answers as it did about everything in it', async () => {
  const { at, reading }: { at: string; reading: Reading[] } = JSON.parse(await unpack('reading.json.gz'));
  expect(reading.length).toBeGreaterThan(300);
  // The search counts the sales of whole days before the present one.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect(await readAgain(store.db, new Date(at), reading)).toEqual(reading);
});

test('stored addresses keep their countries as they were typed, and Indian ones get their ISO code', async () => {
  const { db } = store;
  const countries = await db.query<{ country: string; country_code: string; is_clear: boolean }>(sql`
    select distinct country, country_code, is_clear from address`);
  expect(countries).toContainEqual({ country: 'India', country_code: 'IN', is_clear: false });
});

test('place_order() is replaced in place, unless a version before had another result', async () => {
  const text = await readFile(join(import.meta.dirname, 'functions/place_order.sql'), 'utf8');
  // Without parameters, so that a text may have several statements.
  const client = new pg.Client({ connectionString: store.url });
  await client.connect();
  onTestFinished(() => client.end());
  const readFunction = async () =>
    (
      await client.query<{ id: number; result: string }>(`
        select oid::integer as id, pg_get_function_result(oid) as result from pg_proc where proname = 'place_order'`)
    ).rows;
  const present = await readFunction();
  await client.query(text);
  expect(await readFunction()).toEqual(present);
  await client.query(`
    drop function place_order;
    create function place_order(jsonb, text, jsonb, integer, integer, integer, jsonb) returns integer
      language sql as 'select 1'`);
  await client.query(text);
  expect(await readFunction()).toMatchObject([{ result: present[0]?.result }]);
});

test('the administrators of the former version are owners', async () => {
  const owners = await store.db.query(
    sql`select account_id, store_id, role from staff_role order by account_id`,
  );
  const admins = await store.db.query(sql`
    select id as account_id, 'main' as store_id, 'owner' as role from account where role = 'ADMIN' order by id`);
  expect(admins).not.toEqual([]);
  expect(owners).toEqual(admins);
});

test('a store of the former version is open, without the list of a new store', async () => {
  const meera = await createAdmin(store.db);
  const { data } = await meera.call('getStoreOpening');
  expect(data.wentLiveAt).not.toBeNull();
  expect(data.listHiddenAt).not.toBeNull();
});

test('a store of the former version promises as before, and has a timeline of each order', async () => {
  const meera = await createAdmin(store.db);
  const { promise } = (await meera.call('getStoreSettings')).data.settings;
  expect([promise.kind, promise.late]).toEqual([undefined, undefined]);
  const [count] = await store.db.query(sql`
    select count(*) = count(t.started_at) as is_complete, count(t.revised_by) as told
    from customer_order o left join order_timeline t on t.order_id = o.id`);
  expect(count).toEqual({ is_complete: true, told: 0 });
});

test('orders are placed in a store of the former version', async () => {
  const { db } = store;
  const shopper = await createShopper(db);
  const product = await addProduct(db, { stock: 5 });
  await shopper.fill({ [product]: 2 });
  const { data } = await shopper.order(await shopper.checkout());
  expect(await db.query(sql`select stock from product_stock where product_id = ${product}`)).toEqual([
    { stock: 3 },
  ]);
  expect(await db.query(sql`select cause from stock_change where order_id = ${data._id}`)).toEqual([
    { cause: 'ORDER' },
  ]);
});

/**
 * Columns, constraints, indexes, triggers, functions and views. PostgreSQL names the constraints of `not null`
 * columns.
 */
async function readSchema(db: Database) {
  const inSchema = `n.nspname = 'public'`;
  const queries = {
    columns: `
      select relname, attname, format_type(atttypid, atttypmod) as type, attnotnull, attgenerated, attidentity,
        pg_get_expr(adbin, adrelid) as value, relpersistence, reloptions
      from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where ${inSchema} and relkind in ('r', 'v') and attnum > 0 and not attisdropped order by relname, attname`,
    constraints: `
      select conrelid::regclass::text as on_table, conname, pg_get_constraintdef(c.oid, true) as definition
      from pg_constraint c join pg_namespace n on n.oid = connamespace where ${inSchema} and contype <> 'n' order by 1, 2`,
    indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    triggers: `
      select tgrelid::regclass::text as on_table, tgname, pg_get_triggerdef(t.oid) as definition
      from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
      where ${inSchema} and not tgisinternal order by 1, 2`,
    functions: `
      select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_namespace n on n.oid = pronamespace
      where ${inSchema} and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
    views: `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  };
  const schema: Record<string, object[]> = {};
  for (const [kind, query] of Object.entries(queries))
    schema[kind] = (await db.pool.query<object>(query)).rows;
  return schema;
}

interface Reading {
  userId: string | null;
  method: 'GET' | 'POST';
  path: string;
  input: Record<string, unknown>;
  response: object;
}

/** Sends the same requests at the time of the reading; returns them with the responses. */
async function readAgain(db: Database, at: Date, reading: readonly Reading[]): Promise<Reading[]> {
  const now = () => at;
  const context = testContext(db, { now, tokens: createTokenSigner(testSecret, now) });
  const app = buildApp(context, 'http://localhost:3000').fastify;
  const tokens = new Map<string, string>();
  const again: Reading[] = [];
  for (const request of reading) {
    const { userId } = request;
    if (userId !== null && !tokens.has(userId))
      tokens.set(userId, (await startSession(context, userId)).accessToken);
    const token = userId === null ? undefined : tokens.get(userId);
    again.push({ ...request, response: await send(app, request, token) });
  }
  await app.close();
  return again;
}

async function send(app: FastifyInstance, { method, path, input }: Reading, token?: string): Promise<object> {
  const query = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)]));
  const response = await app.inject({
    method,
    url: path,
    ...(method === 'GET' ? { query } : { payload: input }),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  const type = String(response.headers['content-type']);
  const status = response.statusCode;
  // A PDF is drawn from the document in the details of its order; its bytes are those of the library.
  if (type.includes('pdf')) return { status, type };
  return { status, body: type.includes('json') ? response.json() : response.body };
}
