import type { BrowserContext, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { offlineErrors, saveForOffline } from './offline.ts';
import type { Account, Shop } from './shop.ts';
import { confirmButton, deliveryAddress, expectToast, login, submitAddress } from './storefront.ts';
import { expect, test } from './test.ts';

type OpenPage = (view: { widthPx: number; hasServiceWorker: boolean }) => Promise<Page>;

const storedOrders = ({ db, userId }: Account) =>
  db.query<{ line: string }>(sql`
    select delivery_address->>'address_line' as line from customer_order where user_id = ${userId}`);
const isOrdered = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
const cashCall = '**/api/order/cash-on-delivery';

/** The checkout of a shopper with one product and an address, which the service worker has saved. */
async function openCheckout(openPage: OpenPage, shop: Shop, shopper: Account): Promise<Page> {
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 1);
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  const savedCart = () => page.evaluate(() => localStorage.getItem('tokri.own.cart') ?? '');
  await expect.poll(savedCart).toContain('"stored"');
  return page;
}

test('an order whose request never left the phone is placed once, by the button after an offline reload', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const page = await openCheckout(openPage, shop, shopper);
  await page.context().setOffline(true);
  await confirmButton(page).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible();
  await page.reload();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  // The notice that there is no connection leaves the button and what it says free.
  const notice = page.getByRole('status').filter({ hasText: 'offline' });
  await expect(notice).toBeVisible();
  await expect
    .poll(async () => {
      const bar = await page.locator('[data-bottom-bar]').boundingBox();
      const box = await notice.boundingBox();
      return bar !== null && box !== null && box.y + box.height <= bar.y;
    })
    .toBe(true);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).tap();
  await isOrdered(page);
  expect(await storedOrders(shopper)).toHaveLength(1);
  expect(await shopper.cart()).toEqual({});
});

test('an order whose answer was lost is shown when the connection is back, after an offline reload, and not placed again', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const page = await openCheckout(openPage, shop, shopper);
  await page.context().route(cashCall, async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await confirmButton(page).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible();
  expect(await storedOrders(shopper)).toHaveLength(1);
  await page.context().unroute(cashCall);
  await page.reload();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await page.context().setOffline(false);
  await isOrdered(page);
  expect(await storedOrders(shopper)).toHaveLength(1);
  expect(await shopper.cart()).toEqual({});
});

/** Adds the address 12 Lake Road without a connection. */
async function addOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change the delivery address' }).tap();
  await page.getByRole('button', { name: 'Add address' }).tap();
  await expect(page.getByRole('dialog', { name: 'Add Address' })).toBeVisible();
  await page.context().setOffline(true);
  await submitAddress(page);
  await expect(deliveryAddress(page).getByText('12 Lake Road')).toBeVisible();
}

test('an address that is added offline at the checkout is not ordered to before it is saved, stays chosen when it is, and gets the order', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const page = await openCheckout(openPage, shop, shopper);
  await addOffline(page);
  await expect(confirmButton(page)).toBeDisabled();
  await expect(deliveryAddress(page)).toContainText('saved on this device only');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.context().setOffline(false);
  await expect(confirmButton(page)).toBeEnabled();
  await expect(deliveryAddress(page).getByText('12 Lake Road')).toBeVisible();
  await expect(deliveryAddress(page)).not.toContainText('saved on this device only');
  await confirmButton(page).tap();
  await isOrdered(page);
  expect([...(await storedOrders(shopper))]).toEqual([{ line: '12 Lake Road' }]);
});

test('an address that the server refuses after it was added offline is named, and the choice of another one is visible', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors, /status of 409/);
  const page = await openCheckout(openPage, shop, shopper);
  await addOffline(page);
  for (let index = 2; index <= 50; index += 1) await shopper.addAddress(`Block ${index}`);
  await page.context().setOffline(false);
  await expect(page.getByRole('alert').filter({ hasText: '12 Lake Road was not saved' })).toBeVisible();
  await expect(deliveryAddress(page).getByText('12 Lake Road')).toBeHidden();
  await expect(confirmButton(page)).toBeEnabled();
});

test('addresses that are changed, removed and made the default offline are so later, although the tab was closed', async ({
  errors,
  openPage,
  shopper,
}) => {
  errors.allow(offlineErrors);
  for (const line of ['Old Mill 1', 'Fort 2', 'New Tower 3']) await shopper.addAddress(line);
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  await page.goto('/dashboard/address');
  const main = page.getByRole('main');
  await expect(main.getByText('New Tower 3')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Remove this address?' });
  const dialog = page.getByRole('dialog', { name: 'Edit address' });
  // Their code is loaded at the first use.
  await page.getByRole('button', { name: 'Remove Fort 2' }).tap();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('button', { name: 'Edit Old Mill 1' }).tap();
  await expect(dialog).toBeVisible();

  await page.context().setOffline(true);
  await dialog.getByLabel('City').fill('Nashik');
  await dialog.getByRole('button', { name: 'Submit' }).tap();
  await expect(dialog).toBeHidden();
  await expect(main.getByText('Nashik')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Fort 2' }).tap();
  await question.getByRole('button', { name: 'Remove', exact: true }).tap();
  await expect(main.getByText('Fort 2')).toBeHidden();
  await page.getByRole('button', { name: 'Make default: Old Mill 1' }).tap();
  await expect(main.getByText('Default', { exact: true })).toBeVisible();
  // Shown before it is stored.
  await expectToast(page, 'Default address changed');
  await page.reload();
  await expect(main.getByText('Nashik')).toBeVisible();
  await expect(main.getByText('Default', { exact: true })).toHaveCount(1);
  await expect(main.getByText('Fort 2')).toHaveCount(0);
  const context: BrowserContext = page.context();
  await page.close();
  await context.setOffline(false);
  const stored = async () => {
    const rows = await shopper.db.query<{ line: string; city: string; isDefault: boolean }>(sql`
      select address_line as line, city, is_default as "isDefault" from address
      where user_id = ${shopper.userId} and status order by created_at`);
    return [...rows];
  };
  expect(await stored()).toHaveLength(3);
  const later = await context.newPage();
  await later.goto('/');
  await expect.poll(stored).toEqual([
    { line: 'Old Mill 1', city: 'Nashik', isDefault: true },
    { line: 'New Tower 3', city: 'Pune', isDefault: false },
  ]);
});
