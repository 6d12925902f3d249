import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { toAppError } from '../http/errors.ts';
import type { Queryable } from './connect.ts';
import { inTransaction } from './transaction.ts';

const database = await openTestDatabase();
await database.db.query(sql`create table counter (name text primary key, value integer not null)`);
await database.db.query(sql`insert into counter values ('a', 0), ('b', 0)`);

async function counterOf(name: string): Promise<number | undefined> {
  const [row] = await database.db.query<{ value: number }>(
    sql`select value from counter where name = ${name}`,
  );
  return row?.value;
}

test('rolls back when the work throws', async () => {
  const work = inTransaction({ db: database.db }, async ({ db }) => {
    await db.query(sql`update counter set value = 99 where name = 'a'`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await counterOf('a')).toBe(0);
});

test('throws when a transaction is opened inside another', async () => {
  const nested = inTransaction({ db: database.db }, (outer) => inTransaction(outer, async () => 1));
  await expect(nested).rejects.toThrow('Nested transactions are not supported');
});

test('repeats the work after a deadlock, so that both transactions commit', async () => {
  // Each holds one row and asks for the other's; the gate makes sure that both hold theirs first.
  let waiting = 0;
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const bump = (first: string, second: string) =>
    inTransaction({ db: database.db }, async ({ db }) => {
      await db.query(sql`update counter set value = value + 1 where name = ${first}`);
      waiting += 1;
      if (waiting === 2) openGate();
      await gate;
      await db.query(sql`update counter set value = value + 1 where name = ${second}`);
    });
  const before = [await counterOf('a'), await counterOf('b')];
  await Promise.all([bump('a', 'b'), bump('b', 'a')]);
  expect([await counterOf('a'), await counterOf('b')]).toEqual(before.map((value) => (value ?? 0) + 2));
});

test('repeats a statement outside a transaction after a deadlock', async () => {
  await database.db.query(sql`update counter set value = 0`);
  const barrier = await database.db.pool.connect();
  await barrier.query('select pg_advisory_lock(1)');
  const takeBoth = sql`
    with taken as (update counter set value = value + 1 where name = 'b' returning name),
      passed as materialized (select pg_advisory_xact_lock(1) from taken)
    update counter set value = value + 1 where name = 'a' and exists (select from passed)`;
  const waiting = () =>
    database.db.query(sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  let alone: Promise<unknown> | undefined;
  await database.db.transaction(async (db) => {
    // PostgreSQL ends the statement, which looks for the deadlock earlier.
    await db.query(sql`set local deadlock_timeout = '1min'`);
    await db.query(sql`update counter set value = value + 1 where name = 'a'`);
    alone = database.db.query(takeBoth).then(
      () => 'repeated',
      (error: unknown) => error,
    );
    await expect.poll(waiting).toHaveLength(1);
    const second = db.query(sql`update counter set value = value + 1 where name = 'b'`);
    await expect.poll(waiting).toHaveLength(2);
    await barrier.query('select pg_advisory_unlock(1)');
    await second;
  });
  barrier.release();
  expect(await alone).toBe('repeated');
  expect([await counterOf('a'), await counterOf('b')]).toEqual([2, 2]);
});

test('repeats a call whose function another version drops and creates at that moment', async () => {
  const make = `create function answer() returns integer language plpgsql as 'begin return 42; end'`;
  await database.db.query(raw(make));
  let isOver = false;
  const answers = new Set<number>();
  const waits = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const callers = [...waits.keys()].map(async (caller) => {
    while (!isOver) {
      const { answer } = await database.db.one<{ answer: number }>(sql`select answer()`);
      answers.add(answer);
      waits[caller]?.resolve();
    }
  });
  const replacing = async () => {
    for (let round = 0; round < 1000; round += 1) {
      await database.db.query(raw(`do $do$ begin drop function answer(); ${make}; end $do$`));
      // A call meets one replacement: on a slow machine each of its attempts could meet another one.
      for (const caller of waits.keys()) waits[caller] = Promise.withResolvers();
      await Promise.all(waits.map(({ promise }) => promise));
    }
    isOver = true;
  };
  await Promise.all([replacing(), ...callers]).finally(() => {
    isOver = true;
  });
  expect([...answers]).toEqual([42]);
}, 120_000);

test('rejects the work whose connection is cut, and no other query', async () => {
  const cut = (pid: number) => database.db.query(sql`select pg_terminate_backend(${pid})`);
  const pidOf = async (db: Queryable) =>
    (await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid;
  const gone = async (pid: number) => {
    const living = () => database.db.query(sql`select pid from pg_stat_activity where pid = ${pid}`);
    await expect.poll(living).toHaveLength(0);
  };
  let ran = 0;
  // While a statement waits, between two statements, and after the last one.
  const duringStatement = inTransaction({ db: database.db }, async ({ db }) => {
    const pid = await pidOf(db);
    await Promise.all([db.query(sql`select pg_sleep(20)`), cut(pid)]);
    ran += 1;
  });
  const betweenStatements = inTransaction({ db: database.db }, async ({ db }) => {
    const pid = await pidOf(db);
    await cut(pid);
    await gone(pid);
    await db.query(sql`update counter set value = 99 where name = 'a'`);
    ran += 1;
  });
  const afterTheLast = inTransaction({ db: database.db }, async ({ db }) => {
    const pid = await pidOf(db);
    await db.query(sql`update counter set value = 99 where name = 'b'`);
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
