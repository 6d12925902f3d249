import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';
import { connect } from './connect.ts';

test('a connection to a server that has become read-only is replaced at its first write', async () => {
  const { db, url, drop } = await createTestDatabase();
  const name = new URL(url).pathname.slice(1);
  const admin = await db.pool.connect();
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  const pool = connect(url, { maxConnections: 1 });
  const write = () => pool.query(sql`create table written ()`);
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  // The same address leads to a primary again.
  await admin.query(`alter database ${name} set default_transaction_read_only = off`);
  expect(await write()).toEqual([]);
  admin.release();
  await pool.close();
  await drop();
});

test('a listener that the server refuses has one connection at a time, and listens once it may', async () => {
  const { db, url, drop } = await createTestDatabase();
  const refusing = new URL(url);
  refusing.searchParams.set('options', '-c lock_timeout=100ms');
  const pool = connect(refusing.href, { applicationName: 'refused-listener' });
  await pool.holdLock('process');
  const holders = sql`select pid from pg_stat_activity where application_name = 'refused-listener'`;
  const [first] = await db.query<{ pid: number }>(holders);
  const exclusive = await db.pool.connect();
  // Waits for the shared lock, which ends with the connection of the listener. Then the listener waits in vain.
  const locked = exclusive.query(`select pg_advisory_lock(hashtextextended('process', 0))`);
  const waiting = () => db.query(sql`select from pg_locks where locktype = 'advisory' and not granted`);
  await expect.poll(waiting).toHaveLength(1);
  await db.query(sql`select pg_terminate_backend(${first?.pid})`);
  await locked;
  const pids = new Set<number>();
  const countWhileRefused = async () => {
    const found = await db.query<{ pid: number }>(holders);
    for (const { pid } of found) pids.add(pid);
    return found.length;
  };
  let most = 0;
  const countRefused = async () => {
    most = Math.max(most, await countWhileRefused());
    return pids.size;
  };
  await expect.poll(countRefused).toBeGreaterThan(3);
  expect(most).toBe(1);
  exclusive.release(true);
  const countLocks = async () =>
    (
      await db.query(sql`
        select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and application_name = 'refused-listener'`)
    ).length;
  await expect.poll(countLocks).toBe(1);
  await pool.close();
  await drop();
});

test('a subscriber is told that the listening connection was lost, and then that it listens again', async () => {
  const { db, url, drop } = await createTestDatabase();
  const pool = connect(url, { applicationName: 'lost-listener' });
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  await pool.listen('test', { onListen: tell('listens'), onLost: tell('lost') });
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost-listener'`);
  await expect.poll(() => told).toEqual(['listens', 'lost', 'listens']);
  await pool.close();
  expect(told).toHaveLength(3);
  await drop();
});

test('a server that is silent is left: what waits for it fails, and the listener connects again', async () => {
  const { url, drop } = await createTestDatabase();
  const proxy = await openTcpProxy(url);
  const pool = connect(proxy.url, { silenceMs: 3000 });
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  await pool.listen('test', { onListen: tell('listens'), onLost: tell('lost') });
  const sleep = () => pool.query(sql`select pg_sleep(0)`);
  await Promise.all([sleep(), sleep()]);
  proxy.pause();
  // One of them runs on an idle connection, which is as silent as the others.
  const waiting = [sleep(), pool.transaction((transaction) => transaction.query(sql`select`))];
  expect(await Promise.allSettled(waiting)).toMatchObject(
    waiting.map(() => ({ status: 'rejected', reason: { code: 'CONNECTION_LOST' } })),
  );
  await expect.poll(() => told).toEqual(['listens', 'lost']);
  proxy.close();
  proxy.resume();
  proxy.open();
  expect(await sleep()).toHaveLength(1);
  await expect.poll(() => told).toEqual(['listens', 'lost', 'listens']);
  await pool.close();
  await proxy.stop();
  await drop();
});
