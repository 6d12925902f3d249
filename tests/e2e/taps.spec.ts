import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { password } from './shop.ts';
import { cartControl, confirmButton, toasts } from './storefront.ts';
import { expect, test } from './test.ts';

// The settings of this shop change.
test.use({ shopName: 'taps' });

/** Counts the taps and the fields of a shopper. */
function counter() {
  const count = { taps: 0, fields: 0 };
  return {
    count,
    tap: async (target: Locator) => {
      count.taps += 1;
      await target.tap();
    },
    fill: async (target: Locator, text: string) => {
      count.fields += 1;
      await target.fill(text);
    },
  };
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Cart' });
const checkoutLink = (page: Page) => bar(page).getByRole('link', { name: 'Checkout' });
const firstAdd = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add .+ to the cart$/ })
    .first();
const cash = (page: Page) => page.getByRole('radio', { name: 'Cash on Delivery' });
const isPlaced = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
const addressDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Address' });

test('a new shopper places a cash order from home with 7 taps and 6 fields', async ({ phone: page }) => {
  const { count, tap, fill } = counter();
  await page.goto('/');
  await tap(firstAdd(page));
  await tap(checkoutLink(page));
  await tap(page.getByRole('main').getByRole('link', { name: 'Register' }));
  await expect(page.getByRole('heading', { name: 'Register to order' })).toBeVisible();
  await expectAccessible(page);
  await fill(page.getByLabel('Name'), 'Asha Rao');
  await fill(page.getByLabel('Email'), `asha.taps.${Date.now()}@example.com`);
  await fill(page.getByLabel('Password', { exact: true }), password);
  await tap(page.getByRole('button', { name: 'Register' }));
  const dialog = addressDialog(page);
  await fill(dialog.getByLabel('Address line'), '12 Lake Road');
  await fill(dialog.getByLabel(/^PIN ?code/i), '411001');
  await fill(dialog.getByLabel(/^Mobile/), '9876543210');
  await tap(dialog.getByRole('button', { name: 'Submit' }));
  await expect(dialog).toBeHidden();
  await tap(cash(page));
  await tap(confirmButton(page));
  await isPlaced(page);
  expect(count).toEqual({ taps: 7, fields: 6 });
});

test('a known shopper places a cash order from home with 3 taps, and the last order again with 3', async ({
  openPageAs,
  shopper,
}) => {
  await shopper.addAddress('Old Mill 1');
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  await firstAdd(page).tap();
  await checkoutLink(page).tap();
  await cash(page).tap();
  await confirmButton(page).tap();
  await isPlaced(page);

  await page.goto('/');
  const { count, tap } = counter();
  await tap(firstAdd(page));
  await expectAccessible(page);
  await expectNoOverflow(page);
  await tap(checkoutLink(page));
  await tap(confirmButton(page));
  await isPlaced(page);
  expect(count).toEqual({ taps: 3, fields: 0 });

  await page.goto('/');
  const again = counter();
  const lastOrder = page.getByRole('region', { name: 'Your last order' });
  await again.tap(lastOrder.getByRole('button', { name: 'Order again' }));
  await again.tap(page.getByRole('button', { name: 'Proceed' }));
  await again.tap(confirmButton(page));
  await isPlaced(page);
  expect(again.count).toEqual({ taps: 3, fields: 0 });
});

test('the address form opens once after a registration, and has the PIN code for which the shopper has asked', async ({
  phone: page,
  shop,
}) => {
  const product = await shop.claimProduct();
  await page.goto('/');
  await page.evaluate(() => {
    const place = { pincode: '411001', country: 'India', location: null, addressId: null, name: '' };
    localStorage.setItem('tokri.place', JSON.stringify({ ...place, isChosen: true }));
  });
  await page.goto(product.path);
  await cartControl(page, product).add.tap();
  await page.goto('/');
  await checkoutLink(page).tap();
  await page.getByRole('main').getByRole('link', { name: 'Register' }).tap();
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(`asha.place.${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register' }).tap();
  const dialog = addressDialog(page);
  await expect(dialog.getByLabel(/^PIN ?code/i)).toHaveValue('411001');
  await expect(dialog.getByLabel('City')).toHaveValue('Pune');
  await expect(dialog.getByLabel('State')).toHaveValue('Maharashtra');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(confirmButton(page)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('Checkout in the bar leads a guest to the login, and below the minimum of an order to the cart', async ({
  phone: page,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct({ pricePaise: 2200 });
  const { version, settings } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', { version, settings: { ...settings, minimumOrderAmt: 40 } });
  await page.goto(product.path);
  const { add, more } = cartControl(page, product);
  await add.tap();
  await page.goto('/');
  await checkoutLink(page).tap();
  await page.waitForURL('/cart');
  await expect(page.getByRole('button', { name: 'Add ₹18 more' })).toBeVisible();
  await more.tap();
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible();
  await page.goBack();
  await page.waitForURL('/');
  await checkoutLink(page).tap();
  await page.waitForURL('/login');
  await expect(page.getByRole('heading', { name: 'Log in or register to order' })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await page.goBack();
  await page.waitForURL('/');
});
