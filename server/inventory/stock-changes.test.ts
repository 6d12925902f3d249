import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { toStockAfter } from '#contract/inventory/stock.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { createAdmin, createShopper, createShoppers } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { createTestDatabase, openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { selectClosingStock, selectWrongStock } from './stock-changes.queries.ts';
import { listClosingStock, stockCheckJobs } from './stock-changes.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const newMilk = (stock: number) => addProduct(db, { name: `Milk ${newId()}`, stock });
const changesOf = async (productId: string, input: object = {}) =>
  (await meera.call('listStockChanges', { productId, ...input })).data;
const record = (input: Omit<EndpointInput<'recordStock'>, 'requestId'> & { requestId?: string }) =>
  meera.call('recordStock', { requestId: newId(), ...input });
const expectSums = async () => expect(await selectWrongStock(db, 10)).toEqual([]);

test('an order, its cancellation and an edit are recorded with who, for what and the stock after', async () => {
  const milk = await newMilk(10);
  const shopper = await createShopper(db);
  const place = async (quantity: number) => {
    await shopper.fill({ [milk]: quantity });
    return (await shopper.order(await shopper.checkout())).data;
  };
  const order = await place(3);
  const kept = await place(2);
  await meera.call('changeOrders', { ids: [order._id], to: 'CANCELLED', reason: 'Closed' });
  const { data: shown } = await meera.call('getProductDetails', { productId: milk });
  await meera.call('changeProducts', {
    changes: [{ _id: milk, updatedAt: shown.updatedAt, stock: 20, stockBefore: shown.stock }],
  });
  const of = ({ _id, orderId }: typeof order) => ({ _id, orderId });
  expect(await changesOf(milk)).toMatchObject([
    { cause: 'EDIT', difference: 12, stock: 20, by: 'Meera', order: null },
    { cause: 'CANCELLATION', difference: 3, stock: 8, by: 'Meera', order: of(order) },
    { cause: 'ORDER', difference: -2, stock: 5, by: null, order: of(kept) },
    { cause: 'ORDER', difference: -3, stock: 7, by: null, order: of(order) },
    { cause: 'CREATED', difference: 10, stock: 10 },
  ]);
  await expectSums();
});

