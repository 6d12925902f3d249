import sql from 'sql-template-tag';
import { newId } from '#server/database/id.ts';
import { expectAccessible } from './accessibility.ts';
import {
  adminMenu,
  cell,
  changeProduct,
  dialogOf,
  fillCell,
  findPublicProduct,
  openProducts,
  rowCheckbox,
} from './dashboard.ts';
import { expectToast, toasts } from './storefront.ts';
import { expect, test } from './test.ts';

test('cells of the product table are saved by Enter, reset by Escape and left by Tab and arrows', async ({
  page,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct({ stock: 40, pricePaise: 10_000 });
  await openProducts(page, admin, product.name, 'table');
  const price = cell(page, 'Price', product);
  const discount = cell(page, 'Discount', product);
  const stock = cell(page, 'Stock', product);
  await fillCell(price, '45.5');
  await expectToast(page, `Price of ${product.name} is now ₹45.50`);
  await expect(price).toHaveValue('₹45.50');
  await fillCell(discount, '50', 'Escape');
  await expect(discount).toHaveValue('0 %');
  await fillCell(discount, '10', 'Tab');
  await expect(stock).toBeFocused();
  await fillCell(stock, '+24');
  await expectToast(page, `Stock of ${product.name} is now 64`);
  expect(await findPublicProduct(shop, product)).toMatchObject({ price: 45.5, discount: 10, stock: 64 });
  await expect(page.getByRole('row').filter({ has: stock }).getByText('₹40.50')).toBeVisible();

  await fillCell(discount, '120');
  const problem = page.getByRole('alert').getByText('At most 100 %.');
  await expect(problem).toBeVisible();
  await expect(discount).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await adminMenu(page).getByRole('link', { name: 'Orders' }).click();
  const question = dialogOf(page, 'Leave without saving?');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(problem).toBeHidden();
  await expect(discount).toBeFocused();

  await page.keyboard.press('Control+z');
  await expectToast(page, 'Undone');
  expect(await findPublicProduct(shop, product)).toMatchObject({ price: 45.5, discount: 10, stock: 40 });
  await expect(stock).toHaveValue('40');
});

test('an added stock that failed to save is added to the present stock at the retry', async ({
  errors,
  page,
  shop,
  admin,
}) => {
  errors.allow(/ERR_FAILED/);
  const product = await shop.claimProduct({ stock: 40 });
  await openProducts(page, admin, product.name, 'table');
  const stock = cell(page, 'Stock', product);
  await stock.fill('50');
  await shop.updateProduct(product, { stock: 37 });
  await page.route('**/api/product/change-many', (route) => route.abort());
  await stock.press('Enter');
  await expect(
    page.getByRole('alert').getByText('Not saved: The store cannot be reached.', { exact: false }),
  ).toBeVisible();
  await expect(stock).toHaveValue('50');
  expect((await findPublicProduct(shop, product))?.stock).toBe(37);
  await page.unroute('**/api/product/change-many');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expectToast(page, `Stock of ${product.name} is now 47`);
  await expect(stock).toBeFocused();
  expect((await findPublicProduct(shop, product))?.stock).toBe(47);
});

test('selected products are changed together after a preview, and the change can be undone', async ({
  page,
  shop,
  admin,
}) => {
  await openProducts(page, admin, 'milk', 'table');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const selection = page.getByRole('region', { name: 'Selected products' });
  await expect(selection.getByText('4 selected')).toBeVisible();
  await boxes.nth(2).click();
  await expect(selection.getByText('3 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await expect(selection.getByText('12 selected')).toBeVisible();
  await selection.getByRole('button', { name: /^Select all \d+$/ }).click();
  const chosen = async () =>
    Number((await selection.getByText(/ selected$/).textContent())?.replace(/\D/g, ''));
  await expect.poll(chosen).toBeGreaterThan(12);
  await selection.getByRole('button', { name: 'Clear' }).click();
  // The selection is removed with its buttons; the focus goes to the list.
  const list = page.getByRole('region', { name: 'Products' });
  await expect(list).toBeFocused();

  const ids: string[] = [];
  for (const index of [0, 1, 2]) {
    const name = (await boxes.nth(index).getAttribute('aria-label'))?.replace('Select ', '') ?? '';
    const [row] = await shop.db.query<{ id: string }>(sql`select id from product where name = ${name}`);
    ids.push(row?.id ?? '');
    await boxes.nth(index).click();
  }
  await shop.db.query(sql`
    with restocked as (update product_stock set stock = 30 where product_id = any(${ids}))
    update product set discount_basis_points = 100 where id = any(${ids})`);
  await expect
    .poll(async () => (await shop.call('listProductsById', { ids: ids })).map(({ stock }) => stock))
    .toEqual([30, 30, 30]);
  const before = await shop.call('listProductsById', { ids: ids });
  const [target] = await shop.db.query<{ name: string }>(sql`
    select name from category where name not in (${before.flatMap(({ category }) => category.map(({ name }) => name)).join()}) order by name limit 1`);
  await selection.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = dialogOf(page, 'Edit 3 products');
  await expect(dialog.getByText('No changes yet.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Update 0 products' })).toBeDisabled();
  await dialog.getByLabel('Discount (%)').fill('120');
  await expect(dialog.getByText('At most 100 %.')).toBeVisible();
  await dialog.getByLabel('Discount (%)').fill('12.5');
  await dialog.getByLabel('Price', { exact: true }).selectOption('Raise by %');
  await dialog.getByLabel('Price by (%)', { exact: true }).fill('10');
  await dialog.getByLabel('Rounding of raised').selectOption('To rupees that end in 9');
  await dialog.getByLabel('Stock', { exact: true }).selectOption('Add');
  await dialog.getByLabel('Pieces').fill('24');
  const category = dialog.getByRole('combobox', { name: 'Category', exact: true });
  await category.fill(target?.name ?? '');
  await category.press('Enter');
  await category.press('Escape');
  await expect(dialog.getByText('3 products change.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Update 3 products' }).click();
  await expectToast(page, '3 products changed');
  await expect(list).toBeFocused();
  const after = await shop.call('listProductsById', { ids: ids });
  for (const [index, product] of after.entries()) {
    const raised = (before[index]?.price ?? 0) * 1.1;
    const price = Math.max(9, Math.round((raised - 9) / 10) * 10 + 9);
    expect(product).toMatchObject({ discount: 12.5, stock: 54, price });
    expect(product.category.map(({ name }) => name)).toContain(target?.name);
  }
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  const withoutTime = (products: typeof before) => products.map(({ updatedAt: _updatedAt, ...rest }) => rest);
  expect(withoutTime(await shop.call('listProductsById', { ids: ids }))).toEqual(withoutTime(before));
});

test('the GST rate of all products of a category is set in one action, and then changed for all that have it', async ({
  page,
  shop,
  admin,
}) => {
  test.slow();
  const category = `Tax ${newId().slice(-8)}`;
  // More than one request may change. Drafts, which no other test sees.
  await shop.db.query(sql`
    with named as (insert into category (id, name) values (${newId()}, ${category}) returning id),
    listed as (
      insert into product (id, name, images, unit, price_paise, discount_basis_points, description, status)
      select replace(${category}, ' ', '') || number, ${category} || ' product ' || number, '{}', '1 kg', 4500, 0, 'For the test.', 'draft'
      from generate_series(1, 510) number returning id),
    stocked as (insert into product_stock (product_id, stock) select id, 5 from listed)
    insert into product_category (product_id, category_id) select listed.id, named.id from listed, named`);
  const rates = async () => {
    const rows = await shop.db.query<{ rate: number | null; count: number }>(sql`
      select gst_basis_points as rate, count(*) as count from product where name like ${`${category} product %`} group by 1`);
    return Object.fromEntries(rows.map(({ rate, count }) => [String(rate), count]));
  };
  const bulkEdit = async (rate: string) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    const selection = page.getByRole('region', { name: 'Selected products' });
    await selection.getByRole('button', { name: 'Select all 510' }).click();
    await expect(selection.getByText('510 selected')).toBeVisible();
    await selection.getByRole('button', { name: 'Bulk edit' }).click();
    const dialog = dialogOf(page, 'Edit 510 products');
    await dialog.getByLabel('GST', { exact: true }).selectOption(rate);
    await expect(dialog.getByText('510 products change.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Update 510 products' }).click();
    await expectToast(page, '510 products changed');
  };
  await openProducts(page, admin, '', 'table');
  await page.getByLabel('Filter by category').selectOption(category);
  await page.getByLabel('Filter by GST rate').selectOption('No GST rate');
  await bulkEdit('18 %');
  await expect(page.getByText('All these products have a GST rate.')).toBeVisible();
  expect(await rates()).toEqual({ 1800: 510 });
  await page.getByLabel('Filter by GST rate').selectOption('18 % GST');
  await bulkEdit('5 %');
  await expect(page.getByText('No such products have 18 % GST.')).toBeVisible();
  expect(await rates()).toEqual({ 500: 510 });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  expect(await rates()).toEqual({ 1800: 510 });
});

test('a bulk edit of sale prices ends discounts, and names prices that fall to nothing or by rounding first', async ({
  page,
  shop,
  admin,
}) => {
  const brand = `Sale ${newId().slice(-6)}`;
  const [one, other] = [await shop.claimProduct(), await shop.claimProduct()];
  await shop.db.query(sql`
    update product set brand = ${brand}, discount_basis_points = 500, sale_price_paise = null,
      price_paise = case id when ${one.id} then 100 else 19500 end
    where id in (${one.id}, ${other.id})`);
  const openBulkEdit = async () => {
    await openProducts(page, admin, brand, 'table');
    for (const product of [one, other]) await rowCheckbox(page, product).click();
    await page
      .getByRole('region', { name: 'Selected products' })
      .getByRole('button', { name: 'Bulk edit' })
      .click();
    return dialogOf(page, 'Edit 2 products');
  };
  const dialog = await openBulkEdit();
  const surprises = dialog.getByRole('status', { name: 'Prices to check' }).getByRole('listitem');
  await dialog.getByLabel('Discount (%)').fill('1');
  await expect(surprises).toHaveText(['1 product: Shoppers pay nothing: the price after discount is ₹0.']);
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('5');
  await expect(surprises).toContainText([
    '2 products: Discounts are rounded up to whole rupees: this one takes off 20 %.',
  ]);
  await dialog.getByLabel('Discount (%)').fill('');
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('195');
  await dialog.getByLabel('Sale price (₹)').fill('109.20');
  await expect(dialog.getByText('2 products change.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update 2 products' }).click();
  await expectToast(page, '2 products changed');
  const prices = async () =>
    (await shop.call('listProductsById', { ids: [one.id, other.id] })).map(
      ({ price, discount, salePrice }) => [price, discount, salePrice],
    );
  expect(await prices()).toEqual([
    [195, 0, 109.2],
    [195, 0, 109.2],
  ]);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  expect(await prices()).toEqual([
    [1, 5, null],
    [195, 5, null],
  ]);
});

test('products are found by brand, family, location and missing HSN code', async ({ page, shop, admin }) => {
  const [one, other] = [await shop.claimProduct(), await shop.claimProduct()];
  const location = `Aisle ${newId().slice(-6)}`;
  await shop.db.query(sql`
    update product set location = ${location}, hsn = case id when ${one.id} then '' else '0401' end
    where id in (${one.id}, ${other.id})`);
  await openProducts(page, admin, '', 'table');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Location begins with').fill(location.toLowerCase());
  await expect(cell(page, 'Stock', one)).toBeVisible();
  await expect(cell(page, 'Stock', other)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Stock of / })).toHaveCount(2);
  await page.getByLabel('Filter by HSN code').selectOption('No HSN code');
  await expect(cell(page, 'Stock', other)).toHaveCount(0);
  await expect(cell(page, 'Stock', one)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Location begins with')).toHaveValue(location.toLowerCase());
  await page.getByRole('button', { name: 'Fewer filters' }).click();
  await expect(page.getByLabel('Location begins with')).toHaveCount(0);
  await page.waitForURL('/dashboard/product');
});

