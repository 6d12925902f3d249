import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, hasFocus, tabTo } from './accessibility.ts';
import type { Account } from './shop.ts';
import { deliveryAddress, expectToast, hold, order, startSession, submitAddress } from './storefront.ts';
import { expect, test } from './test.ts';

/** Logs in with these addresses, the last one newest, and opens the address page. */
async function openAddresses(page: Page, shopper: Account, lines: string[]): Promise<void> {
  for (const line of lines) await shopper.addAddress(line);
  await startSession(page, shopper);
  await page.goto('/dashboard/address');
  await expect(page.getByRole('button', { name: 'Add address', exact: true }).last()).toBeVisible();
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'India' });
const cardOf = (page: Page, line: string) => cards(page).filter({ hasText: line });
const openAdding = (page: Page) => page.getByRole('button', { name: 'Add Address', exact: true }).click();

function storedAddresses({ db, userId }: Account) {
  return db.query<{ line: string; pincode: string; mobile: string; isDefault: boolean }>(sql`
    select address_line as line, pincode, mobile, is_default as "isDefault"
    from address where user_id = ${userId} and status order by created_at`);
}

/** Fills in the form: the given fields, and valid values for the others. */
async function fillIn(dialog: Locator, fields: Record<string, string>): Promise<void> {
  const valid = { 'Address line': '7 Fort Lane', City: 'Pune', State: 'Maharashtra', 'PIN code': '411001' };
  const wanted: Record<string, string> = { ...valid, 'Mobile number': '9876543210', ...fields };
  for (const [label, value] of Object.entries(wanted)) await dialog.getByLabel(label).fill(value);
}

test('an empty address field is silent on blur, and an error is kept until the field is valid', async ({
  page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  const [city, state] = [dialog.getByLabel('City'), dialog.getByLabel('State')];
  const missing = dialog.getByText(/^Enter your /);
  await city.focus();
  await state.focus();
  await city.fill('12');
  await state.focus();
  await expect(dialog.getByText('Enter the name of a city.')).toBeVisible();
  await expect(missing).toHaveCount(0);

  await city.fill('');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(missing).toHaveCount(5);
  await city.focus();
  await state.focus();
  await city.focus();
  await expect(missing).toHaveCount(5);
  await city.fill('12');
  await state.focus();
  await expect(dialog.getByText('Enter the name of a city.')).toBeVisible();
  await expect(missing).toHaveCount(4);
  await city.fill('Pune');
  await expect(city).toHaveAttribute('aria-invalid', 'false');
  await expect(missing).toHaveCount(4);
});

test('a business adds its name and GSTIN to an address, and an error opens the part that has it', async ({
  phone: page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const adding = page.getByRole('dialog', { name: 'Add Address' });
  await expect(adding.getByLabel('GSTIN')).toBeHidden();
  const summary = adding.getByText('Business order');
  await summary.tap();
  await fillIn(adding, { 'Business name': 'Spice Route Kitchens', GSTIN: '29aagcb7383j1z5' });
  await summary.tap();
  await expect(adding.getByLabel('GSTIN')).toBeHidden();
  await adding.getByRole('button', { name: 'Submit' }).tap();
  await expect(adding.getByText('Enter a GSTIN such as')).toBeVisible();
  await expect(adding.getByLabel('GSTIN')).toBeFocused();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await adding.getByLabel('GSTIN').fill(' 29aagcb7383j1z4');
  await adding.getByRole('button', { name: 'Submit' }).tap();
  await expect(page.getByText('Spice Route Kitchens 29AAGCB7383J1Z4')).toBeVisible();
  await page.getByRole('button', { name: 'Edit 7 Fort Lane' }).tap();
  const editing = page.getByRole('dialog', { name: 'Edit address' });
  await expect(editing.getByLabel('GSTIN')).toHaveValue('29AAGCB7383J1Z4');
  await editing.getByLabel('GSTIN').fill('');
  await editing.getByRole('button', { name: 'Submit' }).tap();
  await expect(page.getByText('Spice Route Kitchens', { exact: true })).toBeVisible();
});

test('a dialog that cannot be loaded says so and can be closed or tried again', async ({
  errors,
  phone: page,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED/);
  const chunk = /\/address-dialog-[^/]+\.js$/;
  await page.route(chunk, (route) => route.abort());
  await openAddresses(page, shopper, ['1 Old Road']);
  const problem = page.getByRole('alert').filter({ hasText: 'Couldn’t load this.' });
  await openAdding(page);
  await expect(problem).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(problem).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Address', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Edit 1 Old Road' }).click();
  await expect(problem).toBeVisible();
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit address' }).getByLabel('Address line')).toHaveValue(
    '1 Old Road',
  );
});

