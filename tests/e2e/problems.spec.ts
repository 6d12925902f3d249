import type { Page } from '@playwright/test';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import type { Account, Shop } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

/** Two pieces of a product for ₹100 each, paid in cash and delivered. */
async function deliveredOrder(shop: Shop, shopper: Account, admin: Account) {
  await shopper.addAddress('Old Mill 1');
  const order = await shopper.placeOrder([await shop.claimProduct()], 2);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
    await admin.call('changeOrders', { ids: [order._id], to, allowUnpicked: true });
  return order;
}

const problemsOf = (page: Page) => page.getByRole('region', { name: 'Something wrong?' });
const rowOf = (page: Page, number: string) =>
  page.getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: number }).first();

test('a shopper reports a torn item with a photo, and gets half of the order back as store credit', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const order = await deliveredOrder(shop, shopper, admin);
  const [item] = order.items;
  const page = await openPageAs(shopper, `/orders/${order._id}`, { widthPx: 360 });
  await problemsOf(page).getByRole('button', { name: 'Report a problem' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByRole('button', { name: 'Send' }).tap();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a product.');
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel(`What is wrong with ${item?.name}?`).selectOption('Damaged');
  await dialog.getByLabel(`How many of ${item?.name}?`).selectOption('1');
  await dialog.getByLabel('Anything else? (optional)').fill('The packet was torn.');
  const buffer = Buffer.from(await bytesOf(plainImage(1600, 1200).jpeg()));
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'torn.jpg', mimeType: 'image/jpeg', buffer });
  await expect(dialog.getByRole('img', { name: 'Your picture' })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByRole('button', { name: 'Send' }).tap();
  await expectToast(page, 'Thank you. We are looking into it.');
  await expect(problemsOf(page)).toContainText(
    'We are looking into it. You will get our answer here and by email.',
  );
  await expect(problemsOf(page).getByRole('button')).toHaveCount(0);

  const staff = await openPageAs(admin, '/dashboard');
  const tasks = staff.getByRole('list', { name: 'To do' });
  await tasks.getByRole('link', { name: /^View (?:problem|\d+ problems)$/ }).click();
  await staff.waitForURL('/dashboard/problems');
  const row = rowOf(staff, order.orderId);
  await expect(row).toContainText('The packet was torn.');
  await row.getByRole('button', { name: 'Show the picture' }).click();
  await expect(staff.getByRole('dialog').getByRole('img', { name: 'The problem' })).toBeVisible();
  await staff.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Refund' }).click();
  const refund = staff.getByRole('dialog', { name: `Refund products of ${order.orderId}` });
  await expect(refund.getByLabel(`${item?.name}`)).toHaveValue('100');
  await refund.getByRole('radio', { name: 'As store credit' }).check();
  await refund.getByLabel('Message to the shopper').fill('Sorry for the torn packet.');
  await expectAccessible(staff);
  await refund.getByRole('button', { name: 'Refund ₹100' }).click();
  await expectToast(staff, `₹100 of ${order.orderId} refunded`);
  await expect(rowOf(staff, order.orderId)).toBeHidden();

  await expect(problemsOf(page)).toContainText('₹100 refunded as store credit');
  await expect(problemsOf(page)).toContainText('Sorry for the torn packet.');
  await expect(page.getByText(`Refund: ${item?.name}`)).toBeVisible();
  expect(await shopper.call('getStoreCredit', {})).toMatchObject({ balanceAmt: 100 });
  const email = await shop.waitForEmail(shopper.email, /^Refund of ₹100 for your order/);
  expect(email.text).toContain('Sorry for the torn packet.');
});

test('an administrator declines a problem, and refunds an item from the order board by hand', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const order = await deliveredOrder(shop, shopper, admin);
  await shopper.call('reportProblem', {
    ...{ _id: order._id, lines: [{ position: 0, quantity: 1, kind: 'MISSING' }], note: 'Only one was there' },
  });
  const page = await openPageAs(shopper, `/orders/${order._id}`, { widthPx: 360 });
  await expect(problemsOf(page)).toContainText('We are looking into it.');
  const staff = await openPageAs(admin, '/dashboard/problems', { widthPx: 360 });
  await rowOf(staff, order.orderId).getByRole('button', { name: 'Decline' }).tap();
  const dialog = staff.getByRole('dialog', { name: 'Decline without a refund' });
  await dialog.getByRole('button', { name: 'Decline' }).tap();
  await expect(dialog.getByLabel('Message to the shopper')).toBeFocused();
  await dialog.getByLabel('Message to the shopper').fill('The picture shows two.');
  await dialog.getByRole('button', { name: 'Decline' }).tap();
  await expectToast(staff, `Problem of ${order.orderId} declined`);
  await expect(problemsOf(page)).toContainText('The picture shows two.');
  await staff.getByRole('button', { name: 'Show resolved' }).tap();
  await expect(rowOf(staff, order.orderId)).toContainText('The picture shows two.');
  await expectNoOverflow(staff);

  await staff.goto(`/dashboard/orders?tab=all&order=${order._id}`);
  await staff.getByRole('button', { name: 'Refund products…' }).tap();
  const refund = staff.getByRole('dialog', { name: `Refund products of ${order.orderId}` });
  await refund.getByLabel(order.items[0]?.name ?? '').fill('500');
  await refund.getByLabel('Message to the shopper').fill('We found the other one.');
  errors.allow(/status of 409/);
  await refund.getByRole('button', { name: 'Refund ₹500' }).tap();
  await expect(refund.getByRole('alert')).toContainText('At most ₹200 can be refunded');
  await refund.getByLabel(order.items[0]?.name ?? '').fill('100');
  await refund.getByRole('button', { name: 'Refund ₹100' }).tap();
  await expectToast(staff, `₹100 of ${order.orderId} refunded`);
  await expect(staff.getByText('A refund of ₹100 is due. Pay it out in cash or by UPI.')).toBeVisible();
});
