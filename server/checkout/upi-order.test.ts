import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { createOpenOrderLimits } from '#server/http/rate-limits.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { checkoutRoutes } from './checkout.routes.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const payee = { vpa: 'store@okbank', payeeName: 'Tokri Store' };
beforeEach(() => setUpi(payee));

const setUpi = (upi: StoreSettings['upi']) => saveSettings(meera, { upi });

/** A shopper with milk for ₹100 and bread for ₹30.50 in the cart. */
async function shopping() {
  const asha = await createShopper(db);
  const milk = await addProduct(db, { pricePaise: 10_000, stock: 10 });
  await asha.fill({ [milk]: 1, [await addProduct(db, { pricePaise: 3050 })]: 1 });
  return { asha, milk };
}

const place = async (asha: Shopper, given: object = {}, context = asha.context) =>
  runCall(checkoutRoutes, 'placeUpiOrder', context, { ...(await asha.checkout()), ...given });
const detailsOf = async (asha: Shopper, _id: string) =>
  (await runCall(orderRoutes, 'getOrder', asha.context, { _id })).data;
const move = (id: string, to: string, given: object = {}) =>
  meera.call('changeOrders', { ids: [id], to, allowUnpicked: true, ...given });
const unpaidIds = async () =>
  (await meera.call('listBoard', { status: 'UNPAID', limit: 100 })).data.map(({ _id }) => _id);
const record = (_id: string, reference: string, amount = 130.5) =>
  meera.call('recordPayment', { _id, method: 'UPI', amount, reference });

async function placed() {
  const { asha, milk } = await shopping();
  const { data } = await place(asha);
  return { asha, milk, id: data._id, number: data.orderId };
}

describe('an order by UPI', () => {
  test('is placed at once, and has the link with the exact amount and its number', async () => {
    const { asha, id, number } = await placed();
    const order = await detailsOf(asha, id);
    expect(order).toMatchObject({ status: 'PLACED', payment_status: 'PENDING', payment_method: 'UPI' });
    expect(order).toMatchObject({ expiresAt: null, paymentUrl: null, collection: null });
    expect(order.upi).toMatchObject({ ...payee, reference: number.replace('-', '') });
    const { searchParams } = new URL(order.upi?.url ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ pa: payee.vpa, pn: payee.payeeName, am: '130.50', cu: 'INR' },
      ...{ tr: number.replace('-', ''), tn: `Order ${number}` },
    });
  });

  test('asks for what is due after store credit and a missing line', async () => {
    const { asha } = await shopping();
    await meera.call('grantStoreCredit', { _id: asha.userId, amount: 20, reason: 'A late delivery' });
    const { data } = await place(asha, { creditAmt: 20 });
    const { data: changed } = await meera.call('markLineUnavailable', { _id: data._id, position: 1 });
    expect(new URL(changed.upi?.url ?? '').searchParams.get('am')).toBe('80.00');
  });

  test('is placed once, however often it is tapped', async () => {
    const { asha } = await shopping();
    const input = await asha.checkout();
    const context = { ...asha.context, idempotencyKey: newId() };
    const send = () => runCall(checkoutRoutes, 'placeUpiOrder', context, input);
    const ids = (await Promise.all([send(), send(), send()])).map(({ data }) => data._id);
    expect(new Set(ids).size).toBe(1);
  });

  test('is refused when the settings have no UPI ID, and the cart stays', async () => {
    const { asha, milk } = await shopping();
    await setUpi(null);
    expect((await catchAppError(place(asha))).code).toBe('UPI_PAYMENT_OFF');
    expect(await stockOf(db, milk)).toBe(10);
    const { data } = await runCall(apiRoutes, 'getStoreStatus', testContext(db), {});
    expect(data.paymentMethods).not.toContain('UPI');
  });

  test('is refused when store credit pays all of it', async () => {
    const { asha } = await shopping();
    await meera.call('grantStoreCredit', { _id: asha.userId, amount: 500, reason: 'A late delivery' });
    expect((await catchAppError(place(asha, { creditAmt: 130.5 }))).code).toBe('CONFLICT');
  });

  test('counts with those in cash for an account that is not verified, also when they come at once', async () => {
    const { asha } = await shopping();
    await db.query(sql`update account set verify_email = false where id = ${asha.userId}`);
    const bought = await addProduct(db, { stock: 100 });
    const context = { ...asha.context, openOrderLimits: createOpenOrderLimits(true, 100) };
    for (let index = 0; index < 3; index += 1) {
      await asha.fill({ [bought]: 1 });
      await place(asha, {}, context);
    }
    await asha.fill({ [bought]: 1 });
    const input = await asha.checkout();
    const outcomes = await countOutcomes(
      (['placeUpiOrder', 'placeCashOrder'] as const).map((name) =>
        runCall(checkoutRoutes, name, context, input),
      ),
    );
    expect(outcomes).toEqual({ '409 CASH_ORDER_LIMIT': 2 });
  });
});

