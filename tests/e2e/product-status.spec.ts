import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { actionButton, dialogOf, openProducts, rowCheckbox, submitButton } from './dashboard.ts';
import { cartControl, expectToast, hold, productCards, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test('a product is archived instead of deleted, leaves the shop and an open cart, and comes back', async ({
  browser,
  errors,
  page,
  phone,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 4(04|10)/);
  const product = await shop.claimProduct({ stock: 40 });
  await shopper.addToCart(product, 2);
  await startSession(phone, shopper);
  await phone.goto('/cart');
  await expect(cartControl(phone, product).quantity).toHaveText('2');

  await openProducts(page, admin, product.name, 'table');
  await actionButton(page, 'Delete', product).click();
  const dialog = dialogOf(page, 'Permanent Delete');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Archive instead' }).click();
  await expectToast(page, 'Product archived');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ has: rowCheckbox(page, product) });
  await expect(row.getByText('Archived')).toBeVisible();

  expect((await fetch(shop.url + product.path)).status).toBe(410);
  await phone.goto(product.path);
  await expect(phone.getByRole('heading', { name: 'No longer sold' })).toBeVisible();
  await expect(phone.getByRole('main')).toContainText(`We do not sell ${product.name}`);
  await expect(phone).toHaveTitle(`${product.name} is no longer sold`);
  await expect(phone.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(productCards(phone).first()).toBeVisible();
  await expectAccessible(phone);
  await expectNoOverflow(phone);
  await phone.goto('/cart');
  await expect(phone.getByText('Out of stock').first()).toBeVisible();
  await phone.getByRole('button', { name: `Remove ${product.name}` }).click();
  await expect.poll(() => shopper.cart()).toEqual({});
  const guest = await browser.newContext();
  const other = await guest.newPage();
  await other.goto(`${shop.url}/search?q=${encodeURIComponent(product.name)}`);
  await expect(other.getByRole('main').getByText(product.name, { exact: true })).toHaveCount(0);
  await guest.close();

  await page.getByLabel('Filter by status').selectOption('Archived');
  await rowCheckbox(page, product).check();
  await page
    .getByRole('region', { name: 'Selected products' })
    .getByRole('button', { name: 'Bulk edit' })
    .click();
  const edit = dialogOf(page, /^Edit 1 product/);
  await edit.getByLabel('Status').selectOption('Active: shown in the store');
  await expect(edit.getByText('1 product changes.')).toBeVisible();
  await submitButton(edit).click();
  await expectToast(page, '1 product changed');
  expect((await fetch(shop.url + product.path)).status).toBe(200);
});

test('plus stops at the maximum per order of a product, for quick taps and after a reload', async ({
  errors,
  page,
  shop,
  shopper,
}) => {
  errors.allow(/Failed to load resource/);
  const product = await shop.claimProduct({ stock: 40 });
  const setMaximum = async (maximum: number) => {
    await shop.db.query(sql`update product set maximum_per_order = ${maximum} where id = ${product.id}`);
    const served = () => shop.call('getProductDetails', { productId: product.id });
    await expect.poll(served).toMatchObject({ maximumPerOrder: maximum });
  };
  await setMaximum(2);
  await startSession(page, shopper);
  await page.goto(product.path);
  const control = cartControl(page, product);
  const release = await hold(page, /\/api\/cart\/create$/);
  await control.add.click();
  await control.more.dblclick({ delay: 5 });
  // The answer to the first tap comes last.
  release();
  await expectToast(page, 'Item added');
  await expectToast(page, 'At most 2 per order');
  await expect(control.quantity).toHaveText('2');
  await expect.poll(() => shopper.cart()).toEqual({ [product.id]: 2 });
  await page.reload();
  await expect(control.quantity).toHaveText('2');
  await expect(control.more).toHaveAttribute('aria-disabled', 'true');
  await setMaximum(1);
  await page.goto('/cart');
  await expect(page.getByText('At most 1 per order').first()).toBeVisible();
});
