import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { maximumLines } from '#contract/base/limits.ts';
import { newId } from '#server/database/id.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, changeProduct, withStock } from '#tests/fixtures/seed.ts';
import { cartRoutes } from './cart.routes.ts';

const { db } = await openTestDatabase();

const open = () => createShopper(db);
const product = (fields?: Parameters<typeof addProduct>[1]) => addProduct(db, fields);
const change = (id: string, fields: { stock?: number; price_paise?: number }) =>
  changeProduct(db, id, fields);

describe('adding a product', () => {
  test('puts one piece of it into the cart, with the product as it is today', async () => {
    const asha = await open();
    const milk = await product({ name: 'Milk', pricePaise: 6250, discountBasisPoints: 500, stock: 9 });
    const { status, message, data } = await asha.add(milk);
    expect({ status, message }).toEqual({ status: 201, message: 'Item added' });
    expect(data).toMatchObject({ quantity: 1, notices: [], seenPrice: 58.5 });
    expect(data.productId).toMatchObject({ _id: milk, name: 'Milk', price: 62.5, discount: 5, stock: 9 });
    expect(await asha.cart()).toEqual([data]);
  });

  test('a second time leaves the line as it is', async () => {
    const asha = await open();
    const milk = await product();
    await asha.fill({ [milk]: 3 });
    const [line] = await asha.cart();
    const { status, data } = await asha.add(milk);
    expect(status).toBe(200);
    expect(data).toEqual(line);
    expect(await asha.cart()).toHaveLength(1);
  });

  test('in ten tabs at once makes one line', async () => {
    const asha = await open();
    const milk = await product();
    const answers = await Promise.all(Array.from({ length: 10 }, () => asha.add(milk)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect(await asha.cart()).toHaveLength(1);
  });

  test('that is out of stock is refused, and says so', async () => {
    const asha = await open();
    const milk = await product({ name: 'Sold-out milk', stock: 0 });
    const refusal = await catchAppError(asha.add(milk));
    expect(refusal).toMatchObject({
      code: 'STOCK_SHORT',
      status: 409,
      message: 'Sold-out milk is out of stock.',
    });
    expect(refusal.details).toEqual({
      lines: [{ productId: milk, name: 'Sold-out milk', wanted: 1, left: 0 }],
    });
    expect(await asha.cart()).toEqual([]);
  });

  test('that does not exist is 404', async () => {
    const asha = await open();
    expect(await catchAppError(asha.add(newId()))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is refused when the cart holds as many products as an order can have', async () => {
    const asha = await open();
    const products = sql`
      insert into product (id, name, unit, price_paise)
      select 'full' || n, 'Full ' || n, '1 kg', 100 from generate_series(1, ${maximumLines}::integer) as n`;
    await db.query(withStock(products, 5));
    await db.query(sql`
      insert into cart_line (id, user_id, product_id, quantity, seen_price_paise, seen_discount_basis_points)
      select 'full' || n, ${asha.userId}, 'full' || n, 1, 100, 0 from generate_series(1, ${maximumLines}::integer) as n`);
    const refusal = await catchAppError(asha.add(await product()));
    expect(refusal).toMatchObject({ code: 'CONFLICT', status: 409 });
    expect(refusal.message).toContain(String(maximumLines));
    expect((await asha.add('full7')).status).toBe(200);
    const ordered = await asha.order(await asha.checkout());
    expect(ordered.data.items).toHaveLength(maximumLines);
  });
});

describe('setting a quantity', () => {
  test('is refused above the stock, and says how many are left', async () => {
    const asha = await open();
    const milk = await product({ name: 'Rare milk', stock: 4 });
    const { data: line } = await asha.add(milk);
    expect((await asha.setQuantity(line._id, 4)).data.quantity).toBe(4);
    const refusal = await catchAppError(asha.setQuantity(line._id, 5));
    expect(refusal).toMatchObject({ code: 'STOCK_SHORT', message: 'Only 4 of Rare milk left.' });
    expect(refusal.details).toEqual({ lines: [{ productId: milk, name: 'Rare milk', wanted: 5, left: 4 }] });
    expect((await asha.cart())[0]?.quantity).toBe(4);
  });

  test('is refused above 50 of one product, whatever the stock', async () => {
    const asha = await open();
    const { data: line } = await asha.add(await product({ stock: 1000 }));
    expect((await asha.setQuantity(line._id, 50)).data.quantity).toBe(50);
    expect(await catchAppError(asha.setQuantity(line._id, 51))).toMatchObject({
      code: 'INVALID_INPUT',
      status: 400,
    });
  });
});

test('a removed line is gone, and removing it again is 404', async () => {
  const asha = await open();
  const { data: line } = await asha.add(await product());
  expect(await asha.remove(line._id)).toMatchObject({ message: 'Item remove', data: null });
  expect(await asha.cart()).toEqual([]);
  expect(await catchAppError(asha.remove(line._id))).toMatchObject({ code: 'NOT_FOUND' });
});

test('lines stay in the order in which they were added', async () => {
  const asha = await open();
  const products = [await product(), await product(), await product()].reverse();
  for (const id of products) await asha.add(id);
  const [first] = await asha.cart();
  await asha.setQuantity(first?._id ?? '', 7);
  expect((await asha.cart()).map(({ productId }) => productId._id)).toEqual(products);
});

describe('a line says', () => {
  test('that its product is out of stock or short', async () => {
    const asha = await open();
    const milk = await product({ stock: 5 });
    await asha.fill({ [milk]: 5 });
    await change(milk, { stock: 4 });
    expect(await asha.cart()).toMatchObject([
      { quantity: 5, notices: ['STOCK_SHORT'], productId: { stock: 4 } },
    ]);
    await change(milk, { stock: 0 });
    expect(await asha.cart()).toMatchObject([
      { quantity: 5, notices: ['OUT_OF_STOCK'], productId: { stock: 0 } },
    ]);
    await change(milk, { stock: 5 });
    expect(await asha.cart()).toMatchObject([{ notices: [] }]);
  });

  test('that its price changed, until the shopper touches it', async () => {
    const asha = await open();
    const milk = await product({ pricePaise: 5000 });
    const { data: line } = await asha.add(milk);
    await change(milk, { price_paise: 5500 });
    const changed = { notices: ['PRICE_CHANGED'], seenPrice: 50, productId: { price: 55 } };
    expect(await asha.cart()).toMatchObject([changed]);
    // Looking is not touching: the notice is still there when the shopper comes to the checkout.
    expect(await asha.cart()).toMatchObject([changed]);
    expect((await asha.setQuantity(line._id, 2)).data).toMatchObject({ notices: [], seenPrice: 55 });
    expect(await asha.cart()).toMatchObject([{ notices: [], seenPrice: 55 }]);
  });

  test('nothing when a price went and came back, or when only its two parts changed', async () => {
    const asha = await open();
    const milk = await product({ pricePaise: 5000 });
    await asha.add(milk);
    await db.query(
      sql`update product set price_paise = 10000, discount_basis_points = 5000 where id = ${milk}`,
    );
    expect(await asha.cart()).toMatchObject([{ notices: [] }]);
  });
});

test('a product that is deleted leaves every cart', async () => {
  const asha = await open();
  const [milk, bread] = [await product(), await product()];
  await asha.fill({ [milk]: 2, [bread]: 1 });
  await db.query(sql`delete from product where id = ${milk}`);
  expect((await asha.cart()).map(({ productId }) => productId._id)).toEqual([bread]);
});

test.each([
  ['0', 0],
  ['less than 0', -1],
  ['a fraction', 1.5],
  ['51', 51],
  ['NaN', Number.NaN],
  ['infinite', Number.POSITIVE_INFINITY],
  ['1e308', 1e308],
  ['beyond whole numbers', 2 ** 53],
  ['text', '2'],
  ['true', true],
  ['null', null],
  ['a list', [2]],
  ['nothing', undefined],
])('a quantity of %s is refused and changes nothing', async (_what, qty) => {
  const asha = await open();
  const { data: line } = await asha.add(await product());
  const refusal = await catchAppError(
    runCall(cartRoutes, 'updateCartQuantity', asha.context, { _id: line._id, qty }),
  );
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
  expect(new Set(refusal.issues?.map(({ path }) => path))).toEqual(new Set(['qty']));
  expect(await asha.cart()).toMatchObject([{ quantity: 1 }]);
});

test.each([
  ['createCartLine', { productId: 'a', userId: 'another' }],
  ['createCartLine', { productId: 'a', quantity: 5 }],
  ['updateCartQuantity', { _id: 'a', qty: 1, price: 0 }],
  ['deleteCartLine', { _id: 'a', all: true }],
] as const)('%s refuses fields it does not know', async (name, input) => {
  const refusal = await catchAppError(runCall(cartRoutes, name, (await open()).context, input));
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
});
