import sql from 'sql-template-tag';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { deliver, dialogOf, saveSection } from './dashboard.ts';
import { confirmButton, expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'open-a-store' });

test('an owner sets hours, area, charges, a coupon and a banner; shoppers buy for later and at once, one outside of the area cannot, one gets store credit, and the day-end sheet agrees with the orders', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  test.slow();
  errors.allow(/status of 4/);
  const product = await shop.claimProduct({ pricePaise: 10_000 });

  const owner = await openPageAs(admin, '/dashboard/settings#holidays', { widthPx: 1440 });
  const today = toShopDate(new Date());
  await owner.getByRole('button', { name: 'Add a day' }).click();
  await owner.getByLabel('Date', { exact: true }).fill(today);
  await saveSection(owner);
  await owner.goto('/dashboard/settings#area');
  await owner.getByLabel('Where you deliver').selectOption('To PIN codes');
  await owner.getByRole('textbox', { name: 'PIN codes', exact: true }).fill('4110');
  await saveSection(owner);
  await owner.goto('/dashboard/settings#charges');
  await owner.getByRole('button', { name: 'Add a delivery fee' }).click();
  await owner.getByLabel('Fee (₹)', { exact: true }).fill('30');
  await owner.getByLabel('Handling fee (₹)').fill('4.5');
  await saveSection(owner);
  await owner.goto('/dashboard/settings#slots');
  await owner.getByLabel('Shoppers can choose a later time').check();
  await saveSection(owner);
  await owner.goto('/dashboard/settings#payments');
  await owner.getByLabel('UPI ID').fill('store@okbank');
  await owner.getByLabel('Payee name').fill('Tokri Store');
  await expectAccessible(owner);
  await saveSection(owner);

  await owner.goto('/dashboard/offers');
  await owner.getByRole('button', { name: 'New coupon' }).click();
  const coupon = dialogOf(owner, 'New coupon');
  await coupon.getByLabel('Code').fill('WELCOME20');
  await coupon.getByLabel('Amount (₹)').fill('20');
  await coupon.getByRole('button', { name: 'Create' }).click();
  await expectToast(owner, 'Coupon created');

  await owner.goto('/dashboard/home');
  await owner.getByRole('button', { name: 'New banner' }).click();
  const banner = dialogOf(owner, 'New banner');
  await banner.getByLabel('Picture description').fill('₹20 off with WELCOME20');
  const picture = Buffer.from(await bytesOf(plainImage(1080, 360, '#c84').png()));
  await banner
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: picture });
  await expect(banner.getByRole('button', { name: 'Enlarge the picture' })).toHaveCount(1);
  await banner.getByLabel('Link to').selectOption('A search');
  await banner.getByLabel('Search for').fill('milk');
  await banner.getByRole('button', { name: 'Create' }).click();
  await expectToast(owner, 'Banner created');

  // Outside of the area: the shop can be read, and nothing ordered.
  await shopper.addToCart(product, 2);
  const address = await shopper.addAddress('12 Lake Road');
  await shop.db.query(sql`update address set pincode = '560001' where id = ${address._id}`);
  const page = await openPageAs(shopper, '/', { widthPx: 360 });
  await expect(page.getByRole('link', { name: '₹20 off with WELCOME20' })).toBeVisible();
  await page.goto('/checkout');
  await expect(page.getByRole('status').filter({ hasText: 'We do not deliver to 560001' })).toBeVisible();
  await page.getByLabel('Cash on Delivery').check();
  await confirmButton(page).tap();
  await expect(page.getByRole('alert')).toContainText('We do not deliver to this address yet.');
  expect(await shopper.call('listOrders', {})).toEqual([]);

  // Inside of it the store is closed today: with a coupon, by UPI, for tomorrow.
  await shop.db.query(sql`update address set pincode = '411001' where id = ${address._id}`);
  await page.reload();
  const times = page.getByRole('group', { name: 'Delivery time' });
  await expect(page.getByText('You can order for a later time.')).toBeVisible();
  await times.getByLabel('Day', { exact: true }).selectOption('Tomorrow');
  await times.getByLabel('Time', { exact: true }).selectOption({ index: 1 });
  await shop.db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
  await page.getByLabel('Coupon code').fill('welcome20');
  await page.getByRole('button', { name: 'Apply' }).tap();
  await expect(confirmButton(page)).toHaveText(/₹214.50$/);
  await page.getByRole('radio', { name: 'UPI' }).check();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await confirmButton(page).tap();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByRole('heading', { name: 'Pay ₹214.50 by UPI' })).toBeVisible();
  const line = (name: string) => page.getByText(name, { exact: true }).locator('..').locator('dd');
  await expect(line('Delivery Charge')).toHaveText('₹30');
  await expect(line('Grand total')).toHaveText('₹214.50');
  const [later] = await shopper.call('listOrders', {});
  if (later === undefined) throw new Error('There is no order.');
  expect(later.slot).not.toBeNull();

  await owner.goto('/dashboard/payments');
  const row = owner.getByRole('list', { name: 'Payments to confirm' }).getByRole('listitem');
  await row.filter({ hasText: later.orderId }).getByRole('button', { name: 'Record payment' }).click();
  await owner.getByLabel('UPI reference number').fill('412345678901');
  await owner.getByRole('button', { name: 'Record payment', exact: true }).click();
  await expectToast(owner, `Payment of ${later.orderId} recorded`);
  await deliver(admin, later._id);

  // The owner opens the store: another shopper buys at once, in cash.
  await owner.goto('/dashboard/settings#holidays');
  await owner.getByRole('button', { name: `Remove ${today}` }).click();
  await saveSection(owner);
  const neighbour = await shop.createShopper();
  await neighbour.addAddress('3 Hill Street');
  await neighbour.addToCart(product, 1);
  const second = await openPageAs(neighbour, '/checkout', { widthPx: 768 });
  await second.getByLabel('Cash on Delivery').check();
  await expect(second.getByText(/^Delivered in 10 min to 3 Hill Street/)).toBeVisible();
  await confirmButton(second).click();
  await expect(second.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const [now] = await neighbour.call('listOrders', {});
  if (now === undefined) throw new Error('There is no order.');
  expect([now.totalAmt, now.slot]).toEqual([134.5, null]);
  await deliver(admin, now._id);

  // One of the two pieces was torn.
  await page.reload();
  await page.getByRole('button', { name: 'Report a problem' }).tap();
  const report = dialogOf(page, 'Report a problem');
  await report.getByRole('checkbox').check();
  await report.getByLabel(`What is wrong with ${product.name}?`).selectOption('Damaged');
  await report.getByLabel(`How many of ${product.name}?`).selectOption('1');
  await report.getByRole('button', { name: 'Send' }).tap();
  await expectToast(page, 'Thank you. We are looking into it.');
  await owner.goto('/dashboard/problems');
  await owner.getByRole('list', { name: 'Problems' }).getByRole('button', { name: 'Refund' }).click();
  const refund = dialogOf(owner, `Refund products of ${later.orderId}`);
  // Half of the items, less half of the coupon.
  await expect(refund.getByLabel(product.name)).toHaveValue('90');
  await refund.getByRole('radio', { name: 'As store credit' }).check();
  await refund.getByLabel('Message to the shopper').fill('Sorry for the torn packet.');
  await refund.getByRole('button', { name: 'Refund ₹90' }).click();
  await expectToast(owner, `₹90 of ${later.orderId} refunded`);
  await expect(page.getByText('₹90 refunded as store credit')).toBeVisible();
  expect(await shopper.call('getStoreCredit', {})).toMatchObject({ balanceAmt: 90 });

  await owner.goto('/dashboard/day-end');
  const summary = owner.getByRole('table', { name: 'Expected and counted' });
  await expect(summary.getByRole('row', { name: /^Cash ₹134\.50/ })).toBeVisible();
  await expect(summary.getByRole('row', { name: /^UPI ₹214\.50/ })).toBeVisible();
  await expect(owner.getByRole('table', { name: 'Cash', exact: true })).toContainText(now.orderId);
  await expect(owner.getByRole('table', { name: 'UPI', exact: true })).toContainText(later.orderId);
  const [{ total } = { total: 0 }] = await shop.db.query<{ total: number }>(sql`
    select sum(total_paise)::integer as total from customer_order where status = 'DELIVERED'`);
  // The refund is in the bill of the order, and no money was given back.
  expect(total).toBe(13_450 + 21_450 - 9000);
  await expectAccessible(owner);
  await expectNoOverflow(owner);
});
