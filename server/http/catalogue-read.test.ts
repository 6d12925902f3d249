import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { searchProducts } from '#contract/product.ts';
import { productRoutes } from '#server/features/catalogue/products/product.routes.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { seedCatalogue } from '#tests/fixtures/seed.ts';
import { type ApiRoute, createResponseCache, runCatalogueRead } from './route.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A call that answers when it is told to. */
function slowCall() {
  const finishers: (() => void)[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const call: ApiRoute = {
    name: 'searchProducts',
    description: searchProducts,
    async admit() {},
    async run() {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise<void>((resolve) => finishers.push(resolve));
      atOnce -= 1;
      return { status: 200, answer: { message: '', data: [] } };
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

describe('a storm of new questions', () => {
  test('is answered a few at a time, and refused with a hint to come back when hundreds wait', async () => {
    const context = testContext(database.db);
    const shelf = createResponseCache(context.catalogueCache);
    const { call, mostAtOnce, finishAll } = slowCall();
    const asked = Array.from({ length: 600 }, (_, index) =>
      runCatalogueRead(call, context, { search: `word ${index}` }, shelf),
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

  test('keeps nobody waiting whose answer is kept', async () => {
    const context = testContext(database.db);
    const shelf = createResponseCache(context.catalogueCache);
    const { call, finishAll } = slowCall();
    const first = runCatalogueRead(call, context, { search: 'milk' }, shelf);
    await finishAll();
    const kept = await first;
    const storm = Array.from({ length: 50 }, (_, index) =>
      runCatalogueRead(call, context, { search: `word ${index}` }, shelf),
    );
    expect(await runCatalogueRead(call, context, { search: 'milk' }, shelf)).toBe(kept);
    await finishAll();
    await Promise.all(storm);
  });

  test('leaves connections for those who buy', async () => {
    await seedCatalogue(database.db, [{ category: 'Dairy', subCategory: 'Milk', name: 'Milk' }]);
    const context = testContext(database.db);
    const shelf = createResponseCache(context.catalogueCache);
    const search = productRoutes.find(({ name }) => name === 'searchProducts');
    if (search === undefined) throw new Error('There is no search.');
    let answered = 0;
    const storm = Array.from({ length: 400 }, async (_, index) => {
      await runCatalogueRead(search, context, { search: `milk ${index}` }, shelf);
      answered += 1;
    });
    await database.db.query(sql`update product set stock = stock - 1`);
    expect(answered).toBeLessThan(200);
    await Promise.all(storm);
  });
});

describe('a catalogue read', () => {
  test('gives the renderer the value whose bytes the API sends', async () => {
    const context = testContext(database.db);
    const shelf = createResponseCache(context.catalogueCache);
    for (const call of productRoutes.filter(
      ({ name }) => name === 'searchProducts' || name === 'listProducts',
    )) {
      const { answer, body, productIds } = await runCatalogueRead(call, context, { search: 'milk' }, shelf);
      expect(JSON.parse(body.toString())).toEqual({ success: true, error: false, ...answer });
      expect(productIds.size).toBe(1);
    }
  });

  test('shows the new stock to whoever asks after the change was told', async () => {
    const context = testContext(database.db);
    const shelf = createResponseCache(context.catalogueCache);
    const call = productRoutes.find(({ name }) => name === 'searchProducts');
    if (call === undefined) throw new Error('There is no search.');
    const stock = async () => {
      const { body } = await runCatalogueRead(call, context, { search: 'milk' }, shelf);
      return JSON.parse(body.toString()).data[0].stock;
    };
    const before = await stock();
    const [row] = await database.db.query<{ id: string }>(
      sql`update product set stock = stock - 1 returning id`,
    );
    expect(await stock()).toBe(before);
    context.catalogueCache.apply({ kind: 'stock', productIds: [row?.id ?? ''] });
    expect(await stock()).toBe(before - 1);
  });

  test('that is refused is not kept', async () => {
    const context = testContext(database.db);
    const shelf = createResponseCache(context.catalogueCache);
    const call = productRoutes.find(({ name }) => name === 'getProductDetails');
    if (call === undefined) throw new Error('There is no such call.');
    const read = () => runCatalogueRead(call, context, { productId: 'later' }, shelf);
    await expect(read()).rejects.toMatchObject({ status: 404 });
    await database.db.query(
      sql`insert into product (id, name, unit, stock, price_paise) values ('later', 'Later', '1 pc', 1, 100)`,
    );
    expect((await read()).answer.data).toMatchObject({ name: 'Later' });
  });
});
