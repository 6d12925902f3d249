import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { toPaise } from '#contract/base/money.ts';
import { apiRoutes } from '#server/app/app.ts';
import type { RequestContext } from '#server/http/context.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { paymentRoutes } from './payment.routes.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const dev = await createAdmin(db, 'Dev');
const milk = await addProduct(db, { name: 'Milk', pricePaise: 10_000, stock: 100_000 });

// Each test has its own days, which are in the past.
let firstDay = Date.UTC(2025, 0, 1);
const dayMs = 24 * 60 * 60_000;
beforeEach(() => {
  firstDay += 10 * dayMs;
});
/** A day of the test, and a time of it in India. */
const dayOf = (index: number) => new Date(firstDay + index * dayMs).toISOString().slice(0, 10);
const timeOf = (index: number, time = '12:00:00.000') => new Date(`${dayOf(index)}T${time}+05:30`);

/** A call of an administrator at a time. */
const at = (time: Date, staff = meera): RequestContext => ({ ...staff.context, now: () => time });
const sheetOf = async (index: number, given: Partial<RequestContext> = {}) =>
  (await runCall(paymentRoutes, 'getDaySheet', { ...meera.context, ...given }, { day: dayOf(index) })).data;
const close = (input: EndpointInput<'closeDay'>, staff = meera) => staff.call('closeDay', input);

/** An order that is delivered at a time: in cash, unless it stays unpaid. */
async function delivered(time: Date, given: object = {}, quantity = 1): Promise<string> {
  const asha = await createShopper(db);
  await asha.fill({ [milk]: quantity });
  const { _id } = (await asha.order(await asha.checkout())).data;
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await runCall(orderRoutes, 'changeOrders', at(time), {
      ...{ ids: [_id], to, allowUnpicked: true },
      ...(to === 'DELIVERED' && given),
    });
  return _id;
}

let lastReference = 612_345_678_900;
const newReference = () => String(++lastReference);
const orderOf = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;

async function correct(time: Date, _id: string, payment: object | null) {
  const { collection, refundedAmt } = await orderOf(_id);
  const input = {
    _id,
    paymentId: collection?._id,
    refundedAmt,
    reason: 'Mixed up',
    ...(payment !== null && { payment }),
  };
  await runCall(paymentRoutes, 'correctPayment', at(time), input);
}

