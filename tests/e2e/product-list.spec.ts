import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import {
  actionButton,
  cell,
  changeProduct,
  dialogOf,
  findPublicProduct,
  openProducts,
  rowCheckbox,
} from './dashboard.ts';
import type { Account, Shop } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

/** Opens the form of another product from its card. */
async function openEditor(page: Page, shop: Shop, admin: Account) {
  const product = await shop.claimProduct();
  await openProducts(page, admin, product.name, 'grid');
  await actionButton(page, 'Edit', product).click();
  return { product, editor: dialogOf(page, 'Update Product') };
}

test('a product is edited from its card, and shoppers see the change at the next request @everyday', async ({
  page,
  shop,
  admin,
}) => {
  const { product, editor } = await openEditor(page, shop, admin);
  await editor.getByLabel('Price (₹)', { exact: true }).fill('123');
  await editor.getByRole('button', { name: 'Update Product' }).click();
  const success = dialogOf(page, 'Product updated');
  await expect(success).toBeVisible();
  expect((await findPublicProduct(shop, product))?.price).toBe(123);
  await success.getByRole('button', { name: 'OK' }).click();
  await expect(actionButton(page, 'Edit', product)).toBeFocused();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: product.name, exact: true }) });
  await expect(card.getByText('₹123')).toBeVisible();
});

test('a sale price replaces the discount, and shoppers see and pay it exactly @everyday', async ({
  page,
  shop,
  admin,
}) => {
  const { product, editor } = await openEditor(page, shop, admin);
  await editor.getByLabel('Price (₹)', { exact: true }).fill('195');
  await editor.getByLabel('Discount').fill('5');
  await editor.getByLabel('Sale price').fill('109.20');
  await editor.getByRole('button', { name: 'Update Product' }).click();
  await expect(editor.getByText('Enter a discount or a sale price, not both.').first()).toBeVisible();
  await editor.getByLabel('Discount').fill('0');
  await expect(editor.getByRole('status').filter({ hasText: 'Shoppers pay' })).toContainText('₹109.20');
  await editor.getByRole('button', { name: 'Update Product' }).click();
  await expect(dialogOf(page, 'Product updated')).toBeVisible();
  await page.goto(product.path);
  const main = page.getByRole('main');
  await expect(main.getByText('₹109.20').first()).toBeVisible();
  await expect(main.getByText('₹195').first()).toBeVisible();
  await expect(main.getByText('44%').first()).toBeVisible();
});

test('the form names what groceries sell under an HSN code and its usual rate, and doubts a code that is none', async ({
  page,
  shop,
  admin,
}) => {
  const { editor } = await openEditor(page, shop, admin);
  const hsn = editor.getByLabel('HSN code');
  for (const [typed, hint] of [
    ['0405 20 00', 'Butter and ghee: usually 5 % GST'],
    ['1006', 'Rice: usually 5 % GST packed, 0 % loose'],
    ['999999', '999999 is a code of services, not of goods.'],
  ] as const) {
    await hsn.fill(typed);
    await expect(hsn).toHaveAccessibleDescription(hint);
  }
});

