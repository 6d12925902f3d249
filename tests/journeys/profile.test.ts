import type { Page } from 'playwright-core';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { mailsTo, newestMailTo, pathIn } from './outbox.ts';
import { type Account, enter, openAccount, password } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const menuOf = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });
const devicesOf = (page: Page) => page.getByRole('region', { name: 'Your devices' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** What the shop's books say of an account. */
async function inBooks({ userId }: Account) {
  const [row] = await shop.database.db.query<{ name: string; mobile: string; email: string }>(sql`
    select name, mobile, email from account where id = ${userId}`);
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
  await expect.poll(() => save(page).isDisabled()).toBe(true);

  await page.getByLabel('Name').fill('Ravi K. Menon');
  await page.getByLabel('Mobile').fill('12345');
  await save(page).click();
  await page.getByText('Enter a mobile number, such as').waitFor();
  await expect.poll(() => hasFocus(page.getByLabel('Mobile'))).toBe(true);
  expect(await inBooks(account)).toMatchObject({ name: 'Ravi Menon' });

  await page.getByLabel('Mobile').fill('+91 98765 43210');
  await page.keyboard.press('Enter');
  await hear(page, 'Profile saved');
  await menuOf(page).getByText('Ravi K. Menon').waitFor();
  await expect.poll(() => page.getByLabel('Mobile').inputValue()).toBe('9876543210');
  await expect.poll(() => save(page).isDisabled()).toBe(true);
  expect(await inBooks(account)).toMatchObject({ name: 'Ravi K. Menon', mobile: '9876543210' });

  await menuOf(otherTab).getByText('Ravi K. Menon').waitFor();
  await expect.poll(() => otherTab.getByLabel('Name').inputValue()).toBe('Ravi K. Menon');
  await expect.poll(() => otherTab.getByLabel('Mobile').inputValue()).toBe('99');
  await otherTab.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => otherTab.getByLabel('Mobile').inputValue()).toBe('9876543210');
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
  await expect.poll(() => rows.first().textContent()).toContain('This device');
  await expect.poll(() => rows.first().getByRole('button').count()).toBe(0);
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
  await expect.poll(() => hasFocus(devicesOf(page).getByRole('heading'))).toBe(true);
  await elsewhere.page.goto('/dashboard/address');
  await elsewhere.page.getByRole('heading', { name: 'Please Login' }).waitFor();

  await devicesOf(page).getByRole('button', { name: 'Log out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await devicesOf(page).getByText('You are logged in on this device only.').waitFor();
  await page.reload();
  await devicesOf(page).getByText('You are logged in on this device only.').waitFor();
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
  await expect.poll(() => dialog.getByText(/^Enter (?:a|your|the) /).count()).toBe(3);
  await type(password, 'eight ripe mangoes', 'nine ripe mangoes');
  await dialog.getByText('New password and confirm password must be same.', { exact: true }).waitFor();
  await expect.poll(() => hasFocus(field('Confirm new password'))).toBe(true);
  await type('not my password', 'eight ripe mangoes');
  await dialog.getByText('Incorrect password.').waitFor();
  await expect.poll(() => hasFocus(field('Current password'))).toBe(true);
  await type(password, 'password123');
  await dialog.getByText('This password is too easy to guess. Choose another one.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // What the shop refuses, the browser reports in its console.
  complaints.length = 0;
  await type(password, 'eight ripe mangoes');
  await dialog.waitFor({ state: 'hidden' });
  await hear(page, 'Password changed');
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Change password' }))).toBe(true);
  await devicesOf(page).getByText('You are logged in on this device only.').waitFor();
  expect(complaints).toEqual([]);

  await elsewhere.page.goto('/dashboard/profile');
  await elsewhere.page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await elsewhere.page.goto('/login');
  await elsewhere.page.getByLabel('Email').fill(account.email);
  await elsewhere.page.getByLabel('Password', { exact: true }).fill('eight ripe mangoes');
  await elsewhere.page.keyboard.press('Enter');
  await elsewhere.page.waitForURL('/');
});

test('the reminder of an address that is not verified sends the link again, and goes when it was opened elsewhere', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await visitProfile(account, 360);
  const reminder = page.getByText('This email is not verified yet.');
  await reminder.waitFor();
  await newestMailTo(shop, account.email, /^Confirm your e-mail address/);
  await tabTo(page, page.getByRole('button', { name: 'Send again' }));
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(`We sent the link to ${account.email}.`).waitFor();
  const mail = await newestMailTo(shop, account.email, /^Confirm your e-mail address/, 2);

  const code = new URLSearchParams(pathIn(mail).split('?')[1]).get('code') ?? '';
  await account.call('verifyEmail', { code });
  // Back from the mail program.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await reminder.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('another e-mail address asks for the password and counts once the link in its mail was opened', async () => {
  const account = await openAccount(shop);
  await account.call('updateUser', { name: 'Ravi Menon', email: account.email, mobile: '9876543210' });
  const { page, complaints, openTab } = await visitProfile(account, 768);
  const [unwanted, wanted] = [`unwanted.${account.email}`, `wanted.${account.email}`];
  const waitingFor = (address: string) => page.getByText(`Waiting for you to verify ${address}.`);
  const email = page.getByLabel('Email');
  const ownPassword = page.getByLabel('Your password');
  await expect.poll(() => ownPassword.count()).toBe(0);

  await email.fill(unwanted);
  await save(page).click();
  await page.getByText('Enter your password', { exact: true }).waitFor();
  await expect.poll(() => hasFocus(ownPassword)).toBe(true);
  await ownPassword.fill('not my password');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect password.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // What the shop refuses, the browser reports in its console.
  complaints.length = 0;
  await ownPassword.fill(password);
  await page.keyboard.press('Enter');
  await waitingFor(unwanted).waitFor();
  await expect.poll(() => email.inputValue()).toBe(account.email);
  await expect.poll(() => ownPassword.count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await waitingFor(unwanted).waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(page.getByRole('form', { name: 'Your details' }))).toBe(true);

  await email.fill(wanted.toUpperCase());
  await ownPassword.fill(password);
  await page.keyboard.press('Enter');
  await waitingFor(wanted).waitFor();
  // Another name does not take the wish back.
  await page.getByLabel('Name').fill('Ravi K. Menon');
  await save(page).click();
  await hear(page, 'Profile saved');
  await menuOf(page).getByText('Ravi K. Menon').waitFor();
  await expect.poll(() => waitingFor(wanted).count()).toBe(1);
  expect(await inBooks(account)).toMatchObject({ name: 'Ravi K. Menon', email: account.email });

  const mail = await newestMailTo(shop, wanted, /^Confirm your new e-mail address/);
  expect(await mailsTo(shop, wanted)).toHaveLength(1);
  await newestMailTo(shop, account.email, /is about to change/, 2);
  const otherTab = await openTab();
  await otherTab.goto(pathIn(mail));
  await waitingFor(wanted).waitFor({ state: 'hidden' });
  await expect.poll(() => email.inputValue()).toBe(wanted);
  // The narrow menu of a tablet has no room for it.
  await page.setViewportSize({ width: 1024, height: 900 });
  await menuOf(page).getByText(wanted).waitFor();
  expect(await inBooks(account)).toMatchObject({ email: wanted });
  expect(complaints).toEqual([]);
});

test('a picture of oneself is chosen, seen and sent, and what is none is refused', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await visitProfile(account);
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const opened = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /^Choose/ }).click();
    await (await opened).setFiles({ name, mimeType, buffer });
  };
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  await choose('me.png', 'image/png', Buffer.from(drawing));
  await dialog.getByText('This picture cannot be read. Please choose another one.').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  const picture = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#c84' } });
  await choose('me.jpg', 'image/jpeg', await picture.jpeg().toBuffer());
  await dialog.getByAltText('Preview').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const button = page.getByRole('button', { name: 'Change your picture' });
  await button.waitFor();
  await expect.poll(() => hasFocus(button)).toBe(true);
  const shown = button.locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});
