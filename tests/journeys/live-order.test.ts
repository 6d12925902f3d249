import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { axeViolations } from './axe.ts';
import { type Goods, hear, takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, cartInBooks, enter, fillCart, openAccount, saveAddressOf } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
let staff: Account;
withShop(async (setting) => {
  ({ shop, entrance } = setting);
  staff = await openAccount(shop);
  await shop.database.db.query(sql`update account set role = 'ADMIN' where id = ${staff.userId}`);
});

/** A shopper who has ordered two pieces of each of these, at ₹100, to be paid in cash. */
async function openCustomer(...goods: Goods[]): Promise<{ account: Account; orderId: string }> {
  const account = await openAccount(shop);
  await saveAddressOf(account, '12 Lake Road');
  for (const each of goods) await fillCart(account, each, 2);
  const order = await account.call('placeCashOrder', await checkout(account, goods));
  return { account, orderId: order._id };
}

async function checkout(account: Account, goods: Goods[]): Promise<EndpointInput<'placeCashOrder'>> {
  const [address] = await account.call('listAddresses', {});
  const total = 200 * goods.length;
  return {
    list_items: goods.map(({ id }) => ({ productId: id, quantity: 2 })),
    addressId: address?._id ?? '',
    subTotalAmt: total,
    totalAmt: total,
  };
}

const advance = (orderId: string, to: 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED') =>
  staff.call('changeOrders', { ids: [orderId], to });

const said = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor();

async function open(page: Page, account: Account, orderId: string): Promise<void> {
  await enter(page, account);
  await page.goto(`/orders/${orderId}`);
  await page.getByText('Live', { exact: true }).waitFor();
}

test('the page of an order moves by itself from placed to delivered', async () => {
  const [milk, bread] = [await takeGoods(shop), await takeGoods(shop)];
  const { account, orderId } = await openCustomer(milk, bread);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await open(page, account, orderId);
  await said(page, 'We have your order');
  await page.getByText('in 10 min').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await advance(orderId, 'PACKING');
  await said(page, 'We are packing your order');
  await staff.call('takeOffLine', { _id: orderId, position: 1 });
  await page.getByText('Not available, not charged').waitFor();
  await expect.poll(() => page.getByText('₹200').count()).toBeGreaterThan(0);
  await advance(orderId, 'OUT_FOR_DELIVERY');
  await said(page, 'Your order is on its way');
  await expect.poll(() => page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  await advance(orderId, 'DELIVERED');
  await said(page, 'Delivered');
  await page.getByText('after 1 min').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a page that was cut off catches up when it is back', async () => {
  const { account, orderId } = await openCustomer(await takeGoods(shop));
  const { page } = await entrance.admit(shop.url, { widthPx: 768 });
  await open(page, account, orderId);
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await advance(orderId, 'PACKING');
  await page.context().setOffline(false);
  await said(page, 'We are packing your order');
  await advance(orderId, 'OUT_FOR_DELIVERY');
  await said(page, 'Your order is on its way');
});

test('an order is found among my orders and cancelled, by keyboard alone', async () => {
  const goods = await takeGoods(shop);
  const { account, orderId } = await openCustomer(goods);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/dashboard/myorders');
  const link = page.getByRole('link', { name: /^Track order/ });
  await link.waitFor();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await page.waitForURL(`/orders/${orderId}`);
  await said(page, 'We have your order');
  const cancel = page.getByRole('button', { name: 'Cancel order' });
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(cancel)).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel order' }));
  await page.keyboard.press('Enter');
  await said(page, 'This order was cancelled');
  await expect
    .poll(() => hasFocus(page.getByRole('heading', { name: 'This order was cancelled' })))
    .toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a cancellation that comes too late is said, and the page shows where the order is', async () => {
  const { account, orderId } = await openCustomer(await takeGoods(shop));
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  // The page hears of nothing until it has asked for the cancellation: so the no is the shop's own.
  let isDeaf = false;
  await page.route('**/api/order/events*', (route) => route.abort());
  await page.route('**/api/order/details*', (route) => (isDeaf ? route.abort() : route.continue()));
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/cancel')) isDeaf = false;
  });
  await enter(page, account);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  isDeaf = true;
  await advance(orderId, 'PACKING');
  await advance(orderId, 'OUT_FOR_DELIVERY');
  const refused = page.waitForResponse('**/api/order/cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  expect((await refused).status()).toBe(409);
  await hear(page, 'This order is on its way already.');
  await said(page, 'Your order is on its way');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect
    .poll(() => hasFocus(page.getByRole('heading', { name: 'Your order is on its way' })))
    .toBe(true);
});

test('ordering again fills the cart, and says what is not in stock', async () => {
  const [milk, bread] = [await takeGoods(shop, { stock: 40 }), await takeGoods(shop, { stock: 2 })];
  const { account, orderId } = await openCustomer(milk, bread);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await open(page, account, orderId);
  await page.getByRole('button', { name: 'Order again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Not everything is in stock' });
  await dialog.getByText(bread.name).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await cartInBooks(shop, account)).toEqual({ [milk.id]: 2 });
  await dialog.getByRole('link', { name: 'See your cart' }).click();
  await page.waitForURL('/cart');
  expect(complaints).toEqual([]);
});

test('the invoice is downloaded', async () => {
  const { account, orderId } = await openCustomer(await takeGoods(shop));
  const { page } = await entrance.admit(shop.url, { widthPx: 768 });
  await open(page, account, orderId);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download invoice' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test('an order of somebody else is not there, and a guest is asked to log in', async () => {
  const { orderId } = await openCustomer(await takeGoods(shop));
  const stranger = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await enter(page, stranger);
  for (const id of [orderId, 'unknown', 'not-an-id']) {
    await page.goto(`/orders/${id}`);
    await page.getByRole('heading', { name: 'Order not found' }).waitFor();
  }
  expect(await axeViolations(page)).toEqual([]);
});

test('a session that ends elsewhere ends the page at once', async () => {
  const { account, orderId } = await openCustomer(await takeGoods(shop));
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await open(page, account, orderId);
  await shop.database.db.query(sql`update session set revoked_at = now() where user_id = ${account.userId}`);
  await hear(page, 'Your session has ended. Please log in again.');
  await page.getByRole('heading', { name: 'Please Login' }).waitFor();
});
