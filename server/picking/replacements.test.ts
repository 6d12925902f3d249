import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { type Admin, createAdmin } from '#tests/fixtures/accounts.ts';
import { catchAppErrors, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addNamedProduct, placePaidOrder, toPhone } from '#tests/fixtures/picking.ts';
import { addCategory, addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';

const { db } = await openTestDatabase();
// A picker has at most four orders.
let meera: Admin;

let phone: ReturnType<typeof toPhone>;
beforeEach(async () => {
  meera = await createAdmin(db);

  phone = toPhone(meera);
});

describe('a replacement', () => {
  /** Replaces what is missing of the milk. */
  const replace = (_id: string, productId: string, quantity: number, pieces = 0) =>
    phone.found(_id, { position: 0, found: pieces, replacement: { productId, quantity } });
  const finish = async (id: string) => {
    await phone.found(id, { position: 1, found: 1 });
    await phone.found(id, { position: 2, found: 2 });
    await phone.pack(id);
    await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
    return phone.board(id);
  };

  test('costs at most what it replaces: bill, invoice and refund are made of its capped price', async () => {
    const { milk, id } = await placePaidOrder(db);
    const soy = await addNamedProduct(db, 'Soya milk', { stock: 10, pricePaise: 9_000 });
    await changeProduct(db, soy, { hsn: '2202', gst_basis_points: 1200 });
    await phone.take(id);
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
    expect(await phone.board(id)).toMatchObject({ totalAmt: 50, refundedAmt: 200 });
    await expectStockLedger(db, [milk, soy]);
  });

  test('may be ordered besides, keeps its own part of a coupon, and is cheaper if its price is', async () => {
    const { milk, bread, id } = await placePaidOrder(db);
    await db.query(sql`
      update customer_order set bill = bill || ${JSON.stringify([
        { kind: 'COUPON', name: 'TEN', amount_paise: -3000, shares: { [milk]: 2000, [bread]: 1000 } },
      ])}::text::jsonb, total_paise = total_paise - 3000 where id = ${id}`);
    await phone.take(id);
    await replace(id, bread, 2, 1);
    await finish(id);
    // 1 of 4 milk for ₹45, ₹30 of bread for ₹20, 2 of bread for ₹60 less 60/150 of ₹15 off, and ₹20 of curd.
    expect((await phone.board(id)).totalAmt).toBe(45 + 20 + 54 + 20);
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
    const { asha, milk, id } = await placePaidOrder(db);
    const [soy, oat] = [await addProduct(db, { stock: 5 }), await addProduct(db, { stock: 5 })];
    const left = async () => [await stockOf(db, soy), await stockOf(db, oat)];
    await phone.take(id);
    await replace(id, soy, 2);
    await replace(id, soy, 2);
    expect(await left()).toEqual([3, 5]);
    await replace(id, oat, 4);
    expect(await left()).toEqual([5, 1]);
    await meera.call('giveBackOrder', { _id: id, version: 1 });
    expect(await left()).toEqual([5, 5]);
    const { version } = await phone.take(id);
    const line = { position: 0, found: 1, replacement: { productId: soy, quantity: 5 } };
    await phone.found(id, line, { version });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect(await left()).toEqual([5, 5]);
    expect(await stockOf(db, milk)).toBe(7);
    await expectStockLedger(db, [milk, soy, oat]);
  });

  test('is refused if its stock is short, it is not sold, replaces nothing, or is not vegetarian for what is', async () => {
    const { milk, id } = await placePaidOrder(db);
    const [soy, draft] = [await addProduct(db, { stock: 1 }), await addProduct(db)];
    const [meat, plain] = [await addProduct(db), await addProduct(db)];
    await changeProduct(db, draft, { status: 'draft' });
    await db.query(sql`update product set veg = id <> ${meat} where id in (${milk}, ${meat})`);
    await db.query(sql`update product set veg = true where id = ${soy}`);
    await phone.take(id);
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
    const { milk, id } = await placePaidOrder(db);
    const category = await addCategory(db);
    const names = ['Milk small', 'Milk large', 'Curd drink', 'Chicken', 'Empty', 'Far away'];
    const ids = [];
    for (const name of names)
      ids.push(await addNamedProduct(db, name, { stock: name === 'Empty' ? 0 : 5, pricePaise: 5000 }));
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
