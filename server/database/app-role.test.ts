import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { queueJob, startJobQueue } from '#server/jobs/job-queue.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addAdmin, addProduct } from '#tests/fixtures/seed.ts';
import { findRequirementError, openDatabaseAsApp, toDatabaseAccess } from './app-role.ts';
import { connect } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

// Roles belong to the whole server.
const role = `app_${randomBytes(6).toString('hex')}`;
const database = await openTestDatabase();
const url = new URL(database.url);
url.username = role;
url.password = "a 'quoted' password";
const app = await openDatabaseAsApp({ url: url.href, ownerUrl: database.url });
await app.query(sql`
  insert into audit_entry (id, at, account_name, kind, entity_id, entity_name, action)
  values ('e1', now(), 'Meera', 'product', 'p1', 'Rice', 'created')`);
await app.query(sql`insert into security_event (id, at, kind) values ('e1', now(), 'login')`);
afterAll(async () => {
  await app.close();
  await database.db.query(raw(`drop owned by ${role}`));
  await database.db.query(raw(`drop role ${role}`));
});

test('the role of the app is no superuser and owns nothing', async () => {
  const [row] = await app.query(sql`
    select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as is_privileged,
      (select count(*) from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = current_user`);
  expect(row).toEqual({ name: role, is_privileged: false, owned: 0 });
});

test('the role of the app sells products and runs jobs', async () => {
  const product = await addProduct(app, { pricePaise: 10_000, stock: 5 });
  const shopper = await createShopper(app);
  await shopper.fill({ [product]: 2 });
  expect((await shopper.order(await shopper.checkout())).status).toBe(201);
  const done = Promise.withResolvers<string>();
  const handlers = { 'import-products': async ({ id }: { id: string }) => done.resolve(id) };
  const queue = await startJobQueue(app, pino({ level: 'silent' }), handlers);
  await queueJob(app, 'import-products', { importId: 'i1' }, { key: 'k1' });
  expect(await done.promise).toBe('k1');
  await queue.stop();
});

test.each([
  `update audit_entry set action = 'changed'`,
  'delete from audit_entry',
  'truncate audit_entry',
  'truncate audit_entry, account cascade',
  'alter table audit_entry disable trigger all',
  'drop trigger audit_entry_changed on audit_entry',
  'drop table audit_entry',
  `set session_replication_role = 'replica'`,
  'create table public.mine ()',
  `update migration set checksum = ''`,
  `grant delete on audit_entry to ${role}`,
  `copy audit_entry to program 'true'`,
])('the role of the app may not: %s', async (statement) => {
  // A grant of rights that one does not have is only a warning.
  await app.query(raw(statement)).catch((error: unknown) => expect(error).toMatchObject({ code: '42501' }));
  await expect(app.query(sql`delete from audit_entry`)).rejects.toMatchObject({ code: '42501' });
  expect(await app.query(sql`select action from audit_entry`)).toEqual([{ action: 'created' }]);
  expect(await database.db.query(sql`select from pg_class where relname = 'mine'`)).toEqual([]);
});

test.each([
  `update security_event set kind = 'changed'`,
  `update security_event set kind = 'changed' where false`,
  'delete from security_event',
  'truncate security_event',
  'alter table security_event disable trigger all',
])('the role of the app may not: %s', async (statement) => {
  await expect(app.query(raw(statement))).rejects.toMatchObject({ code: '42501' });
  expect(await app.query(sql`select kind from security_event`)).toEqual([{ kind: 'login' }]);
});

test('a role that got more rights with a new table loses them at the next start', async () => {
  await database.db.query(raw(`grant update on security_event to ${role}`));
  const url = new URL(database.url);
  url.username = role;
  url.password = "a 'quoted' password";
  await (await openDatabaseAsApp({ url: url.href, ownerUrl: database.url })).close();
  await expect(app.query(sql`update security_event set kind = 'x' where false`)).rejects.toMatchObject({
    code: '42501',
  });
});

test('the owner of the tables cannot change the audit log by accident either', async () => {
  for (const statement of [
    `update audit_entry set account_id = null, action = 'changed'`,
    'update audit_entry set account_id = null',
    'delete from audit_entry',
    'truncate audit_entry',
  ])
    await expect(database.db.query(raw(statement)), statement).rejects.toMatchObject({ code: '42501' });
});

test('an audit entry of a deleted account keeps the name', async () => {
  const id = await addAdmin(database.db, 'Ravi');
  // The last owner of a store cannot be deleted.
  await addAdmin(database.db);
  await app.query(sql`
    insert into audit_entry (id, at, account_id, account_name, kind, entity_id, entity_name, action)
    values ('e2', now(), ${id}, 'Ravi', 'product', 'p1', 'Rice', 'updated')`);
  await app.query(sql`delete from account where id = ${id}`);
  expect(await app.query(sql`select account_id, account_name from audit_entry where id = 'e2'`)).toEqual([
    { account_id: null, account_name: 'Ravi' },
  ]);
});

test('a data folder of an earlier version, in which the superuser did everything, is opened as the role of the app', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tokri-role-'));
  const postgres = await startEmbedded(directory, { isDurable: false });
  const earlier = connect(postgres.url, { maxConnections: 2 });
  await migrate(earlier);
  await addProduct(earlier);
  await earlier.close();
  for (let start = 1; start <= 2; start += 1) {
    const opened = await Promise.all([1, 2].map(() => openDatabaseAsApp(toDatabaseAccess(postgres.url))));
    for (const db of opened) {
      expect(await db.query(sql`select current_user, (select count(*) from product) as count`)).toEqual([
        { current_user: 'tokri_app', count: 1 },
      ]);
      await db.close();
    }
  }
  await postgres.stop();
  await rm(directory, { recursive: true });
});

test.each([
  ['15.18 (Debian 15.18-0+deb12u1)', 'UTF8', null],
  ['18.4', 'UTF8', null],
  ['19beta1', 'UTF8', null],
  ['14.12', 'UTF8', 'The database is PostgreSQL 14.12. Tokri needs PostgreSQL 15 or newer.'],
  ['16.2', 'LATIN1', "The encoding of the database is LATIN1. Create a database with encoding 'UTF8'."],
])('PostgreSQL %s with text in %s: %j', (version, encoding, complaint) => {
  expect(findRequirementError({ version, encoding })).toBe(complaint);
});