test('a cell that another admin has changed opens a dialog with both values', async ({
  errors,
  page,
  shop,
  admin,
}) => {
  errors.allow(/status of 409/);
  const product = await shop.claimProduct({ stock: 40, pricePaise: 10_000 });
  await openProducts(page, admin, product.name, 'table');
  const meera = await shop.createAdmin('Meera Iyer');
  const price = cell(page, 'Price', product);

  await price.fill('45');
  await changeProduct(meera, product, { price: 60 });
  await price.press('Enter');
  const dialog = dialogOf(page, 'Conflicting changes');
  await expect(dialog.getByText('Meera Iyer')).toBeVisible();
  await expect(dialog.getByText('₹60')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(price).toHaveValue('₹60');
  expect((await findPublicProduct(shop, product))?.price).toBe(60);

  await price.fill('45');
  await changeProduct(meera, product, { price: 70, stock: 12 });
  await price.press('Enter');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expectToast(page, `Price of ${product.name} is now ₹45`);
  expect(await findPublicProduct(shop, product)).toMatchObject({ price: 45, stock: 12 });
  await expect(cell(page, 'Stock', product)).toHaveValue('12');

  await changeProduct(meera, product, { discount: 20 });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page).getByText(/^Couldn't undo: Meera Iyer changed/)).toBeVisible();
  expect(await findPublicProduct(shop, product)).toMatchObject({ price: 45, discount: 20 });
});

test('a bulk change is rejected as a whole when another admin has changed a product, and can be repeated', async ({
  errors,
  page,
  shop,
  admin,
}) => {
  errors.allow(/409/);
  const first = await shop.claimProduct();
  const meera = await shop.createAdmin('Meera Iyer');
  await openProducts(page, admin, first.name, 'table');
  await rowCheckbox(page, first).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = dialogOf(page, 'Edit 1 product');
  await dialog.getByLabel('Discount (%)').fill('30');
  await expect(dialog.getByText('1 product changes.')).toBeVisible();
  await changeProduct(meera, first, { discount: 20 });
  await dialog.getByRole('button', { name: 'Update 1 product' }).click();
  await expect(
    dialog.getByRole('alert').getByText(/No products were changed\. Meera Iyer changed/),
  ).toBeVisible();
  expect((await findPublicProduct(shop, first))?.discount).toBe(20);
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(dialog.getByText('20 %')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update 1 product' }).click();
  await expectToast(page, '1 product changed');
  expect((await findPublicProduct(shop, first))?.discount).toBe(30);
});
