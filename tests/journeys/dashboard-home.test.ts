import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { addOrder } from '#tests/fixtures/seed.ts';
import { axeViolations } from './axe.ts';
import { type Goods, takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});
beforeEach(async () => {
  await shop.database.db.query(sql`delete from customer_order`);
  await shop.database.db.query(sql`delete from zero_result_search`);
});

async function setRole({ userId }: Account, role: 'USER' | 'ADMIN'): Promise<void> {
  await shop.database.db.query(sql`update account set role = ${role} where id = ${userId}`);
}

async function openAdmin(): Promise<Account> {
  const account = await openAccount(shop);
  await setRole(account, 'ADMIN');
  return account;
}

/** Writes an order of ₹100 a piece. */
async function order({ id, name }: Goods, quantity: number, at = new Date()): Promise<void> {
  await addOrder(shop.database.db, { at, lines: [{ productId: id, name, quantity }] });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** A tile as it is read: its label, its figure and what it is held against. */
const tile = (page: Page, label: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: label });
const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

test.each([360, 768, 1440])('at %i px it tells how the day goes, and locks nobody out', async (widthPx) => {
  const [milk, bread] = [await takeGoods(shop), await takeGoods(shop, { stock: 0 })];
  await order(milk, 3);
  await order(bread, 1);
  await order(milk, 2, new Date(Date.now() - dayMs - minuteMs));
  await shop.database.db.query(
    sql`insert into zero_result_search values (current_date, ${'kombucha'.repeat(10)}, 12)`,
  );
  const admin = await openAdmin();
  for (const isDark of [false, true]) {
    const { page, complaints } = await entrance.admit(shop.url, { widthPx, isDark });
    await enter(page, admin);
    await page.goto('/dashboard');
    await heading(page, 'Dashboard').waitFor();
    await expect.poll(() => page.title()).toBe('Dashboard');
    const main = page.getByRole('main');
    await expect.poll(() => tile(page, 'Revenue today').textContent()).toContain('₹400');
    await expect.poll(() => tile(page, 'Orders today').textContent()).toContain('2');
    await expect.poll(() => tile(page, 'Items sold today').textContent()).toContain('₹200 per order');
    await expect.poll(() => main.locator('.recharts-bar-rectangle path').count()).toBeGreaterThan(0);
    const [today, yesterday] = [
      rowsOf(page, 'Orders and revenue by day').nth(0),
      rowsOf(page, 'Orders and revenue by day').nth(1),
    ];
    await expect.poll(() => today.textContent()).toMatch(/today so far\)2₹400$/);
    await expect.poll(() => yesterday.textContent()).toMatch(/1₹200$/);
    await expect.poll(() => rowsOf(page, 'Top products').nth(0).textContent()).toContain(milk.name);
    await expect
      .poll(() => rowsOf(page, 'Searches without results').nth(0).textContent())
      .toMatch(/kombucha.*12$/);
    await page.waitForLoadState('networkidle');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    expect(complaints).toEqual([]);
  }
});

test('what is scarce leads to where its stock is edited, and what sells to its page', async () => {
  const [milk, bread] = [await takeGoods(shop), await takeGoods(shop, { stock: 0 })];
  await order(milk, 2);
  await order(bread, 9);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  await page.goto('/dashboard');
  const scarce = rowsOf(page, 'Products that are running out').nth(0);
  // Of all that is sold out, what sells comes first.
  await expect.poll(() => scarce.textContent()).toContain(bread.name);
  await scarce.getByRole('link', { name: `Edit the stock of ${bread.name}` }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard/product');
  await page.getByRole('main').getByText(bread.name, { exact: true }).first().waitFor();
  await page.goBack();
  // The tiles count the same, and lead to all of them.
  await tile(page, 'Out of stock')
    .getByRole('link', { name: /^Out of stock: \d+$/ })
    .click();
  await page.waitForURL('/dashboard/product?stock=out');
  await expect.poll(() => page.getByLabel('Filter by stock').inputValue()).toBe('out');
  await page.goBack();
  await tile(page, 'Out of stock')
    .getByRole('link', { name: /more with 10 units or fewer/ })
    .click();
  await page.waitForURL('/dashboard/product?stock=low');
  await page.goBack();
  await rowsOf(page, 'Top products').getByRole('link', { name: milk.name, exact: true }).click();
  await page.waitForURL(milk.path);
  expect(complaints).toEqual([]);
});

test('it is read anew every minute while somebody looks, and at once when asked', async () => {
  const milk = await takeGoods(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  await page.clock.install();
  await page.goto('/dashboard');
  await expect.poll(() => tile(page, 'Revenue today').textContent()).toContain('₹0');
  await order(milk, 1);
  await page.clock.runFor(minuteMs + 1000);
  await expect.poll(() => tile(page, 'Revenue today').textContent()).toContain('₹100');
  await order(milk, 1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => tile(page, 'Revenue today').textContent()).toContain('₹200');
  expect(complaints).toEqual([]);
});

test('by keyboard the chart becomes a table', async () => {
  await order(await takeGoods(shop), 1);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  await page.goto('/dashboard');
  const revenue = page.getByRole('radio', { name: 'Revenue' });
  await revenue.waitFor();
  await tabTo(page, revenue);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => hasFocus(page.getByRole('radio', { name: 'Orders' }))).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('radio', { name: 'Table' }).isChecked()).toBe(true);
  await expect.poll(() => rowsOf(page, 'Orders and revenue by day').count()).toBe(14);
  await expect.poll(() => page.locator('.recharts-wrapper').count()).toBe(0);
});

test('a shopper finds themselves there, and so does whoever is no admin any more', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const account = await openAccount(shop);
  await enter(page, account);
  await page.goto('/dashboard');
  await heading(page, 'Profile').waitFor();
  expect(asked.filter((path) => path.startsWith('/api/dashboard'))).toEqual([]);

  await setRole(account, 'ADMIN');
  await page.reload();
  await heading(page, 'Dashboard').waitFor();
  await tile(page, 'Revenue today').waitFor();
  expect(complaints).toEqual([]);
  await setRole(account, 'USER');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await heading(page, 'Profile').waitFor();
});

test('figures that cannot be read are asked for again', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  await page.route('**/api/dashboard/summary', (route) => route.abort());
  await page.goto('/dashboard');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute('**/api/dashboard/summary');
  await retry.click();
  await tile(page, 'Revenue today').waitFor();
  await page.route('**/api/dashboard/summary', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText("Couldn't refresh.", { exact: false }).waitFor();
  await expect.poll(() => tile(page, 'Revenue today').isVisible()).toBe(true);
});

test('a shop that has sold nothing, and one that has nothing to sell, are no broken page', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, await openAdmin());
  await shop.database.db.query(sql`update product set stock = 50`);
  await page.goto('/dashboard');
  await page.getByText('No sales in the last 7 days.').waitFor();
  await page.getByText('Every product has more than 10 units.').waitFor();
  await page.getByText('Every search returned results.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await shop.database.db.query(sql`delete from product`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('heading', { name: 'No products yet' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Upload Product' }).last().click();
  await page.waitForURL('/dashboard/upload-product');
  expect(complaints).toEqual([]);
});
