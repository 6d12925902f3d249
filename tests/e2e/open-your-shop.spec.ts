import type { Page } from '@playwright/test';
import { stringify } from 'csv-stringify/sync';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { deliver, dialogOf, saveSection } from './dashboard.ts';
import { expectToast, order, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'open-your-shop' });
// A new store with one administrator.
test.beforeEach(async ({ shop, admin }) => {
  await shop.db.query(sql`delete from store_opening`);
  await shop.db.query(sql`update account set role = 'USER' where role = 'ADMIN' and id <> ${admin.userId}`);
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

test('a new owner sets name, hours and tax, imports ten products, removes the demo, delivers a test order and goes live, and the list disappears', async ({
  openPageAs,
  shop,
  admin,
}) => {
  test.slow();
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

  // Categories of the demo catalogue that products of the owner have stay.
  const [categories] = await shop.db.query<{ categories: string; sub_categories: string }>(sql`
    select c.name as categories, s.name as sub_categories from sub_category_category
    join category c on c.id = category_id join sub_category s on s.id = sub_category_id order by s.id limit 1`);
  const products = Array.from({ length: 10 }, (_, index) => ({
    ...{
      name: `Sharma Basmati ${index + 1}`,
      description: 'From our own mill.',
      unit: '1 kg',
      price: 100 + index,
    },
    ...{ stock: 20, ...categories, gst_rate: 5 },
  }));
  await openStep(page, 'First products with pictures');
  await list(page).getByRole('link', { name: 'Import a file' }).click();
  const file = {
    name: 'my products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(stringify(products, { header: true })),
  };
  await page.getByRole('main').locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Apply 10 changes' }).click();
  await expect(page.getByRole('heading', { name: 'my products.csv imported' })).toBeVisible();

  await openList(page);
  await openStep(page, 'First products with pictures');
  await list(page).getByRole('button', { name: 'Remove the demo catalogue' }).click();
  const removal = dialogOf(page, 'Remove the demo catalogue');
  await expect(removal).toContainText(/5,\d{3} products, \d+ categories and \d+ sub-categories are deleted/);
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Demo catalogue removed');
  await expect(step(page, 'First products with pictures')).not.toContainText(
    'demo catalogue is in the store',
  );
  await list(page).getByRole('button', { name: 'This is right for my store' }).last().click();
  await expectDone(page, 'First products with pictures');
  for (const confirmed of ['I work alone', 'My backups are made in another way']) {
    await openStep(page, confirmed === 'I work alone' ? 'Staff' : 'Backup');
    await list(page).getByRole('button', { name: confirmed }).click();
    await expectDone(page, confirmed === 'I work alone' ? 'Staff' : 'Backup');
  }

  await admin.addAddress('12 MG Road');
  await page.goto('/search?q=basmati');
  await page.getByRole('button', { name: 'Add Sharma Basmati 1 to the cart' }).click();
  await page.goto('/checkout');
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const [placed] = await admin.call('listOrders', {});
  if (placed === undefined) throw new Error('There is no order.');
  await page.goto('/dashboard');
  await expect(step(page, 'Test order')).toContainText('The order is not delivered.');
  await deliver(admin, placed._id);
  await page.reload();
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
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Net sales today')).toBeVisible();
  await expect(list(page)).toHaveCount(0);
});

for (const widthPx of [360, 768, 1440]) {
  test(`the list can be read, confirmed by keyboard, put away and found again at ${widthPx} px`, async ({
    openPage,
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
    const dark = await openPage({ widthPx, isDark: true });
    await startSession(dark, admin);
    await dark.goto('/dashboard?opening=shown');
    await expect(list(dark)).toBeVisible();
    await expectAccessible(dark);
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
