import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addCategory, addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { orderRoutes } from './order.routes.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

/** A paid order of three lines: 4 of ₹50, 1 of ₹30, 2 of ₹20 at 50 % off; of each there were ten. */
async function paid() {
  const asha = await createShopper(db);
  const products = [
    await addProduct(db, { stock: 10, pricePaise: 5000, name: `Milk ${newId()}` }),
    await addProduct(db, { stock: 10, pricePaise: 3000, name: `Bread ${newId()}` }),
    await addProduct(db, { stock: 10, pricePaise: 2000, discountBasisPoints: 5000 }),
  ];
  const [milk = '', bread = '', curd = ''] = products;
  await asha.fill({ [milk]: 4, [bread]: 1, [curd]: 2 });
  const card = await orderByCard(asha);
  await pay(asha, card);
  return { asha, milk, bread, curd, id: card.order._id, number: card.order.orderId };
}

const takeOff = (_id: string, position: number, reason?: string) =>
  meera.call('markLineUnavailable', { _id, position, reason });
const pick = (_id: string, position: number, isPicked = true) =>
  meera.call('pickLine', { _id, position, isPicked });

describe('a line that cannot be packed', () => {
  test('leaves the bill, what was paid for it goes back, and its pieces to nowhere', async () => {
    const { asha, milk, id } = await paid();
    const { data } = await takeOff(id, 0, 'Broken bottles.');
    expect(data).toMatchObject({ subTotalAmt: 70, totalAmt: 50, refundedAmt: 200, payment_status: 'PAID' });
    expect(data.items.find(({ position }) => position === 0)?.isTakenOff).toBe(true);
    expect(data.steps.at(-1)).toMatchObject({ status: 'PLACED', by: 'staff', reason: 'Broken bottles.' });
    expect(await stockOf(db, milk)).toBe(6);
    // A later cancellation refunds the rest and returns the other units to stock.
    const { data: ended } = await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect(ended.refundedAmt).toBe(250);
    expect(await stockOf(db, milk)).toBe(6);
    const refunds = await db.query(
      sql`select amount_paise from ledger_entry where order_id = ${id} and kind = 'REFUND' order by id`,
    );
    expect(refunds.map(({ amount_paise }) => amount_paise)).toEqual([20_000, 5000]);
    const [{ changes } = { changes: [] }] = await meera.historyOf(id);
    expect(changes).toContainEqual({ field: 'totalAmt', before: 250, after: 50 });
  });

  test('is taken off once, though two ask at once, and never the last one', async () => {
    const { id } = await paid();
    expect(await countOutcomes([takeOff(id, 0), takeOff(id, 0)])).toEqual({ '200': 1, '409 CONFLICT': 1 });
    const both = await countOutcomes([takeOff(id, 1), takeOff(id, 2)]);
    expect(both).toEqual({ '200': 1, '409 CONFLICT': 1 });
    const { data } = await meera.call('getBoardOrder', { _id: id });
    expect(data.items.filter(({ isTakenOff }) => !isTakenOff)).toHaveLength(1);
    expect(data.refundedAmt).toBe(250 - data.totalAmt);
    expect((await catchAppError(pick(id, 0))).code).toBe('CONFLICT');
  });

  test('needs a recent login if what was paid for it goes back, and none of an order in cash', async () => {
    const dev = await createAdmin(db, 'Dev');
    await db.query(sql`
      update session set authenticated_at = now() - interval '1 day' where user_id = ${dev.userId}`);
    const { id } = await paid();
    const strike = (_id: string) => dev.call('markLineUnavailable', { _id, position: 0 });
    expect((await catchAppError(strike(id))).code).toBe('STEP_UP_REQUIRED');
    expect((await meera.call('getBoardOrder', { _id: id })).data).toMatchObject({
      ...{ totalAmt: 250, refundedAmt: 0 },
    });
    const ravi = await createShopper(db);
    await ravi.fill({ [await addProduct(db)]: 1, [await addProduct(db)]: 1 });
    const cash = (await ravi.order(await ravi.checkout())).data;
    expect((await strike(cash._id)).data.items[0]?.isTakenOff).toBe(true);
  });

  test('stays when the order has left, waits for its payment, or has no such line', async () => {
    const { id } = await paid();
    expect((await catchAppError(takeOff(id, 3))).status).toBe(404);
    expect((await catchAppError(takeOff(newId(), 0))).status).toBe(404);
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY'])
      await meera.call('changeOrders', { ids: [id], to, allowUnpicked: true });
    const late = await catchAppErrors([takeOff(id, 0), pick(id, 0)]);
    const ravi = await createShopper(db);
    await ravi.fill({ [await addProduct(db)]: 1, [await addProduct(db)]: 1 });
    const { order } = await orderByCard(ravi);
    const early = await catchAppErrors([takeOff(order._id, 0), pick(order._id, 0)]);
    for (const { code } of [...late, ...early]) expect(code).toBe('ORDER_STATUS');
  });
});

