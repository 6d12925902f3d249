import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { cartRoutes } from '#server/cart/cart.routes.ts';
import { newId } from '#server/database/id.ts';
import { lockProducts } from '#server/products/product-admin.queries.ts';
import { createShopper, createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { holdTransaction, lockStock, openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

const checkouts = (shoppers: readonly Shopper[]) =>
  Promise.all(shoppers.map(async (shopper) => ({ shopper, input: await shopper.checkout() })));

test('200 shoppers race for 20 pieces: 20 orders, stock 0, the other 180 get 409', async () => {
  const milk = await addProduct(db, { stock: 20 });
  const shoppers = await createShoppers(db, 200);
  await Promise.all(shoppers.map((shopper) => shopper.fill({ [milk]: 1 })));
  const ready = await checkouts(shoppers);
  const outcomes = await countOutcomes(ready.map(({ shopper, input }) => shopper.order(input, newId())));
  expect(outcomes).toEqual({ '201': 20, '409 STOCK_SHORT': 180 });
  expect(await stockOf(db, milk)).toBe(0);
  const [written] = await db.query(sql`
    select count(*) as orders, count(distinct o.user_id) as shoppers, sum(l.quantity)::integer as pieces
    from order_line l join customer_order o on o.id = l.order_id where l.product_id = ${milk}`);
  expect(written).toEqual({ orders: 20, shoppers: 20, pieces: 20 });
  // Who came too late still has the cart, which says why.
  const carts = await Promise.all(shoppers.map((shopper) => shopper.cart()));
  expect(carts.filter(([line]) => line?.notices.includes('OUT_OF_STOCK'))).toHaveLength(180);
});

test('the last pieces go to whom they suffice for, and none is lost', async () => {
  const milk = await addProduct(db, { stock: 20 });
  const shoppers = await createShoppers(db, 30);
  await Promise.all(shoppers.map((shopper, index) => shopper.fill({ [milk]: 1 + (index % 3) })));
  const ready = await checkouts(shoppers);
  await countOutcomes(ready.map(({ shopper, input }) => shopper.order(input)));
  const [sold] = await db.query<{ pieces: number }>(sql`
    select coalesce(sum(quantity), 0)::integer as pieces from order_line where product_id = ${milk}`);
  const left = await stockOf(db, milk);
  expect((sold?.pieces ?? 0) + left).toBe(20);
  expect(left).toBe(0);
});

test('baskets of the same products in opposite orders never lock each other up', async () => {
  const products = await Promise.all(Array.from({ length: 8 }, () => addProduct(db, { stock: 1000 })));
  const shoppers = await createShoppers(db, 40);
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      shoppers.map(async (shopper, index) => {
        const basket = index % 2 === 0 ? products : products.toReversed();
        for (const id of basket) await shopper.add(id);
      }),
    );
    const ready = await checkouts(shoppers);
    expect(await countOutcomes(ready.map(({ shopper, input }) => shopper.order(input)))).toEqual({
      '201': 40,
    });
  }
  for (const id of products) expect(await stockOf(db, id)).toBe(1000 - 3 * 40);
});

test('orders, merges, edits and deletions of the same products never lock each other up', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, () => addProduct(db, { stock: 100_000 })));
  const shoppers = await createShoppers(db, 16);
  const shop = async (shopper: Shopper, basket: readonly string[]) => {
    for (let round = 0; round < 6; round += 1) {
      const lines = basket.map((productId) => ({ productId, quantity: 1 }));
      const merging = runCall(cartRoutes, 'mergeCart', shopper.context, { guestCartId: newId(), lines });
      await countOutcomes([merging, ...basket.map((id) => shopper.add(id))]);
      const input = await shopper.checkout();
      // Refused where an edit came between; what counts is that nothing else goes wrong.
      if (input.list_items.length > 0) await countOutcomes([shopper.order(input), shopper.order(input)]);
    }
  };
  const manage = async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = products[round % 5] ?? '';
      await db.transaction(async (db) => {
        await db.query(sql`update product set price_paise = 10000 + ${round} where id = ${id}`);
        await db.query(sql`update product_stock set stock = stock + 1 where product_id = ${id}`);
      });
    }
    await db.query(sql`delete from product where id = ${products[5] ?? ''}`);
  };
  await Promise.all([
    manage(),
    ...shoppers.map((shopper, index) => shop(shopper, index % 2 === 0 ? products : products.toReversed())),
  ]);
  const [taken] = await db.query<{ wrong: number }>(sql`
    select count(*) as wrong from product_stock s where s.product_id = any (${products})
      and s.stock + (select coalesce(sum(quantity), 0) from order_line where product_id = s.product_id) <> 100000 + 4`);
  expect(taken?.wrong).toBe(0);
});

