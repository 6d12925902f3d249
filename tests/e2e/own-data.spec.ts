import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import { type Account, password } from './shop.ts';
import { expectToast, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const isDeleted = async ({ db, userId }: Account) =>
  (
    await db.one<{ is_deleted: boolean }>(sql`
    select deleted_at is not null as is_deleted from account where id = ${userId}`)
  ).is_deleted;

test('the own data is downloaded as JSON, after the password if the login is old', async ({
  errors,
  openPageAs,
  shopper,
}) => {
  errors.allow(/status of 403/);
  await shopper.addAddress('7 Hill Street');
  const page = await openPageAs(shopper, '/dashboard/profile');
  await shopper.db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${shopper.userId}`);
  await page.getByRole('button', { name: 'Download my data' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(stepUp.getByLabel('Password')).toBeFocused();
  await stepUp.getByLabel('Password').fill(password);
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({
    profile: { email: shopper.email },
    addresses: [{ address_line: '7 Hill Street' }],
    orders: [],
  });
  await expectToast(page, 'Your data was downloaded');
});

test('an account is deleted by keyboard with the password, once no order is under way or unpaid; the other tab is logged out', async ({
  errors,
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  errors.allow(/status of 40[019]/);
  const order = await shopper.placeOrder([await shop.claimProduct()], 1);
  const page = await openPageAs(shopper, '/dashboard/profile', { widthPx: 360 });
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard/address');
  await expect(otherTab.getByRole('heading', { name: 'Address' }).first()).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Delete account' }));
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const field = dialog.getByLabel('Password');
  await expect(field).toBeFocused();
  await expect(dialog.getByText(`We will confirm it by email to ${shopper.email}.`)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter your password', { exact: true })).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('One of your orders or refunds is not complete yet.')).toBeInViewport({
    ratio: 1,
  });
  expect(await isDeleted(shopper)).toBe(false);

  const change = { ids: [order._id], allowUnpicked: true };
  await admin.call('changeOrders', { ...change, to: 'PACKING' });
  await admin.call('changeOrders', { ...change, to: 'OUT_FOR_DELIVERY' });
  await admin.call('changeOrders', { ...change, to: 'DELIVERED', allowUnpaid: true, reason: 'No change' });
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('One of your delivered orders is not paid yet.')).toBeInViewport({
    ratio: 1,
  });
  expect(await isDeleted(shopper)).toBe(false);

  await admin.call('recordPayment', { _id: order._id, method: 'CASH', amount: order.totalAmt });
  await field.focus();
  // A double press deletes once.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Your account was deleted');
  await page.waitForURL('/');
  expect(await isDeleted(shopper)).toBe(true);
  await shop.waitForEmail(shopper.email, /account was deleted$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(shopper.email);

  await expect(otherTab.getByText('Log in to continue')).toBeVisible();
  await otherTab.goto('/login');
  await submitLogin(otherTab, shopper);
  await expect(otherTab.getByText('Incorrect email or password')).toBeVisible();
});

test('another browser that is open is logged out at its next step', async ({
  errors,
  openPageAs,
  shopper,
}) => {
  errors.allow(/status of 401/);
  const elsewhere = await openPageAs(shopper, '/dashboard/profile', { widthPx: 768 });
  await elsewhere.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialogOf(elsewhere).getByLabel('Password')).toBeFocused();
  await expectNoOverflow(elsewhere);
  await dialogOf(elsewhere).getByLabel('Password').fill(password);
  await shopper.call('deleteAccount', { password });
  // A call that the page makes without a click may be the next step; then the dialog is gone already.
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByText('Log in to continue')).toBeVisible();
});
