import type { Page } from '@playwright/test';
import { SignJWT } from 'jose';
import sql from 'sql-template-tag';
import { cartControl, expectToast, login, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

const storedTokens = () =>
  ['accesstoken', 'refreshToken', 'tokri.user'].map((key) => localStorage.getItem(key));

const goToAddresses = (tab: Page) => tab.getByRole('link', { name: 'Save Address' }).first().click();
const addressesOf = (tab: Page) =>
  tab.waitForResponse((response) => response.url().endsWith('/api/address/get') && response.ok());

test('two tabs with an expired access token refresh it once and both continue', async ({ page, shopper }) => {
  await login(page, shopper);
  const other = await page.context().newPage();
  await Promise.all([page.goto('/dashboard/myorders'), other.goto('/dashboard/myorders')]);
  await expect(page.getByText('No Data')).toBeVisible();
  await expect(other.getByText('No Data')).toBeVisible();
  let renewals = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/user/refresh-token')) renewals += 1;
  });
  const expired = await expiredToken();
  await page.evaluate((token) => localStorage.setItem('accesstoken', token), expired);
  const renewed = [page, other].map(addressesOf);
  await Promise.all([goToAddresses(page), goToAddresses(other), ...renewed]);
  expect(renewals).toBe(1);
  const tokens = await page.evaluate(storedTokens);
  expect(await other.evaluate(storedTokens)).toEqual(tokens);
  expect(tokens).not.toContain(expired);
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
});

test('a tab whose refresh was under way is closed, and the other tab refreshes', async ({
  page,
  shopper,
}) => {
  await login(page, shopper);
  const other = await page.context().newPage();
  await Promise.all([page.goto('/dashboard/myorders'), other.goto('/dashboard/myorders')]);
  await expect(page.getByText('No Data')).toBeVisible();
  await expect(other.getByText('No Data')).toBeVisible();
  // The request never reaches the server.
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/user/refresh-token', () => asked.resolve());
  const expired = await expiredToken();
  await page.evaluate((token) => localStorage.setItem('accesstoken', token), expired);
  await goToAddresses(page);
  await asked.promise;
  await goToAddresses(other);
  const renewed = other.waitForResponse(
    (response) => response.url().endsWith('/api/user/refresh-token') && response.ok(),
  );
  await page.close();
  await renewed;
  await expect(other.getByRole('button', { name: /Add address/i }).first()).toBeVisible();
  expect(await other.evaluate(storedTokens)).not.toContain(expired);
});

for (const [who, paths] of [
  [
    'shopper',
    [
      '/',
      '/cart',
      '/wishlist',
      '/checkout',
      '/dashboard/myorders',
      '/dashboard/address',
      '/dashboard/profile',
    ],
  ],
  [
    'administrator',
    ['/dashboard', '/dashboard/orders', '/dashboard/stock', '/dashboard/settings', '/dashboard/reports'],
  ],
] as const) {
  test(`the token of ${who} that has expired is refreshed before a page asks with it`, async ({
    openPageAs,
    shopper,
    admin,
  }) => {
    const page = await openPageAs(who === 'shopper' ? shopper : admin, '/cart');
    const expired = await expiredToken();
    const asked: string[] = [];
    let renewals = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/refresh-token')) renewals += 1;
      if (request.headers().authorization === `Bearer ${expired}`) asked.push(request.url());
    });
    for (const path of paths) {
      // The page before sends nothing any more.
      await page.goto('/robots.txt');
      await page.evaluate((token) => localStorage.setItem('accesstoken', token), expired);
      renewals = 0;
      await page.goto(path);
      await expect.poll(() => renewals, { message: path }).toBeGreaterThan(0);
      await page.waitForFunction((token) => localStorage.getItem('accesstoken') !== token, expired);
    }
    expect(asked).toEqual([]);
  });
}

/** A token that expired long ago. */
function expiredToken(): Promise<string> {
  return new SignJWT({ sid: 'any' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(1)
    .sign(new TextEncoder().encode('any secret'));
}

test('a device that was logged out from another device loses its session at the next request, despite a valid token', async ({
  errors,
  phone,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(/status of 401/);
  const product = await shop.claimProduct();
  const laptop = await openPage();
  await login(phone, shopper);
  await login(laptop, shopper);
  await phone.goto(product.path);
  const control = cartControl(phone.getByRole('main'), product);
  await laptop.goto('/dashboard/profile');
  await laptop.getByRole('button', { name: 'Log out all other devices' }).click();
  await laptop.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(laptop.getByText('You are logged in on this device only.')).toBeVisible();
  await control.add.click();
  await expectToast(phone, 'Your session has ended. Please log in again.');
  expect(await phone.evaluate(storedTokens)).toEqual([null, null, null]);
  await phone.goto('/dashboard/address');
  await expect(phone.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  await laptop.goto('/dashboard/myorders');
  await expect(laptop.getByText('No Data')).toBeVisible();
});

test('a suspended shopper sees the reason at the next request and continues as a guest', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 403/);
  const product = await shop.claimProduct();
  await login(page, shopper);
  const other = await page.context().newPage();
  await other.goto('/dashboard/myorders');
  await expect(other.getByText('No Data')).toBeVisible();
  // The requests of the page must be complete: a late response would end the session before the tap.
  const paths = ['user/user-details', 'cart/get', 'wishlist/get', 'order/order-list?limit=5'];
  const answers = paths.map((path) =>
    page.waitForResponse((response) => response.url().endsWith(`/api/${path}`)),
  );
  await page.goto(product.path);
  const control = cartControl(page.getByRole('main'), product);
  await expect(control.add).toBeVisible();
  await Promise.all(answers);
  await shop.db.query(sql`update account set status = 'Suspended' where id = ${shopper.userId}`);
  await control.add.click();
  // In every tab, whichever has made the request that was refused.
  for (const tab of [page, other])
    await expectToast(tab, 'This account is suspended. Please contact the store.');
  await expect(other.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  expect(await page.evaluate(storedTokens)).toEqual([null, null, null]);
  await page.goto(product.path);
  await control.add.click();
  await expect(control.quantity).toHaveText('1');
  await page.goto('/login');
  await submitLogin(page, shopper);
  await expect(
    page.getByRole('alert').getByText('This account is suspended. Please contact the store.'),
  ).toBeVisible();
});
