import { readFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { enter, openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const path = '/dashboard/product-import';

/** An admin in front of the import. */
async function openImport(view: { widthPx: number; isDark?: boolean } = { widthPx: 1440 }) {
  const account = await openAccount(shop);
  await shop.database.db.query(sql`update account set role = 'ADMIN' where id = ${account.userId}`);
  const visitor = await entrance.admit(shop.url, view);
  await enter(visitor.page, account);
  await visitor.page.goto(path);
  await heading(visitor.page, 'File format').waitFor();
  return visitor;
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
  await heading(page, name).waitFor();
  await page.getByText(/checked \d/i).waitFor();
}

/** What the page counts, by what it calls it. */
async function countsOf(page: Page): Promise<Record<string, string>> {
  const counts = page.getByRole('main').locator('dl').first();
  const [labels, values] = [
    await counts.getByRole('term').allTextContents(),
    await counts.getByRole('definition').allTextContents(),
  ];
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']));
}

async function download(page: Page, label: string): Promise<{ name: string; content: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, label).click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') };
}

/** The names of shelves that a new product may stand on. */
async function shelves() {
  const [row] = await shop.database.db.query<{ category: string; sub_category: string }>(sql`
    select c.name as category, s.name as sub_category
    from sub_category_category sc join category c on c.id = sc.category_id
    join sub_category s on s.id = sc.sub_category_id
    order by s.id limit 1`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  return row;
}

/** Locks a product as somebody does who is just writing it, until told to let go. */
async function hold(productId: string): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = shop.database.db.transaction(async (db) => {
    await db.query(sql`select from product where id = ${productId} for update`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return () => {
    released.resolve();
    return transaction;
  };
}

test('what comes out of the shop goes in again without a change', async () => {
  const { page, complaints } = await openImport();
  const all = await download(page, 'Download all products');
  expect(all.name).toBe('products.csv');
  await check(page, all.name, all.content);
  const [row] = await shop.database.db.query<{ count: string }>(
    sql`select to_char(count(*), 'FM9,999') as count from product`,
  );
  await expect
    .poll(() => countsOf(page))
    .toEqual({
      'New products': '0',
      'Changed products': '0',
      Unchanged: row?.count,
      'Bad rows': '0',
    });
  await page.getByText('No changes: all products already have these values.').waitFor();
  await expect.poll(() => button(page, /Apply/i).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the template is taken as it is', async () => {
  const { page } = await openImport();
  const { name, content } = await download(page, 'Download a template');
  await check(page, name, content);
  await expect.poll(() => countsOf(page)).toMatchObject({ 'New products': '1', 'Bad rows': '0' });
  await page.getByText('Example product (delete this row)').waitFor();
});

test('of a dirty file the bad rows are named and left out, and shoppers see the others at once', async () => {
  const { page, complaints } = await openImport();
  const [dearer, other] = [await takeGoods(shop, { stock: 40 }), await takeGoods(shop)];
  const { category, sub_category } = await shelves();
  const headings = ['id', 'name', 'price', 'stock', 'unit', 'description', 'categories', 'sub_categories'];
  const shelf = [category, sub_category];
  const fresh = 'Tom & Jerry 100% cheese, "aged" / 24 months? #1';
  const rows = [
    headings,
    [dearer.id, dearer.name, '₹1,234.50', '55', '1 kg', 'Two lines,\nno more.', ...shelf],
    [other.id, other.name, '0', '-1', '1 kg', 'Fresh.', ...shelf],
    ['', fresh.replace('&', '&amp;'), '99/-', '7', '1 pack', '<b>Aged</b>', ...shelf],
    ['', 'Nowhere', 'abc', '7', '1 pack', 'Fresh.', 'No such shelf', sub_category],
  ];
  await check(page, 'supplier, November.csv', stringify(rows, { record_delimiter: '\r\n', bom: true }));
  await expect
    .poll(() => countsOf(page))
    .toEqual({
      'New products': '1',
      'Changed products': '1',
      Unchanged: '0',
      'Bad rows': '2',
    });
  expect((await problems(page).allInnerTexts()).map((text) => text.split('\t').slice(0, 2))).toEqual([
    ['4', 'price'],
    ['4', 'stock'],
    ['6', 'price'],
    ['6', 'categories'],
  ]);
  const change = page.getByRole('listitem').filter({ hasText: dearer.name });
  await change.getByText('₹1,234.50').or(change.getByText('1234.5')).first().waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const saved = await download(page, 'Download errors as CSV');
  expect(saved.name).toBe('supplier, November - errors.csv');
  expect(saved.content).toMatch(/^\ufeffline,column,reason\r\n4,price,[^\r]+\r\n4,stock,/);

  await button(page, 'Skip rows with errors and apply 2 changes').click();
  await heading(page, 'supplier, November.csv imported').waitFor();
  await page.getByText('2 changes applied.').waitFor();
  await expect.poll(() => countsOf(page)).toMatchObject({ 'Changed products': '1', 'Left out': '2' });
  await expect.poll(() => problems(page).count()).toBe(4);

  const { page: shopper } = await entrance.admit(shop.url, { widthPx: 360 });
  await shopper.goto(dearer.path);
  await shopper.getByRole('main').getByText('₹1,234.50').first().waitFor();
  await shopper.goto(`/search?q=${encodeURIComponent('Tom & Jerry')}`);
  await shopper.getByRole('heading', { name: fresh }).first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'View products' }).click();
  await page.waitForURL('/dashboard/product');
  expect(complaints).toEqual([]);
});

test('2,000 products are applied while one is away, and whoever comes back finds how far it is', async () => {
  const { page, complaints, openTab } = await openImport();
  const { category, sub_category } = await shelves();
  const old = await shop.database.db.query<{ id: string; name: string; price: number }>(sql`
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

  const letGo = await hold(old[0]?.id ?? '');
  await button(page, 'Apply 2,000 changes').click();
  await page.getByText('1,000 of 2,000 products').waitFor();
  await expect.poll(() => hasFocus(heading(page, 'Applying two thousand.csv'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Category', exact: true }).click();
  await page.waitForURL('/dashboard/category');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'View progress' }).click();
  await page.getByText('1,000 of 2,000 products').waitFor();
  await page.reload();
  const bar = page.getByRole('progressbar', { name: 'Applying two thousand.csv' });
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('50');
  const otherTab = await openTab();
  await otherTab.goto(page.url());
  await otherTab.getByText('1,000 of 2,000 products').waitFor();
  await letGo();
  for (const tab of [page, otherTab]) await heading(tab, 'two thousand.csv imported').waitFor();

  const [row] = await shop.database.db.query<{ count: number }>(sql`
    select count(*)::integer from product where stock = 7777 or name like 'Bulk %'`);
  expect(row?.count).toBe(2000);
  await page.goto(path);
  await heading(page, 'File format').waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByText('two thousand.csv').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('what somebody has changed since the check is not overwritten, and the file can be checked again', async () => {
  const { page } = await openImport();
  const goods = await takeGoods(shop);
  const file = `name,price\n${stringify([[goods.name, 55]])}`;
  await check(page, 'prices.csv', file);
  await shop.database.db.query(sql`
    update product set price_paise = 7700, updated_at = now() + interval '1 second' where id = ${goods.id}`);
  await button(page, 'Apply 1 change').click();
  await heading(page, "prices.csv couldn't be imported").waitFor();
  await page.getByText('No changes were made.').waitFor();
  await expect.poll(() => problems(page).first().innerText()).toContain(goods.name);
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Check the file again').click();
  await button(page, 'Apply 1 change').click();
  await heading(page, 'prices.csv imported').waitFor();
});

test('what is no file of products is said in place', async () => {
  const { page, complaints } = await openImport();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  const alert = page.getByRole('main').getByRole('alert');
  await choose(page, 'products.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 1, 2]));
  await alert.getByText(/products\.xlsx: This is a spreadsheet file/).waitFor();
  await choose(page, 'empty.csv', '');
  await alert.getByText('empty.csv: This file is empty.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(sent.filter((sentPath) => sentPath.includes('import'))).toEqual([]);

  await check(page, 'broken.csv', 'id,nmae\n1,"x');
  await page.getByText("We couldn't import this file").waitFor();
  await expect.poll(() => problems(page).first().innerText()).toMatch(/^1\tnmae\t/);
  await expect.poll(() => button(page, /apply/i).count()).toBe(0);
  await expect.poll(() => alert.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('sending can be stopped, and is tried again when the shop was out of reach', async () => {
  const { page } = await openImport();
  const uploadPath = '**/api/product/check-import';
  await page.route(uploadPath, () => new Promise<void>(() => {}));
  await choose(page, 'held.csv', 'id,name\n');
  await page.getByRole('progressbar', { name: 'Uploading the file' }).waitFor();
  await expect.poll(() => hasFocus(heading(page, 'held.csv'))).toBe(true);
  await button(page, 'Stop').click();
  await button(page, 'Choose a CSV file').waitFor();
  await page.unroute(uploadPath);

  await page.route(uploadPath, (route) => route.abort());
  await choose(page, 'prices.csv', 'name,price\nNo such product,5\n');
  await page.getByRole('alert').getByText('The shop cannot be reached.').waitFor();
  await page.unroute(uploadPath);
  await button(page, 'Try again').click();
  await heading(page, 'prices.csv').waitFor();
  await heading(page, 'Errors').waitFor();

  await page.goto(`${path}?id=nobody`);
  await heading(page, 'This import has expired').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Choose a file' }).click();
  await button(page, 'Choose a CSV file').waitFor();
});

test('a file may be dropped anywhere on the page', async () => {
  const { page, complaints } = await openImport();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['name,price\nNo such product,5\n'], 'dropped.csv'));
    const options = { bubbles: true, cancelable: true, dataTransfer };
    document.body.dispatchEvent(new DragEvent('dragover', options));
    document.body.dispatchEvent(new DragEvent('drop', options));
  });
  await heading(page, 'dropped.csv').waitFor();
  await heading(page, 'Errors').waitFor();
  expect(complaints).toEqual([]);
});

test('on a phone, in the dark, with the keyboard alone', async () => {
  const { page, complaints } = await openImport({ widthPx: 360, isDark: true });
  const goods = await takeGoods(shop);
  expect(await axeViolations(page)).toEqual([]);
  // The browser has to know early that somebody waits for it: it hears so later than a key.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, button(page, 'Choose a CSV file'));
  await page.keyboard.press('Enter');
  const rows = [
    ['name', 'price'],
    [goods.name, 61],
  ];
  const buffer = Buffer.from(stringify(rows));
  await (await choosing).setFiles({ name: 'one.csv', mimeType: 'text/csv', buffer });
  const apply = button(page, 'Apply 1 change');
  await apply.waitFor();
  await expect.poll(() => hasFocus(heading(page, 'one.csv'))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  await tabTo(page, apply);
  await page.keyboard.press('Enter');
  const end = heading(page, 'one.csv imported');
  await end.waitFor();
  await expect.poll(() => hasFocus(end)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
