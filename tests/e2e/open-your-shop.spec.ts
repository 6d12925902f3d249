import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from './accessibility.ts';
import { dialogOf, download, imageFile, saveSection, submitButton } from './dashboard.ts';
import { cartButton, expectToast, order } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'open-your-shop' });
// A new store with one administrator.
test.beforeEach(async ({ shop, admin }) => {
  await shop.db.query(sql`delete from store_opening`);
  await shop.db.query(sql`update account set role = 'USER' where role = 'ADMIN' and id <> ${admin.userId}`);
  // The test orders of the former administrator would be those of a customer.
  await shop.db.query(sql`update customer_order set user_id = ${admin.userId}`);
});

const list = (page: Page) => page.getByRole('region', { name: 'Open your store' });
const step = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });

async function expectDone(page: Page, title: string): Promise<void> {
  await expect(step(page, title)).toContainText(`Done: ${title}`);
}

const openList = (page: Page) => page.getByRole('link', { name: 'Open your store' }).click();

/** Opens a step that is not the first one. */
async function openStep(page: Page, title: string): Promise<void> {
  const details = step(page, title).locator('details');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
}

test('a new owner sets name, hours and tax, imports ten products with pictures, removes the demo once no customer has ordered of it, orders, packs and delivers, and goes live, and the list disappears', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  test.slow();
  errors.allow(/status of 409/);
  const page = await openPageAs(admin, '/dashboard', { widthPx: 1440 });
  await expect(list(page)).toContainText('0 of 11 done');
  await expect(page.getByText('Not open yet', { exact: true })).toBeVisible();
  await step(page, 'Name and logo').getByRole('link', { name: 'Enter name and contact' }).click();
  await page.getByLabel('Name of the store').fill('Sharma Kirana');
  await page.getByLabel('Email for shoppers').fill('orders@sharmakirana.in');
  await page.getByLabel('Telephone (optional)').fill('9876543210');
  await page.getByLabel('Address (optional)').fill('12 MG Road\nPune 411001');
  await saveSection(page);
  await openList(page);
  await step(page, 'Name and logo').getByRole('button', { name: 'I have no logo' }).click();
  await expectDone(page, 'Name and logo');
  await step(page, 'Address and tax').getByRole('link', { name: 'Enter GSTIN and FSSAI number' }).click();
  await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV');
  await page.getByLabel('FSSAI number').fill('11522998000123');
  await saveSection(page);
  await openList(page);
  await step(page, 'Opening hours').getByRole('link', { name: 'Enter your hours' }).click();
  await page.getByLabel('Monday, open or closed').selectOption('Hours');
  // All day, so that the test order can be placed at once.
  await page.getByLabel('Monday, opens').fill('00:00');
  await page.getByLabel('Monday, closes').fill('23:59');
  await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
  await saveSection(page);
  await openList(page);
  for (const title of ['Address and tax', 'Opening hours']) await expectDone(page, title);

  await openStep(page, 'First products with pictures');
  await list(page).getByRole('link', { name: 'Import a file' }).click();
  const template = await download(page, page.getByRole('button', { name: 'Download a template' }));
  // The owner types over the examples; the categories of the demo catalogue that the products have stay.
  const text = template.content.toString().replaceAll(/^"(?!name")/gm, '"Sharma ');
  const file = { name: 'my products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByRole('main').locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Apply 10 changes' }).click();
  await expect(page.getByRole('heading', { name: 'my products.csv imported' })).toBeVisible();
  await page.getByRole('link', { name: 'Add their pictures' }).click();
  await expect(page.getByRole('heading', { name: 'Pictures of many products at once' })).toBeVisible();
  const names = [...text.matchAll(/^"(Sharma [^"]+)"/gm)].map(([, name]) => `${name}.png`);
  const pictures = names.map((name, index) => imageFile(`#c8${index}`, name));
  await page
    .getByRole('main')
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await Promise.all(pictures));
  await page.getByRole('button', { name: 'Upload 10 pictures' }).click();
  await expect(page.getByRole('heading', { name: 'Pictures uploaded' })).toBeVisible();

  // A customer has ordered a product of the demo catalogue.
  const { _id: ordered } = await shopper.placeOrder([await shop.claimProduct()], 1);
  await openList(page);
  await openStep(page, 'First products with pictures');
  await list(page).getByRole('button', { name: 'Remove the demo catalogue' }).click();
  const removal = dialogOf(page, 'Remove the demo catalogue');
  await expect(removal).toContainText(/5,\d{3} products, \d+ categories and \d+ sub-categories are deleted/);
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Remove', exact: true }).dblclick();
  await expect(removal.getByRole('alert')).toHaveText(
    '1 order of customers has products of the demo catalogue. Cancel those that are tests, or archive the products instead.',
  );
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await expect(step(page, 'First products with pictures')).toContainText('demo catalogue is in the store');
  await admin.call('changeOrders', { ids: [ordered], to: 'CANCELLED', reason: 'A test' });
  await list(page).getByRole('button', { name: 'Remove the demo catalogue' }).click();
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Demo catalogue removed');
  await expectDone(page, 'First products with pictures');
  for (const [title, button] of [
    ['Staff', 'I work alone'],
    ['Backup', 'My backups are made in another way'],
  ] as const) {
    await openStep(page, title);
    await list(page).getByRole('button', { name: button }).click();
    await expectDone(page, title);
    // The button that had the focus is gone.
    await expect(step(page, title)).toBeFocused();
  }

  await openStep(page, 'Test order');
  await list(page).getByRole('link', { name: 'Order in your store' }).click();
  await page.getByRole('button', { name: 'Add Sharma Basmati rice to the cart' }).first().click();
  await cartButton(page, /1 item/).click();
  await page
    .getByRole('button', { name: 'Proceed' })
    .or(page.getByRole('link', { name: 'Proceed' }))
    .click();
  await page.getByRole('button', { name: 'Add address' }).click();
  const address = dialogOf(page, 'Add Address');
  await address.getByLabel('Address line').fill('12 MG Road');
  await address.getByLabel('PIN code').fill('411001');
  await expect(address.getByLabel('City')).toHaveValue('Pune');
  await address.getByLabel('Mobile number').fill('9876543210');
  await submitButton(address).click();
  await expect(address).toBeHidden();
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(step(page, 'Test order')).toContainText('The order is not delivered.');
  await openStep(page, 'Test order');
  await list(page).getByRole('link', { name: 'Pack and deliver it' }).click();
  await page.getByRole('button', { name: /^Start packing/ }).click();
  await page.getByRole('button', { name: /^Hand over/ }).click();
  await dialogOf(page, 'Some products are not picked').getByRole('button', { name: 'Hand over' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delivered ORD-/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Received' }).click();
  // At once: the delivery is sent while the list loads.
  await openList(page);
  await expectDone(page, 'Test order');

  await openStep(page, 'Go live');
  await list(page).getByRole('button', { name: 'Go live' }).click();
  const live = dialogOf(page, 'Go live');
  await expect(live.getByRole('list')).toContainText('Policies: The terms of use are not published.');
  await expectAccessible(page);
  await live.getByRole('button', { name: 'Go live all the same' }).click();
  await expectToast(page, 'Your store is open');
  await expect(page.getByText('Not open yet', { exact: true })).toBeHidden();
  await expectDone(page, 'Go live');

  for (const [title, button] of [
    ['Area and charges', 'This is right for my store'],
    ['Payment', 'This is right for my store'],
  ] as const) {
    await openStep(page, title);
    await step(page, title).getByRole('button', { name: button }).click();
    await expectDone(page, title);
  }
  const { settings, version } = await admin.call('getStoreSettings', {});
  const seller = {
    ...settings.seller,
    officerName: 'Asha',
    officerDesignation: 'Owner',
    officerEmail: 'asha@sharma.in',
  };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, seller } });
  for (const name of ['terms', 'privacy', 'refunds'] as const)
    await admin.call('updateStorePage', {
      page: name,
      version: 0,
      english: 'Text',
      hindi: '',
      isPublished: true,
    });
  // Not at the address that shows the list in any case.
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Net sales today')).toBeVisible();
  await expect(list(page)).toHaveCount(0);
});