test('a dialog that appears after the focus has moved returns it to its button', async ({
  page,
  shopper,
}) => {
  const release = await hold(page, /\/address-dialog-[^/]+\.js$/);
  await openAddresses(page, shopper, ['1 Old Road']);
  await openAdding(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  release();
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Address', exact: true })).toBeFocused();
});

test('an invalid pincode is rejected with the reason on blur, and a valid one is saved', async ({
  phone: page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, { 'PIN code': '01100', 'Mobile number': '+91 98765-43210' });
  const pincode = dialog.getByLabel('PIN code');
  await expect(dialog.getByText('Enter 6 digits, such as 411001.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(pincode).toBeFocused();
  expect([...(await storedAddresses(shopper))]).toEqual([]);

  await pincode.fill('411 001');
  await expect(dialog.getByText('Enter 6 digits')).toBeHidden();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Address saved');
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, '7 Fort Lane').getByText('411001')).toBeVisible();
  expect([...(await storedAddresses(shopper))]).toEqual([
    { line: '7 Fort Lane', pincode: '411001', mobile: '9876543210', isDefault: false },
  ]);
});

test('another country has no format for pincode and mobile number and no list of states', async ({
  tablet: page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  const state = dialog.getByLabel('State');
  const choicesOf = (field: Locator) =>
    field.evaluate((input) =>
      input instanceof HTMLInputElement ? [...(input.list?.options ?? [])].map(({ value }) => value) : [],
    );
  await expect.poll(() => choicesOf(state)).toContain('Maharashtra');
  expect((await choicesOf(dialog.getByLabel('Country')))[0]).toBe('India');
  await expect(dialog.getByLabel('PIN code')).toHaveAttribute('inputmode', 'numeric');
  await fillIn(dialog, { State: 'Leinster', 'PIN code': 'D02 AF30', 'Mobile number': '+353 1 496 0000' });
  await expect(dialog.getByText('Enter 6 digits, such as 411001.')).toBeVisible();
  await dialog.getByLabel('Country').fill('Ireland');
  await state.focus();
  await expect(dialog.getByText('Enter 6 digits')).toBeHidden();
  await expect.poll(() => choicesOf(state)).toEqual([]);
  await expect(dialog.getByLabel('PIN code')).toHaveAttribute('inputmode', 'text');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, 'Address saved');
  expect([...(await storedAddresses(shopper))]).toMatchObject([
    { pincode: 'D02 AF30', mobile: '+353 1 496 0000' },
  ]);
});

test('a state and a PIN code in different places are asked about, with the keyboard too, and a misspelt country is refused', async ({
  page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  const submit = dialog.getByRole('button', { name: 'Submit' });
  await fillIn(dialog, {
    City: 'Hyderabad',
    State: 'Andhra Pradesh',
    'PIN code': '500081',
    Country: 'Inida',
  });
  await submit.click();
  await expect(dialog.getByText('Choose a country from the list.')).toBeVisible();
  await dialog.getByLabel('Country').fill('भारत');
  await submit.click();
  const question = dialog.getByRole('group', { name: 'The state and the PIN code do not match.' });
  await expect(question).toBeFocused();
  await expect(question).toContainText('500081 is usually in Telangana. You entered Andhra Pradesh.');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Address saved');
  await expect(cardOf(page, '7 Fort Lane')).toContainText('Hyderabad, Telangana 500081');
  await cardOf(page, '7 Fort Lane')
    .getByRole('button', { name: /^Edit / })
    .click();
  const editing = page.getByRole('dialog', { name: 'Edit address' });
  await editing.getByLabel('State').fill('Andhra Pradesh');
  await editing.getByRole('button', { name: 'Submit' }).click();
  await editing.getByRole('button', { name: 'Keep Andhra Pradesh' }).click();
  await expect(cardOf(page, '7 Fort Lane')).toContainText('Hyderabad, Andhra Pradesh 500081');
});

test('an error of the server is shown at the field, and a double tap saves once', async ({
  page,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, { City: 'Pu\u0085ne' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('This contains characters that cannot be stored.')).toBeVisible();
  await expect(dialog.getByLabel('City')).toBeFocused();
  await dialog.getByLabel('City').fill('Pune');
  await dialog.getByRole('button', { name: 'Submit' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, '7 Fort Lane')).toBeVisible();
  expect(await storedAddresses(shopper)).toHaveLength(1);
});

test('addresses are created, changed and removed in step with another tab, and removed rows stay in the database', async ({
  tablet: page,
  shop,
  shopper,
}) => {
  await openAddresses(page, shopper, ['Old Mill 1']);
  const secondTab = await page.context().newPage();
  await secondTab.goto('/dashboard/address');
  await expect(cardOf(secondTab, 'Old Mill 1')).toBeVisible();
  await openAdding(page);
  await submitAddress(page);
  await expectToast(page, 'Address saved');
  for (const tab of [page, secondTab]) {
    await expect(cards(tab)).toHaveCount(2);
    await expect(cards(tab).first()).toContainText('12 Lake Road');
  }

  await page.getByRole('button', { name: 'Edit Old Mill 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit address' });
  await expect(dialog.getByLabel('City')).toHaveValue('Pune');
  await dialog.getByLabel('City').fill('Nashik');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, 'Address updated');
  await expect(dialog).toBeHidden();
  for (const tab of [page, secondTab]) await expect(tab.getByText('Nashik')).toBeVisible();

  const question = page.getByRole('dialog', { name: 'Remove this address?' });
  await page.getByRole('button', { name: 'Remove 12 Lake Road' }).click();
  await expect(question.getByText('12 Lake Road, Pune')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Remove 12 Lake Road' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Address Remove');
  await expect(page.getByRole('heading', { name: 'Address', exact: true })).toBeFocused();
  for (const tab of [page, secondTab]) await expect(cardOf(tab, '12 Lake Road')).toBeHidden();
  await page.reload();
  await expect(page.getByText('Nashik')).toBeVisible();
  await expect(page.getByText('12 Lake Road')).toHaveCount(0);
  const rows = await shop.db.query<{ city: string; status: boolean }>(sql`
    select city, status from address where user_id = ${shopper.userId} order by created_at`);
  expect([...rows]).toEqual([
    { city: 'Nashik', status: true },
    { city: 'Pune', status: false },
  ]);
});

test('an address whose removal failed comes back with the error', async ({
  errors,
  phone: page,
  shopper,
}) => {
  errors.allow(/Failed to load resource/);
  await openAddresses(page, shopper, ['Old Mill 1']);
  const message = 'The shop is busy. Please try again.';
  const json = { success: false, error: true, code: 'UNAVAILABLE', message };
  await page.route('**/api/address/disable', (route) => route.fulfill({ status: 503, json }));
  await page.getByRole('button', { name: 'Remove Old Mill 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, message);
  await expect(page.getByText('Old Mill 1')).toBeVisible();
});

test('the default address is marked, can be changed and is selected at the checkout', async ({
  phone: page,
  shop,
  shopper,
}) => {
  await openAddresses(page, shopper, ['Old Mill 1', 'Fort 2', 'New Tower 3']);
  await shopper.addToCart(await shop.claimProduct(), 1);
  await expect(page.getByText('Default', { exact: true })).toHaveCount(0);
  for (const line of ['Fort 2', 'Old Mill 1']) {
    await page.getByRole('button', { name: `Make default: ${line}` }).click();
    await expect(cardOf(page, line).getByText('Default', { exact: true })).toBeVisible();
    await expect(page.getByText('Default', { exact: true })).toHaveCount(1);
    await expect(cardOf(page, line)).toBeFocused();
    await expect
      .poll(async () => (await storedAddresses(shopper)).filter(({ isDefault }) => isDefault))
      .toMatchObject([{ line }]);
  }
  await expect(cards(page).first()).toContainText('New Tower 3');
  await expectAccessible(page);

  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard/address');
  await page.getByRole('button', { name: 'Remove Old Mill 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(cardOf(page, 'Old Mill 1')).toBeHidden();
  // A page that is left before the response sends the removal again.
  await expectToast(page, 'Address Remove');
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('New Tower 3')).toBeVisible();
});

test('an address above the limit is rejected and the form keeps its values', async ({
  errors,
  phone: page,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const lines = Array.from({ length: 50 }, (_, index) => `Block ${index + 1}`);
  await openAddresses(page, shopper, lines);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, {});
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, 'You can save up to 50 addresses. Remove one first.');
  await expect(dialog.getByLabel('Address line')).toHaveValue('7 Fort Lane');
  expect(await storedAddresses(shopper)).toHaveLength(50);
});

test('an address is created without a choice of Save as, made the default and removed by keyboard @everyday', async ({
  page,
  shopper,
}) => {
  await openAddresses(page, shopper, ['Old Mill 1']);
  await expect(cardOf(page, 'Old Mill 1')).toBeVisible();
  // The only address is the default anyway.
  await expect(page.getByRole('button', { name: /^Make default/ })).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Add Address', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await tabTo(page, dialog.getByLabel('Address line'));
  const typed = ['Hill House 9', 'Blue gate', '422001'];
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(dialog.getByLabel('City')).toHaveValue('Nashik');
  await tabTo(page, dialog.getByLabel('Country'));
  await tabTo(page, dialog.getByLabel('Mobile number'));
  await page.keyboard.type('98765 43210');
  await tabTo(page, dialog.getByRole('radio', { name: 'Home' }));
  await tabTo(page, dialog.locator('button[type=submit]'));
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Hill House 9')).toBeVisible();
  expect(await shopper.db.query(sql`select label from address where address_line = 'Hill House 9'`)).toEqual([
    { label: '' },
  ]);
  await expect
    .poll(() => hasFocus(page.getByRole('button', { name: 'Add Address', exact: true })))
    .toBe(true);

  await tabTo(page, page.getByRole('button', { name: 'Make default: Hill House 9' }));
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Hill House 9').getByText('Default', { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Remove Hill House 9' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Hill House 9')).toBeHidden();
  await expect.poll(() => storedAddresses(shopper)).toMatchObject([{ line: 'Old Mill 1', isDefault: false }]);
});

test('cash on delivery without an address opens the address form, and the order goes to the new address', async ({
  phone: page,
  shop,
  shopper,
}) => {
  await shopper.addToCart(await shop.claimProduct(), 1);
  await startSession(page, shopper);
  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: 'Add address' })).toBeVisible();
  await order(page, 'Cash on Delivery');
  await expectToast(page, 'Please add an address first');
  await submitAddress(page);
  await expect(deliveryAddress(page).getByText('12 Lake Road')).toBeVisible();
  await order(page, 'Cash on Delivery');
  await page.waitForURL(/\/success\?order=/);
});

test('a pincode fills in city and state by keyboard, replaces only what it filled in, and doubts another state', async ({
  phone: page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  const [pincode, city, state] = ['PIN code', 'City', 'State'].map((label) => dialog.getByLabel(label));
  if (!pincode || !city || !state) throw new Error('A field is missing.');
  await pincode.pressSequentially('411 001');
  await expect(city).toHaveValue('Pune');
  await expect(state).toHaveValue('Maharashtra');
  await expect(dialog.getByText('Filled in from the PIN code: Pune, Maharashtra.')).toHaveCount(1);
  await expect(pincode).toBeFocused();
  await pincode.fill('600001');
  await expect(city).toHaveValue('Chennai');
  await expect(state).toHaveValue('Tamil Nadu');
  // Typed by the shopper: it stays.
  await city.fill('Adyar');
  await pincode.fill('560001');
  await expect(state).toHaveValue('Karnataka');
  await expect(city).toHaveValue('Adyar');
  await state.fill('Goa');
  await expect(dialog.getByText('560001 is usually in Karnataka.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Address line').fill('7 Fort Lane');
  await dialog.getByLabel('Landmark').fill('Blue gate');
  await dialog.getByLabel('Recipient').fill('Meera <b>Joshi');
  await dialog.getByLabel('Note for the rider').fill('Ring \u202etwice');
  await dialog.getByLabel('Mobile number').fill('9876543210');
  await dialog.getByText('Work', { exact: true }).tap();
  await dialog.getByRole('button', { name: 'Submit' }).tap();
  await dialog.getByRole('button', { name: 'Keep Goa' }).tap();
  await expectToast(page, 'Address saved');
  const card = cardOf(page, '7 Fort Lane');
  for (const text of ['Work', 'Blue gate', 'Meera <b>Joshi', 'Note: Ring twice', 'Adyar, Goa 560001'])
    await expect(card.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: 'Edit 7 Fort Lane' }).tap();
  const editing = page.getByRole('dialog', { name: 'Edit address' });
  await expect(editing.getByLabel('Work', { exact: true })).toBeChecked();
  await expect(editing.getByLabel('Landmark')).toHaveValue('Blue gate');
});

test('the location is read after the tap only, shown, saved and removable; a refusal is explained', async ({
  phone: page,
  shopper,
}) => {
  await openAddresses(page, shopper, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, {});
  const use = dialog.getByRole('button', { name: 'Use my location' });
  await use.tap();
  await expect(dialog.getByText('Your browser does not share your location')).toBeVisible();
  const context = page.context();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 18.52, longitude: 73.85, accuracy: 5000 });
  await use.tap();
  await expect(dialog.getByText('only to about 5 km')).toBeVisible();
  await context.setGeolocation({ latitude: 18.520_431, longitude: 73.856_744, accuracy: 12 });
  await use.tap();
  await expect(dialog.getByRole('link', { name: '18.52043, 73.85674' })).toBeVisible();
  await expect(dialog.getByText('accurate to about 12 m')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove location' }).tap();
  await expect(use).toBeFocused();
  await expect(dialog.getByRole('link', { name: '18.52043' })).toHaveCount(0);
  await use.tap();
  await expect(dialog.getByRole('link', { name: '18.52043, 73.85674' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit' }).tap();
  await expectToast(page, 'Address saved');
  await expect(cardOf(page, '7 Fort Lane').getByText('Location shared with the rider')).toBeVisible();
  const [stored] = await shopper.db.query(
    sql`select latitude, longitude from address where user_id = ${shopper.userId}`,
  );
  expect(stored).toEqual({ latitude: '18.52043', longitude: '73.85674' });
});
