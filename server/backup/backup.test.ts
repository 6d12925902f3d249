import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import sql, { raw } from 'sql-template-tag';
import tar from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import { fileImageStorage } from '#server/providers/image-storage/image-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { addOrder, addProduct } from '#tests/fixtures/seed.ts';
import { createArchive, InvalidBackupError } from './archive.ts';
import { createBackup } from './create-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

const hash = 'HashOfAnUploadedImage0';

let source: TestDatabase;
let directory: string;
let opened: TestDatabase[];
beforeAll(async () => {
  opened = [];
  directory = await mkdtemp(join(tmpdir(), 'tokri-backup-'));
  source = await createTestDatabase();
  const { db } = source;
  for (let count = 0; count < 3; count += 1) {
    const id = await addProduct(db, { name: `Rice\\t\n\\. ${count} ₹`, stock: 7 });
    await addOrder(db, { at: new Date(), lines: [{ productId: id, quantity: 2 }] });
  }
  await db.query(sql`insert into image (hash) values (${hash}), ('HashOfALostImage000000')`);
  // Of a server that has had more transactions than the one of the restore.
  await db.query(sql`update search_word set added_in = '999999999999'`);
  await db.query(sql`insert into rate_limit (key, points, expire) values ('k', 1, 1)`);
  await storage().put(`${hash}/640.webp`, Buffer.from('a picture'));
  await writeFile(join(directory, 'auth-secret'), 'x'.repeat(64));
  await queueJob(
    db,
    'expire-order',
    { orderId: 'o1' },
    { key: 'expire o1', queue: 'orders', isUrgent: true },
  );
  await queueJob(db, 'send-email', { encrypted: 'x', until: 'y' }, { key: 'email' });
  await db.query(sql`insert into unqueued_order_email values (1) on conflict do nothing`);
  await queueJob(db, 'send-push', { changeId: 1, subscriptionId: 'x' }, { key: 'push' });
  await db.query(sql`insert into unqueued_order_push values (1) on conflict do nothing`);
});
afterAll(async () => {
  await source.drop();
  await Promise.all(opened.map((database) => database.drop()));
  await rm(directory, { recursive: true, force: true });
});

const storage = (folder = 'images') => fileImageStorage(join(directory, folder));

async function backUp(passphrase: string | null = null, db = source.db, signal?: AbortSignal) {
  const file = join(directory, `${randomBytes(6).toString('hex')}.tar.gz`);
  const options = { file, passphrase, dataDirectory: directory, images: storage() };
  const summary = await createBackup(db, { ...options, ...(signal !== undefined && { signal }) });
  return { file, summary };
}

async function openEmpty(): Promise<Database> {
  const database = await createTestDatabase('template0');
  opened.push(database);
  return database.db;
}

async function restore(file: string, { keepsEmails = false } = {}) {
  const db = await openEmpty();
  const options = { images: storage('restored'), secretDirectory: null, keepsEmails };
  const restored = await restoreBackup(db, await checkBackup(file, null), options);
  return { db, restored };
}

/** All rows of each table that is copied. */
async function rowsOf(db: Database): Promise<Record<string, unknown[]>> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relpersistence = 'p' and relname not in ('migration', 'unqueued_order_email', 'unqueued_order_push') order by 1`);
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const row = name === 'search_word' ? 'word' : 't::text';
    const found = await db.query<{ row: string }>(
      sql`select ${raw(row)} as row from ${raw(name)} t order by 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const order = { name: 'expire-order', key: 'expire o1', queue: 'orders', priority: 0, tries: 5000 };
const jobsOf = (db: Database) =>
  db.query(sql`select task_identifier as name, key, queue_name as queue, priority, max_attempts as tries
    from graphile_worker.jobs order by id`);

