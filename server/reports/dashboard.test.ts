import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { asStaff, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addOrder, addProduct, withStock } from '#tests/fixtures/seed.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';
import { getDashboard, getMenuCounts } from './dashboard.service.ts';

const { db } = await openTestDatabase();
beforeEach(async () => {
  await db.query(sql`delete from customer_order`);
  await db.query(sql`delete from product`);
  await db.query(sql`delete from search_count`);
});

// Noon in India.
const now = new Date('2026-11-21T06:30:00Z');
const read = (given = {}) => getDashboard(testContext(db, { now: () => now, ...given }));
const order = (at: string, given: Partial<Parameters<typeof addOrder>[1]> = {}) =>
  addOrder(db, { at: new Date(at), ...given });

describe('an empty store', () => {
  test('reports zeros', async () => {
    const summary = await read();
    expect(summary).toMatchObject({
      today: { orders: 0, revenue: 0, itemsSold: 0 },
      yesterday: { orders: 0, revenue: 0 },
      promise: { delivered: 0, inTime: 0, sharePercent: null },
      catalogue: { products: 0, outOfStock: 0, lowStock: 0, lowStockAt: 10, gstUnknown: 0 },
      open: { orders: 0, late: 0 },
      ...{ owed: { orders: 0, amount: 0 }, unpaid: { orders: 0, amount: 0 }, openProblems: 0 },
      emails: { waiting: 0, waitingSince: null, givenUp: 0 },
      ...{ scarce: [], topProducts: [], missedSearches: [] },
    });
    expect(summary.days.map(({ day }) => day)).toEqual([
      ...['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14'],
      ...['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
    ]);
    expect(summary.days.every(({ orders, revenue }) => orders === 0 && revenue === 0)).toBe(true);
  });
});

describe('days', () => {
  test('follow the time zone of the store', async () => {
    // 23:59 and 00:00 in India, and the start of the first day.
    await order('2026-11-20T18:29:59.999Z', { lines: [{ pricePaise: 10_050 }] });
    await order('2026-11-20T18:30:00Z', { lines: [{ pricePaise: 20_000, quantity: 3 }] });
    await order('2026-11-07T18:29:59.999Z');
    await order('2026-11-07T18:30:00Z');
    const { today, yesterday, days } = await read();
    expect(today).toEqual({ orders: 1, revenue: 600, itemsSold: 3 });
    expect(yesterday).toMatchObject({ orders: 1, revenue: 100.5 });
    expect(days[0]).toEqual({ day: '2026-11-08', orders: 1, revenue: 100 });
    expect(days.reduce((sum, { orders }) => sum + orders, 0)).toBe(3);

    const london = await read({ timeZone: 'Europe/London' });
    expect(london.today.orders).toBe(0);
    expect(london.yesterday.orders).toBe(2);
  });

  test('are compared up to the same time of day', async () => {
    await order('2026-11-20T05:00:00Z');
    await order('2026-11-20T06:30:00Z', { lines: [{ pricePaise: 20_000 }] });
    await order('2026-11-20T06:31:00Z');
    expect((await read()).yesterday).toEqual({ orders: 3, revenue: 400, ordersByNow: 2, revenueByNow: 300 });
  });

  test('have 23 or 25 hours at changes of daylight saving time', async () => {
    for (const at of ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'])
      await order(at);
    const { days } = await read({ timeZone: 'Europe/Berlin', now: () => new Date('2026-10-26T12:00:00Z') });
    expect(days.slice(-3).map(({ day, orders }) => [day, orders])).toEqual([
      ['2026-10-24', 0],
      ['2026-10-25', 2],
      ['2026-10-26', 1],
    ]);
  });

  test('exclude cancelled and unpaid orders', async () => {
    for (const status of ['CANCELLED', 'PENDING_PAYMENT'] as const)
      await order('2026-11-21T05:00:00Z', { status });
    for (const status of ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
      await order('2026-11-21T05:00:00Z', { status });
    const { today, topProducts } = await read();
    expect(today).toEqual({ orders: 4, revenue: 400, itemsSold: 4 });
    expect(topProducts.reduce((sum, { sold }) => sum + sold, 0)).toBe(4);
  });

  test('exclude unavailable lines', async () => {
    const id = await order('2026-11-21T05:00:00Z', { lines: [{ name: 'Milk' }, { name: 'Bread' }] });
    await db.query(sql`update order_line set unavailable_at = now() where order_id = ${id} and position = 0`);
    const { today, topProducts } = await read();
    expect(today.itemsSold).toBe(1);
    expect(topProducts.map(({ name }) => name)).toEqual(['Bread']);
  });
});

describe('the promised time', () => {
  const deliver = (promisedAt: string, deliveredAt: string) =>
    order('2026-11-21T05:00:00Z', {
      ...{ status: 'DELIVERED', promisedAt: new Date(promisedAt), deliveredAt: new Date(deliveredAt) },
    });

  test('covers deliveries of the last seven days, late or not', async () => {
    await deliver('2026-11-21T05:10:00Z', '2026-11-21T05:10:00Z');
    await deliver('2026-11-21T05:10:00Z', '2026-11-21T05:04:00Z');
    await deliver('2026-11-21T05:10:00Z', '2026-11-21T05:10:00.001Z');
    // The start of the first day in India, and the instant before it.
    await deliver('2026-11-14T18:00:00Z', '2026-11-14T18:30:00Z');
    await deliver('2026-11-14T18:30:00Z', '2026-11-14T18:29:59.999Z');
    for (const status of ['PLACED', 'OUT_FOR_DELIVERY', 'CANCELLED', 'PENDING_PAYMENT'] as const)
      await order('2026-11-21T05:00:00Z', { status });
    expect((await read()).promise).toEqual({ delivered: 4, inTime: 2, sharePercent: 50 });
  });

  test('is not reported as kept while one order was late', async () => {
    await Promise.all(
      Array.from({ length: 200 }, () => deliver('2026-11-21T05:10:00Z', '2026-11-21T05:09:00Z')),
    );
    await deliver('2026-11-21T05:10:00Z', '2026-11-21T05:11:00Z');
    expect((await read()).promise).toMatchObject({ delivered: 201, sharePercent: 99 });
  });
});

test('open orders are those between placing and delivery, late ones those after their promised time', async () => {
  const promised = (text: string) => ({ promisedAt: new Date(text) });
  await order('2026-11-21T06:00:00Z', { status: 'PLACED', ...promised('2026-11-21T06:29:59Z') });
  await order('2026-11-19T06:00:00Z', { status: 'PACKING', ...promised('2026-11-19T06:10:00Z') });
  await order('2026-11-21T06:20:00Z', { status: 'OUT_FOR_DELIVERY', ...promised('2026-11-21T06:30:00Z') });
  for (const status of ['DELIVERED', 'CANCELLED', 'PENDING_PAYMENT'] as const)
    await order('2026-11-20T06:00:00Z', { status });
  expect((await read()).open).toEqual({ orders: 3, late: 2 });
});

describe('products', () => {
  test('rank by units sold in a week, with their real revenue', async () => {
    const milk = await addProduct(db, { name: 'Milk', stock: 40, pricePaise: 7000 });
    const bread = await addProduct(db, { name: 'Bread', stock: 0, pricePaise: 5000 });
    await order('2026-11-15T05:00:00Z', {
      lines: [
        // 33.33 % of ₹49.99 are ₹17 in whole rupees.
        { productId: milk, pricePaise: 4999, discountBasisPoints: 3333, quantity: 2 },
        { productId: bread, pricePaise: 5000, quantity: 4 },
      ],
    });
    await order('2026-11-21T05:00:00Z', { lines: [{ productId: milk, pricePaise: 6000, quantity: 3 }] });
    await order('2026-11-14T05:00:00Z', { lines: [{ productId: bread, pricePaise: 5000, quantity: 50 }] });
    expect((await read()).topProducts).toEqual([
      expect.objectContaining({ _id: milk, name: 'Milk', stock: 40, sold: 5, revenue: 245.98 }),
      expect.objectContaining({ _id: bread, name: 'Bread', stock: 0, sold: 4, revenue: 200 }),
    ]);
  });

  test('are listed under the name they were sold with after deletion', async () => {
    const tempeh = await addProduct(db, { name: 'Tempeh' });
    await order('2026-11-21T05:00:00Z', { lines: [{ productId: tempeh, name: 'Tempeh' }] });
    await db.query(sql`delete from product where id = ${tempeh}`);
    expect((await read()).topProducts).toMatchObject([{ name: 'Tempeh', stock: null, sold: 1 }]);
  });

  test('are listed as scarce: sold out first, then by sales', async () => {
    const stocks = { Atta: 0, Bread: 0, Curd: 1, Dal: 10, Eggs: 11 };
    const ids = new Map<string, string>();
    for (const [name, stock] of Object.entries(stocks)) ids.set(name, await addProduct(db, { name, stock }));
    await order('2026-11-20T05:00:00Z', { lines: [{ productId: ids.get('Bread') ?? '', quantity: 7 }] });
    const { scarce, catalogue } = await read();
    expect(scarce.map(({ name, stock, sold }) => [name, stock, sold])).toEqual([
      ['Bread', 0, 7],
      ['Atta', 0, 0],
      ['Curd', 1, 0],
      ['Dal', 10, 0],
    ]);
    expect(catalogue).toEqual({ products: 5, outOfStock: 2, lowStock: 2, lowStockAt: 10, gstUnknown: 0 });
  });

  test('without a GST rate are counted if they are active and the store has a GSTIN', async () => {
    for (const [name, gst, status] of [
      ['Unknown', null, 'active'],
      ['Exempt', 0, 'active'],
      ['Taxed', 500, 'active'],
      ['Draft', null, 'draft'],
    ] as const) {
      const id = await addProduct(db, { name });
      await db.query(sql`update product set gst_basis_points = ${gst}, status = ${status} where id = ${id}`);
    }
    expect((await read()).catalogue.gstUnknown).toBe(0);
    const admin = await createAdmin(db);
    await saveSettings(admin, withGstin);
    expect((await read()).catalogue.gstUnknown).toBe(1);
    await saveSettings(admin, initialStoreSettings);
  });

  test('are limited in number and may lack an image', async () => {
    const products = sql`
      insert into product (id, name, unit, price_paise)
      select 'p' || number, 'Product ' || number, '1 pc', 100 from generate_series(1, 300) as number`;
    await db.query(withStock(products, 0));
    const { scarce, catalogue } = await read();
    expect(scarce).toHaveLength(8);
    expect(scarce[0]).toMatchObject({ name: 'Product 1', image: '', stock: 0 });
    expect(catalogue.outOfStock).toBe(300);
  });
});

test('zero-result searches cover the last seven days', async () => {
  await db.query(sql`
    insert into search_count values ('2026-11-21', 'kombucha', 9, 2, 1), ('2026-11-15', 'kombucha', 3, 3, 0),
      ('2026-11-14', 'kale', 9, 9, 0), ('2026-11-20', 'tempeh', 4, 4, 0), ('2026-11-20', 'milk', 50, 0, 7),
      ('2026-11-20', '', 50, 50, null)`);
  expect((await read()).missedSearches).toEqual([
    { words: 'kombucha', count: 5 },
    { words: 'tempeh', count: 4 },
  ]);
});

test('emails count that the mail server refused so far, and those of the last 7 days that it refused for good', async () => {
  const context = testContext(db);
  const addresses = ['first attempt', 'refused', 'refused for good', 'refused for good last month'];
  for (const name of addresses)
    await queueEmail(context, { kind: 'reset-refused', to: 'a@example.com', name });
  const [, refused, final, old] = await db.query<{ id: number; queued: Date }>(
    sql`select id, created_at as queued from graphile_worker.jobs where task_identifier = 'send-email' order by id`,
  );
  await db.query(sql`
    update graphile_worker._private_jobs set attempts = 3, last_error = 'away' where id = ${refused?.id}`);
  await db.query(sql`
    select graphile_worker.permanently_fail_jobs(array[${final?.id}, ${old?.id}]::bigint[], 'no')`);
  await db.query(sql`
    update graphile_worker._private_jobs set updated_at = now() - interval '8 days' where id = ${old?.id}`);
  const { emails } = await read();
  expect(emails).toEqual({ waiting: 1, waitingSince: expect.stringMatching(/^20.*Z$/), givenUp: 1 });
});

test('the counts of the menu are those of the dashboard', async () => {
  await order('2026-11-21T05:00:00Z', { status: 'PLACED' });
  await order('2026-11-21T05:10:00Z', { status: 'PACKING' });
  await order('2026-11-20T05:20:00Z', { status: 'DELIVERED' });
  await order('2026-11-20T05:30:00Z', { status: 'CANCELLED' });
  const { open, unpaid, openProblems } = await read();
  expect(
    await getMenuCounts(
      asStaff({ ...testContext(db, { now: () => now }), caller: { userId: '', sessionId: '' } }),
    ),
  ).toEqual({
    orders: 2,
    payments: unpaid.orders,
    problems: openProblems,
    isLive: true,
  });
  expect(open.orders).toBe(2);
});
