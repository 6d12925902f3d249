import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { login } from './storefront.ts';
import { expect, test } from './test.ts';

test('a visitor without JavaScript chooses Hindi in the footer, returns to the same page and chooses English again', async ({
  openPage,
}) => {
  const page = await openPage({ widthPx: 360, hasScript: false });
  await page.goto('/search?q=milk');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page).toHaveURL('/search?q=milk');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
});

test('two visitors see the same page in their own languages', async ({ openPage }) => {
  const [english, hindi] = [await openPage(), await openPage({ widthPx: 360 })];
  await hindi.goto('/');
  await hindi.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(hindi.getByRole('link', { name: 'अकाउंट' })).toBeVisible();
  await english.goto('/');
  await expect(english.getByRole('link', { name: 'Login' })).toBeVisible();
  // A tab that was open before keeps its language until it is loaded again.
  const second = await hindi.context().newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'English' }).click();
  await expect(second.getByRole('link', { name: 'Account' })).toBeVisible();
  await hindi.getByRole('link', { name: 'किराने का सामान खोजें' }).click();
  await expect(hindi.getByRole('combobox')).toHaveAccessibleName('किराने का सामान खोजें');
  await hindi.reload();
  await expect(hindi.getByRole('combobox')).toHaveAccessibleName('Search for groceries');
  await expectAccessible(hindi);
  await expectNoOverflow(hindi);
});

async function expectHindi(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await expect(page).toHaveTitle(/\p{Script=Devanagari}/u);
  await expectAccessible(page);
  await expectNoOverflow(page);
}

test('pages of the staff are English for an administrator who has chosen Hindi, and the way back to the shop is Hindi', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expectHindi(page);
  await page.getByRole('button', { name: 'अकाउंट' }).click();
  await page.getByTestId('account-menu').getByRole('link', { name: 'Category', exact: true }).click();
  await page.waitForURL('/dashboard/category');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'View store' }).click();
  await page.waitForURL('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
});

test('the back button leads from a page of the staff to a shop in Hindi, also before the shop was used', async ({
  page,
  admin,
  shop,
}) => {
  await login(page, admin);
  await page.goto('/dashboard/category');
  const html = page.locator('html');
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto('/');
  await expect(html).toHaveAttribute('lang', 'hi-IN');
  await page.goto('/dashboard/category');
  await page.getByRole('link', { name: 'View store' }).click();
  await expect(html).toHaveAttribute('lang', 'hi-IN');
  await page.goBack();
  await expect(html).toHaveAttribute('lang', 'en-IN');
  await page.getByRole('link', { name: 'Product', exact: true }).click();
  await page.waitForURL('/dashboard/product');
  await page.goBack();
  await page.goBack();
  await expect(html).toHaveAttribute('lang', 'hi-IN');
  await page.goForward();
  await expect(html).toHaveAttribute('lang', 'en-IN');
  await expect(page).toHaveURL('/dashboard/category');
  await page.goForward();
  await expect(page).toHaveURL('/dashboard/product');
  await expect(html).toHaveAttribute('lang', 'en-IN');
});

test('an administrator who has chosen Hindi logs out of a page of the staff to the shop in Hindi', async ({
  openPageAs,
  admin,
  shop,
}) => {
  const page = await openPageAs(admin, '/');
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto('/dashboard/category');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await expect(page.getByRole('link', { name: 'लॉगिन' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'लॉगिन' })).toBeVisible();
});
