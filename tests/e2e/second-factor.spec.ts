import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { maximumUnconfirmedPrices } from '#contract/base/limits.ts';
import { totpAt } from '#server/identity/totp.ts';
import { fromBase32 } from '#tests/fixtures/accounts.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { dialogOf, findPublicProduct, openProducts, rowCheckbox } from './dashboard.ts';
import { type Account, password } from './shop.ts';
import { expectToast, login, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

const stepUp = (page: Page) => dialogOf(page, 'Confirm that it’s you');
const screenshots = process.env.SCREENSHOTS;

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/${name}.png` });
}

/** Gives a page a passkey device whose owner is there. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** Makes the login of all sessions older than a step-up lasts. */
async function age({ db, userId }: Account): Promise<void> {
  await db.query(
    sql`update session set authenticated_at = now() - interval '1 hour' where user_id = ${userId}`,
  );
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
}

test('a passkey is added on the profile page, confirms a login and a sensitive change, and is removed', async ({
  errors,
  page,
  admin,
}) => {
  errors.allow(/status of 40[13]/);
  const libraries: string[] = [];
  page.on('request', (request) => {
    if (/simplewebauthn|startRegistration|passkey/i.test(request.url())) libraries.push(request.url());
  });
  await login(page, admin);
  await addAuthenticator(page);
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Second factor' });
  await expect(card.getByText('You log in with your password alone.')).toBeVisible();
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = dialogOf(page, 'Add a passkey');
  await dialog.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  const codes = dialogOf(page, 'Save your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await shoot(page, 'recovery-codes-1440');
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card.getByText('Work laptop')).toBeVisible();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'profile-1440');

  await logOut(page);
  await submitLogin(page, admin);
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' });
  await expect(usePasskey).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accesstoken'))).toBeNull();
  await expectAccessible(page);
  await shoot(page, 'login-1440');
  await usePasskey.click();
  await page.waitForURL('/dashboard');

  await age(admin);
  await page.goto('/dashboard/profile');
  await card.getByRole('button', { name: 'Remove Work laptop' }).click();
  await dialogOf(page, 'Remove Work laptop?').getByRole('button', { name: 'Remove' }).click();
  await stepUp(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(card.getByText('You log in with your password alone.')).toBeVisible();
});

test('an authenticator app is set up on a phone by keyboard, and its codes and recovery codes log in', async ({
  errors,
  phone: page,
  admin,
}) => {
  errors.allow(/status of 40[01]/);
  await login(page, admin);
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Set up an authenticator app' }).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Set up an authenticator app');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const code = dialog.getByLabel('Code from the app');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await shoot(page, 'totp-360');
  const secret = fromBase32(((await dialog.locator('.font-mono').textContent()) ?? '').replaceAll(' ', ''));
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Incorrect code. Check the time of your phone.')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(totpAt(secret, new Date()));
  await page.keyboard.press('Enter');
  const codes = dialogOf(page, 'Save your recovery codes');
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await expectNoOverflow(page);
  await shoot(page, 'recovery-codes-360');
  await page.keyboard.press('Escape');
  await expect(card.getByText('10 recovery codes left')).toBeVisible();
  await expectNoOverflow(page);
  await card.scrollIntoViewIfNeeded();
  await shoot(page, 'profile-360');

  await logOut(page);
  await submitLogin(page, admin);
  const field = page.getByLabel('Code');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await shoot(page, 'login-360');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That did not work. Check the code, then try again.')).toBeVisible();
  await expect(field).toBeFocused();
  // The code of the setup is used; a phone whose clock is half a minute ahead shows the next one.
  await field.fill(totpAt(secret, new Date(Date.now() + 30_000)));
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard');

  await logOut(page);
  await submitLogin(page, admin);
  await field.fill(recoveryCode);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard');
  await page.goto('/dashboard/profile');
  await expect(card.getByText('9 recovery codes left')).toBeVisible();
});

test('a sensitive change asks for the password, keeps what was chosen, and is then carried out', async ({
  errors,
  tablet: page,
  shop,
  admin,
}) => {
  errors.allow(/status of 40[03]/);
  const products = [];
  for (let count = 0; count <= maximumUnconfirmedPrices; count += 1) products.push(await shop.claimProduct());
  for (const [index, product] of products.entries()) {
    product.name = `Guarded price ${index}`;
    await shop.db.query(sql`update product set name = ${product.name} where id = ${product.id}`);
  }
  await openProducts(page, admin, 'Guarded price', 'table');
  for (const product of products) await rowCheckbox(page, product).click();
  await age(admin);
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const edit = dialogOf(page, `Edit ${products.length} products`);
  const discount = edit.getByLabel('Discount (%)');
  await discount.fill('30');
  await edit.getByRole('button', { name: `Update ${products.length} products` }).click();
  await expect(stepUp(page).getByLabel('Password')).toBeFocused();
  await expectAccessible(page);
  await shoot(page, 'step-up-768');
  await page.keyboard.press('Escape');
  await expect(stepUp(page)).toBeHidden();
  await expect(discount).toHaveValue('30');

  await edit.getByRole('button', { name: `Update ${products.length} products` }).click();
  const field = stepUp(page).getByLabel('Password');
  await field.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(stepUp(page).getByText('Incorrect password.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expectToast(page, `${products.length} products changed`);
  for (const product of products)
    await expect.poll(async () => (await findPublicProduct(shop, product))?.discount).toBe(30);

  await age(admin);
  await page.goto('/dashboard/product-import');
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /Download|Export/ })
    .first()
    .click();
  await stepUp(page).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('products.csv');
});

test('an administrator without a required second factor is sent to the profile page', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/profile', { widthPx: 360 });
  await page.route('**/api/user/user-details', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ json: { ...body, data: { ...body.data, second_factor: 'required' } } });
  });
  for (const path of ['/dashboard/orders', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  }
  await shoot(page, 'required-360');
  await page.getByRole('link', { name: 'Go to my profile' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
});
