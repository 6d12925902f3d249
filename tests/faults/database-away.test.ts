import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, buildApp } from '#server/app/app.ts';
import { createLog } from '#server/base/log.ts';
import { listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { type EmbeddedPostgres, startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { countJobs, type JobHandlers, queueJob, startJobQueue } from '#server/jobs/job-queue.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { freePort } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

let directory: string;
let postgres: EmbeddedPostgres;
let door: Door;
let db: Database;
let app: App;
let following: { stop(): Promise<void> };
let productId: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-away-'));
  postgres = await startEmbedded(directory, { isDurable: false });
  door = await openDoor();
  await door.leadTo(postgres);
  const url = new URL(postgres.url);
  url.port = String(door.port);
  // The directory of a Unix socket, which takes precedence.
  url.searchParams.delete('host');
  db = connect(url.href);
  await migrate(db);
  productId = await addProduct(db, { name: 'Red Rice', pricePaise: 10_000 });
  const context = testContext(db);
  following = await listenForCatalogueChanges(db, context.catalogueCache, context.log);
  app = buildApp(context, 'http://localhost:3000');
});
afterAll(async () => {
  await following.stop();
  await app.close();
  await db.close();
  await door.close();
  await postgres.stop();
  await rm(directory, { recursive: true });
});

interface Door {
  port: number;
  leadTo(postgres: EmbeddedPostgres): Promise<void>;
  close(): Promise<void>;
}

/** An address that stays while the database behind it is restarted on another port; closed, it refuses all. */
async function openDoor(): Promise<Door> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let target = 0;
  const server = createServer((client) => {
    const database = openSocket({ port: target, host: '127.0.0.1' });
    sockets.add(client).add(database);
    const part = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', part).on('close', part);
    client.pipe(database).pipe(client);
  });
  return {
    port,
    async leadTo(postgres) {
      target = Number(new URL(postgres.url).port);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}

async function post(path: string, payload: object) {
  const response = await app.fastify.inject({ method: 'POST', url: `/api/${path}`, payload });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

const login = () => post('user/login', { email: 'unknown@example.com', password: 'a password' });
const search = (words: string) => post('product/search-product', { search: words });
const details = () => post('product/get-product-details', { productId });
const health = async (what: string) => (await app.fastify.inject(`/health/${what}`)).statusCode;

test('reports an unavailable database and recovers when it is back', async () => {
  expect([(await login()).status, (await details()).status, await health('database')]).toEqual([
    401, 200, 200,
  ]);

  // Under load: requests during the outage succeed or get a clear error.
  const asked = Array.from({ length: 60 }, (_, number) => search(`rice ${number}`));
  await Promise.race(asked);
  await postgres.stop();
  await door.close();
  for (const { status, body } of await Promise.all(asked)) {
    expect([200, 503]).toContain(status);
    expect([body.success, body.code]).toEqual(status === 200 ? [true, undefined] : [false, 'UNAVAILABLE']);
  }
  for (const answer of [await login()]) {
    expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
      503,
      {
        success: false,
        error: true,
        code: 'UNAVAILABLE',
        message: 'The store is not available right now. Please try again in a moment.',
      },
      '2',
    ]);
  }
  const inTime = { timeout: 25_000, interval: 100 };
  expect(await health('live')).toBe(200);
  expect(await health('ready')).toBe(200);
  // The answer before the outage is shared for a second.
  await vi.waitFor(async () => expect(await health('database')).toBe(503), inTime);

  postgres = await startEmbedded(directory, { isDurable: false });
  await door.leadTo(postgres);
  await vi.waitFor(async () => expect(await health('database')).toBe(200), inTime);
  await vi.waitFor(async () => expect((await login()).status).toBe(401), inTime);
  expect((await search('something new')).status).toBe(200);
  // It also hears of changes again.
  await db.query(sql`update product set price_paise = 12345 where id = ${productId}`);
  await vi.waitFor(async () => expect((await details()).body.data.price).toBe(123.45), inTime);
}, 120_000);

test('a job that ends while the database is away has run once, and the next job runs when it is back', async () => {
  const inTime = { timeout: 60_000, interval: 100 };
  const warnings: string[] = [];
  const log = createLog('warn', { write: (line) => void warnings.push(JSON.parse(line).msg) });
  const runs: string[] = [];
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sendEmail: JobHandlers['send-email'] = async ({ payload }) => {
    runs.push(payload.encrypted);
    started.resolve();
    await ended.promise;
  };
  const jobs = await startJobQueue(db, log, { 'send-email': sendEmail });
  const queue = (name: string) => queueJob(db, 'send-email', { encrypted: name, until: '' }, { key: name });
  await queue('first');
  await started.promise;
  await door.close();
  ended.resolve();
  await vi.waitFor(() => expect(warnings).toEqual(['The job queue has an error and is replaced']), inTime);
  await door.leadTo(postgres);
  await vi.waitFor(() => queue('second'), inTime);
  await vi.waitFor(async () => expect(await countJobs(db, 'send-email', { keySuffix: '' })).toBe(0), inTime);
  expect(runs).toEqual(['first', 'second']);
  await jobs.stop();
}, 120_000);

test('connections terminated by the database are replaced without repeated errors', async () => {
  const admin = connect(postgres.url, { maxConnections: 1 });
  await admin.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await admin.close();
  const answers = await Promise.all(Array.from({ length: 20 }, login));
  for (const { status } of answers) expect([401, 503]).toContain(status);
  await vi.waitFor(async () => expect((await login()).status).toBe(401), { timeout: 25_000, interval: 100 });
});
