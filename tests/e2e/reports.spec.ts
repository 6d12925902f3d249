import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { toPaise } from '#contract/base/money.ts';
import { readSheet } from '#tests/fixtures/spreadsheet.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { countLines } from './dashboard.ts';
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
  expect(xlsx.name).toBe('sales-periods-2026-03-03-to-2026-04-04.xlsx');
  const [sheetTitles, ...sheetRows] = readSheet(xlsx.content);
  expect(sheetTitles?.map((title) => `"${title}"`).join()).toBe(titles);
  // Days are texts, which no spreadsheet turns into other days; amounts are numbers.
  expect(sheetRows.map((row) => [row[0], toPaise(Number(row.at(-1)))])).toEqual(
    rows.map((row, index) => [row.split(',')[0]?.replaceAll('"', ''), nets[index]]),
  );
  expect(new Set(sheetRows.map((row) => `${typeof row[0]} ${typeof row.at(-1)}`))).toEqual(
    new Set(['string number']),
  );

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

test('the owner sees what shoppers searched, what it found, and what found nothing, also as files', async ({
  openPageAs,
  shop,
  admin,
}) => {
  await shop.db.query(sql`
    insert into search_count values ('2025-03-03', 'milk', 40, 0, 12), ('2025-03-04', 'milk', 2, 0, 14),
      ('2025-03-04', 'oat milk barista edition without sugar', 9, 9, 0), ('2025-03-04', '=1+1', 6, 4, 2),
      ('2025-03-04', '', 3, 1, null), ('2025-03-01', 'milk', 21, 0, 12)`);
  const page = await openPageAs(admin, '/dashboard/reports?report=searches&from=2025-03-03&to=2025-03-04', {
    widthPx: 360,
  });
  await expect(numberIn(page, 'Searches')).toContainText('60');
  await expect(numberIn(page, 'Searches')).toContainText('186% more');
  await expect(numberIn(page, 'Share without results')).toContainText('23.3%');
  expect(await countLines(page.getByRole('navigation', { name: 'Reports' }))).toBe(1);
  const wide = page.getByRole('region', { name: 'Top searches, table' });
  const label = wide.getByRole('rowheader', { name: 'milk', exact: true });
  const before = await label.boundingBox();
  await wide.evaluate((region) => region.scrollTo({ left: region.scrollWidth, behavior: 'instant' }));
  expect(await wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect((await label.boundingBox())?.x).toBe(before?.x);
  const cellsOf = async (name: string) => {
    const rows = await page.getByRole('table', { name, exact: true }).locator('tbody tr, tfoot tr').all();
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  };
  expect(await cellsOf('Top searches')).toEqual([
    ['milk', '42', '21', '0', '14'],
    ['oat milk barista edition without sugar', '9', '0', '9', '0'],
    ['=1+1', '6', '0', '4', '2'],
    ['All other texts', '3', '–', '1', '–'],
    ['Total', '60', '', '14', ''],
  ]);
  expect(await cellsOf('Top searches without results')).toEqual([
    ['oat milk barista edition without sugar', '9', '0'],
    ['=1+1', '4', '0'],
    ['All other texts', '1', '–'],
    ['Total', '14', ''],
  ]);
  await expectAccessible(page);
  await expectNoOverflow(page);
  const csv = await download(page, 'Download Top searches as CSV');
  expect(csv.content.toString().replace('\ufeff', '').trim().split('\r\n')).toEqual([
    '"Searched for","Times","Times before","Without results","Products found"',
    '"milk",42,21,0,14',
    '"oat milk barista edition without sugar",9,0,9,0',
    `"'=1+1",6,0,4,2`,
    '"All other texts",3,"",1,""',
  ]);
  const xlsx = await download(page, 'Download Top searches without results as XLSX');
  expect([xlsx.name, xlsx.content.subarray(0, 2).toString()]).toEqual([
    'searches-zero-results-2025-03-03-to-2025-03-04.xlsx',
    'PK',
  ]);
});

test('the dashboard shows first what needs action now, each with its list', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  await shopper.addAddress('Old Mill 1');
  const [late, open, scarce] = [
    await shop.claimProduct(),
    await shop.claimProduct(),
    await shop.claimProduct(),
  ];
  const lateOrder = await shopper.placeOrder([late], 1);
  const openOrder = await shopper.placeOrder([open], 1);
  await shop.db.query(sql`
    update customer_order set promised_by = now() - interval '5 minutes' where id = ${lateOrder._id}`);
  await shop.db.query(sql`
    update customer_order set promised_by = now() + interval '1 hour' where id = ${openOrder._id}`);
  await shop.db.query(sql`update product_stock set stock = 2 where product_id = ${scarce.id}`);
  const page = await openPageAs(admin, '/dashboard', { widthPx: 360 });
  const tasks = page.getByRole('list', { name: 'To do' }).getByRole('listitem');
  await expect(tasks.first()).toContainText(/^Late orders: \d+\./);
  await expect(tasks.nth(1)).toContainText(/^Open orders: \d+\./);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await tasks.first().getByRole('link').click();
  await page.waitForURL('/dashboard/orders?tab=late');
  const rows = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  await expect(rows.filter({ hasText: lateOrder.orderId })).toHaveCount(1);
  await expect(rows.filter({ hasText: openOrder.orderId })).toHaveCount(0);
  await page.goto('/dashboard');
  await tasks.filter({ hasText: 'Low stock' }).getByRole('link').click();
  await page.waitForURL('/dashboard/product?stock=low');
  await page.goto(`/dashboard/product?stock=low&q=${encodeURIComponent(scarce.name)}`);
  await expect(page.getByText(scarce.name).first()).toBeVisible();
});

