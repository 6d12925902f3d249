import sql from 'sql-template-tag';
import { toCheckDigit } from '#contract/products/barcode.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import type { Shop } from './shop.ts';
import { expect, test } from './test.ts';

/** A product of which 20 are for sale, with its own barcode. */
async function barcodedProduct(shop: Shop) {
  const product = await shop.claimProduct();
  const digits = `890${String(Date.now()).slice(-9)}`;
  const barcode = `${digits}${toCheckDigit(digits)}`;
  await shop.db.query(sql`update product set barcode = ${barcode} where id = ${product.id}`);
  await shop.db.query(sql`update product_stock set stock = 20 where product_id = ${product.id}`);
  return { ...product, barcode };
}

test('staff count a product by its barcode with the keyboard alone, and see what happened to its stock @everyday', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const product = await barcodedProduct(shop);
  await shopper.addAddress('Lake View 4');
  const order = await shopper.placeOrder([product], 2);
  const page = await openPageAs(admin, '/dashboard/stock', { widthPx: 1440 });
  const finder = page.getByRole('searchbox', { name: 'Barcode, SKU or name' });
  await finder.fill(product.barcode);
  await finder.press('Enter');
  const quantity = page.getByLabel('Number on the shelf');
  await expect(quantity).toBeFocused();
  await expect(page.getByText('18 available + 2 sold, not picked yet = 20 on the shelf')).toBeVisible();
  await page.keyboard.type('19');
  await expect(page.getByText('1 fewer than expected: 17 available then')).toBeVisible();
  await page.keyboard.press('Enter');
  const recorded = page.getByRole('region', { name: 'Recorded now' }).getByRole('listitem');
  await expect(recorded).toHaveText(new RegExp(`${product.name}.*Counted 19: 17 available \\(−1\\)`));
  await expect(finder).toBeFocused();

  const rows = page.getByRole('list', { name: 'Stock changes' }).getByRole('listitem');
  await expect(rows.nth(0)).toContainText(/Counted by .*−1 → 17/);
  await expect(rows.nth(1)).toContainText(order.orderId);
  await expect(page.getByText('17 available + 2 sold')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Stock at').fill('2020-01-01T10:00');
  await expect(page.getByText('0 in stock at that time')).toBeVisible();
  await page.getByLabel('Stock at').fill('2099-01-01T10:00');
  await expect(page.getByText('17 in stock at that time')).toBeVisible();

  await page.keyboard.press('Escape');
  await finder.fill(product.barcode);
  await finder.press('Enter');
  await page.getByLabel('Number on the shelf').fill('19');
  await page.keyboard.press('Enter');
  await expect(recorded.first()).toContainText('(0)');
  await expect(recorded).toHaveCount(2);
});

test('staff record received and thrown away units on a phone, once for a double tap @everyday', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  const product = await barcodedProduct(shop);
  const page = await openPageAs(admin, '/dashboard/stock', { widthPx: 360 });
  const finder = page.getByRole('searchbox', { name: 'Barcode, SKU or name' });
  await finder.fill('4006381333931');
  await page.getByRole('button', { name: 'Find' }).tap();
  await expect(page.getByRole('alert')).toContainText('No product has');
  await finder.fill(product.name);
  await page.getByRole('button', { name: 'Find' }).tap();
  const choice = page
    .getByRole('list', { name: 'Found products' })
    .getByRole('button', { name: product.name });
  const form = page.getByRole('heading', { level: 2, name: product.name });
  await expect(choice.first().or(form)).toBeVisible();
  if (await choice.first().isVisible()) await choice.first().tap();
  await expect(form).toBeVisible();

  await page.getByRole('radio', { name: 'Thrown away' }).check();
  errors.allow(/status of 409/);
  await page.getByLabel('Number', { exact: true }).fill('21');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText(`Only 20 of ${product.name} are for sale.`)).toBeVisible();
  await page.getByLabel('Number', { exact: true }).fill('4');
  await page.getByLabel('Note (optional)').fill('Torn');
  await page.getByRole('button', { name: 'Save' }).dblclick();
  const recorded = page.getByRole('region', { name: 'Recorded now' }).getByRole('listitem');
  await expect(recorded).toHaveCount(1);
  await expect(recorded).toContainText('Thrown away 4: 16 available (−4)');
  const rows = page.getByRole('list', { name: 'Stock changes' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Torn');
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole('radio', { name: 'Received' }).check();
  await page.getByLabel('Number', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByLabel('Number', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Number', { exact: true }).fill('10');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(recorded.first()).toContainText('Received 10: 26 available (+10)');
});

test('the changes of a deleted product can still be seen', async ({ openPageAs, shop, admin, errors }) => {
  const product = await barcodedProduct(shop);
  await admin.call('deleteProduct', { _id: product.id });
  errors.allow(/status of 404/);
  const page = await openPageAs(admin, `/dashboard/stock?product=${product.id}`, { widthPx: 768 });
  await expect(page.getByText('This product was deleted')).toBeVisible();
  const rows = page.getByRole('list', { name: 'Stock changes' }).getByRole('listitem');
  await expect(rows.first()).toContainText(/Product deleted.*−20 → 0/);
});