test('the changes until a time begin with the stock of that time', async () => {
  const milk = await newMilk(5);
  await record({ productId: milk, action: 'RECEIPT', quantity: 7 });
  const [received] = await changesOf(milk);
  await record({ productId: milk, action: 'WASTE', quantity: 2, note: 'Torn' });
  const at = (ms: number) => new Date(Date.parse(received?.at ?? '') + ms).toISOString();
  expect((await changesOf(milk, { until: at(1) }))[0]).toMatchObject({ cause: 'RECEIPT', stock: 12 });
  expect((await changesOf(milk, { until: at(60_000) }))[0]).toMatchObject({ note: 'Torn', stock: 10 });
  expect(await changesOf(milk, { until: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect((await changesOf(milk, { page: 2, limit: 1 }))[0]).toMatchObject({ cause: 'RECEIPT' });
});

test('a change without a stated reason is recorded too, also in a connection that stated one before', async () => {
  const milk = await newMilk(5);
  await record({ productId: milk, action: 'COUNT', quantity: 4 });
  await db.query(sql`update product_stock set stock = 9 where product_id = ${milk}`);
  await db.query(sql`update product_stock set stock = stock where product_id = ${milk}`);
  expect(await changesOf(milk)).toMatchObject([
    { cause: 'OTHER', difference: 5, stock: 9, by: null, note: '' },
    { cause: 'COUNT', difference: -1, stock: 4 },
    { cause: 'CREATED' },
  ]);
});

test('a deleted product keeps its changes, and the last one takes its stock', async () => {
  const milk = await newMilk(5);
  await meera.call('deleteProduct', { _id: milk });
  expect(await changesOf(milk)).toMatchObject([
    { cause: 'DELETED', difference: -5, stock: 0, by: 'Meera' },
    { cause: 'CREATED', difference: 5 },
  ]);
  await expectSums();
});

test('a recorded change can be neither changed nor deleted', async () => {
  await newMilk(5);
  await expect(db.query(sql`update stock_change set difference = 1`)).rejects.toThrow(
    /never changed or deleted/,
  );
  await expect(db.query(sql`delete from stock_change`)).rejects.toThrow(/never changed or deleted/);
});

describe('what staff record at the shelf', () => {
  test.each([
    // Counted with 3 units that are sold and not picked yet.
    ['COUNT', 12, 9],
    ['COUNT', 3, 0],
    ['COUNT', 1, 0],
    ['RECEIPT', 6, 13],
    ['WASTE', 7, 0],
  ] as const)('a %s of %i leaves %i to sell of 7', async (action, quantity, left) => {
    const milk = await newMilk(10);
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 3 });
    await shopper.order(await shopper.checkout());
    expect((await meera.call('getProductSummary', { productId: milk })).data).toMatchObject({
      ...{ stock: 7, waiting: 3 },
    });
    const { data } = await record({ productId: milk, action, quantity, note: 'Shelf 4' });
    expect(data).toMatchObject({ _id: milk, stock: left, waiting: 3, difference: left - 7 });
    expect(await stockOf(db, milk)).toBe(left);
    expect((await changesOf(milk))[0]).toMatchObject({
      ...{ cause: action, difference: left - 7, stock: left, by: 'Meera', note: 'Shelf 4' },
    });
    await expectSums();
  });

  test('a picked unit is no longer on the shelf', async () => {
    const milk = await newMilk(10);
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 3 });
    const { data: order } = await shopper.order(await shopper.checkout());
    await meera.call('pickLine', { _id: order._id, position: 0, isPicked: true });
    expect((await meera.call('getProductSummary', { productId: milk })).data).toMatchObject({
      ...{ stock: 7, waiting: 0 },
    });
    expect((await record({ productId: milk, action: 'COUNT', quantity: 7 })).data.stock).toBe(7);
    expect((await changesOf(milk))[0]).toMatchObject({ cause: 'COUNT', difference: 0, stock: 7 });
  });

  test('is recorded once for a request that arrives several times', async () => {
    const milk = await newMilk(10);
    const input = { productId: milk, action: 'RECEIPT', quantity: 5, requestId: newId() } as const;
    const outcomes = await countOutcomes([record(input), record(input), record(input)]);
    expect(outcomes).toEqual({ '200': 3 });
    expect((await record(input)).data).toMatchObject({ stock: 15, difference: 5 });
    expect(await changesOf(milk)).toHaveLength(2);
    const other = await newMilk(1);
    const refusals = await Promise.all([
      catchAppError(record({ ...input, productId: other })),
      catchAppError(record({ ...input, productId: other })),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(['IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_MISMATCH']);
    expect(await stockOf(db, other)).toBe(1);
  });

  test('one request id for two products at the same time is recorded for one of them', async () => {
    const products = [await newMilk(1), await newMilk(1), await newMilk(1)];
    const requestId = newId();
    const outcomes = await countOutcomes(
      products.map((productId) => record({ productId, action: 'RECEIPT', quantity: 5, requestId })),
    );
    expect(outcomes).toEqual({ '200': 1, '409 IDEMPOTENCY_MISMATCH': 2 });
    expect((await Promise.all(products.map((id) => stockOf(db, id)))).sort()).toEqual([1, 1, 6]);
  });

  test.each([
    ['more waste than is for sale', { action: 'WASTE', quantity: 11 }, 'STOCK_SHORT', undefined],
    ['no waste', { action: 'WASTE', quantity: 0 }, 'INVALID_INPUT', 'quantity'],
    ['a negative number', { action: 'RECEIPT', quantity: -1 }, 'INVALID_INPUT', 'quantity'],
    ['half a unit', { action: 'COUNT', quantity: 0.5 }, 'INVALID_INPUT', 'quantity'],
    ['more than the largest stock', { action: 'RECEIPT', quantity: 1_000_000 }, 'INVALID_INPUT', 'quantity'],
    ['an order', { action: 'ORDER', quantity: 1 }, 'INVALID_INPUT', 'action'],
  ])('%s is refused', async (_what, input, code, field) => {
    const milk = await newMilk(10);
    const error = await catchAppError(
      runCall(apiRoutes, 'recordStock', meera.context, { productId: milk, requestId: newId(), ...input }),
    );
    expect([error.code, error.issues?.[0]?.path]).toEqual([code, field]);
    expect(await stockOf(db, milk)).toBe(10);
  });

  test('an unknown product is NOT_FOUND', async () => {
    const input = { productId: newId(), action: 'COUNT', quantity: 1 } as const;
    expect((await catchAppError(record(input))).code).toBe('NOT_FOUND');
  });
});

test('orders, cancellations, counts and edits of one product at the same time add up to its stock', async () => {
  const milk = await newMilk(40);
  const shoppers = await createShoppers(db, 20);
  for (const shopper of shoppers) await shopper.fill({ [milk]: 1 });
  await Promise.all([
    ...shoppers.map(async (shopper, index) => {
      const { data } = await shopper.order(await shopper.checkout());
      if (index % 3 === 0) await runCall(apiRoutes, 'cancelOrder', shopper.context, { _id: data._id });
    }),
    ...[3, 4, 5].map((quantity) => record({ productId: milk, action: 'RECEIPT', quantity })),
    ...[1, 2].map((quantity) => record({ productId: milk, action: 'WASTE', quantity })),
  ]);
  expect(await stockOf(db, milk)).toBe(40 - 20 + 7 + 12 - 3);
  const changes = (await changesOf(milk, { limit: 50 })).reverse();
  let stock = 0;
  for (const change of changes) {
    stock += change.difference;
    expect(change.stock).toBe(stock);
  }
  await expectSums();
});

test('the daily check reports products whose changes do not add up', async () => {
  const milk = await newMilk(10);
  const reported: unknown[] = [];
  const log = { ...meera.context.log, error: (details: unknown) => void reported.push(details) };
  const check = stockCheckJobs({ db, log })['check-stock'];
  const job = { id: '1', payload: {}, queuedAt: new Date(), signal: new AbortController().signal };
  await check?.(job);
  expect(reported).toEqual([]);
  await db.transaction(async (db) => {
    await db.query(sql`alter table product_stock disable trigger product_stock_update_recorded`);
    await db.query(sql`update product_stock set stock = 4 where product_id = ${milk}`);
    await db.query(sql`alter table product_stock enable trigger product_stock_update_recorded`);
  });
  await check?.(job);
  expect(reported).toEqual([{ products: [{ product_id: milk, stock: 4, recorded: 10 }] }]);
  const shown = async () => (await meera.call('getDashboard')).data.stockDifferences;
  const { name } = await db.one<{ name: string }>(sql`select name from product where id = ${milk}`);
  expect(await shown()).toEqual([{ _id: milk, name, stock: 4, recorded: 10 }]);
  // Shown once after the next check too, and gone as soon as it adds up.
  await check?.(job);
  expect(await shown()).toHaveLength(1);
  await db.query(sql`
    insert into stock_change (product_id, difference, stock, cause) values (${milk}, -6, 4, 'OTHER')`);
  expect(await shown()).toEqual([]);
  await check?.(job);
  expect(await db.query(sql`select from stock_difference`)).toEqual([]);
  await db.query(sql`
    insert into stock_change (product_id, difference, stock, cause) values (${milk}, 6, 4, 'OTHER')`);
  await db.query(sql`update product_stock set stock = 10 where product_id = ${milk}`);
  await expect(selectWrongStock(db, 10)).resolves.toEqual([{ product_id: milk, stock: 10, recorded: 16 }]);
});

test.each([
  ['COUNT', 0, { stock: 5, waiting: 2 }, 0],
  ['COUNT', 8, { stock: 5, waiting: 2 }, 6],
  ['WASTE', 6, { stock: 5, waiting: 0 }, -1],
] as const)('%s of %i with %j leaves %i', (action, quantity, before, left) => {
  expect(toStockAfter(action, quantity, before)).toBe(left);
});

describe('the stock of all products', () => {
  test('at the time of each change is the sum of the changes before it, also of a product that was deleted', async () => {
    const [milk, curd, gone] = [await newMilk(5), await newMilk(0), await newMilk(9)];
    await db.query(sql`update product set cost_price_paise = 1234, sku = 'GONE' where id = ${gone}`);
    const shopper = await createShopper(db);
    for (let round = 0; round < 6; round += 1) {
      await record({ productId: curd, action: 'RECEIPT', quantity: round + 1 });
      await record({ productId: milk, action: 'COUNT', quantity: 3 + (round % 3) });
      await shopper.fill({ [curd]: 1, [gone]: 1 });
      const order = (await shopper.order(await shopper.checkout())).data;
      if (round % 2 === 0)
        await meera.call('changeOrders', { ids: [order._id], to: 'CANCELLED', reason: 'Closed' });
    }
    const names = await db.query<{ id: string; name: string }>(sql`select id, name from product`);
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    await meera.call('deleteProduct', { _id: gone });
    const ids = [milk, curd, gone];
    const changes = await db.query<{ product_id: string; difference: number; changed_at: Date }>(sql`
      select product_id, difference, changed_at from stock_change where product_id = any (${ids}) order by id`);
    expect(changes.length).toBeGreaterThan(20);
    const last = changes.at(-1)?.changed_at.getTime() ?? 0;
    for (const until of [
      ...changes.map(({ changed_at }) => changed_at),
      new Date(0),
      new Date(last + 1000),
    ]) {
      const listed = await selectClosingStock(db, until);
      for (const id of ids) {
        const sum = changes
          .filter(({ product_id, changed_at }) => product_id === id && changed_at < until)
          .reduce((total, { difference }) => total + difference, 0);
        const { stock = 0, inOrders = 0 } = listed.find(({ name }) => name === nameOf.get(id)) ?? {};
        expect(stock - inOrders).toBe(sum);
      }
    }
    // Three of the six orders were cancelled.
    const end = await selectClosingStock(db, new Date(last + 1000));
    const inOrders = ids.map((id) => end.find(({ name }) => name === nameOf.get(id))?.inOrders ?? 0);
    expect(inOrders).toEqual([0, 3, 3]);
    const [first] = changes.filter(({ product_id }) => product_id === gone);
    const before = await selectClosingStock(db, new Date((first?.changed_at.getTime() ?? 0) + 1));
    expect(before.find(({ name }) => name === nameOf.get(gone))).toMatchObject({
      ...{ stock: 9, status: 'deleted', costPaise: 1234, sku: 'GONE', unit: '1 kg' },
    });
  });

  test('reads the changes since the time by an index', async () => {
    await db.query(sql`
      insert into stock_change (product_id, difference, stock, cause, changed_at)
      select 'old', case when n % 2 = 0 then 1 else -1 end, n % 2, 'OTHER', timestamptz '2020-01-01' + n * interval '1 minute'
      from generate_series(1, 60000) n`);
    await db.query(sql`select brin_summarize_new_values('stock_change_by_time')`);
    await db.query(sql`analyze stock_change`);
    const plan = await db.query<Record<string, string>>(sql`
      explain select product_id, sum(difference) from stock_change where changed_at >= now() - interval '1 day' group by 1`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('stock_change_by_time');
  });

  test('is refused before the changes of an earlier database were recorded', async () => {
    const former = await createTestDatabase();
    await addProduct(former.db, { stock: 0 });
    await former.db.query(
      raw(`
      alter table product_stock disable trigger user;
      update product_stock set stock = 4;
      insert into stock_change (product_id, difference, stock, cause)
        select product_id, stock, stock, 'START' from product_stock;
      alter table product_stock enable trigger user;`),
    );
    const at = { db: former.db, now: () => new Date() };
    expect(await listClosingStock(at, toShopDate(new Date()))).toMatchObject([{ stock: 4 }]);
    expect(await catchAppError(listClosingStock(at, '2020-03-31'))).toMatchObject({ code: 'INVALID_INPUT' });
    await former.drop();
  });
});
