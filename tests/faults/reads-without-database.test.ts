import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { freePort, type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { openBalancer } from '#tests/fixtures/servers/balancer.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';

// A whole shop on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } });

const database = await openTestDatabase();
const proxy = await openTcpProxy(database.url);
let directory: string;
let shop: Running;
let balancer: Awaited<ReturnType<typeof openBalancer>>;
let products: { id: string; name: string; listing: { categoryId: string; subCategoryId: string } }[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-reads-'));
  const port = await freePort();
  shop = await startProductionShop(
    { database: proxy, directory },
    {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DEMO_CATALOGUE: 'on',
      RATE_LIMITS: 'off',
    },
  );
  balancer = await openBalancer([shop.url]);
  products = await database.db.query(sql`
    select distinct on (p.id) p.id, p.name,
      json_build_object('categoryId', c.category_id, 'subCategoryId', s.sub_category_id) as listing
    from product p join product_category c on c.product_id = p.id join product_sub_category s on s.product_id = p.id
    where p.status = 'active' order by p.id`);
});
afterAll(async () => {
  await balancer.close();
  await shop.stop();
  await proxy.stop();
  await rm(directory, { recursive: true, force: true });
});

type Read = () => Promise<Response>;

/** A reader leaves after this time. */
const patienceMs = 5000;
const open = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(balancer.url + path, { ...init, signal: AbortSignal.timeout(patienceMs) });
const call = (
  name: 'searchProducts' | 'getProductDetails' | 'listProductsByCategoryAndSubCategory',
  input: object,
) =>
  open(endpoints[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });

/** Four different reads for each product: a search, its details, its page, and a page of the list that it is in. */
function readsOf(some: typeof products, limit: number): Read[] {
  return some.flatMap(({ id, name, listing }) => [
    () => call('searchProducts', { search: `${name} ${limit}` }),
    () => call('getProductDetails', { productId: id }),
    () => open(`/product/x-${id}`),
    () => call('listProductsByCategoryAndSubCategory', { ...listing, page: 1, limit }),
  ]);
}

/** The share of answered reads, and of marked ones among these. */
async function answer(reads: readonly Read[]) {
  let [answered, marked] = [0, 0];
  const waiting = [...reads];
  const readers = Array.from({ length: 8 }, async () => {
    for (let read = waiting.pop(); read !== undefined; read = waiting.pop()) {
      const response = await read().catch(() => null);
      await response?.arrayBuffer();
      if (response?.status !== 200) continue;
      answered += 1;
      const { headers } = response;
      if (headers.get('warning')?.startsWith('110 ') && headers.get('cache-control') === 'no-store')
        marked += 1;
    }
  });
  await Promise.all(readers);
  return { answered: answered / reads.length, marked: marked / answered };
}

test.each([
  { fault: 'refuses connections', begin: () => proxy.close(), end: () => proxy.open(), first: 0, mark: 1 },
  { fault: 'answers nothing', begin: () => proxy.pause(), end: () => proxy.resume(), first: 250, mark: 0 },
])(
  'while the database $fault, warm reads and reads of products in memory are answered',
  async ({ begin, end, first, mark }) => {
    const [warm, others] = [products.slice(first, first + 125), products.slice(first + 125, first + 250)];
    const warmReads = readsOf(warm, 10);
    expect(await answer(warmReads)).toEqual({ answered: 1, marked: 0 });
    begin();
    try {
      const again = await answer(warmReads);
      const never = await answer(readsOf(others, 11));
      console.info('answered', again, never);
      expect(again.answered).toBeGreaterThanOrEqual(0.99);
      expect(never.answered).toBeGreaterThanOrEqual(0.9);
      expect([again.marked, never.marked].every((share) => share >= mark * 0.99)).toBe(true);
    } finally {
      end();
    }
    // What the database has now is shown as soon as it is back.
    const [{ id } = { id: '' }] = warm;
    await database.db.query(sql`update product set name = 'Renamed' where id = ${id}`);
    await expect
      .poll(async () => {
        const response = await call('getProductDetails', { productId: id }).catch(() => null);
        return [response?.headers.get('warning'), (await response?.json())?.data?.name];
      })
      .toEqual([null, 'Renamed']);
  },
);
