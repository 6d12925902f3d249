import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { freePort, type Running, startShop } from '#tests/fixtures/processes.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';

// Each of these starts whole shops, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase();
let directory: string;
let port: number;
let running: Running[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-process-'));
  port = await freePort();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((shop) => shop.stop()));
  await rm(directory, { recursive: true, force: true });
});

function environmentOf(given: Record<string, string>): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATA_DIR: directory,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_PASSWORD: 'coriander at dawn',
    DEMO_CATALOGUE: 'off',
    LOG_LEVEL: 'error',
    ...given,
  };
}

const onTestDatabase = () => ({
  DATABASE_URL: database.url,
  AUTH_SECRET: 'a secret for these tests alone, long',
});

async function open(given: Record<string, string>): Promise<Running> {
  const shop = await startShop(environmentOf(given));
  running.push(shop);
  return shop;
}

/** Starts the shop where it cannot open; gives what it says and its exit code. */
async function fail(given: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...environmentOf(given) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, lines: said.trim().split('\n') };
}

async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(name);
  const [code] = await exited;
  return typeof code === 'number' ? code : null;
}

test('reports each invalid variable in one line and opens nothing', async () => {
  const { code, lines } = await fail({
    PORT: '0',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'ftp://a',
    TRUSTED_PROXIES: 'me',
  });
  expect([code, lines.length, lines[0]]).toEqual([1, 5, 'Invalid configuration:']);
  for (const name of ['PORT', 'LOG_LEVEL', 'PUBLIC_URL', 'TRUSTED_PROXIES']) {
    expect(lines.filter((line) => line.startsWith(`  ${name}: `))).toHaveLength(1);
  }
});

test('reports a data directory that cannot be created', async () => {
  await writeFile(join(directory, 'file'), '');
  const { code, lines } = await fail({ DATA_DIR: join(directory, 'file', 'data') });
  expect([code, lines[1]]).toEqual([1, expect.stringContaining(`DATA_DIR: ${directory}/file/data`)]);
});

test.runIf(process.platform === 'linux')('reports a data directory that is not writable', async () => {
  const { code, lines } = await fail({ DATA_DIR: '/proc/self' });
  expect([code, lines]).toEqual([
    1,
    ['Invalid configuration:', expect.stringMatching(/^ {2}DATA_DIR: .*\/proc\/self/)],
  ]);
});

test('reports an unknown host and stops the database', async () => {
  const { code, lines } = await fail({ HOST: 'unknown.invalid' });
  expect([code, lines]).toEqual([
    1,
    [
      'The server could not start: the host name unknown.invalid cannot be resolved. Set HOST to an address of this machine.',
    ],
  ]);
  await expect(readFile(join(directory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('waits for a database that is not available, says why without its password, and opens when it is', async () => {
  const proxy = await openTcpProxy(database.url);
  proxy.close();
  const starting = open({ ...onTestDatabase(), DATABASE_URL: proxy.url, LOG_LEVEL: 'warn' });
  await proxy.rejectedConnection();
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
  proxy.open();
  const shop = await starting;
  expect((await fetch(`${shop.url}/health/database`)).status).toBe(200);
  const { host, password } = new URL(proxy.url);
  expect(shop.lines.join()).toContain(`Waiting: the database at ${host} is not available (`);
  if (password !== '') expect(shop.lines.join()).not.toContain(password);
  await signal(shop.process, 'SIGTERM');
  await proxy.stop();
});

test('reports a rejected connection to the database with the reason, without its password', async () => {
  const url = new URL(database.url);
  url.pathname = '/no_such_shop';
  const { code, lines } = await fail({ ...onTestDatabase(), DATABASE_URL: url.href });
  expect([code, lines]).toEqual([
    1,
    [
      `The server could not start: the database at ${url.host} rejected the connection: database "no_such_shop" does not exist. ` +
        'Check DATABASE_URL and the permissions of its user.',
    ],
  ]);
});

test('reports a port in use and stops the database', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { code, lines } = await fail({});
  other.close();
  expect([code, lines]).toEqual([
    1,
    [`The server could not start: port ${port} of 127.0.0.1 is in use. Set PORT to another one.`],
  ]);
  await expect(readFile(join(directory, 'shop.pid'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(directory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('a second server on the same directory reports the address of the first one and exits', async () => {
  const first = await open({});
  const { code, lines } = await fail({ PORT: String(await freePort()) });
  expect([code, lines]).toEqual([
    1,
    [expect.stringContaining(`in use by the server at ${first.url} (process`)],
  ]);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
});

test('stopping completes the requests in progress', async () => {
  const shop = await open(onTestDatabase());
  const asked = Array.from({ length: 40 }, async (_, number) => {
    const response = await fetch(`${shop.url}/api/product/search-product`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ search: `rice ${number}` }),
    });
    const { success } = await response.json();
    return `${response.status} ${success}`;
  });
  // Once one is answered, the others are on their way or on the wire.
  await Promise.race(asked);
  const code = await signal(shop.process, 'SIGTERM');
  const outcomes = await Promise.allSettled(asked);
  expect(code).toBe(0);
  const answers = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
  expect(answers.length).toBeGreaterThan(0);
  expect([...new Set(answers)].every((answer) => answer === '200 true' || answer === '503 false')).toBe(true);
});

test('a promise that is rejected without a handler is logged and counted, and the shop goes on', async () => {
  const library = `process.on('SIGUSR2', () => void Promise.reject(new Error('The library lost its connection.')))`;
  const shop = await startShop(
    environmentOf({ ...onTestDatabase(), METRICS_TOKEN: 'a token for this test alone, long' }),
    ['--import', `data:text/javascript,${encodeURIComponent(library)}`],
  );
  running.push(shop);
  shop.process.kill('SIGUSR2');
  const metrics = async () => {
    const headers = { authorization: 'Bearer a token for this test alone, long' };
    return (await fetch(`${shop.url}/metrics`, { headers })).text();
  };
  await expect.poll(metrics).toContain('tokri_unhandled_rejections_total 1');
  expect(shop.lines.join()).toContain('The library lost its connection.');
});

test('a kill during registrations loses none that was acknowledged', async () => {
  const shop = await open({ RATE_LIMITS: 'off' });
  const acknowledged: string[] = [];
  const password = 'cardamom at night';
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function registerUntilKilled(who: number) {
    for (let count = 0; ; count += 1) {
      const email = `s${who}.${count}@example.com`;
      const form = { name: 'Asha', email, password, confirmPassword: password };
      const response = await post(`${shop.url}/api/user/register`, form).catch(() => null);
      if (response === null) return;
      if (response.status === 201) acknowledged.push(email);
      if (acknowledged.length === 8) shop.process.kill('SIGKILL');
    }
  }
  await Promise.all([1, 2, 3].map(registerUntilKilled));
  expect(acknowledged.length).toBeGreaterThanOrEqual(8);

  const again = await open({ RATE_LIMITS: 'off' });
  for (const email of acknowledged) {
    expect((await post(`${again.url}/api/user/login`, { email, password })).status, email).toBe(200);
  }
  expect(await signal(again.process, 'SIGTERM')).toBe(0);
});

test('stopping during the start leaves no database running', async () => {
  const drafts = watch(directory);
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...environmentOf({}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints = text(child.stderr);
  // PostgreSQL is being prepared and has no address yet.
  for await (const { filename } of drafts) if (filename === 'postgres.draft') break;
  expect([await signal(child, 'SIGTERM'), await complaints]).toEqual([0, '']);
  await expect(readFile(join(directory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(directory, 'shop.pid'))).rejects.toThrow('ENOENT');
});
