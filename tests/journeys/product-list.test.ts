import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CallInput } from '#contract/calls.ts';
import type { Product } from '#contract/product.ts';
import { axeViolations } from './axe.ts';
import { changeGoods, type Goods, hear, takeGoods, toastsOf } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import type { Entrance, Visitor } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

type Admin = Visitor & { account: Account };
type View = 'grid' | 'table';

async function openAdminAccount(name = 'Ravi Menon'): Promise<Account> {
  const account = await openAccount(shop);
  await shop.database.sql`update account set role = 'ADMIN', name = ${name} where id = ${account.userId}`;
  return account;
}

/** An admin who looks at what a search finds. */
async function openAdmin(search: string, view: View, widthPx = 1440): Promise<Admin> {
  const account = await openAdminAccount();
  const visitor = await entrance.admit(shop.url, { widthPx });
  const { page } = visitor;
  await enter(page, account);
  await page.evaluate((chosen) => localStorage.setItem('product-view', chosen), view);
  await page.goto(`/dashboard/product${search === '' ? '' : `?${new URLSearchParams({ q: search })}`}`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor();
  return { ...visitor, account };
}

const figureOf = (page: Page, figure: string, { name }: Pick<Goods, 'name'>) =>
  page.getByRole('textbox', { name: `${figure} of ${name}`, exact: true });
const actionOf = (page: Page, action: string, { name }: Pick<Goods, 'name'>) =>
  page.getByRole('main').getByRole('button', { name: `${action} ${name}`, exact: true });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const choiceOf = (page: Page, { name }: Pick<Goods, 'name'>) =>
  page.getByRole('checkbox', { name: `Choose ${name}`, exact: true });

/** The products as the public pages have them. */
async function publicly(ids: readonly string[]): Promise<Product[]> {
  const response = await fetch(`${shop.url}/api/product/get-by-ids`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
  return (await response.json()).data;
}
const publiclyOne = async ({ id }: Goods) => (await publicly([id]))[0];

async function changeElsewhere(
  account: Account,
  { id }: Goods,
  figures: Omit<CallInput<'changeProducts'>['changes'][number], '_id'>,
): Promise<void> {
  await account.call('changeProducts', { changes: [{ _id: id, ...figures }] });
}

/** Types into a figure and presses a key. */
async function type(figure: Locator, text: string, key = 'Enter'): Promise<void> {
  await figure.fill(text);
  await figure.press(key);
}

test('a product is edited from its card: the dialog says so, and shoppers see it at the next request', async () => {
  const goods = await takeGoods(shop);
  const { page, complaints } = await openAdmin(goods.name, 'grid');
  await actionOf(page, 'Edit', goods).click();
  const editor = dialogOf(page, 'Update Product');
  await editor.getByLabel('Price (₹)').fill('123');
  await editor.getByRole('button', { name: 'Update Product' }).click();
  const success = dialogOf(page, 'Product updated');
  await success.waitFor();
  expect((await publiclyOne(goods))?.price).toBe(123);
  await success.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => hasFocus(actionOf(page, 'Edit', goods))).toBe(true);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: goods.name, exact: true }) });
  await card.getByText('₹123').waitFor();
  expect(complaints).toEqual([]);
});

test('a product is deleted only after the question, and is gone everywhere', async () => {
  const goods = await takeGoods(shop);
  const { page, complaints } = await openAdmin(goods.name, 'grid', 360);
  await actionOf(page, 'Delete', goods).click();
  const dialog = dialogOf(page, 'Permanent Delete');
  await dialog.getByText('Are you sure want to delete permanent ?').waitFor();
  await dialog.getByText(goods.name).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await publiclyOne(goods)).toBeDefined();
  await actionOf(page, 'Delete', goods).click();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await hear(page, 'Product deleted');
  expect(await publiclyOne(goods)).toBeUndefined();
  await expect.poll(() => actionOf(page, 'Edit', goods).count()).toBe(0);
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Products' }))).toBe(true);
  expect((await page.request.get(goods.path)).status()).toBe(404);
  expect(complaints).toEqual(complaints.filter((each) => each.includes('404')));
});

