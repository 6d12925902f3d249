import type { Page } from '@playwright/test';
import { hasFocus, tabTo } from './accessibility.ts';
import type { Account, TestProduct } from './shop.ts';
import { cartButton, cartControl, startSession, toasts } from './storefront.ts';
import { expect, test } from './test.ts';

/** Orders without an address, which shows an error toast and the form. */
async function orderWithoutAddress(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:Pay|Place order)/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Opens the checkout of a shopper without an address, with its parts loaded, and stops the clock. */
async function openCheckoutWithStoppedClock(page: Page, shopper: Account, product: TestProduct) {
  await shopper.addToCart(product, 1);
  await startSession(page, shopper);
  await page.clock.install({ time: '2026-01-01T10:00:00Z' });
  await page.goto('/checkout');
  await orderWithoutAddress(page);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt('2026-01-01T11:00:00Z');
  await expect(toasts(page)).toHaveCount(0);
}

test('a cart is filled from the home page by keyboard, and Escape closes the cart drawer @everyday', async ({
  page,
}) => {
  await page.goto('/');
  await expect(cartButton(page, 'My Cart')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  // It slides into view.
  await expect
    .poll(() => skip.evaluate((link) => link.getBoundingClientRect().top))
    .toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  const category = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first();
  await tabTo(page, category);
  expect(await page.getByRole('banner').evaluate((banner) => banner.contains(document.activeElement))).toBe(
    false,
  );
  await page.keyboard.press('Enter');
  await expect(page.locator('main [aria-current="page"]')).toBeVisible();

  const add = page.getByRole('main').getByRole('button', { name: /^Add / }).first();
  await expect(add).toBeVisible();
  const name = ((await add.getAttribute('aria-label')) ?? '').replace(/^Add | to the cart$/g, '');
  const control = cartControl(page.getByRole('main'), { name });
  await tabTo(page, control.add);
  await page.keyboard.press('Enter');
  await expect(control.more).toBeVisible();
  await expect(control.more).toBeFocused();
  await page.keyboard.press('Space');
  const button = cartButton(page, /2 items/);
  await expect(button).toBeVisible();

  await page.keyboard.press('Shift+Tab');
  await expect(control.less).toBeFocused();
  for (let presses = 0; presses < 80 && !(await hasFocus(button)); presses += 1) {
    await page.keyboard.press('Shift+Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await expect(drawer).toBeVisible();
  const inDrawer = () => drawer.evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(inDrawer).toBe(true);
  await tabTo(page, cartControl(drawer, { name }).less);
  await page.keyboard.press('Enter');
  await expect(cartButton(page, /1 item/)).toBeAttached();
  await expect(drawer.getByText('1 item', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(cartButton(page, /1 item/)).toBeFocused();
});

test('removing the last piece by keyboard moves the focus to ADD', async ({ page, shop, errors }) => {
  errors.allow(/Failed to load resource/);
  const product = await shop.claimProduct();
  await page.goto(product.path);
  const { add, less } = cartControl(page, product);
  await add.focus();
  await page.keyboard.press('Enter');
  await less.focus();
  await page.keyboard.press('Enter');
  await expect(add).toBeVisible();
  await expect(add).toBeFocused();
});

test('at most 20 toasts are shown, above everything else, and one of an error for 4 seconds', async ({
  page,
  shop,
  shopper,
}) => {
  await openCheckoutWithStoppedClock(page, shopper, await shop.claimProduct());
  for (let press = 0; press < 22; press += 1) await orderWithoutAddress(page);
  await expect(toasts(page)).toHaveCount(20);
  const level = await toasts(page)
    .locator('..')
    .first()
    .evaluate((place) => getComputedStyle(place).zIndex);
  expect(level).toBe('9999');
  await page.clock.runFor(4100);
  await expect(toasts(page)).toHaveCount(0);
  await orderWithoutAddress(page);
  await expect(toasts(page)).toHaveText(['Please add an address first']);
  await page.clock.runFor(3900);
  await expect(toasts(page)).toHaveText(['Please add an address first']);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});
