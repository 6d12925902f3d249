import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addCategory, addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';

const { db } = await openTestDatabase();
// A picker has at most four orders.
let meera: Admin;
let dev: Admin;
beforeEach(async () => {
  meera = await createAdmin(db);
  dev = await createAdmin(db, 'Dev Rao');
});

/** A product whose name others have too. */
async function named(name: string, given: Parameters<typeof addProduct>[1]): Promise<string> {
  const id = await addProduct(db, given);
  await changeProduct(db, id, { sku: id, name });
  return id;
}

/** A paid order of three lines: 4 of ₹50, 1 of ₹30, 2 of ₹20 at 50 % off; of each there were ten. */
async function paid() {
  const asha = await createShopper(db);
  await db.query(sql`update account set name = 'Asha Rao' where id = ${asha.userId}`);
  const products = [
    await named('Milk', { stock: 10, pricePaise: 5000 }),
    await named('Bread', { stock: 10, pricePaise: 3000 }),
    await named('Curd', { stock: 10, pricePaise: 2000, discountBasisPoints: 5000 }),
  ];
  const [milk = '', bread = '', curd = ''] = products;
  await asha.fill({ [milk]: 4, [bread]: 1, [curd]: 2 });
  const card = await orderByCard(asha);
  await pay(asha, card);
  return { asha, milk, bread, curd, id: card.order._id };
}

const take = async (_id: string, picker: Admin = meera, takeOver = false) =>
  (await picker.call('takeOrder', { _id, takeOver })).data;
let clock = Date.now() - 60_000;
const at = () => {
  clock += 1;
  return new Date(clock).toISOString();
};
type Recorded = Omit<EndpointInput<'recordPickedLine'>, '_id' | 'version' | 'at'>;
const found = async (
  _id: string,
  line: Recorded,
  given: { at?: string; version?: number; picker?: Admin } = {},
) =>
  (
    await (given.picker ?? meera).call('recordPickedLine', {
      _id,
      version: given.version ?? 1,
      at: given.at ?? at(),
      ...line,
    })
  ).data;
const pack = async (_id: string, version = 1, picker: Admin = meera) =>
  (await picker.call('packOrder', { _id, version, bags: 2, at: at() })).data;
const board = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;

