import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { orderRoutes } from './order.routes.ts';

const { db } = await openTestDatabase();

const product = () => addProduct(db, { stock: 9 });
async function buy(shopper: Shopper, ...ids: string[]): Promise<string> {
  await shopper.fill(Object.fromEntries(ids.map((id) => [id, 1])));
  return (await shopper.order(await shopper.checkout())).data._id;
}
const bought = async (shopper: Shopper, input = {}) =>
  (await runCall(orderRoutes, 'listBoughtProducts', shopper.context, input)).data.map(({ _id }) => _id);

test('products of past orders are listed once, those of the latest order first, and never those of others', async () => {
  const [asha, ravi] = [await createShopper(db), await createShopper(db)];
  const [milk, bread, rice] = [await product(), await product(), await product()];
  expect(await bought(asha)).toEqual([]);
  await buy(asha, milk, bread);
  await buy(asha, rice, milk);
  await buy(ravi, bread);
  expect(await bought(asha)).toEqual([rice, milk, bread]);
  expect(await bought(asha, { limit: 2 })).toEqual([rice, milk]);
  expect(await bought(ravi)).toEqual([bread]);
});

test('what is sold out or deleted, or was in a cancelled order only, is not listed', async () => {
  const asha = await createShopper(db);
  const [milk, bread, rice, salt] = [await product(), await product(), await product(), await product()];
  await buy(asha, milk, bread, rice);
  const id = await buy(asha, salt);
  await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
  await db.query(sql`update product_stock set stock = 0 where product_id = ${milk}`);
  await db.query(sql`delete from product where id = ${rice}`);
  expect(await bought(asha)).toEqual([bread]);
});
