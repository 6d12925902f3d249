import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';

const searchBox = (page: Page) => page.getByRole('combobox');
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const recentSearches = (page: Page) => page.getByRole('listbox', { name: 'Recent searches' });

test('suggestions are chosen by keyboard, and Enter without a selection searches', async ({ page }) => {
  await page.goto('/search');
  await searchBox(page).pressSequentially('panner');
  await expect(list(page).getByRole('option', { name: 'Did you mean paneer?' })).toBeVisible();
  await expect(list(page).getByRole('option').filter({ hasText: 'in Dairy, Bread & Eggs' })).not.toHaveCount(
    0,
  );
  await expect(list(page).getByRole('option').filter({ hasText: '₹' })).toHaveCount(5);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  const selected = list(page).getByRole('option', { selected: true });
  await expect(selected).toHaveText('Did you mean paneer?');
  await expect(searchBox(page)).toHaveAttribute(
    'aria-activedescendant',
    (await selected.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await page.waitForURL('/search?q=paneer');
  await expect(searchBox(page)).toHaveValue('paneer');
  await expect(searchBox(page)).toBeFocused();
  await expect(list(page)).toBeHidden();

  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list(page)).toBeHidden();
  await expect(page).toHaveURL('/search?q=paneer');

  await page.keyboard.press('ArrowUp');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(list(page).getByRole('option', { selected: true })).toContainText('₹');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/product\/.*paneer/);
});

test('the search box is a combobox that says whether its list is open, and Home and End go to its first and last row', async ({
  page,
  shop,
}) => {
  const product = await shop.claimProduct();
  await shop.db.query(sql`update product set brand = 'Zubaida & Sons' where id = ${product.id}`);
  await page.goto('/search');
  const input = searchBox(page);
  await expect(input).toHaveAttribute('aria-expanded', 'false');
  await input.fill('zubai');
  const brand = list(page).getByRole('option', { name: 'Zubaida & Sons Brand 1 product' });
  await expect(brand).toBeVisible();
  await expect(input).toHaveAttribute('aria-expanded', 'true');
  expect(await input.getAttribute('aria-controls')).toBe(await list(page).getAttribute('id'));

  // Without a selected row they move in the text.
  await page.keyboard.press('Home');
  await expect(list(page).getByRole('option', { selected: true })).toHaveCount(0);
  expect(await input.evaluate((box) => box instanceof HTMLInputElement && box.selectionStart)).toBe(0);
  await page.keyboard.press('ArrowDown');
  const rows = list(page).getByRole('option');
  const selected = list(page).getByRole('option', { selected: true });
  await page.keyboard.press('End');
  await expect(selected).toHaveId((await rows.last().getAttribute('id')) ?? '');
  await page.keyboard.press('Home');
  await expect(selected).toHaveId((await rows.first().getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');
  await expect(input).toHaveAttribute('aria-expanded', 'false');
  await expect(input).not.toHaveAttribute('aria-controls');
  await expect(input).not.toHaveAttribute('aria-activedescendant');

  await page.keyboard.press('ArrowDown');
  await brand.click();
  await page.waitForURL('/brand/zubaida-sons');
  await expect(page.getByRole('heading', { level: 1, name: 'Zubaida & Sons' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: product.name })).toBeVisible();
});

test('Escape closes the suggestions and keeps the text, a press elsewhere closes them too', async ({
  page,
}) => {
  await page.goto('/search');
  await searchBox(page).fill('milk');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(searchBox(page)).toHaveValue('milk');
  await page.keyboard.press('ArrowDown');
  await expect(list(page)).toBeVisible();
  await page.mouse.click(5, 500);
  await expect(list(page)).toBeHidden();
});

test('recent searches are offered before typing, can be cleared, and malformed ones are ignored', async ({
  phone: page,
}) => {
  await page.goto('/search');
  for (const search of ['brown rice', 'milk']) {
    await searchBox(page).fill(search);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('tokri.recentSearches')))
      .toContain(search);
  }
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search for groceries' }).tap();
  await expect(recentSearches(page).getByRole('option')).toHaveText(['milk', 'brown rice']);
  for (const option of await recentSearches(page).getByRole('option').all())
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await recentSearches(page).getByRole('option', { name: 'brown rice' }).tap();
  await page.waitForURL('/search?q=brown+rice');
  await expect(recentSearches(page)).toBeHidden();
  await searchBox(page).fill('');
  await expect(recentSearches(page).getByRole('option')).toHaveText(['brown rice', 'milk']);
  await page.getByRole('button', { name: 'Clear' }).tap();
  await expect(recentSearches(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('tokri.recentSearches'))).toBeNull();
  await page.evaluate(() => localStorage.setItem('tokri.recentSearches', '{"a":'));
  await page.goto('/search');
  await searchBox(page).fill('mil');
  await expect(list(page)).toBeVisible();
});

test('a product is opened by touch, and the list ends above the keyboard', async ({ phone: page }) => {
  await page.goto('/search');
  await searchBox(page).fill('दूध');
  const products = list(page).getByRole('option').filter({ hasText: '₹' });
  await expect(products).toHaveCount(5);
  const box = await page.getByTestId('search-suggestions').boundingBox();
  const viewport = page.viewportSize();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport?.height ?? 0);
  await products.first().tap();
  await page.waitForURL(/\/product\/.*milk/);
});

test('a late answer to an older text is not shown, and without answers the search works', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await page.goto('/search');
  await page.route('**/api/product/suggest', (route) => route.abort());
  await searchBox(page).fill('milk');
  await page.waitForURL('/search?q=milk');
  await expect(page.getByText(/^Search Results: \d+$/)).toBeVisible();
  await expect(list(page)).toBeHidden();
  await page.unroute('**/api/product/suggest');
  const released = Promise.withResolvers<void>();
  await page.route('**/api/product/suggest', async (route) => {
    if (route.request().postData()?.includes('"salt"') === true) await released.promise;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('"salt"') === true);
  await searchBox(page).fill('salt');
  await asked;
  await searchBox(page).fill('sugar');
  await expect(list(page).getByRole('option').filter({ hasText: /sugar/i })).not.toHaveCount(0);
  released.resolve();
  await expect(
    list(page).getByRole('option').filter({ hasText: '₹' }).filter({ hasText: /salt/i }),
  ).toHaveCount(0);
});
