import sql from 'sql-template-tag';
import { expect, test, vi } from 'vitest';
import { newOrderNumber } from '#server/orders/change-order-status.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addAddress, addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';

vi.mock(import('#server/orders/change-order-status.ts'), async (original) => {
  const { newOrderNumber: real } = await original();
  return { newOrderNumber: vi.fn(real) };
});

const { db } = await openTestDatabase();

async function atCheckout() {
  const asha = await createShopper(db);
  const milk = await addProduct(db, { stock: 10 });
  await asha.fill({ [milk]: 2 });
  return { asha, milk, input: await asha.checkout() };
}

test('ten requests with one key at the same moment are one order, given back to all of them', async () => {
  const { asha, milk, input } = await atCheckout();
  const answers = await Promise.all(Array.from({ length: 10 }, () => asha.order(input, 'one-key')));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await stockOf(db, milk)).toBe(8);
  expect((await asha.orders()).totalCount).toBe(1);
});

test('a request that comes while the first is still being written waits for it', async () => {
  const { asha, milk, input } = await atCheckout();
  const writing = Promise.withResolvers<void>();
  const mayFinish = Promise.withResolvers<void>();
  // A concurrent edit of the product blocks both requests.
  const editing = db.transaction(async (db) => {
    await db.query(sql`update product set description = 'new' where id = ${milk}`);
    writing.resolve();
    await mayFinish.promise;
  });
  await writing.promise;
  const both = [asha.order(input, 'slow'), asha.order(input, 'slow')];
  mayFinish.resolve();
  await editing;
  const [first, second] = await Promise.all(both);
  expect([first?.status, second?.status].sort()).toEqual([200, 201]);
  expect(first?.data).toEqual(second?.data);
  expect(await stockOf(db, milk)).toBe(8);
});

test('a repeat gets its order back whatever has happened since', async () => {
  const { asha, milk, input } = await atCheckout();
  const { data } = await asha.order(input, 'repeat');
  await asha.fill({ [milk]: 2 });
  await db.query(sql`update address set status = false where id = ${asha.addressId}`);
  await changeProduct(db, milk, { price_paise: 1, stock: 0 });
  expect(await asha.order(input, 'repeat')).toEqual({ status: 200, message: 'Order placed', data });
  await db.query(sql`delete from product where id = ${milk}`);
  expect((await asha.order(input, 'repeat')).data).toEqual(data);
  expect((await asha.orders()).totalCount).toBe(1);
});

test('a repeat never orders a cart that was filled with the same things again', async () => {
  const { asha, milk, input } = await atCheckout();
  const { data } = await asha.order(input, 'again');
  await asha.fill({ [milk]: 2 });
  expect(await asha.order(input, 'again')).toEqual({ status: 200, message: 'Order placed', data });
  expect(await asha.cart()).toHaveLength(1);
  expect(await stockOf(db, milk)).toBe(8);
  expect((await asha.order(input, 'another')).status).toBe(201);
});

test('the order of the lines does not make it another request', async () => {
  const { asha, input } = await atCheckout();
  await asha.fill({ [await addProduct(db)]: 1 });
  const { list_items } = await asha.checkout();
  const whole = { ...input, ...(await asha.checkout()) };
  const { data } = await asha.order(whole, 'order');
  const repeated = await asha.order({ ...whole, list_items: list_items.toReversed() }, 'order');
  expect(repeated).toMatchObject({ status: 200, data });
});

test('a key cannot be used for something else', async () => {
  const { asha, milk, input } = await atCheckout();
  await asha.order(input, 'used');
  await asha.fill({ [milk]: 3 });
  const other = await asha.checkout();
  const elsewhere = { ...input, addressId: await addAddress(db, asha.userId) };
  for (const changed of [other, elsewhere, { ...input, totalAmt: 0 }]) {
    const refusal = await catchAppError(asha.order(changed, 'used'));
    expect(refusal).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', status: 409 });
  }
  expect((await asha.orders()).totalCount).toBe(1);
});

test('a key is one shopper’s own', async () => {
  const [asha, ravi] = [await atCheckout(), await atCheckout()];
  const first = await asha.asha.order(asha.input, 'shared');
  const second = await ravi.asha.order(ravi.input, 'shared');
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.data._id).not.toBe(second.data._id);
});

test('a key whose order was refused is free for the next try', async () => {
  const { asha, milk, input } = await atCheckout();
  await db.query(sql`update product_stock set stock = 1 where product_id = ${milk}`);
  expect(await catchAppError(asha.order(input, 'next'))).toMatchObject({ code: 'STOCK_SHORT' });
  await db.query(sql`update product_stock set stock = 5 where product_id = ${milk}`);
  expect((await asha.order(input, 'next')).status).toBe(201);
});

test.each([
  ['nothing', ''],
  ['101 characters', 'k'.repeat(101)],
  ['a megabyte', 'k'.repeat(1_000_000)],
  ['a space', 'two words'],
  ['a control character', 'key\u0000'],
  ['non-ASCII characters', 'schlüssel'],
])('a key of %s is refused', async (_what, key) => {
  const { asha, input } = await atCheckout();
  const refusal = await catchAppError(asha.order(input, key));
  expect(refusal).toMatchObject({
    code: 'INVALID_INPUT',
    status: 400,
    issues: [{ path: 'Idempotency-Key' }],
  });
  expect((await asha.orders()).totalCount).toBe(0);
});

test('a key of 100 characters is taken', async () => {
  const { asha, input } = await atCheckout();
  expect((await asha.order(input, '~'.repeat(100))).status).toBe(201);
});

test('a number that is taken is replaced by another', async () => {
  const { asha, milk, input } = await atCheckout();
  const { data } = await asha.order(input);
  await asha.fill({ [milk]: 1 });
  vi.mocked(newOrderNumber).mockReturnValueOnce(data.orderId).mockReturnValueOnce(data.orderId);
  const next = await asha.order(await asha.checkout(), 'collision');
  expect(next.status).toBe(201);
  expect(next.data.orderId).not.toBe(data.orderId);
  expect(await stockOf(db, milk)).toBe(7);
});
