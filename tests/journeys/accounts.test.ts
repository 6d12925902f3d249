import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { hear } from './goods.ts';
import { hasFocus } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { enter, logIn, openAccount, password } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

test('registering says what is not right: passwords that differ, a weak one, a taken address', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/register');
  const send = () => page.getByRole('button', { name: 'Register' }).click();
  await send();
  await expect.poll(() => page.getByText(/^Enter (?:a|your|the) /).count()).toBe(4);
  await expect.poll(() => hasFocus(page.getByLabel('Name'))).toBe(true);

  await page.getByLabel('Name').fill('Ravi');
  await page.getByLabel('Email').fill(account.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(`${password}!`);
  await send();
  await page.getByText('password and confirm password must be same', { exact: true }).waitFor();

  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm Password').fill('short');
  await send();
  await expect
    .poll(() => page.getByText('At least 8 characters.', { exact: true }).getAttribute('class'))
    .toContain('danger');

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await send();
  await page.getByText('This email is already registered. Please log in.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/register');
});

test('Login can be pressed once both fields are filled in, and a wrong password is said', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto('/login');
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel('Email').fill(account.email);
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel('Password', { exact: true }).fill('wrong guess');
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
  await expect.poll(() => hasFocus(button)).toBe(true);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button.click();
  await page.waitForURL('/');
  await page.goto('/login');
  await page.waitForURL('/');
});

test('logging in leads back to where it was asked for, but never to another site', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/dashboard/myorders');
  await page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await logIn(page, account);
  await page.waitForURL('/dashboard/myorders');
  await page.getByText('No Data').waitFor();

  for (const from of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    const { page: other } = await entrance.admit(shop.url, { widthPx: 360 });
    await other.goto('/login');
    await other.evaluate((path) => history.replaceState({ ...history.state, usr: { from: path } }, ''), from);
    await other.reload();
    await logIn(other, account);
    await other.waitForURL(`${shop.url}/`);
    await other.context().close();
  }
});

test('the account page of a phone leads on, closes to where it was opened, and logs out', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/search');
  await page.goto('/cart');
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await page.waitForURL('/user');
  const menu = page.getByRole('navigation', { name: 'Account' });
  await menu.getByText('Ravi Menon').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('/cart');

  await page.goto('/user');
  await menu.getByRole('link', { name: 'My Orders' }).click();
  await page.waitForURL('/dashboard/myorders');
  await page.goto('/user');
  await menu.getByRole('link', { name: 'Save Address' }).click();
  await page.waitForURL('/dashboard/address');
  await page.goto('/user');
  await menu.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/');
  await hear(page, 'Logged out');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect(
    await page.evaluate(() => [localStorage.getItem('accesstoken'), localStorage.getItem('refreshToken')]),
  ).toEqual([null, null]);
  expect(complaints).toEqual([]);
});

test('the account menu of a desktop opens, is walked and closes by keyboard alone', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const button = page.getByRole('banner').getByRole('button', { name: 'Account' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Account' });
  const orders = menu.getByRole('link', { name: 'My Orders' });
  await orders.waitFor();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await orders.waitFor({ state: 'hidden' });
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => hasFocus(button)).toBe(true);
  await page.keyboard.press('Enter');
  await orders.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(orders)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/myorders');
  await page
    .locator('[data-testid=account-menu]')
    .getByRole('link', { name: 'My Orders' })
    .waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('an access token that has expired is renewed in silence, once for all calls of all tabs', async () => {
  const account = await openAccount(shop);
  const { page, openTab } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const refreshes: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/user/refresh-token')) refreshes.push(request.url());
  });
  const secondTab = await openTab();
  const spoilt = await page.evaluate(() => {
    const token = `${localStorage.getItem('accesstoken')}spoilt`;
    localStorage.setItem('accesstoken', token);
    return token;
  });
  await Promise.all([page.goto('/dashboard/myorders'), secondTab.goto('/dashboard/address')]);
  await page.getByText('No Data').waitFor();
  await secondTab.getByRole('button', { name: 'Add address' }).nth(1).waitFor();
  expect(refreshes).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('accesstoken'))).not.toBe(spoilt);
  await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0);
});

test('a session that the shop will not renew ends with a word, in every tab', async () => {
  const account = await openAccount(shop);
  const { page, openTab } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const secondTab = await openTab();
  await secondTab.goto('/search');
  await secondTab.getByRole('button', { name: 'Account' }).waitFor();
  // Whichever tab asks next hears of it, and that should be the first.
  await secondTab.waitForLoadState('networkidle');
  await shop.database.db.query(sql`update session set revoked_at = now() where user_id = ${account.userId}`);
  await page.evaluate(() => localStorage.setItem('accesstoken', 'expired'));
  await page.goto('/dashboard/myorders');
  await hear(page, 'Your session has ended. Please log in again.');
  await page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await secondTab.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, account);
  await page.waitForURL('/dashboard/myorders');
});