describe('the sheet of a day', () => {
  test('has the cash that was received between midnight and midnight in the time zone of the store', async () => {
    await delivered(timeOf(0, '23:59:59.999'));
    await delivered(timeOf(1, '00:00:00.000'));
    const last = await delivered(timeOf(1, '23:59:59.999'), {}, 2);
    await delivered(timeOf(2, '00:00:00.000'));
    const sheet = await sheetOf(1);
    expect(sheet).toMatchObject({
      ...{ day: dayOf(1), isOver: true, isChanged: false, closings: [] },
      expected: { cash: 300, upi: 0, card: 0 },
      delivered: { orders: 2, amount: 300, unpaidOrders: 0, unpaidAmt: 0 },
    });
    expect(sheet.entries).toHaveLength(2);
    expect(sheet.entries[1]).toMatchObject({
      ...{ kind: 'PAYMENT', method: 'CASH', amount: 200, by: 'Meera', order: { _id: last } },
      at: timeOf(1, '23:59:59.999').toISOString(),
    });
    // From 11:00 UTC to 11:00 UTC.
    expect((await sheetOf(1, { timeZone: 'Pacific/Auckland' })).expected.cash).toBe(200);
  });

  test('takes off what was refunded by the same method, and shows other refunds and store credit apart', async () => {
    const cash = await delivered(timeOf(0), {}, 3);
    const upi = await delivered(timeOf(0), { allowUnpaid: true, reason: 'Later' });
    await runCall(paymentRoutes, 'recordPayment', at(timeOf(0, '13:00:00.000')), {
      ...{ _id: upi, method: 'UPI', amount: 130, reference: newReference(), note: 'Round' },
    });
    await runCall(paymentRoutes, 'settleRefund', at(timeOf(1)), {
      _id: upi,
      amount: 30,
      how: 'UPI',
      method: 'UPI',
    });
    const refund = (to: 'CREDIT' | 'SOURCE', amount: number, totalAmt: number) =>
      meera.call('refundItems', {
        ...{ _id: cash, totalAmt, lines: [{ position: 0, amount }], to, message: 'Sorry' },
      });
    const today = new Date().toISOString();
    await refund('CREDIT', 50, 300);
    await refund('SOURCE', 20, 250);
    await meera.call('settleRefund', { _id: cash, amount: 20, how: 'Bank', method: 'OTHER' });
    expect((await sheetOf(0)).expected).toEqual({ cash: 300, upi: 130, card: 0 });
    expect((await sheetOf(1)).expected).toEqual({ cash: 0, upi: -30, card: 0 });
    const { data } = await meera.call('getDaySheet');
    expect(data.entries.filter(({ order }) => order._id === cash)).toMatchObject([
      { kind: 'REFUND', method: 'CREDIT', amount: -50 },
      { kind: 'REFUND', method: 'OTHER', amount: -20 },
    ]);
    expect(data.entries.every((entry) => entry.at >= today.slice(0, 10))).toBe(true);
    expect(data.credit.refunded).toBe(50);
    expect(data.isOver).toBe(false);
  });

  test('has orders that were delivered without their payment, until it is recorded', async () => {
    const id = await delivered(timeOf(0), { allowUnpaid: true, reason: 'Not at home' });
    expect((await sheetOf(0)).delivered).toMatchObject({ orders: 1, unpaidOrders: 1, unpaidAmt: 100 });
    await runCall(paymentRoutes, 'recordPayment', at(timeOf(1)), { _id: id, method: 'CASH', amount: 100 });
    expect((await sheetOf(0)).delivered).toMatchObject({ orders: 1, unpaidOrders: 0, unpaidAmt: 0 });
    expect((await sheetOf(0)).expected.cash).toBe(0);
    expect((await sheetOf(1)).expected.cash).toBe(100);
  });

  test('has a correction of a later day with the payment that it corrects', async () => {
    const [id, other] = [
      await delivered(timeOf(0)),
      await delivered(timeOf(0), { allowUnpaid: true, reason: 'Later' }),
    ];
    await correct(timeOf(3), id, { method: 'UPI', amount: 100, reference: newReference() });
    expect((await sheetOf(0)).expected).toEqual({ cash: 0, upi: 100, card: 0 });
    const { orderId: orderNumber } = (await meera.call('getBoardOrder', { _id: other })).data;
    await correct(timeOf(4), id, { method: 'CASH', amount: 90, orderNumber });
    const sheet = await sheetOf(0);
    expect(sheet.expected).toEqual({ cash: 90, upi: 0, card: 0 });
    expect(sheet.entries.map(({ kind, method, amount }) => [kind, method, amount])).toEqual([
      ['PAYMENT', 'CASH', 100],
      ['CORRECTION', 'CASH', -100],
      ['PAYMENT', 'UPI', 100],
      ['CORRECTION', 'UPI', -100],
      ['PAYMENT', 'CASH', 90],
    ]);
    for (const index of [3, 4]) expect((await sheetOf(index)).entries).toEqual([]);
  });
});

const nothing = { cash: 0, upi: 0, card: 0 };
const closing = (index: number, given: object = {}) => ({
  ...{ day: dayOf(index), version: 0, expected: nothing, counted: { ...nothing, card: null }, note: '' },
  openingAmt: 0,
  ...given,
});

