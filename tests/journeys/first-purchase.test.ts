import { expect, test } from 'vitest';
import type { OpenShop } from './open-shop.ts';
import { type Entrance, firstToBuy, register, saveAddress } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

test.each([360, 1440])(
  'a newcomer at %i px goes from the home page to the order under My Orders',
  async (widthPx) => {
    const { page, complaints } = await entrance.admit(shop.url, { widthPx });

    await page.goto('/');
    await page.getByRole('link', { name: 'Dairy, Bread & Eggs' }).first().click();
    await page.waitForURL(/\/dairy-bread-eggs-[0-9A-Za-z]+\//);
    await page.locator('main [aria-current="page"]').first().waitFor();
    const { name, card } = await firstToBuy(page);
    await card.getByRole('button', { name: /^Add / }).click();
    await card.getByRole('button', { name: /^One more / }).click();
    await card.getByText('2', { exact: true }).waitFor();

    await page.goto('/search');
    await page.getByRole('searchbox').pressSequentially('panner');
    await page.waitForURL('/search?q=panner');
    await page.getByText(/Search Results: \d+/).waitFor();
    const found = page.locator('[data-testid=product-card]').first();
    await expect.poll(() => found.getByRole('heading').textContent()).toMatch(/paneer/i);
    const paneer = await firstToBuy(page);
    await paneer.card.getByRole('button', { name: /^Add / }).click();

    await page.goto('/cart');
    await expect.poll(() => page.getByRole('main').textContent()).toContain(name);
    await page.getByRole('main').getByText('3 item').first().waitFor();
    await page.getByRole('main').getByText('Proceed').click();

    await page.waitForURL('/login');
    await page.getByText('Please Login').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await register(page);
    await page.waitForURL('/checkout');

    await page.getByRole('button', { name: 'Add address' }).click();
    await saveAddress(page);
    await page.getByRole('radio', { name: /12 Lake Road/ }).waitFor();
    await page.getByRole('button', { name: 'Cash on Delivery' }).click();

    await page.waitForURL('/success');
    await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();
    await page.getByRole('link', { name: 'Go To Home' }).click();
    await page.waitForURL('/');
    await page.goto('/dashboard/myorders');
    await page.getByRole('heading', { name: 'Order', exact: true }).waitFor();
    await page
      .getByText(/ORD-[0-9A-Z]{8}/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('main').textContent()).toContain(name);

    await page.goto('/cart');
    await page.getByText('Your cart is empty').waitFor();
    expect(complaints).toEqual([]);
  },
);
