import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { createShopper, type OrderInput, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
let asha: Shopper;
let milk: string;
let input: OrderInput;
beforeEach(async () => {
  asha = await createShopper(db);
  milk = await addProduct(db);
  await asha.fill({ [milk]: 2 });
  input = await asha.checkout();
});

const withItem = (item: unknown) => ({ list_items: [item] });
const withQuantity = (quantity: unknown) => withItem({ productId: 'a', quantity });

test.each<[string, Record<string, unknown>]>([
  ['no lines', { list_items: [] }],
  ['no list of lines', { list_items: undefined }],
  ['lines that are text', { list_items: 'all' }],
  ['a line of nothing', withItem(null)],
  ['a line without a product', withItem({ quantity: 1 })],
  ['a line of SQL', withItem({ productId: "a' or 1=1", quantity: 1 })],
  ['a quantity below 0', withQuantity(-1)],
  ['a quantity of 0', withQuantity(0)],
  ['half a piece', withQuantity(0.5)],
  ['a quantity that is no number', withQuantity(Number.NaN)],
  ['an infinite quantity', withQuantity(Number.POSITIVE_INFINITY)],
  ['a quantity of 1e308', withQuantity(1e308)],
  ['a quantity as text', withQuantity('1')],
  ['201 lines', { list_items: Array(201).fill({ productId: 'a', quantity: 1 }) }],
  ['no address', { addressId: undefined }],
  ['an address of SQL', { addressId: "'; delete from address; --" }],
  ['an address with a NUL byte', { addressId: 'a\u0000' }],
  ['a total as text', { totalAmt: '200' }],
  ['a total below 0', { totalAmt: -200 }],
  ['a total that is no number', { totalAmt: Number.NaN }],
  ['an infinite total', { totalAmt: Number.POSITIVE_INFINITY }],
  ['a total of 1e308', { totalAmt: 1e308 }],
  ['a total with thousandths', { totalAmt: 199.999 }],
  ['a sub-total that is null', { subTotalAmt: null }],
  ['an unknown field', { discount: 100 }],
  ['a status', { status: 'DELIVERED' }],
  ['the id of another shopper', { userId: 'another' }],
])('an order with %s is refused, and nothing happens', async (_what, changed) => {
  const refusal = await catchAppError(asha.order({ ...input, ...changed }));
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
  expect(refusal.issues?.length).toBeGreaterThan(0);
  expect(await stockOf(db, milk)).toBe(100);
  expect(await asha.cart()).toHaveLength(1);
  expect((await asha.orders()).totalCount).toBe(0);
});

test('what a line says of its price is ignored: the shop prices the cart itself', async () => {
  const list_items = input.list_items.map((item) => ({ ...item, price: 0, discount: 100 }));
  const { data } = await asha.order({ ...input, list_items });
  expect(data).toMatchObject({ subTotalAmt: 200, totalAmt: 200, items: [{ price: 100, discount: 0 }] });
});

test('text that looks like SQL or HTML goes through an order unharmed', async () => {
  const name = `<img src=x onerror=alert(1)>'); drop table product; -- \u{1f96d} "{}"`;
  const strange = await addProduct(db, { name });
  await db.query(sql`update address set address_line = ${name} where id = ${asha.addressId}`);
  await asha.fill({ [strange]: 1 });
  const { data } = await asha.order(await asha.checkout());
  expect(data.items[1]?.name).toBe(name);
  expect(data.delivery_address.address_line).toBe(name);
  expect((await asha.orders()).data).toEqual([data]);
});

test('the largest sums are exact', async () => {
  const gold = await Promise.all(
    Array.from({ length: 20 }, () =>
      addProduct(db, { pricePaise: 99_999_999, discountBasisPoints: 1, stock: 50 }),
    ),
  );
  const ravi = await createShopper(db);
  await ravi.fill(Object.fromEntries(gold.map((id) => [id, 50])));
  const { data } = await ravi.order(await ravi.checkout());
  expect(data).toMatchObject({ subTotalAmt: 999_999_990, totalAmt: 999_899_990 });
});