describe('closing a day', () => {
  test('stores what was expected and counted, with who and when, in the sheet and in the audit log', async () => {
    await delivered(timeOf(0), {}, 7);
    const counted = { cash: 1695, upi: 0, card: null };
    const cashCount = { note500: 2, note200: 1, note100: 3, note50: 3, note20: 1, note10: 1, coinsAmt: 15 };
    const input = closing(0, {
      ...{ expected: { ...nothing, cash: 700 }, counted, cashCount, floatAmt: 1000, openingAmt: undefined },
      note: 'Short by ₹5',
    });
    const { data } = await close(input);
    expect(data.closings).toEqual([
      {
        ...{ version: 1, at: expect.any(String), by: 'Meera', expected: { ...nothing, cash: 700 } },
        ...{ counted, cashCount, openingAmt: 1000, floatAmt: 1000, note: 'Short by ₹5' },
        reopened: null,
      },
    ]);
    const [entry] = await meera.historyOf(dayOf(0).replaceAll('-', ''));
    expect(entry).toMatchObject({ kind: 'day-sheet', action: 'closed', by: { name: 'Meera' } });
    expect(entry?.changes).toContainEqual({ field: 'counted', before: null, after: counted });
  });

  test('twice by one person closes it once, and by two people is refused for the second one', async () => {
    expect(await countOutcomes([1, 2, 3].map(() => close(closing(0))))).toEqual({ '200': 3 });
    expect((await sheetOf(0)).closings).toHaveLength(1);
    expect(await meera.historyOf(dayOf(0).replaceAll('-', ''))).toHaveLength(1);
    const calls = [close(closing(1)), close(closing(1), dev)];
    expect(await countOutcomes(calls)).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 1 });
    const [first] = (await sheetOf(1)).closings;
    const error = await catchAppError(close(closing(1), first?.by === 'Meera' ? dev : meera));
    expect(error.message).toBe(`${first?.by} has closed this day. Check the sheet again.`);
  });

  test('with other amounts than are expected now is refused with those', async () => {
    await delivered(timeOf(0));
    const error = await catchAppError(close(closing(0)));
    expect(error).toMatchObject({
      ...{ code: 'CHANGED_MEANWHILE', details: { expected: { cash: 100, upi: 0, card: 0 } } },
    });
    expect((await sheetOf(0)).closings).toEqual([]);
  });

  test('with a difference needs a note, for cash, UPI and card that were compared', async () => {
    await delivered(timeOf(0));
    const expected = { ...nothing, cash: 100 };
    const counts = [
      { cash: 99.99, upi: null, card: null },
      { cash: 100, upi: 0.01, card: null },
      { cash: 100, upi: null, card: -1 },
    ];
    for (const counted of counts) {
      const error = await catchAppError(close(closing(0, { expected, counted, openingAmt: 0 })));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'note' }] });
    }
    // Half of the cash was there in the morning.
    await close(closing(-1, { counted: { cash: 50, upi: 0, card: 0 }, openingAmt: 50, floatAmt: 50 }));
    const withoutOpening = closing(0, {
      expected,
      counted: { cash: 100, upi: 0, card: 0 },
      openingAmt: undefined,
    });
    expect((await catchAppError(close(withoutOpening))).issues).toMatchObject([{ path: 'note' }]);
    expect((await sheetOf(0)).closings).toEqual([]);
    await close(closing(0, { expected, counted: { cash: 100, upi: null, card: 0 }, openingAmt: 0 }));
    expect((await sheetOf(0)).closings).toHaveLength(1);
  });

  test('that is not over needs a confirmation', async () => {
    const context = { ...meera.context, now: () => timeOf(0, '20:00:00.000') };
    const closeNow = (given: object = {}) => runCall(paymentRoutes, 'closeDay', context, closing(0, given));
    const error = await catchAppError(closeNow());
    expect(error).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'allowEarly' }] });
    await closeNow({ allowEarly: true });
    expect((await sheetOf(0)).closings).toHaveLength(1);
  });

  test('is preceded by the orders that are open, without those of later days', async () => {
    const asha = await createShopper(db);
    await asha.fill({ [milk]: 1 });
    asha.context.now = () => timeOf(1);
    const { _id, orderId } = (await asha.order(await asha.checkout())).data;
    const find = async (index: number) =>
      (await sheetOf(index)).openOrders.orders.filter((order) => order._id === _id);
    expect(await find(0)).toEqual([]);
    expect(await find(1)).toEqual([{ _id, orderId }]);
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
      await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    expect((await sheetOf(1)).openOrders.count).toBeGreaterThan(0);
    await meera.call('changeOrders', { ids: [_id], to: 'DELIVERED', allowUnpicked: true });
    expect(await find(1)).toEqual([]);
  });

  test('is refused for a closed day, which is reopened with a reason first; the former closing stays', async () => {
    await close(closing(0));
    expect((await sheetOf(0)).isChanged).toBe(false);
    await delivered(timeOf(0));
    expect(await sheetOf(0)).toMatchObject({ isChanged: true, closings: [{ expected: nothing }] });
    const next = closing(0, {
      version: 1,
      expected: { ...nothing, cash: 100 },
      counted: { ...nothing, cash: 100 },
    });
    expect((await catchAppError(close(next))).code).toBe('CONFLICT');
    const reopen = (given: object = {}, staff = dev) =>
      staff.call('reopenDay', { day: dayOf(0), version: 1, reason: 'One order was late', ...given });
    expect((await catchAppError(reopen({ reason: ' ' }))).code).toBe('INVALID_INPUT');
    expect((await catchAppError(reopen({ version: 2 }))).code).toBe('CHANGED_MEANWHILE');
    expect((await catchAppError(reopen({ day: dayOf(1) }))).code).toBe('CHANGED_MEANWHILE');
    expect(await countOutcomes([1, 2, 3].map(() => reopen()))).toEqual({ '200': 3 });
    const error = await catchAppError(reopen({}, meera));
    expect(error).toMatchObject({ code: 'CHANGED_MEANWHILE', message: 'Dev has reopened this day.' });
    const reopened = { by: 'Dev', reason: 'One order was late', at: expect.any(String) };
    expect(await sheetOf(0)).toMatchObject({ isChanged: false, closings: [{ by: 'Meera', reopened }] });
    const { data } = await close(next, dev);
    expect(data).toMatchObject({
      isChanged: false,
      closings: [
        { by: 'Meera', expected: nothing, reopened },
        { by: 'Dev', version: 2, expected: { cash: 100 }, reopened: null },
      ],
    });
    const history = await meera.historyOf(dayOf(0).replaceAll('-', ''));
    expect(history.map(({ action }) => action)).toEqual(['closed', 'reopened', 'closed']);
    expect(history[1]?.changes).toEqual([{ field: 'reason', before: null, after: 'One order was late' }]);
    expect((await catchAppError(close(next))).code).toBe('CHANGED_MEANWHILE');
    expect((await catchAppError(reopen())).code).toBe('CHANGED_MEANWHILE');
    const { data: list } = await meera.call('listDaySheets');
    expect(list.every(({ day }) => day > dayOf(0))).toBe(true);
  });

  test('compares with the change that was there in the morning, and another amount may stay for the next day', async () => {
    const difference = async (index: number) => {
      const { counted, openingAmt, expected } = (await sheetOf(index)).closings.at(-1) ?? {};
      return (counted?.cash ?? 0) - (openingAmt ?? 0) - (expected?.cash ?? 0);
    };
    await close(closing(0, { counted: { ...nothing, cash: 500 }, openingAmt: 500, floatAmt: 500 }));
    await delivered(timeOf(1));
    const expected = { ...nothing, cash: 100 };
    const next = closing(1, {
      expected,
      counted: { ...nothing, cash: 600 },
      openingAmt: undefined,
      floatAmt: 300,
    });
    await close(next);
    expect((await sheetOf(1)).closings).toMatchObject([{ openingAmt: 500, floatAmt: 300 }]);
    expect([await difference(0), await difference(1)]).toEqual([0, 0]);
    await meera.call('reopenDay', { day: dayOf(1), version: 1, reason: 'Opening cash was wrong' });
    await close({ ...next, version: 1, openingAmt: 450, note: 'Took ₹50 for the milkman at 6 am' });
    expect(await difference(1)).toBe(50);
  });

  test.each([
    ['a day that has not begun', { day: '2099-01-01' }],
    ['no day', { day: '2026-02-30' }],
    ['a negative count', { counted: { cash: -1, upi: 0, card: 0 } }],
    ['parts of a paisa', { counted: { cash: 0.001, upi: 0, card: 0 } }],
    ['notes that add up to something else', { cashCount: { note500: 1 } }],
    ['unknown notes', { cashCount: { note2000: 0 } }],
    ['half a note', { cashCount: { note500: 0.5 } }],
    ['a long note', { note: 'x'.repeat(501) }],
  ])('%s is refused', async (_what, given) => {
    expect((await catchAppError(close(closing(0, given)))).code).toBe('INVALID_INPUT');
  });

  test('a version that does not exist is refused', async () => {
    const error = await catchAppError(close(closing(0, { version: 3, note: 'x' })));
    expect(error.code).toBe('CHANGED_MEANWHILE');
  });

  test('today is listed with its difference, and marked when it has changed since', async () => {
    const expected = (await meera.call('getDaySheet')).data.expected;
    const { day } = (await meera.call('getDaySheet')).data;
    const counted = { cash: expected.cash + 260, upi: expected.upi, card: null };
    const drawer = { openingAmt: 250, floatAmt: 250, note: '₹10 too much' };
    await close({ day, version: 0, expected, counted, ...drawer, allowEarly: true });
    const today = async () => (await meera.call('listDaySheets')).data[0];
    expect(await today()).toMatchObject({
      day,
      closedBy: 'Meera',
      differenceAmt: 10,
      isChanged: false,
      expected,
    });
    await delivered(new Date());
    expect(await today()).toMatchObject({ differenceAmt: 10, isChanged: true });
    await meera.call('reopenDay', { day, version: 1, reason: 'One more order' });
    expect(await today()).toMatchObject({ closedAt: null, differenceAmt: null, isChanged: false });
  });
});