test('the list is narrowed by stock and category, sorted, and remembers how it is looked at', async () => {
  const [scarce, gone] = [await takeGoods(shop, { stock: 3 }), await takeGoods(shop, { stock: 0 })];
  const { page, complaints } = await openAdmin('', 'grid');
  await page.getByTitle('Table', { exact: true }).click();
  await page.getByLabel('Filter by stock').selectOption('Out of stock');
  await page.waitForURL('/dashboard/product?stock=out');
  const search = page.getByPlaceholder('Search product here ...');
  await search.fill(scarce.name);
  await page.waitForURL((url) => url.searchParams.get('q') === scarce.name);
  await search.fill(gone.name);
  await expect.poll(() => figureOf(page, 'Stock', gone).inputValue()).toBe('0');
  await expect.poll(() => figureOf(page, 'Stock', scarce).count()).toBe(0);

  await search.fill('');
  const [category] = (await publiclyOne(scarce))?.category ?? [];
  await page.getByLabel('Filter by category').selectOption(category?.name ?? '');
  await page.getByLabel('Filter by stock').selectOption('Low stock');
  await page.getByLabel('Rows a page').selectOption('100');
  await figureOf(page, 'Stock', scarce).waitFor();
  const stockHeading = page.getByRole('columnheader', { name: 'Stock' });
  await stockHeading.getByRole('button').click();
  await expect.poll(() => stockHeading.getAttribute('aria-sort')).toBe('ascending');
  const stocks = () =>
    page
      .getByRole('textbox', { name: /^Stock of / })
      .evaluateAll((all) => all.map((each) => Number(Reflect.get(each, 'value'))));
  const isSorted = (all: number[]) => all.join() === all.toSorted((a, b) => a - b).join();
  await expect.poll(async () => isSorted(await stocks())).toBe(true);
  expect((await stocks()).every((stock) => stock >= 1 && stock <= 10)).toBe(true);

  await page.goto('/dashboard/product');
  await expect.poll(() => page.getByRole('textbox', { name: /^Price of / }).count()).toBe(100);
  await page
    .getByText(/^1\/\d+$/)
    .or(page.getByText(/^Page 1\/\d+$/))
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test('figures are changed where they stand: Enter saves, Escape gives up, Tab and arrows go on', async () => {
  const goods = await takeGoods(shop, { stock: 40, pricePaise: 10_000 });
  const { page, complaints } = await openAdmin(goods.name, 'table');
  const [price, discount, stock] = ['Price', 'Discount', 'Stock'].map((figure) =>
    figureOf(page, figure, goods),
  );
  if (price === undefined || discount === undefined || stock === undefined) throw new Error('No figures.');
  await type(price, '45.5');
  await hear(page, `Price of ${goods.name} is now ₹45.50`);
  await expect.poll(() => price.inputValue()).toBe('₹45.50');
  await type(discount, '50', 'Escape');
  await expect.poll(() => discount.inputValue()).toBe('0 %');
  await type(discount, '10', 'Tab');
  await expect.poll(() => hasFocus(stock)).toBe(true);
  await type(stock, '+24');
  await hear(page, `Stock of ${goods.name} is now 64`);
  expect(await publiclyOne(goods)).toMatchObject({ price: 45.5, discount: 10, stock: 64 });
  // ₹45.50 less ₹5, as the rules of the shop round.
  await page.getByRole('row').filter({ has: stock }).getByText('₹40.50').waitFor();

  await type(discount, '120');
  const problem = page.getByRole('alert').getByText('At most 100 %.');
  await problem.waitFor();
  await expect.poll(() => discount.getAttribute('aria-invalid')).toBe('true');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'My Orders' }).first().click();
  const question = dialogOf(page, 'Leave without saving?');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Leave it as it was' }).press('Enter');
  await problem.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(discount)).toBe(true);

  await page.keyboard.press('Control+z');
  await hear(page, 'Taken back');
  expect(await publiclyOne(goods)).toMatchObject({ price: 45.5, discount: 10, stock: 40 });
  await expect.poll(() => stock.inputValue()).toBe('40');
  expect(complaints).toEqual([]);
});

test('what is sold while a stock is typed stays sold, and what cannot be sent is said and tried again', async () => {
  const goods = await takeGoods(shop, { stock: 40 });
  const { page } = await openAdmin(goods.name, 'table');
  const stock = figureOf(page, 'Stock', goods);
  await stock.fill('50');
  await changeGoods(shop, goods, { stock: 37 });
  await page.route('**/api/product/change-many', (route) => route.abort());
  await stock.press('Enter');
  await page
    .getByRole('alert')
    .getByText('Not saved: The shop cannot be reached.', { exact: false })
    .waitFor();
  await expect.poll(() => stock.inputValue()).toBe('50');
  expect((await publiclyOne(goods))?.stock).toBe(37);
  await page.unroute('**/api/product/change-many');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await hear(page, `Stock of ${goods.name} is now 47`);
  await expect.poll(() => hasFocus(stock)).toBe(true);
  expect((await publiclyOne(goods))?.stock).toBe(47);
});

