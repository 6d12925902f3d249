import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { zipSync } from 'fflate';
import sql from 'sql-template-tag';
import { toPaise } from '#contract/base/money.ts';
import { type AccountingReport, accountingReports, accountingTitles } from '#contract/tax/accounting.ts';
import { readSheet } from '#tests/fixtures/spreadsheet.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { chooseImage, dialogOf, download, imageFile, saveSection, submitButton } from './dashboard.ts';
import type { Shop } from './shop.ts';
import { confirmButton, familyCard, productCards, sizeChooser, sizeOf } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'registered-grocer', shopSettings: { DEMO_CATALOGUE: 'off' } });

const rice = { name: 'Sona Masoori Rice' };
const products = stringify(
  [
    { sku: 'RICE-1', barcode: '8901030865275', unit: '1 kg', price: 89.99 },
    { sku: 'RICE-5', barcode: '4006381333931', unit: '5 kg', price: 419.95 },
    {
      sku: 'SALT-1',
      barcode: '96385074',
      name: 'Rock Salt',
      unit: '1 kg',
      price: 33.33,
      hsn: '2501',
      gst_rate: 0,
    },
    {
      sku: 'SOAP-1',
      barcode: '036000291452',
      name: 'Neem Soap',
      unit: '100 g',
      price: 47.5,
      hsn: '3401',
      gst_rate: 18,
    },
  ].map((row) => ({
    ...{ name: rice.name, brand: 'Annapurna', description: 'Clean and fresh.', stock: 0 },
    ...{ categories: 'Staples', sub_categories: 'Rice', hsn: '1006', gst_rate: 5, cess_rate: 0 },
    ...{ family: row.sku.startsWith('RICE') ? 'sona masoori rice' : '', location: 'Aisle 1' },
    ...row,
  })),
  { header: true },
);

/** Creates the category Staples with the sub-category Rice. */
async function createCategories(page: Page): Promise<void> {
  await page.goto('/dashboard/category');
  await page.getByRole('button', { name: 'Add Category' }).first().click();
  const category = dialogOf(page, 'Add Category');
  await category.getByLabel('Name', { exact: true }).fill('Staples');
  await chooseImage(category, '#c84');
  await submitButton(category).click();
  await dialogOf(page, 'Category added').getByRole('button', { name: 'OK' }).click();
  await page.goto('/dashboard/subcategory');
  await page.getByRole('button', { name: 'Add Sub Category' }).first().click();
  const subCategory = dialogOf(page, 'Add Sub Category');
  await subCategory.getByLabel('Name', { exact: true }).fill('Rice');
  await chooseImage(subCategory, '#4a3');
  await subCategory.getByRole('combobox', { name: 'Category' }).fill('Staples');
  await subCategory.getByRole('option', { name: 'Staples', exact: true }).click();
  await submitButton(subCategory).click();
  await dialogOf(page, 'Sub-category created').getByRole('button', { name: 'OK' }).click();
}

async function importProducts(page: Page): Promise<void> {
  await page.goto('/dashboard/product-import');
  const file = { name: 'opening stock.csv', mimeType: 'text/csv', buffer: Buffer.from(products) };
  await page.getByRole('main').locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Apply 4 changes' }).click();
  await expect(page.getByRole('heading', { name: 'opening stock.csv imported' })).toBeVisible();
}

async function uploadPictures(page: Page): Promise<void> {
  await page.goto('/dashboard/product-import/pictures');
  const pictures: Record<string, Buffer> = {};
  for (const [sku, colour] of Object.entries({
    'RICE-1': '#dca',
    'RICE-5': '#b97',
    'SALT-1': '#eee',
    'SOAP-1': '#2a6',
  }))
    pictures[`${sku}.png`] = (await imageFile(colour)).buffer;
  const zip = { name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(pictures)) };
  await page.getByLabel('Pictures or ZIP files').setInputFiles(zip);
  await page.getByRole('button', { name: 'Upload 4 pictures' }).click();
  await expect(page.getByRole('heading', { name: 'Pictures uploaded' })).toBeFocused();
}

/** Types barcodes and counted numbers as with a scanner. */
async function countStock(page: Page, counts: Record<string, string>): Promise<void> {
  await page.goto('/dashboard/stock');
  for (const [barcode, count] of Object.entries(counts)) {
    await page.getByRole('searchbox', { name: 'Barcode, SKU or name' }).fill(barcode);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Number on the shelf')).toBeFocused();
    await page.keyboard.type(count);
    await page.keyboard.press('Enter');
    const recorded = page.getByRole('region', { name: 'Recorded now' }).getByRole('listitem');
    await expect(recorded.first()).toContainText(`Counted ${count}: ${count} available`);
  }
}

const amounts = ['Taxable value', 'CGST', 'SGST or UTGST', 'IGST', 'Cess', 'Total'];

/** The sums of the amounts of a report in paise, as its files say, which must be the same in both formats. */
async function sumsOf(page: Page, report: AccountingReport): Promise<number[]> {
  const fileOf = async (format: string) => {
    const name = `Download ${accountingTitles[report]} as ${format}`;
    return (await download(page, page.getByRole('button', { name, exact: true }))).content;
  };
  const [titles = [], ...rows]: string[][] = parse(await fileOf('CSV'), { bom: true });
  const [sheetTitles, ...sheetRows] = readSheet(await fileOf('XLSX'));
  expect(sheetTitles).toEqual(titles);
  return amounts.map((amount) => {
    const column = titles.indexOf(amount);
    const values = rows.map((row) => toPaise(Number(row[column])));
    expect(sheetRows.map((row) => toPaise(Number(row[column])))).toEqual(values);
    return values.reduce((sum, value) => sum + value, 0);
  });
}

