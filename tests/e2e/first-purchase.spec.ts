import { deliveryAddress, firstBuyable, order, register, submitAddress } from './storefront.ts';
import { expect, test } from './test.ts';

for (const widthPx of [360, 1440]) {
  test(`a new shopper at ${widthPx} px orders from the home page and finds the order under My Orders @everyday`, async ({
    openPage,
  }) => {
    const page = await openPage({ widthPx });

    await page.goto('/');
    await page.getByRole('link', { name: 'Dairy, Bread & Eggs' }).first().click();
    await page.waitForURL(/\/dairy-bread-eggs-[0-9A-Za-z]+\//);
    await expect(page.locator('main [aria-current="page"]').first()).toBeVisible();
    const { name, card } = await firstBuyable(page);
    await card.getByRole('button', { name: /^Add / }).click();
    await card.getByRole('button', { name: /^One more / }).click();
    await expect(card.getByText('2', { exact: true })).toBeVisible();

    await page.goto('/search');
    await page.getByRole('combobox').pressSequentially('panner');
    await page.waitForURL('/search?q=panner');
    await expect(page.getByText(/Search Results: \d+/)).toBeVisible();
    const found = page.locator('[data-testid=product-card]').first();
    await expect(found.getByRole('heading')).toHaveText(/paneer/i);
    const paneer = await firstBuyable(page);
    await paneer.card.getByRole('button', { name: /^Add / }).click();

    await page.goto('/cart');
    await expect(page.getByRole('main')).toContainText(name);
    await expect(page.getByRole('main').getByText('3 item').first()).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Proceed' }).click();

    await page.waitForURL('/login');
    await expect(page.getByRole('heading', { name: 'Log in or register to order' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await register(page);
    await page.waitForURL('/checkout');

    await submitAddress(page);
    await expect(deliveryAddress(page).getByText('12 Lake Road')).toBeVisible();
    await order(page, 'Cash on Delivery');

    await page.waitForURL(/\/success\?order=/);
    await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
    await page.getByRole('link', { name: 'Go To Home' }).click();
    await page.waitForURL('/');
    await page.goto('/dashboard/myorders');
    await expect(page.getByRole('heading', { name: 'Order', exact: true })).toBeVisible();
    await expect(page.getByText(/ORD-[0-9A-Z]{8}/).first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText(name);

    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
}