describe('an unpaid order', () => {
  test('by UPI is in the list of payments to confirm until its reference is recorded, oldest first', async () => {
    const [first, second] = [await placed(), await placed()];
    const both = (await unpaidIds()).filter((id) => id === first.id || id === second.id);
    expect(both).toEqual([first.id, second.id]);
    const { data } = await record(first.id, '512345678901');
    expect(data).toMatchObject({ payment_status: 'PAID', upi: null, collection: { amount: 130.5 } });
    expect(await unpaidIds()).not.toContain(first.id);
    expect((await detailsOf(first.asha, first.id)).upi).toBeNull();
  });

  test('by UPI is delivered without its payment only when the staff say so, and stays in the list', async () => {
    const { id } = await placed();
    await move(id, 'PACKING');
    await move(id, 'OUT_FOR_DELIVERY');
    expect((await move(id, 'DELIVERED')).data.refused).toMatchObject([{ code: 'PAYMENT_DUE' }]);
    await move(id, 'DELIVERED', { allowUnpaid: true });
    expect(await unpaidIds()).toContain(id);
    await record(id, '512345678902');
    expect(await unpaidIds()).not.toContain(id);
  });

  test('in cash has the link too, and is in the list only when it is delivered', async () => {
    const { asha } = await shopping();
    const { data } = await runCall(checkoutRoutes, 'placeCashOrder', asha.context, await asha.checkout());
    expect((await detailsOf(asha, data._id)).upi).toMatchObject(payee);
    expect(await unpaidIds()).not.toContain(data._id);
    await move(data._id, 'PACKING');
    await move(data._id, 'OUT_FOR_DELIVERY');
    await move(data._id, 'DELIVERED', { allowUnpaid: true, reason: 'Pays by UPI tonight' });
    expect(await unpaidIds()).toContain(data._id);
  });

  test('by UPI that is cancelled leaves the list without a refund', async () => {
    const { asha, id, milk } = await placed();
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    const order = await detailsOf(asha, id);
    expect(order).toMatchObject({ payment_status: 'FAILED', upi: null });
    expect(await unpaidIds()).not.toContain(id);
    expect(await stockOf(db, milk)).toBe(10);
    // A transfer that was under way arrives later.
    const { data } = await record(id, '512345678903');
    expect(data).toMatchObject({ payment_status: 'PAID', owedAmt: 130.5 });
  });
});

test('the settings accept a UPI ID only, in lower case', async () => {
  for (const vpa of ['store', 'store@', 'a b@bank', 'store@bank&am=1', ''])
    expect((await catchAppError(setUpi({ ...payee, vpa }))).code).toBe('INVALID_INPUT');
  await setUpi({ ...payee, vpa: ' Store@OkBank ' });
  expect((await meera.call('getStoreSettings')).data.settings.upi?.vpa).toBe('store@okbank');
});

test('UPI is a payment method while the settings have a UPI ID', async () => {
  const methods = async () =>
    (await runCall(checkoutRoutes, 'listPaymentMethods', testContext(db), {})).data.methods;
  expect(await methods()).toContain('UPI');
  await setUpi(null);
  expect(await methods()).not.toContain('UPI');
});