/** The same sums of the lines of all invoices, or of all credit notes. */
async function sumsOfDocuments({ db }: Shop, isCreditNote: boolean): Promise<number[]> {
  const [row] = await db.query<{ sums: number[] }>(sql`
    select array[sum("taxablePaise"), sum("cgstPaise"), sum("sgstPaise"), sum("igstPaise"), sum("cessPaise"),
      sum("totalPaise")]::integer[] as sums
    from tax_document cross join lateral jsonb_to_recordset(lines) as line ("taxablePaise" bigint, "cgstPaise" bigint,
      "sgstPaise" bigint, "igstPaise" bigint, "cessPaise" bigint, "totalPaise" bigint)
    where (invoice_id is not null) = ${isCreditNote}`);
  return row?.sums ?? [];
}

test('an owner fills an empty shop from files and counts its stock; a shopper buys two sizes from one card; a refund after the hand-over makes a credit note, and the files of the month add up to both', async ({
  errors,
  openPage,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  // The settings without an address.
  errors.allow(/status of 400/);
  const visitor = await openPage({ widthPx: 360 });
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible();
  await expect(visitor).toHaveTitle(/Opening soon$/);
  await expect(visitor.getByRole('main')).not.toContainText(/\d minutes|Shop by category/);
  await expect(visitor.getByRole('contentinfo').getByRole('link', { name: 'Facebook' })).toHaveCount(0);
  await expectAccessible(visitor);
  await expectNoOverflow(visitor);
  const owner = await openPageAs(admin, '/dashboard/product');
  await expect(owner.getByRole('main').getByRole('link', { name: 'Import products' })).toBeVisible();
  await owner.goto('/dashboard/settings#charges');
  await owner.getByLabel('Handling fee (₹)').fill('4.57');
  await saveSection(owner);
  await owner.goto('/dashboard/settings#legal');
  await owner.getByLabel('GSTIN').fill('27AAPFU0939F1ZV');
  await owner.getByLabel('FSSAI number').fill('11522998000123');
  const save = owner.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(owner.getByRole('alert')).toHaveText(/^Enter the address: a store with a GSTIN/);
  await owner.locator('form').getByRole('link', { name: 'Name and contact' }).click();
  await owner.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Market Street\nPune 411001');
  await saveSection(owner);
  await owner.getByRole('link', { name: 'Business details' }).last().click();
  await expect(owner.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZV');
  await saveSection(owner);
  await createCategories(owner);
  await importProducts(owner);
  await uploadPictures(owner);

  // Nothing is counted yet, so nothing is for sale.
  await shopper.addAddress('12 Lake Road');
  const page = await openPageAs(shopper, '/search?q=rice', { widthPx: 360 });
  await expect(productCards(page).filter({ hasText: rice.name })).toContainText('Out of stock');
  await countStock(owner, {
    '8901030865275': '12',
    '4006381333931': '7',
    '96385074': '30',
    '036000291452': '9',
  });
  await page.reload();
  await familyCard(page, rice)
    .getByRole('link', { name: /2 options/ })
    .tap();
  await expect(sizeChooser(page, rice).locator('img')).toHaveCount(2);
  for (const unit of ['1 kg', '5 kg'])
    await sizeOf(page, rice, unit).getByRole('button', { name: /^Add / }).tap();
  await expectAccessible(page);
  await page.goto('/search?q=soap');
  await page.getByRole('button', { name: 'Add Neem Soap to the cart' }).tap();
  await page.goto('/checkout');
  await page.getByLabel('Cash on Delivery').check();
  await expect(confirmButton(page)).toHaveText(/₹562\.01$/);
  await confirmButton(page).tap();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const [order] = await shopper.call('listOrders', {});
  if (order === undefined) throw new Error('There is no order.');

  await owner.goto(`/dashboard/orders?order=${order._id}`);
  const drawer = dialogOf(owner, order.orderId);
  await drawer.getByRole('button', { name: 'Start packing', exact: true }).click();
  const lines = drawer.getByRole('checkbox', { name: '× ' });
  await expect(lines).toHaveCount(3);
  for (const line of await lines.all()) await line.check();
  await drawer.getByRole('button', { name: 'Hand over' }).click();
  await drawer.getByRole('button', { name: 'Delivered' }).click();
  await owner.getByRole('button', { name: 'Received', exact: true }).click();
  await expect(drawer).toContainText('Tax invoice INV-');
  await drawer.getByRole('button', { name: 'Refund products…' }).click();
  const refund = dialogOf(owner, `Refund products of ${order.orderId}`);
  await refund.getByLabel(/^Neem Soap/).fill('13.37');
  await refund.getByLabel('Message to the shopper').fill('The packet was wet.');
  await refund.getByRole('button', { name: 'Refund ₹13.37' }).click();
  await expect(drawer).toContainText('Credit note CRN-');
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByRole('region', { name: 'Invoice and tax' })).toContainText('Credit note · ₹13.37');

  await owner.goto('/dashboard/accounting');
  await expect(owner.getByRole('row', { name: /^Total/ })).toContainText('₹548.64');
  const [invoices, notes] = [await sumsOfDocuments(shop, false), await sumsOfDocuments(shop, true)];
  expect([invoices.at(-1), notes.at(-1)]).toEqual([56_201, 1337]);
  const net = invoices.map((sum, index) => sum - (notes[index] ?? 0));
  const expected = { sales: net, hsn: net, b2cl: net.map(() => 0), invoices, 'credit-notes': notes };
  for (const report of accountingReports) expect(await sumsOf(owner, report)).toEqual(expected[report]);
  await expectNoOverflow(owner);
});
