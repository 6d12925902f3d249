import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { offlineErrors } from './offline.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { cartControl, confirmButton } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'shopper and picker' });

/** A vegetarian product in a place of the store, at ₹100 unless a price is given. */
async function placeProduct(
  shop: Shop,
  location: string,
  given: { family?: string; pricePaise?: number } = {},
): Promise<TestProduct> {
  const { family = '', pricePaise = 10_000 } = given;
  const product = await shop.claimProduct({ pricePaise });
  await shop.db.query(sql`
    update product set location = ${location}, family = ${family}, veg = true where id = ${product.id}`);
  return product;
}

/** Makes a product one that is sold by 500 g, with a tolerance of 10 %, of which there are 50 kg. */
async function sellByWeight(shop: Shop, { id }: TestProduct): Promise<void> {
  await shop.db.query(sql`
    update product set step_grams = 500, unit = '500 g', weight_tolerance_basis_points = 1000 where id = ${id}`);
  await shop.db.query(sql`update product_stock set stock = 50000 where product_id = ${id}`);
  await expect
    .poll(() => shop.call('getProductDetails', { productId: id }))
    .toMatchObject({ unit: '500 g', stepGrams: 500 });
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const line = (page: Page, { name }: TestProduct) => page.getByRole('heading', { level: 2, name });
const stockOf = async ({ db }: Shop, { id }: TestProduct) =>
  (await db.one<{ stock: number }>(sql`select stock from product_stock where product_id = ${id}`)).stock;

/** Orders the cart for cash with the phone of the shopper. */
async function orderCart(page: Page, shopper: Account): Promise<{ _id: string; orderId: string }> {
  await page.goto('/checkout');
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).tap();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const [placed] = await shopper.call('listOrders', {});
  if (placed === undefined) throw new Error('Nothing was ordered.');
  return placed;
}

/** Chooses in the cart what happens if a product is missing. */
async function choose(page: Page, choices: readonly (readonly [TestProduct, string])[]): Promise<void> {
  await page.goto('/cart');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^If a product is missing/ })
    .tap();
  const sheet = page.getByRole('dialog');
  for (const [{ name }, choice] of choices) await sheet.getByRole('combobox', { name }).selectOption(choice);
  await sheet.getByRole('button', { name: 'Close' }).tap();
}

