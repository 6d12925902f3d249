import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addOrder, addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const dev = await createAdmin(db, 'Dev');
const milk = await addProduct(db, { name: 'Milk', pricePaise: 10_000, stock: 1000 });

const orderOf = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;
const unpaid = async () => {
  const { data } = await meera.call('listBoard', { status: 'UNPAID', limit: 100 });
  return data.map(({ _id }) => _id);
};
const move = (id: string, to: string, given: object = {}) =>
  meera.call('changeOrders', { ids: [id], to, allowUnpicked: true, ...given });

/** A cash order of ₹100. */
async function placed(): Promise<string> {
  const asha = await createShopper(db);
  await asha.fill({ [milk]: 1 });
  return (await asha.order(await asha.checkout())).data._id;
}

async function delivered(given: object = {}): Promise<string> {
  const id = await placed();
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY']) await move(id, to);
  await move(id, 'DELIVERED', given);
  return id;
}

let lastReference = 512_345_678_900;
const newReference = () => String(++lastReference);
const byUpi = (amount = 100, reference = newReference()) => ({ method: 'UPI', amount, reference });
const inCash = (amount = 100) => ({ method: 'CASH', amount });

async function correct(_id: string, given: object, staff = meera) {
  const { collection, refundedAmt } = await orderOf(_id);
  const paymentId = collection?._id;
  return staff.call('correctPayment', { _id, paymentId, refundedAmt, reason: 'Typed by mistake', ...given });
}

const ledgerOf = (id: string) =>
  db.query(sql`
    select kind, amount_paise as paise, provider from ledger_entry where order_id = ${id}
    order by created_at, kind desc`);

describe('a payment that was recorded wrongly', () => {
  test('as cash instead of UPI is taken back by a counter entry, and recorded again with the time of the wrong one', async () => {
    const id = await delivered();
    const before = (await orderOf(id)).collection;
    const payment = byUpi();
    const { data } = await correct(id, { payment });
    expect(data).toMatchObject({
      ...{ payment_status: 'PAID', status: 'DELIVERED', owedAmt: 0 },
      collection: { ...payment, by: 'Meera', note: 'Typed by mistake' },
    });
    expect(await ledgerOf(id)).toEqual([
      { kind: 'PAYMENT', paise: 10_000, provider: 'cash' },
      { kind: 'REVERSAL', paise: 10_000, provider: 'cash' },
      { kind: 'PAYMENT', paise: 10_000, provider: 'upi' },
    ]);
    const times = await db.query<{ at: Date }>(sql`
      select counts_at as at from ledger_entry where order_id = ${id} and corrects is not null`);
    expect(times.map(({ at }) => at.toISOString())).toEqual([before?.at, before?.at]);
    expect(data.steps.at(-1)).toMatchObject({
      by: 'staff',
      internalReason: 'Typed by mistake',
      reason: null,
    });
    const [{ changes } = { changes: [] }] = await meera.historyOf(id);
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'cashReceived', before: 100, after: null },
        { field: 'upiReceived', before: null, after: 100 },
        { field: 'reason', before: null, after: 'Typed by mistake' },
      ]),
    );
  });

  test('as UPI instead of cash has the status of an order in cash again', async () => {
    const id = await placed();
    await meera.call('recordPayment', { _id: id, ...byUpi() });
    const { data } = await correct(id, { payment: inCash() });
    expect(data).toMatchObject({ payment_status: 'CASH ON DELIVERY', collection: { method: 'CASH' } });
  });

  test('with too much makes the refund disappear that was due of it', async () => {
    const id = await placed();
    await meera.call('recordPayment', { _id: id, ...inCash(1000), note: 'No change' });
    expect((await orderOf(id)).owedAmt).toBe(900);
    const { data } = await correct(id, { payment: inCash(100) });
    expect(data).toMatchObject({ owedAmt: 0, collection: { amount: 100 } });
  });

  test('that was none is due again, and is in the list of payments to confirm', async () => {
    const id = await delivered();
    expect(await unpaid()).not.toContain(id);
    const { data } = await correct(id, {});
    expect(data).toMatchObject({ payment_status: 'CASH ON DELIVERY', collection: null });
    expect(await unpaid()).toContain(id);
    await meera.call('recordPayment', { _id: id, ...byUpi() });
    expect(await unpaid()).not.toContain(id);
  });

  test('of another order goes to it with its reference, and the first order is due again', async () => {
    const [wrong, right] = [await delivered(), await delivered({ allowUnpaid: true, reason: 'Not at home' })];
    const payment = byUpi();
    await correct(wrong, { payment });
    const { orderId: orderNumber } = await orderOf(right);
    const { data } = await correct(wrong, {
      payment: { ...payment, orderNumber: orderNumber.toLowerCase() },
    });
    expect(data).toMatchObject({ payment_status: 'CASH ON DELIVERY', collection: null });
    expect(await orderOf(right)).toMatchObject({ payment_status: 'PAID', collection: payment });
    expect(await unpaid()).toContain(wrong);
    const [{ changes } = { changes: [] }] = await meera.historyOf(wrong);
    expect(changes).toContainEqual({ field: 'paymentOf', before: null, after: orderNumber });
  });

  test('can be corrected again, with the time of the first payment', async () => {
    const id = await delivered();
    await correct(id, { payment: byUpi() });
    await correct(id, { payment: inCash(), reason: 'It was cash after all' });
    const times = await db.query<{ at: Date }>(sql`
      select distinct coalesce(counts_at, settled_at) as at from ledger_entry where order_id = ${id}`);
    expect(times).toHaveLength(1);
    expect((await orderOf(id)).collection).toMatchObject(inCash());
  });
});

