import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';
import { findRunningPostgres } from '#server/database/postgres-files.ts';
import { apiCaller, openShoppers, placeOrder } from '#tests/fixtures/buying.ts';
import { createTestDatabase, openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { productionSecret, type Running, startProductionShop, startShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

// Whole shops on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const initialStock = 100_000;
const productCount = 5;
const passphrase = 'correct horse battery staple';

const database = await openTestDatabase();
let directory: string;
let folder: string;
let shop: Running;
let productIds: string[];
let token: string;
let image: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-backups-'));
  shop = await startProductionShop({ database, directory: join(directory, 'live') }, { RATE_LIMITS: 'off' });
  productIds = await Promise.all(
    Array.from({ length: productCount }, () => addProduct(database.db, { stock: initialStock })),
  );
  token = (await login(shop.url)) ?? '';
  image = await upload(80);
});
afterAll(async () => {
  await shop.stop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(directory, 'case-'));
});

async function login(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@tokri.local', password: 'coriander at dawn' }),
  });
  return (await response.json()).data?.accesstoken;
}

async function upload(width: number): Promise<string> {
  const body = formWith('image', await bytesOf(plainImage(width, 60).jpeg()));
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${shop.url}/api/file/upload`, { method: 'POST', headers, body })).json()).data
    .url;
}

/** Runs a command as a terminal would; gives what it says and its exit code. */
async function run(words: string[], given: Record<string, string> = {}, program = [process.execPath]) {
  const [first = '', ...others] = program;
  const child = spawn(first, [...others, 'server/command-line/backup.ts', ...words], {
    env: { ...process.env, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, said: said.trim(), complaints: complaints.trim() };
}

const live = () => ({ DATABASE_URL: database.url, DATA_DIR: join(directory, 'live') });

async function backUp(words: string[] = [], given: Record<string, string> = {}): Promise<string> {
  const { code, said, complaints } = await run(['backup', folder, ...words], { ...live(), ...given });
  expect([code, complaints]).toEqual([0, '']);
  return said.split(': ')[0] ?? '';
}

/** Buys with several shoppers, and uploads images, until stopped. */
async function openLoad(): Promise<{ stop(): Promise<number>; ordered(count: number): Promise<void> }> {
  const shoppers = await openShoppers(database.db, 6);
  let isStopped = false;
  let orders = 0;
  const buying = shoppers.map(async (shopper) => {
    const call = apiCaller(shop.url, shopper.token);
    for (; !isStopped; orders += 1) await placeOrder(call, shopper, productIds);
  });
  const uploading = (async () => {
    for (let width = 100; !isStopped; width += 1) await upload(width);
  })();
  return {
    async ordered(count) {
      const before = orders;
      await expect.poll(() => orders, { timeout: 60_000 }).toBeGreaterThan(before + count);
    },
    async stop() {
      isStopped = true;
      await Promise.all([...buying, uploading]);
      return orders;
    },
  };
}

interface Figures {
  accounts: number;
  orders: number;
  totalPaise: number;
  lines: number;
  images: number;
  /** Pieces in stock and in orders. */
  pieces: number;
  /** Orders whose total is not the sum of their lines. */
  wrongTotals: number;
}

function figuresOf(db: Database): Promise<Figures> {
  return db.one<Figures>(sql`
    select (select count(*) from account) as accounts, (select count(*) from customer_order) as orders,
      (select coalesce(sum(total_paise), 0)::bigint from customer_order) as "totalPaise",
      (select count(*) from order_line) as lines, (select count(*) from image) as images,
      (select sum(stock)::bigint from product_stock) + (select coalesce(sum(quantity), 0)::bigint from order_line) as pieces,
      (select count(*) from customer_order o where total_paise <>
        (select sum(price_paise * quantity) from order_line l where l.order_id = o.id)) as "wrongTotals"`);
}

async function imagesOf(data: string): Promise<Map<string, string>> {
  const entries = await readdir(join(data, 'images'), { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(
    async (file): Promise<[string, string]> => [
      file.slice(data.length),
      (await readFile(file)).toString('base64'),
    ],
  );
  return new Map(await Promise.all(contents));
}

test('a backup of a live store under load is one moment of it, and starts as a store with its own database', async () => {
  const load = await openLoad();
  await load.ordered(5);
  const before = await figuresOf(database.db);
  const file = await backUp([], { BACKUP_PASSPHRASE: passphrase });
  expect(file).toMatch(/\.tar\.gz\.encrypted$/);
  await load.ordered(5);
  await load.stop();
  const after = await figuresOf(database.db);

  const data = join(folder, 'data');
  const given = { DATA_DIR: data, BACKUP_PASSPHRASE: passphrase, DATABASE_URL: '' };
  expect(await run(['restore', file], given)).toMatchObject({ code: 0, complaints: '' });
  const copy = await startShop({
    ...{ NODE_ENV: 'production', DATA_DIR: data, AUTH_SECRET: productionSecret, DATABASE_URL: '' },
    ...{ DEMO_CATALOGUE: 'off', LOG_LEVEL: 'fatal', PORT: new URL(shop.url).port.replace(/^./, '1') },
  });
  try {
    const url = await findRunningPostgres(data);
    const db = connect(url ?? '', { maxConnections: 1 });
    const restored = await figuresOf(db);
    await db.close();
    expect(restored).toMatchObject({ wrongTotals: 0, pieces: initialStock * productCount });
    expect(restored.lines).toBe(restored.orders * productCount);
    expect(restored.totalPaise).toBe(restored.lines * 10_000);
    for (const name of ['orders', 'images'] as const) {
      expect(restored[name]).toBeGreaterThanOrEqual(before[name]);
      expect(restored[name]).toBeLessThan(after[name]);
    }
    expect(await login(copy.url)).toBeDefined();
    const [here, there] = await Promise.all([shop.url, copy.url].map((each) => fetch(each + image)));
    expect(there?.status).toBe(200);
    expect(await there?.arrayBuffer()).toEqual(await here?.arrayBuffer());
  } finally {
    await copy.stop();
  }
});

test('a backup without changes since has all rows and images, in an external database', async () => {
  const file = await backUp();
  const target = await createTestDatabase('template0');
  const data = join(folder, 'data');
  const given = { DATABASE_URL: target.url, DATA_DIR: data };
  expect(await run(['restore', file], given)).toMatchObject({ code: 0, complaints: '' });
  expect(await figuresOf(target.db)).toEqual(await figuresOf(database.db));
  expect(await imagesOf(data)).toEqual(await imagesOf(join(directory, 'live')));
  // A second time is refused, and changes nothing.
  expect(await run(['restore', file], given)).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('not empty'),
  });
  expect(await figuresOf(target.db)).toEqual(await figuresOf(database.db));
  const copy = await startProductionShop({ database: target, directory: data });
  expect(await login(copy.url)).toBeDefined();
  // The token of the live store: both have the same secret and sessions.
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${copy.url}/api/user/user-details`, { headers })).status).toBe(200);
  await copy.stop();
  await target.drop();
});

