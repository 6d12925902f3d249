import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { type EmbeddedPostgres, startEmbedded } from '#server/database/embedded.ts';
import { apiCaller } from '#tests/fixtures/buying.ts';
import { freePort, productionSecret, type Running, startShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';

// Two databases and whole shops on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } });

type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>;

const metricsToken = 'a token for these tests alone';
const password = 'coriander at dawn';

let directory: string;
let primary: EmbeddedPostgres;
let replica: EmbeddedPostgres;
let replicaDb: Database;
let other: EmbeddedPostgres;
let otherDb: Database;
let primaryProxy: TcpProxy;
let replicasProxy: TcpProxy;
let shop: Running;
let token: string;
let productIds: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-replica-'));
  const inDirectory = (name: string) => join(directory, name);
  const [here, there, elsewhere] = [inDirectory('primary'), inDirectory('replica'), inDirectory('other')];
  // A copy of the files of a stopped server is what pg_basebackup makes of a running one.
  await (await startEmbedded(here)).stop();
  for (const copy of [there, elsewhere]) await cp(here, copy, { recursive: true, preserveTimestamps: true });
  primary = await startEmbedded(here);
  replica = await startReplica(there);
  other = await startReplica(elsewhere);
  replicaDb = connect(replica.url, { maxConnections: 1, isReplica: true });
  otherDb = connect(other.url, { maxConnections: 1, isReplica: true });
  primaryProxy = await openTcpProxy(primary.url);
  replicasProxy = await openTcpProxy(replica.url, other.url);
  shop = await openShop(primaryProxy, replicasProxy);
  token = await login();
  const db = connect(primary.url, { maxConnections: 1 });
  productIds = [];
  for (let count = 0; count < 30; count += 1)
    productIds.push(await addProduct(db, { name: `Zephyrine ${count}` }));
  await db.close();
});
afterAll(async () => {
  await shop.stop();
  await Promise.all([replicaDb.close(), otherDb.close(), primaryProxy.stop(), replicasProxy.stop()]);
  for (const server of [primary, replica, other]) await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Of the primary. */
async function startReplica(copy: string): Promise<EmbeddedPostgres> {
  const { username, password: secret, port } = new URL(primary.url);
  await writeFile(join(copy, 'postgres/standby.signal'), '');
  await appendFile(
    join(copy, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${secret}'\n`,
  );
  return startEmbedded(copy);
}

async function openShop(writes: { url: string }, reads: { url: string } = replica): Promise<Running> {
  const port = String(await freePort());
  return startShop({
    ...{ NODE_ENV: 'production', DATA_DIR: join(directory, 'data'), AUTH_SECRET: productionSecret },
    ...{ DATABASE_URL: writes.url, DATABASE_READ_URL: reads.url, METRICS_TOKEN: metricsToken },
    ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ADMIN_PASSWORD: password },
    ...{ DEMO_CATALOGUE: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' },
  });
}

async function login(): Promise<string> {
  const response = await fetch(`${shop.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@tokri.local', password }),
  });
  return (await response.json()).data.accesstoken;
}

/** How many queries each database has answered. */
async function queries(): Promise<{ replica: number; primary: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${shop.url}/metrics`, { headers })).text();
  const count = (name: string) =>
    Number(
      new RegExp(`^tokri_catalogue_queries_total\\{database="${name}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
  return { replica: count('replica'), primary: count('primary') };
}

let page = 0;

/** Reads a list that is in no cache. */
async function readUncached(): Promise<number> {
  page += 1;
  const { status } = await apiCaller(shop.url, token)('listProducts', { page, limit: 1 });
  return status;
}

/** Reads a list that is in no cache. */
async function isAnswerMarked(): Promise<boolean> {
  page += 1;
  const { method, path } = endpoints.listProducts;
  const response = await fetch(shop.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, limit: 1 }),
  });
  return response.headers.has('warning');
}

async function expectReplicaUsed(): Promise<void> {
  const before = (await queries()).replica;
  await expect
    .poll(async () => [await readUncached(), (await queries()).replica > before])
    .toEqual([200, true]);
}

let price = 100;

/** Changes a price several times; each next read has to show it. */
async function expectChangesVisible(): Promise<void> {
  const call = apiCaller(shop.url, token);
  for (const _id of productIds.slice(0, 10)) {
    price += 1;
    expect((await call('changeProducts', { changes: [{ _id, price }] })).status).toBe(200);
    const { answer } = await call('getProductDetails', { productId: _id });
    expect(answer.data).toMatchObject({ _id, price });
    const found = await call('searchProducts', { search: 'zephyrine', limit: 100 });
    expect(found.answer.data).toContainEqual(expect.objectContaining({ _id, price }));
  }
}

test('the replica answers reads, and a change is visible at the next request', async () => {
  await expectReplicaUsed();
  await expectChangesVisible();
  await expectReplicaUsed();
});

test('the address of a replica is no address of the primary', async () => {
  const db = connect(replica.url);
  await expect(db.query(sql`select`)).rejects.toMatchObject({ code: 'CONNECTION_STANDBY' });
  await db.close();
});

test('of two replicas, one that lags does not answer; while both lag, the primary answers', async () => {
  await otherDb.query(sql`select pg_wal_replay_pause()`);
  await expectChangesVisible();
  await expectReplicaUsed();
  await replicaDb.query(sql`select pg_wal_replay_pause()`);
  await expectChangesVisible();
  const before = await queries();
  expect(await readUncached()).toBe(200);
  const after = await queries();
  expect([after.replica - before.replica, after.primary > before.primary]).toEqual([0, true]);
  await replicaDb.query(sql`select pg_wal_replay_resume()`);
  await expectReplicaUsed();
  await otherDb.query(sql`select pg_wal_replay_resume()`);
});

test('while the primary is away, a replica answers that contains the last change, and no other', async () => {
  await expectChangesVisible();
  await otherDb.query(sql`select pg_wal_replay_pause()`);
  await expectChangesVisible();
  primaryProxy.close();
  await expectReplicaUsed();
  for (const _id of productIds.slice(9, 10)) {
    const { answer } = await apiCaller(shop.url, token)('getProductDetails', { productId: _id });
    expect(answer.data).toMatchObject({ _id, price });
  }
  await otherDb.query(sql`select pg_wal_replay_resume()`);
  primaryProxy.open();
  await expect.poll(async () => (await fetch(`${shop.url}/api/category/get`)).status).toBe(200);
});

test('an answer of a replica is marked while another process may change what this one does not hear of', async () => {
  await expect.poll(isAnswerMarked).toBe(false);
  primaryProxy.close();
  const before = (await queries()).replica;
  await expect.poll(isAnswerMarked).toBe(true);
  expect((await queries()).replica).toBeGreaterThan(before);
  primaryProxy.open();
  await expect.poll(isAnswerMarked).toBe(false);
});

test('a promoted replica is not read any more, and can replace the primary', async () => {
  await shop.stop();
  shop = await openShop(primary);
  token = await login();
  await replicaDb.query(sql`select pg_promote()`);
  await expectChangesVisible();
  // What the former replica does not have is read at the primary.
  const before = (await queries()).replica;
  expect(await readUncached()).toBe(200);
  expect((await queries()).replica).toBe(before);
  await shop.stop();
  shop = await openShop(replica);
  token = await login();
  await expectChangesVisible();
});

test('a replica that goes away is not missed', async () => {
  await shop.stop();
  shop = await openShop(primary);
  token = await login();
  await replica.stop();
  for (let count = 0; count < 5; count += 1) expect(await readUncached()).toBe(200);
  await expectChangesVisible();
});
