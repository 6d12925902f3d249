import { readFile } from 'node:fs/promises';
import { readSheet } from '#tests/fixtures/spreadsheet.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import type { Account, TestProduct } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'day-end' });

async function deliver(admin: Account, shopper: Account, product: TestProduct, pieces: number) {
  const { _id, orderId } = await shopper.placeOrder([product], pieces);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
    await admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  return { _id, orderId };
}

/** The size of the pages of a PDF file in millimetres. */
function sizeOf(pdf: Buffer): number[] {
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf.toString('latin1')) ?? [];
  return [width, height].map((points) => Math.round((Number(points) / 72) * 25.4));
}

test('staff count the cash and close the day, a late payment marks it as changed, and it is reopened, closed again, printed and downloaded', async ({
  openPageAs,
  errors,
  shop,
  admin,
  shopper,
}) => {
  const product = await shop.claimProduct();
  const order = await deliver(admin, shopper, product, 7);
  const open = await shopper.placeOrder([product], 1);
  const page = await openPageAs(admin, '/dashboard/day-end', { widthPx: 360 });
  const summary = page.getByRole('table', { name: 'Expected and counted' });
  await expect(summary.getByRole('row', { name: /^Cash ₹700/ })).toBeVisible();
  await expect(page.getByText('Not closed').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Cash', exact: true })).toContainText(order.orderId);
  await expectAccessible(page);
  await expectNoOverflow(page);

  const form = page.getByRole('form', { name: 'Close the day' });
  await form.getByLabel('₹500 notes').fill('2');
  await form.getByLabel('₹100 notes').fill('6');
  await form.getByLabel('₹10 notes').fill('9.5');
  await form.getByLabel('Opening cash').fill('1000');
  await form.getByLabel('Cash left for tomorrow').fill('1000');
  const other = await openPageAs(await shop.createAdmin(), '/dashboard/day-end', { widthPx: 1440 });
  await expect(other.getByText('Not closed').first()).toBeVisible();
  await form.getByRole('button', { name: 'Close the day' }).tap();
  await expect(form.getByLabel('₹10 notes')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('₹10 notes').fill('9');
  await form.getByLabel('Coins in rupees').fill('5.50');
  await expect(form.getByRole('status')).toHaveText('Counted ₹1,695.50, expected ₹700: –₹4.50');
  await form.getByLabel('UPI on the bank statement').fill('0');
  errors.allow(/status of 400/);
  await form.getByRole('button', { name: 'Close the day' }).tap();
  await expect(form.getByRole('alert')).toHaveText('Today is not over.');
  await expect(form.getByLabel('Note', { exact: true })).toHaveAccessibleDescription(
    'Enter why the amounts differ.',
  );
  await form.getByLabel('Note', { exact: true }).fill('₹4.50 short');
  await form.getByRole('checkbox', { name: 'Today is not over: close it anyway' }).check();
  await expect(form.getByRole('region', { name: 'Open orders' })).toContainText(open.orderId);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Close the day' }).dblclick();
  await expectToast(page, 'Day closed');
  await expect(summary.getByRole('row', { name: /^Cash ₹700 ₹1,695.50 –₹4.50$/ })).toBeVisible();
  await expect(page.getByText('2 × ₹500 · 6 × ₹100 · 9 × ₹10 · coins ₹5.50')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Closings' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoOverflow(page);

  errors.allow(/status of 409/);
  const late = other.getByRole('form', { name: 'Close the day' });
  await late.getByRole('radio', { name: 'Enter the sum' }).check();
  await late.getByLabel('Cash counted, in rupees').fill('700');
  await late.getByRole('checkbox', { name: /^Today is not over/ }).check();
  await late.getByRole('button', { name: 'Close the day' }).click();
  await expect(other.getByText(/has closed this day\. Check the sheet again\./).first()).toBeVisible();
  await expect(other.getByText('Closed', { exact: true }).first()).toBeVisible();

  await deliver(admin, shopper, product, 1);
  await page.reload();
  await expect(page.getByText('Changed since closed').first()).toBeVisible();
  await expect(page.getByText('changed since it was closed: Cash +₹100.')).toBeVisible();
  await page.getByRole('button', { name: 'Reopen the day' }).tap();
  const reopening = page.getByRole('dialog', { name: 'Reopen the day' });
  await reopening.getByLabel('Reason').fill('One order came in late');
  await reopening.getByRole('button', { name: 'Reopen' }).tap();
  await expect(page.getByText('Not closed').first()).toBeVisible();
  await expect(form.getByLabel('₹500 notes')).toHaveValue('2');
  await form.getByLabel('₹100 notes').fill('7');
  await form.getByLabel('Note', { exact: true }).fill('Still ₹4.50 short');
  await form.getByRole('checkbox', { name: /^Today is not over/ }).check();
  await form.getByRole('button', { name: 'Close the day' }).tap();
  await expect(page.getByText(/^Closed again by/)).toBeVisible();
  await expect(page.getByText(/^Reopened by .*: One order came in late$/)).toBeVisible();
  await expect(page.getByText('₹4.50 short', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Closings' }).getByRole('listitem')).toHaveCount(2);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).tap();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain(`"PAYMENT","CASH","${order.orderId}","700"`);

  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download XLSX' }).tap();
  const sheet = readSheet(await readFile(await (await workbook).path()));
  expect(sheet.some((row) => row.slice(2, 6).join() === `PAYMENT,CASH,${order.orderId},700`)).toBe(true);

  // The print dialog of the browser cannot be operated.
  await page.evaluate(() => {
    window.print = () => {};
  });
  for (const [name, size] of [
    ['Print A4', [210, 297]],
    ['Print 80 mm', [80, 297]],
  ] as const) {
    await page.getByRole('button', { name }).tap();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByText(/day end/)).toBeVisible();
    expect(sizeOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(size);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('the sheet of another day is chosen by date and by the list, by keyboard too', async ({
  openPageAs,
  admin,
  shopper,
  shop,
}) => {
  await deliver(admin, shopper, await shop.claimProduct(), 1);
  const page = await openPageAs(admin, '/dashboard/day-end', { widthPx: 1440 });
  const today = await page.getByLabel('Day', { exact: true }).inputValue();
  await expect(page.getByRole('button', { name: 'Next day' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous day' }).press('Enter');
  await page.waitForURL(/day=/);
  await expect(page.getByText('No payments or refunds on this day.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Day', { exact: true }).fill('2026-01-26');
  await expect(page.getByText('Mon, 26 Jan 2026')).toBeVisible();
  await page.getByRole('region', { name: 'Recent days' }).getByRole('link').first().press('Enter');
  await page.waitForURL(`/dashboard/day-end?day=${today}`);
  await expect(page.getByRole('table', { name: 'Cash', exact: true })).toBeVisible();
});
