import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { connect } from './connect.ts';
import { findPendingMigrations, migrate } from './migrate.ts';

const { db, url } = await openTestDatabase('template0');
let directory = await mkdtemp(join(tmpdir(), 'tokri-migrations-'));
beforeEach(async () => {
  await db.query(sql`drop schema public cascade`);
  await db.query(sql`create schema public`);
  await rm(directory, { recursive: true });
  directory = await mkdtemp(join(tmpdir(), 'tokri-migrations-'));
  await mkdir(join(directory, 'migrations'));
  await mkdir(join(directory, 'functions', 'used_by_tables'), { recursive: true });
});
afterAll(() => rm(directory, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(directory, 'migrations', name), text);
const writeFunction = (name: string, text: string) => writeFile(join(directory, 'functions', name), text);

test('applies each file once, in the order of the numbers', async () => {
  await write('0002_fill.sql', 'insert into thing values (1); -- needs the first');
  await write('0001_make.sql', 'create table thing (id integer);');
  expect(await migrate(db, { from: directory })).toEqual(['0001_make.sql', '0002_fill.sql']);
  expect(await migrate(db, { from: directory })).toEqual([]);
  await write('0003_more.sql', 'insert into thing values (2);');
  expect(await migrate(db, { from: directory })).toEqual(['0003_more.sql']);
  expect(await db.query(sql`select id from thing order by id`)).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test('rolls back a file that fails, names it in the error, and applies it after a correction', async () => {
  await write('0001_half.sql', 'create table thing (id integer); select 1 / 0;');
  await expect(migrate(db, { from: directory })).rejects.toThrow('0001_half.sql');
  await write('0001_half.sql', 'create table thing (id integer);');
  expect(await migrate(db, { from: directory })).toEqual(['0001_half.sql']);
});

test('throws when an applied file was edited', async () => {
  await write('0001_make.sql', 'create table thing (id integer);');
  await migrate(db, { from: directory });
  await write('0001_make.sql', 'create table thing (id bigint);');
  await expect(migrate(db, { from: directory })).rejects.toThrow('0001_make.sql was edited');
});

test('leaves a database as it is to which a newer version has added something', async () => {
  await write('0001_make.sql', 'create table thing (id integer);');
  await write('0002_add.sql', 'alter table thing add column note text;');
  await write('0003_no_former_after_0001.sql', 'drop table if exists former;');
  await writeFunction('answer.sql', 'create or replace function answer() returns integer return 2;');
  await migrate(db, { from: directory });
  await writeFunction('answer.sql', 'create or replace function answer() returns integer return 1;');
  await rm(join(directory, 'migrations', '0002_add.sql'));
  await rm(join(directory, 'migrations', '0003_no_former_after_0001.sql'));
  expect(await migrate(db, { from: directory })).toEqual([]);
  expect(await db.query(sql`select answer()`)).toMatchObject([{ answer: 2 }]);
});

test('throws when a newer version has removed what this one uses, and changes nothing', async () => {
  await write('0001_make.sql', 'create table thing (id integer);');
  await write('0002_add.sql', 'create table other (id integer);');
  await write('0003_no_thing_after_0002.sql', 'drop table thing;');
  await migrate(db, { from: directory });
  await rm(join(directory, 'migrations', '0002_add.sql'));
  await rm(join(directory, 'migrations', '0003_no_thing_after_0002.sql'));
  await write('0004_other.sql', 'drop table other;');
  await expect(migrate(db, { from: directory })).rejects.toThrow(
    'The database was last used by a newer version, which applied the migration 0003_no_thing_after_0002.sql.',
  );
  expect(await db.query(sql`select from pg_tables where tablename = 'other'`)).toHaveLength(1);
});

test('applies each file once when processes start together', async () => {
  await write('0001_make.sql', 'create table thing (id integer); insert into thing values (1);');
  const pools = [1, 2, 3].map(() => connect(url, { maxConnections: 1 }));
  const applied = await Promise.all(pools.map((pool) => migrate(pool, { from: directory })));
  await Promise.all(pools.map((pool) => pool.close()));
  expect(applied.flat()).toEqual(['0001_make.sql']);
});

test('does not limit the time of a migration; the statement timeout applies again afterwards', async () => {
  const pool = connect(url, { maxConnections: 1 });
  const [before] = await pool.query(sql`show statement_timeout`);
  await write('0001_note.sql', `create table note as select current_setting('statement_timeout') as value;`);
  await migrate(pool, { from: directory });
  expect(await pool.query(sql`select value from note`)).toMatchObject([{ value: '0' }]);
  expect(await pool.query(sql`show statement_timeout`)).toMatchObject([{ ...before }]);
  await pool.close();
});

test('others read and write a table while a migration waits for a transaction that uses it', async () => {
  await write('0001_make.sql', 'create table thing (id integer); insert into thing values (1);');
  await migrate(db, { from: directory });
  await write('0002_change.sql', 'alter table thing add column note text;');
  let migrated: Promise<string[]> = Promise.resolve([]);
  await db.transaction(async (transaction) => {
    await transaction.query(sql`select from thing`);
    migrated = migrate(db, { from: directory });
    await untilWaiting(db);
    await db.query(sql`insert into thing (id) select 2 from thing`);
  });
  expect(await migrated).toEqual(['0002_change.sql']);
  expect(await db.query(sql`select id, note from thing order by id`)).toEqual([
    { id: 1, note: null },
    { id: 2, note: null },
  ]);
});

test('a migration alters tables that others use in another order, and ends none of their transactions', async () => {
  await write('0001_make.sql', 'create table first_used (); create table next_used ();');
  await migrate(db, { from: directory });
  await write(
    '0002_change.sql',
    'alter table next_used add column id integer; alter table first_used add column id integer;',
  );
  let isMigrated = false;
  const others = Array.from({ length: 6 }, async () => {
    while (!isMigrated)
      await db.transaction(async (transaction) => {
        await transaction.query(sql`select from first_used`);
        await transaction.query(sql`select from next_used, pg_sleep(0.01)`);
        await transaction.query(sql`select from next_used`);
      });
  });
  const migrating = migrate(db, { from: directory }).finally(() => {
    isMigrated = true;
  });
  await Promise.all(others);
  expect(await migrating).toEqual(['0002_change.sql']);
});

test('a migration in batches commits each batch, and goes on after a failure with the rows that are left', async () => {
  await write(
    '0001_make.sql',
    'create table thing as select generate_series(1, 25) as id, null::integer as half;',
  );
  await migrate(db, { from: directory });
  const batch = (half: string) => `-- in batches
    update thing set half = ${half} where id in (select id from thing where half is null order by id limit 10);`;
  await write('0002_fill.sql', batch('id / (case when id < 15 then 2 else 0 end)'));
  await expect(migrate(db, { from: directory })).rejects.toThrow('0002_fill.sql failed: division by zero');
  const filled = () => db.one<{ count: number }>(sql`select count(half) from thing`);
  expect(await filled()).toEqual({ count: 10 });
  await write('0002_fill.sql', batch('id / 2'));
  expect(await migrate(db, { from: directory })).toEqual(['0002_fill.sql']);
  expect(await filled()).toEqual({ count: 25 });
});

test('lists pending migrations with the size of the tables that they change', async () => {
  expect((await findPendingMigrations(db.pool, directory)).map(({ name }) => name)).toEqual([]);
  await write('0001_make.sql', 'create table thing as select generate_series(1, 5000) as id;');
  await write('0002_note.sql', 'create table note (id integer);');
  await migrate(db, { from: directory });
  await db.query(sql`analyze thing`);
  await write(
    '0003_change.sql',
    'alter table thing add column note text; create unique index note_id on note (id);',
  );
  await write(
    '0004_other.sql',
    'update thing set note = 1; insert into other values (1) on conflict do update set id = 2;',
  );
  const thing = { name: 'thing', rows: 5000, bytes: expect.any(Number) };
  expect(await findPendingMigrations(db.pool, directory)).toEqual([
    { name: '0003_change.sql', tables: [{ name: 'note', rows: 0, bytes: 0 }, thing] },
    { name: '0004_other.sql', tables: [thing] },
  ]);
});

test('no two migrations have the same number', async () => {
  const numbers = (await readdir(join(import.meta.dirname, 'migrations'))).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('a migration that removes or renames something names the migration that a version must know then', async () => {
  const removal =
    /\bdrop (?:table|column|function|view|type)\b|\brename (?:to|column|constraint)\b|\bset not null\b/i;
  const folder = join(import.meta.dirname, 'migrations');
  // Those until 0105 were made when every update stopped the former version first.
  const names = (await readdir(folder)).filter((name) => name > '0106');
  for (const name of names) {
    if (!removal.test(await readFile(join(folder, name), 'utf8'))) continue;
    expect(name).toMatch(/_after_\d{4}\.sql$/);
  }
});

describe('functions', () => {
  const isEven = (condition: string) => `
    create or replace function is_even(value integer) returns boolean language sql immutable
    begin atomic; select ${condition}; end;`;
  const answer = (value: number) => `
    create or replace function answer() returns integer language sql as $$ select ${value} + offset_of_answer() $$;
    create or replace function offset_of_answer() returns integer language sql as $$ select id from thing limit 1 $$;`;
  const ask = () => db.query(sql`select answer()`);
  const files = ['functions/used_by_tables/is_even.sql', '0001_make.sql', 'functions/answer.sql'];

  beforeEach(async () => {
    await writeFunction('used_by_tables/is_even.sql', isEven('value % 2 = 0'));
    await write(
      '0001_make.sql',
      'create table thing (id integer check (is_even(id))); insert into thing values (2);',
    );
    await writeFunction('answer.sql', answer(40));
  });

  test('are applied after the tables that they use, and before the tables that use them', async () => {
    expect(await migrate(db, { from: directory })).toEqual(files);
    expect(await migrate(db, { from: directory })).toEqual([]);
    expect(await ask()).toEqual([{ answer: 42 }]);
  });

  test('are applied again when their file has changed, and are not part of the migrations that a newer version applied', async () => {
    await writeFunction('other.sql', 'create or replace function other() returns void begin atomic; end;');
    await migrate(db, { from: directory });
    await writeFunction('answer.sql', answer(5));
    await rm(join(directory, 'functions', 'other.sql'));
    expect(await migrate(db, { from: directory })).toEqual(['functions/answer.sql']);
    expect(await ask()).toEqual([{ answer: 7 }]);
  });

  test('stay all as they were when one of them fails', async () => {
    await migrate(db, { from: directory });
    await writeFunction('answer.sql', answer(5));
    await writeFunction(
      'wrong.sql',
      'create or replace function wrong() returns nothing language sql as $$ $$;',
    );
    await expect(migrate(db, { from: directory })).rejects.toThrow(
      'functions/wrong.sql failed: type "nothing"',
    );
    expect(await ask()).toEqual([{ answer: 42 }]);
  });

  test('let other transactions pass while a trigger waits for one that uses its table', async () => {
    await migrate(db, { from: directory });
    await writeFunction(
      'change.sql',
      `create or replace function change() returns trigger language plpgsql as $$ begin new.id := 8; return new; end $$;
      create or replace trigger changed before insert on thing for each row execute function change();`,
    );
    let migrated: Promise<string[]> = Promise.resolve([]);
    await db.transaction(async (transaction) => {
      await transaction.query(sql`insert into thing values (4)`);
      migrated = migrate(db, { from: directory });
      await untilWaiting(db);
      await db.query(sql`insert into thing values (6)`);
    });
    expect(await migrated).toEqual(['functions/change.sql']);
    await db.query(sql`insert into thing values (10)`);
    expect(await db.query(sql`select id from thing order by id`)).toEqual([2, 4, 6, 8].map((id) => ({ id })));
  });
});

test('refuses a database of a version from before the baseline, names the commit, and does not change it', async () => {
  await db.query(
    raw(`create table migration (name text primary key, checksum text not null, applied_at timestamptz default now());
      insert into migration values ('0001_shop.sql', 'a'), ('0089_test_documents.sql', 'b');`),
  );
  const before = await db.query(sql`select * from migration order by name`);
  await expect(migrate(db)).rejects.toThrow(
    'The database was last used by a version that is too old: its last migration is 0089_test_documents.sql. ' +
      'Start the version of the commit 5f9f4945 with it once, then this version.',
  );
  await db.query(sql`insert into migration values ('0090_order_checks.sql', 'edited')`);
  await expect(migrate(db)).rejects.toThrow('too old: its last migration is 0090_order_checks.sql');
  expect(await db.query(sql`select * from migration where name < '009' order by name`)).toEqual(before);
  expect(await db.query(sql`select to_regclass('account') as account`)).toEqual([{ account: null }]);
});

test('every SQL function of the shop calls functions and reads columns that exist', async () => {
  // Files are applied without this check, because a function may be defined before those that it calls.
  const { db, drop } = await createTestDatabase();
  const functions = await db.query<{ name: string; definition: string }>(sql`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prolang = (select oid from pg_language where lanname = 'sql')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
  expect(functions.length).toBeGreaterThan(10);
  for (const { definition } of functions) await db.query(raw(definition));
  await drop();
});