test('many products are chosen and changed together after a look at what that does, and taken back', async () => {
  const { page, complaints } = await openAdmin('milk', 'table');
  const boxes = page.getByRole('checkbox', { name: /^Choose (?!all)/ });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Chosen products' });
  await bar.getByText('4 chosen').waitFor();
  await boxes.nth(2).click();
  await bar.getByText('3 chosen').waitFor();
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
  await bar.getByText('12 chosen').waitFor();
  await bar.getByRole('button', { name: /^Choose all \d+ found$/ }).click();
  const chosen = async () => Number((await bar.getByText(/ chosen$/).textContent())?.replace(/\D/g, ''));
  await expect.poll(chosen).toBeGreaterThan(12);
  await bar.getByRole('button', { name: 'Choose none' }).click();
  // The bar is gone with its buttons; the keyboard goes on with the list.
  const list = page.getByRole('region', { name: 'Products' });
  await expect.poll(() => hasFocus(list)).toBe(true);

  const ids: string[] = [];
  for (const index of [0, 1, 2]) {
    const name = (await boxes.nth(index).getAttribute('aria-label'))?.replace('Choose ', '') ?? '';
    const [row] = await shop.database.sql<{ id: string }[]>`select id from product where name = ${name}`;
    ids.push(row?.id ?? '');
    await boxes.nth(index).click();
  }
  await shop.database.sql`update product set discount_basis_points = 100, stock = 30 where id = any(${ids})`;
  await expect.poll(async () => (await publicly(ids)).map(({ stock }) => stock)).toEqual([30, 30, 30]);
  const before = await publicly(ids);
  const [target] = await shop.database.sql<{ name: string }[]>`
    select name from category where name not in (${before.flatMap(({ category }) => category.map(({ name }) => name)).join()}) order by name limit 1`;
  await bar.getByRole('button', { name: 'Change …' }).click();
  const dialog = dialogOf(page, 'Change 3 products');
  await dialog.getByText('Nothing would change yet.').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Change 0 products' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Discount (%)').fill('120');
  await dialog.getByText('At most 100 %.').waitFor();
  await dialog.getByLabel('Discount (%)').fill('12.5');
  await dialog.getByLabel('Stock', { exact: true }).selectOption('Add');
  await dialog.getByLabel('Pieces').fill('24');
  const category = dialog.getByRole('combobox', { name: 'Category', exact: true });
  await category.fill(target?.name ?? '');
  await category.press('Enter');
  await category.press('Escape');
  await dialog.getByText('3 products change.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 3 products' }).click();
  await hear(page, '3 products changed');
  await expect.poll(() => hasFocus(list)).toBe(true);
  const after = await publicly(ids);
  for (const product of after) {
    expect(product).toMatchObject({ discount: 12.5, stock: 54 });
    expect(product.category.map(({ name }) => name)).toContain(target?.name);
  }
  await toastsOf(page).getByRole('button', { name: 'Undo' }).click();
  await hear(page, 'Taken back');
  const figures = (products: Product[]) => products.map(({ updatedAt: _updatedAt, ...rest }) => rest);
  expect(figures(await publicly(ids))).toEqual(figures(before));
  expect(complaints).toEqual([]);
});