test('a backup restores every row, image, trigger and sequence, and jobs except emails and notifications, which may have been sent since', async () => {
  const { file, summary } = await backUp();
  expect(summary).toMatchObject({ orders: 3, images: 1, missingImages: 1 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { db, restored } = await restore(file);
  expect(restored).toEqual({ images: 1 });
  expect(await rowsOf(db)).toEqual(await rowsOf(source.db));
  expect(await storage('restored').find(`${hash}/640.webp`)).toEqual(Buffer.from('a picture'));
  expect(await jobsOf(db)).toEqual([order]);
  expect(await db.query(sql`select from unqueued_order_email`)).toEqual([]);
  expect(await db.query(sql`select from unqueued_order_push`)).toEqual([]);
  expect(
    await db.query(sql`select from search_word where added_in > pg_snapshot_xmax(pg_current_snapshot())`),
  ).toEqual([]);
  // The shop starts on it, and triggers and sequences work.
  await migrate(db);
  const product = await addProduct(db, { name: 'Lentils' });
  await addOrder(db, { at: new Date(), lines: [{ productId: product }] });
  expect(await db.query(sql`select from product_search where product_id = ${product}`)).toHaveLength(1);
});

/** A database with the tables of the baseline, whose list of migrations is one of an earlier version. */
async function openFormer(migrations: readonly { name: string; checksum: string }[]): Promise<Database> {
  const former = await createTestDatabase('template0');
  opened.push(former);
  await migrate(former.db, { restored: [lastSeparate] });
  await former.db.query(sql`delete from migration`);
  for (const { name, checksum } of migrations)
    await former.db.query(sql`insert into migration (name, checksum) values (${name}, ${checksum})`);
  return former.db;
}

// The version before the migrations became one.
const lastSeparate = {
  name: '0090_order_checks.sql',
  checksum: '5b0fd37ddeef7a65a552ebe3a37f1408afd745b072aaa33e753391a6f9d6b8e2',
};

test('a backup of an earlier version is restored as it was, on request with emails, and migrated when the shop starts', async () => {
  const old = await openFormer([{ name: '0001_shop.sql', checksum: 'a' }, lastSeparate]);
  await old.query(
    sql`insert into account (id, name, email, password_hash) values ('a1', 'Asha', 'a@example.com', '-')`,
  );
  await old.query(sql`insert into unqueued_order_email values (1)`);
  await queueJob(old, 'send-email', { encrypted: 'x', until: 'y' }, { key: 'email' });
  const { file } = await backUp(null, old);
  const { db } = await restore(file, { keepsEmails: true });
  expect(await jobsOf(db)).toMatchObject([{ name: 'send-email', key: 'email' }]);
  expect(await db.query(sql`select from unqueued_order_email`)).toHaveLength(1);
  const migrations = sql`select name from migration where name not like 'functions/%' order by name`;
  expect(await db.query(migrations)).toEqual([{ name: '0090_shop.sql' }]);
  expect(await migrate(db)).toContain('functions/place_order.sql');
  expect(await db.query(sql`select name from account`)).toEqual([{ name: 'Asha' }]);
});

test('a backup of a version that is too old is refused, with the version that it passes through', async () => {
  const { file } = await backUp(null, await openFormer([{ name: '0029_order_limits.sql', checksum: 'a' }]));
  await expect(restore(file)).rejects.toThrow('Start the version of the commit 5f9f4945');
});

test('a backup of a newer version is refused', async () => {
  const newer = await createTestDatabase();
  opened.push(newer);
  await newer.db.query(sql`insert into migration (name, checksum) values ('9999_future.sql', 'x')`);
  const { file } = await backUp(null, newer.db);
  await expect(restore(file)).rejects.toThrow(
    'The backup is of a newer version, which applied the migration 9999',
  );
});

test('a database with tables is refused and left as it is', async () => {
  const { file } = await backUp();
  const before = await rowsOf(source.db);
  const options = { images: storage('restored'), secretDirectory: null, keepsEmails: false };
  await expect(restoreBackup(source.db, await checkBackup(file, null), options)).rejects.toThrow('not empty');
  expect(await rowsOf(source.db)).toEqual(before);
});

test('the shop does not start on a database whose restore was not finished', async () => {
  const { file } = await backUp();
  const checked = await checkBackup(file, null);
  const db = await openEmpty();
  const images = { ...storage(), put: () => Promise.reject(new Error('The disk is full.')) };
  await expect(
    restoreBackup(db, checked, { images, secretDirectory: null, keepsEmails: false }),
  ).rejects.toThrow('full');
  expect(await db.query(sql`select from customer_order`)).toEqual([]);
  await expect(migrate(db)).rejects.toThrow('restored into this database in part only');
});

test('a backup that is given up leaves no file', async () => {
  const before = await readdir(directory);
  await expect(backUp(null, source.db, AbortSignal.abort())).rejects.toThrow('abort');
  expect(await readdir(directory)).toEqual(before);
});

test('an existing file is not replaced', async () => {
  const { file } = await backUp();
  const options = { file, passphrase: null, dataDirectory: directory, images: null };
  await expect(createBackup(source.db, options)).rejects.toThrow('exists already');
});

test('a backup is refused without its passphrase and with another one', async () => {
  const { file } = await backUp('correct horse battery staple');
  await expect(checkBackup(file, null)).rejects.toThrow('its passphrase is needed');
  await expect(checkBackup(file, 'another long passphrase')).rejects.toThrow('The passphrase is wrong');
  expect((await readFile(file)).includes('asha')).toBe(false);
});

interface Entry {
  name: string;
  bytes: Buffer;
  type?: 'symlink';
}

/** The file with other entries. */
async function rewrite(file: string, change: (entries: Entry[]) => Entry[]): Promise<string> {
  const extract = tar.extract();
  extract.end(gunzipSync(await readFile(file)));
  const entries: Entry[] = [];
  for await (const entry of extract) entries.push({ name: entry.header.name, bytes: await buffer(entry) });
  const pack = tar.pack();
  for (const { name, bytes, type } of change(entries)) {
    if (type === undefined) pack.entry({ name, size: bytes.length }, bytes);
    else pack.entry({ name, type, linkname: '/etc' });
  }
  pack.finalize();
  const rewritten = `${file}.rewritten`;
  await writeFile(rewritten, gzipSync(await buffer(pack)));
  return rewritten;
}

const added = (entry: Entry) => (entries: Entry[]) => [...entries.slice(0, 1), entry, ...entries.slice(1)];
const bytes = Buffer.from('1\n');

test.each<[string, (entries: Entry[]) => Entry[], RegExp]>([
  ['a path that leaves the folder', added({ name: '../../etc/passwd', bytes }), /not part of a backup/],
  ['an absolute path', added({ name: '/etc/passwd', bytes }), /not part of a backup/],
  ['an image outside its folder', added({ name: 'images/../x/640.webp', bytes }), /not part of a backup/],
  ['a link', added({ name: 'images', bytes, type: 'symlink' }), /not part of a backup/],
  ['rows of another table', added({ name: 'tables/pg_authid/000000', bytes }), /not part of a backup/],
  [
    'a statement as the name of a table',
    added({ name: 'tables/a; drop/000000', bytes }),
    /not part of a backup/,
  ],
  ['another image', added({ name: `images/${hash}/320.webp`, bytes }), /was changed/],
  ['no end', (entries) => entries.slice(0, -1), /cut off/],
  ['no header', (entries) => entries.slice(1), /not part of a backup/],
  ['nothing', () => [], /cut off/],
  [
    'a changed row',
    (entries) =>
      entries.map((entry) =>
        entry.name.startsWith('tables/product/')
          ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replace('Rice', 'Gold')) }
          : entry,
      ),
    /was changed/,
  ],
  [
    'a header of another version',
    (entries) =>
      entries.map((entry, at) => (at === 0 ? { ...entry, bytes: Buffer.from('{"format":2}') } : entry)),
    /another version/,
  ],
  [
    'a header that is no JSON',
    (entries) =>
      entries.map((entry, at) => (at === 0 ? { ...entry, bytes: Buffer.from('{"format":') } : entry)),
    /invalid JSON/,
  ],
  ['jobs that are no JSON', added({ name: 'jobs.json', bytes: Buffer.from('[') }), /invalid JSON/],
])('a file with %s is refused', async (_what, change, reason) => {
  const { file } = await backUp();
  const error = await checkBackup(await rewrite(file, change), null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidBackupError);
  expect(String(error)).toMatch(reason);
});

test('a file that is cut off anywhere, or not a backup, is refused', async () => {
  const { file } = await backUp();
  const whole = await readFile(file);
  for (const length of [0, 1, 20, whole.length >> 1, whole.length - 9, whole.length - 1]) {
    await writeFile(`${file}.cut`, whole.subarray(0, length));
    await expect(checkBackup(`${file}.cut`, null)).rejects.toThrow(/cannot be read|cut off/);
  }
  await writeFile(`${file}.cut`, 'Not a backup at all.');
  await expect(checkBackup(`${file}.cut`, null)).rejects.toThrow('cannot be read');
  await expect(checkBackup(`${file}.nowhere`, null)).rejects.toThrow('cannot be opened');
});

test('each entry of a backup after the disk has become full is rejected because the disk is full', async () => {
  const file = join(directory, 'full.tar.gz');
  await symlink('/dev/full', `${file}.draft`);
  const archive = await createArchive(file, null);
  const fill = async () => {
    for (;;) await archive.add('random', randomBytes(100_000));
  };
  await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(archive.add('another', randomBytes(10))).rejects.toMatchObject({ code: 'ENOSPC' });
  await archive.discard();
  expect((await readdir(directory)).filter((name) => name.startsWith('full'))).toEqual([]);
});