const lastBackups = () =>
  database.db.query<{ last_backup_at: Date | null }>(sql`select last_backup_at from store_opening`);

test('a backup that is killed leaves no file that looks complete and does not count, and the next one succeeds', async () => {
  await database.db.query(sql`delete from store_opening`);
  await database.db.transaction(async (db) => {
    // The backup waits for the table, so it is not complete when it is killed.
    await db.query(sql`lock table customer_order`);
    const child = spawn(process.execPath, ['server/command-line/backup.ts', 'backup', folder], {
      env: { ...process.env, ...live() },
      stdio: 'ignore',
    });
    await expect.poll(() => readdir(folder), { timeout: 60_000 }).not.toEqual([]);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  expect((await readdir(folder)).filter((name) => !name.endsWith('.draft'))).toEqual([]);
  expect(await lastBackups()).toEqual([]);
  const startedAt = Date.now();
  expect(await run(['restore', await backUp(), '--check'])).toMatchObject({ code: 0 });
  const [last] = await lastBackups();
  expect(last?.last_backup_at?.getTime()).toBeGreaterThanOrEqual(startedAt);
});

test('a full disk, a short passphrase and a folder in use are reported, and leave nothing', async () => {
  // Files of at most 4 kB.
  const limited = ['sh', '-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath];
  expect(await run(['backup', folder], live(), limited)).toMatchObject({
    code: 1,
    complaints: expect.stringMatching(/disk is full|EFBIG/),
  });
  expect(await run(['backup', folder], { ...live(), BACKUP_PASSPHRASE: 'short' })).toMatchObject({
    code: 1,
    complaints: 'BACKUP_PASSPHRASE: must be of 12 characters at least, but is something else.',
  });
  expect(await readdir(folder)).toEqual([]);
  const file = await backUp(['--passphrase-file', await passphraseFile()]);
  const data = join(folder, 'data');
  expect(
    await run(['restore', file, '--passphrase-file', await passphraseFile('another passphrase')], {
      DATA_DIR: data,
      DATABASE_URL: '',
    }),
  ).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('The passphrase is wrong'),
  });
  await expect(readdir(data)).rejects.toThrow('ENOENT');
  expect(
    await run(['restore', file, '--passphrase-file', await passphraseFile()], {
      DATA_DIR: folder,
      DATABASE_URL: '',
    }),
  ).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('is not empty'),
  });
});

async function passphraseFile(content = passphrase): Promise<string> {
  const file = join(directory, 'passphrase');
  await writeFile(file, `${content}\n`);
  return file;
}