test('each report is readable at 360 px, and its files have the sums of its tables', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  await shopper.addAddress('Old Mill 1');
  const product = await shop.claimProduct();
  await shop.db.query(sql`update product set cost_price_paise = 6000 where id = ${product.id}`);
  await shop.db.query(sql`insert into search_count values (now()::date, 'saffron', 3, 3, 0)`);
  // A long name must not widen the page.
  await shop.db.query(sql`
    update category set name = 'Tea, coffee and health drinks of all kinds ' || substr(id, 1, 8)
    where id in (select category_id from product_category where product_id = ${product.id})`);
  const order = await shopper.placeOrder([product], 3);
  await shop.db.query(sql`
    update customer_order set promised_by = now() - interval '5 minutes' where id = ${order._id}`);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
    await admin.call('changeOrders', { ids: [order._id], to, allowUnpicked: true });
  await admin.call('refundItems', {
    ...{ _id: order._id, totalAmt: order.totalAmt, lines: [{ position: 0, amount: 12.34 }] },
    ...{ to: 'CREDIT', message: 'Torn' },
  });
  const page = await openPageAs(admin, '/dashboard', { widthPx: 360 });
  for (const report of ['margin', 'products', 'categories', 'searches', 'deliveries', 'refunds']) {
    await page.goto(`/dashboard/reports?report=${report}`);
    const tables = page.getByRole('table').filter({ has: page.locator('tfoot') });
    await expect(tables.first()).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Reports' });
    await expect(menu.locator('[aria-current=page]')).toBeInViewport({ ratio: 0.99 });
    await expectAccessible(page);
    await expectNoOverflow(page);
    const table = tables.first();
    const title =
      (await page
        .getByRole('button', { name: /^Download .* as CSV$/ })
        .first()
        .getAttribute('aria-label')) ?? '';
    const { content } = await download(page, title);
    const [titles = '', ...rows] = content.toString().replace('\ufeff', '').trim().split('\r\n');
    const columns = titles.split(',').map((cell) => cell.replaceAll('"', ''));
    const totals = await table.locator('tfoot tr > *').allTextContents();
    const summed = columns.flatMap((_column, index) => (/\d/.test(totals[index] ?? '') ? [index] : []));
    expect(summed.length).toBeGreaterThan(0);
    for (const index of summed) {
      const sum = rows.reduce((total, row) => total + toPaise(Number(parseRow(row)[index])), 0);
      expect(sum, columns[index]).toBe(toPaise(Number((totals[index] ?? '').replaceAll(/[₹,]/g, ''))));
    }
  }
});

/** The cells of a row of a CSV file whose texts are quoted. */
function parseRow(row: string): string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