test.each([
  ['markLineUnavailable', { position: -1 }],
  ['markLineUnavailable', { position: 0.5 }],
  ['markLineUnavailable', { position: 1e9 }],
  ['markLineUnavailable', { position: 0, reason: 'x'.repeat(201) }],
  ['markLineUnavailable', { position: 0, refund: 1 }],
  ['pickLine', { position: 0 }],
  ['pickLine', { position: 0, isPicked: 'yes' }],
  ['pickLine', { _id: "' or true --", position: 0, isPicked: true }],
  ['getBoardOrder', { _id: '' }],
  ['getBoardOrder', { _id: ['a', 'b'] }],
  ['listBoard', { status: 'SOLD' }],
  ['listBoard', { page: 'two' }],
] as const)('%s refuses %o', async (name, input) => {
  expect(
    (await catchAppError(meera.call(name, { ...(name !== 'listBoard' && { _id: 'a' }), ...input }))).code,
  ).toBe('INVALID_INPUT');
});

describe('the pick list', () => {
  test('sorts lines by category and stores which are picked, from two devices', async () => {
    const { milk, bread, curd, id } = await paid();
    for (const [product, name] of [
      [milk, 'Zebra aisle'],
      [curd, 'Apple aisle'],
    ] as const) {
      const category = await addCategory(db, `${name} ${newId()}`);
      await db.query(sql`insert into product_category values (${product}, ${category})`);
    }
    expect(await countOutcomes([pick(id, 1), pick(id, 1), pick(id, 2)])).toEqual({ '200': 3 });
    const { data } = await pick(id, 2, false);
    expect(data.items.map(({ productId, isPicked }) => [productId, isPicked])).toEqual([
      [curd, false],
      [milk, false],
      // Of no category any more: at the end.
      [bread, true],
    ]);
    expect(data.items[1]?.category).toMatch(/^Zebra aisle/);
  });
});

describe('the pick list of products with a location', () => {
  test('begins with them, in the order of their locations', async () => {
    const { milk, bread, curd, id } = await paid();
    await db.query(sql`update product set location = 'A10' where id = ${milk}`);
    await db.query(sql`update product set location = 'A2' where id = ${bread}`);
    const { data } = await pick(id, 1);
    expect(data.items.map(({ productId, location }) => [productId, location])).toEqual([
      ...[
        [bread, 'A2'],
        [milk, 'A10'],
        [curd, ''],
      ],
    ]);
  });
});

describe('an order with unpicked lines', () => {
  const handOver = (id: string, given = {}) =>
    meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY', ...given });

  test('is handed over with a confirmation only, or when all lines are picked or unavailable', async () => {
    const [one, other] = [await paid(), await paid()];
    for (const { id } of [one, other]) await meera.call('changeOrders', { ids: [id], to: 'PACKING' });
    await pick(one.id, 0);
    await takeOff(one.id, 1);
    const { data } = await handOver(one.id);
    expect(data).toMatchObject({
      changed: [],
      refused: [
        { _id: one.id, orderId: one.number, code: 'UNPICKED_LINES', message: '1 product is not picked.' },
      ],
    });
    await pick(one.id, 2);
    expect((await handOver(one.id)).data.changed).toHaveLength(1);
    expect((await handOver(other.id)).data.refused).toMatchObject([
      { message: '3 products are not picked.' },
    ]);
    expect((await handOver(other.id, { allowUnpicked: true })).data.changed).toHaveLength(1);
  });

  test('that was handed over or is not packed yet is refused for its status', async () => {
    const { id } = await paid();
    expect((await handOver(id)).data.refused).toMatchObject([{ code: 'ORDER_STATUS' }]);
  });
});

