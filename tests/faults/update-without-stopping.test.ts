import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiCaller, openShoppers, placeOrder } from '#tests/fixtures/buying.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { freePort, type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { openBalancer } from '#tests/fixtures/servers/balancer.ts';

// Six starts of a shop, and a build if the pages have changed since the previous release.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000, expect: { poll: { timeout: 60_000 } } });

/**
 * The release before this one, which the processes of this one run beside during an update. It is moved on with each
 * release: only then may a migration remove what the former one used.
 */
const previousRelease = '01d3d332ee0a54c45d202e60d3867c53d56cc938';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** Not in an archive of the files, or a clone without the history. */
const hasPreviousRelease =
  spawnSync('git', ['cat-file', '-e', `${previousRelease}^{commit}`], { cwd: root }).status === 0;

const database = await openTestDatabase('template0');
let directory: string;
let previous: string;
let ports: number[];
let shops: Running[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-update-'));
  previous = join(directory, 'previous');
  if (hasPreviousRelease) await checkOutPrevious();
  ports = [await freePort(), await freePort()];
  shops = [];
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await rm(directory, { recursive: true, force: true });
});

async function checkOutPrevious(): Promise<void> {
  const archive = join(directory, 'previous.tar');
  await run('git', ['archive', '--output', archive, previousRelease], { cwd: root });
  await mkdir(previous);
  await run('tar', ['-xf', archive, '-C', previous]);
  await symlink(join(root, 'node_modules'), join(previous, 'node_modules'));
  // Built again only if its sources are others.
  await cp(join(root, 'build'), join(previous, 'build'), { recursive: true });
  const build = `import(${JSON.stringify(join(previous, 'launch/build.mjs'))}).then((m) => m.ensureBuilt(process.execPath))`;
  await run(process.execPath, ['--eval', build], { cwd: previous });
}

/** Starts a process of a version in place of the one on this port. */
async function replace(index: number, version: 'previous' | 'present'): Promise<void> {
  await shops[index]?.stop();
  const PORT = String(ports[index]);
  const given = {
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    RATE_LIMITS: 'off',
    SHUTDOWN_DELAY_SECONDS: '1',
  };
  const folder = version === 'previous' ? previous : root;
  shops[index] = await startProductionShop({ database, directory: join(directory, PORT), folder }, given);
}

const login = async (url: string) => {
  const { answer } = await apiCaller(url, '')('loginUser', {
    email: 'admin@tokri.local',
    password: 'coriander at dawn',
  });
  return answer.data.accesstoken ?? '';
};

test.skipIf(!hasPreviousRelease)(
  'an update of one process after the other and the way back lose no request under load',
  async () => {
    for (const index of [0, 1]) await replace(index, 'previous');
    const proxy = await openBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    const milk = await addProduct(database.db, { stock: 100_000 });
    const bread = await addProduct(database.db);
    const shoppers = await openShoppers(database.db, 8);
    const admin = apiCaller(proxy.url, await login(proxy.url));
    let isStopped = false;
    let [orders, reads, changes] = [0, 0, 0];
    const load = [
      ...shoppers.map(async (shopper) => {
        const call = apiCaller(proxy.url, shopper.token);
        for (; !isStopped; orders += 1) await placeOrder(call, shopper, [milk]);
      }),
      ...['/', `/product/x-${milk}`, '/api/category/get'].map(async (path) => {
        for (; !isStopped; reads += 1) {
          const response = await fetch(proxy.url + path);
          await response.arrayBuffer();
          expect(response.status, path).toBe(200);
        }
      }),
      (async () => {
        for (; !isStopped; changes += 1) {
          const price = 100 + (changes % 2);
          const { status, answer } = await admin('changeProducts', { changes: [{ _id: bread, price }] });
          expect(status, answer.message).toBe(200);
        }
      })(),
    ];
    const loaded = Promise.all(load);
    const progress = async () => {
      const before = orders;
      await Promise.race([expect.poll(() => orders).toBeGreaterThan(before + 20), loaded]);
    };
    try {
      for (const version of ['present', 'previous'] as const)
        for (const index of [0, 1]) {
          await progress();
          await replace(index, version);
        }
      await progress();
    } finally {
      isStopped = true;
      await Promise.allSettled(load);
      await proxy.close();
    }
    await loaded;
    const { count } = await database.db.one<{ count: number }>(
      sql`select count(*) as count from customer_order`,
    );
    expect(count).toBe(orders);
    console.info(`${orders} orders, ${reads} reads and ${changes} changes during an update and the way back`);
  },
);
