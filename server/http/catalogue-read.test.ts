import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import { productRoutes } from '#server/features/catalogue/products/product.routes.ts';
import { findRoute, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { type ApiRoute, createResponseCache, handleCatalogueRead } from './route.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

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
      return { status: 200, response: { message: '', data: [] } };
    },
  };
  return {
    call,
    mostAtOnce: () => mostAtOnce,
    async finishAll() {
      while (finishers.length > 0) {
        finishers.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe('many cache misses', () => {
  test('run five at a time, and are rejected with Retry-After when 500 wait', async () => {
    const context = testContext(database.db);
    const cache = createResponseCache(context.catalogueCache);
    const { call, mostAtOnce, finishAll } = slowCall();
    const asked = Array.from({ length: 600 }, (_, index) =>
      handleCatalogueRead(call, context, { search: `word ${index}` }, cache),
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

  test('do not delay cached responses', async () => {
    const context = testContext(database.db);
    const cache = createResponseCache(context.catalogueCache);
    const { call, finishAll } = slowCall();
    const first = handleCatalogueRead(call, context, { search: 'milk' }, cache);
    await finishAll();
    const kept = await first;
    const storm = Array.from({ length: 50 }, (_, index) =>
      handleCatalogueRead(call, context, { search: `word ${index}` }, cache),
    );
    expect(await handleCatalogueRead(call, context, { search: 'milk' }, cache)).toBe(kept);
    await finishAll();
    await Promise.all(storm);
  });

  test('leave connections for orders', async () => {
    await seedCatalogue(database.db, [{ category: 'Dairy', subCategory: 'Milk', name: 'Milk' }]);
    const context = testContext(database.db);
    const cache = createResponseCache(context.catalogueCache);
    const search = findRoute(productRoutes, 'searchProducts');
    let answered = 0;
    const storm = Array.from({ length: 400 }, async (_, index) => {
      await handleCatalogueRead(search, context, { search: `milk ${index}` }, cache);
      answered += 1;
    });
    await database.db.query(sql`update product set stock = stock - 1`);
    expect(answered).toBeLessThan(200);
    await Promise.all(storm);
  });
});

describe('a catalogue read', () => {
  test('returns to the renderer the value that the API sends', async () => {
    const context = testContext(database.db);
    const cache = createResponseCache(context.catalogueCache);
    for (const name of ['searchProducts', 'listProducts'] as const) {
      const call = findRoute(productRoutes, name);
      const { response, body, productIds } = await handleCatalogueRead(
        call,
        context,
        { search: 'milk' },
        cache,
      );
      expect(JSON.parse(body.toString())).toEqual({ success: true, error: false, ...response });
      expect(productIds.size).toBe(1);
    }
  });

  test('returns the new stock after the invalidation', async () => {
    const context = testContext(database.db);
    const cache = createResponseCache(context.catalogueCache);
    const call = findRoute(productRoutes, 'searchProducts');
    const stock = async () => {
      const { body } = await handleCatalogueRead(call, context, { search: 'milk' }, cache);
      return JSON.parse(body.toString()).data[0].stock;
    };
    const before = await stock();
    const [row] = await database.db.query<{ id: string }>(
      sql`update product set stock = stock - 1 returning id`,
    );
    expect(await stock()).toBe(before);
    context.catalogueCache.invalidate({ kind: 'stock', productIds: [row?.id ?? ''] });
    expect(await stock()).toBe(before - 1);
  });

  test('is not cached when it fails', async () => {
    const context = testContext(database.db);
    const cache = createResponseCache(context.catalogueCache);
    const call = findRoute(productRoutes, 'getProductDetails');
    const read = () => handleCatalogueRead(call, context, { productId: 'later' }, cache);
    await expect(read()).rejects.toMatchObject({ status: 404 });
    await database.db.query(
      sql`insert into product (id, name, unit, stock, price_paise) values ('later', 'Later', '1 pc', 1, 100)`,
    );
    expect((await read()).response.data).toMatchObject({ name: 'Later' });
  });
});