test('a product is deleted only after confirmation and is gone from the API and the pages @everyday', async ({
  errors,
  openPage,
  shop,
  admin,
}) => {
  errors.allow(/status of 404/);
  const product = await shop.claimProduct();
  const page = await openPage({ widthPx: 360 });
  await openProducts(page, admin, product.name, 'grid');
  await actionButton(page, 'Delete', product).click();
  const dialog = dialogOf(page, 'Permanent Delete');
  await expect(dialog.getByText('Are you sure want to delete permanent ?')).toBeVisible();
  await expect(dialog.getByText(product.name)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await findPublicProduct(shop, product)).toBeDefined();
  await actionButton(page, 'Delete', product).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Product deleted');
  expect(await findPublicProduct(shop, product)).toBeUndefined();
  await expect(actionButton(page, 'Edit', product)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Products' })).toBeFocused();
  expect((await page.request.get(product.path)).status()).toBe(404);
});

test('the list is filtered, sorted and remembers its view and page size @everyday', async ({
  page,
  shop,
  admin,
}) => {
  const [low, soldOut] = [await shop.claimProduct({ stock: 3 }), await shop.claimProduct({ stock: 0 })];
  await openProducts(page, admin, '', 'grid');
  await page.getByTitle('Table', { exact: true }).click();
  await page.getByLabel('Filter by stock').selectOption('Out of stock');
  await page.waitForURL('/dashboard/product?stock=out');
  const search = page.getByPlaceholder('Search product here ...');
  await search.fill(low.name);
  await page.waitForURL((url) => url.searchParams.get('q') === low.name);
  await search.fill(soldOut.name);
  await expect(cell(page, 'Stock', soldOut)).toHaveValue('0');
  await expect(cell(page, 'Stock', low)).toHaveCount(0);

  await search.fill('');
  const [category] = (await findPublicProduct(shop, low))?.category ?? [];
  await page.getByLabel('Filter by category').selectOption(category?.name ?? '');
  await page.getByLabel('Filter by stock').selectOption('Low stock');
  await page.getByLabel('Rows per page').selectOption('100');
  await expect(cell(page, 'Stock', low)).toBeVisible();
  const stockHeading = page.getByRole('columnheader', { name: 'Stock' });
  await stockHeading.getByRole('button').click();
  await expect(stockHeading).toHaveAttribute('aria-sort', 'ascending');
  const stocks = () =>
    page
      .getByRole('textbox', { name: /^Stock of / })
      .evaluateAll((all) => all.map((each) => Number(Reflect.get(each, 'value'))));
  const isSorted = (all: number[]) => all.join() === all.toSorted((a, b) => a - b).join();
  await expect.poll(async () => isSorted(await stocks())).toBe(true);
  expect((await stocks()).every((stock) => stock >= 1 && stock <= 10)).toBe(true);

  await page.goto('/dashboard/product');
  await expect(page.getByRole('textbox', { name: /^Price of / })).toHaveCount(100);
  await page.getByLabel('Filter by stock').evaluate(async (select) => {
    const others = document.querySelectorAll('select');
    const choose = (target: Element, value: string) => {
      Reflect.set(target, 'value', value);
      target.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose(select, 'low');
    // React renders a navigation in a separate task.
    for (let turn = 0; turn < 100; turn += 1) await null;
    for (const other of others) if (other.ariaLabel === 'Filter by status') choose(other, 'active');
  });
  await page.waitForURL('/dashboard/product?stock=low&status=active');
  await expect(
    page
      .getByText(/^1\/\d+$/)
      .or(page.getByText(/^Page 1\/\d+$/))
      .first(),
  ).toBeVisible();
});

test('the history of a product shows who changed what and links to its page', async ({
  openPage,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct({ stock: 40, pricePaise: 10_000 });
  const meera = await shop.createAdmin('Meera Iyer');
  await changeProduct(meera, product, { price: 60 });
  await changeProduct(meera, product, { stock: 90 });
  const page = await openPage({ widthPx: 768 });
  await openProducts(page, admin, product.name, 'table');
  await actionButton(page, 'History of', product).click();
  const drawer = dialogOf(page, 'History');
  const entries = drawer.getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  const [newest = '', oldest = ''] = await entries.allTextContents();
  expect(newest).toMatch(/Meera Iyer changed the product, .*Stock40.*90/);
  expect(oldest).toMatch(/Price₹100.*₹60/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(actionButton(page, 'History of', product)).toBeFocused();
  await actionButton(page, 'History of', product).click();
  await drawer.getByRole('link', { name: 'View in store' }).click();
  await page.waitForURL(product.path);
});

test('products are searched, selected and edited by keyboard @everyday', async ({ page, shop, admin }) => {
  const product = await shop.claimProduct({ stock: 40 });
  await openProducts(page, admin, '', 'grid');
  await page.keyboard.press('/');
  await page.keyboard.type(product.name);
  await page.waitForURL((url) => url.searchParams.get('q') === product.name);
  await expect(actionButton(page, 'Edit', product)).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: 'Grid' }));
  await page.keyboard.press('ArrowRight');
  const stock = cell(page, 'Stock', product);
  await expect(stock).toBeVisible();
  await tabTo(page, rowCheckbox(page, product));
  await page.keyboard.press('Space');
  await tabTo(page, stock);
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expectToast(page, `Stock of ${product.name} is now 77`);
  const change = page.getByRole('button', { name: 'Bulk edit' });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Edit 1 product')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  await page.keyboard.press('Control+z');
  await expectToast(page, 'Undone');
  expect((await findPublicProduct(shop, product))?.stock).toBe(40);
});

for (const widths of [[360], [768, 1440]]) {
  test(`cards and table fit ${widths.join(' and ')} px without accessibility errors`, async ({
    openPage,
    admin,
  }) => {
    const page = await openPage({ widthPx: widths[0] ?? 0 });
    await openProducts(page, admin, 'rice', 'grid');
    for (const view of ['Grid', 'Table']) {
      await page.getByTitle(view, { exact: true }).click();
      await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        await expectNoOverflow(page);
      }
    }
  });
}