describe('what was found', () => {
  test('is charged, the rest is refunded once, and stays out of stock', async () => {
    const { asha, milk, bread, curd, id } = await paid();
    const taken = await take(id);
    expect(taken).toMatchObject({ firstName: 'Asha', version: 1, tote: 'A', packedAt: null });
    expect(taken.lines.map(({ name, quantity, found: pieces }) => [name, quantity, pieces])).toEqual([
      ['Bread', 1, null],
      ['Curd', 2, null],
      ['Milk', 4, null],
    ]);
    await found(id, { position: 0, found: 3 });
    await found(id, { position: 1, found: 0 });
    const before = await board(id);
    expect(before).toMatchObject({ totalAmt: 250, refundedAmt: 0, status: 'PACKING' });
    await found(id, { position: 2, found: 2 });
    const packed = await pack(id);
    expect(packed).toMatchObject({ bags: 2, lines: [{ found: 0 }, { found: 2 }, { found: 3, quantity: 4 }] });
    expect(packed.packedAt).not.toBeNull();
    const after = await board(id);
    expect(after).toMatchObject({ totalAmt: 170, subTotalAmt: 190, refundedAmt: 80, status: 'PACKING' });
    expect(after.bill.slice(1)).toEqual([
      { kind: 'UNAVAILABLE', amount: -50 },
      { kind: 'UNAVAILABLE', amount: -30 },
    ]);
    const [first, second] = [0, 1].map((position) => after.items.find((line) => line.position === position));
    expect(first).toMatchObject({ quantity: 3, orderedQuantity: 4, isTakenOff: false });
    expect(second).toMatchObject({ quantity: 1, isTakenOff: true });
    expect(after.steps.at(-1)?.reason).toBe('Only 3 of 4 Milk were available. Bread was unavailable.');
    // What the phone sends again changes nothing.
    expect(await pack(id)).toEqual(packed);
    expect(await board(id)).toEqual(after);
    expect(await stockOf(db, milk)).toBe(6);
    await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
    const [invoice] = (await board(id)).documents;
    expect(invoice).toMatchObject({ totalAmt: 170 });
    expect(await pack(id)).toEqual({ ...packed, status: 'OUT_FOR_DELIVERY' });
    await expectStockLedger(db, [milk, bread, curd]);
    const { added } = (await runCall(orderRoutes, 'reorder', asha.context, { _id: id })).data;
    expect(added.map(({ quantity }) => quantity)).toEqual([4, 1, 2]);
  });

  test('takes its part of a coupon back to the paisa, and the rest of the line can still be taken off', async () => {
    const { id } = await paid();
    await db.query(sql`
      update customer_order set bill = bill || ${JSON.stringify([
        { kind: 'COUPON', name: 'TEN', amount_paise: -1001, shares: await sharesOf(id, 1001) },
      ])}::text::jsonb, total_paise = total_paise - 1001 where id = ${id}`);
    await take(id);
    await found(id, { position: 0, found: 3 });
    await found(id, { position: 1, found: 1 });
    await found(id, { position: 2, found: 2 });
    await pack(id);
    // 3/4 of ₹10.01 are ₹7.50.
    expect((await board(id)).totalAmt).toBe(200 - 7.5);
    await meera.call('markLineUnavailable', { _id: id, position: 0 });
    expect((await board(id)).totalAmt).toBe(50);
  });

  test('cannot be more than was ordered, of another line or of one that is off', async () => {
    const { id } = await paid();
    await meera.call('markLineUnavailable', { _id: id, position: 1 });
    await take(id);
    const refused = await catchAppErrors([
      found(id, { position: 0, found: 5 }),
      found(id, { position: 7, found: 1 }),
      found(id, { position: 1, found: 1 }),
      pack(id),
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
    const { id } = await paid();
    await take(id);
    for (const position of [0, 1, 2]) await found(id, { position, found: 0 });
    expect((await catchAppError(pack(id))).code).toBe('NOTHING_FOUND');
  });

  test('is the latest state by the clock of the phone, however late and often it is sent', async () => {
    const { id } = await paid();
    await take(id);
    const [first, second] = [at(), at()];
    await found(id, { position: 0, found: 4 }, { at: second });
    await found(id, { position: 0, found: 1 }, { at: first });
    const later = await found(id, { position: 0, found: 4 }, { at: second });
    expect(later.lines.find(({ position }) => position === 0)).toMatchObject({ found: 4, pickedAt: second });
    const ahead = await found(id, { position: 1, found: 1 }, { at: '2099-01-01T00:00:00.000Z' });
    const line = ahead.lines.find(({ position }) => position === 1);
    expect(Date.parse(line?.pickedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('of a cancelled order returns to stock, what was missing does not', async () => {
    const { asha, milk, bread, id } = await paid();
    await take(id);
    await found(id, { position: 0, found: 3 });
    await found(id, { position: 1, found: 0 });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([9, 9]);
    await expectStockLedger(db, [milk, bread]);
    const own = (await meera.call('listPicking', {})).data.own;
    expect(own.find(({ _id }) => _id === id)).toMatchObject({ status: 'CANCELLED' });
    expect((await catchAppError(found(id, { position: 0, found: 4 }))).code).toBe('ORDER_STATUS');
    await meera.call('giveBackOrder', { _id: id, version: 1 });
    expect((await meera.call('listPicking', {})).data.own.some(({ _id }) => _id === id)).toBe(false);
  });

  test('sets the stock to what is left on the shelf, less what others have bought, once for each request', async () => {
    const { milk, id } = await paid();
    const ravi = await createShopper(db);
    await ravi.fill({ [milk]: 2 });
    await ravi.order(await ravi.checkout());
    await take(id);
    const shelf = { left: 3, requestId: newId() };
    await found(id, { position: 0, found: 4, shelf });
    expect(await stockOf(db, milk)).toBe(1);
    await ravi.fill({ [milk]: 1 });
    await ravi.order(await ravi.checkout());
    await found(id, { position: 0, found: 4, shelf });
    expect(await stockOf(db, milk)).toBe(0);
    const { data } = await meera.call('listStockChanges', { productId: milk });
    expect(data.find(({ cause }) => cause === 'PICKING')).toMatchObject({ difference: -3, by: 'Meera' });
    await expectStockLedger(db, [milk]);
  });
});

describe('a replacement', () => {
  /** Replaces what is missing of the milk. */
  const replace = (_id: string, productId: string, quantity: number, pieces = 0) =>
    found(_id, { position: 0, found: pieces, replacement: { productId, quantity } });
  const finish = async (id: string) => {
    await found(id, { position: 1, found: 1 });
    await found(id, { position: 2, found: 2 });
    await pack(id);
    await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
    return board(id);
  };

  test('costs at most what it replaces: bill, invoice and refund are made of its capped price', async () => {
    const { milk, id } = await paid();
    const soy = await named('Soya milk', { stock: 10, pricePaise: 9_000 });
    await changeProduct(db, soy, { hsn: '2202', gst_basis_points: 1200 });
    await take(id);
    const { lines } = await replace(id, soy, 3);
    expect(lines.find(({ position }) => position === 0)?.replacement).toMatchObject({
      name: 'Soya milk',
      quantity: 3,
    });
    expect([await stockOf(db, milk), await stockOf(db, soy)]).toEqual([6, 7]);
    const order = await finish(id);
    // ₹200 were paid for the milk: 3 of ₹66.66.
    expect(order).toMatchObject({ totalAmt: 249.98, refundedAmt: 0.02 });
    expect(order.items.find(({ replaces }) => replaces === 0)).toMatchObject({
      ...{ position: 3, name: 'Soya milk', price: 90, salePrice: 66.66, quantity: 3, isPicked: true },
    });
    expect(order.bill.slice(1)).toEqual([{ kind: 'UNAVAILABLE', amount: -0.02 }]);
    expect(order.documents[0]).toMatchObject({ totalAmt: 249.98 });
    expect(order.steps.find(({ reason }) => reason !== null)?.reason).toBe('Milk replaced by Soya milk.');
    await meera.call('changeOrders', { ids: [id], to: 'DELIVERED' });
    const { data } = await meera.call('getRefundable', { _id: id });
    expect(data.lines.find(({ position }) => position === 3)).toMatchObject({ refundableAmt: 199.98 });
    await meera.call('refundItems', {
      ...{ _id: id, totalAmt: 249.98, chargesAmt: 0, to: 'SOURCE', message: 'Sour' },
      lines: [{ position: 3, amount: 199.98 }],
    });
    expect(await board(id)).toMatchObject({ totalAmt: 50, refundedAmt: 200 });
    await expectStockLedger(db, [milk, soy]);
  });

  test('may be ordered besides, keeps its own part of a coupon, and is cheaper if its price is', async () => {
    const { milk, bread, id } = await paid();
    await db.query(sql`
      update customer_order set bill = bill || ${JSON.stringify([
        { kind: 'COUPON', name: 'TEN', amount_paise: -3000, shares: { [milk]: 2000, [bread]: 1000 } },
      ])}::text::jsonb, total_paise = total_paise - 3000 where id = ${id}`);
    await take(id);
    await replace(id, bread, 2, 1);
    await finish(id);
    // 1 of 4 milk for ₹45, ₹30 of bread for ₹20, 2 of bread for ₹60 less 60/150 of ₹15 off, and ₹20 of curd.
    expect((await board(id)).totalAmt).toBe(45 + 20 + 54 + 20);
    await meera.call('changeOrders', { ids: [id], to: 'DELIVERED' });
    const { data } = await meera.call('getRefundable', { _id: id });
    expect(data.lines.map(({ position, refundableAmt }) => [position, refundableAmt])).toEqual([
      ...[
        [0, 45],
        [1, 20],
        [2, 20],
      ],
      [3, 54],
    ]);
    await expectStockLedger(db, [milk, bread]);
  });

  test('gives its stock back when another is chosen, when the order is given back, and when it is cancelled', async () => {
    const { asha, milk, id } = await paid();
    const [soy, oat] = [await addProduct(db, { stock: 5 }), await addProduct(db, { stock: 5 })];
    const left = async () => [await stockOf(db, soy), await stockOf(db, oat)];
    await take(id);
    await replace(id, soy, 2);
    await replace(id, soy, 2);
    expect(await left()).toEqual([3, 5]);
    await replace(id, oat, 4);
    expect(await left()).toEqual([5, 1]);
    await meera.call('giveBackOrder', { _id: id, version: 1 });
    expect(await left()).toEqual([5, 5]);
    const { version } = await take(id);
    const line = { position: 0, found: 1, replacement: { productId: soy, quantity: 5 } };
    await found(id, line, { version });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect(await left()).toEqual([5, 5]);
    expect(await stockOf(db, milk)).toBe(7);
    await expectStockLedger(db, [milk, soy, oat]);
  });

  test('is refused if its stock is short, it is not sold, replaces nothing, or is not vegetarian for what is', async () => {
    const { milk, id } = await paid();
    const [soy, draft] = [await addProduct(db, { stock: 1 }), await addProduct(db)];
    const [meat, plain] = [await addProduct(db), await addProduct(db)];
    await changeProduct(db, draft, { status: 'draft' });
    await db.query(sql`update product set veg = id <> ${meat} where id in (${milk}, ${meat})`);
    await db.query(sql`update product set veg = true where id = ${soy}`);
    await take(id);
    const refused = await catchAppErrors([
      ...[replace(id, soy, 2), replace(id, draft, 1), replace(id, meat, 1), replace(id, plain, 1)],
      ...[replace(id, milk, 1), replace(id, soy, 1, 4), replace(id, newId(), 1)],
    ]);
    expect(refused.map(({ code }) => code)).toEqual([
      ...['STOCK_SHORT', 'PRODUCT_UNAVAILABLE', 'DIET_MARK', 'DIET_MARK'],
      ...['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
    ]);
    expect(await stockOf(db, soy)).toBe(1);
  });

  test('is proposed from family and categories, in stock and vegetarian as what is ordered', async () => {
    const { milk, id } = await paid();
    const category = await addCategory(db);
    const names = ['Milk small', 'Milk large', 'Curd drink', 'Chicken', 'Empty', 'Far away'];
    const ids = [];
    for (const name of names)
      ids.push(await named(name, { stock: name === 'Empty' ? 0 : 5, pricePaise: 5000 }));
    const [small = '', large = '', , chicken = '', , far = ''] = ids;
    await db.query(sql`update product set veg = id <> ${chicken} where id = any (${[milk, ...ids]})`);
    await db.query(sql`update product set family = 'Milk' where id = any (${[milk, small, large]})`);
    await changeProduct(db, large, { unit: '4 kg' });
    await db.query(sql`
      insert into product_category (product_id, category_id)
      select id, ${category} from unnest(${[milk, ...ids].filter((each) => each !== far)}::text[]) as id`);
    const { data } = await meera.call('listReplacements', { _id: id, position: 0 });
    expect(data.map(({ name }) => name)).toEqual(['Milk small', 'Milk large', 'Curd drink']);
    expect(data[0]).toMatchObject({ price: 50, stock: 5, veg: true });
  });
});

describe('an order that is being picked', () => {
  test('is told to another picker, who may take it over, and then to the first', async () => {
    const { id } = await paid();
    await take(id);
    await take(id);
    await found(id, { position: 0, found: 3 });
    const refused = await catchAppError(take(id, dev));
    expect(refused).toMatchObject({
      code: 'ORDER_TAKEN',
      details: { by: 'Meera' },
      message: 'Meera is picking this order.',
    });
    const over = await take(id, dev, true);
    expect(over).toMatchObject({ version: 2 });
    expect(over.lines.find(({ position }) => position === 0)?.found).toBe(3);
    const late = await catchAppErrors([
      found(id, { position: 0, found: 4 }),
      pack(id),
      meera.call('giveBackOrder', { _id: id, version: 1 }),
    ]);
    for (const error of late)
      expect(error).toMatchObject({ code: 'ORDER_TAKEN', details: { by: 'Dev Rao' } });
    await found(id, { position: 0, found: 4 }, { version: 2, picker: dev });
  });

  test('is given back as if nobody had picked it, and what a phone sends late is refused', async () => {
    const { id } = await paid();
    await take(id);
    await found(id, { position: 0, found: 3 });
    const giveBack = () => meera.call('giveBackOrder', { _id: id, version: 1 });
    await giveBack();
    await giveBack();
    expect((await catchAppError(found(id, { position: 0, found: 4 }))).message).toBe(
      'You are not picking this order any more.',
    );
    expect((await board(id)).items.every(({ isPicked }) => !isPicked)).toBe(true);
    const again = await take(id);
    expect(again).toMatchObject({ version: 2, lines: [{ found: null }, { found: null }, { found: null }] });
    expect((await catchAppError(found(id, { position: 0, found: 4 }))).code).toBe('ORDER_TAKEN');
  });

  test('is left alone by the dashboard until it is packed', async () => {
    const { id } = await paid();
    await meera.call('pickLine', { _id: id, position: 2, isPicked: true });
    const { lines } = await take(id);
    expect(lines.find(({ position }) => position === 2)?.found).toBe(2);
    const calls = [
      dev.call('pickLine', { _id: id, position: 0, isPicked: true }),
      dev.call('markLineUnavailable', { _id: id, position: 0 }),
    ];
    expect(await countOutcomes(calls)).toEqual({ '409 ORDER_TAKEN': 2 });
    const handOver = async () =>
      (await dev.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY', allowUnpicked: true })).data;
    expect((await handOver()).refused).toMatchObject([{ code: 'ORDER_TAKEN' }]);
    await found(id, { position: 0, found: 4 });
    await found(id, { position: 1, found: 1 });
    await pack(id);
    expect((await catchAppError(take(id))).message).toBe('This order is already packed.');
    expect((await handOver()).changed).toHaveLength(1);
  });

  test('has a tote of its own: a picker has four, also when they are taken at once', async () => {
    const picker = await createAdmin(db, 'Ravi');
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push((await paid()).id);
    const [first = '', second = '', ...others] = ids;
    await Promise.all([take(first, picker), take(second, picker)]);
    expect(await countOutcomes(others.map((_id) => picker.call('takeOrder', { _id })))).toEqual({
      '200': 2,
      '409 BATCH_FULL': 1,
    });
    const { own } = (await picker.call('listPicking', {})).data;
    expect(own.map(({ tote }) => tote).sort()).toEqual(['A', 'B', 'C', 'D']);
    await picker.call('giveBackOrder', { _id: first, version: 1 });
    const free = own.find(({ _id }) => _id === first)?.tote;
    const left = ids.find((id) => own.every(({ _id }) => _id !== id)) ?? '';
    expect((await take(left, picker)).tote).toBe(free);
  });

  test('is in the list in the order in which work begins, without what a picker need not know', async () => {
    const picker = await createAdmin(db, 'Sunil');
    const [one, two] = [await paid(), await paid()];
    await take(two.id);
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
    expect((await catchAppError(take(order._id))).code).toBe('ORDER_STATUS');
    expect((await catchAppError(take(newId()))).code).toBe('NOT_FOUND');
  });
});

async function sharesOf(orderId: string, paise: number): Promise<Record<string, number>> {
  const { product_id } = await db.one<{ product_id: string }>(sql`
    select product_id from order_line where order_id = ${orderId} and position = 0`);
  return { [product_id]: paise };
}