test('an order with loose produce, an addition, a replacement asked for, one by default and a missing product goes from cart to packed, to the paisa', async ({
  shop,
  shopper,
  admin,
  openPageAs,
  errors,
}) => {
  test.slow();
  errors.allow(offlineErrors);
  const onions = await placeProduct(shop, 'A1');
  await sellByWeight(shop, onions);
  const milk = await placeProduct(shop, 'A2');
  const bread = await placeProduct(shop, 'A3', { family: 'bread of the journey' });
  const curd = await placeProduct(shop, 'A10', { family: 'curd of the journey' });
  const salt = await placeProduct(shop, 'B1');
  const dearBread = await placeProduct(shop, 'A4', { family: 'bread of the journey', pricePaise: 12_000 });
  const cheapCurd = await placeProduct(shop, 'A11', { family: 'curd of the journey', pricePaise: 8000 });
  const products = [onions, milk, bread, curd, salt, dearBread, cheapCurd];

  // The shopper: 1 kg of onions, bread, curd, two of salt, and then milk, which was forgotten.
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(onions, 2);
  await shopper.addToCart(bread, 1);
  await shopper.addToCart(curd, 1);
  await shopper.addToCart(salt, 2);
  const phone = await openPageAs(shopper, '/cart', { widthPx: 360 });
  await choose(phone, [
    [curd, 'Ask me'],
    [salt, 'Refund'],
  ]);
  const order = await orderCart(phone, shopper);
  await phone.goto(milk.path);
  await cartControl(phone, milk).add.tap();
  await phone.goto(`/orders/${order._id}`);
  await button(phone, 'Add 1 product from your cart').tap();
  await phone.getByRole('dialog').getByRole('button', { name: 'Add for ₹100' }).tap();
  await expect(phone.getByRole('heading', { name: '5 products' })).toBeVisible();

  // The picker takes the order, and picks two lines without a connection.
  const meera = await shop.createAdmin('Meera Nair');
  await meera.setRole('picker');
  const picker = await openPageAs(meera, '/staff/pick', { widthPx: 360 });
  await button(picker, `Pick the next: ${order.orderId}`).tap();
  await expect(line(picker, onions)).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Forgot something?' })).toHaveCount(0);
  await picker.context().setOffline(true);
  await picker.getByLabel('Weight in grams').fill('980');
  await button(picker, 'Save weight').tap();
  await expect(line(picker, milk)).toBeVisible();
  await button(picker, 'Found').click();
  await expect(picker.getByText('No connection. 2 picks not sent yet.')).toBeVisible();
  await picker.context().setOffline(false);
  await expect(picker.getByText(/^No connection/)).toBeHidden();

  // Bread is replaced by default by a dearer one, which costs no more.
  await expect(line(picker, bread)).toBeVisible();
  await button(picker, 'Not found').tap();
  await picker.getByRole('dialog').getByRole('button', { name: dearBread.name }).tap();
  await picker.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).tap();

  // The shopper is asked about curd, and chooses the cheaper one while the picker goes on.
  await expect(line(picker, curd)).toBeVisible();
  await button(picker, 'Not found').tap();
  await picker.getByRole('dialog').getByRole('button', { name: cheapCurd.name }).tap();
  await picker.getByRole('dialog').getByRole('button', { name: 'Ask the shopper' }).tap();
  await expect(line(picker, salt)).toBeVisible();
  await button(phone, `Choose ${cheapCurd.name}`).tap();
  await expect(phone.getByText(`You chose ${cheapCurd.name}.`).first()).toBeVisible();
  await expect(line(picker, salt)).toBeVisible();
  await button(picker, 'Not all found').tap();
  await button(picker, 'Refund what is missing').tap();
  await expect(line(picker, cheapCurd)).toBeVisible();
  await expect(picker.getByText('A11', { exact: true })).toBeVisible();
  await button(picker, 'Found').click();
  await button(picker, 'Packed').click();
  await expect(picker.getByRole('heading', { name: `${order.orderId} is packed` })).toBeVisible();

  // 980 g of onions at ₹200 a kg, milk, bread at ₹100, curd at ₹80, no salt.
  await expect(phone.getByText('₹476').first()).toBeVisible();
  await admin.call('changeOrders', { ids: [order._id], to: 'OUT_FOR_DELIVERY' });
  const [delivered] = await shopper.call('listOrders', {});
  expect(delivered).toMatchObject({ totalAmt: 476, refundedAmt: 0, status: 'OUT_FOR_DELIVERY' });
  const documents = await shop.db.query<{ total: number; lines: { totalPaise: number }[] }>(sql`
    select total_paise::integer as total, lines from tax_document where order_id = ${order._id}`);
  expect(documents.map(({ total, lines }) => [total, ...lines.map(({ totalPaise }) => totalPaise)])).toEqual([
    [47_600, 19_600, 10_000, 10_000, 8000],
  ]);
  const { text = '' } = await shop.waitForEmail(shopper.email, /is on its way/);
  for (const words of ['980 g', dearBread.name, cheapCurd.name, '₹476']) expect(text).toContain(words);

  // What is missing stays out of stock.
  const stocks = await Promise.all(products.map((product) => stockOf(shop, product)));
  expect(stocks).toEqual([49_020, 39, 39, 39, 38, 39, 39]);
  const changes = await shop.db.query<{ id: string; cause: string; difference: number }>(sql`
    select product_id as id, cause, difference from stock_change where order_id = ${order._id}`);
  const changesOf = ({ id }: TestProduct) =>
    changes.filter((change) => change.id === id).map(({ cause, difference }) => [cause, difference]);
  expect(products.map(changesOf)).toEqual([
    [
      ['ORDER', -1000],
      ['WEIGHED', 20],
    ],
    [['ORDER', -1]],
    [['ORDER', -1]],
    [['ORDER', -1]],
    [['ORDER', -2]],
    [['REPLACEMENT', -1]],
    [['REPLACEMENT', -1]],
  ]);
});
