import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cartButton, controlOf, takeGoods, toastsOf } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

/** A page with a guest's cart of one piece, its drawer once opened, on which time passes only as we say. */
async function stopTheClock(page: Page): Promise<void> {
  const goods = await takeGoods(shop);
  await page.clock.install({ time: '2026-01-01T10:00:00Z' });
  await page.goto(goods.path);
  await controlOf(page, goods).add.click();
  await cartButton(page, /1 item/).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt('2026-01-01T11:00:00Z');
  await expect.poll(() => toastsOf(page).count()).toBe(0);
}

/** Proceeds as a guest, which is refused aloud. */
async function proceed(page: Page): Promise<void> {
  await cartButton(page, /item/).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

test('without a mouse: from the home page over a shelf to a filled cart, and out of the drawer by Escape', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto('/');
  await cartButton(page, 'My Cart').waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect.poll(() => hasFocus(skip)).toBe(true);
  expect(await skip.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  const shelf = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first();
  await tabTo(page, shelf);
  expect(await page.getByRole('banner').evaluate((banner) => banner.contains(document.activeElement))).toBe(
    false,
  );
  await page.keyboard.press('Enter');
  await page.locator('main [aria-current="page"]').waitFor();

  const add = page.getByRole('main').getByRole('button', { name: /^Add / }).first();
  await add.waitFor();
  const name = ((await add.getAttribute('aria-label')) ?? '').replace(/^Add | to the cart$/g, '');
  const control = controlOf(page.getByRole('main'), { id: '', path: '', name });
  await tabTo(page, control.add);
  await page.keyboard.press('Enter');
  await control.more.waitFor();
  await expect.poll(() => hasFocus(control.more)).toBe(true);
  await page.keyboard.press('Space');
  const button = cartButton(page, /2 items/);
  await button.waitFor();

  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => hasFocus(control.less)).toBe(true);
  for (let presses = 0; presses < 80 && !(await hasFocus(button)); presses += 1) {
    await page.keyboard.press('Shift+Tab');
  }
  await expect.poll(() => hasFocus(button)).toBe(true);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await drawer.waitFor();
  const inDrawer = () => drawer.evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(inDrawer).toBe(true);
  await tabTo(page, controlOf(drawer, { id: '', path: '', name }).less);
  await page.keyboard.press('Enter');
  await cartButton(page, /1 item/).waitFor({ state: 'attached' });
  await drawer.getByText('1 item', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(cartButton(page, /1 item/))).toBe(true);
  expect(complaints).toEqual([]);
});

test('taking the last piece out leaves the focus where ADD is', async () => {
  const goods = await takeGoods(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  const { add, less } = controlOf(page, goods);
  await add.focus();
  await page.keyboard.press('Enter');
  await less.focus();
  await page.keyboard.press('Enter');
  await add.waitFor();
  await expect.poll(() => hasFocus(add)).toBe(true);
});

test('good news stays for two seconds and bad news for four', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await stopTheClock(page);
  await page.getByRole('button', { name: /^Add / }).first().click();
  await expect.poll(() => toastsOf(page).allTextContents()).toEqual(['Item added']);
  await page.clock.runFor(1900);
  await expect.poll(() => toastsOf(page).allTextContents()).toEqual(['Item added']);
  await page.clock.runFor(200);
  await expect.poll(() => toastsOf(page).count()).toBe(0);

  await proceed(page);
  await expect.poll(() => toastsOf(page).allTextContents()).toEqual(['Please Login']);
  await page.clock.runFor(3900);
  await expect.poll(() => toastsOf(page).allTextContents()).toEqual(['Please Login']);
  await page.clock.runFor(200);
  await expect.poll(() => toastsOf(page).count()).toBe(0);
});

test('twenty messages at most are on the screen, above everything else', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await stopTheClock(page);
  for (let press = 0; press < 22; press += 1) await proceed(page);
  await expect.poll(() => toastsOf(page).count()).toBe(20);
  const level = await toastsOf(page)
    .locator('..')
    .first()
    .evaluate((place) => getComputedStyle(place).zIndex);
  expect(level).toBe('9999');
});
