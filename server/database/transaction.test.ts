import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { toAppError } from '../http/errors.ts';
import type { Sql } from './connect.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table counter (name text primary key, value integer not null)`;
  await database.sql`insert into counter values ('a', 0), ('b', 0)`;
});
afterAll(() => database.drop());

async function counterOf(name: string): Promise<number | undefined> {
  const [row] = await database.sql<{ value: number }[]>`select value from counter where name = ${name}`;
  return row?.value;
}

test('work that throws leaves nothing behind', async () => {
  const work = inTransaction({ sql: database.sql }, async ({ sql }) => {
    await sql`update counter set value = 99 where name = 'a'`;
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await counterOf('a')).toBe(0);
});

test('a transaction cannot be opened inside another, because its commit would be a lie', async () => {
  const nested = inTransaction({ sql: database.sql }, (outer) => inTransaction(outer, async () => 1));
  await expect(nested).rejects.toThrow('already open');
});

test('work that loses a deadlock is run again, and both ends are written', async () => {
  // Each holds one row and asks for the other's; the gate makes sure that both hold theirs first.
  let waiting = 0;
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const bump = (first: string, second: string) =>
    inTransaction({ sql: database.sql }, async ({ sql }) => {
      await sql`update counter set value = value + 1 where name = ${first}`;
      waiting += 1;
      if (waiting === 2) openGate();
      await gate;
      await sql`update counter set value = value + 1 where name = ${second}`;
    });
  const before = [await counterOf('a'), await counterOf('b')];
  await Promise.all([bump('a', 'b'), bump('b', 'a')]);
  expect([await counterOf('a'), await counterOf('b')]).toEqual(before.map((value) => (value ?? 0) + 2));
});

test('work whose connection is cut fails, and takes nothing else with it', async () => {
  const cut = (pid: number) => database.sql`select pg_terminate_backend(${pid})`;
  const pidOf = async (sql: Sql) => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  const gone = async (pid: number) => {
    const living = () => database.sql`select pid from pg_stat_activity where pid = ${pid}`;
    await expect.poll(living).toHaveLength(0);
  };
  let ran = 0;
  // While a statement waits, between two statements, and after the last one.
  const duringStatement = inTransaction({ sql: database.sql }, async ({ sql }) => {
    const pid = await pidOf(sql);
    await Promise.all([sql`select pg_sleep(20)`, cut(pid)]);
    ran += 1;
  });
  const betweenStatements = inTransaction({ sql: database.sql }, async ({ sql }) => {
    const pid = await pidOf(sql);
    await cut(pid);
    await gone(pid);
    await sql`update counter set value = 99 where name = 'a'`;
    ran += 1;
  });
  const afterTheLast = inTransaction({ sql: database.sql }, async ({ sql }) => {
    const pid = await pidOf(sql);
    await sql`update counter set value = 99 where name = 'b'`;
    await cut(pid);
    await gone(pid);
  });
  const ends = await Promise.allSettled([duringStatement, betweenStatements, afterTheLast]);
  // PostgreSQL may say goodbye before the connection ends, or not: either way the database is away.
  expect(ends.map((end) => end.status === 'rejected' && toAppError(end.reason).code)).toEqual(
    Array(3).fill('UNAVAILABLE'),
  );
  expect(ran).toBe(0);
  expect([await counterOf('a'), await counterOf('b')]).not.toContain(99);
});
