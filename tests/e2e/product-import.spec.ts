import type { Page } from '@playwright/test';
import { stringify } from 'csv-stringify/sync';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import { download } from './dashboard.ts';
import type { Account, Shop } from './shop.ts';
import { startSession } from './storefront.ts';

import { expect, test } from './test.ts';

test.use({ shopName: 'product-import' });

const path = '/dashboard/product-import';

async function openImport(page: Page, admin: Account): Promise<void> {
  await startSession(page, admin);
  await page.goto(path);
  await expect(heading(page, 'File format')).toBeVisible();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const problems = (page: Page) => page.getByRole('table', { name: 'Errors' }).locator('tbody tr');
const fileInput = (page: Page) => page.getByRole('main').locator('input[type="file"]');

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content);
  await fileInput(page).setInputFiles({ name, mimeType: 'text/csv', buffer });
}

async function check(page: Page, name: string, content: string | Buffer): Promise<void> {
  await choose(page, name, content);
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText(/checked \d/i)).toBeVisible();
}

/** Counts on the page by label. */
async function countsOf(page: Page): Promise<Record<string, string>> {
  const counts = page.getByRole('main').locator('dl').first();
  const [labels, values] = [
    await counts.getByRole('term').allTextContents(),
    await counts.getByRole('definition').allTextContents(),
  ];
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']));
}

