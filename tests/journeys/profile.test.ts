import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { type Account, enter, openAccount, password } from './shopper.ts';
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

const menuOf = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });
const devicesOf = (page: Page) => page.getByRole('region', { name: 'Your devices' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** What the shop's books say of an account. */
async function inBooks({ userId }: Account) {
  const [row] = await shop.database.sql<{ name: string; mobile: string; email: string }[]>`
    select name, mobile, email from account where id = ${userId}`;
  return row;
}

/** A visitor who is logged in and looks at the profile. */
async function visitProfile(account: Account, widthPx = 1440) {
  const visitor = await entrance.admit(shop.url, { widthPx });
  await enter(visitor.page, account);
  await visitor.page.goto('/dashboard/profile');
  return visitor;
}

test('name and mobile number are saved, and every tab shows them at once but leaves what is typed there', async () => {
  const account = await openAccount(shop);
  const { page, complaints, openTab } = await visitProfile(account);
  const otherTab = await openTab();
  await otherTab.goto('/dashboard/profile');
  await otherTab.getByLabel('Mobile').fill('99');
  expect(await save(page).isDisabled()).toBe(true);

  await page.getByLabel('Name').fill('Ravi K. Menon');
  await page.getByLabel('Mobile').fill('12345');
  await save(page).click();
  await page.getByText('Please enter a mobile number, such as').waitFor();
  expect(await hasFocus(page.getByLabel('Mobile'))).toBe(true);
  expect(await inBooks(account)).toMatchObject({ name: 'Ravi Menon' });

  await page.getByLabel('Mobile').fill('+91 98765 43210');
  await page.keyboard.press('Enter');
  await hear(page, 'Profile saved');
  await menuOf(page).getByText('Ravi K. Menon').waitFor();
  expect(await page.getByLabel('Mobile').inputValue()).toBe('9876543210');
  expect(await save(page).isDisabled()).toBe(true);
  expect(await inBooks(account)).toMatchObject({ name: 'Ravi K. Menon', mobile: '9876543210' });

  await menuOf(otherTab).getByText('Ravi K. Menon').waitFor();
  expect(await otherTab.getByLabel('Name').inputValue()).toBe('Ravi K. Menon');
  expect(await otherTab.getByLabel('Mobile').inputValue()).toBe('99');
  await otherTab.getByRole('button', { name: 'Discard' }).click();
  expect(await otherTab.getByLabel('Mobile').inputValue()).toBe('9876543210');
  expect(complaints).toEqual([]);
});

test('another device is logged out from here, and is asked to log in at its next step', async () => {
  const account = await openAccount(shop);
  const elsewhere = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(elsewhere.page, account);
  const { page, complaints } = await visitProfile(account);
  const rows = devicesOf(page).getByRole('listitem');
  // The account was opened without a browser, which left a session of its own.
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.first().textContent()).toContain('This device');
  expect(await rows.first().getByRole('button').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  const phone = rows.nth(1).getByRole('button');
  const device = (await phone.getAttribute('aria-label'))?.replace(/^Log out |, last used.*$/g, '') ?? '';
  // The shop does not answer: what was taken away at once comes back.
  await page.route('**/api/user/end-session', (route) => route.abort());
  await phone.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await hear(page, 'The shop cannot be reached. Please check your connection and try again.');
  await expect.poll(() => rows.count()).toBe(3);
  await page.unroute('**/api/user/end-session');
  complaints.length = 0;

  await phone.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await elsewhere.page.goto('/dashboard/myorders');
  await elsewhere.page.getByText('No Data').waitFor();
  await phone.click();
  await page.getByRole('dialog', { name: `Log out ${device}?` }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await hear(page, `${device} is logged out`);
  await expect.poll(() => rows.count()).toBe(2);
  expect(await hasFocus(devicesOf(page).getByRole('heading'))).toBe(true);
  await elsewhere.page.goto('/dashboard/address');
  await elsewhere.page.getByRole('heading', { name: 'Please Login' }).waitFor();

  await devicesOf(page).getByRole('button', { name: 'Log out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await devicesOf(page).getByText('You are logged in on this device alone.').waitFor();
  await page.reload();
  await devicesOf(page).getByText('You are logged in on this device alone.').waitFor();
  expect(complaints).toEqual([]);
});

test('without a mouse, on a phone: the password is changed by who knows it, which logs the other devices out', async () => {
  const account = await openAccount(shop);
  const elsewhere = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(elsewhere.page, account);
  const { page, complaints } = await visitProfile(account, 360);
  await tabTo(page, page.getByRole('button', { name: 'Change password' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await expect.poll(() => hasFocus(field('Current password'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  const type = async (current: string, wanted: string, again = wanted) => {
    await field('Current password').fill(current);
    await field('New password').fill(wanted);
    await field('Confirm new password').fill(again);
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByText('Please fill this in.').count()).toBe(3);
  await type(password, 'eight ripe mangoes', 'nine ripe mangoes');
  await dialog.getByText('New password and confirm password must be same.', { exact: true }).waitFor();
  expect(await hasFocus(field('Confirm new password'))).toBe(true);
  await type('not my password', 'eight ripe mangoes');
  await dialog.getByText('This is not your password.').waitFor();
  expect(await hasFocus(field('Current password'))).toBe(true);
  await type(password, 'password123');
  await dialog.getByText('This password is too easy to guess. Please choose another.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // What the shop refuses, the browser reports in its console.
  complaints.length = 0;
  await type(password, 'eight ripe mangoes');
  await dialog.waitFor({ state: 'hidden' });
  await hear(page, 'Password changed');
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Change password' }))).toBe(true);
  await devicesOf(page).getByText('You are logged in on this device alone.').waitFor();
  expect(complaints).toEqual([]);

  await elsewhere.page.goto('/dashboard/profile');
  await elsewhere.page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await elsewhere.page.goto('/login');
  await elsewhere.page.getByLabel('Email').fill(account.email);
  await elsewhere.page.getByLabel('Password', { exact: true }).fill('eight ripe mangoes');
  await elsewhere.page.keyboard.press('Enter');
  await elsewhere.page.waitForURL('/');
});
