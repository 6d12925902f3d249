import sql, { type Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { connect, type Queryable } from '#server/database/connect.ts';
import { isUnavailable } from '#server/database/database-errors.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';
import { AvailableReader } from './available-reader.ts';

const database = await openTestDatabase();

// A slow machine exceeds neither.
const longMs = 60_000;

/** A reader behind a proxy, with the number of statements that it sent. */
async function openReader({ readMs = longMs, trialMs = longMs } = {}) {
  const proxy = await openTcpProxy(database.url);
  const db = connect(proxy.url, { maxConnections: 2 });
  let sent = 0;
  const counting: Queryable = {
    one: (statement) => db.one(statement),
    query<Row extends object>(statement: Sql) {
      sent += 1;
      return db.query<Row>(statement);
    },
  };
  const reader = new AvailableReader(counting, { readMs, trialMs });
  return {
    proxy,
    db,
    reader,
    countSent: () => sent,
    async stop() {
      await reader.stop();
      await Promise.all([db.close(), proxy.stop()]);
    },
  };
}

const statement = sql`select 1 as one`;
const fail = expect.objectContaining({ code: expect.any(String) });

test('reads fail at once and send nothing while the database is away, and succeed when it is back', async () => {
  const { proxy, reader, countSent, stop } = await openReader();
  expect(await reader.one(statement)).toEqual({ one: 1 });
  proxy.close();
  await expect(reader.query(statement)).rejects.toEqual(fail);
  await expect.poll(() => reader.isAway).toBe(true);
  const before = countSent();
  const reads = await Promise.allSettled(Array.from({ length: 1000 }, () => reader.query(statement)));
  expect(reads.every((read) => read.status === 'rejected' && isUnavailable(read.reason))).toBe(true);
  // Only what tries the database.
  expect(countSent() - before).toBeLessThan(50);
  proxy.open();
  await expect.poll(() => reader.isAway).toBe(false);
  expect(await reader.one(statement)).toEqual({ one: 1 });
  await stop();
});

test('a read that waits for a silent server fails when the server does not answer another statement either', async () => {
  const { proxy, db, reader, stop } = await openReader({ readMs: 100, trialMs: 100 });
  // The read has an open connection, on which it waits for its answer.
  await db.query(statement);
  proxy.pause();
  await expect(reader.query(statement)).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  expect(reader.isAway).toBe(true);
  await stop();
});

test('a slow read of a database that answers goes on', async () => {
  const { reader, stop } = await openReader({ readMs: 100 });
  expect(await reader.query(sql`select pg_sleep(0.5)`)).toHaveLength(1);
  expect(reader.isAway).toBe(false);
  await stop();
});

test('an error of the statement is not taken for an outage', async () => {
  const { reader, countSent, stop } = await openReader();
  await expect(reader.query(sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' });
  expect([reader.isAway, countSent()]).toEqual([false, 1]);
  await stop();
});
