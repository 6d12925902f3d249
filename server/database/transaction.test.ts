import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
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
