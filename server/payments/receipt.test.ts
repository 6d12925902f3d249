import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { checkoutRoutes } from '#server/checkout/checkout.routes.ts';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addOrder, addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const dev = await createAdmin(db, 'Dev');

interface Placed {
  asha: Shopper;
  id: string;
  number: string;
}

/** A cash order of milk for ₹100 and bread for ₹30.50. */
async function placed(creditAmt = 0): Promise<Placed> {
  const asha = await createShopper(db);
  if (creditAmt > 0)
    await meera.call('grantStoreCredit', { _id: asha.userId, amount: creditAmt, reason: 'A late delivery' });
  await asha.fill({
    [await addProduct(db, { pricePaise: 10_000 })]: 1,
    [await addProduct(db, { pricePaise: 3050 })]: 1,
  });
  const input = { ...(await asha.checkout()), ...(creditAmt > 0 && { creditAmt }) };
  const { data } = await runCall(checkoutRoutes, 'placeCashOrder', asha.context, input);
  return { asha, id: data._id, number: data.orderId };
}

const move = (ids: string[], to: string, given: object = {}, staff = meera) =>
  staff.call('changeOrders', { ids, to, allowUnpicked: true, ...given });
const record = (_id: string, given: object, staff = meera) =>
  staff.call('recordPayment', { _id, amount: 130.5, ...given });
const byUpi = (reference: string) => ({ method: 'UPI', reference });
const orderOf = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;
const detailsOf = async (asha: Shopper, _id: string) =>
  (await runCall(orderRoutes, 'getOrder', asha.context, { _id })).data;
const moneyOf = (id: string) =>
  db.one(sql`
    select paid_paise as paid, refunded_paise as refunded from customer_order where id = ${id}`);

let lastReference = 412_345_678_900;
function newReference(): string {
  lastReference += 1;
  return String(lastReference);
}

async function takeToTheDoor(id: string): Promise<void> {
  await move([id], 'PACKING');
  await move([id], 'OUT_FOR_DELIVERY');
}