test('two tabs that order one cart at once place one order', async () => {
  const asha = await createShopper(db);
  const [milk, bread] = [await addProduct(db), await addProduct(db)];
  await asha.fill({ [milk]: 2, [bread]: 1 });
  const input = await asha.checkout();
  // Each tab has made up its own key.
  const outcomes = await countOutcomes([asha.order(input, 'first-tab'), asha.order(input, 'second-tab')]);
  expect(outcomes).toEqual({ '201': 1, '409 CART_EMPTY': 1 });
  expect(await stockOf(db, milk)).toBe(98);
  expect((await asha.orders()).totalCount).toBe(1);
});

test('a line that another tab adds while the order is written stays in the cart', async () => {
  const asha = await createShopper(db);
  const [milk, bread] = [await addProduct(db), await addProduct(db)];
  await asha.fill({ [milk]: 1 });
  const input = await asha.checkout();
  const stock = await lockStock(db, milk);
  const ordering = asha.order(input);
  await waitingStatement('with placed as materialized (');
  await asha.add(bread);
  await stock.end();
  expect((await ordering).data.items).toHaveLength(1);
  expect((await asha.cart()).map(({ productId }) => productId._id)).toEqual([bread]);
});

async function readyToOrder() {
  const asha = await createShopper(db);
  const milk = await addProduct(db, { name: `Milk ${newId()}`, pricePaise: 5000 });
  await asha.fill({ [milk]: 1 });
  return { asha, milk, input: await asha.checkout() };
}

test('an order that waits for an edit of its product is rejected with the new price', async () => {
  const { asha, milk, input } = await readyToOrder();
  const edit = await holdTransaction(db, async (db) => {
    await lockProducts(db, [milk]);
    await db.query(sql`update product set price_paise = 7000 where id = ${milk}`);
  });
  const ordering = catchAppError(asha.order(input));
  await waitingStatement('with placed as materialized (');
  await edit.end();
  expect(await ordering).toMatchObject({
    ...{ code: 'PRICE_CHANGED', status: 409 },
    details: { subTotalAmt: 70, totalAmt: 70 },
  });
  expect(await stockOf(db, milk)).toBe(100);
  expect(await asha.cart()).toHaveLength(1);
});

test('an order does not wait for a change of all fields of its product, and has those from before it', async () => {
  const { asha, milk, input } = await readyToOrder();
  const change = await holdTransaction(db, (db) =>
    db.query(sql`
      update product set name = 'New', unit = '2 kg', images = '{}', price_paise = 7000, updated_at = now() where id = ${milk}`),
  );
  const { status, data } = await asha.order(input);
  expect(status).toBe(201);
  expect(data).toMatchObject({ totalAmt: 50, items: [{ price: 50, unit: '1 kg' }] });
  // Filled and priced while the change is not committed.
  await asha.fill({ [milk]: 2 });
  expect((await asha.order(await asha.checkout())).data.totalAmt).toBe(100);
  await asha.fill({ [milk]: 1 });
  const outdated = await asha.checkout();
  await change.end();
  expect(await catchAppError(asha.order(outdated))).toMatchObject({ code: 'PRICE_CHANGED' });
  expect(await stockOf(db, milk)).toBe(97);
});

test('an order that waits for the deletion of its product is rejected', async () => {
  const { asha, milk, input } = await readyToOrder();
  const deletion = await holdTransaction(db, (db) => db.query(sql`delete from product where id = ${milk}`));
  const ordering = catchAppError(asha.order(input));
  await waitingStatement('with placed as materialized (');
  await deletion.end();
  expect(await ordering).toMatchObject({ code: 'CART_EMPTY' });
  expect((await asha.orders()).totalCount).toBe(0);
});

test('the deletion of a product waits for an order of it, which is placed', async () => {
  const asha = await createShopper(db);
  const ids = [await addProduct(db), await addProduct(db)];
  const [{ first, second } = { first: '', second: '' }] = await db.query<Record<'first' | 'second', string>>(
    sql`select min(id) as first, max(id) as second from product where id = any (${ids})`,
  );
  await asha.fill({ [first]: 1, [second]: 1 });
  const input = await asha.checkout();
  const stock = await lockStock(db, second);
  // It has locked the stock of the first product, and no cart line.
  const ordering = asha.order(input);
  await waitingStatement('with placed as materialized (');
  const deletion = db.query(sql`delete from product where id = ${first}`);
  await waitingStatement('delete from product');
  await stock.end();
  expect((await ordering).status).toBe(201);
  await deletion;
  expect(await db.query(sql`select from product_stock where product_id = ${first}`)).toEqual([]);
});

/** Waits until a statement with this prefix waits for a lock. */
async function waitingStatement(beginning: string): Promise<void> {
  for (;;) {
    const [waiting] = await db.query(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and ltrim(query, E' \n') like ${`${beginning}%`}`);
    if (waiting !== undefined) return;
  }
}
