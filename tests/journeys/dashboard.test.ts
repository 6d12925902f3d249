import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import { type Entrance, openEntrance } from './visitor.ts';

const adminPages = [
  '/dashboard/category',
  '/dashboard/subcategory',
  '/dashboard/product',
  '/dashboard/upload-product',
  '/dashboard/product-import',
];
const refused = 'Do not have permission';

let shop: OpenShop;
let entrance: Entrance;
beforeAll(async () => {
  [shop, entrance] = await Promise.all([openShop(), openEntrance()]);
});
afterAll(async () => {
  await entrance.close();
  await shop.close();
});

async function setRole({ userId }: Account, role: 'USER' | 'ADMIN'): Promise<void> {
  await shop.database.db.query(sql`update account set role = ${role} where id = ${userId}`);
}

async function openAdmin(): Promise<Account> {
  const account = await openAccount(shop);
  await setRole(account, 'ADMIN');
  return account;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const menuOf = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Account' });

test('a guest is asked to log in on every page of admins, and is led back to it', async () => {
  const account = await openAdmin();
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  for (const path of adminPages) {
    await page.goto(path);
    await heading(page, 'Please Login').waitFor();
  }
  await page.goto('/dashboard/category');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('seven mangoes');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/dashboard/category');
  await heading(page, 'Category').waitFor();
  expect(complaints).toEqual([]);
});

test('a shopper has no permission on any of them, sees no link to them, and finds the way home', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAccount(shop));
  for (const path of adminPages) {
    await page.goto(path);
    await heading(page, refused).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  }
  expect(await menuOf(page).getByRole('link').allTextContents()).toEqual([
    expect.stringContaining('Ravi Menon'),
    'My Orders',
    'Save Address',
  ]);
  await page.getByRole('alert').getByRole('link', { name: 'Go To Home' }).click();
  await page.waitForURL('/');
  expect(complaints).toEqual([]);
});