describe('a correction that is made twice', () => {
  test('by one person is made once, however often it is tapped', async () => {
    const id = await delivered();
    const paymentId = (await orderOf(id)).collection?._id;
    const input = { _id: id, paymentId, refundedAmt: 0, reason: 'It was UPI', payment: byUpi() };
    const calls = [1, 2, 3].map(() => meera.call('correctPayment', input));
    expect(await countOutcomes(calls)).toEqual({ '200': 3 });
    expect(await ledgerOf(id)).toHaveLength(3);
    expect((await orderOf(id)).steps.filter(({ internalReason }) => internalReason !== null)).toHaveLength(1);
  });

  test('by two people is refused for the second one, who reads who was first', async () => {
    const id = await delivered();
    const paymentId = (await orderOf(id)).collection?._id;
    const input = (amount: number) => ({
      _id: id,
      paymentId,
      refundedAmt: 0,
      reason: 'Wrong amount',
      payment: inCash(amount),
    });
    const calls = [meera.call('correctPayment', input(90)), dev.call('correctPayment', input(80))];
    expect(await countOutcomes(calls)).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 1 });
    const first = (await orderOf(id)).collection?.by === 'Meera' ? meera : dev;
    const second = first === meera ? dev : meera;
    const error = await catchAppError(second.call('correctPayment', input(70)));
    expect(error.message).toContain(first === meera ? 'Meera has corrected' : 'Dev has corrected');
  });

  test('to each other at once neither blocks nor loses a payment', async () => {
    const [one, other] = [await delivered(), await delivered()];
    const [first, second] = [await orderOf(one), await orderOf(other)];
    const swap = (from: typeof first, to: typeof first, staff: Admin) =>
      staff.call('correctPayment', {
        ...{ _id: from._id, paymentId: from.collection?._id, refundedAmt: 0, reason: 'The other order' },
        payment: { ...inCash(), orderNumber: to.orderId },
      });
    const calls = [swap(first, second, meera), swap(second, first, dev)];
    expect(await countOutcomes(calls)).toEqual({ '409 PAYMENT_RECORDED': 2 });
    expect(await ledgerOf(one)).toHaveLength(1);
  });
});

describe('a correction is refused', () => {
  test('when a refund was paid since the payment was looked at', async () => {
    const id = await placed();
    await meera.call('recordPayment', { _id: id, ...inCash(105), note: 'No change' });
    const seen = await orderOf(id);
    await meera.call('settleRefund', { _id: id, amount: 5, how: 'Change', method: 'CASH' });
    const input = {
      _id: id,
      paymentId: seen.collection?._id,
      refundedAmt: seen.refundedAmt,
      reason: 'It was 100',
    };
    const error = await catchAppError(meera.call('correctPayment', { ...input, payment: inCash(100) }));
    expect(error.code).toBe('CHANGED_MEANWHILE');
    expect(await orderOf(id)).toMatchObject({ refundedAmt: 5, owedAmt: 0, collection: { amount: 105 } });
  });

  test('when it changes nothing', async () => {
    const id = await delivered();
    expect((await catchAppError(correct(id, { payment: inCash() }))).code).toBe('CONFLICT');
  });

  test('when more than the right amount is refunded', async () => {
    const id = await placed();
    await meera.call('recordPayment', { _id: id, ...inCash(150), note: 'No change' });
    await meera.call('settleRefund', { _id: id, amount: 50, how: 'In cash', method: 'CASH' });
    for (const given of [{}, { payment: inCash(49.99) }]) {
      const error = await catchAppError(correct(id, given));
      expect(error).toMatchObject({ code: 'CONFLICT' });
      expect(error.message).toContain('₹50 of this payment is refunded');
    }
    expect((await correct(id, { payment: byUpi(150) })).data).toMatchObject({ refundedAmt: 50, owedAmt: 0 });
  });

  test('when the reference belongs to another order', async () => {
    const [id, other] = [await delivered(), await placed()];
    const reference = newReference();
    await meera.call('recordPayment', { _id: other, ...byUpi(100, reference) });
    const error = await catchAppError(correct(id, { payment: byUpi(100, reference) }));
    expect(error.code).toBe('REFERENCE_USED');
    expect(error.message).toContain((await orderOf(other)).orderId);
    expect(await ledgerOf(id)).toHaveLength(1);
  });

  test('when the other order is paid, by card, or unknown', async () => {
    const [id, paid] = [await delivered(), await delivered()];
    const asha = await createShopper(db);
    await asha.fill({ [milk]: 1 });
    const card = await orderByCard(asha);
    await pay(asha, card);
    const to = (orderNumber: string) => correct(id, { payment: { ...inCash(), orderNumber } });
    expect((await catchAppError(to((await orderOf(paid)).orderId))).code).toBe('PAYMENT_RECORDED');
    expect((await catchAppError(to(card.order.orderId))).code).toBe('CONFLICT');
    expect((await catchAppError(to('ORD-NONE'))).code).toBe('NOT_FOUND');
    expect(await ledgerOf(id)).toHaveLength(1);
  });

  test('for a payment that was never recorded, and for one by card', async () => {
    const asha = await createShopper(db);
    await asha.fill({ [milk]: 1 });
    const card = await orderByCard(asha);
    await pay(asha, card);
    const { id: paymentId } = await db.one<{ id: string }>(sql`
      select id from ledger_entry where order_id = ${card.order._id}`);
    for (const [_id, wrong] of [
      [card.order._id, paymentId],
      [await placed(), newId()],
    ]) {
      const call = meera.call('correctPayment', { _id, paymentId: wrong, refundedAmt: 0, reason: 'x' });
      expect((await catchAppError(call)).code).toBe('NOT_FOUND');
    }
  });
});

