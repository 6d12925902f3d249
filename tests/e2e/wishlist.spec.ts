import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { firstBuyable, productCards, submitLogin } from './storefront.ts';
import { expect, test } from './test.ts';

const heartOf = (parent: Page | Locator, name: string) =>
  parent.getByRole('button', { name: `${name} in wishlist`, exact: true }).first();

test('a guest without hearts finds an empty wishlist that leads to the shop', async ({ phone: page }) => {
  await page.goto('/wishlist');
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Shop Now' }).click();
  await page.waitForURL('/');
});

test('hearts of a guest, one of them tapped before the page is hydrated, are on the wishlist and join that of the account', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const [saved, tapped] = [await shop.claimProduct(), await shop.claimProduct()];
  await shopper.call('changeWishlist', { add: [saved.id] });
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  const opening = page.goto(tapped.path);
  const heart = heartOf(page, tapped.name);
  // The styles may arrive later than the button.
  await expect.poll(async () => (await heart.boundingBox())?.width).toBe(44);
  await heart.tap();
  released.resolve();
  await opening;
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/');
  const { name, card } = await firstBuyable(page);
  const { width, height } = (await card.boundingBox()) ?? {};
  await heartOf(card, name).tap();
  await expect(heartOf(card, name)).toHaveAttribute('aria-pressed', 'true');
  expect(await card.boundingBox()).toMatchObject({ width, height });
  await page.getByRole('link', { name: 'View', exact: true }).tap();
  await page.waitForURL('/wishlist');
  await expect(productCards(page)).toHaveCount(2);
  await expectAccessible(page);

  await page.goto('/login');
  await submitLogin(page, shopper);
  await page.waitForURL('/');
  await page.goto('/wishlist');
  await expect(productCards(page)).toHaveCount(3);
  // A product that is removed stays until the page is left.
  await heartOf(page, saved.name).tap();
  await expect(heartOf(page, saved.name)).toHaveAttribute('aria-pressed', 'false');
  await expect(productCards(page)).toHaveCount(3);
  await expect.poll(async () => (await shopper.call('getWishlist', {})).productIds).not.toContain(saved.id);
  await page.reload();
  await expect(productCards(page)).toHaveCount(2);
});
