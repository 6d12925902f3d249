import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { migrate } from './migrate.ts';

const { db } = await openTestDatabase('template0');
const directory = await mkdtemp(join(tmpdir(), 'tokri-migrations-'));
await mkdir(join(directory, 'migrations'));
await mkdir(join(directory, 'functions', 'used_by_tables'), { recursive: true });
afterAll(() => rm(directory, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(directory, 'migrations', name), text);

test('readers and writers go on while a migration fills a column of 2,000,000 rows in batches', async () => {
  await write(
    '0001_make.sql',
    `create table thing (id integer primary key, price integer, paise bigint);
    insert into thing (id, price) select id, id % 1000 from generate_series(1, 2000000) id;`,
  );
  await migrate(db, { from: directory });
  await write(
    '0002_fill.sql',
    `-- in batches
    update thing set paise = price * 100 where id in (
      select id from thing where paise is null order by id limit 100000 for update);`,
  );
  let isMigrating = true;
  const migrated = migrate(db, { from: directory }).finally(() => {
    isMigrating = false;
  });
  const countFilled = async () => {
    const { count } = await db.one<{ count: number }>(
      sql`select count(*) from thing where id in (1, 1000001) and paise is not null`,
    );
    return count;
  };
  await expect.poll(countFilled, { timeout: 60_000, interval: 1 }).toBe(1);
  // The first batch is committed and the second million is not filled: the migration still runs.
  await db.query(sql`update thing set price = 7, paise = 700 where id in (1, 2000000)`);
  expect(isMigrating).toBe(true);
  expect(await migrated).toEqual(['0002_fill.sql']);
  expect(
    await db.one(sql`
      select count(*) as wrong from thing where paise is distinct from price * 100`),
  ).toEqual({ wrong: 0 });
  expect(
    await db.query(sql`select id from thing where price = 7 and id in (1, 2000000) order by id`),
  ).toHaveLength(2);
}, 120_000);
