import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import type { Account, Shop } from './shop.ts';
import { confirmButton, expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'upi' });

async function takeUpi(admin: Account): Promise<void> {
  const { settings, version } = await admin.call('getStoreSettings', {});
  const upi = { vpa: 'store@okbank', payeeName: 'Tokri Store' };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, upi } });
}

/** Orders the cart at the checkout that is open. */
async function orderByUpi(page: Page, shopper: Account): Promise<{ _id: string; orderId: string }> {
  await page.getByRole('radio', { name: 'UPI' }).check();
  await confirmButton(page).click();
  await page.waitForURL(/\/orders\//);
  const [{ _id = '', orderId = '' } = {}] = await shopper.call('listOrders', {});
  return { _id, orderId };
}

/** The order with its payment. */
const paymentOf = ({ db }: Shop, id: string) =>
  db.one(sql`
    select o.status, o.payment_status, e.provider, e.amount_paise as amount, e.provider_reference as reference
    from customer_order o join ledger_entry e on e.order_id = o.id where o.id = ${id}`);

const linkOf = (page: Page) => page.getByRole('link', { name: 'Pay with a UPI app' });
const rowOf = (page: Page, number: string) =>
  page.getByRole('list', { name: 'Payments to confirm' }).getByRole('listitem').filter({ hasText: number });

test('an owner enters the UPI ID, a shopper orders by UPI, and two administrators confirm the payment once', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const settings = await openPageAs(admin, '/dashboard/settings#payments', { widthPx: 360 });
  await settings.getByLabel('UPI ID').fill('no id');
  await expect(settings.getByLabel('Payee name')).toHaveValue('Tokri');
  errors.allow(/status of 400/);
  await settings.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(settings.getByRole('alert')).toHaveText('Enter a UPI ID such as store@okbank.');
  await expect(settings.getByLabel('UPI ID')).toBeFocused();
  await settings.getByLabel('UPI ID').fill('store@okbank');
  await saveSection(settings);

  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const page = await openPageAs(shopper, '/checkout', { widthPx: 360 });
  await page.getByRole('radio', { name: 'UPI' }).check();
  await expect(page.getByText('With any UPI app, on the next page or at the door')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await confirmButton(page).tap();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByRole('heading', { name: 'Pay ₹200 by UPI' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code to pay ₹200 by UPI' })).toBeVisible();
  const [order] = await shopper.call('listOrders', {});
  const { orderId: number = '', _id = '' } = order ?? {};
  const reference = number.replace('-', '');
  const url = await linkOf(page).getAttribute('href');
  expect(url).toBe(
    `upi://pay?pa=store@okbank&pn=Tokri&am=200.00&cu=INR&tr=${reference}&tn=Order%20${number}`,
  );
  await expectAccessible(page);
  await expectNoOverflow(page);

  const one = await openPageAs(admin, '/dashboard/payments', { widthPx: 360 });
  const other = await openPageAs(await shop.createAdmin(), '/dashboard/payments', { widthPx: 1440 });
  for (const list of [one, other]) {
    await expect(rowOf(list, number).getByText('₹200')).toBeVisible();
    await expect(rowOf(list, number).getByText(reference)).toBeVisible();
    await expectAccessible(list);
    await expectNoOverflow(list);
    await rowOf(list, number).getByRole('button', { name: 'Record payment' }).click();
  }
  errors.allow(/status of 409/);
  await one.getByLabel('UPI reference number').fill('4123 4567');
  await one.getByRole('button', { name: 'Record payment', exact: true }).click();
  await expect(one.getByText('Enter the 12 digits of the UPI reference number.')).toBeVisible();
  await one.getByLabel('UPI reference number').fill('4123 4567 8901');
  await expectAccessible(one);
  await one.getByRole('button', { name: 'Record payment', exact: true }).dblclick();
  await expectToast(one, `Payment of ${number} recorded`);
  await expect(one.getByText('All payments are recorded')).toBeVisible();
  await other.getByLabel('UPI reference number').fill('999999999999');
  await other.getByRole('button', { name: 'Record payment', exact: true }).click();
  await expect(other.getByText(/^₹200 by UPI \(412345678901\) is recorded already by/)).toBeVisible();

  await expect(page.getByText('Paid by UPI, reference 412345678901')).toBeVisible();
  await expect(linkOf(page)).toHaveCount(0);
  expect(await paymentOf(shop, _id)).toMatchObject({ payment_status: 'PAID', amount: 20_000 });
});

test('a rider shows the QR code at the door of a cash order, and the payment by UPI is recorded instead of cash', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  await takeUpi(admin);
  await shopper.addAddress('12 Lake Road');
  const { _id, orderId } = await shopper.placeOrder([await shop.claimProduct()], 2);
  const own = await openPageAs(shopper, `/orders/${_id}`, { widthPx: 360 });
  await own.getByText('Pay by UPI instead').tap();
  await expect(own.getByRole('img', { name: 'QR code to pay ₹200 by UPI' })).toBeVisible();
  await expectNoOverflow(own);

  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  const page = await openPageAs(admin, `/dashboard/orders?order=${_id}`, { widthPx: 360 });
  const drawer = page.getByRole('dialog', { name: orderId, exact: true });
  await expect(drawer.getByText('Collect ₹200 in cash')).toBeVisible();
  await drawer.getByText('QR code for UPI').tap();
  await expect(drawer.getByRole('img', { name: 'QR code to pay ₹200 by UPI' })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await drawer.getByRole('button', { name: 'Record payment…' }).tap();
  await page.getByRole('radio', { name: 'By UPI' }).check();
  await page.getByLabel('UPI reference number').fill('512345678901');
  await page.getByRole('button', { name: 'Record payment', exact: true }).tap();
  await expect(drawer.getByText('Paid by UPI · ₹200')).toBeVisible();
  await drawer.getByRole('button', { name: 'Delivered' }).tap();
  await expectToast(page, `${orderId} delivered`);
  const paid = { provider: 'upi', amount: 20_000, reference: '512345678901' };
  expect(await paymentOf(shop, _id)).toEqual({ status: 'DELIVERED', payment_status: 'PAID', ...paid });
});

test('an unpaid UPI order is delivered only after a confirmation, and less money only with a note', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  await takeUpi(admin);
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const { _id, orderId } = await orderByUpi(
    await openPageAs(shopper, '/checkout', { widthPx: 1440 }),
    shopper,
  );
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  const page = await openPageAs(admin, `/dashboard/orders?order=${_id}`, { widthPx: 1440 });
  const drawer = page.getByRole('dialog', { name: orderId, exact: true });
  await drawer.getByRole('button', { name: 'Delivered' }).click();
  await expect(page.getByText(`The UPI payment of ${orderId}, ₹200, is not confirmed.`)).toBeVisible();
  await page.getByRole('button', { name: 'Delivered, confirm later' }).click();
  await expectToast(page, `${orderId} delivered, not paid yet`);
  await expect(drawer.getByText('₹200 not paid yet')).toBeVisible();
  await drawer.getByRole('button', { name: 'Record payment…' }).click();
  await page.getByRole('radio', { name: 'In cash' }).check();
  await page.getByLabel('Amount (₹)').fill('190');
  errors.allow(/status of 409/);
  await page.getByRole('button', { name: 'Record payment', exact: true }).click();
  await expect(page.getByText(/^₹200 is due for/)).toBeVisible();
  await page.getByLabel('Why another amount was paid').fill('No change');
  await page.getByRole('button', { name: 'Record payment', exact: true }).click();
  await expect(drawer.getByText('Paid in cash · ₹190')).toBeVisible();
  await expect(drawer.getByText('₹10 less than is due: No change')).toBeVisible();
});

test('an order in cash that was not paid at the door is delivered with a reason, and stays among the payments to record', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const { _id, orderId } = await shopper.placeOrder([await shop.claimProduct()], 2);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  const page = await openPageAs(admin, `/dashboard/orders?order=${_id}`, { widthPx: 360 });
  const drawer = page.getByRole('dialog', { name: orderId, exact: true });
  await drawer.getByRole('button', { name: 'Not paid…' }).tap();
  const dialog = page.getByRole('dialog', { name: `${orderId} was not paid` });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delivered, not paid' }).tap();
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Left with a neighbour' }).tap();
  await dialog.getByRole('button', { name: 'Delivered, not paid' }).tap();
  await expectToast(page, `${orderId} delivered, not paid yet`);
  await expect(drawer.getByText('₹200 not paid yet')).toBeVisible();
  await expect(drawer.getByText('Reason, for the staff: Left with a neighbour')).toBeVisible();
  await page.goto('/dashboard');
  const task = page
    .getByRole('list', { name: 'To do' })
    .getByRole('listitem')
    .filter({ hasText: 'Payments to confirm: ₹' });
  await expect(task).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await task.getByRole('link', { name: /^View/ }).tap();
  await page.waitForURL('/dashboard/payments');
  await expect(page.getByRole('main').getByRole('link', { name: orderId })).toBeVisible();
});

test('cash that was recorded for the wrong order is moved to the right one, and a payment by UPI that was taken for cash corrected', async ({
  errors,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const product = await shop.claimProduct();
  const deliver = async (allowUnpaid: boolean) => {
    const { _id, orderId } = await shopper.placeOrder([product], 2);
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
      await admin.call('changeOrders', {
        ...{ ids: [_id], to, allowUnpicked: true },
        ...(to === 'DELIVERED' && allowUnpaid && { allowUnpaid, reason: 'Not at home' }),
      });
    return { _id, orderId };
  };
  const [wrong, right] = [await deliver(false), await deliver(true)];
  const page = await openPageAs(admin, `/dashboard/orders?order=${wrong._id}`, { widthPx: 360 });
  const drawer = (number: string) => page.getByRole('dialog', { name: number, exact: true });
  await expect(drawer(wrong.orderId).getByText('Paid in cash · ₹200')).toBeVisible();
  await drawer(wrong.orderId).getByRole('button', { name: 'Correct payment…' }).tap();
  const dialog = page.getByRole('dialog', { name: `Correct payment of ${wrong.orderId}` });
  await dialog.getByRole('button', { name: 'Correct payment' }).tap();
  await expect(dialog.getByLabel('Reason for the correction')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('radio', { name: 'The payment is for another order' }).check();
  await dialog.getByLabel('Reason for the correction').fill('Bags mixed up');
  await dialog.getByLabel('Order number').fill('ORD-NONE');
  errors.allow(/status of 404/);
  await dialog.getByRole('button', { name: 'Correct payment' }).tap();
  await expect(dialog.getByRole('alert')).toHaveText('There is no order ORD-NONE.');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByLabel('Order number').fill(right.orderId.toLowerCase());
  await dialog.getByRole('button', { name: 'Correct payment' }).dblclick();
  await expectToast(page, `Payment of ${wrong.orderId} corrected`);
  await expect(drawer(wrong.orderId).getByText('₹200 not paid yet')).toBeVisible();
  await expect(drawer(wrong.orderId).getByText('Reason, for the staff: Bags mixed up')).toBeVisible();
  await page.goto('/dashboard/payments');
  await expect(rowOf(page, wrong.orderId)).toBeVisible();
  await expect(rowOf(page, right.orderId)).toHaveCount(0);

  await page.goto(`/dashboard/orders?order=${right._id}`);
  await drawer(right.orderId).getByRole('button', { name: 'Correct payment…' }).click();
  await page.getByRole('radio', { name: 'By UPI' }).check();
  await page.getByLabel('UPI reference number').fill('712345678901');
  await page.getByLabel('Reason for the correction').fill('It was UPI');
  await page.getByRole('button', { name: 'Correct payment', exact: true }).click();
  await expect(drawer(right.orderId).getByText('Paid by UPI · ₹200')).toBeVisible();
  await expect(drawer(right.orderId).getByText('UPI reference 712345678901')).toBeVisible();
});

test('a payment by UPI for an order that was cancelled meets the order under Payments and becomes a refund due, at 360 px', async ({
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  await takeUpi(admin);
  await shopper.addAddress('12 Lake Road');
  await shopper.addToCart(await shop.claimProduct(), 2);
  const { _id, orderId } = await orderByUpi(
    await openPageAs(shopper, '/checkout', { widthPx: 360 }),
    shopper,
  );
  await shopper.call('cancelOrder', { _id });
  const page = await openPageAs(admin, '/dashboard/payments', { widthPx: 360 });
  const cancelled = page.getByRole('list', { name: 'Cancelled UPI orders of the last 7 days' });
  const row = cancelled.getByRole('listitem').filter({ hasText: orderId });
  await expect(row).toContainText('By UPI · Cancelled');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await row.getByRole('button', { name: /Record payment/ }).click();
  await expect(page.getByText('What was paid becomes a refund due.')).toBeVisible();
  await page.getByLabel(/reference/i).fill('612345678901');
  await page.getByRole('button', { name: 'Record payment', exact: true }).click();
  await expectToast(page, `Payment of ${orderId} recorded`);
  await expect(row).toHaveCount(0);
  const money = await shop.db.one(sql`
    select status, paid_paise - refunded_paise as due from customer_order where id = ${_id}`);
  expect(money).toEqual({ status: 'CANCELLED', due: 20_000 });
});
