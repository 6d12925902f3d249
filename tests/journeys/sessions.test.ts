import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlOf, hear, takeGoods } from './goods.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { enter, logIn, openAccount } from './shopper.ts';
import { type Entrance, openEntrance } from './visitor.ts';

let shop: OpenShop;
let entrance: Entrance;
beforeAll(async () => {
  [shop, entrance] = await Promise.all([openShop(), openEntrance()]);
});
afterAll(async () => {
  await entrance.close();
  await shop.close();
});

const storedTokens = () =>
  ['accesstoken', 'refreshToken', 'tokri.user'].map((key) => localStorage.getItem(key));

test('two tabs whose access token has expired renew it once between them, and both go on', async () => {
  const account = await openAccount(shop);
  const { page, openTab, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const other = await openTab();
  await Promise.all([page.goto('/dashboard/myorders'), other.goto('/dashboard/myorders')]);
  await page.getByText('No Data').waitFor();
  await other.getByText('No Data').waitFor();
  let renewals = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/user/refresh-token')) renewals += 1;
  });
  const expired = await expiredToken();
  await page.evaluate((token) => localStorage.setItem('accesstoken', token), expired);
  const renewed = [page, other].map((tab) =>
    tab.waitForResponse((response) => response.url().endsWith('/api/address/get') && response.ok()),
  );
  const goToAddresses = (tab: Page) => tab.getByRole('link', { name: 'Save Address' }).first().click();
  await Promise.all([goToAddresses(page), goToAddresses(other), ...renewed]);
  expect(renewals).toBe(1);
  const tokens = await page.evaluate(storedTokens);
  expect(await other.evaluate(storedTokens)).toEqual(tokens);
  expect(tokens).not.toContain(expired);
  await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0);
  // The browser itself reports each answer of 401.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

/** A token as the shop signs it, of long ago. */
function expiredToken(): Promise<string> {
  return new SignJWT({ sid: 'any' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(1)
    .sign(new TextEncoder().encode('whatever signed it, it is over'));
}

test('logging out in one tab makes guests of all others at once, wherever they are', async () => {
  const account = await openAccount(shop);
  const goods = await takeGoods(shop);
  const { page, openTab } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const [addresses, product] = [await openTab(), await openTab()];
  await addresses.goto('/dashboard/address');
  await addresses
    .getByRole('button', { name: /Add address/i })
    .first()
    .waitFor();
  await product.goto(goods.path);
  const control = controlOf(product.getByRole('main'), goods);
  await control.add.click();
  await expect.poll(() => control.quantity.textContent()).toBe('1');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Log Out' }).click();
  await addresses.getByRole('heading', { name: 'Please Login' }).waitFor();
  await product.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  // The cart was the shopper's, and went with them.
  await control.add.waitFor();
  expect(await product.evaluate(storedTokens)).toEqual([null, null, null]);
  await addresses.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(addresses, account);
  await addresses.waitForURL('/dashboard/address');
  await product.getByRole('banner').getByRole('button', { name: 'Account' }).waitFor();
  await expect.poll(() => control.quantity.textContent()).toBe('1');
});

test('a device that is logged out from another one hears so at its next tap, with a valid token in hand', async () => {
  const account = await openAccount(shop);
  const goods = await takeGoods(shop);
  const [phone, laptop] = await Promise.all([
    entrance.admit(shop.url, { widthPx: 360 }),
    entrance.admit(shop.url, { widthPx: 1440 }),
  ]);
  await enter(phone.page, account);
  await enter(laptop.page, account);
  await phone.page.goto(goods.path);
  const control = controlOf(phone.page.getByRole('main'), goods);
  await laptop.page.goto('/dashboard/profile');
  await laptop.page.getByRole('button', { name: 'Log out all other devices' }).click();
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
  await laptop.page.getByText('You are logged in on this device only.').waitFor();
  await control.add.click();
  await hear(phone.page, 'Your session has ended. Please log in again.');
  expect(await phone.page.evaluate(storedTokens)).toEqual([null, null, null]);
  await phone.page.goto('/dashboard/address');
  await phone.page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await laptop.page.goto('/dashboard/myorders');
  await laptop.page.getByText('No Data').waitFor();
});

test('a shopper who is suspended is told so at the next tap, and shops on as a guest', async () => {
  const account = await openAccount(shop);
  const goods = await takeGoods(shop);
  const { page, openTab } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  const other = await openTab();
  await other.goto('/dashboard/myorders');
  await other.getByText('No Data').waitFor();
  await page.goto(goods.path);
  const control = controlOf(page.getByRole('main'), goods);
  await control.add.waitFor();
  await shop.database.db.query(sql`update account set status = 'Suspended' where id = ${account.userId}`);
  await control.add.click();
  await hear(page, 'This account is suspended. Please contact the shop.');
  await other.getByRole('heading', { name: 'Please Login' }).waitFor();
  expect(await page.evaluate(storedTokens)).toEqual([null, null, null]);
  await page.goto(goods.path);
  await control.add.click();
  await expect.poll(() => control.quantity.textContent()).toBe('1');
  await page.goto('/login');
  await logIn(page, account);
  await page.getByRole('alert').getByText('This account is suspended. Please contact the shop.').waitFor();
});
