import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { orderRoutes } from './order.routes.ts';

const { db } = await openTestDatabase();
// Each test creates its products.
beforeEach(() => db.query(sql`update product set name = id`));

const reorder = (shopper: Shopper, _id: string) => runCall(orderRoutes, 'reorder', shopper.context, { _id });
const setStock = (id: string, stock: number) =>
  db.query(sql`update product_stock set stock = ${stock} where product_id = ${id}`);
const cartOf = async (shopper: Shopper) =>
  Object.fromEntries((await shopper.cart()).map(({ productId, quantity }) => [productId._id, quantity]));

/** A shopper who has ordered 4 milk and 1 bread, of which there were 100 each. */
async function bought() {
  const asha = await createShopper(db);
  const [milk, bread] = await Promise.all([
    addProduct(db, { name: 'Milk', stock: 100 }),
    addProduct(db, { name: 'Bread', stock: 100 }),
  ]);
  await asha.fill({ [milk]: 4, [bread]: 1 });
  const { data } = await asha.order(await asha.checkout());
  return { asha, milk, bread, id: data._id };
}

describe('an order of before', () => {
  test('comes into the cart again, and takes no stock', async () => {
    const { asha, milk, bread, id } = await bought();
    const { message, data } = await reorder(asha, id);
    expect([message, data]).toEqual([
      'Added to your cart',
      {
        ...{ short: [], gone: [] },
        added: [
          { name: 'Milk', nameHindi: '', quantity: 4 },
          { name: 'Bread', nameHindi: '', quantity: 1 },
        ],
      },
    ]);
    expect(await cartOf(asha)).toEqual({ [milk]: 4, [bread]: 1 });
    expect(await stockOf(db, milk)).toBe(96);
  });

  test('comes on top of what the cart has', async () => {
    const { asha, milk, bread, id } = await bought();
    await asha.fill({ [milk]: 2 });
    await reorder(asha, id);
    expect(await cartOf(asha)).toEqual({ [milk]: 6, [bread]: 1 });
  });

  test('comes as far as there is stock, and says what is short and what is gone', async () => {
    const { asha, milk, bread, id } = await bought();
    await Promise.all([setStock(milk, 3), setStock(bread, 0)]);
    const { message, data } = await reorder(asha, id);
    expect(message).toBe('Products in stock were added to your cart');
    expect(data).toEqual({
      added: [],
      short: [{ name: 'Milk', nameHindi: '', wanted: 4, got: 3 }],
      gone: [{ name: 'Bread', nameHindi: '' }],
    });
    expect(await cartOf(asha)).toEqual({ [milk]: 3 });
  });

  test('of which nothing is left leaves the cart as it is', async () => {
    const { asha, milk, bread, id } = await bought();
    await setStock(milk, 0);
    await db.query(sql`delete from product where id = ${bread}`);
    const { message, data } = await reorder(asha, id);
    expect(message).toBe('Nothing could be added to your cart');
    expect(data.gone).toEqual([
      { name: 'Milk', nameHindi: '' },
      { name: 'Bread', nameHindi: '' },
    ]);
    expect(await cartOf(asha)).toEqual({});
  });

  test('does not fill a line beyond what a cart may hold', async () => {
    const { asha, milk, bread, id } = await bought();
    await asha.fill({ [milk]: 48 });
    expect((await reorder(asha, id)).data.short).toEqual([
      { name: 'Milk', nameHindi: '', wanted: 4, got: 2 },
    ]);
    expect(await cartOf(asha)).toEqual({ [milk]: 50, [bread]: 1 });
  });

  test('finds no room in a cart of 200 products', async () => {
    const { asha, id } = await bought();
    await db.query(sql`
      with filling as (
        insert into product (id, name, unit, price_paise)
        select ${id} || number, 'Filling ' || number, '1 pc', 100 from generate_series(1, 199) as number
        returning id
      ), stocked as (
        insert into product_stock (product_id, stock) select id, 9 from filling
      )
      insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points)
      select id, ${asha.userId}, id, 1, 100, 0 from filling`);
    const { data } = await reorder(asha, id);
    expect(data).toEqual({
      added: [{ name: 'Milk', nameHindi: '', quantity: 4 }],
      short: [{ name: 'Bread', nameHindi: '', wanted: 1, got: 0 }],
      gone: [],
    });
  });

  test('may also be one that was cancelled, or has lost a line', async () => {
    const { asha, milk, bread, id } = await bought();
    await db.query(sql`
      update order_line set unavailable_at = now() where order_id = ${id} and product_id = ${bread}`);
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    await reorder(asha, id);
    expect(await cartOf(asha)).toEqual({ [milk]: 4, [bread]: 1 });
  });
});

test('many at once neither break nor fill the cart beyond its limits', async () => {
  const { asha, milk, bread, id } = await bought();
  const tries = Array.from({ length: 20 }, () => reorder(asha, id));
  expect(await countOutcomes(tries)).toEqual({ '200': 20 });
  expect(await cartOf(asha)).toEqual({ [milk]: 50, [bread]: 20 });
});
