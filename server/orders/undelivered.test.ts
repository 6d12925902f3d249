import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { apiRoutes } from '#server/app/app.ts';
import { placeOrder } from '#server/checkout/place-order.service.ts';
import { listDocuments } from '#server/tax/tax-document.service.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { addCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { checkoutInput, orderByCard, pay, shopperContextOf } from '#tests/fixtures/payments.ts';
import { addProduct, changeSettings, stockOf } from '#tests/fixtures/seed.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';
import { queueOrderEmails } from './order-email-jobs.ts';

const { db } = await openTestDatabase();
const [meera, ravi] = await Promise.all([createAdmin(db), createAdmin(db)]);
await changeSettings(db, { legal: { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '' } });

type Attempt = Omit<EndpointInput<'recordUndelivered'>, '_id'>;
const noOne: Attempt = { attempt: 1, reason: 'NOBODY_THERE', outcome: 'RETRY' };
const back: Attempt = { ...noOne, outcome: 'RETURN' };
const record = (_id: string, attempt: Attempt, admin = meera) =>
  admin.call('recordUndelivered', { _id, ...attempt });
const move = (_id: string, to: string, admin = meera) =>
  admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });

/** Milk (stock 10) and bread (stock 10), in cash, on their way. */
async function underWay(place: (shopper: Shopper) => Promise<{ _id: string }> = orderInCash) {
  const asha = await createShopper(db);
  const [milk, bread] = await Promise.all([
    addProduct(db, { stock: 10, pricePaise: 5000 }),
    addProduct(db, { stock: 10, pricePaise: 3000 }),
  ]);
  await asha.fill({ [milk]: 4, [bread]: 1 });
  const { _id } = await place(asha);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY']) await move(_id, to);
  return { asha, milk, bread, id: _id };
}

const orderInCash = async (shopper: Shopper) => (await shopper.order(await shopper.checkout())).data;

async function orderPaidByCard(shopper: Shopper) {
  const card = await orderByCard(shopper);
  await pay(shopper, card);
  return card.order;
}

const orderOf = (_id: string, { context }: Shopper) => runCall(apiRoutes, 'getOrder', context, { _id });
const emailsTo = async ({ userId }: Shopper) => {
  await queueOrderEmails(db);
  const { email } = await db.one<{ email: string }>(sql`select email from account where id = ${userId}`);
  return listEmailsTo(db, email);
};

