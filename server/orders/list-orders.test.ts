import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

async function placeOrders(count: number) {
  const asha = await createShopper(db);
  const milk = await addProduct(db, { stock: 1000 });
  const numbers: string[] = [];
  for (let placed = 0; placed < count; placed += 1) {
    await asha.fill({ [milk]: 1 });
    numbers.unshift((await asha.order(await asha.checkout())).data.orderId);
  }
  return { asha, numbers };
}

test('orders are listed newest first, in pages that do not overlap', async () => {
  const { asha, numbers } = await placeOrders(25);
  const first = await asha.orders();
  expect(first).toMatchObject({ page: 1, limit: 10, totalCount: 25, totalPage: 3, totalNoPage: 3 });
  const listed: string[] = [];
  for (let page = 1; page <= 4; page += 1) {
    listed.push(...(await asha.orders({ page })).data.map(({ orderId }) => orderId));
  }
  expect(listed).toEqual(numbers);
});

test('orders of the same moment keep one order over all pages', async () => {
  const { asha } = await placeOrders(12);
  await db.query(sql`update customer_order set created_at = '2026-01-01' where user_id = ${asha.userId}`);
  const listed: string[] = [];
  for (let page = 1; page <= 6; page += 1) {
    listed.push(...(await asha.orders({ page, limit: 2 })).data.map(({ _id }) => _id));
  }
  expect(listed).toEqual([...new Set(listed)].sort().reverse());
  expect(listed).toHaveLength(12);
});

test('lists only the orders of the shopper', async () => {
  await placeOrders(1);
  const ravi = await createShopper(db);
  expect(await ravi.orders()).toMatchObject({ data: [], totalCount: 0, totalPage: 0 });
});
