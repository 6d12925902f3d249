import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { deliver, download } from './dashboard.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'invoices' });

const legal = { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '11522998000123' };
const invoiceCard = (page: Page) => page.getByRole('region', { name: 'Invoice and tax' });

/** The name of the file that the first button with such a name downloads. */
const downloadName = async (page: Page, name: RegExp) =>
  (await download(page, page.getByRole('button', { name }).first())).name;

test('an order has an invoice from the hand-over on, and a refund makes a credit note, for staff and shopper', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const { version, settings } = await admin.call('getStoreSettings', {});
  const identity = { ...settings.identity, address: '1 Market Street, Pune 411001' };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, identity, legal } });
  await shopper.addAddress('Old Mill 1 🏭, पुणे');
  const product = await shop.claimProduct();
  await shop.db.query(sql`
    update product set hsn = '0405', gst_basis_points = 500, cess_basis_points = 0 where id = ${product.id}`);
  const order = await shopper.placeOrder([product], 2);
  const page = await openPageAs(shopper, `/orders/${order._id}`, { widthPx: 360 });
  await expect(page.getByRole('heading', { name: 'We have your order' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download INV-/ })).toHaveCount(0);
  const staff = await openPageAs(admin, `/dashboard/orders?tab=all&order=${order._id}`, { widthPx: 360 });
  const drawer = staff.getByRole('dialog', { name: order.orderId });
  const unprintable = drawer.getByText('These characters cannot be printed').locator('..');
  await expect(unprintable.getByRole('listitem')).toHaveText(['🏭 in address']);
  await expectNoOverflow(staff);
  await deliver(admin, order._id);
  await expect(invoiceCard(page)).toContainText('The total includes ₹9.52 GST.');
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(await downloadName(page, /^Download INV-\d{4}-\d{6} for A4$/)).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect(await downloadName(page, /^Download INV-\d{4}-\d{6} for 80 mm$/)).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);

  await staff.setViewportSize({ width: 1440, height: 900 });
  await expect(drawer).toContainText('Tax invoice INV-');
  // The invoice is issued: its text no longer changes.
  await expect(unprintable).toHaveCount(0);
  // Where the browser shows PDF files, the tab has its viewer, and elsewhere the file is saved, at times before another
  // line of this test runs.
  const opened = new Promise<unknown>((resolve) => {
    staff.once('popup', (tab) =>
      resolve(Promise.any([tab.waitForEvent('download'), tab.waitForURL(/^blob:/)])),
    );
  });
  await drawer.getByRole('button', { name: /^Print INV-\d{4}-\d{6} on 80 mm$/ }).click();
  await opened;
  await drawer.getByRole('button', { name: 'Refund products…' }).click();
  const refund = staff.getByRole('dialog', { name: `Refund products of ${order.orderId}` });
  await refund.getByLabel(order.items[0]?.name ?? '').fill('50');
  await refund.getByLabel('Message to the shopper').fill('One was torn.');
  await refund.getByRole('button', { name: 'Refund ₹50' }).click();
  await expectToast(staff, `₹50 of ${order.orderId} refunded`);
  await expect(drawer).toContainText('Credit note CRN-');
  await expectAccessible(staff);
  await expect(invoiceCard(page)).toContainText('Credit note · ₹50');
  expect(await downloadName(page, /^Download CRN-\d{4}-\d{6} for A4$/)).toMatch(/^CRN-\d{4}-\d{6}\.pdf$/);
});
