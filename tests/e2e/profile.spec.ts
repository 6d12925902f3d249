import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, tabTo } from './accessibility.ts';
import { type Account, password, pathIn } from './shop.ts';
import { expectToast, hold, login } from './storefront.ts';
import { expect, test } from './test.ts';

const menuOf = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });
const devicesOf = (page: Page) => page.getByRole('region', { name: 'Your devices' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function storedProfile({ db, userId }: Account) {
  const [row] = await db.query<{ name: string; mobile: string; email: string }>(sql`
    select name, mobile, email from account where id = ${userId}`);
  return row;
}

test('name and mobile number are saved and shown in every tab, which keeps its unsaved input', async ({
  openPageAs,
  shopper,
}) => {
  const page = await openPageAs(shopper, '/dashboard/profile');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard/profile');
  await otherTab.getByLabel('Mobile').fill('99');
  await expect(save(page)).toBeDisabled();

  await page.getByLabel('Name').fill('Ravi K. Menon');
  await page.getByLabel('Mobile').fill('12345');
  await save(page).click();
  await expect(page.getByText('Enter a mobile number, such as')).toBeVisible();
  await expect(page.getByLabel('Mobile')).toBeFocused();
  expect(await storedProfile(shopper)).toMatchObject({ name: 'Ravi Menon' });

  await page.getByLabel('Mobile').fill('+91 98765 43210');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Profile saved');
  await expect(menuOf(page).getByText('Ravi K. Menon')).toBeVisible();
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(save(page)).toBeDisabled();
  expect(await storedProfile(shopper)).toMatchObject({ name: 'Ravi K. Menon', mobile: '9876543210' });

  await expect(menuOf(otherTab).getByText('Ravi K. Menon')).toBeVisible();
  await expect(otherTab.getByLabel('Name')).toHaveValue('Ravi K. Menon');
  await expect(otherTab.getByLabel('Mobile')).toHaveValue('99');
  await otherTab.getByRole('button', { name: 'Discard' }).click();
  await expect(otherTab.getByLabel('Mobile')).toHaveValue('9876543210');
});

test('fields keep their text while the code that checks them is delayed, and Save is carried out once', async ({
  openPageAs,
  shopper,
}) => {
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  const requests: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/update-user')) requests.push(request.postDataJSON());
  });
  await page.goto('/dashboard/profile');
  await page.getByLabel('Mobile').waitFor();
  // The schema of the form is loaded at the first focus.
  const release = await hold(page, /\/assets\/[^/]+\.js$/);
  await expect(save(page)).toBeDisabled();
  await page.getByLabel('Mobile').fill('99');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Mobile')).toHaveValue('');
  await expect(save(page)).toBeDisabled();

  await page.getByLabel('Name').fill('');
  await page.getByLabel('Mobile').fill('+91 98765 43210');
  await save(page).click();
  await page.keyboard.press('Enter');
  await page.getByLabel('Mobile').press('Home');
  await page.getByLabel('Mobile').press('Delete');
  expect(requests).toEqual([]);
  release();
  await expect(page.getByText('Enter a name', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Mobile')).toHaveValue('91 98765 43210');
  await page.getByLabel('Name').fill('Ravi K. Menon');
  await save(page).click();
  await expectToast(page, 'Profile saved');
  expect(requests).toHaveLength(1);
  expect(await storedProfile(shopper)).toMatchObject({ name: 'Ravi K. Menon', mobile: '9876543210' });
});

test('another device is logged out and has to log in at its next step', async ({
  errors,
  openPageAs,
  shopper,
}) => {
  const elsewhere = await openPageAs(shopper, '/', { widthPx: 360 });
  const page = await openPageAs(shopper, '/dashboard/profile');
  const rows = devicesOf(page).getByRole('listitem');
  // The third session is that of the API calls of this test.
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('This device');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  const phone = rows.nth(1).getByRole('button');
  const device = (await phone.getAttribute('aria-label'))?.replace(/^Log out |, last used.*$/g, '') ?? '';
  // A device whose logout failed comes back.
  await page.route('**/api/user/end-session', (route) => route.abort());
  await phone.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expectToast(page, 'The store cannot be reached. Please check your connection and try again.');
  await expect(rows).toHaveCount(3);
  await page.unroute('**/api/user/end-session');
  errors.accept(/net::ERR_FAILED/);

  await phone.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await elsewhere.goto('/dashboard/myorders');
  await expect(elsewhere.getByText('No Data')).toBeVisible();
  await phone.click();
  await expect(page.getByRole('dialog', { name: `Log out ${device}?` })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, `${device} is logged out`);
  await expect(rows).toHaveCount(2);
  await expect(devicesOf(page).getByRole('heading')).toBeFocused();
  errors.allow(/status of 401/);
  await elsewhere.goto('/dashboard/address');
  await expect(elsewhere.getByRole('heading', { name: 'Please Login' })).toBeVisible();

  await devicesOf(page).getByRole('button', { name: 'Log out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(devicesOf(page).getByText('You are logged in on this device only.')).toBeVisible();
  await page.reload();
  await expect(devicesOf(page).getByText('You are logged in on this device only.')).toBeVisible();
});

test('the password is changed by keyboard on a phone, which logs out the other devices', async ({
  errors,
  openPageAs,
  shopper,
}) => {
  const elsewhere = await openPageAs(shopper, '/');
  const page = await openPageAs(shopper, '/dashboard/profile', { widthPx: 360 });
  await tabTo(page, page.getByRole('button', { name: 'Change password' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await expect(field('Current password')).toBeFocused();
  await expectAccessible(page);

  const changePassword = async (current: string, wanted: string, again = wanted) => {
    // An error of a field can be shown while the text is typed. A form that is still being validated ignores Enter.
    await expect(dialog.getByRole('button', { name: 'Change password', exact: true })).toBeEnabled();
    await field('Current password').fill(current);
    await field('New password').fill(wanted);
    await field('Confirm new password').fill(again);
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Enter (?:a|your|the) /)).toHaveCount(3);
  await changePassword(password, 'eight ripe mangoes', 'nine ripe mangoes');
  await expect(
    dialog.getByText('New password and confirm password must be same.', { exact: true }),
  ).toBeVisible();
  await expect(field('Confirm new password')).toBeFocused();
  await changePassword('not my password', 'eight ripe mangoes');
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await expect(field('Current password')).toBeFocused();
  await changePassword(password, 'password123');
  await expect(dialog.getByText('This password is too easy to guess. Choose another one.')).toBeVisible();
  await expectAccessible(page);
  errors.accept(/status of 4\d\d/);
  await changePassword(password, 'eight ripe mangoes');
  await expect(dialog).toBeHidden();
  await expectToast(page, 'Password changed');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
  await expect(devicesOf(page).getByText('You are logged in on this device only.')).toBeVisible();

  errors.allow(/status of 401/);
  await elsewhere.goto('/dashboard/profile');
  await expect(elsewhere.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  await elsewhere.goto('/login');
  await elsewhere.getByLabel('Email').fill(shopper.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill('eight ripe mangoes');
  await elsewhere.keyboard.press('Enter');
  await elsewhere.waitForURL('/');
});

test('a generated password is replaced right after the login, and closing the dialog logs out', async ({
  errors,
  page,
  shopper,
}) => {
  errors.allow(/status of 403/);
  await shopper.db.query(sql`update account set must_change_password = true where id = ${shopper.userId}`);
  const dialog = page.getByRole('dialog', { name: 'Choose your own password' });
  await login(page, shopper);
  await expect(dialog).toBeVisible();
  await page.goto('/dashboard/myorders');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Log in to continue')).toBeVisible();

  await login(page, shopper);
  await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await field('Current password').fill(password);
  await field('New password').fill('eight ripe mangoes');
  await field('Confirm new password').fill('eight ripe mangoes');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.goto('/dashboard/profile');
  await expect(devicesOf(page).getByText('You are logged in on this device only.')).toBeVisible();
});

test('an administrator with a generated password sees no error of the dashboard behind the dialog, and then the dashboard', async ({
  errors,
  page,
  admin,
}) => {
  errors.allow(/status of 403/);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  await admin.db.query(sql`update account set must_change_password = true where id = ${admin.userId}`);
  await login(page, admin);
  const dialog = page.getByRole('dialog', { name: 'Choose your own password' });
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByLabel('New password', { exact: true }).fill('eight ripe mangoes');
  await dialog.getByLabel('Confirm new password', { exact: true }).fill('eight ripe mangoes');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText("Couldn't load the dashboard")).toHaveCount(0);
  expect(refused.filter((path) => /dashboard|opening/.test(path))).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the verification reminder sends the link again and disappears after the verification elsewhere', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const page = await openPageAs(shopper, '/dashboard/profile', { widthPx: 360 });
  const reminder = page.getByText('This email is not verified yet.');
  await expect(reminder).toBeVisible();
  await shop.waitForEmail(shopper.email, /^Confirm your email address/);
  await tabTo(page, page.getByRole('button', { name: 'Send again' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(`We sent the link to ${shopper.email}.`)).toBeVisible();
  const mail = await shop.waitForEmail(shopper.email, /^Confirm your email address/, 2);

  const code = new URLSearchParams(pathIn(mail).split('?')[1]).get('code') ?? '';
  await shopper.call('verifyEmail', { code });
  // The tab becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(reminder).toBeHidden();
});

test('a new email needs the password and takes effect when its link is opened', async ({
  errors,
  openPageAs,
  shop,
  shopper,
}) => {
  await shopper.call('updateUser', { name: 'Ravi Menon', email: shopper.email, mobile: '9876543210' });
  const page = await openPageAs(shopper, '/dashboard/profile', { widthPx: 768 });
  const [unwanted, wanted] = [`unwanted.${shopper.email}`, `wanted.${shopper.email}`];
  const waitingFor = (address: string) => page.getByText(`Waiting for you to verify ${address}.`);
  const email = page.getByLabel('Email');
  const ownPassword = page.getByLabel('Your password');
  await expect(ownPassword).toHaveCount(0);

  await email.fill(unwanted);
  await save(page).click();
  await expect(page.getByText('Enter your password', { exact: true })).toBeVisible();
  await expect(ownPassword).toBeFocused();
  await ownPassword.fill('not my password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await expectAccessible(page);
  errors.accept(/status of 4\d\d/);
  await ownPassword.fill(password);
  await page.keyboard.press('Enter');
  await expect(waitingFor(unwanted)).toBeVisible();
  await expect(email).toHaveValue(shopper.email);
  await expect(ownPassword).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(waitingFor(unwanted)).toBeHidden();
  await expect(page.getByRole('form', { name: 'Your details' })).toBeFocused();

  await email.fill(wanted.toUpperCase());
  await ownPassword.fill(password);
  await page.keyboard.press('Enter');
  await expect(waitingFor(wanted)).toBeVisible();
  // A change of the name keeps the pending email.
  await page.getByLabel('Name').fill('Ravi K. Menon');
  await save(page).click();
  await expectToast(page, 'Profile saved');
  await expect(menuOf(page).getByText('Ravi K. Menon')).toBeVisible();
  await expect(waitingFor(wanted)).toHaveCount(1);
  expect(await storedProfile(shopper)).toMatchObject({ name: 'Ravi K. Menon', email: shopper.email });

  const mail = await shop.waitForEmail(wanted, /^Confirm your new email address/);
  expect(await shop.emailsTo(wanted)).toHaveLength(1);
  await shop.waitForEmail(shopper.email, /is about to change/, 2);
  const otherTab = await page.context().newPage();
  await otherTab.goto(pathIn(mail));
  await expect(waitingFor(wanted)).toBeHidden();
  await expect(email).toHaveValue(wanted);
  // The menu of a tablet does not show the email.
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(menuOf(page).getByText(wanted)).toBeVisible();
  expect(await storedProfile(shopper)).toMatchObject({ email: wanted });
});