/** Names of a category and one of its sub-categories. */
async function categoryPair({ db }: Shop) {
  const [row] = await db.query<{ category: string; sub_category: string }>(sql`
    select c.name as category, s.name as sub_category
    from sub_category_category sc join category c on c.id = sc.category_id
    join sub_category s on s.id = sc.sub_category_id
    order by s.id limit 1`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  return row;
}

/** Locks the row of a product until the returned function is called. */
async function lockProduct({ db }: Shop, productId: string): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = db.transaction(async (tx) => {
    await tx.query(sql`select from product where id = ${productId} for update`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return () => {
    released.resolve();
    return transaction;
  };
}

test('a check notes the cells of a file whose text another program had read wrongly, as they were and are', async ({
  page,
  shop,
  admin,
}) => {
  const { category, sub_category } = await categoryPair(shop);
  const titles = ['name', 'price', 'stock', 'unit', 'description', 'brand', 'categories', 'sub_categories'];
  const row = ['Lay\u0092s Magic', '20', '5', '90 g', 'Crisp.', 'NestlÃ©', category, sub_category];
  await openImport(page, admin);
  await check(page, 'repaired.csv', stringify([titles, row]));
  await expect(page.getByText('2 cells of this file had characters that another program')).toBeVisible();
  const notes = page.getByRole('table', { name: 'Notes' }).locator('tbody tr');
  await expect(notes).toHaveCount(2);
  await expect(notes.nth(0)).toContainText('Lay’s Magic');
  await expect(notes.nth(1)).toContainText('Nestlé');
  await expectAccessible(page);
});

test('an export imports without changes', async ({ page, shop, admin }) => {
  await openImport(page, admin);
  const all = await download(page, button(page, 'Download all products'));
  expect(all.name).toBe('products.csv');
  await check(page, all.name, all.content);
  const [row] = await shop.db.query<{ count: string }>(
    sql`select to_char(count(*), 'FM9,999') as count from product`,
  );
  await expect
    .poll(() => countsOf(page))
    .toEqual({
      'New products': '0',
      'Changed products': '0',
      Unchanged: row?.count,
      'Rows with errors': '0',
    });
  await expect(page.getByText('No changes: all products already have these values.')).toBeVisible();
  await expect(button(page, /Apply/i)).toHaveCount(0);
});

test('the template imports ten new products', async ({ page, admin, errors }) => {
  errors.allow(/Failed to load resource/);
  await openImport(page, admin);
  const { name, content } = await download(page, button(page, 'Download a template'));
  await check(page, name, content);
  await expect.poll(() => countsOf(page)).toMatchObject({ 'New products': '10', 'Rows with errors': '0' });
  await expect(page.getByText('Basmati rice')).toBeVisible();
});

test('bad rows are listed and left out, and shoppers see the other changes at once', async ({
  page,
  phone,
  shop,
  admin,
}) => {
  await openImport(page, admin);
  const [changed, other] = [await shop.claimProduct({ stock: 40 }), await shop.claimProduct()];
  const { category, sub_category } = await categoryPair(shop);
  const headings = ['id', 'name', 'price', 'stock', 'unit', 'description', 'categories', 'sub_categories'];
  const categories = [category, sub_category];
  const newName = 'Tom & Jerry 100% cheese, "aged" / 24 months? #1';
  const rows = [
    headings,
    [changed.id, changed.name, '₹1,234.50', '55', '1 kg', 'Two lines,\nno more.', ...categories],
    [other.id, other.name, '0', '-1', '1 kg', 'Fresh.', ...categories],
    ['', newName.replace('&', '&amp;'), '99/-', '7', '1 pack', '<b>Aged</b>', ...categories],
    ['', 'Nowhere', 'abc', '7', '1 pack', 'Fresh.', 'No such categories', sub_category],
  ];
  await check(page, 'supplier, November.csv', stringify(rows, { record_delimiter: '\r\n', bom: true }));
  await expect
    .poll(() => countsOf(page))
    .toEqual({
      'New products': '1',
      'Changed products': '1',
      Unchanged: '0',
      'Rows with errors': '2',
    });
  expect((await problems(page).allInnerTexts()).map((text) => text.split(/[\t\n]/).slice(0, 2))).toEqual([
    ['4', 'price'],
    ['4', 'stock'],
    ['6', 'price'],
    ['6', 'categories'],
  ]);
  const change = page.getByRole('listitem').filter({ hasText: changed.name });
  await expect(change.getByText('₹1,234.50').or(change.getByText('1234.5')).first()).toBeVisible();
  await expectAccessible(page);

  const saved = await download(page, button(page, 'Download errors as CSV'));
  expect(saved.name).toBe('supplier, November - errors.csv');
  expect(saved.content.toString()).toMatch(
    /^\ufeff"line","column","reason"\r\n"4","price",[^\r]+\r\n"4","stock",/,
  );

  await button(page, 'Skip rows with errors and apply 2 changes').click();
  await expect(heading(page, 'supplier, November.csv imported')).toBeVisible();
  await expect(page.getByText('2 changes applied.')).toBeVisible();
  await expect.poll(() => countsOf(page)).toMatchObject({ 'Changed products': '1', Skipped: '2' });
  await expect(problems(page)).toHaveCount(4);
  await phone.goto(changed.path);
  await expect(phone.getByRole('main').getByText('₹1,234.50').first()).toBeVisible();
  await phone.goto(`/search?q=${encodeURIComponent('Tom & Jerry')}`);
  await expect(phone.getByRole('heading', { name: newName }).first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'View products' }).click();
  await page.waitForURL('/dashboard/product');
});

test('an import of 2,000 products goes on without the page, and the page shows its progress afterwards', async ({
  page,
  shop,
  admin,
}) => {
  await openImport(page, admin);
  const { category, sub_category } = await categoryPair(shop);
  const old = await shop.db.query<{ id: string; name: string; price: number }>(sql`
    select id, name, price_paise / 100.0::float8 as price from product order by id desc limit 1000`);
  const rows = [
    ['id', 'name', 'price', 'stock', 'unit', 'description', 'categories', 'sub_categories'],
    ...old.map(({ id, name, price }) => [
      id,
      name,
      price + 1,
      7777,
      '1 kg',
      'Fresh.',
      category,
      sub_category,
    ]),
    ...old.map((_, number) => ['', `Bulk ${number}`, 10, 5, '1 kg', 'Fresh.', category, sub_category]),
  ];
  await check(page, 'two thousand.csv', stringify(rows));
  await expect
    .poll(() => countsOf(page))
    .toMatchObject({ 'New products': '1,000', 'Changed products': '1,000' });

  const unlock = await lockProduct(shop, old[0]?.id ?? '');
  await button(page, 'Apply 2,000 changes').click();
  await expect(page.getByText('1,000 of 2,000 products')).toBeVisible();
  await expect(heading(page, 'Applying two thousand.csv')).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Category', exact: true }).click();
  await page.waitForURL('/dashboard/category');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'View progress' }).click();
  await expect(page.getByText('1,000 of 2,000 products')).toBeVisible();
  await page.reload();
  const bar = page.getByRole('progressbar', { name: 'Applying two thousand.csv' });
  await expect(bar).toHaveAttribute('aria-valuenow', '50');
  const otherTab = await page.context().newPage();
  await otherTab.goto(page.url());
  await expect(otherTab.getByText('1,000 of 2,000 products')).toBeVisible();
  await unlock();
  for (const tab of [page, otherTab]) await expect(heading(tab, 'two thousand.csv imported')).toBeVisible();

  const [row] = await shop.db.query<{ count: number }>(sql`
    select count(*)::integer from product_with_categories where stock = 7777 or name like 'Bulk %'`);
  expect(row?.count).toBe(2000);
  await page.goto(path);
  await expect(heading(page, 'File format')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('two thousand.csv')).toHaveCount(0);
});

