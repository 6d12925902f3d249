import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { dialogOf } from './dashboard.ts';
import { openPinStepUp, startPinSession } from './pin-session.ts';
import { type Account, password, type Shop } from './shop.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'staff' });

const pin = '482915';

/** Expects a page that is accessible and not wider than its window. */
async function expectAccessibleAndFitting(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
}

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name });

/** An account with one role and its own name. */
async function createPerson(shop: Shop, role: 'picker' | 'rider', name: string): Promise<Account> {
  const person = await shop.createShopper();
  await shop.db.query(sql`update account set name = ${name} where id = ${person.userId}`);
  await person.setRole(role);
  return person;
}

async function typePin(page: Page, digits = pin): Promise<void> {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click();
}

test('a new person joins by the link of an email, and an owner changes the roles and suspends', async ({
  admin,
  openPage,
  openPageAs,
  shop,
  errors,
}) => {
  errors.allow(/status of 40[013]/);
  const page = await openPageAs(admin, '/dashboard/staff');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const invite = dialogOf(page, 'Invite to the staff');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(invite.getByText('Choose at least one role.')).toBeVisible();
  const email = `devi.${Date.now()}@example.com`;
  await invite.getByLabel('Name').fill('Devi Nair');
  await invite.getByRole('textbox', { name: 'Email' }).fill(email);
  await invite.getByRole('checkbox', { name: 'Picker' }).check();
  await expectAccessibleAndFitting(page);
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(invite).toBeHidden();
  await expect(page.getByRole('list', { name: 'Open invitations' }).getByText(email)).toBeVisible();

  const sent = await shop.waitForEmail(email, /Join the staff/);
  const link = /http\S+invitation\?code=[\w-]+/.exec(sent.text ?? '')?.[0] ?? '';
  const phone = await openPage({ widthPx: 360 });
  await phone.goto(link);
  await expect(phone.getByText('invites you as:')).toBeVisible();
  await expectAccessibleAndFitting(phone);
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByLabel('Confirm password').fill(password);
  await phone.getByRole('button', { name: 'Create account and join' }).click();
  // The first page of a picker.
  await phone.waitForURL('**/staff/pick');
  const again = await openPage({ widthPx: 360 });
  await again.goto(link);
  await expect(again.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  await page.reload();
  await expect(card(page, email)).toContainText('Picker');
  await card(page, email).getByRole('button', { name: 'Change roles' }).click();
  const roles = dialogOf(page, 'Roles of Devi Nair');
  await roles.getByRole('checkbox', { name: 'Rider' }).check();
  await shop.db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${admin.userId}`);
  await roles.getByRole('button', { name: 'Save' }).click();
  const stepUp = dialogOf(page, 'Confirm that it’s you');
  await stepUp.getByLabel('Password').fill(password);
  await stepUp.getByRole('button', { name: 'Confirm' }).click();
  await expect(roles).toBeHidden();
  await expect(card(page, email)).toContainText('Rider');
  // Her session has ended.
  await phone.reload();
  await expect(phone.getByRole('link', { name: 'Login' }).first()).toBeVisible();

  await card(page, email).getByRole('button', { name: 'Suspend' }).click();
  await dialogOf(page, /^Suspend/)
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(card(page, email)).toContainText('Suspended');
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleAndFitting(page);
  }
});

test('a shopper accepts an invitation by link, and the last owner stays', async ({
  admin,
  openPageAs,
  shopper,
  errors,
}) => {
  errors.allow(/status of 40[0139]/);
  const page = await openPageAs(admin, '/dashboard/staff');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const invite = dialogOf(page, 'Invite to the staff');
  await invite.getByLabel('By a link that I hand over').check();
  await invite.getByLabel('Name').fill('Ravi');
  await invite.getByRole('checkbox', { name: 'Rider' }).check();
  await invite.getByRole('button', { name: 'Invite' }).click();
  const shown = dialogOf(page, 'Link for Ravi');
  await expect(shown.getByRole('img', { name: 'QR code that opens the link' })).toBeVisible();
  await expectAccessibleAndFitting(page);
  const link = (await shown.getByText(/invitation\?code=/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Done' }).click();

  const other = await openPageAs(shopper, new URL(link).pathname + new URL(link).search);
  await expect(other.getByText(`You are logged in as ${shopper.email}.`)).toBeVisible();
  await expectAccessibleAndFitting(other);
  await other.getByRole('button', { name: 'Accept' }).click();
  await other.waitForURL('**/staff/deliver');

  await page.reload();
  await expect(card(page, shopper.email)).toContainText('Rider');
  const owners = sql`
    delete from staff_role where role = 'owner' and account_id <> ${admin.userId}`;
  await shopper.db.query(owners);
  await card(page, admin.email).getByRole('button', { name: 'Change roles' }).click();
  const roles = dialogOf(page, /^Roles of/);
  await roles.getByRole('checkbox', { name: 'Owner' }).uncheck();
  await roles.getByRole('checkbox', { name: 'Manager' }).check();
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(roles.getByText(/is the only owner/)).toBeVisible();
});

test('pickers share an approved phone by PIN until an owner withdraws the approval', async ({
  admin,
  openPage,
  openPageAs,
  shop,
  errors,
}) => {
  errors.allow(/status of 40[0139]/);
  const [asha, ravi] = [
    await createPerson(shop, 'picker', 'Asha Kumari'),
    await createPerson(shop, 'rider', 'Ravi Singh'),
  ];
  const page = await openPageAs(admin, '/dashboard/staff');
  for (const [person, code] of [
    [asha, '12'],
    [ravi, '34'],
  ] as const) {
    await card(page, person.email).getByRole('button', { name: 'Set PIN' }).click();
    const dialog = dialogOf(page, /^PIN of/);
    await dialog.getByLabel('Employee code').fill(code);
    await dialog.getByLabel('PIN', { exact: true }).fill('345678');
    await dialog.getByRole('button', { name: 'Set PIN' }).click();
    await expect(dialog.getByText('Choose digits that are not all equal or in a row.')).toBeVisible();
    await dialog.getByLabel('PIN', { exact: true }).fill(pin);
    await dialog.getByRole('button', { name: 'Set PIN' }).click();
    await expect(card(page, person.email)).toContainText(`Code ${code}`);
  }
  await page.getByRole('button', { name: 'Approve a phone' }).click();
  await dialogOf(page, 'Approve a phone').getByLabel('Name of the phone').fill('Packing table');
  await dialogOf(page, 'Approve a phone').getByRole('button', { name: 'Continue' }).click();
  const shown = dialogOf(page, 'Code for the phone');
  const code = (await shown.getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/).textContent()) ?? '';
  await expectAccessibleAndFitting(page);
  await shown.getByRole('button', { name: 'Done' }).click();

  const phone = await openPage({ widthPx: 360 });
  await phone.goto('/staff/login');
  await expect(phone.getByRole('heading', { name: 'Approve this phone' })).toBeVisible();
  await expectAccessibleAndFitting(phone);
  await phone.getByLabel('Code').fill(code.toUpperCase());
  await phone.getByRole('button', { name: 'Approve' }).click();
  await expect(phone.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Ravi Singh' })).toBeVisible();
  await expectAccessibleAndFitting(phone);

  // By keyboard: each step takes the focus.
  await phone.keyboard.press('Tab');
  await expect(phone.getByRole('button', { name: 'Asha Kumari' })).toBeFocused();
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'PIN of Asha Kumari' })).toBeFocused();
  await typePin(phone, '482');
  await expect(phone.getByText('3 of 6 digits entered')).toBeAttached();
  await expectAccessibleAndFitting(phone);
  await typePin(phone, '916');
  await expect(phone.getByText('Wrong code or PIN.')).toBeVisible();
  await expectAccessibleAndFitting(phone);
  // The keys of a keyboard do the same.
  await phone.keyboard.type(pin);
  await phone.waitForURL('**/staff/pick');
  await expect(phone.getByRole('button', { name: 'Next person' })).toBeVisible();
  await expectAccessibleAndFitting(phone);

  await phone.getByRole('button', { name: 'Next person' }).click();
  await phone.waitForURL('**/staff/login');
  await phone.getByRole('button', { name: 'Enter employee code' }).click();
  await typePin(phone, '34');
  await expectAccessibleAndFitting(phone);
  await phone.getByRole('button', { name: 'Next' }).click();
  await typePin(phone);
  await phone.waitForURL('**/staff/deliver');

  await page.reload();
  await expect(page.getByText('In use')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the approval of Packing table' }).click();
  await dialogOf(page, /^Withdraw/)
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(page.getByRole('list', { name: 'Shared phones' }).getByRole('listitem')).toHaveCount(0);
  await phone.reload();
  await phone.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(phone.getByRole('heading', { name: 'Approve this phone' })).toBeVisible();
  await expect(phone.getByText('This phone is not approved. Ask an owner of the store.')).toBeVisible();
});

test('an owner approves the phone in hand, is logged out there, and the page speaks Hindi', async ({
  admin,
  openPage,
  shop,
}) => {
  const phone = await openPage({ widthPx: 360 });
  await phone.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await startSession(phone, admin);
  await phone.goto('/dashboard/staff');
  await phone.getByRole('button', { name: 'Approve a phone' }).click();
  await dialogOf(phone, 'Approve a phone').getByLabel('Name of the phone').fill('Gate');
  await dialogOf(phone, 'Approve a phone').getByRole('button', { name: 'Continue' }).click();
  await dialogOf(phone, 'Code for the phone')
    .getByRole('button', { name: /^Approve this device/ })
    .click();
  await phone.waitForURL('**/staff/login');
  await expect(phone.getByRole('heading', { name: 'आप कौन हैं?' })).toBeVisible();
  expect(await phone.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull();
  await expectAccessibleAndFitting(phone);
  await phone.getByRole('button', { name: 'कर्मचारी कोड डालें' }).click();
  await expectAccessibleAndFitting(phone);
});

test('a picker in a session by PIN confirms a refund by the PIN', async ({
  openPage,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/status of 40[03]/);
  const phone = await openPage({ widthPx: 360 });
  await openPinStepUp(phone, { shop, shopper });
  const stepUp = dialogOf(phone, 'Confirm that it’s you');
  await expect(stepUp.getByLabel('PIN')).toBeFocused();
  await phone.keyboard.type('482916');
  await phone.keyboard.press('Enter');
  await expect(stepUp.getByText('Incorrect PIN.')).toBeVisible();
  await expectAccessibleAndFitting(phone);
  await stepUp.getByLabel('PIN').fill(pin);
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Unavailable', { exact: true })).toBeVisible();
});

for (const path of ['/staff/pick', '/dashboard/orders'])
  test(`a session by PIN at ${path} ends on a phone that was not touched for an hour`, async ({
    openPage,
    shop,
  }) => {
    const phone = await openPage({ widthPx: 360 });
    await phone.clock.install();
    await startPinSession(phone, shop);
    await phone.goto(path);
    await expect(phone.getByRole('button', { name: 'Next person' })).toBeVisible();
    await phone.clock.fastForward('59:00');
    await phone.keyboard.press('Shift');
    await phone.clock.fastForward('59:00');
    await expect(phone.getByRole('button', { name: 'Next person' })).toBeVisible();
    await phone.clock.fastForward('02:00');
    await phone.waitForURL('**/staff/login');
    expect(await phone.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull();
  });