test('two admins change the same figure: whoever is second hears of it and decides', async () => {
  const goods = await takeGoods(shop, { stock: 40, pricePaise: 10_000 });
  const { page, complaints } = await openAdmin(goods.name, 'table');
  const meera = await openAdminAccount('Meera Iyer');
  const price = figureOf(page, 'Price', goods);

  await price.fill('45');
  await changeElsewhere(meera, goods, { price: 60 });
  await price.press('Enter');
  const dialog = dialogOf(page, 'Changed meanwhile');
  await dialog.getByText('Meera Iyer').waitFor();
  await dialog.getByText('₹60').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => price.inputValue()).toBe('₹60');
  expect((await publiclyOne(goods))?.price).toBe(60);

  await price.fill('45');
  await changeElsewhere(meera, goods, { price: 70, stock: 12 });
  await price.press('Enter');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await hear(page, `Price of ${goods.name} is now ₹45`);
  expect(await publiclyOne(goods)).toMatchObject({ price: 45, stock: 12 });
  await expect.poll(() => figureOf(page, 'Stock', goods).inputValue()).toBe('12');

  await changeElsewhere(meera, goods, { discount: 20 });
  await toastsOf(page).getByRole('button', { name: 'Undo' }).click();
  await toastsOf(page)
    .getByText(/^Not taken back: Meera Iyer has changed/)
    .waitFor();
  expect(await publiclyOne(goods)).toMatchObject({ price: 45, discount: 20 });
  // The refusals are told to the page by their status.
  expect(complaints).toEqual(complaints.filter((each) => each.includes('409')));
});

test('many products are changed all or none: what somebody else has changed is looked at again', async () => {
  const goods = [await takeGoods(shop), await takeGoods(shop)];
  const [first, second] = goods;
  if (first === undefined || second === undefined) throw new Error('No goods.');
  const meera = await openAdminAccount('Meera Iyer');
  const { page } = await openAdmin(first.name, 'table');
  await choiceOf(page, first).click();
  await page.getByRole('button', { name: 'Change …' }).click();
  const dialog = dialogOf(page, 'Change 1 product');
  await dialog.getByLabel('Discount (%)').fill('30');
  await dialog.getByText('1 product changes.').waitFor();
  await changeElsewhere(meera, first, { discount: 20 });
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/Nothing was changed\. Meera Iyer has changed/)
    .waitFor();
  expect((await publiclyOne(first))?.discount).toBe(20);
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await dialog.getByText('20 %').waitFor();
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  await hear(page, '1 product changed');
  expect((await publiclyOne(first))?.discount).toBe(30);
});

test('the history of a product says who changed what, and leads to its page in the shop', async () => {
  const goods = await takeGoods(shop, { stock: 40, pricePaise: 10_000 });
  const meera = await openAdminAccount('Meera Iyer');
  await changeElsewhere(meera, goods, { price: 60 });
  await changeElsewhere(meera, goods, { stock: 90 });
  const { page, complaints } = await openAdmin(goods.name, 'table', 768);
  await actionOf(page, 'History of', goods).click();
  const drawer = dialogOf(page, 'History');
  const entries = drawer.getByRole('listitem');
  await entries.first().waitFor();
  const [newest = '', oldest = ''] = await entries.allTextContents();
  expect(newest).toMatch(/Meera Iyer changed it, .*Stock40.*90/);
  expect(oldest).toMatch(/Price₹100.*₹60/);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(actionOf(page, 'History of', goods))).toBe(true);
  await actionOf(page, 'History of', goods).click();
  await drawer.getByRole('link', { name: 'See it in the shop' }).click();
  await page.waitForURL(goods.path);
  expect(complaints).toEqual([]);
});

test('the whole work is done by keyboard', async () => {
  const goods = await takeGoods(shop, { stock: 40 });
  const { page, complaints } = await openAdmin('', 'grid');
  await page.keyboard.press('/');
  await page.keyboard.type(goods.name);
  await page.waitForURL((url) => url.searchParams.get('q') === goods.name);
  await actionOf(page, 'Edit', goods).waitFor();
  await tabTo(page, page.getByRole('radio', { name: 'Grid' }));
  await page.keyboard.press('ArrowRight');
  const stock = figureOf(page, 'Stock', goods);
  await stock.waitFor();
  await tabTo(page, choiceOf(page, goods));
  await page.keyboard.press('Space');
  await tabTo(page, stock);
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await hear(page, `Stock of ${goods.name} is now 77`);
  const change = page.getByRole('button', { name: 'Change …' });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Change 1 product').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(change)).toBe(true);
  await page.keyboard.press('Control+z');
  await hear(page, 'Taken back');
  expect((await publiclyOne(goods))?.stock).toBe(40);
  expect(complaints).toEqual([]);
});

test.each([360, 768, 1440])('cards and table fit %i px, and axe finds nothing', async (widthPx) => {
  const { page, complaints } = await openAdmin('rice', 'grid', widthPx);
  for (const view of ['Grid', 'Table']) {
    await page.getByTitle(view, { exact: true }).click();
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
  }
  expect(complaints).toEqual([]);
});