describe('a cancellation by staff', () => {
  test('shows the shopper the message only, and the staff and the audit log the reason too', async () => {
    const { asha, id } = await paid();
    const [reason, message] = ['Suspected fraud', 'We cannot deliver to this address.'];
    const { data } = await meera.call('changeOrders', { ids: [id], to: 'CANCELLED', reason, message });
    expect(data.changed[0]?.steps.at(-1)).toMatchObject({ reason: message, internalReason: reason });
    const own = await runCall(orderRoutes, 'getOrder', asha.context, { _id: id });
    expect(own.data.steps.at(-1)?.reason).toBe(message);
    expect(JSON.stringify(own)).not.toContain(reason);
    const [{ changes } = { changes: [] }] = await meera.historyOf(id);
    expect(changes).toContainEqual(expect.objectContaining({ field: 'reason', after: reason }));
    expect(changes).toContainEqual(expect.objectContaining({ field: 'message', after: message }));
    const refunds = await db.query(sql`
      select reason from ledger_entry where order_id = ${id} and kind = 'REFUND'`);
    expect(refunds).toEqual([{ reason: message }]);
  });

  test('without a message shows the shopper no reason', async () => {
    const { asha, id } = await paid();
    await meera.call('changeOrders', { ids: [id], to: 'CANCELLED', reason: 'Suspected fraud' });
    const own = await runCall(orderRoutes, 'getOrder', asha.context, { _id: id });
    expect(own.data.steps.at(-1)?.reason).toBeNull();
    expect(JSON.stringify(own)).not.toContain('Suspected');
  });
});

describe('many orders at once', () => {
  test('move each on its own: the bad ones are named with the reason, the others go', async () => {
    const [one, two, three] = [await paid(), await paid(), await paid()];
    await meera.call('changeOrders', { ids: [two.id], to: 'CANCELLED', reason: 'Sold out.' });
    const unknown = newId();
    const ids = [one.id, unknown, two.id, one.id, three.id];
    const { data } = await meera.call('changeOrders', { ids, to: 'PACKING' });
    expect(data.changed.map(({ _id, status }) => [_id, status])).toEqual([
      [one.id, 'PACKING'],
      [three.id, 'PACKING'],
    ]);
    expect(data.refused).toMatchObject([
      { _id: unknown, orderId: '', code: 'NOT_FOUND' },
      { _id: two.id, orderId: two.number, code: 'ORDER_STATUS', message: 'This order is already cancelled.' },
    ]);
    expect(await meera.historyOf(three.id)).toHaveLength(1);
  });

  test('are handed over once by two who do it at the same time', async () => {
    const orders = await Promise.all([paid(), paid(), paid()]);
    const ids = orders.map(({ id }) => id);
    const ravi = await createAdmin(db, 'Ravi');
    const [mine, his] = await Promise.all([
      meera.call('changeOrders', { ids, to: 'PACKING' }),
      ravi.call('changeOrders', { ids: ids.toReversed(), to: 'PACKING' }),
    ]);
    expect(mine.data.changed.length + his.data.changed.length).toBe(3);
    expect(mine.data.refused.length + his.data.refused.length).toBe(3);
    const steps = await db.query(sql`
      select from order_history where order_id = any (${ids}) and status = 'PACKING'`);
    expect(steps).toHaveLength(3);
  });

  test.each([
    [{ ids: [], to: 'PACKING' }],
    [{ ids: ["' or true --"], to: 'PACKING' }],
    [{ ids: ['a'], to: 'PLACED' }],
    [{ ids: ['a'], to: 'CANCELLED' }],
    [{ ids: ['a'], to: 'CANCELLED', reason: '  ' }],
    [{ ids: ['a'], to: 'CANCELLED', reason: 'Late.', message: 'x'.repeat(201) }],
    [{ ids: ['a'], to: 'OUT_FOR_DELIVERY', allowUnpicked: 'yes' }],
    [{ ids: ['a'], to: 'PACKING', status: 'DELIVERED' }],
    [{ ids: Array.from({ length: 101 }, () => 'a'), to: 'PACKING' }],
  ])('are refused for %o', async (input) => {
    expect((await catchAppError(meera.call('changeOrders', input))).code).toBe('INVALID_INPUT');
  });
});

