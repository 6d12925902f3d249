import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { Product } from '#contract/product.ts';
import { axeViolations } from './axe.ts';
import { changeGoods, hear, takeGoods, toastsOf } from './goods.ts';
import { hasFocus } from './keyboard.ts';
import { changeElsewhere, choiceOf, dialogOf, figureOf, managedProducts, type } from './managed-products.ts';
import type { OpenShop } from './open-shop.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let products: ReturnType<typeof managedProducts>;
withShop((setting) => {
  ({ shop } = setting);
  products = managedProducts(setting.shop, setting.entrance);
});

test('figures are changed where they stand: Enter saves, Escape gives up, Tab and arrows go on', async () => {
  const goods = await takeGoods(shop, { stock: 40, pricePaise: 10_000 });
  const { page, complaints } = await products.openAdmin(goods.name, 'table');
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
  expect(await products.publiclyOne(goods)).toMatchObject({ price: 45.5, discount: 10, stock: 64 });
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
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await problem.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(discount)).toBe(true);

  await page.keyboard.press('Control+z');
  await hear(page, 'Undone');
  expect(await products.publiclyOne(goods)).toMatchObject({ price: 45.5, discount: 10, stock: 40 });
  await expect.poll(() => stock.inputValue()).toBe('40');
  expect(complaints).toEqual([]);
});

test('what is sold while a stock is typed stays sold, and what cannot be sent is said and tried again', async () => {
  const goods = await takeGoods(shop, { stock: 40 });
  const { page } = await products.openAdmin(goods.name, 'table');
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
  expect((await products.publiclyOne(goods))?.stock).toBe(37);
  await page.unroute('**/api/product/change-many');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await hear(page, `Stock of ${goods.name} is now 47`);
  await expect.poll(() => hasFocus(stock)).toBe(true);
  expect((await products.publiclyOne(goods))?.stock).toBe(47);
});

test('many products are chosen and changed together after a look at what that does, and taken back', async () => {
  const { page, complaints } = await products.openAdmin('milk', 'table');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected products' });
  await bar.getByText('4 selected').waitFor();
  await boxes.nth(2).click();
  await bar.getByText('3 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar.getByText('12 selected').waitFor();
  await bar.getByRole('button', { name: /^Select all \d+$/ }).click();
  const chosen = async () => Number((await bar.getByText(/ selected$/).textContent())?.replace(/\D/g, ''));
  await expect.poll(chosen).toBeGreaterThan(12);
  await bar.getByRole('button', { name: 'Clear' }).click();
  // The bar is gone with its buttons; the keyboard goes on with the list.
  const list = page.getByRole('region', { name: 'Products' });
  await expect.poll(() => hasFocus(list)).toBe(true);

  const ids: string[] = [];
  for (const index of [0, 1, 2]) {
    const name = (await boxes.nth(index).getAttribute('aria-label'))?.replace('Select ', '') ?? '';
    const [row] = await shop.database.db.query<{ id: string }>(
      sql`select id from product where name = ${name}`,
    );
    ids.push(row?.id ?? '');
    await boxes.nth(index).click();
  }
  await shop.database.db.query(
    sql`update product set discount_basis_points = 100, stock = 30 where id = any(${ids})`,
  );
  await expect
    .poll(async () => (await products.publicly(ids)).map(({ stock }) => stock))
    .toEqual([30, 30, 30]);
  const before = await products.publicly(ids);
  const [target] = await shop.database.db.query<{ name: string }>(sql`
    select name from category where name not in (${before.flatMap(({ category }) => category.map(({ name }) => name)).join()}) order by name limit 1`);
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = dialogOf(page, 'Edit 3 products');
  await dialog.getByText('No changes yet.').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Update 0 products' }).isDisabled()).toBe(true);
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
  await dialog.getByRole('button', { name: 'Update 3 products' }).click();
  await hear(page, '3 products changed');
  await expect.poll(() => hasFocus(list)).toBe(true);
  const after = await products.publicly(ids);
  for (const product of after) {
    expect(product).toMatchObject({ discount: 12.5, stock: 54 });
    expect(product.category.map(({ name }) => name)).toContain(target?.name);
  }
  await toastsOf(page).getByRole('button', { name: 'Undo' }).click();
  await hear(page, 'Undone');
  const figures = (products: Product[]) => products.map(({ updatedAt: _updatedAt, ...rest }) => rest);
  expect(figures(await products.publicly(ids))).toEqual(figures(before));
  expect(complaints).toEqual([]);
});

test('two admins change the same figure: whoever is second hears of it and decides', async () => {
  const goods = await takeGoods(shop, { stock: 40, pricePaise: 10_000 });
  const { page, complaints } = await products.openAdmin(goods.name, 'table');
  const meera = await products.openAdminAccount('Meera Iyer');
  const price = figureOf(page, 'Price', goods);

  await price.fill('45');
  await changeElsewhere(meera, goods, { price: 60 });
  await price.press('Enter');
  const dialog = dialogOf(page, 'Conflicting changes');
  await dialog.getByText('Meera Iyer').waitFor();
  await dialog.getByText('₹60').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => price.inputValue()).toBe('₹60');
  expect((await products.publiclyOne(goods))?.price).toBe(60);

  await price.fill('45');
  await changeElsewhere(meera, goods, { price: 70, stock: 12 });
  await price.press('Enter');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await hear(page, `Price of ${goods.name} is now ₹45`);
  expect(await products.publiclyOne(goods)).toMatchObject({ price: 45, stock: 12 });
  await expect.poll(() => figureOf(page, 'Stock', goods).inputValue()).toBe('12');

  await changeElsewhere(meera, goods, { discount: 20 });
  await toastsOf(page).getByRole('button', { name: 'Undo' }).click();
  await toastsOf(page)
    .getByText(/^Couldn't undo: Meera Iyer has changed/)
    .waitFor();
  expect(await products.publiclyOne(goods)).toMatchObject({ price: 45, discount: 20 });
  // The refusals are told to the page by their status.
  expect(complaints).toEqual(complaints.filter((each) => each.includes('409')));
});

test('many products are changed all or none: what somebody else has changed is looked at again', async () => {
  const goods = [await takeGoods(shop), await takeGoods(shop)];
  const [first, second] = goods;
  if (first === undefined || second === undefined) throw new Error('No goods.');
  const meera = await products.openAdminAccount('Meera Iyer');
  const { page } = await products.openAdmin(first.name, 'table');
  await choiceOf(page, first).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = dialogOf(page, 'Edit 1 product');
  await dialog.getByLabel('Discount (%)').fill('30');
  await dialog.getByText('1 product changes.').waitFor();
  await changeElsewhere(meera, first, { discount: 20 });
  await dialog.getByRole('button', { name: 'Update 1 product' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/Nothing was changed\. Meera Iyer has changed/)
    .waitFor();
  expect((await products.publiclyOne(first))?.discount).toBe(20);
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await dialog.getByText('20 %').waitFor();
  await dialog.getByRole('button', { name: 'Update 1 product' }).click();
  await hear(page, '1 product changed');
  expect((await products.publiclyOne(first))?.discount).toBe(30);
});
