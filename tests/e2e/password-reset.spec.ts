import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, tabTo } from './accessibility.ts';
import { codeEmail, otpInput, paste, requestCode } from './otp.ts';
import { type Account, codeIn, password } from './shop.ts';
import { expectToast, login } from './storefront.ts';
import { expect, test } from './test.ts';

const newPassword = 'eight ripe mangoes';
const main = (page: Page) => page.getByRole('main');

async function savePassword(page: Page, wanted: string, again = wanted): Promise<void> {
  // An error of a field can be shown while the text is typed. A form that is still being validated ignores Enter.
  await expect(main(page).getByRole('button', { name: 'Save password' })).toBeEnabled();
  await page.getByLabel('New password', { exact: true }).fill(wanted);
  await page.getByLabel('Confirm new password', { exact: true }).fill(again);
  await page.keyboard.press('Enter');
}

/** Logs in; returns the error, null when the login succeeds. */
async function loginError(page: Page, { email }: Account, tried: string): Promise<string | null> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(tried);
  await expect(main(page).getByRole('button', { name: 'Login' })).toBeEnabled();
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await Promise.race([page.waitForURL('/'), expect(alert).toBeVisible()]);
  return (await alert.count()) === 0 ? null : alert.textContent();
}

test('a pasted code from the email leads to a new password, which ends the old one and all sessions', async ({
  errors,
  phone: page,
  openPage,
  shop,
  shopper,
}) => {
  const laptop = await openPage();
  await login(laptop, shopper);
  await requestCode(page, shopper.email);
  await expectToast(page, 'If this address is registered, we sent a code to it.');
  await expect(main(page).getByText(shopper.email)).toBeVisible();
  await expectAccessible(page);

  const code = codeIn(await shop.waitForEmail(shopper.email, codeEmail));
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/verify-forgot-password-otp')) checks.push(request.postData() ?? '');
  });
  await paste(page, `Your Tokri code is ${code}. Enter it within 10 minutes.`);
  await page.waitForURL('/reset-password');
  const challenge = expect.stringMatching(/^[\w-]{43}$/);
  expect(checks.map((check) => JSON.parse(check))).toEqual([{ email: shopper.email, otp: code, challenge }]);
  const email = main(page).getByLabel('Email');
  expect([await email.inputValue(), await email.getAttribute('readonly')]).toEqual([shopper.email, '']);
  await expectAccessible(page);

  await savePassword(page, newPassword);
  await page.waitForURL('/login');
  await expectToast(page, 'Password changed. Please log in.');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);

  errors.allow(/status of 401/);
  expect(await loginError(page, shopper, password)).toContain('Incorrect email or password');
  expect(await loginError(page, shopper, newPassword)).toBeNull();
  await laptop.goto('/dashboard/profile');
  await expect(laptop.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  await shop.waitForEmail(shopper.email, /password was changed/);
});

test('pages of the reset opened directly lead to its start, and reload and back keep its state', async ({
  tablet: page,
  shop,
  shopper,
}) => {
  await page.goto('/verification-otp');
  await page.waitForURL('/forgot-password');
  await page.goto('/reset-password');
  await page.waitForURL('/');

  await requestCode(page, shopper.email);
  await page.reload();
  await expect(main(page).getByText(shopper.email)).toBeVisible();
  await page.goBack();
  await page.waitForURL('/forgot-password');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await page.goForward();
  await page.waitForURL('/verification-otp');
  await expect(otpInput(page, 1)).toBeFocused();
  await page.keyboard.type(codeIn(await shop.waitForEmail(shopper.email, codeEmail)));
  await page.waitForURL('/reset-password');
  await page.reload();
  await expect(main(page).getByLabel('Email')).toHaveValue(shopper.email);
  // A used code is skipped on the way back.
  await page.goBack();
  await page.waitForURL('/forgot-password');
  await page.goForward();
  await page.waitForURL('/reset-password');
  await savePassword(page, newPassword);
  await page.waitForURL('/login');
});

test('a new password has to be repeated, strong and saved within the time limit', async ({
  errors,
  page,
  shop,
  shopper,
}) => {
  await requestCode(page, shopper.email);
  await page.keyboard.type(codeIn(await shop.waitForEmail(shopper.email, codeEmail)));
  await page.waitForURL('/reset-password');
  const says = (text: string) => expect(main(page).getByText(text, { exact: true })).toBeVisible();
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
  await expect(field('Confirm new password')).toBeFocused();
  await savePassword(page, 'password123');
  await says('This password is too easy to guess. Choose another one.');
  errors.accept(/status of 400/);
  await expect(field('New password')).toBeFocused();
  await expectAccessible(page);

  await shop.db.query(sql`
    update password_reset set verified_at = verified_at - interval '11 minutes' where email = ${shopper.email}`);
  await savePassword(page, newPassword);
  await expect(page.getByRole('alert').getByText('Enter the code from your email first.')).toBeVisible();
  errors.accept(/status of 403/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Get a new code' }).click();
  await page.waitForURL('/forgot-password');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});

test('a reset while logged in ends as a guest without a message about the session', async ({
  page,
  shop,
  shopper,
}) => {
  await login(page, shopper);
  const other = await page.context().newPage();
  await other.goto('/dashboard/myorders');
  await expect(other.getByText('No Data')).toBeVisible();
  await page.goto('/forgot-password');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await page.getByLabel('Email').fill(shopper.email.toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('/verification-otp');
  await expect(otpInput(page, 1)).toBeFocused();
  await page.keyboard.type(codeIn(await shop.waitForEmail(shopper.email, codeEmail)));
  await page.waitForURL('/reset-password');
  await savePassword(page, newPassword);
  await page.waitForURL('/login');
  await expectToast(page, 'Password changed. Please log in.');
  await expect(other.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
});

test('the reset works by keyboard on a phone and returns to the page that required the login', async ({
  phone: page,
  shop,
  shopper,
}) => {
  await page.goto('/dashboard/myorders');
  await tabTo(page, main(page).getByRole('link', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/login');
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/forgot-password');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Enter your email', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('asha');
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Invalid email address')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  // The error was shown while the text was typed. A form that is still being validated ignores Enter.
  await expect(main(page).getByRole('button', { name: 'Send code' })).toBeEnabled();
  await page.getByLabel('Email').fill(shopper.email);
  await page.keyboard.press('Enter');
  await page.waitForURL('/verification-otp');
  await expect(otpInput(page, 1)).toBeFocused();
  const code = codeIn(await shop.waitForEmail(shopper.email, codeEmail));
  await tabTo(page, page.getByRole('link', { name: 'Use another address' }));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(otpInput(page, 6)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.type(code);
  await page.waitForURL('/reset-password');
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await page.keyboard.type(newPassword);
  await tabTo(page, page.getByLabel('Confirm new password', { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('/login');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/myorders');
});
