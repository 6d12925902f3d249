import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { cartButton, controlOf, hear, takeGoods, toastsOf } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, enter, fillCart, logIn, openAccount, saveAddressOf } from './shopper.ts';
import { type Entrance, saveAddress } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

/** Somebody with these addresses, the last one newest, who looks at them. */
async function atAddresses(widthPx: number, lines: string[]) {
  const account = await openAccount(shop);
  for (const line of lines) await saveAddressOf(account, line);
  const { page, complaints, openTab } = await entrance.admit(shop.url, { widthPx });
  await enter(page, account);
  await page.goto('/dashboard/address');
  await page.getByRole('button', { name: 'Add address', exact: true }).last().waitFor();
  return { account, page, complaints, openTab };
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'India' });
const cardOf = (page: Page, line: string) => cards(page).filter({ hasText: line });
const openAdding = (page: Page) => page.getByRole('button', { name: 'Add Address', exact: true }).click();

function addressesInBooks({ userId }: Account) {
  return shop.database.db.query<{ line: string; pincode: string; mobile: string; isDefault: boolean }>(sql`
    select address_line as line, pincode, mobile, is_default as "isDefault"
    from address where user_id = ${userId} and status order by created_at`);
}

/** Fills in a form of which everything else is in order. */
async function fillIn(dialog: Locator, fields: Record<string, string>): Promise<void> {
  const inOrder = { 'Address Line': '7 Fort Lane', City: 'Pune', State: 'Maharashtra', Pincode: '411001' };
  const wanted: Record<string, string> = { ...inOrder, 'Mobile No.': '9876543210', ...fields };
  for (const [label, value] of Object.entries(wanted)) await dialog.getByLabel(label).fill(value);
}