test('the database refuses to change, delete or skip a closed sheet', async () => {
  await close(closing(0));
  const day = dayOf(0);
  const run = (statement: ReturnType<typeof sql>) => db.query(statement);
  for (const statement of [
    sql`update day_closing set note = 'x' where day = ${day}::date`,
    sql`delete from day_closing where day = ${day}::date`,
    sql`truncate day_closing cascade`,
  ])
    await expect(run(statement)).rejects.toThrow('cannot be changed');
  await meera.call('reopenDay', { day, version: 1, reason: 'x' });
  for (const statement of [
    sql`update day_reopening set reason = 'y' where day = ${day}::date`,
    sql`delete from day_reopening where day = ${day}::date`,
    sql`truncate day_reopening`,
  ])
    await expect(run(statement)).rejects.toThrow('cannot be changed');
  await expect(
    run(sql`insert into day_reopening values (${day}::date, 2, 'x', ${meera.userId}, now())`),
  ).rejects.toThrow('foreign key');
  const insert = (version: number, count: object | null = null) =>
    run(sql`
      insert into day_closing (day, version, expected_cash_paise, expected_upi_paise, expected_card_paise, counted_cash_paise,
        opening_paise, float_paise, cash_count, note, closed_by, closed_at)
      values (${day}::date, ${version}, 0, 0, 0, 0, 0, 0, ${count && JSON.stringify(count)}::text::jsonb, '', ${meera.userId}, now())`);
  await expect(insert(3)).rejects.toThrow('has no version 2');
  await expect(insert(2, { note500: 1 })).rejects.toThrow('count_adds_up');
});