describe('an order in cash that is delivered', () => {
  test('has the amount due as received in cash, with who and when, for staff and shopper', async () => {
    const { asha, id } = await placed();
    await takeToTheDoor(id);
    expect((await orderOf(id)).collection).toBeNull();
    const { data } = await move([id], 'DELIVERED');
    const at = data.changed[0]?.collection?.at;
    expect(Date.parse(at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const collection = { method: 'CASH', amount: 130.5, reference: null, at };
    expect(data.changed[0]).toMatchObject({ payment_status: 'CASH ON DELIVERY', owedAmt: 0 });
    expect(data.changed[0]?.collection).toEqual({
      ...{ ...collection, _id: expect.any(String) },
      ...{ by: 'Meera', note: null },
    });
    expect((await detailsOf(asha, id)).collection).toEqual(collection);
    expect(await moneyOf(id)).toEqual({ paid: 13_050, refunded: 0 });
    const [{ changes } = { changes: [] }] = await meera.historyOf(id);
    expect(changes).toContainEqual({ field: 'cashReceived', before: null, after: 130.5 });
  });

  test('has what is due after a missing line and store credit', async () => {
    const { id } = await placed(20);
    await meera.call('markLineUnavailable', { _id: id, position: 1 });
    await takeToTheDoor(id);
    await move([id], 'DELIVERED');
    expect((await orderOf(id)).collection).toMatchObject({ amount: 80 });
  });

  test('has no payment when store credit has paid all of it', async () => {
    const { id } = await placed(130.5);
    await takeToTheDoor(id);
    expect((await move([id], 'DELIVERED')).data.refused).toEqual([]);
    expect((await orderOf(id)).collection).toBeNull();
  });

  test('has the cash once, though two deliver it at once', async () => {
    const { id } = await placed();
    await takeToTheDoor(id);
    await Promise.all([move([id], 'DELIVERED'), move([id], 'DELIVERED', {}, dev)]);
    expect(await moneyOf(id)).toEqual({ paid: 13_050, refunded: 0 });
  });

  test('stays unpaid only with a reason, and can be paid later', async () => {
    const { id } = await placed();
    await takeToTheDoor(id);
    const { data } = await move([id], 'DELIVERED', { allowUnpaid: true });
    expect(data.refused).toMatchObject([{ _id: id, code: 'PAYMENT_DUE' }]);
    await move([id], 'DELIVERED', { allowUnpaid: true, reason: 'The neighbour took it.' });
    expect(await orderOf(id)).toMatchObject({ status: 'DELIVERED', collection: null });
    await record(id, { method: 'CASH' });
    expect((await orderOf(id)).collection).toMatchObject({ method: 'CASH', amount: 130.5 });
  });

  test('keeps a payment by UPI that was recorded before, and records no cash', async () => {
    const { id } = await placed();
    await takeToTheDoor(id);
    const reference = newReference();
    const { data } = await record(id, byUpi(reference));
    expect(data).toMatchObject({ payment_status: 'PAID', collection: { method: 'UPI', reference } });
    await move([id], 'DELIVERED');
    expect(await orderOf(id)).toMatchObject({ payment_status: 'PAID', collection: { method: 'UPI' } });
    expect(await moneyOf(id)).toEqual({ paid: 13_050, refunded: 0 });
  });
});

test('the dashboard counts the payments that the staff expect, and what is due for them', async () => {
  const read = async () => (await meera.call('getDashboard')).data.unpaid;
  const before = await read();
  const { id } = await placed(20);
  await takeToTheDoor(id);
  expect(await read()).toEqual(before);
  await move([id], 'DELIVERED', { allowUnpaid: true, reason: 'Not at home' });
  expect(await read()).toEqual({ orders: before.orders + 1, amount: before.amount + 110.5 });
  await record(id, { method: 'CASH', amount: 110.5 });
  expect(await read()).toEqual(before);
});

describe('another amount than is due', () => {
  test('is refused without a note, and kept with it', async () => {
    const { id, number } = await placed();
    const error = await catchAppError(record(id, { method: 'CASH', amount: 130 }));
    expect(error).toMatchObject({ code: 'PAYMENT_AMOUNT', details: { dueAmt: 130.5 } });
    expect(error.message).toContain(`₹130.50 is due for ${number}`);
    const { data } = await record(id, { method: 'CASH', amount: 130, note: 'No change' });
    expect(data).toMatchObject({ owedAmt: 0, collection: { amount: 130, note: 'No change', by: 'Meera' } });
  });

  test('that is more makes the excess a refund due', async () => {
    const { id } = await placed();
    await record(id, { method: 'CASH', amount: 150, note: 'No change' });
    expect((await orderOf(id)).owedAmt).toBe(19.5);
  });

  test('is no business of the shopper: the note is for the staff', async () => {
    const { asha, id } = await placed();
    await record(id, { method: 'CASH', amount: 130, note: 'Rude, let him go' });
    expect(JSON.stringify(await detailsOf(asha, id))).not.toContain('Rude');
  });
});

describe('a UPI reference', () => {
  test('belongs to one order, also when two are recorded at once', async () => {
    const [one, other] = [await placed(), await placed()];
    const reference = newReference();
    const outcomes = await countOutcomes([
      record(one.id, byUpi(reference)),
      record(other.id, byUpi(reference), dev),
    ]);
    expect(outcomes).toEqual({ '200': 1, '409 REFERENCE_USED': 1 });
    const paid = (await orderOf(one.id)).collection === null ? other : one;
    const unpaid = paid === one ? other : one;
    const error = await catchAppError(record(unpaid.id, byUpi(reference)));
    expect(error.message).toContain(paid.number);
    expect(await moneyOf(unpaid.id)).toEqual({ paid: 0, refunded: 0 });
    expect((await orderOf(unpaid.id)).payment_status).toBe('CASH ON DELIVERY');
  });

  test('may be typed in groups', async () => {
    const { id } = await placed();
    const reference = newReference();
    const typed = `UTR: \u202a${reference.slice(0, 4)} ${reference.slice(4, 8)}-${reference.slice(8)}\u202c,`;
    expect((await record(id, byUpi(typed))).data.collection?.reference).toBe(reference);
  });

  test.each([
    ['has 11 digits', { method: 'UPI', reference: '41234567890' }],
    ['has letters', { method: 'UPI', reference: '4123456789AB' }],
    ['is missing', { method: 'UPI' }],
    ['is only zeros', { method: 'UPI', reference: '0000 0000 0000' }],
    ['comes with cash', { method: 'CASH', reference: '412345678901' }],
  ])('is refused when it %s', async (_what, given) => {
    expect((await catchAppError(record(newId(), given))).code).toBe('INVALID_INPUT');
  });
});

describe('a payment that is recorded twice', () => {
  test('by one person is recorded once, however often it is tapped', async () => {
    const { id } = await placed();
    const given = byUpi(newReference());
    expect(await countOutcomes([record(id, given), record(id, given), record(id, given)])).toEqual({
      '200': 3,
    });
    expect(await moneyOf(id)).toEqual({ paid: 13_050, refunded: 0 });
    expect((await orderOf(id)).steps).toHaveLength(2);
  });

  test('by two people is refused for the second one, who reads what is recorded', async () => {
    const { id } = await placed();
    const first = newReference();
    await record(id, byUpi(first));
    for (const given of [byUpi(first), byUpi(newReference()), { method: 'CASH' }]) {
      const error = await catchAppError(record(id, given, dev));
      expect(error.code).toBe('PAYMENT_RECORDED');
      expect(error.message).toBe(`₹130.50 by UPI (${first}) is recorded already by Meera.`);
    }
  });
});

describe('a payment that is recorded before a cancellation or a missing line', () => {
  test('becomes a refund due, which staff pay by hand', async () => {
    const { asha, id } = await placed();
    await record(id, byUpi(newReference()));
    const { data } = await meera.call('markLineUnavailable', { _id: id, position: 1 });
    expect(data).toMatchObject({ totalAmt: 100, owedAmt: 30.5, refundedAmt: 0 });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect(await orderOf(id)).toMatchObject({ status: 'CANCELLED', payment_status: 'PAID', owedAmt: 130.5 });
    const settled = await meera.call('settleRefund', { _id: id, amount: 130.5, how: 'UPI', method: 'UPI' });
    expect(settled.data).toMatchObject({ owedAmt: 0, refundedAmt: 130.5, payment_status: 'REFUNDED' });
    const refund = await db.one(sql`
      select provider, recorded_by, status from ledger_entry where order_id = ${id} and kind = 'REFUND'`);
    expect(refund).toEqual({ provider: 'upi', recorded_by: meera.userId, status: 'DONE' });
  });

  test('of an order that was cancelled before it arrived is a refund due as a whole', async () => {
    const { asha, id } = await placed(50);
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    await record(id, { ...byUpi(newReference()), amount: 80.5 });
    expect(await orderOf(id)).toMatchObject({ payment_status: 'PAID', owedAmt: 80.5 });
  });

  test('is listed among cancelled UPI orders of the last 7 days until it is recorded', async () => {
    const [paid, old, unpaid, cash] = [await placed(), await placed(), await placed(), await placed()];
    const ids = [paid.id, old.id, unpaid.id];
    await db.query(sql`
      update customer_order set payment_method = 'UPI' where id = any (${ids}::text[])`);
    await db.query(sql`
      update customer_order set created_at = now() - interval '8 days' where id = ${old.id}`);
    for (const { asha, id } of [paid, old, unpaid, cash])
      await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    const listed = async () =>
      (await meera.call('listBoard', { status: 'UNPAID_CANCELLED' })).data.map(({ _id }) => _id);
    expect(await listed()).toEqual([unpaid.id, paid.id]);
    await record(paid.id, byUpi(newReference()));
    expect(await listed()).toEqual([unpaid.id]);
    const { data: owed } = await meera.call('listBoard', { status: 'OWED' });
    expect(owed.map(({ _id }) => _id)).toContain(paid.id);
  });
});

test('no payment is recorded for an order by card, before it is placed, or for none', async () => {
  const asha = await createShopper(db);
  await asha.fill({ [await addProduct(db, { pricePaise: 13_050 })]: 1 });
  const card = await orderByCard(asha);
  expect((await catchAppError(record(card.order._id, { method: 'CASH' }))).code).toBe('CONFLICT');
  await pay(asha, card);
  expect((await catchAppError(record(card.order._id, byUpi(newReference())))).code).toBe('CONFLICT');
  expect((await catchAppError(record(newId(), { method: 'CASH' }))).code).toBe('NOT_FOUND');
  const free = await placed(130.5);
  const nothing = await catchAppError(record(free.id, { method: 'CASH', note: 'A tip' }));
  expect(nothing.code).toBe('CONFLICT');
});

describe('the database refuses', () => {
  const insert = (orderId: string, given: Record<string, unknown> = {}) => {
    const row = {
      provider: 'cash',
      reference: null,
      amount: 10_000,
      reason: null,
      by: meera.userId,
      ...given,
    };
    return db.query(sql`
      insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, provider_reference, reason, recorded_by,
        created_at, settled_at)
      values (${newId()}, ${orderId}, 'PAYMENT', ${row.amount}, 'DONE', ${row.provider}, ${row.reference}, ${row.reason},
        ${row.by}, now(), now())`);
  };

  test.each([
    ['cash of another amount without a reason', { amount: 9999 }, 'needs a reason'],
    ['cash without a receiver', { by: null }, 'collection_has_staff'],
    ['cash with a reference', { reference: '412345678901' }, 'cash_has_no_reference'],
    ['UPI without a reference', { provider: 'upi' }, 'upi_payment_has_reference'],
    ['UPI with another reference', { provider: 'upi', reference: 'pi_1' }, 'upi_payment_has_reference'],
  ])('%s', async (_what, given, message) => {
    const id = await addOrder(db, { at: new Date() });
    await expect(insert(id, given)).rejects.toThrow(message);
    await insert(id);
    await expect(insert(id)).rejects.toThrow('payment_of_order');
  });

  test('a change of a recorded payment', async () => {
    const id = await addOrder(db, { at: new Date() });
    await insert(id);
    for (const change of [sql`amount_paise = 1`, sql`provider = 'upi'`, sql`recorded_by = ${dev.userId}`])
      await expect(db.query(sql`update ledger_entry set ${change} where order_id = ${id}`)).rejects.toThrow(
        'cannot be changed',
      );
    await expect(db.query(sql`delete from ledger_entry where order_id = ${id}`)).rejects.toThrow(
      'cannot be changed',
    );
  });

  test('cash for an order by card', async () => {
    const asha = await createShopper(db);
    await asha.fill({ [await addProduct(db, { pricePaise: 10_000 })]: 1 });
    const { order } = await orderByCard(asha);
    await expect(insert(order._id)).rejects.toThrow('is paid by card');
  });
});
