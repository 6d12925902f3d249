import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { hear, takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import {
  actionOf,
  changeElsewhere,
  choiceOf,
  dialogOf,
  figureOf,
  managedProducts,
} from './managed-products.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let products: ReturnType<typeof managedProducts>;
withShop((setting) => {
  ({ shop } = setting);
  products = managedProducts(setting.shop, setting.entrance);
});

test('a product is edited from its card: the dialog says so, and shoppers see it at the next request', async () => {
  const goods = await takeGoods(shop);
  const { page, complaints } = await products.openAdmin(goods.name, 'grid');
  await actionOf(page, 'Edit', goods).click();
  const editor = dialogOf(page, 'Update Product');
  await editor.getByLabel('Price (₹)').fill('123');
  await editor.getByRole('button', { name: 'Update Product' }).click();
  const success = dialogOf(page, 'Product updated');
  await success.waitFor();
  expect((await products.publiclyOne(goods))?.price).toBe(123);
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
  const { page, complaints } = await products.openAdmin(goods.name, 'grid', 360);
  await actionOf(page, 'Delete', goods).click();
  const dialog = dialogOf(page, 'Permanent Delete');
  await dialog.getByText('Are you sure want to delete permanent ?').waitFor();
  await dialog.getByText(goods.name).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await products.publiclyOne(goods)).toBeDefined();
  await actionOf(page, 'Delete', goods).click();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await hear(page, 'Product deleted');
  expect(await products.publiclyOne(goods)).toBeUndefined();
  await expect.poll(() => actionOf(page, 'Edit', goods).count()).toBe(0);
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Products' }))).toBe(true);
  expect((await page.request.get(goods.path)).status()).toBe(404);
  expect(complaints).toEqual(complaints.filter((each) => each.includes('404')));
});

test('the list is narrowed by stock and category, sorted, and remembers how it is looked at', async () => {
  const [scarce, gone] = [await takeGoods(shop, { stock: 3 }), await takeGoods(shop, { stock: 0 })];
  const { page, complaints } = await products.openAdmin('', 'grid');
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
  const [category] = (await products.publiclyOne(scarce))?.category ?? [];
  await page.getByLabel('Filter by category').selectOption(category?.name ?? '');
  await page.getByLabel('Filter by stock').selectOption('Low stock');
  await page.getByLabel('Rows per page').selectOption('100');
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

test('the history of a product says who changed what, and leads to its page in the shop', async () => {
  const goods = await takeGoods(shop, { stock: 40, pricePaise: 10_000 });
  const meera = await products.openAdminAccount('Meera Iyer');
  await changeElsewhere(meera, goods, { price: 60 });
  await changeElsewhere(meera, goods, { stock: 90 });
  const { page, complaints } = await products.openAdmin(goods.name, 'table', 768);
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
  await drawer.getByRole('link', { name: 'View in shop' }).click();
  await page.waitForURL(goods.path);
  expect(complaints).toEqual([]);
});

test('the whole work is done by keyboard', async () => {
  const goods = await takeGoods(shop, { stock: 40 });
  const { page, complaints } = await products.openAdmin('', 'grid');
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
  const change = page.getByRole('button', { name: 'Bulk edit' });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Edit 1 product').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(change)).toBe(true);
  await page.keyboard.press('Control+z');
  await hear(page, 'Undone');
  expect((await products.publiclyOne(goods))?.stock).toBe(40);
  expect(complaints).toEqual([]);
});

test.each([360, 768, 1440])('cards and table fit %i px, and axe finds nothing', async (widthPx) => {
  const { page, complaints } = await products.openAdmin('rice', 'grid', widthPx);
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
