import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { type Admin, createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { recordFailedRefund } from './refund.service.ts';

let database: TestDatabase;
let meera: Admin;
let asha: Shopper;
beforeEach(async () => {
  database = await createTestDatabase();
  meera = await createAdmin(database.db);
  asha = await createShopper(database.db);
});
afterEach(() => database.drop());

/** A paid order of milk for ₹100 and bread for ₹30; gives its id. */
async function openPaidOrder(): Promise<string> {
  await asha.fill({
    [await addProduct(database.db, { pricePaise: 10_000 })]: 1,
    [await addProduct(database.db, { pricePaise: 3000 })]: 1,
  });
  const card = await orderByCard(asha);
  await pay(asha, card);
  return card.order._id;
}

const cancel = (id: string) =>
  meera.call('changeOrders', { ids: [id], to: 'CANCELLED', reason: 'Out of stock.' });

/** The provider tells that what is on its way of an order will not arrive. */
async function refuseRefunds(orderId: string): Promise<void> {
  const { db } = database;
  const rows = await db.query<{ id: string }>(sql`
    select id from ledger_entry where order_id = ${orderId} and status = 'PENDING'`);
  for (const { id } of rows)
    await recordFailedRefund(testContext(db), { providerRefundId: '', refundId: id });
}

const settle = (_id: string, amount: number, how = 'UPI to 98765 43210') =>
  meera.call('settleRefund', { _id, amount, how, method: 'UPI' });
const orderOf = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;
const ordersWithRefundDue = async () =>
  (await meera.call('listBoard', { status: 'OWED' })).data.map(({ _id }) => _id);
const refundsDue = async () => (await meera.call('getDashboard')).data.owed;

test('a failed refund is due until staff record it as refunded', async () => {
  const [id, other] = [await openPaidOrder(), await openPaidOrder()];
  await cancel(id);
  expect([await ordersWithRefundDue(), await refundsDue()]).toEqual([[], { orders: 0, amount: 0 }]);
  await refuseRefunds(id);
  expect(await orderOf(id)).toMatchObject({ owedAmt: 130, refundedAmt: 0, payment_status: 'PAID' });
  expect((await orderOf(other)).owedAmt).toBe(0);
  expect([await ordersWithRefundDue(), await refundsDue()]).toEqual([[id], { orders: 1, amount: 130 }]);
  const { data } = await settle(id, 130);
  expect(data).toMatchObject({ owedAmt: 0, refundedAmt: 130, payment_status: 'REFUNDED' });
  const reason = '₹130 refunded: UPI to 98765 43210';
  expect(data.steps.at(-1)).toMatchObject({ payment_status: 'REFUNDED', by: 'staff', reason });
  expect([await ordersWithRefundDue(), await refundsDue()]).toEqual([[], { orders: 0, amount: 0 }]);
  const [{ changes } = { changes: [] }] = await meera.historyOf(id);
  expect(changes).toContainEqual({ field: 'owedAmt', before: 130, after: 0 });
});

test('sends the shopper an email with the method of the refund', async () => {
  const id = await openPaidOrder();
  await cancel(id);
  await refuseRefunds(id);
  await settle(id, 130, 'In cash');
  const [row] = await database.db.query<{ email: string }>(
    sql`select email from account where id = ${asha.userId}`,
  );
  const emails = await listEmailsTo(database.db, row?.email ?? '');
  expect(emails.at(-1)).toMatchObject({ kind: 'order-refunded', byHand: '₹130 refunded: In cash' });
});

test('records it once for two concurrent requests', async () => {
  const id = await openPaidOrder();
  await cancel(id);
  await refuseRefunds(id);
  expect(await countOutcomes([settle(id, 130), settle(id, 130)])).toEqual({ '200': 1, '409 CONFLICT': 1 });
  expect((await orderOf(id)).refundedAmt).toBe(130);
});

test('rejects another amount than the refund due, an order without a refund due, and an unknown order', async () => {
  const id = await openPaidOrder();
  expect((await catchAppError(settle(id, 130))).message).toMatch(/^No refund is due for ORD-/);
  await cancel(id);
  // A pending refund is not due.
  expect((await catchAppError(settle(id, 130))).code).toBe('CONFLICT');
  await refuseRefunds(id);
  expect((await catchAppError(settle(id, 13))).message).toMatch(/^₹130 is due for ORD-/);
  expect((await catchAppError(settle(newId(), 130))).status).toBe(404);
  for (const input of [
    ...[{ amount: -130 }, { amount: 130.001 }, { how: ' ' }, { how: 'x'.repeat(121) }],
    ...[{ method: undefined }, { method: null }, { method: 'CREDIT' }, { method: 'cash' }],
  ]) {
    const given = { _id: id, amount: 130, how: 'In cash', method: 'CASH', ...input };
    expect((await catchAppError(meera.call('settleRefund', given))).code).toBe('INVALID_INPUT');
  }
  expect(await refundsDue()).toEqual({ orders: 1, amount: 130 });
});

test('a refund recorded for an unavailable line is not repeated when the order is cancelled', async () => {
  const id = await openPaidOrder();
  await meera.call('markLineUnavailable', { _id: id, position: 1 });
  await refuseRefunds(id);
  expect(await orderOf(id)).toMatchObject({ owedAmt: 30, status: 'PLACED' });
  expect((await settle(id, 30)).data).toMatchObject({ owedAmt: 0, refundedAmt: 30, payment_status: 'PAID' });
  await cancel(id);
  expect(await orderOf(id)).toMatchObject({ owedAmt: 0, refundedAmt: 130, payment_status: 'PAID' });
});

test('an order stays PAID while one of its refunds is pending', async () => {
  const id = await openPaidOrder();
  await meera.call('markLineUnavailable', { _id: id, position: 1 });
  await refuseRefunds(id);
  await cancel(id);
  // The cancellation has created a refund of the whole amount, which fails, too.
  await refuseRefunds(id);
  await database.db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, created_at)
    values (${newId()}, ${id}, 'REFUND', 5000, 'PENDING', 'sandbox', 'A part.', now())`);
  expect((await settle(id, 80)).data).toMatchObject({ owedAmt: 0, refundedAmt: 130, payment_status: 'PAID' });
});
