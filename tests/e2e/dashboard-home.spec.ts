import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { addOrder } from '#tests/fixtures/seed.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow, tabTo } from './accessibility.ts';
import { publicPaths } from './pages.ts';
import type { Shop, TestProduct } from './shop.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test.use({ shopName: 'dashboard-home' });
test.beforeEach(async ({ shop }) => {
  await shop.db.query(sql`delete from customer_order`);
  await shop.db.query(sql`delete from search_count`);
});

/** Inserts an order at ₹100 a piece. */
async function insertOrder(
  { db }: Shop,
  { id, name }: TestProduct,
  quantity: number,
  at = new Date(),
): Promise<void> {
  await addOrder(db, { at, lines: [{ productId: id, name, quantity }] });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** A tile with its label, value and comparison. */
const tile = (page: Page, label: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: label });
const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

test('the dashboard shows sales and searches at each width, without accessibility errors', async ({
  openPage,
  shop,
  admin,
}) => {
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct({ stock: 0 })];
  await insertOrder(shop, milk, 3);
  await insertOrder(shop, bread, 1);
  await insertOrder(shop, milk, 2, new Date(Date.now() - dayMs - minuteMs));
  await shop.db.query(
    sql`insert into search_count values (current_date, ${'kombucha'.repeat(10)}, 12, 12, 0)`,
  );
  await shop.db.query(sql`
    select graphile_worker.add_job('send-email', '{}', job_key => 'refused', run_at => now() + interval '4 minutes')`);
  await shop.db.query(sql`
    update graphile_worker._private_jobs set attempts = 1, last_error = 'away' where key = 'refused'`);
  for (const widthPx of [360, 768, 1440]) {
    const page = await openPage({ widthPx });
    await startSession(page, admin);
    await page.goto('/dashboard');
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await expect(page).toHaveTitle('Dashboard');
    const main = page.getByRole('main');
    await expect(main).toContainText('1 email waiting for the mail server since');
    await expect(tile(page, 'Net sales today')).toContainText('₹400');
    await expect(tile(page, 'Orders today')).toContainText('2');
    await expect(tile(page, 'Pieces sold today')).toContainText('₹200 per order');
    await expect(main.locator('.recharts-bar-rectangle path')).not.toHaveCount(0);
    const [today, yesterday] = [
      rowsOf(page, 'Orders and net sales by day').nth(0),
      rowsOf(page, 'Orders and net sales by day').nth(1),
    ];
    await expect(today).toHaveText(/today so far\)2₹400$/);
    await expect(yesterday).toHaveText(/1₹200$/);
    await expect(rowsOf(page, 'Top products').nth(0)).toContainText(milk.name);
    await expect
      .poll(() => rowsOf(page, 'Searches without results').nth(0).textContent())
      .toMatch(/kombucha.*12$/);
    await page.waitForLoadState('networkidle');
    await expectNoOverflow(page);
    await expectAccessibleInBothThemes(page);
  }
  await shop.db.query(sql`select graphile_worker.remove_job('refused')`);
});

test('low stock links to the stock filter, and a best seller to its page', async ({ page, shop, admin }) => {
  const [milk, bread] = [await shop.claimProduct(), await shop.claimProduct({ stock: 0 })];
  await insertOrder(shop, milk, 2);
  await insertOrder(shop, bread, 9);
  await startSession(page, admin);
  await page.goto('/dashboard');
  const scarce = rowsOf(page, 'Products that are running out').nth(0);
  // Best sellers come first among the products that are out of stock.
  await expect(scarce).toContainText(bread.name);
  await scarce.getByRole('link', { name: `Edit the stock of ${bread.name}` }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard/product');
  await expect(page.getByRole('main').getByText(bread.name, { exact: true }).first()).toBeVisible();
  await page.goBack();
  await tile(page, 'Out of stock')
    .getByRole('link', { name: /^Out of stock: \d+$/ })
    .click();
  await page.waitForURL('/dashboard/product?stock=out');
  await expect(page.getByLabel('Filter by stock')).toHaveValue('out');
  await page.goBack();
  await tile(page, 'Out of stock')
    .getByRole('link', { name: /more low in stock/ })
    .click();
  await page.waitForURL('/dashboard/product?stock=low');
  await page.goBack();
  await rowsOf(page, 'Top products').getByRole('link', { name: milk.name, exact: true }).click();
  await page.waitForURL(milk.path);
});

test('the dashboard refreshes every minute and on request', async ({ page, shop, admin }) => {
  const milk = await shop.claimProduct();
  await startSession(page, admin);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(tile(page, 'Net sales today')).toContainText('₹0');
  await insertOrder(shop, milk, 1);
  await page.clock.runFor(minuteMs + 1000);
  await expect(tile(page, 'Net sales today')).toContainText('₹100');
  await insertOrder(shop, milk, 1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(tile(page, 'Net sales today')).toContainText('₹200');
});

test('the chart switches to a table by keyboard', async ({ page, shop, admin, errors }) => {
  errors.allow(/Failed to load resource/);
  await insertOrder(shop, await shop.claimProduct(), 1);
  await startSession(page, admin);
  await page.goto('/dashboard');
  const revenue = page.getByRole('radio', { name: 'Net sales' });
  await expect(revenue).toBeVisible();
  await tabTo(page, revenue);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Orders' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect(rowsOf(page, 'Orders and net sales by day')).toHaveCount(14);
  await expect(page.locator('.recharts-wrapper')).toHaveCount(0);
});

test('a shopper and a former admin are redirected to the profile', async ({ errors, page, shopper }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await startSession(page, shopper);
  await page.goto('/dashboard');
  await expect(heading(page, 'Profile')).toBeVisible();
  expect(requests.filter((path) => path.startsWith('/api/dashboard'))).toEqual([]);

  await page.waitForURL('/dashboard/profile');
  await shopper.setRole('ADMIN');
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(tile(page, 'Net sales today')).toBeVisible();
  errors.allow(/status of 403/);
  await shopper.setRole('USER');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(heading(page, 'Profile')).toBeVisible();
});

test('a summary that failed to load can be loaded again', async ({ errors, page, admin }) => {
  errors.allow(/ERR_FAILED/);
  await startSession(page, admin);
  await page.route('**/api/dashboard/summary', (route) => route.abort());
  await page.goto('/dashboard');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/dashboard/summary');
  await retry.click();
  await expect(tile(page, 'Net sales today')).toBeVisible();
  await page.route('**/api/dashboard/summary', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText("Couldn't refresh.", { exact: false })).toBeVisible();
  await expect(tile(page, 'Net sales today')).toBeVisible();
});

test('the dashboard shows empty states without sales and without products', async ({
  phone: page,
  shop,
  admin,
}) => {
  await startSession(page, admin);
  await shop.db.query(sql`update product_stock set stock = 50`);
  await page.goto('/dashboard');
  await expect(page.getByText('No sales in the last 7 days.')).toBeVisible();
  await expect(
    page.getByText('Every product has more than 10 pieces, or than its own threshold.'),
  ).toBeVisible();
  await expect(page.getByText('Every search returned results.')).toBeVisible();
  await expectAccessible(page);
  const { listing } = await publicPaths(shop);
  await shop.db.query(sql`delete from product`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Upload Product' }).last().click();
  await page.waitForURL('/dashboard/upload-product');

  // An empty list of shoppers leads on, and no example of a search finds nothing.
  await page.goto(listing);
  await page.getByRole('main').getByRole('link', { name: 'Search for groceries' }).click();
  await page.waitForURL('/search');
  await expect(page.getByText('Type a product name above.', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
});
