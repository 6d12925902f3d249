import sql, { type Sql } from 'sql-template-tag';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { maximumQuantity } from '#contract/base/limits.ts';
import type { Queryable } from '#server/database/connect.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import type { ApiRoute } from '#server/http/route.ts';
import { productRoutes } from '#server/products/product.routes.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { catchAppError, findRoute, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue, withStock } from '#tests/fixtures/seed.ts';
import { CatalogueResponseCache } from './catalogue-response-cache.ts';

const database = await openTestDatabase();
const address = '203.0.113.1';

/** A route that responds on demand. */
function slowCall() {
  const finishers: (() => void)[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const call: ApiRoute = {
    endpoint: endpoints.searchProducts,
    async authorizeUpload() {},
    async handle() {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise<void>((resolve) => finishers.push(resolve));
      atOnce -= 1;
      return { status: 200, response: { message: '', data: [] }, tags: ['search'] };
    },
  };
  return {
    call,
    mostAtOnce: () => mostAtOnce,
    async finishAll() {
      const others = () => new Promise((resolve) => setImmediate(resolve));
      for (await others(); finishers.length > 0; await others()) finishers.shift()?.();
    },
  };
}

describe('many cache misses', () => {
  test('run five at a time, and are rejected with Retry-After when 500 wait', async () => {
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const { call, mostAtOnce, finishAll } = slowCall();
    const asked = Array.from({ length: 600 }, (_, index) =>
      reader.readForApi(call, context, { search: `word ${index}` }, `203.0.${index % 3}.1`),
    );
    const outcomes = Promise.allSettled(asked);
    await finishAll();
    const refusals = (await outcomes).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(mostAtOnce()).toBe(5);
    expect(refusals).toHaveLength(95);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 1 });
    }
  });

  test('of one network leave the next turn to each of nine others', async () => {
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const { call, finishAll } = slowCall();
    const read = (search: string, network: string) =>
      reader.readForApi(call, context, { search }, `203.0.${network}.1`);
    let answered = 0;
    const flood = Array.from({ length: 240 }, async (_, index) => {
      await read(`flood ${index}`, '113');
      answered += 1;
    });
    const quiet = Array.from({ length: 9 }, async (_, index) => {
      await read(`quiet ${index}`, String(index));
      return answered;
    });
    const finished = finishAll();
    expect(Math.max(...(await Promise.all(quiet)))).toBeLessThan(20);
    await finished;
    await Promise.all(flood);
  });

  test('500 a second of one network leave the 95th percentile of nine others below 50 ms', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'setTimeout'] });
    const context = testContext(database.db, { rateLimits: createRateLimits(database.db) });
    const reader = new CatalogueResponseCache(context.catalogueCache);
    // A misspelt search takes 5 ms of the processor, of which there is one.
    let processorFreeAt = 0;
    const call: ApiRoute = {
      ...slowCall().call,
      async handle() {
        const nowMs = performance.now();
        processorFreeAt = Math.max(processorFreeAt, nowMs) + 5;
        await new Promise((resolve) => setTimeout(resolve, processorFreeAt - nowMs));
        return { status: 200, response: { message: '', data: [] }, tags: ['search'] };
      },
    };
    let calls = 0;
    const read = async (remoteAddress: string) => {
      calls += 1;
      await reader.readForApi(call, context, { search: `word ${calls}` }, remoteAddress);
    };
    let refused = 0;
    setInterval(() => void read(address).catch(() => (refused += 1)), 2);
    const tookMs: number[] = [];
    for (let network = 0; network < 9; network += 1)
      setTimeout(() => {
        setInterval(async () => {
          const startedAt = performance.now();
          await read(`198.51.${network}.1`);
          tookMs.push(performance.now() - startedAt);
        }, 500);
      }, network * 55);
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    expect(refused).toBeGreaterThan(0);
    expect(tookMs.length).toBeGreaterThan(300);
    expect(tookMs.toSorted((one, other) => one - other)[Math.ceil(tookMs.length * 0.95) - 1]).toBeLessThan(
      50,
    );
  });

  test('charge the time of a read to the network that asked, and refuse no network that shares it', async () => {
    const context = testContext(database.db, { rateLimits: createRateLimits(database.db) });
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const { call, finishAll } = slowCall();
    const read = async (search: string, remoteAddress: string) =>
      reader.readForApi(call, context, { search }, remoteAddress);
    // A read of a minute, so that the network waits for longer than this test takes.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const slow = read('slow', address);
    await expect.poll(() => clock).toHaveBeenCalled();
    const shared = read('slow', '198.51.100.1');
    clock.mockReturnValue(60_000);
    await finishAll();
    await Promise.all([slow, shared]);
    clock.mockRestore();
    expect(await catchAppError(read('next', address))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const others = read('next', '198.51.100.1');
    await finishAll();
    await others;
    expect((await reader.readForApi(call, context, { search: 'slow' }, address)).body).toBeDefined();
  });

  test('do not delay cached responses', async () => {
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const { call, finishAll } = slowCall();
    const first = reader.readForApi(call, context, { search: 'milk' }, address);
    await finishAll();
    const kept = await first;
    const storm = Array.from({ length: 50 }, (_, index) =>
      reader.readForApi(call, context, { search: `word ${index}` }, address),
    );
    expect(await reader.readForApi(call, context, { search: 'milk' }, address)).toBe(kept);
    await finishAll();
    await Promise.all(storm);
  });

  test('leave connections for orders', async () => {
    await seedCatalogue(database.db, [{ category: 'Dairy', subCategory: 'Milk', name: 'Milk' }]);
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const search = findRoute(productRoutes, 'searchProducts');
    let answered = 0;
    const storm = Array.from({ length: 400 }, async (_, index) => {
      await reader.readForApi(search, context, { search: `milk ${index}` }, `203.0.${index % 4}.1`);
      answered += 1;
    });
    await database.db.query(sql`update product_stock set stock = stock - 1`);
    expect(answered).toBeLessThan(200);
    await Promise.all(storm);
  });
});

