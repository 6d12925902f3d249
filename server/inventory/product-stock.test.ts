import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

describe('each product has exactly one stock', () => {
  test('a product without one is rejected at the commit', async () => {
    const insert = sql`insert into product (id, name, unit, price_paise) values ('p', 'Milk', '1 l', 5000)`;
    await expect(db.query(insert)).rejects.toMatchObject({ constraint: 'product_has_stock' });
    expect(await db.query(sql`select id from product where id = 'p'`)).toEqual([]);
  });

  test.each([
    ['deleted', sql`delete from product_stock`],
    ['given to another product', sql`update product_stock set product_id = 'other'`],
  ])('it is not %s', async (_how, statement) => {
    const id = await addProduct(db, { stock: 7 });
    await expect(db.query(sql`${statement} where product_id = ${id}`)).rejects.toMatchObject({
      code: '23503',
    });
    expect(await stockOf(db, id)).toBe(7);
  });

  test('a second one is rejected', async () => {
    const id = await addProduct(db);
    const insert = sql`insert into product_stock (product_id, stock) values (${id}, 1)`;
    await expect(db.query(insert)).rejects.toMatchObject({ code: '23505' });
  });

  test.each([-1, 1_000_001])('%i is rejected', async (stock) => {
    const id = await addProduct(db);
    const update = sql`update product_stock set stock = ${stock} where product_id = ${id}`;
    await expect(db.query(update)).rejects.toMatchObject({ code: '23514' });
  });

  test('it is deleted with its product', async () => {
    const id = await addProduct(db);
    await db.query(sql`delete from product where id = ${id}`);
    expect(await db.query(sql`select from product_stock where product_id = ${id}`)).toEqual([]);
  });
});

test('updates of stock write no index', async () => {
  const { db, drop } = await createTestDatabase();
  const id = await addProduct(db, { stock: 1000 });
  for (let sold = 0; sold < 50; sold += 1)
    await db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
  const counts = () =>
    db.query(sql`
      select n_tup_upd as updated, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'product_stock'`);
  // Each connection of the pool reports its updates after a while.
  await expect.poll(counts).toEqual([{ updated: 50, hot: 50 }]);
  await drop();
});