describe('the board', () => {
  const numbersOf = async (input: object) =>
    (await meera.call('listBoard', { limit: 100, ...input })).data.map(({ _id }) => _id);

  test('has what is open, the most urgent first, and never what is not paid', async () => {
    const [soon, later] = [await paid(), await paid()];
    await db.query(
      sql`update customer_order set promised_by = now() - interval '1 hour' where id = ${later.id}`,
    );
    const asha = await createShopper(db);
    await asha.fill({ [await addProduct(db)]: 1 });
    const { order } = await orderByCard(asha);
    const open = await numbersOf({});
    expect(open[0]).toBe(later.id);
    expect(open).toContain(soon.id);
    expect(open).not.toContain(order._id);
    expect(await numbersOf({ status: 'PENDING_PAYMENT' })).toContain(order._id);
    expect((await numbersOf({ status: 'ALL' }))[0]).toBe(order._id);
    const { data } = await meera.call('getBoardOrder', { _id: order._id });
    expect(data.paymentUrl).toBeNull();
  });

  test('finds orders by number, name and mobile number, and takes wildcards as they are', async () => {
    const { asha, id, number } = await paid();
    await db.query(
      sql`update account set name = 'Zubeida 100% Rao', email = 'zubeida@mail.example', mobile = '+91098123 45670' where id = ${asha.userId}`,
    );
    await db.query(sql`update address set recipient_name = 'Farah_Khan' where user_id = ${asha.userId}`);
    const other = await paid();
    for (const search of [
      'farah_k',
      number,
      number.slice(4).toLowerCase(),
      number.slice(-6).toLowerCase(),
      'zubeida',
      '100%',
      '9812345670',
      '98123 456',
      '+91 98123 45670',
      '+91 981234',
      '098123-45670',
      '\u202a+91 98123\u00a045670\u202c',
      'Mobile: ९८१२३ ४५६७०,',
      number.replace('-', ''),
      number.replace('-', ' ').toLowerCase(),
      'zubeida@mail.example',
    ])
      expect(await numbersOf({ search }), search).toEqual([id]);
    for (const search of ['100_', "' or true --", '%', '\\', '12345678901234'])
      expect(await numbersOf({ search }), search).not.toContain(other.id);
  });

  test('finds an order by the reference of its UPI payment, as the bank, the app and a spreadsheet write it', async () => {
    const { asha, id } = await paid();
    await db.query(sql`
      update ledger_entry set provider = 'upi', provider_reference = '012345678901', recorded_by = ${asha.userId}
      where order_id = ${id}`);
    for (const search of ['012345678901', 'UTR: 0123 4567 8901', '012345678901,'])
      expect(await numbersOf({ search, status: 'ALL' }), search).toEqual([id]);
    expect(await numbersOf({ search: '012345678902', status: 'ALL' })).toEqual([]);
  });

  test('finds an order by the number of its invoice and of its credit note, in its list only', async () => {
    const { id } = await paid();
    const other = await paid();
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
      await meera.call('changeOrders', { ids: [id, other.id], to, allowUnpicked: true });
    const { totalAmt } = (await meera.call('getRefundable', { _id: id })).data;
    const lines = [{ position: 0, amount: 1 }];
    await meera.call('refundItems', {
      _id: id,
      totalAmt,
      lines,
      chargesAmt: 0,
      to: 'SOURCE',
      message: 'Torn',
    });
    const { documents } = (await meera.call('getBoardOrder', { _id: id })).data;
    expect(documents.map(({ kind }) => kind)).toEqual(['BILL_OF_SUPPLY', 'CREDIT_NOTE']);
    for (const { number } of documents)
      for (const status of ['ALL', 'DELIVERED'])
        expect(await numbersOf({ search: number.toLowerCase(), status }), number).toEqual([id]);
    expect(await numbersOf({ search: documents[0]?.number ?? '', status: 'OPEN' })).toEqual([]);
    expect(await numbersOf({ search: '%-000001', status: 'ALL' })).toEqual([]);
  });

  test('has pages that add up', async () => {
    await Promise.all([paid(), paid(), paid()]);
    const all = await meera.call('listBoard', { status: 'ALL', limit: 100 });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => meera.call('listBoard', { status: 'ALL', limit: 2, page })),
    );
    expect(pages.flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(
      all.data.slice(0, 6).map(({ _id }) => _id),
    );
    expect(pages[0]?.totalCount).toBe(all.totalCount);
  });
});
