import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { toPaise } from '#contract/rules/money/money.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'reports' });

/** Downloads a file; the name of the button is 'Download … as CSV'. */
async function download(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await started;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

const numberIn = (page: Page, title: string) =>
  page.locator('dl > div').filter({ has: page.getByText(title, { exact: true }) });

test('an owner picks a range by keyboard, compares it, and downloads files that add up to the page', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  await shopper.addAddress('Old Mill 1');
  const product = await shop.claimProduct();
  const orders = [];
  for (const pieces of [1, 2, 3]) orders.push(await shopper.placeOrder([product], pieces));
  // The third one in the range before: the last instants of the one and the first of the other in India.
  const times = ['2026-03-02T18:30:00Z', '2026-04-04T18:29:59Z', '2026-03-02T18:29:59Z'];
  for (const [index, order] of orders.entries())
    await shop.db.query(sql`
      update customer_order set created_at = ${new Date(times[index] ?? 0)} where id = ${order._id}`);
  const soldPaise = toPaise(orders[0]?.totalAmt ?? 0) + toPaise(orders[1]?.totalAmt ?? 0);

  const page = await openPageAs(admin, '/dashboard/reports', { widthPx: 768 });
  await expect(numberIn(page, 'Net sales')).toContainText('before');
  // Day and month are the same number: their order is that of the browser.
  await page.getByLabel('From', { exact: true }).focus();
  await page.keyboard.type('03032026');
  await page.getByLabel('To', { exact: true }).focus();
  await page.keyboard.type('04042026');
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=2026-03-03&to=2026-04-04/);
  await expect(page.getByRole('status').first()).toContainText('2 Mar 2026');
  await expect(numberIn(page, 'Orders')).toContainText('2');
  await expect(numberIn(page, 'Orders')).toContainText('100% more');
  await expect(numberIn(page, 'Net sales')).toContainText(
    (soldPaise / 100).toLocaleString('en-IN', { maximumFractionDigits: 0 }),
  );
  await expect(page.getByRole('table', { name: 'Sales by day' }).getByRole('row')).toHaveCount(35);
  await expectAccessible(page);
  await expectNoOverflow(page);

  const csv = await download(page, 'Download Sales by day as CSV');
  expect(csv.name).toBe('sales-periods-2026-03-03-to-2026-04-04.csv');
  const [titles = '', ...rows] = csv.content.toString().trim().split('\r\n');
  expect(titles).toContain('"Net sales"');
  const nets = rows.map((row) => toPaise(Number(row.split(',').at(-1))));
  expect(nets.reduce((sum, net) => sum + net, 0)).toBe(soldPaise);
  const xlsx = await download(page, 'Download Sales by day as XLSX');
  expect([xlsx.name, xlsx.content.subarray(0, 2).toString()]).toEqual([
    'sales-periods-2026-03-03-to-2026-04-04.xlsx',
    'PK',
  ]);

  await page
    .getByRole('navigation', { name: 'Reports' })
    .getByRole('link', { name: 'Products', exact: true })
    .press('Enter');
  await page.waitForURL(/from=2026-03-03&to=2026-04-04&report=products/);
  const best = page.getByRole('table', { name: 'Best sellers by value' });
  await expect(best.getByRole('row', { name: new RegExp(product.name) })).toContainText('3');
  await page.getByLabel('From', { exact: true }).fill('2026-04-05');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The last day is before the first.');
  await page.getByRole('combobox', { name: 'Range' }).selectOption('This month');
  await page.waitForURL(/report=products&range=this-month/);
  await expect(best.getByRole('row', { name: new RegExp(product.name) })).toHaveCount(0);
});

test('a range without orders says so at 360 px, and the address keeps report and range', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/reports?from=2020-01-01&to=2020-01-31', {
    widthPx: 360,
  });
  await expect(page.getByText('No orders were placed in this range.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.reload();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2020-01-01');
});

test('a shopper gets neither the page nor a report', async ({ openPageAs, shopper }) => {
  const page = await openPageAs(shopper, '/dashboard/reports');
  await expect(page.getByText('Do not have permission')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Range' })).toHaveCount(0);
});
