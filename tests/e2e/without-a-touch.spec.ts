import type { Page } from '@playwright/test';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { shiftOf, watchShifts } from './accessibility.ts';
import { deliver } from './dashboard.ts';
import type { Account, TestProduct } from './shop.ts';
import { productCards, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

// A person who reads, or listens to a screen reader, sends no pointer or key event to the page.

test.use({ shopName: 'without-a-touch' });

const widths = [360, 1440];
const maximumLayoutShift = 0.02;

/** Opens a page without a pointer or key event. */
async function open(page: Page, path: string): Promise<void> {
  await watchShifts(page);
  await page.goto(path);
}

/** An order in the given state, and a cart. */
async function orderAndFillCart(shopper: Account, product: TestProduct): Promise<string> {
  await shopper.placeOrder([product], 1);
  await shopper.addToCart(product, 1);
  const [order] = await shopper.call('listOrders', {});
  return order?._id ?? '';
}

for (const widthPx of widths) {
  test(`pages of a shopper are complete at ${widthPx} px without a touch, and nothing moves`, async ({
    admin,
    openPage,
    shop,
    shopper,
  }) => {
    const id = await orderAndFillCart(shopper, await shop.claimProduct());
    await deliver(admin, id);
    const page = await openPage({ widthPx });
    await startSession(page, shopper);
    const main = page.getByRole('main');
    const parts = [
      { path: `/orders/${id}`, part: main.getByRole('button', { name: /^Download .*A4/ }) },
      { path: `/orders/${id}`, part: main.getByRole('link', { name: /^Contact/ }) },
      { path: '/checkout', part: main.getByRole('textbox', { name: 'Coupon code' }) },
      { path: '/dashboard/address', part: main.getByRole('button', { name: 'Add Address' }).first() },
    ];
    for (const { path, part } of parts) {
      await open(page, path);
      await expect(part).toBeVisible();
      await expect.poll(() => page.locator('body > div[aria-live=polite]').count()).toBe(1);
      expect({ path, isStill: (await shiftOf(page)) < maximumLayoutShift }).toEqual({ path, isStill: true });
    }
  });

  test(`the rows of home have all products at ${widthPx} px without a touch, and nothing moves`, async ({
    openPage,
  }) => {
    const firstRow = (page: Page) =>
      page
        .getByRole('main')
        .getByRole('region')
        .filter({ has: productCards(page) })
        .first();
    const fromServer = await openPage({ widthPx, hasScript: false });
    await fromServer.goto('/');
    const count = await productCards(firstRow(fromServer)).count();
    const page = await openPage({ widthPx });
    await open(page, '/');
    await expect.poll(() => productCards(firstRow(page)).count()).toBeGreaterThan(count);
    expect(await shiftOf(page)).toBeLessThan(maximumLayoutShift);
  });

  test(`the header says when the store delivers at ${widthPx} px without a touch, and nothing moves`, async ({
    admin,
    openPage,
  }) => {
    const { version } = await admin.call('getStoreSettings', {});
    const groups = [
      { name: '', pincodes: ['4110'], deliveryFeeAmt: 0, minimumOrderAmt: null, extraMinutes: 2 },
    ];
    await admin.call('updateStoreSettings', {
      version,
      settings: { ...initialStoreSettings, deliveryArea: { ...everywhere, kind: 'PINCODES', groups } },
    });
    const page = await openPage({ widthPx });
    const status = page.waitForResponse(/\/api\/settings\/status/);
    await open(page, '/');
    expect((await status).ok()).toBe(true);
    await expect(page.getByRole('banner').getByRole('button', { name: /Deliver to/ })).toBeVisible();
    expect(await shiftOf(page)).toBeLessThan(maximumLayoutShift);
  });
}

test('the shop says that it is offline, and has saved the page, within 10 seconds without a touch', async ({
  errors,
  openPage,
}) => {
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await open(page, '/');
  await expect
    .poll(
      () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active != null),
      {
        timeout: 10_000,
      },
    )
    .toBe(true);
  errors.allow(/Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'offline' })).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(maximumLayoutShift);
});
