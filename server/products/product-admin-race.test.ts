import sql from 'sql-template-tag';
import { expect, test, vi } from 'vitest';
import { cartRoutes } from '#server/cart/cart.routes.ts';
import { newId } from '#server/database/id.ts';
import {
  type Admin,
  createAdmin,
  createShoppers,
  newProduct,
  type Shopper,
} from '#tests/fixtures/accounts.ts';
import { countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addImage, addSubCategory, stockOf } from '#tests/fixtures/seed.ts';

// Hundreds of writes to the same rows.
vi.setConfig({ testTimeout: 120_000 });

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const arjun = await createAdmin(db, 'Arjun');
const image = await addImage(db);

async function createMany(count: number, given: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { data } = await meera.call('createProduct', await newProduct(db, given));
    ids.push(data._id);
  }
  return ids;
}

/** Number of deadlocks that PostgreSQL has detected. */
async function deadlocks(): Promise<number> {
  await db.query(sql`select pg_stat_force_next_flush()`);
  const [row] = await db.query<{ deadlocks: number }>(sql`
    select deadlocks from pg_stat_database where datname = current_database()`);
  return row?.deadlocks ?? 0;
}

test('does not deadlock or lose stock when bulk edits and orders lock the same products in opposite order', async () => {
  const products = await createMany(8, { stock: 10_000 });
  const shoppers = await createShoppers(db, 12);
  const before = await deadlocks();
  let delivered = 0;
  const deliver = async (admin: Admin, ids: readonly string[]) => {
    for (let round = 0; round < 12; round += 1) {
      // The stock they saw may be outdated: each adds one unit.
      const changes = ids.map((_id) => ({ _id, stock: 10_001, stockBefore: 10_000 }));
      await admin.call('changeProducts', { changes });
      delivered += 1;
    }
  };
  const shop = async (shopper: Shopper, basket: readonly string[]) => {
    for (let round = 0; round < 6; round += 1) {
      const lines = basket.map((productId) => ({ productId, quantity: 1 }));
      await runCall(cartRoutes, 'mergeCart', shopper.context, { guestCartId: newId(), lines });
      const outcomes = await countOutcomes([shopper.order(await shopper.checkout())]);
      expect(outcomes).toEqual({ '201': 1 });
    }
  };
  const reversed = products.toReversed();
  await Promise.all([
    deliver(meera, products),
    deliver(arjun, reversed),
    ...shoppers.map((shopper, index) => shop(shopper, index % 2 === 0 ? products : reversed)),
  ]);
  expect(await deadlocks()).toBe(before);
  for (const id of products) expect(await stockOf(db, id)).toBe(10_000 + delivered - 12 * 6);
});

test('charges the confirmed price or rejects the order while prices change', async () => {
  const [milk = ''] = await createMany(1, { stock: 1000, price: 10, discount: 0 });
  const shoppers = await createShoppers(db, 10);
  const raise = async () => {
    for (let price = 11; price <= 40; price += 1)
      await meera.call('changeProducts', { changes: [{ _id: milk, price }] });
  };
  const buy = async (shopper: Shopper) => {
    await shopper.fill({ [milk]: 1 });
    const outcomes = await countOutcomes([shopper.order(await shopper.checkout())]);
    expect(['201', '409 PRICE_CHANGED']).toContain(Object.keys(outcomes)[0]);
  };
  await Promise.all([raise(), ...shoppers.map(buy)]);
  const [wrong] = await db.query<{ count: number }>(sql`
    select count(*) as count from order_line l join customer_order o on o.id = l.order_id
    where l.product_id = ${milk} and (l.price_paise not between 1000 and 4000 or o.total_paise <> l.price_paise)`);
  expect(wrong?.count).toBe(0);
});

