import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { cartButton, controlOf, takeGoods } from './goods.ts';
import type { OpenShop } from './open-shop.ts';
import { cartInBooks, enter, fillCart, logIn, openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

test('a guest finds the cart again after a reload, and a second tab stays in step', async () => {
  const goods = await takeGoods(shop);
  const { page, openTab, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  await controlOf(page, goods).add.click();
  await cartButton(page, /1 item ₹100/).waitFor();
  await page.reload();
  await cartButton(page, /1 item ₹100/).waitFor();

  const secondTab = await openTab();
  await secondTab.goto('/cart');
  await controlOf(secondTab, goods).more.click();
  await cartButton(secondTab, /2 items ₹200/).waitFor();
  await cartButton(page, /2 items ₹200/).waitFor();
  await controlOf(page, goods).less.click();
  await controlOf(page, goods).less.click();
  await secondTab.getByText('Your cart is empty').waitFor();
  expect(complaints).toEqual([]);
});

test('two tabs that log in at the same moment add the guest cart to the account once', async () => {
  const [inBoth, guestOnly, accountOnly] = [
    await takeGoods(shop),
    await takeGoods(shop),
    await takeGoods(shop),
  ];
  const account = await openAccount(shop);
  await fillCart(account, inBoth, 2);
  await fillCart(account, accountOnly, 1);
  const { page, openTab, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(inBoth.path);
  await controlOf(page, inBoth).add.click();
  await controlOf(page, inBoth).more.click();
  await controlOf(page, inBoth).more.click();
  await page.goto(guestOnly.path);
  await controlOf(page, guestOnly).add.click();
  await cartButton(page, /4 items/).waitFor();

  const secondTab = await openTab();
  const bothHaveAsked = Promise.withResolvers<void>();
  let asked = 0;
  await page.context().route('**/api/user/login', async (route) => {
    asked += 1;
    if (asked === 2) bothHaveAsked.resolve();
    await bothHaveAsked.promise;
    await route.continue();
  });
  for (const tab of [page, secondTab]) await tab.goto('/login');
  await Promise.all([logIn(page, account), logIn(secondTab, account)]);
  for (const tab of [page, secondTab]) await cartButton(tab, /7 items/).waitFor();
  expect(await cartInBooks(shop, account)).toEqual({
    [inBoth.id]: 5,
    [guestOnly.id]: 1,
    [accountOnly.id]: 1,
  });
  for (const tab of [page, secondTab]) {
    await tab.reload();
    await cartButton(tab, /7 items/).waitFor();
  }
  expect(complaints).toEqual([]);
});

test('logging out in one tab reaches the other, and the guest who is left has a cart of their own', async () => {
  const [ofAccount, ofGuest] = [await takeGoods(shop), await takeGoods(shop)];
  const account = await openAccount(shop);
  await fillCart(account, ofAccount, 3);
  const { page, openTab, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const secondTab = await openTab();
  await secondTab.goto(ofGuest.path);
  for (const tab of [page, secondTab]) await cartButton(tab, /3 items/).waitFor();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  for (const tab of [page, secondTab]) {
    await tab.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await cartButton(tab, 'My Cart').waitFor();
  }
  expect(await page.evaluate(() => localStorage.getItem('accesstoken'))).toBeNull();

  await controlOf(secondTab, ofGuest).add.click();
  await cartButton(page, /1 item/).waitFor();
  expect(await cartInBooks(shop, account)).toEqual({ [ofAccount.id]: 3 });
  await enter(page, account);
  for (const tab of [page, secondTab]) await cartButton(tab, /4 items/).waitFor();
  expect(await cartInBooks(shop, account)).toEqual({ [ofAccount.id]: 3, [ofGuest.id]: 1 });
  expect(complaints).toEqual([]);
});

test('whatever stands in local storage, the shop opens and takes a new cart', async () => {
  const goods = await takeGoods(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  const rubbish = [
    '',
    '{',
    'null',
    '[1]',
    '{"lines":{}}',
    '{"guestCartId":7,"lines":[null,{"lineId":"x","quantity":-1e9,"seenPricePaise":"1"}],"leaving":"x"}',
    `{"lines":[{"lineId":"x","quantity":2,"seenPricePaise":1,"product":{"_id":"${'x'.repeat(500)}"}}]}`,
  ];
  for (const value of rubbish) {
    await page.evaluate((text) => {
      for (const key of ['tokri.cart', 'tokri.user', 'theme']) localStorage.setItem(key, text);
    }, value);
    await page.reload();
    await cartButton(page, 'My Cart').waitFor();
    await controlOf(page, goods).add.click();
    await page.reload();
    await cartButton(page, /1 item/).waitFor();
  }
  expect(complaints).toEqual([]);
});

test('a cart that could not be added to the account at login is added later, even after the session has ended', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  await controlOf(page, goods).add.click();
  await page.route('**/api/cart/**', (route) => route.abort());
  await enter(page, account);
  await shop.database.db.query(sql`update session set revoked_at = now() where user_id = ${account.userId}`);
  await page.evaluate(() => localStorage.setItem('accesstoken', 'expired'));
  await page.reload();
  await page.getByText('Your session has ended. Please log in again.').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect(await cartInBooks(shop, account)).toEqual({});

  await page.unroute('**/api/cart/**');
  await enter(page, account);
  await cartButton(page, /1 item/).waitFor();
  expect(await cartInBooks(shop, account)).toEqual({ [goods.id]: 1 });
});