test('an import is rejected when a product has changed since the check, and can be checked again', async ({
  page,
  shop,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await openImport(page, admin);
  const product = await shop.claimProduct();
  const file = `name,price\n${stringify([[product.name, 55]])}`;
  await check(page, 'prices.csv', file);
  await shop.db.query(sql`
    update product set price_paise = 7700, updated_at = now() + interval '1 second' where id = ${product.id}`);
  await button(page, 'Apply 1 change').click();
  await expect(heading(page, "prices.csv couldn't be imported")).toBeVisible();
  await expect(page.getByText('No changes were made.')).toBeVisible();
  await expect(problems(page).first()).toContainText(product.name);
  await expectAccessible(page);
  await button(page, 'Check the file again').click();
  await button(page, 'Apply 1 change').click();
  await expect(heading(page, 'prices.csv imported')).toBeVisible();
});

test('a file that is not a product list shows the reason', async ({ page, admin }) => {
  await openImport(page, admin);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  const alert = page.getByRole('main').getByRole('alert');
  await choose(page, 'products.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 1, 2]));
  await expect(alert.getByText(/products\.xlsx: This is a spreadsheet file/)).toBeVisible();
  await choose(page, 'empty.csv', '');
  await expect(alert.getByText('empty.csv: This file is empty.')).toBeVisible();
  await expectAccessible(page);
  expect(sent.filter((sentPath) => sentPath.includes('import'))).toEqual([]);

  await check(page, 'broken.csv', 'id,nmae\n1,"x');
  await expect(page.getByText("We couldn't import this file")).toBeVisible();
  await expect.poll(() => problems(page).first().innerText()).toMatch(/^1\tnmae\n/);
  await expect(button(page, /apply/i)).toHaveCount(0);
  await expect(alert).toHaveCount(0);
});

test('an upload can be stopped, and retried after a connection error', async ({ page, admin, errors }) => {
  errors.allow(/Failed to load resource/);
  await openImport(page, admin);
  const uploadPath = '**/api/product/check-import';
  await page.route(uploadPath, () => new Promise<void>(() => {}));
  await choose(page, 'held.csv', 'id,name\n');
  await expect(page.getByRole('progressbar', { name: 'Uploading the file' })).toBeVisible();
  await expect(heading(page, 'held.csv')).toBeFocused();
  await button(page, 'Stop').click();
  await expect(button(page, 'Choose a CSV file')).toBeVisible();
  await page.unroute(uploadPath);

  await page.route(uploadPath, (route) => route.abort());
  await choose(page, 'prices.csv', 'name,price\nNo such product,5\n');
  await expect(page.getByRole('alert').getByText('The store cannot be reached.')).toBeVisible();
  await page.unroute(uploadPath);
  await button(page, 'Try again').click();
  await expect(heading(page, 'prices.csv')).toBeVisible();
  await expect(heading(page, 'Errors')).toBeVisible();

  await page.goto(`${path}?id=unknown`);
  await expect(heading(page, 'This import has expired')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Choose a file' }).click();
  await expect(button(page, 'Choose a CSV file')).toBeVisible();
});

test('the reason of an error has most of the width of a phone', async ({ phone: page, admin }) => {
  await openImport(page, admin);
  await choose(page, 'prices.csv', `name,${'a heading of another program '.repeat(4)}\nNo such product,5\n`);
  const reason = problems(page).first().getByRole('cell').last();
  await expect(reason).toContainText('Unknown column');
  expect((await reason.boundingBox())?.width).toBeGreaterThan(240);
});

test('a file can be dropped anywhere on the page', async ({ page, admin }) => {
  await openImport(page, admin);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['name,price\nNo such product,5\n'], 'dropped.csv'));
    const options = { bubbles: true, cancelable: true, dataTransfer };
    document.body.dispatchEvent(new DragEvent('dragover', options));
    document.body.dispatchEvent(new DragEvent('drop', options));
  });
  await expect(heading(page, 'dropped.csv')).toBeVisible();
  await expect(heading(page, 'Errors')).toBeVisible();
});

test('an import works by keyboard on a phone in dark mode', async ({ openPage, shop, admin }) => {
  const page = await openPage({ widthPx: 360, isDark: true });
  await openImport(page, admin);
  const product = await shop.claimProduct();
  await expectAccessible(page);
  // Registered early: the browser has to intercept the file dialog before the key is pressed.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, button(page, 'Choose a CSV file'));
  await page.keyboard.press('Enter');
  const rows = [
    ['name', 'price'],
    [product.name, 61],
  ];
  const buffer = Buffer.from(stringify(rows));
  await (await choosing).setFiles({ name: 'one.csv', mimeType: 'text/csv', buffer });
  const apply = button(page, 'Apply 1 change');
  await expect(apply).toBeVisible();
  await expect(heading(page, 'one.csv')).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await tabTo(page, apply);
  await page.keyboard.press('Enter');
  const end = heading(page, 'one.csv imported');
  await expect(end).toBeVisible();
  await expect(end).toBeFocused();
  await expectAccessible(page);
});