test('a cancelled order whose refund was paid stays refunded, and is paid when more was received', async () => {
  const id = await placed();
  await meera.call('recordPayment', { _id: id, ...byUpi() });
  await move(id, 'CANCELLED', { reason: 'No stock' });
  await meera.call('settleRefund', { _id: id, amount: 100, how: 'UPI', method: 'UPI' });
  expect((await orderOf(id)).payment_status).toBe('REFUNDED');
  expect((await correct(id, { payment: byUpi() })).data).toMatchObject({
    payment_status: 'REFUNDED',
    owedAmt: 0,
  });
  expect((await correct(id, { payment: byUpi(120) })).data).toMatchObject({
    payment_status: 'PAID',
    owedAmt: 20,
  });
});

describe('the database refuses', () => {
  const insert = async (given: Record<string, unknown>) => {
    const orderId = await addOrder(db, { at: new Date() });
    const at = new Date();
    const [paymentId, by] = [newId(), meera.userId];
    await db.query(sql`
      insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, recorded_by, created_at, settled_at)
      values (${paymentId}, ${orderId}, 'PAYMENT', 10000, 'DONE', 'cash', ${by}, ${at}, ${at})`);
    const row = {
      kind: 'REVERSAL',
      paise: 10_000,
      provider: 'cash',
      by,
      corrects: paymentId,
      counts: at,
      ...given,
    };
    await db.query(sql`
      insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, recorded_by, created_at, settled_at,
        corrects, counts_at)
      values (${newId()}, ${orderId}, ${row.kind}, ${row.paise}, 'DONE', ${row.provider}, 'x', ${row.by}, ${at}, ${at},
        ${row.corrects}, ${row.counts})`);
    return { orderId, paymentId };
  };

  test.each([
    ['a reversal of a part', { paise: 9999 }, 'no payment that can be reversed'],
    ['a reversal of another method', { provider: 'upi' }, 'no payment that can be reversed'],
    ['a reversal of another time', { counts: new Date(0) }, 'no payment that can be reversed'],
    ['a reversal without a staff member', { by: null }, 'collection_has_staff'],
    ['a right payment without the reversal', { kind: 'PAYMENT' }, 'is not reversed by this correction'],
  ])('%s', async (_what, given, message) => {
    await expect(insert(given)).rejects.toThrow(message);
  });

  test('a change of a reversal, a second one, and the mark of a reversal without one', async () => {
    const { orderId, paymentId } = await insert({});
    const run = (statement: ReturnType<typeof sql>) => db.query(statement);
    await expect(run(sql`update ledger_entry set reason = 'y' where order_id = ${orderId}`)).rejects.toThrow(
      'cannot be changed',
    );
    await expect(run(sql`delete from ledger_entry where order_id = ${orderId}`)).rejects.toThrow(
      'cannot be changed',
    );
    await expect(
      run(sql`update ledger_entry set reversed_at = null where id = ${paymentId}`),
    ).rejects.toThrow('cannot be changed');
    await expect(
      run(sql`
        insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, recorded_by, created_at, settled_at,
          corrects, counts_at)
        select ${newId()}, order_id, kind, amount_paise, status, provider, reason, recorded_by, created_at, settled_at, corrects,
          counts_at from ledger_entry where order_id = ${orderId} and kind = 'REVERSAL'`),
    ).rejects.toThrow('no payment that can be reversed');
    const other = await addOrder(db, { at: new Date() });
    await run(sql`
      insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, recorded_by, created_at, settled_at)
      values (${newId()}, ${other}, 'PAYMENT', 10000, 'DONE', 'cash', ${meera.userId}, now(), now())`);
    await expect(
      run(sql`update ledger_entry set reversed_at = now() where order_id = ${other}`),
    ).rejects.toThrow('cannot be changed');
  });
});