describe('a catalogue read', () => {
  test('returns to pages the value of the API without the number in stock and the time of the last change', async () => {
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    for (const name of ['searchProducts', 'listProducts'] as const) {
      const call = findRoute(productRoutes, name);
      const input = { search: 'milk' };
      const { response, tags } = await reader.readForPage(call, context, input);
      const sent = JSON.parse((await reader.readForApi(call, context, input, address)).body.toString());
      expect(sent).toMatchObject({ success: true, error: false });
      const [product] = sent.data;
      expect(response).toEqual({
        ...response,
        data: [{ ...product, stock: maximumQuantity, updatedAt: product.createdAt }],
      });
      expect([...tags]).toEqual(['search', `product:${product._id}`]);
    }
  });

  test('returns the new stock after a change of stock, without running the call again', async () => {
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const call = findRoute(productRoutes, 'searchProducts');
    let runs = 0;
    const counting: ApiRoute = {
      ...call,
      handle(...parameters) {
        runs += 1;
        return call.handle(...parameters);
      },
    };
    const read = async () => {
      const { body } = await reader.readForApi(counting, context, { search: 'milk' }, address);
      return JSON.parse(body.toString()).data[0];
    };
    const before = await read();
    const page = await reader.readForPage(counting, context, { search: 'milk' });
    await database.db.query(sql`
      with sold as (update product_stock set stock = stock - 1)
      update product set updated_at = now() + interval '1 day'`);
    const after = await read();
    expect(after.stock).toBe(before.stock - 1);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await reader.readForPage(counting, context, { search: 'milk' })).toBe(page);
    expect(runs).toBe(1);
  });

  test('reads the stock again when it changes while it is being read', async () => {
    const gates: (() => void)[] = [];
    let isSlow = false;
    const db: Queryable = {
      one: (statement) => database.db.one(statement),
      async query<Row extends object>(statement: Sql): Promise<Row[]> {
        const rows = await database.db.query<Row>(statement);
        if (isSlow) await new Promise<void>((resolve) => gates.push(resolve));
        return rows;
      },
    };
    const base = testContext(database.db);
    const productCache = new ProductCache(db, base.catalogueCache);
    const context = { ...base, catalogueDb: db, productCache };
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const call = findRoute(productRoutes, 'searchProducts');
    const stock = async () => {
      const { body } = await reader.readForApi(call, context, { search: 'milk' }, address);
      return JSON.parse(body.toString()).data[0].stock;
    };
    const before = await stock();
    await database.db.query(sql`update product_stock set stock = stock - 1`);
    isSlow = true;
    const outdated = stock();
    await expect.poll(() => gates).toHaveLength(1);
    await database.db.query(sql`update product_stock set stock = stock - 1`);
    isSlow = false;
    expect(await stock()).toBe(before - 2);
    gates[0]?.();
    expect(await outdated).toBe(before - 1);
    expect(await stock()).toBe(before - 2);
  });

  test('is not cached when it fails', async () => {
    const context = testContext(database.db);
    const reader = new CatalogueResponseCache(context.catalogueCache);
    const call = findRoute(productRoutes, 'getProductDetails');
    const read = () => reader.readForPage(call, context, { productId: 'later' });
    await expect(read()).rejects.toMatchObject({ status: 404 });
    const later = sql`insert into product (id, name, unit, price_paise) values ('later', 'Later', '1 pc', 100)`;
    await database.db.query(withStock(later, 1));
    expect((await read()).response.data).toMatchObject({ name: 'Later' });
  });
});
