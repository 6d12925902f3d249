import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { freePort, type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { openSmtpServer, type TestSmtpServer } from '#tests/fixtures/servers/smtp.ts';

vi.setConfig({ testTimeout: 120_000 });

const patient = { timeout: 60_000 };

const database = await openTestDatabase();
let directory: string;
let shops: Running[];
let servers: TestSmtpServer[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-mail-away-'));
  shops = [];
  servers = [];
});
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.stop()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function openShop(smtpPort: number): Promise<Running> {
  const shop = await startProductionShop(
    { database, directory },
    { SMTP_URL: `smtp://shop:hunter2@127.0.0.1:${smtpPort}`, LOG_LEVEL: 'warn' },
  );
  shops.push(shop);
  return shop;
}

async function openServer(port: number): Promise<TestSmtpServer> {
  const server = await openSmtpServer({ port, user: { name: 'shop', password: 'hunter2' } });
  servers.push(server);
  return server;
}

async function register({ url }: Running, email: string): Promise<number> {
  const password = 'mango lassi at noon';
  const response = await fetch(`${url}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha', email, password, confirmPassword: password }),
  });
  return response.status;
}

test('without a mail server the store works, and each email arrives once when it is back', async () => {
  const port = await freePort();
  const shop = await openShop(port);
  await expect
    .poll(() => shop.lines.join(), patient)
    .toContain(`The mail server 127.0.0.1:${port} accepts no emails, which wait: connect ECONNREFUSED`);
  expect(shop.lines.join()).not.toContain('hunter2');
  expect(await register(shop, 'asha@example.com')).toBe(201);
  await expect.poll(() => countJobsByState(database.db), patient).toEqual({ retry: 1 });
  const server = await openServer(port);
  await makeJobsDue(database.db);
  await expect.poll(() => countJobsByState(database.db), patient).toEqual({});
  expect(server.mails.map(({ to }) => to)).toEqual([['asha@example.com']]);
});

test('another process delivers the email of a process killed during delivery', async () => {
  const port = await freePort();
  const server = await openServer(port);
  const reached = Promise.withResolvers<void>();
  const neverMind = Promise.withResolvers<void>();
  server.beforeTaking = () => {
    reached.resolve();
    return neverMind.promise;
  };
  const shop = await openShop(port);
  await register(shop, 'ravi@example.com');
  await reached.promise;
  shop.process.kill('SIGKILL');
  server.beforeTaking = async () => {};
  // The client is gone, so the server does not accept the message.
  server.refusals.set('content', 451);
  neverMind.resolve();
  await expect.poll(() => countJobsByState(database.db), patient).toEqual({ active: 1 });
  server.refusals.clear();
  await openShop(port);
  await expect
    .poll(async () => {
      await makeJobsDue(database.db);
      return countJobsByState(database.db);
    }, patient)
    .toEqual({});
  expect(server.mails.map(({ to }) => to)).toEqual([['ravi@example.com']]);
});
