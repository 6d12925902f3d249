import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase('template0');
  directory = await mkdtemp(join(tmpdir(), 'tokri-migrations-'));
});
beforeEach(async () => {
  await database.db.query(sql`drop schema public cascade`);
  await database.db.query(sql`create schema public`);
  await rm(directory, { recursive: true });
  directory = await mkdtemp(join(tmpdir(), 'tokri-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);

test('applies each file once, in the order of the numbers', async () => {
  await write('0002_fill.sql', 'insert into thing values (1); -- needs the first');
  await write('0001_make.sql', 'create table thing (id integer);');
  expect(await migrate(database.db, { from: directory })).toEqual(['0001_make.sql', '0002_fill.sql']);
  expect(await migrate(database.db, { from: directory })).toEqual([]);
  await write('0003_more.sql', 'insert into thing values (2);');
  expect(await migrate(database.db, { from: directory })).toEqual(['0003_more.sql']);
  expect(await database.db.query(sql`select id from thing order by id`)).toMatchObject([
    { id: 1 },
    { id: 2 },
  ]);
});

test('rolls back a file that fails, names it in the error, and applies it after a correction', async () => {
  await write('0001_half.sql', 'create table thing (id integer); select 1 / 0;');
  await expect(migrate(database.db, { from: directory })).rejects.toThrow('0001_half.sql');
  await write('0001_half.sql', 'create table thing (id integer);');
  expect(await migrate(database.db, { from: directory })).toEqual(['0001_half.sql']);
});

test('throws when an applied file was edited', async () => {
  await write('0001_make.sql', 'create table thing (id integer);');
  await migrate(database.db, { from: directory });
  await write('0001_make.sql', 'create table thing (id bigint);');
  await expect(migrate(database.db, { from: directory })).rejects.toThrow('0001_make.sql was edited');
});

test('throws for a database of a newer version, and does not change it', async () => {
  await write('0001_make.sql', 'create table thing (id integer);');
  await write('0002_change.sql', 'alter table thing rename to things;');
  await migrate(database.db, { from: directory });
  await rm(join(directory, '0002_change.sql'));
  await write('0003_other.sql', 'drop table things;');
  await expect(migrate(database.db, { from: directory })).rejects.toThrow(
    'The database was last used by a newer version, which applied the migration 0002_change.sql.',
  );
  expect(await database.db.query(sql`select to_regclass('things') is not null as kept`)).toMatchObject([
    { kept: true },
  ]);
});

test('applies each file once when processes start together', async () => {
  await write('0001_make.sql', 'create table thing (id integer); insert into thing values (1);');
  const pools = [1, 2, 3].map(() => connect(database.url, { maxConnections: 1 }));
  const applied = await Promise.all(pools.map((pool) => migrate(pool, { from: directory })));
  await Promise.all(pools.map((pool) => pool.close()));
  expect(applied.flat()).toEqual(['0001_make.sql']);
});

test('does not limit the time of a migration; the statement timeout applies again afterwards', async () => {
  const pool = connect(database.url, { maxConnections: 1 });
  const [before] = await pool.query(sql`show statement_timeout`);
  await write('0001_note.sql', `create table note as select current_setting('statement_timeout') as value;`);
  await migrate(pool, { from: directory });
  expect(await pool.query(sql`select value from note`)).toMatchObject([{ value: '0' }]);
  expect(await pool.query(sql`show statement_timeout`)).toMatchObject([{ ...before }]);
  await pool.close();
});

test('no two migrations have the same number', async () => {
  const numbers = (await readdir(join(import.meta.dirname, 'migrations'))).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