for (const widthPx of [360, 768, 1440]) {
  test(`the list can be read, confirmed by keyboard, put away and found again at ${widthPx} px`, async ({
    openPageAs,
    admin,
  }) => {
    const page = await openPageAs(admin, '/dashboard', { widthPx });
    await expect(list(page)).toContainText('of 11 done');
    await expectAccessible(page);
    await expectNoOverflow(page);
    const staff = step(page, 'Staff');
    await staff.locator('summary').press('Enter');
    await staff.getByRole('button', { name: 'I work alone' }).press('Enter');
    await expectDone(page, 'Staff');
    await staff.getByRole('button', { name: 'Undo: Staff' }).press('Enter');
    await expect(staff).toContainText('You are the only administrator.');

    await list(page).getByRole('button', { name: 'Hide this list' }).click();
    await expect(list(page)).toHaveCount(0);
    // Another administrator's page, and the next visit.
    await page.reload();
    await expect(page.getByText('Net sales today')).toBeVisible();
    await expect(list(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: /Pages/ }).fill('open your');
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeVisible();
    // It stays, also after a step on another page, until it is put away again.
    await page.waitForURL((url) => url.search === '');
    await page.reload();
    await expect(list(page)).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
}

test('a second tab whose list is older goes live once, and a shopper sees nothing of it', async ({
  openPageAs,
  admin,
  shopper,
  shop,
}) => {
  const openings = () => shop.db.query(sql`select from audit_entry where action = 'opened'`);
  const { length: before } = await openings();
  const first = await openPageAs(admin, '/dashboard');
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  for (const page of [first, second]) {
    await openStep(page, 'Go live');
    await list(page).getByRole('button', { name: 'Go live' }).click();
  }
  for (const page of [first, second]) {
    await dialogOf(page, 'Go live')
      .getByRole('button', { name: /^Go live/ })
      .dblclick();
    await expect(dialogOf(page, 'Go live')).toHaveCount(0);
    await expectDone(page, 'Go live');
  }
  expect(await openings()).toHaveLength(before + 1);
  const visitor = await openPageAs(shopper, '/', { widthPx: 360 });
  await expect(visitor.getByText('Not open yet', { exact: true })).toHaveCount(0);
});