test.each([360, 768, 1440])(
  'an admin reaches the shelves from the account menu at %i px',
  async (widthPx) => {
    const { page, complaints } = await entrance.admit(shop.url, { widthPx });
    await enter(page, await openAdmin());
    const pages = [
      ['Category', '/dashboard/category', 'Category'],
      ['Sub Category', '/dashboard/subcategory', 'Sub Category'],
      ['Product', '/dashboard/product', 'Product'],
      ['Import', '/dashboard/product-import', 'Import products'],
      ['My Orders', '/dashboard/myorders', 'Order'],
      ['Save Address', '/dashboard/address', 'Address'],
    ] as const;
    for (const [label, path, title] of pages) {
      await page.goto('/user');
      await menuOf(page).getByText('(Admin)').waitFor();
      await menuOf(page).getByRole('link', { name: label, exact: true }).click();
      await page.waitForURL(path);
      await heading(page, title).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
    }
    await page.goto('/dashboard/upload-product');
    await heading(page, 'Upload Product').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test('the shelves are shown as the catalogue has them', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  const [row] = await shop.database.db.query<{
    categories: number;
    sub_categories: number;
    name: string;
  }>(sql`
    select (select count(*) from category)::integer as categories,
      (select count(*) from sub_category)::integer as sub_categories,
      (select name from sub_category order by lower(name), name limit 1) as name`);
  await page.goto('/dashboard/category');
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count())
    .toBe(row?.categories);

  await page.goto('/dashboard/subcategory');
  const rows = page.getByRole('table', { name: 'Sub-categories' }).locator('tbody tr');
  await rows
    .first()
    .getByRole('rowheader', { name: row?.name ?? '', exact: true })
    .waitFor();
  await expect.poll(() => rows.count()).toBe(10);
  const pager = page.getByRole('navigation', { name: 'Pages: Sub-categories' });
  const lastPage = Math.ceil((row?.sub_categories ?? 0) / 10);
  await pager.getByText(`1/${lastPage}`).waitFor();
  await expect.poll(() => pager.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await pager.getByRole('button', { name: 'Next' }).click();
  await rows.first().getByRole('cell', { name: '11', exact: true }).waitFor();
  await page.goto(`/dashboard/subcategory?page=${lastPage + 7}`);
  await pager.getByText(`${lastPage}/${lastPage}`).waitFor();
  await expect.poll(() => pager.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);

  await rows
    .first()
    .getByRole('button', { name: /^Enlarge the picture of / })
    .click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
});

test('products are searched after a pause and paged, and the way back knows where one was', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  await page.goto('/dashboard/product');
  const pager = page.getByRole('navigation', { name: 'Pages: Products' });
  const cards = page.getByRole('main').locator('ul h2');
  await expect.poll(() => cards.count()).toBe(12);
  await pager.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('/dashboard/product?page=2');
  await pager.getByText(/^Page 2\//).waitFor();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/product/get')) asked.push(JSON.parse(request.postData() ?? '{}').search);
  });
  await page.keyboard.press('/');
  const search = page.getByPlaceholder('Search product here ...');
  await expect.poll(() => hasFocus(search)).toBe(true);
  await page.keyboard.type('milk');
  await page.waitForURL('/dashboard/product?q=milk');
  await pager.getByText(/^Page 1\//).waitFor();
  await expect.poll(() => cards.first().textContent()).toMatch(/milk/i);
  // Not a call for each letter, however slowly this machine types.
  expect(asked.at(-1)).toBe('milk');
  await pager.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('/dashboard/product?q=milk&page=2');
  await page.goBack();
  await pager.getByText(/^Page 1\//).waitFor();
  await expect.poll(() => search.inputValue()).toBe('milk');

  await search.fill('qqqqzzzz');
  await page.getByText('No Data').waitFor();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect.poll(() => search.inputValue()).toBe('');
  await expect.poll(() => cards.count()).toBe(12);
  expect(complaints).toEqual([]);
});

test('an admin who is none any more is turned away at the next page, and one who has become one is let in', async () => {
  const account = await openAdmin();
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  await page.goto('/dashboard/category');
  await heading(page, 'Category').waitFor();
  // The page has asked for the role, and has its answer.
  await page.waitForLoadState('networkidle');
  await setRole(account, 'USER');
  await menuOf(page).getByRole('link', { name: 'Product', exact: true }).click();
  await heading(page, refused).waitFor();
  await expect.poll(() => menuOf(page).getByRole('link', { name: 'Category' }).count()).toBe(0);
  await expect.poll(() => page.getByText('(Admin)').count()).toBe(0);

  await page.getByRole('alert').getByRole('link', { name: 'Go To Home' }).click();
  await page.waitForURL('/');
  await setRole(account, 'ADMIN');
  await page.goBack();
  await heading(page, 'Product').waitFor();
});

test('of two answers about an account the newer one counts, whichever comes last', async () => {
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  const [older, newer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  let mayCome = older.promise;
  await page.route('**/api/user/user-details', async (route) => {
    const gate = mayCome;
    const response = await route.fetch();
    reads += 1;
    await gate;
    await route.fulfill({ response });
  });
  await setRole(account, 'ADMIN');
  await page.goto('/dashboard/category');
  // The session's own, and that of the page.
  await expect.poll(() => reads).toBe(2);
  await setRole(account, 'USER');
  mayCome = newer.promise;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => reads).toBe(3);
  older.resolve();
  await heading(page, 'Category').waitFor();
  newer.resolve();
  await heading(page, refused).waitFor();
});

test('the dashboard is walked by keyboard alone', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, await openAdmin());
  await page.goto('/dashboard/profile');
  const menu = menuOf(page);
  await menu.getByText('(Admin)').waitFor();
  const link = menu.getByRole('link', { name: 'Sub Category', exact: true });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/subcategory');
  const picture = page.getByRole('button', { name: /^Enlarge the picture of / }).first();
  await picture.waitFor();
  await tabTo(page, picture);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(picture)).toBe(true);
  const next = page.getByRole('button', { name: 'Next' });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/subcategory?page=2');
  expect(complaints).toEqual([]);
});