test('a pincode that cannot be is refused with the reason as soon as it is left, and the right one is kept', async () => {
  const { account, page, complaints } = await atAddresses(360, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, { Pincode: '01100', 'Mobile No.': '+91 98765-43210' });
  const pincode = dialog.getByLabel('Pincode');
  await dialog.getByText('Enter 6 digits, such as 411001.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => hasFocus(pincode)).toBe(true);
  expect([...(await addressesInBooks(account))]).toEqual([]);

  await pincode.fill('411 001');
  await dialog.getByText('Enter 6 digits').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await hear(page, 'Address saved');
  await dialog.waitFor({ state: 'hidden' });
  await cardOf(page, '7 Fort Lane').getByText('411001').waitFor();
  expect([...(await addressesInBooks(account))]).toEqual([
    { line: '7 Fort Lane', pincode: '411001', mobile: '9876543210', isDefault: false },
  ]);
  expect(complaints).toEqual([]);
});

test('in another country nearly everything goes, and the form asks accordingly', async () => {
  const { account, page, complaints } = await atAddresses(768, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  const state = dialog.getByLabel('State');
  const choicesOf = (field: Locator) =>
    field.evaluate((input) =>
      input instanceof HTMLInputElement ? [...(input.list?.options ?? [])].map(({ value }) => value) : [],
    );
  await expect.poll(() => choicesOf(state)).toContain('Maharashtra');
  expect((await choicesOf(dialog.getByLabel('Country')))[0]).toBe('India');
  await expect.poll(() => dialog.getByLabel('Pincode').getAttribute('inputmode')).toBe('numeric');
  await fillIn(dialog, { State: 'Leinster', Pincode: 'D02 AF30', 'Mobile No.': '+353 1 496 0000' });
  await dialog.getByText('Enter 6 digits, such as 411001.').waitFor();
  await dialog.getByLabel('Country').fill('Ireland');
  await state.focus();
  await dialog.getByText('Six digits').waitFor({ state: 'hidden' });
  await expect.poll(() => choicesOf(state)).toEqual([]);
  await expect.poll(() => dialog.getByLabel('Pincode').getAttribute('inputmode')).toBe('text');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await hear(page, 'Address saved');
  expect([...(await addressesInBooks(account))]).toMatchObject([
    { pincode: 'D02 AF30', mobile: '+353 1 496 0000' },
  ]);
  expect(complaints).toEqual([]);
});

test('what only the shop knows is said at the field, and a double tap saves once', async () => {
  const { account, page } = await atAddresses(1440, []);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, { City: 'Pu\u0085ne' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByText('This contains characters that cannot be stored.').waitFor();
  await expect.poll(() => hasFocus(dialog.getByLabel('City'))).toBe(true);
  await dialog.getByLabel('City').fill('Pune');
  await dialog.getByRole('button', { name: 'Submit' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  await cardOf(page, '7 Fort Lane').waitFor();
  expect(await addressesInBooks(account)).toHaveLength(1);
});

test('addresses are added, changed and removed, here and in another tab, and the shop keeps the rows', async () => {
  const { account, page, complaints, openTab } = await atAddresses(768, ['Old Mill 1']);
  const secondTab = await openTab();
  await secondTab.goto('/dashboard/address');
  await cardOf(secondTab, 'Old Mill 1').waitFor();
  await openAdding(page);
  await saveAddress(page);
  await hear(page, 'Address saved');
  for (const tab of [page, secondTab]) {
    await expect.poll(() => cards(tab).count()).toBe(2);
    await expect.poll(() => cards(tab).first().textContent()).toContain('12 Lake Road');
  }

  await page.getByRole('button', { name: 'Edit Old Mill 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Address' });
  await expect.poll(() => dialog.getByLabel('City').inputValue()).toBe('Pune');
  await dialog.getByLabel('City').fill('Nashik');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await hear(page, 'Address updated');
  await dialog.waitFor({ state: 'hidden' });
  for (const tab of [page, secondTab]) await tab.getByText('Nashik').waitFor();

  const question = page.getByRole('dialog', { name: 'Remove this address?' });
  await page.getByRole('button', { name: 'Remove 12 Lake Road' }).click();
  await question.getByText('12 Lake Road, Pune').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Remove 12 Lake Road' }))).toBe(true);
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await hear(page, 'Address Remove');
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Address', exact: true }))).toBe(true);
  for (const tab of [page, secondTab]) await cardOf(tab, '12 Lake Road').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByText('Nashik').waitFor();
  await expect.poll(() => page.getByText('12 Lake Road').count()).toBe(0);
  const rows = await shop.database.db.query<{ city: string; status: boolean }>(sql`
    select city, status from address where user_id = ${account.userId} order by created_at`);
  expect([...rows]).toEqual([
    { city: 'Nashik', status: true },
    { city: 'Pune', status: false },
  ]);
  expect(complaints).toEqual([]);
});

test('an address whose removal failed comes back with the reason', async () => {
  const { page } = await atAddresses(360, ['Old Mill 1']);
  await page.route('**/api/address/disable', (route) => route.abort());
  await page.getByRole('button', { name: 'Remove Old Mill 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await hear(page, 'The shop cannot be reached. Please check your connection and try again.');
  await page.getByText('Old Mill 1').waitFor();
});

test('the default address is marked, moves, and is the one that the checkout begins with', async () => {
  const { account, page, complaints } = await atAddresses(360, ['Old Mill 1', 'Fort 2', 'New Tower 3']);
  await fillCart(account, await takeGoods(shop), 1);
  await expect.poll(() => page.getByText('Default', { exact: true }).count()).toBe(0);
  for (const line of ['Fort 2', 'Old Mill 1']) {
    await page.getByRole('button', { name: `Make default: ${line}` }).click();
    await cardOf(page, line).getByText('Default', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Default', { exact: true }).count()).toBe(1);
    await expect.poll(() => hasFocus(cardOf(page, line))).toBe(true);
    await expect
      .poll(async () => (await addressesInBooks(account)).filter(({ isDefault }) => isDefault))
      .toMatchObject([{ line }]);
  }
  await expect.poll(() => cards(page).first().textContent()).toContain('New Tower 3');
  expect(await axeViolations(page)).toEqual([]);

  await page.goto('/checkout');
  await page.getByRole('radio').first().waitFor();
  await expect.poll(() => page.getByRole('radio', { name: /Old Mill 1/ }).isChecked()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  await page.goto('/dashboard/address');
  await page.getByRole('button', { name: 'Remove Old Mill 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await cardOf(page, 'Old Mill 1').waitFor({ state: 'hidden' });
  await page.goto('/checkout');
  await page.getByRole('radio').first().waitFor();
  await expect.poll(() => page.getByRole('radio', { name: /New Tower 3/ }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('an address too many is refused with what to do, and nothing that was typed is lost', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `Block ${index + 1}`);
  const { account, page } = await atAddresses(360, lines);
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await fillIn(dialog, {});
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await hear(page, 'You can save 50 addresses. Please remove one first.');
  await expect.poll(() => dialog.getByLabel('Address Line').inputValue()).toBe('7 Fort Lane');
  expect(await addressesInBooks(account)).toHaveLength(50);
});

test('without a mouse: an address is added, made the default and removed', async () => {
  const { account, page, complaints } = await atAddresses(1440, ['Old Mill 1']);
  await tabTo(page, page.getByRole('button', { name: 'Add Address', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await tabTo(page, dialog.getByLabel('Address Line'));
  const typed = ['Hill House 9', 'Nashik', 'Maharashtra', '422001'];
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect.poll(() => hasFocus(dialog.getByLabel('Country'))).toBe(true);
  await tabTo(page, dialog.getByLabel('Mobile No.'));
  await page.keyboard.type('98765 43210');
  await page.keyboard.press('Enter');
  await cardOf(page, 'Hill House 9').waitFor();
  await expect
    .poll(() => hasFocus(page.getByRole('button', { name: 'Add Address', exact: true })))
    .toBe(true);

  await tabTo(page, page.getByRole('button', { name: 'Make default: Hill House 9' }));
  await page.keyboard.press('Enter');
  await cardOf(page, 'Hill House 9').getByText('Default', { exact: true }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Remove Hill House 9' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await page.keyboard.press('Enter');
  await cardOf(page, 'Hill House 9').waitFor({ state: 'hidden' });
  await expect
    .poll(() => addressesInBooks(account))
    .toMatchObject([{ line: 'Old Mill 1', isDefault: false }]);
  expect(complaints).toEqual([]);
});

test('cash on delivery without an address opens the form for one, and the order goes there', async () => {
  const account = await openAccount(shop);
  await fillCart(account, await takeGoods(shop), 1);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Add address' }).waitFor();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await hear(page, 'Please add an address first');
  await saveAddress(page);
  await page.getByRole('radio', { name: /12 Lake Road/ }).waitFor();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await page.waitForURL('/success');
  expect(complaints).toEqual([]);
});

test('who followed the request to log in does not read it at the checkout', async () => {
  const account = await openAccount(shop);
  const goods = await takeGoods(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  await controlOf(page, goods).add.click();
  await cartButton(page, /1 item/).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Proceed' }).click();
  await hear(page, 'Please Login');
  await page.waitForURL('/login');
  await logIn(page, account);
  await page.waitForURL('/checkout');
  await page.getByRole('button', { name: 'Cash on Delivery' }).waitFor();
  await expect.poll(() => toastsOf(page).getByText('Please Login').count()).toBe(0);
});
