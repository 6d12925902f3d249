import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'invoices' });

const legal = { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '11522998000123' };
const invoiceCard = (page: Page) => page.getByRole('region', { name: 'Invoice and tax' });

async function downloadName(page: Page, name: RegExp): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  return (await download).suggestedFilename();
}

test('an order has an invoice from the hand-over on, and a refund makes a credit note, for staff and shopper', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const { version, settings } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', { version, settings: { ...settings, legal } });
  await shopper.addAddress('Old Mill 1');
  const order = await shopper.placeOrder([await shop.claimProduct()], 2);
  const page = await openPageAs(shopper, `/orders/${order._id}`, { widthPx: 360 });
  await expect(invoiceCard(page)).toHaveCount(0);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
    await admin.call('changeOrders', { ids: [order._id], to, allowUnpicked: true });
  await expect(invoiceCard(page)).toContainText('Bill of supply');
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(await downloadName(page, /^Download BOS-\d{4}-\d{6} for A4$/)).toMatch(/^BOS-\d{4}-\d{6}\.pdf$/);
  expect(await downloadName(page, /^Download BOS-\d{4}-\d{6} for 80 mm$/)).toMatch(/^BOS-\d{4}-\d{6}\.pdf$/);

  const staff = await openPageAs(admin, `/dashboard/orders?tab=all&order=${order._id}`);
  const drawer = staff.getByRole('dialog', { name: order.orderId });
  await expect(drawer).toContainText('Bill of supply BOS-');
  await drawer.getByRole('button', { name: 'Refund items…' }).click();
  const refund = staff.getByRole('dialog', { name: `Refund items of ${order.orderId}` });
  await refund.getByLabel(order.items[0]?.name ?? '').fill('50');
  await refund.getByLabel('Message to the shopper').fill('One was torn.');
  await refund.getByRole('button', { name: 'Refund ₹50' }).click();
  await expectToast(staff, `₹50 of ${order.orderId} refunded`);
  await expect(drawer).toContainText('Credit note CRN-');
  await expectAccessible(staff);
  await expect(invoiceCard(page)).toContainText('Credit note · ₹50');
  expect(await downloadName(page, /^Download CRN-\d{4}-\d{6} for A4$/)).toMatch(/^CRN-\d{4}-\d{6}\.pdf$/);
});
