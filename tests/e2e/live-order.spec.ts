import type { Page } from '@playwright/test';
import { expectAccessible, hasFocus, tabTo } from './accessibility.ts';
import type { Account } from './shop.ts';
import { expectToast, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

const advance = (admin: Account, orderId: string, to: 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED') =>
  admin.call('changeOrders', { ids: [orderId], to, allowUnpicked: true });

const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible();

async function openOrder(page: Page, shopper: Account, orderId: string): Promise<void> {
  await startSession(page, shopper);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

test('the order page follows the order from placed to delivered', async ({
  phone: page,
  shop,
  shopper,
  admin,
}) => {
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct()];
  const { _id: orderId } = await shopper.placeOrder([milk, bread], 2);
  await openOrder(page, shopper, orderId);
  await expectStatus(page, 'We have your order');
  await expect(page.getByText('in 10 min')).toBeVisible();
  await expectAccessible(page);
  const bill = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download bill' }).click();
  expect((await bill).suggestedFilename()).toMatch(/\.pdf$/);
  await advance(admin, orderId, 'PACKING');
  await expectStatus(page, 'We are packing your order');
  await admin.call('markLineUnavailable', { _id: orderId, position: 1 });
  await expect(page.getByText('Not available, not charged')).toBeVisible();
  await expect(page.getByText('₹200')).not.toHaveCount(0);
  await advance(admin, orderId, 'OUT_FOR_DELIVERY');
  await expectStatus(page, 'Your order is on its way');
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await advance(admin, orderId, 'DELIVERED');
  await expectStatus(page, 'Delivered');
  await expect(page.getByText('after 1 min')).toBeVisible();
  await expectAccessible(page);
});

test('a page that was offline catches up when it is back', async ({
  tablet: page,
  shop,
  shopper,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const { _id: orderId } = await shopper.placeOrder([await shop.claimProduct()], 2);
  await openOrder(page, shopper, orderId);
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await advance(admin, orderId, 'PACKING');
  await page.context().setOffline(false);
  await expectStatus(page, 'We are packing your order');
  await advance(admin, orderId, 'OUT_FOR_DELIVERY');
  await expectStatus(page, 'Your order is on its way');
});

test('an order is found in My Orders and cancelled by keyboard', async ({ phone: page, shop, shopper }) => {
  const product = await shop.claimProduct();
  const { _id: orderId } = await shopper.placeOrder([product], 2);
  await startSession(page, shopper);
  await page.goto('/dashboard/myorders');
  const link = page.getByRole('link', { name: /^Track order/ });
  await expect(link).toBeVisible();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await page.waitForURL(`/orders/${orderId}`);
  await expectStatus(page, 'We have your order');
  const cancel = page.getByRole('button', { name: 'Cancel order' });
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel order' }));
  await page.keyboard.press('Enter');
  await expectStatus(page, 'This order was cancelled');
  await expect
    .poll(() => hasFocus(page.getByRole('heading', { name: 'This order was cancelled' })))
    .toBe(true);
  await expectAccessible(page);
});

test('a cancellation that comes too late is rejected, and the page shows the present status', async ({
  errors,
  page,
  shop,
  shopper,
  admin,
}) => {
  errors.allow(/net::ERR_FAILED|status of 409/);
  const { _id: orderId } = await shopper.placeOrder([await shop.claimProduct()], 2);
  // The page gets no news until it has sent the cancellation, so the server has to reject it.
  let isOffline = false;
  await page.route('**/api/order/events*', (route) => route.abort());
  await page.route('**/api/order/details*', (route) => (isOffline ? route.abort() : route.continue()));
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/cancel')) isOffline = false;
  });
  await startSession(page, shopper);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  isOffline = true;
  await advance(admin, orderId, 'PACKING');
  await advance(admin, orderId, 'OUT_FOR_DELIVERY');
  const refused = page.waitForResponse('**/api/order/cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  expect((await refused).status()).toBe(409);
  await expectToast(page, 'This order is already on its way.');
  await expectStatus(page, 'Your order is on its way');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(() => hasFocus(page.getByRole('heading', { name: 'Your order is on its way' })))
    .toBe(true);
});

test('Order again fills the cart and names what is not in stock', async ({ phone: page, shop, shopper }) => {
  const [milk, bread] = [await shop.claimProduct({ stock: 40 }), await shop.claimProduct({ stock: 2 })];
  const { _id: orderId } = await shopper.placeOrder([milk, bread], 2);
  await openOrder(page, shopper, orderId);
  await page.getByRole('button', { name: 'Order again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Not everything is in stock' });
  await expect(dialog.getByText(bread.name)).toBeVisible();
  await expectAccessible(page);
  expect(await shopper.cart()).toEqual({ [milk.id]: 2 });
  await dialog.getByRole('link', { name: 'See your cart' }).click();
  await page.waitForURL('/cart');
});

test('an order of another shopper is not found, and a guest has to log in', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 400|status of 404/);
  const { _id: orderId } = await shopper.placeOrder([await shop.claimProduct()], 2);
  const stranger = await shop.createShopper();
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  await startSession(page, stranger);
  for (const id of [orderId, 'unknown', 'not-an-id']) {
    await page.goto(`/orders/${id}`);
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
  }
  await expectAccessible(page);
});

test('a session that is revoked elsewhere ends the page at once', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 401/);
  const { _id: orderId } = await shopper.placeOrder([await shop.claimProduct()], 2);
  await openOrder(page, shopper, orderId);
  await shopper.revokeSessions();
  await expectToast(page, 'Your session has ended. Please log in again.');
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible();
});
