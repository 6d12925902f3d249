import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, shiftOf, watchShifts } from './accessibility.ts';
import { cartControl, expectToast, order } from './storefront.ts';
import { expect, test } from './test.ts';

const strip = (page: Page) => page.getByRole('link', { name: /Track$|View$/ });

test('the success page states number, total and address, and the order follows on other pages until it is delivered @everyday', async ({
  openPageAs,
  shop,
  shopper,
  admin,
}) => {
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const [placed] = await shopper.call('listOrders', {});
  const main = page.getByRole('main');
  await expect(main.getByText(placed?.orderId ?? '', { exact: true })).toBeVisible();
  await expect(main.getByText('₹200', { exact: true })).toBeVisible();
  await expect(main.getByText('Old Mill 1, Pune 411001')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Go To Home' }).click();
  await expect(strip(page)).toHaveText(/^Placed.* in (10|9) minTrack$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  // Reserved before the first paint, so nothing moves.
  await watchShifts(page);
  await page.reload();
  await expect(strip(page)).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.001);

  const advance = (to: 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED') =>
    admin.call('changeOrders', { ids: [placed?._id ?? ''], to, allowUnpicked: true });
  await advance('PACKING');
  await expect(strip(page)).toHaveText(/^Packing/);
  await shop.db.query(sql`
    update customer_order set promised_by = now() - interval '1 minute' where id = ${placed?._id ?? ''}`);
  await advance('OUT_FOR_DELIVERY');
  await expect(strip(page)).toHaveText(/^Out for delivery.*Late, now by \d+:\d\d [ap]mTrack$/);
  await strip(page).click();
  await expect(page.getByText(/Running late, sorry. At your door by \d+:\d\d [ap]m/)).toBeVisible();
  await page.goBack();
  await expect(strip(page)).toBeVisible();
  await admin.call('recordUndelivered', {
    ...{ _id: placed?._id ?? '', attempt: 1, reason: 'NOBODY_THERE', outcome: 'RETRY' },
  });
  await expect(strip(page)).toHaveText(/^Out for delivery.* · We will try again\.Track$/);
  await page.reload();
  await expect(strip(page)).toHaveText(/^Out for delivery.* · We will try again\.Track$/);
  await advance('DELIVERED');
  await expect(strip(page)).toHaveText(/^Delivered.*View$/);
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(strip(page)).toBeHidden();
});

test('guests and shoppers without an order have no strip, and a logout removes it', async ({
  openPage,
  openPageAs,
  shop,
  shopper,
}) => {
  const guest = await openPage({ widthPx: 360 });
  await guest.goto('/');
  await expect(strip(guest)).toBeHidden();
  const page = await openPageAs(shopper, '/', { widthPx: 1440 });
  await expect(strip(page)).toBeHidden();
  // Ordered in another browser: shown from the second page on, so that nothing moves.
  await shopper.placeOrder([await shop.claimProduct()], 1);
  await page.reload();
  await page.waitForFunction(() => localStorage.getItem('tokri.running-order') !== null);
  await expect(strip(page)).toBeHidden();
  await page.goto('/cart');
  await expect(strip(page)).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(strip(page)).toBeHidden();
});

test('home reserves no space for a last order when none can be ordered again', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const milk = await shop.claimProduct();
  await shopper.placeOrder([milk], 1);
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  // It stands in the space of what was bought before.
  await page.waitForFunction(() =>
    ['reorder', 'bought'].every((hint) => localStorage.getItem(`tokri.${hint}`)),
  );
  await page.reload();
  const last = page.getByRole('region', { name: 'Your last order' });
  await expect(last).toBeVisible();
  // None of the newest orders can be ordered again.
  await page.route('**/api/order/order-list*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), data: [] } });
  });
  await watchShifts(page);
  await page.reload();
  await page.waitForFunction(() => localStorage.getItem('tokri.reorder') === null);
  await expect(last).toHaveCount(0);
  expect(await shiftOf(page)).toBeLessThan(0.001);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.reorder)).toBeUndefined();
});

test('home shows what was bought before in a row whose space is reserved, and nothing of it after a logout @everyday', async ({
  openPageAs,
  shop,
  shopper,
}) => {
  const [milk, gone] = [await shop.claimProduct(), await shop.claimProduct()];
  await shopper.placeOrder([milk, gone], 1);
  await shop.updateProduct(gone, { stock: 0 });
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  const row = page.getByRole('region', { name: 'Buy again' });
  // Bought in another browser: shown from the second page on, so that nothing moves.
  await expect(page.getByText('Buy again', { exact: true })).toBeAttached();
  await watchShifts(page);
  await page.reload();
  await expect(row.getByRole('heading', { name: milk.name })).toBeVisible();
  await expect(row.getByRole('heading', { name: gone.name })).toHaveCount(0);
  expect(await shiftOf(page)).toBeLessThan(0.001);
  await expectAccessible(page);
  await cartControl(row, milk).add.click();
  // A tap without an answer is repeated after the reload.
  await expectToast(page, 'Item added');
  await shopper.placeOrder([milk], 2);
  await page.reload();
  // Three taps from home to an order: this one, 'Proceed' and the way to pay.
  await page
    .getByRole('region', { name: 'Your last order' })
    .getByRole('button', { name: 'Order again' })
    .click();
  await page.waitForURL('/cart');
  await expect.poll(() => shopper.cart()).toEqual({ [milk.id]: 2 });
  await page.goto('/user');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.goto('/');
  await expect(row).toHaveCount(0);
});

test("'Order again' adds to a tap that is not saved yet", async ({ openPageAs, shop, shopper }) => {
  const milk = await shop.claimProduct();
  await shopper.placeOrder([milk], 2);
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  await expect(page.getByText('Buy again', { exact: true })).toBeAttached();
  // Home shows the last order only if it has read one before.
  await page.waitForFunction(() => localStorage.getItem('tokri.reorder') !== null);
  await page.reload();
  const saving = Promise.withResolvers<void>();
  await page.route('**/api/cart/create', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await cartControl(page.getByRole('region', { name: 'Buy again' }), milk).add.click();
  const again = page
    .getByRole('region', { name: 'Your last order' })
    .getByRole('button', { name: 'Order again' });
  await again.click();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  saving.resolve();
  await page.waitForURL('/cart');
  await expect.poll(() => shopper.cart()).toEqual({ [milk.id]: 3 });
});
