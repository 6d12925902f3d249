import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expect, test } from './test.ts';

const searchBox = (page: Page) => page.getByRole('combobox');
const related = (page: Page) => page.getByRole('navigation', { name: 'Suggestions' });
const recentSearches = (page: Page) => page.getByRole('listbox', { name: 'Recent searches' });

test('a text shows its results with a correction and listings above them, and no list over them, at each width', async ({
  openPage,
}) => {
  for (const widthPx of [360, 768, 1440]) {
    const page = await openPage({ widthPx, isDark: widthPx === 768 });
    await page.goto('/search');
    await searchBox(page).pressSequentially('panner');
    await expect(page.getByText(/^Search Results: \d+$/)).toBeVisible();
    const correction = related(page).getByRole('link', { name: 'Did you mean paneer?' });
    await expect(correction).toBeVisible();
    await expect(related(page).getByRole('link', { name: /in Dairy, Bread & Eggs/ })).not.toHaveCount(0);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false');
    expect((await correction.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await correction.click();
    await page.waitForURL('/search?q=paneer');
    await expect(searchBox(page)).toHaveValue('paneer');
    await page.context().close();
  }
});

test('a brand that the text begins to name is offered above the results', async ({ page, shop }) => {
  const product = await shop.claimProduct();
  await shop.db.query(sql`update product set brand = 'Zubaida & Sons' where id = ${product.id}`);
  await page.goto('/search');
  await searchBox(page).fill('zubai');
  await related(page).getByRole('link', { name: 'Zubaida & Sons Brand' }).click();
  await page.waitForURL('/brand/zubaida-sons');
  await expect(page.getByRole('heading', { level: 1, name: 'Zubaida & Sons' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: product.name })).toBeVisible();
});

test('in Hindi a misspelling is corrected in Hindi', async ({ openPage, shop }) => {
  const page = await openPage({ widthPx: 360 });
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto('/search?q=panner');
  const links = page.getByRole('navigation', { name: 'सुझाव' }).getByRole('link');
  await expect(links.first()).toHaveText('क्या आप paneer खोज रहे हैं?');
  await expectNoOverflow(page);
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
  const box = await page.getByTestId('recent-searches').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
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
  await expect(page.getByText(/^Search Results: \d+$/)).toBeVisible();
});

test('recent searches are chosen by keyboard in a combobox that says whether its list is open', async ({
  page,
}) => {
  await page.goto('/search');
  await page.evaluate(() => localStorage.setItem('tokri.recentSearches', '["curd","milk","rice"]'));
  await page.goto('/search');
  const input = searchBox(page);
  const rows = recentSearches(page).getByRole('option');
  const selected = recentSearches(page).getByRole('option', { selected: true });
  await expect(rows).toHaveCount(3);
  await expect(input).toHaveAttribute('aria-expanded', 'true');
  expect(await input.getAttribute('aria-controls')).toBe(await recentSearches(page).getAttribute('id'));
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveText('curd');
  await page.keyboard.press('End');
  await expect(selected).toHaveText('rice');
  await expect(input).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(selected).toHaveText('curd');
  await page.keyboard.press('Escape');
  await expect(recentSearches(page)).toBeHidden();
  await expect(input).toHaveAttribute('aria-expanded', 'false');
  await expect(input).not.toHaveAttribute('aria-controls');
  await expect(input).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await expect(recentSearches(page)).toBeVisible();
  await page.mouse.click(5, 500);
  await expect(recentSearches(page)).toBeHidden();
  await input.click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('/search?q=milk');
  await expect(input).toHaveValue('milk');
  await expect(input).toBeFocused();
  await expect(recentSearches(page)).toBeHidden();
});