describe('an order that could not be delivered', () => {
  test('stays out for delivery when it is tried again, its shopper is told, and then it is delivered', async () => {
    const { asha, milk, id } = await underWay();
    const { data } = await record(id, { ...noOne, note: 'Rang twice' });
    expect(data).toMatchObject({ status: 'OUT_FOR_DELIVERY', payment_status: 'CASH ON DELIVERY' });
    expect(data.steps.at(-1)).toMatchObject({ undelivered: 'NOBODY_THERE', internalReason: 'Rang twice' });
    const reason = 'No one was there to take your order. We will try again.';
    const own = await orderOf(id, asha);
    expect(own.data.steps.at(-1)).toMatchObject({ undelivered: 'NOBODY_THERE', reason });
    expect(JSON.stringify(own)).not.toContain('Rang twice');
    expect((await emailsTo(asha)).at(-1)).toMatchObject({ kind: 'order-undelivered', reason });
    expect(await stockOf(db, milk)).toBe(6);
    expect((await move(id, 'DELIVERED')).data.changed).toMatchObject([{ status: 'DELIVERED' }]);
  });

  test('is cancelled when it comes back: its products are in stock again, or thrown away', async () => {
    const { asha, milk, bread, id } = await underWay();
    const damaged: Attempt = { ...back, reason: 'DAMAGED', wastedLines: [0] };
    const { data } = await record(id, damaged);
    expect(data).toMatchObject({ status: 'CANCELLED', payment_status: 'CASH ON DELIVERY', owedAmt: 0 });
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([6, 10]);
    const causes = await db.query(sql`
      select cause, difference from stock_change where order_id = ${id} and product_id = ${milk} order by id`);
    expect(causes.map(({ cause, difference }) => [cause, difference])).toEqual([
      ['ORDER', -4],
      ['UNDELIVERED', 4],
      ['WASTE', -4],
    ]);
    await expectStockLedger(db, [milk, bread]);
    expect((await emailsTo(asha)).at(-1)).toMatchObject({
      kind: 'order-cancelled',
      reason: 'Sorry, your order was damaged on the way. It is back at our store.',
    });
  });

  test('has a credit note over its whole invoice, both of which its shopper may read, and nothing of it counts as sold', async () => {
    const { asha, milk, id } = await underWay();
    await record(id, back);
    const [invoice, note, ...others] = await listDocuments({ db }, id);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ kind: 'CREDIT_NOTE', totalPaise: invoice?.totalPaise });
    const sold = await db.one(sql`
      select sum(quantity)::integer as pieces, sum(taxable_paise)::integer as taxable from invoiced_line where product_id = ${milk}`);
    expect(sold).toEqual({ pieces: 0, taxable: 0 });
    const { data } = await orderOf(id, asha);
    expect(data).toMatchObject({ includedTaxAmt: 0, documents: [{}, { kind: 'CREDIT_NOTE' }] });
  });

  test('gives back what was paid by card, by UPI, and with store credit, and the use of its coupon', async () => {
    const card = await underWay(orderPaidByCard);
    expect((await record(card.id, back)).data).toMatchObject({ status: 'CANCELLED', refundedAmt: 230 });
    const { id: upi } = await underWay();
    const payment = { method: 'UPI', amount: 230, reference: '123456789012' };
    await meera.call('recordPayment', { _id: upi, ...payment });
    expect((await record(upi, back)).data).toMatchObject({ refundedAmt: 0, owedAmt: 230 });
    const { code } = await addCoupon(db, { value: { kind: 'FLAT', amountAmt: 10 }, customerLimit: 1 });
    const offer = { name: code, value: { kind: 'FLAT', amountAmt: 10 }, minimumAmt: 0 } as const;
    const credited = await underWay(async (shopper) => {
      await db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
      await meera.call('grantStoreCredit', { _id: shopper.userId, amount: 50, reason: 'Welcome' });
      const coupon = { ...offer, categoryIds: [], productIds: [] };
      const input = { ...(await checkoutInput(shopper, coupon)), creditAmt: 50 };
      return (await placeOrder(shopperContextOf(shopper), input, 'CASH')).order;
    });
    const { data } = await record(credited.id, back);
    expect(data).toMatchObject({ creditAmt: 50, creditReturnedAmt: 50, owedAmt: 0 });
    const uses = await db.query(
      sql`select from coupon_use where order_id = ${credited.id} and released_at is null`,
    );
    expect(uses).toEqual([]);
  });

  test('that is delivered at the same time by a colleague is one or the other', async () => {
    const { milk, id } = await underWay();
    const [delivered, returned] = await Promise.allSettled([move(id, 'DELIVERED', ravi), record(id, back)]);
    const isDelivered = delivered.status === 'fulfilled' && delivered.value.data.changed.length === 1;
    expect(isDelivered).toBe(returned.status === 'rejected');
    expect(await stockOf(db, milk)).toBe(isDelivered ? 6 : 10);
    await expectStockLedger(db, [milk]);
  });

  test('is recorded once for a double tap, and a second tab that has not seen it is refused', async () => {
    const { milk, id } = await underWay();
    await Promise.all([record(id, noOne), record(id, noOne), record(id, noOne, ravi)]);
    const refused: Attempt = { ...back, reason: 'REFUSED' };
    expect((await catchAppError(record(id, refused, ravi))).code).toBe('CHANGED_MEANWHILE');
    const second = { ...refused, attempt: 2 };
    expect(await countOutcomes([record(id, second), record(id, second, ravi)])).toEqual({ '200': 2 });
    expect(await stockOf(db, milk)).toBe(10);
    const { data } = await meera.call('getBoardOrder', { _id: id });
    expect(data.steps.map(({ undelivered }) => undelivered).filter(Boolean)).toEqual([
      'NOBODY_THERE',
      'REFUSED',
    ]);
    expect(await listDocuments({ db }, id)).toHaveLength(2);
  });

  test.each(['PLACED', 'PACKING', 'DELIVERED'])(
    'is refused with ORDER_STATUS for one that is %s',
    async (status) => {
      const asha = await createShopper(db);
      await asha.fill({ [await addProduct(db, { stock: 10 })]: 1 });
      const { _id } = await orderInCash(asha);
      for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'].slice(
        0,
        ['PLACED', 'PACKING', '', 'DELIVERED'].indexOf(status),
      ))
        await move(_id, to);
      for (const attempt of [noOne, back])
        expect((await catchAppError(record(_id, attempt))).code).toBe('ORDER_STATUS');
    },
  );

  test('cannot be thrown away by lines that are not there, or cancelled like others', async () => {
    const { id } = await underWay();
    expect((await catchAppError(record(id, { ...back, wastedLines: [7] }))).code).toBe('NOT_FOUND');
    expect((await catchAppError(record(id, { ...noOne, wastedLines: [0] }))).code).toBe('INVALID_INPUT');
    const { data } = await meera.call('changeOrders', { ids: [id], to: 'CANCELLED', reason: 'Back' });
    expect(data.refused).toMatchObject([{ code: 'ORDER_STATUS' }]);
  });

  test('needs a recent login to refund what was paid, not for one in cash', async () => {
    const [card, cash] = [await underWay(orderPaidByCard), await underWay()];
    await db.query(sql`update session set authenticated_at = now() - interval '1 day'`);
    expect((await catchAppError(record(card.id, back))).code).toBe('STEP_UP_REQUIRED');
    expect((await record(cash.id, back)).data.status).toBe('CANCELLED');
    expect(await stockOf(db, card.milk)).toBe(6);
  });
});
