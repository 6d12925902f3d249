import type { Page, Request } from '@playwright/test';
import sql from 'sql-template-tag';
import { endpoints } from '#contract/api.ts';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { newCoupon } from '#tests/fixtures/coupons.ts';
import { shiftOf, watchShifts } from './accessibility.ts';
import { deliver } from './dashboard.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { cartControl, confirmButton, hold, productCards, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

// A person who reads, or listens to a screen reader, sends no pointer or key event to the page.

test.use({ shopName: 'without-a-touch' });

const widths = [360, 1440];
const maximumLayoutShift = 0.02;

async function changeSettings(admin: Account, changes: Partial<StoreSettings>): Promise<void> {
  const { version } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', { version, settings: { ...initialStoreSettings, ...changes } });
}

/** A store that delivers to some PIN codes only. */
const somePincodes: StoreSettings['deliveryArea'] = {
  ...everywhere,
  kind: 'PINCODES',
  groups: [{ name: '', pincodes: ['4110'], deliveryFeeAmt: 0, minimumOrderAmt: null, extraMinutes: 2 }],
};

/** Opens a page without a pointer or key event. */
async function open(page: Page, path: string): Promise<void> {
  await watchShifts(page);
  await page.goto(path);
}

/** What cart and checkout read besides the page. */
const lateCalls = [
  ...(['getStoreStatus', 'listListedCoupons', 'listProductsById', 'listCartLines'] as const),
  ...(['listDeliverySlots', 'listAddresses', 'getStoreCredit'] as const),
];

/** Opens a page and lets one call after the other be answered, each when what the former brought has been drawn. */
async function openSlowly(page: Page, path: string, calls: typeof lateCalls): Promise<void> {
  const waiting = new Set<Request>();
  page.on('request', (request) => waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  const held = [];
  for (const call of calls) {
    const url = new RegExp(endpoints[call].path);
    held.push({ url, release: await hold(page, url) });
  }
  await open(page, path);
  for (const { url, release } of held) {
    release();
    await expect.poll(() => [...waiting].filter((request) => url.test(request.url()))).toEqual([]);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/** A store with everything that a bill, a checkout and its notices can show. */
async function fillStore(admin: Account, { db }: Shop, { id }: TestProduct): Promise<void> {
  const [row] = await db.query<{ category: string }>(sql`
    select category_id as category from product_category where product_id = ${id}`);
  const terms = {
    minimumAmt: 0,
    categoryIds: [row?.category ?? ''],
    productIds: [],
    startsAt: null,
    endsAt: null,
  };
  await changeSettings(admin, {
    charges: {
      deliveryFees: [{ fromAmt: 0, feeAmt: 30 }],
      freeDeliveryFromAmt: 900,
      smallOrder: { belowAmt: 300, feeAmt: 10.5 },
      handlingAmt: 5,
      isTotalRounded: true,
    },
    slots: { ...initialStoreSettings.slots, isOn: true },
    deliveryArea: somePincodes,
    offers: [{ name: 'Ten off', value: { kind: 'FLAT', amountAmt: 10 }, isActive: true, ...terms }],
  });
  for (const value of [50, 40]) {
    await admin.call(
      'createCoupon',
      newCoupon({ isListed: true, value: { kind: 'FLAT', amountAmt: value } }),
    );
  }
}

/** An address that takes all the lines that one can have. */
async function addDetailedAddress(shopper: Account): Promise<void> {
  await shopper.call('createAddress', {
    ...{
      address_line: 'Old Mill 1',
      city: 'Pune',
      state: 'Maharashtra',
      pincode: '411001',
      country: 'India',
    },
    ...{
      mobile: '9876543210',
      landmark: 'Near the lake',
      delivery_note: 'Ring twice',
      recipient_name: 'Asha',
    },
    location: { latitude: 18.52, longitude: 73.85 },
  });
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

  for (const who of ['a guest', 'a shopper without an address', 'a shopper'] as const) {
    test(`cart and checkout of ${who} do not move at ${widthPx} px in either order of the answers`, async ({
      admin,
      openPage,
      shop,
      shopper,
    }) => {
      const product = await shop.claimProduct();
      await fillStore(admin, shop, product);
      if (who === 'a shopper') await addDetailedAddress(shopper);
      await admin.call('grantStoreCredit', { _id: shopper.userId, amount: 50, reason: 'Late' });
      await shopper.addToCart(product, 2);
      const first = await openPage({ widthPx, heightPx: widthPx === 360 ? 740 : 900 });
      if (who === 'a guest') {
        await first.goto(product.path);
        await cartControl(first, product).add.first().click();
        await expect(cartControl(first, product).quantity.first()).toHaveText('1');
      } else await startSession(first, shopper);
      for (const path of who === 'a guest' ? ['/cart'] : ['/cart', '/checkout']) {
        for (const calls of [lateCalls, lateCalls.toReversed()]) {
          const page = await first.context().newPage();
          await openSlowly(page, path, calls);
          const last =
            path === '/cart'
              ? page.getByRole('region', { name: 'Coupons for your cart' })
              : confirmButton(page);
          await expect(last).toBeVisible();
          const shift = await shiftOf(page);
          expect({ path, calls, shift, isStill: shift < maximumLayoutShift }).toMatchObject({
            isStill: true,
          });
          await page.close();
        }
      }
      await changeSettings(admin, {});
    });
  }

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
    await changeSettings(admin, { deliveryArea: somePincodes });
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