test('a sheet that a process of the former version closes was compared with the change that stays', async () => {
  await db.query(sql`
    insert into day_closing (day, version, expected_cash_paise, expected_upi_paise, expected_card_paise, counted_cash_paise,
      float_paise, note, closed_by, closed_at)
    values (${dayOf(0)}::date, 1, 0, 0, 0, 500, 500, '', ${meera.userId}, now())`);
  expect((await sheetOf(0)).closings).toMatchObject([{ openingAmt: 5, floatAmt: 5 }]);
});

describe('random orders, payments, refunds and corrections', () => {
  const days = 3;
  const step = fc.record({
    day: fc.nat({ max: days - 1 }),
    order: fc.nat({ max: 5 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom(
      'cash',
      'cash',
      'unpaid',
      'upi',
      'card',
      'record',
      'correct',
      'move',
      'unpay',
      'refund',
      'credit',
    ),
    isUpi: fc.boolean(),
    extra: fc.constantFrom(0, 0, 0.5, 20),
  });

  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  /** What of an order counts on a day, in paise by method. */
  interface Booked {
    _id: string;
    number: string;
    /** The payment that counts. */
    paid: { day: number; method: 'cash' | 'upi' | 'card' | 'test'; paise: number } | null;
    refunds: { day: number; method: 'cash' | 'upi' | 'card' | 'other'; paise: number }[];
    total: number;
  }

  async function take(one: Step, booked: Booked[], asha: Shopper): Promise<void> {
    const now = timeOf(one.day);
    const order = booked[one.order % Math.max(1, booked.length)];
    const isOrder = one.kind === 'cash' || one.kind === 'unpaid' || one.kind === 'upi';
    if (one.kind === 'card') {
      await asha.fill({ [milk]: one.quantity });
      const context = { ...asha.context, now: () => now };
      // Half of the cards are those of the test page.
      const card = await orderByCard({ ...asha, context }, undefined, one.isUpi ? 'sandbox' : 'stripe');
      await pay({ ...asha, context }, card);
      const paise = one.quantity * 10_000;
      const paid = { day: one.day, method: one.isUpi ? 'test' : 'card', paise } as const;
      booked.push({ _id: card.order._id, number: card.order.orderId, paid, refunds: [], total: paise });
    } else if (isOrder || order === undefined) {
      const isPaid = one.kind === 'cash' || !isOrder;
      const _id = await delivered(now, isPaid ? {} : { allowUnpaid: true, reason: 'Later' }, one.quantity);
      const { orderId: number } = (await meera.call('getBoardOrder', { _id })).data;
      const total = one.quantity * 10_000;
      const paid = isPaid ? ({ day: one.day, method: 'cash', paise: total } as const) : null;
      booked.push({ _id, number, paid, refunds: [], total });
    } else await change(one, order, booked);
  }

  const refunded = ({ refunds }: Booked) => refunds.reduce((sum, { paise }) => sum + paise, 0);

  async function change(one: Step, order: Booked, booked: Booked[]): Promise<void> {
    const [now, method] = [timeOf(one.day), one.isUpi ? ('upi' as const) : ('cash' as const)];
    const amount = order.total / 100 + one.extra;
    const payment = {
      ...{ method: one.isUpi ? 'UPI' : 'CASH', amount },
      ...(one.isUpi && { reference: newReference() }),
    };
    const { paid } = order;
    if (one.kind === 'record' && paid === null) {
      await runCall(paymentRoutes, 'recordPayment', at(now), { _id: order._id, ...payment, note: 'x' });
      order.paid = { day: one.day, method, paise: toPaise(amount) };
    }
    if (paid === null || paid.method === 'card' || paid.method === 'test') return;
    if (
      one.kind === 'correct' &&
      toPaise(amount) >= refunded(order) &&
      (method === 'upi' || method !== paid.method || toPaise(amount) !== paid.paise)
    ) {
      await correct(now, order._id, payment);
      order.paid = { ...paid, method, paise: toPaise(amount) };
    }
    const other = booked.find((each) => each.paid === null);
    if (one.kind === 'move' && other !== undefined && order.refunds.length === 0) {
      await correct(now, order._id, { ...payment, orderNumber: other.number });
      other.paid = { ...paid, method, paise: toPaise(amount) };
      order.paid = null;
    }
    if (one.kind === 'unpay' && order.refunds.length === 0) {
      await correct(now, order._id, null);
      order.paid = null;
    }
    const duePaise = paid.paise - refunded(order) - order.total;
    if (one.kind === 'refund' && duePaise > 0) {
      const how = { amount: duePaise / 100, how: 'By hand', method: one.isUpi ? 'UPI' : 'CASH' };
      await runCall(paymentRoutes, 'settleRefund', at(now), { _id: order._id, ...how });
      order.refunds.push({ day: one.day, method, paise: duePaise });
    }
    if (one.kind === 'credit' && order.total > 1000 && duePaise === 0) {
      const input = { totalAmt: order.total / 100, lines: [{ position: 0, amount: 10 }], to: 'CREDIT' };
      const context = at(now);
      await runCall(apiRoutes, 'refundItems', context, {
        ...{ _id: order._id, ...input, message: 'Sorry' },
      });
      order.total -= 1000;
      order.refunds.push({ day: one.day, method: 'other', paise: 1000 });
    }
  }

  test('give sheets whose expected amounts are the sums over the orders, to the paisa', async () => {
    const counts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 18 }), async (steps) => {
        firstDay += 10 * dayMs;
        const [asha, booked] = [await createShopper(db), [] as Booked[]];
        for (const one of steps) await take(one, booked, asha);
        for (let day = 0; day < days; day += 1) {
          const expected = { cash: 0, upi: 0, card: 0, test: 0 };
          for (const { paid, refunds } of booked) {
            if (paid?.day === day) expected[paid.method] += paid.paise;
            for (const refund of refunds)
              if (refund.day === day && refund.method !== 'other') expected[refund.method] -= refund.paise;
          }
          const sheet = await sheetOf(day);
          expect({
            ...{ cash: toPaise(sheet.expected.cash), upi: toPaise(sheet.expected.upi) },
            card: toPaise(sheet.expected.card),
            test: expected.test,
          }).toEqual(expected);
          // The entries behind each amount add up to it, those of test payments apart.
          for (const method of ['cash', 'upi', 'card', 'test'] as const)
            expect(
              sheet.entries
                .filter((entry) => entry.method === method.toUpperCase())
                .reduce((sum, entry) => sum + toPaise(entry.amount), 0),
            ).toBe(expected[method]);
          for (const { kind, method } of sheet.entries)
            counts.set(`${kind} ${method}`, (counts.get(`${kind} ${method}`) ?? 0) + 1);
        }
      }),
      { numRuns: 25 },
    );
    for (const method of ['PAYMENT CASH', 'PAYMENT UPI', 'PAYMENT CARD', 'PAYMENT TEST'])
      expect(counts.get(method), method).toBeGreaterThan(0);
    for (const found of ['CORRECTION CASH', 'REFUND CREDIT'])
      expect(counts.get(found), found).toBeGreaterThan(0);
  }, 120_000);
});
