import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { orderUpdatesPath } from '#contract/orders/order-updates.ts';
import { apiCaller, openShoppers, placeOrder } from '#tests/fixtures/buying.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { freePort, type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { openBalancer } from '#tests/fixtures/servers/balancer.ts';
import { hasCaddy, openCaddy } from '#tests/fixtures/servers/caddy.ts';

// Two whole shops on a busy machine; what catalogue changes show is in catalogue-everywhere.test.ts.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } });

const password = 'coriander at dawn';
const METRICS_TOKEN = 'a token for the metrics of this test';

const database = await openTestDatabase();
let directory: string;
let ports: number[];
let shops: Running[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-two-'));
  ports = [await freePort(), await freePort()];
  shops = [];
});
beforeEach(async () => {
  // All at the first test, and later those that a failed test left stopped.
  for (const [index] of ports.entries()) {
    if (shops[index]?.process.exitCode !== null) shops[index] = await openShop(index);
  }
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await rm(directory, { recursive: true, force: true });
});

function openShop(index: number, RATE_LIMITS = 'off'): Promise<Running> {
  const PORT = String(ports[index]);
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  const given = { PORT, PUBLIC_URL, RATE_LIMITS, METRICS_TOKEN, SHUTDOWN_DELAY_SECONDS: '5' };
  return startProductionShop({ database, directory }, given);
}

const url = (index: number) => shops[index]?.url ?? '';
const admin = { email: 'admin@tokri.local', password };

async function login(at: string, credentials: object = admin) {
  const response = await fetch(`${at}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return { status: response.status, token: (await response.json()).data?.accesstoken ?? '' };
}

/** How many requests for the navigation a process has answered. */
async function countAnswered(index: number): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${url(index)}/metrics`, { headers })).text();
  return Number(
    /^tokri_http_requests_total\{.*route="\/api\/category\/get".*\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
  );
}

const proxies = [
  { name: 'a proxy with health checks', open: openBalancer, isInstalled: true },
  { name: 'Caddy, configured as the guide says', open: openCaddy, isInstalled: hasCaddy },
].filter(({ isInstalled }) => isInstalled);

test.each(proxies)(
  'a rolling restart of both processes behind $name loses no request under load',
  async ({ open }) => {
    const proxy = await open(
      ports.map((port) => `http://127.0.0.1:${port}`),
      directory,
    );
    const milk = await addProduct(database.db, { stock: 100_000 });
    const bread = await addProduct(database.db);
    const shoppers = await openShoppers(database.db, 20);
    await database.db.query(sql`update account set verify_email = true`);
    const { token } = await login(proxy.url);
    const countOrders = async () =>
      (await database.db.query<{ orders: number }>(sql`select count(*) as orders from customer_order`))[0]
        ?.orders;
    const ordersBefore = await countOrders();
    let isStopped = false;
    let [orders, reads] = [0, 0];
    const expectOk = async (path: string) => {
      const response = await fetch(proxy.url + path);
      await response.arrayBuffer();
      expect(response.status, path).toBe(200);
      reads += 1;
    };
    const load = [
      ...shoppers.map(async (shopper) => {
        const call = apiCaller(proxy.url, shopper.token);
        for (; !isStopped; orders += 1) await placeOrder(call, shopper, [milk]);
      }),
      ...['/', `/product/x-${milk}`, '/api/category/get'].map(async (path) => {
        while (!isStopped) await expectOk(path);
      }),
      (async () => {
        const call = apiCaller(proxy.url, token);
        for (let price = 100; !isStopped; price = 201 - price) {
          const { status, answer } = await call('changeProducts', { changes: [{ _id: bread, price }] });
          expect(status, answer.message).toBe(200);
        }
      })(),
    ];
    const loaded = Promise.all(load);
    const progress = async () => {
      const before = orders;
      await Promise.race([expect.poll(() => orders).toBeGreaterThan(before + 5), loaded]);
    };
    try {
      for (const index of [0, 1]) {
        await progress();
        await shops[index]?.stop();
        await progress();
        shops[index] = await openShop(index);
        await expect.poll(() => countAnswered(index)).toBeGreaterThan(5);
      }
    } finally {
      isStopped = true;
      await Promise.allSettled(load);
      await proxy.close();
    }
    await loaded;
    expect(await countOrders()).toBe(Number(ordersBefore) + orders);
    console.info(`${orders} orders and ${reads} reads during a restart of both processes`);
  },
);

test('a session that ends at one process is refused by the other', async () => {
  const [shopper] = await openShoppers(database.db, 1);
  const token = shopper?.token ?? '';
  const statusAt = async (index: number) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url(index)}/api/user/user-details`, { headers })).status;
  };
  expect([await statusAt(0), await statusAt(1)]).toEqual([200, 200]);
  await fetch(`${url(0)}/api/user/logout`, { headers: { authorization: `Bearer ${token}` } });
  expect(await statusAt(0)).toBe(401);
  await expect.poll(() => statusAt(1)).toBe(401);
});

test('an order that is placed and changed at one process is seen at the other, at the next request and in its stream', async () => {
  const milk = await addProduct(database.db);
  const [shopper] = await openShoppers(database.db, 1);
  if (shopper === undefined) throw new Error('No shopper was added.');
  const here = apiCaller(url(0), shopper.token);
  const id = await placeOrder(here, shopper, [milk]);
  const headers = { authorization: `Bearer ${shopper.token}` };
  const orderAt = async (index: number) =>
    (await (await fetch(`${url(index)}/api/order/details?_id=${id}`, { headers })).json()).data?.status;
  const stream = await fetch(`${url(1)}${orderUpdatesPath}?_id=${id}`, { headers });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async () => {
    text += (await reader?.read())?.value ?? '';
    return text;
  };
  await read();
  expect((await here('cancelOrder', { _id: id })).status).toBe(200);
  const before = text.length;
  expect(await orderAt(1)).toBe(await orderAt(0));
  while (text.length <= before) await read();
  expect(text.slice(before)).toContain('event: change');
  await reader?.cancel();
});

test('wrong passwords at one process count at the other', async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  shops = await Promise.all([openShop(0, 'on'), openShop(1, 'on')]);
  const asha = { email: 'asha@example.com', password: 'not her password' };
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await login(url(count % 2), asha)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});
