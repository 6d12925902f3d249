import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db, url } = await openTestDatabase();

async function run(): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/command-line/migrations.ts'], {
    env,
  });
  return stdout;
}

test('before an update an operator reads which tables it changes, with their rows and the time', async () => {
  expect(await run()).toBe('The database is up to date.\n');
  await addProduct(db);
  await db.query(sql`analyze product`);
  // A table of the baseline that a later migration drops.
  await db.query(sql`create table product_listing ()`);
  // As the first version after the baseline had it.
  await db.query(sql`
    delete from migration
    where name not like 'functions/%' and name > (select min(name) from migration where name not like 'functions/%')`);
  const lines = (await run()).split('\n');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^ {2}product: about [1-9]\d* rows?, \d+ MB, at most about \d+ s if it is rewritten$/,
    ),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}product_listing: about 0 rows/));
  expect(lines.filter((line) => /^\d{4}_\w+\.sql$/.test(line)).length).toBeGreaterThan(0);
}, 60_000);