test('does not deadlock and keeps the search index correct when products move while their categories are renamed', async () => {
  const categories = await Promise.all(Array.from({ length: 4 }, () => addCategory(db)));
  const subCategories = await Promise.all(Array.from({ length: 4 }, () => addSubCategory(db)));
  const products = await createMany(6, { category: categories, subCategory: subCategories });
  const before = await deadlocks();
  const some = <Item>(items: readonly Item[], round: number) => [
    items[round % items.length],
    items[(round + 1) % items.length],
  ];
  const rename = async (admin: Admin, round: number) => {
    const [_id, other] = [categories[round % 4], subCategories[(round + 2) % 4]];
    await admin.call('updateCategory', { _id, name: `Category ${newId()}`, image });
    await admin.call('updateSubCategory', {
      ...{ _id: other, name: `Sub-category ${newId()}`, image, category: categories },
    });
  };
  const moveAll = async (admin: Admin, ids: readonly string[], round: number) => {
    const changes = ids.map((_id, index) => ({
      ...{
        _id,
        category: some(categories, round + index),
        subCategory: some(subCategories, round + 2 * index),
      },
    }));
    await admin.call('changeProducts', { changes });
  };
  const moveOne = async (admin: Admin, _id: string, round: number) => {
    const fields = await newProduct(db, {
      category: some(categories, round),
      subCategory: some(subCategories, round),
    });
    await admin.call('updateProduct', { ...fields, _id });
  };
  const rounds = Array.from({ length: 12 }, (_, round) => round);
  const inTurn = async (work: (round: number) => Promise<unknown>) => {
    for (const round of rounds) await work(round);
  };
  await Promise.all([
    inTurn((round) => rename(meera, round)),
    inTurn((round) => rename(arjun, round + 1)),
    inTurn((round) => moveAll(meera, products, round)),
    inTurn((round) => moveAll(arjun, products.toReversed(), round + 1)),
    inTurn((round) => moveOne(arjun, products[round % 6] ?? '', round)),
  ]);
  expect(await deadlocks()).toBe(before);
  const kept = () =>
    db.query(sql`
    select product_id, category_text from product_search where product_id = any (${products}) order by product_id`);
  const after = await kept();
  await db.query(sql`select refresh_category_text(${products})`);
  expect(await kept()).toEqual(after);
});

test('removes a product from all carts when it is deleted while it is ordered, changed and added to carts', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [gone = '', kept = ''] = await createMany(2, { stock: 100 });
    const shoppers = await createShoppers(db, 6);
    for (const shopper of shoppers) await shopper.fill({ [gone]: 1, [kept]: 1 });
    const orders = await Promise.all(
      shoppers.slice(0, 3).map(async (shopper) => ({ shopper, input: await shopper.checkout() })),
    );
    const outcomes = await countOutcomes([
      meera.call('deleteProduct', { _id: gone }),
      arjun.call('changeProducts', {
        changes: [
          { _id: kept, price: 100 },
          { _id: gone, stock: 50 },
        ],
      }),
      ...orders.map(({ shopper, input }) => shopper.order(input)),
      ...shoppers.slice(3).map((shopper) => shopper.add(gone)),
    ]);
    const expected = ['200', '201', '404 NOT_FOUND', '409 CART_CHANGED'];
    expect(Object.keys(outcomes).filter((outcome) => !expected.includes(outcome))).toEqual([]);
    expect(await db.query(sql`select from cart_line where product_id = ${gone}`)).toHaveLength(0);
    const [row] = await db.query<{ pieces: number }>(sql`
      select coalesce(sum(quantity), 0)::integer as pieces from order_line where product_id = ${kept}`);
    expect(await stockOf(db, kept)).toBe(100 - (row?.pieces ?? 0));
  }
});

test('never lets stock become negative when units are sold and removed concurrently', async () => {
  const [milk = ''] = await createMany(1, { stock: 20 });
  const shoppers = await createShoppers(db, 20);
  await Promise.all(shoppers.map((shopper) => shopper.fill({ [milk]: 1 })));
  const orders = await Promise.all(
    shoppers.map(async (shopper) => ({ shopper, input: await shopper.checkout() })),
  );
  const takeAway = Array.from({ length: 5 }, () =>
    meera.call('changeProducts', { changes: [{ _id: milk, stock: 17, stockBefore: 20 }] }),
  );
  const outcomes = await countOutcomes([
    ...takeAway,
    ...orders.map(({ shopper, input }) => shopper.order(input)),
  ]);
  const left = await stockOf(db, milk);
  expect(left).toBeGreaterThanOrEqual(0);
  expect((outcomes['201'] ?? 0) + left).toBeLessThanOrEqual(20);
  expect(outcomes['200']).toBe(5);
});
