import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard } from '#tests/fixtures/payments.ts';
import { placePaidOrder, toPhone } from '#tests/fixtures/picking.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';

const { db } = await openTestDatabase();
// A picker has at most four orders.
let meera: Admin;
let dev: Admin;
let phone: ReturnType<typeof toPhone>;
beforeEach(async () => {
  meera = await createAdmin(db);
  dev = await createAdmin(db, 'Dev Rao');
  phone = toPhone(meera);
});

describe('what was found', () => {
  test('is charged, the rest is refunded once, and stays out of stock', async () => {
    const { asha, milk, bread, curd, id } = await placePaidOrder(db);
    const taken = await phone.take(id);
    expect(taken).toMatchObject({ firstName: 'Asha', version: 1, tote: 'A', packedAt: null });
    expect(taken.lines.map(({ name, quantity, found: pieces }) => [name, quantity, pieces])).toEqual([
      ['Bread', 1, null],
      ['Curd', 2, null],
      ['Milk', 4, null],
    ]);
    await phone.found(id, { position: 0, found: 3 });
    await phone.found(id, { position: 1, found: 0 });
    const before = await phone.board(id);
    expect(before).toMatchObject({ totalAmt: 250, refundedAmt: 0, status: 'PACKING', isBeingPicked: true });
    await phone.found(id, { position: 2, found: 2 });
    const packed = await phone.pack(id);
    expect(packed).toMatchObject({ bags: 2, lines: [{ found: 0 }, { found: 2 }, { found: 3, quantity: 4 }] });
    expect(packed.packedAt).not.toBeNull();
    const after = await phone.board(id);
    expect(after).toMatchObject({ totalAmt: 170, subTotalAmt: 190, refundedAmt: 80, status: 'PACKING' });
    expect(after.isBeingPicked).toBeUndefined();
    expect(after.bill.slice(1)).toEqual([
      { kind: 'UNAVAILABLE', amount: -50 },
      { kind: 'UNAVAILABLE', amount: -30 },
    ]);
    const [first, second] = [0, 1].map((position) => after.items.find((line) => line.position === position));
    expect(first).toMatchObject({ quantity: 3, orderedQuantity: 4, isTakenOff: false });
    expect(second).toMatchObject({ quantity: 1, isTakenOff: true });
    expect(after.steps.at(-1)?.reason).toBe('Only 3 of 4 Milk were available. Bread was unavailable.');
    // What the phone sends again changes nothing.
    expect(await phone.pack(id)).toEqual(packed);
    expect(await phone.board(id)).toEqual(after);
    expect(await stockOf(db, milk)).toBe(6);
    await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
    const [invoice] = (await phone.board(id)).documents;
    expect(invoice).toMatchObject({ totalAmt: 170 });
    expect(await phone.pack(id)).toEqual({ ...packed, status: 'OUT_FOR_DELIVERY' });
    await expectStockLedger(db, [milk, bread, curd]);
    const { added } = (await runCall(orderRoutes, 'reorder', asha.context, { _id: id })).data;
    expect(added.map(({ quantity }) => quantity)).toEqual([4, 1, 2]);
  });

  test('takes its part of a coupon back to the paisa, and the rest of the line can still be taken off', async () => {
    const { id } = await placePaidOrder(db);
    await db.query(sql`
      update customer_order set bill = bill || ${JSON.stringify([
        { kind: 'COUPON', name: 'TEN', amount_paise: -1001, shares: await sharesOf(id, 1001) },
      ])}::text::jsonb, total_paise = total_paise - 1001 where id = ${id}`);
    await phone.take(id);
    await phone.found(id, { position: 0, found: 3 });
    await phone.found(id, { position: 1, found: 1 });
    await phone.found(id, { position: 2, found: 2 });
    await phone.pack(id);
    // 3/4 of ₹10.01 are ₹7.50.
    expect((await phone.board(id)).totalAmt).toBe(200 - 7.5);
    await meera.call('markLineUnavailable', { _id: id, position: 0 });
    expect((await phone.board(id)).totalAmt).toBe(50);
  });

  test('cannot be more than was ordered, of another line or of one that is off', async () => {
    const { id } = await placePaidOrder(db);
    await meera.call('markLineUnavailable', { _id: id, position: 1 });
    await phone.take(id);
    const refused = await catchAppErrors([
      phone.found(id, { position: 0, found: 5 }),
      phone.found(id, { position: 7, found: 1 }),
      phone.found(id, { position: 1, found: 1 }),
      phone.pack(id),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([
      'INVALID_INPUT',
      'NOT_FOUND',
      'CONFLICT',
      'UNPICKED_LINES',
    ]);
    expect(refused[3]?.details).toEqual({ positions: [0, 2] });
  });

  test('of nothing is no order to pack', async () => {
    const { id } = await placePaidOrder(db);
    await phone.take(id);
    for (const position of [0, 1, 2]) await phone.found(id, { position, found: 0 });
    expect((await catchAppError(phone.pack(id))).code).toBe('NOTHING_FOUND');
  });

  test('is the latest state by the clock of the phone, however late and often it is sent', async () => {
    const { id } = await placePaidOrder(db);
    await phone.take(id);
    const [first, second] = [phone.at(), phone.at()];
    await phone.found(id, { position: 0, found: 4 }, { at: second });
    await phone.found(id, { position: 0, found: 1 }, { at: first });
    const later = await phone.found(id, { position: 0, found: 4 }, { at: second });
    expect(later.lines.find(({ position }) => position === 0)).toMatchObject({ found: 4, pickedAt: second });
    const ahead = await phone.found(id, { position: 1, found: 1 }, { at: '2099-01-01T00:00:00.000Z' });
    const line = ahead.lines.find(({ position }) => position === 1);
    expect(Date.parse(line?.pickedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('of a cancelled order returns to stock, what was missing does not', async () => {
    const { asha, milk, bread, id } = await placePaidOrder(db);
    await phone.take(id);
    await phone.found(id, { position: 0, found: 3 });
    await phone.found(id, { position: 1, found: 0 });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([9, 9]);
    await expectStockLedger(db, [milk, bread]);
    const own = (await meera.call('listPicking', {})).data.own;
    expect(own.find(({ _id }) => _id === id)).toMatchObject({ status: 'CANCELLED' });
    expect((await catchAppError(phone.found(id, { position: 0, found: 4 }))).code).toBe('ORDER_STATUS');
    await meera.call('giveBackOrder', { _id: id, version: 1 });
    expect((await meera.call('listPicking', {})).data.own.some(({ _id }) => _id === id)).toBe(false);
  });

  test('sets the stock to what is left, less what others have bought, once for each request', async () => {
    const { milk, id } = await placePaidOrder(db);
    const ravi = await createShopper(db);
    await ravi.fill({ [milk]: 2 });
    await ravi.order(await ravi.checkout());
    await phone.take(id);
    const stock = { left: 3, requestId: newId() };
    await phone.found(id, { position: 0, found: 4, stock });
    expect(await stockOf(db, milk)).toBe(1);
    await ravi.fill({ [milk]: 1 });
    await ravi.order(await ravi.checkout());
    await phone.found(id, { position: 0, found: 4, stock });
    expect(await stockOf(db, milk)).toBe(0);
    const { data } = await meera.call('listStockChanges', { productId: milk });
    expect(data.find(({ cause }) => cause === 'PICKING')).toMatchObject({ difference: -3, by: 'Meera' });
    await expectStockLedger(db, [milk]);
  });
});

describe('an order that is being picked', () => {
  test('is told to another picker, who may take it over, and then to the first', async () => {
    const { id } = await placePaidOrder(db);
    await phone.take(id);
    await phone.take(id);
    await phone.found(id, { position: 0, found: 3 });
    const refused = await catchAppError(toPhone(dev).take(id));
    expect(refused).toMatchObject({
      code: 'ORDER_TAKEN',
      details: { by: 'Meera' },
      message: 'Meera is picking this order.',
    });
    const over = await toPhone(dev).take(id, true);
    expect(over).toMatchObject({ version: 2 });
    expect(over.lines.find(({ position }) => position === 0)?.found).toBe(3);
    const late = await catchAppErrors([
      phone.found(id, { position: 0, found: 4 }),
      phone.pack(id),
      meera.call('giveBackOrder', { _id: id, version: 1 }),
    ]);
    for (const error of late)
      expect(error).toMatchObject({ code: 'ORDER_TAKEN', details: { by: 'Dev Rao' } });
    await toPhone(dev).found(id, { position: 0, found: 4 }, { version: 2 });
  });

  test('is given back as if it had not been picked, and what a phone sends late is refused', async () => {
    const { id } = await placePaidOrder(db);
    await phone.take(id);
    await phone.found(id, { position: 0, found: 3 });
    const handBack = () => meera.call('giveBackOrder', { _id: id, version: 1 });
    await handBack();
    await handBack();
    expect((await catchAppError(phone.found(id, { position: 0, found: 4 }))).message).toBe(
      'You are not picking this order any more.',
    );
    expect((await phone.board(id)).items.every(({ isPicked }) => !isPicked)).toBe(true);
    const again = await phone.take(id);
    expect(again).toMatchObject({ version: 2, lines: [{ found: null }, { found: null }, { found: null }] });
    expect((await catchAppError(phone.found(id, { position: 0, found: 4 }))).code).toBe('ORDER_TAKEN');
  });

  test('is left alone by the dashboard until it is packed', async () => {
    const { id } = await placePaidOrder(db);
    await meera.call('pickLine', { _id: id, position: 2, isPicked: true });
    const { lines } = await phone.take(id);
    expect(lines.find(({ position }) => position === 2)?.found).toBe(2);
    const calls = [
      dev.call('pickLine', { _id: id, position: 0, isPicked: true }),
      dev.call('markLineUnavailable', { _id: id, position: 0 }),
    ];
    expect(await countOutcomes(calls)).toEqual({ '409 ORDER_TAKEN': 2 });
    const handOver = async () =>
      (await dev.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY', allowUnpicked: true })).data;
    expect((await handOver()).refused).toMatchObject([{ code: 'ORDER_TAKEN' }]);
    await phone.found(id, { position: 0, found: 4 });
    await phone.found(id, { position: 1, found: 1 });
    await phone.pack(id);
    expect((await catchAppError(phone.take(id))).message).toBe('This order is already packed.');
    expect((await handOver()).changed).toHaveLength(1);
  });

  test('has a tote: a picker has four, also when they are taken at once', async () => {
    const picker = await createAdmin(db, 'Ravi');
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push((await placePaidOrder(db)).id);
    const [first = '', second = '', ...others] = ids;
    await Promise.all([toPhone(picker).take(first), toPhone(picker).take(second)]);
    expect(await countOutcomes(others.map((_id) => picker.call('takeOrder', { _id })))).toEqual({
      '200': 2,
      '409 BATCH_FULL': 1,
    });
    const { own } = (await picker.call('listPicking', {})).data;
    expect(own.map(({ tote }) => tote).sort()).toEqual(['A', 'B', 'C', 'D']);
    await picker.call('giveBackOrder', { _id: first, version: 1 });
    const free = own.find(({ _id }) => _id === first)?.tote;
    const left = ids.find((id) => own.every(({ _id }) => _id !== id)) ?? '';
    expect((await toPhone(picker).take(left)).tote).toBe(free);
  });

  test('is in the list in the order in which work begins, without what a picker need not know', async () => {
    const picker = await createAdmin(db, 'Sunil');
    const [one, two] = [await placePaidOrder(db), await placePaidOrder(db)];
    await phone.take(two.id);
    const { waiting } = (await picker.call('listPicking', {})).data;
    const [first, second] = [one.id, two.id].map((id) => waiting.find(({ _id }) => _id === id));
    expect(first).toMatchObject({ firstName: 'Asha', lineCount: 3, pieceCount: 7, takenBy: null });
    expect(second).toMatchObject({ takenBy: 'Meera' });
    expect(JSON.stringify(waiting)).not.toMatch(/Lake Road|98765|@example/);
    expect(waiting.map(({ workBeginsAt }) => workBeginsAt)).toEqual(
      waiting.map(({ workBeginsAt }) => workBeginsAt).sort(),
    );
  });

  test('waits for its payment before it can be taken', async () => {
    const asha = await createShopper(db);
    await asha.fill({ [await addProduct(db)]: 1 });
    const { order } = await orderByCard(asha);
    expect((await catchAppError(phone.take(order._id))).code).toBe('ORDER_STATUS');
    expect((await catchAppError(phone.take(newId()))).code).toBe('NOT_FOUND');
  });
});

async function sharesOf(orderId: string, paise: number): Promise<Record<string, number>> {
  const { product_id } = await db.one<{ product_id: string }>(sql`
    select product_id from order_line where order_id = ${orderId} and position = 0`);
  return { [product_id]: paise };
}
