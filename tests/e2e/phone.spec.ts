import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { cartControl, productCards } from './storefront.ts';
import { expect, test } from './test.ts';

test('Search closes the keyboard of a phone, not of a desktop', async ({ phone, page }) => {
  for (const each of [phone, page]) {
    await each.goto('/search');
    await each.getByRole('combobox').pressSequentially('milk');
    await expect(productCards(each).first()).toBeVisible();
    await each.getByRole('combobox').press('Enter');
    const input = each.getByRole('combobox');
    await (each === phone ? expect(input).not.toBeFocused() : expect(input).toBeFocused());
  }
});

test('the cart of a phone has its total and Proceed at the bottom of the screen, above all lines', async ({
  phone: page,
  shop,
}) => {
  const products = [];
  for (let count = 0; count < 8; count += 1) products.push(await shop.claimProduct({ pricePaise: 10_000 }));
  await shop.db.query(sql`
    update product set brand = 'Eight' where id = any(${products.map(({ id }) => id)})`);
  await expect.poll(async () => (await page.request.get('/brand/eight')).status()).toBe(200);
  await page.goto('/brand/eight');
  for (const product of products) await cartControl(page, product).add.click();
  await page.goto('/cart');
  const bar = page.getByRole('navigation', { name: 'Cart' });
  await expect(bar.getByText('₹800', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('button', { name: 'Proceed' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expect(page.getByRole('button', { name: 'Save the cart as a list' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Proceed' }).tap();
  await page.waitForURL('/login');
});

test('a guest on a phone finds login, wishlist, language and theme in the account menu', async ({
  phone: page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Account' }).tap();
  await page.waitForURL('/user');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Login' })).toBeVisible();
  await main.getByText('Dark', { exact: true }).locator('..').tap();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await main.getByRole('link', { name: 'Wishlist' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible();
  await page.goto('/user');
  await main.getByRole('button', { name: 'हिन्दी' }).tap();
  await expect(page.locator('html')).toHaveAttribute('lang', /^hi/);
  await expect(page).toHaveURL(/\/user$/);
});
