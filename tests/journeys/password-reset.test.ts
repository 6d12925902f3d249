import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import { aboutCode, askForCode, boxOf, paste } from './one-time-code.ts';
import type { OpenShop } from './open-shop.ts';
import { codeIn, newestMailTo } from './outbox.ts';
import { type Account, enter, openAccount, password } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const newPassword = 'eight ripe mangoes';
const main = (page: Page) => page.getByRole('main');

async function savePassword(page: Page, wanted: string, again = wanted): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(wanted);
  await page.getByLabel('Confirm new password', { exact: true }).fill(again);
  await page.keyboard.press('Enter');
}

/** What the login page says to a password: nothing when it lets the shopper in. */
async function refusalAtLogin(page: Page, { email }: Account, tried: string): Promise<string | null> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(tried);
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('alert');
  await Promise.race([page.waitForURL('/'), refusal.waitFor()]);
  return (await refusal.count()) === 0 ? null : refusal.textContent();
}

test('whoever forgot the password pastes the code from the mail and chooses another: the old one and its sessions are over', async () => {
  const account = await openAccount(shop);
  const laptop = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(laptop.page, account);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await askForCode(page, account.email);
  await hear(page, 'If this address is registered, we sent a code to it.');
  await main(page).getByText(account.email).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const code = codeIn(await newestMailTo(shop, account.email, aboutCode));
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/verify-forgot-password-otp')) checks.push(request.postData() ?? '');
  });
  await paste(page, `Your Tokri code is ${code}. Enter it within 10 minutes.`);
  await page.waitForURL('/reset-password');
  expect(checks.map((check) => JSON.parse(check))).toEqual([{ email: account.email, otp: code }]);
  const email = main(page).getByLabel('Email');
  expect([await email.inputValue(), await email.getAttribute('readonly')]).toEqual([account.email, '']);
  expect(await axeViolations(page)).toEqual([]);

  await savePassword(page, newPassword);
  await page.waitForURL('/login');
  await hear(page, 'Password changed. Please log in.');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(account.email);
  expect(complaints).toEqual([]);

  expect(await refusalAtLogin(page, account, password)).toContain('is not right');
  expect(await refusalAtLogin(page, account, newPassword)).toBeNull();
  await laptop.page.goto('/dashboard/profile');
  await laptop.page.getByRole('heading', { name: 'Please Login' }).waitFor();
  await newestMailTo(shop, account.email, /password was changed/);
});

test('the pages opened directly lead to where they begin, and reload and back keep what they know', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 768 });
  await page.goto('/verification-otp');
  await page.waitForURL('/forgot-password');
  await page.goto('/reset-password');
  await page.waitForURL('/');

  await askForCode(page, account.email);
  await page.reload();
  await main(page).getByText(account.email).waitFor();
  await page.goBack();
  await page.waitForURL('/forgot-password');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(account.email);
  await page.goForward();
  await page.waitForURL('/verification-otp');
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
  await page.keyboard.type(codeIn(await newestMailTo(shop, account.email, aboutCode)));
  await page.waitForURL('/reset-password');
  await page.reload();
  await expect.poll(() => main(page).getByLabel('Email').inputValue()).toBe(account.email);
  // The code was used up, so the way back leads past it.
  await page.goBack();
  await page.waitForURL('/forgot-password');
  await page.goForward();
  await page.waitForURL('/reset-password');
  await savePassword(page, newPassword);
  await page.waitForURL('/login');
  expect(complaints).toEqual([]);
});

test('the new password: both alike, long enough, not a common one, and saved only within the time', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await askForCode(page, account.email);
  await page.keyboard.type(codeIn(await newestMailTo(shop, account.email, aboutCode)));
  await page.waitForURL('/reset-password');
  const says = (text: string) => main(page).getByText(text, { exact: true }).waitFor();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect
    .poll(() =>
      main(page)
        .getByText(/^Enter (?:a|your|the) /)
        .count(),
    )
    .toBe(2);
  await savePassword(page, newPassword, `${newPassword}!`);
  await says('New password and confirm password must be same.');
  await expect.poll(() => hasFocus(field('Confirm new password'))).toBe(true);
  await savePassword(page, 'password123');
  await says('This password is too easy to guess. Choose another one.');
  await expect.poll(() => hasFocus(field('New password'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  await shop.database.db.query(sql`
    update password_reset set verified_at = verified_at - interval '11 minutes' where email = ${account.email}`);
  await savePassword(page, newPassword);
  await page.getByRole('alert').getByText('Enter the code from your email first.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Get a new code' }).click();
  await page.waitForURL('/forgot-password');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(account.email);
});

test('a shopper who resets the password while logged in is a guest afterwards, without a word of a lost session', async () => {
  const account = await openAccount(shop);
  const { page, openTab, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const other = await openTab();
  await other.goto('/dashboard/myorders');
  await other.getByText('No Data').waitFor();
  await page.goto('/forgot-password');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(account.email);
  await page.getByLabel('Email').fill(account.email.toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('/verification-otp');
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
  await page.keyboard.type(codeIn(await newestMailTo(shop, account.email, aboutCode)));
  await page.waitForURL('/reset-password');
  await savePassword(page, newPassword);
  await page.waitForURL('/login');
  await hear(page, 'Password changed. Please log in.');
  await other.getByRole('heading', { name: 'Please Login' }).waitFor();
  await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('without a mouse, on a phone, and back to where the shopper was going', async () => {
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/dashboard/myorders');
  await tabTo(page, main(page).getByRole('link', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/login');
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/forgot-password');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.press('Enter');
  await main(page).getByText('Enter your email', { exact: true }).waitFor();
  await page.keyboard.type('asha');
  await page.keyboard.press('Enter');
  await main(page).getByText('Invalid email address').waitFor();
  await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true);
  complaints.length = 0;
  await page.getByLabel('Email').fill(account.email);
  await page.keyboard.press('Enter');
  await page.waitForURL('/verification-otp');
  await expect.poll(() => hasFocus(boxOf(page, 1))).toBe(true);
  const code = codeIn(await newestMailTo(shop, account.email, aboutCode));
  await tabTo(page, page.getByRole('link', { name: 'Use another address' }));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => hasFocus(boxOf(page, 6))).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.type(code);
  await page.waitForURL('/reset-password');
  await expect.poll(() => hasFocus(page.getByLabel('New password', { exact: true }))).toBe(true);
  await page.keyboard.type(newPassword);
  await tabTo(page, page.getByLabel('Confirm new password', { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('/login');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/myorders');
  expect(complaints).toEqual([]);
});
