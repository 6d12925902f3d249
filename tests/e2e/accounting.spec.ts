import sql from 'sql-template-tag';
import { readSheet } from '#tests/fixtures/spreadsheet.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { deliver, download } from './dashboard.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'accounting' });

const legal = { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '' };

test('the files of a month add up to its invoices less its credit notes', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const unregistered = await openPageAs(admin, '/dashboard/accounting', { widthPx: 360 });
  const hint = unregistered.getByText(
    'The store has no GSTIN, so its orders get bills of supply, without tax.',
  );
  await hint.getByRole('link', { name: 'Enter the GSTIN in the settings' }).click();
  await unregistered.waitForURL('/dashboard/settings#legal');
  const { version, settings } = await admin.call('getStoreSettings', {});
  const identity = { ...settings.identity, address: '1 Market Street, Pune 411001' };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, identity, legal } });
  const empty = await openPageAs(admin, '/dashboard/accounting', { widthPx: 768 });
  await expect(empty.getByText(/^No invoices in /)).toBeVisible();
  await expect(empty.getByText(/^The store has no GSTIN/)).toHaveCount(0);
  await shopper.addAddress('Old Mill 1');
  const [product, untaxed] = [await shop.claimProduct(), await shop.claimProduct()];
  await shop.db.query(sql`
    update product set hsn = '0405', gst_basis_points = 500, cess_basis_points = 0 where id = ${product.id}`);
  await shop.db.query(sql`
    update product set gst_basis_points = null, cess_basis_points = null where id = ${untaxed.id}`);
  const [first, second] = [await shopper.placeOrder([product], 2), await shopper.placeOrder([untaxed], 1)];
  await deliver(admin, first._id);
  await deliver(admin, second._id);
  const lines = [{ position: 0, amount: 50 }];
  await admin.call('refundItems', {
    _id: first._id,
    totalAmt: first.totalAmt,
    lines,
    to: 'SOURCE',
    message: 'Torn',
  });

  const page = await openPageAs(admin, '/dashboard/accounting', { widthPx: 360 });
  await expect(page.getByText('1 tax invoice')).toBeVisible();
  await expect(page.getByText('1 bill of supply')).toBeVisible();
  await expect(page.getByText('1 credit note')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('₹250');
  await expectAccessible(page);
  await expectNoOverflow(page);

  const fileButton = (report: string, format: string) =>
    page.getByRole('button', { name: `Download ${report} as ${format}`, exact: true });
  const csv = await download(page, fileButton('Sales by rate and state', 'CSV'));
  expect(csv.name).toMatch(/^sales-20\d\d-\d\d\.csv$/);
  const [titles = '', ...rows] = csv.content.toString().trim().split('\r\n');
  expect(titles).toContain('"Place of supply"');
  const totals = rows.map((row) => Number(row.split(',').at(-1)));
  expect(totals.reduce((sum, total) => sum + total, 0)).toBe(250);
  for (const report of ['HSN summary', 'Invoices', 'Credit notes']) {
    const xlsx = await download(page, fileButton(report, 'XLSX'));
    expect(xlsx.name).toMatch(/\.xlsx$/);
    expect(xlsx.content.subarray(0, 2).toString()).toBe('PK');
  }
  const register = page.getByRole('region', { name: 'Register of receipts' });
  await expect(register.getByRole('row', { name: /^Net ₹300/ })).toBeVisible();
  const receipts = await download(page, fileButton('Each receipt and refund', 'XLSX'));
  const [, ...receiptLines] = readSheet(receipts.content);
  expect(receiptLines.map((row) => row.slice(2, 6))).toEqual(
    expect.arrayContaining([[first.orderId, 'Receipt', 'Cash', 200]]),
  );
  await page.getByRole('radio', { name: 'By month' }).check();
  await expect(register.getByRole('columnheader', { name: 'Month' })).toBeVisible();
  await expect(register.getByRole('row', { name: /^Net ₹300/ })).toBeVisible();
  await expectNoOverflow(page);
  const gstr1 = await download(page, fileButton('GSTR-1 for the GST portal', 'JSON'));
  expect(gstr1.name).toMatch(/^gstr-1-20\d\d-\d\d\.json$/);
  expect(JSON.parse(gstr1.content.toString())).toMatchObject({ gstin: legal.gstin, b2b: [], b2cl: [] });
  const stock = await download(page, fileButton('Closing stock', 'CSV'));
  expect(stock.name).toMatch(/^closing-stock-20\d\d-\d\d-\d\d\.csv$/);
  expect(stock.content.toString()).toContain(product.name);
  await page.getByLabel('End of the day').fill('2020-03-31');
  const before = await download(page, fileButton('Closing stock', 'XLSX'));
  expect(before.name).toBe('closing-stock-2020-03-31.xlsx');
  const note = page.getByText(/^1 line of ₹.* had no GST rate/);
  await note.getByRole('link', { name: 'Enter GST rates' }).click();
  await expect(page.getByRole('combobox', { name: 'Filter by GST rate' })).toHaveValue('unknown');
  await expect(page.getByRole('region', { name: 'Products' })).toContainText(untaxed.name);
  await expectNoOverflow(page);
  await page.goto('/dashboard');
  const tasks = page.getByRole('list', { name: 'To do' });
  await expect(tasks.getByText(/active products? (has|have) no GST rate/)).toBeVisible();
  await expectNoOverflow(page);
  await page.goto('/dashboard/accounting');
  const documents = await shop.db.query<{ number: string }>(sql`
    select number from tax_document where order_id = ${first._id}`);
  expect(documents).toHaveLength(2);
  for (const { number } of documents) {
    await page.getByRole('link', { name: number }).click();
    await expect(page.getByRole('dialog', { name: first.orderId })).toContainText(number);
    await page.goBack();
  }

  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page.getByText(/^No invoices in /)).toBeVisible();
});
