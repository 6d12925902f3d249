import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessibleInBothThemes, expectNoOverflow } from './accessibility.ts';
import { button, changeSettings, createPerson } from './deliver.ts';
import { offlineErrors } from './offline.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { confirmButton } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'shopper, picker and rider' });

/** Orders two of a product at ₹100 for cash with the phone of the shopper. */
async function order(page: Page, shopper: Account, product: TestProduct) {
  await shopper.addToCart(product, 2);
  await page.goto('/checkout');
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).tap();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  const [placed] = await shopper.call('listOrders', { limit: 1 });
  if (placed === undefined) throw new Error('Nothing was ordered.');
  return { id: placed._id, number: placed.orderId };
}

/** Opens the page of an order with the phone of the shopper, and reads the delivery PIN. */
async function readPin(page: Page, { id }: { id: string }): Promise<string> {
  await page.goto(`/orders/${id}`);
  await expect(page.getByRole('heading', { name: 'Dev brings your order' })).toBeVisible();
  return (await page.getByText(/^\d{4}$/).textContent()) ?? '';
}

/** What the shop has recorded of an order: its documents by kind, in paise. */
const documentsOf = ({ db }: Shop, { id }: { id: string }) =>
  db.query<{ kind: string; total: number }>(sql`
    select case when kind = 'CREDIT_NOTE' then 'credit note' else 'invoice' end as kind, total_paise::int as total
    from tax_document where order_id = ${id} order by issued_at`);

test('three orders go from the cart to the day end: one is paid in cash with change, one by UPI, and one is brought back', async ({
  shop,
  shopper,
  admin,
  openPageAs,
  errors,
}) => {
  test.slow();
  errors.allow(offlineErrors);
  await changeSettings(admin, {
    upi: { vpa: 'shop@okbank', payeeName: 'The shop' },
    door: { pin: 'ALWAYS', pinAboveAmt: 0, needsPhoto: false },
  });
  const products = [await shop.claimProduct(), await shop.claimProduct(), await shop.claimProduct()];
  const [milk, bread, rice] = products;
  if (milk === undefined || bread === undefined || rice === undefined) throw new Error('No products.');

  // The shopper orders three times.
  await shopper.addAddress('12 Lake Road');
  const phone = await openPageAs(shopper, '/cart', { widthPx: 360 });
  const inCash = await order(phone, shopper, milk);
  const byUpi = await order(phone, shopper, bread);
  const refused = await order(phone, shopper, rice);

  // The picker picks and packs all of them, and the rider sees each of them at once.
  const picker = await openPageAs(await createPerson(shop, 'picker', 'Meera Nair'), '/staff/pick', {
    widthPx: 360,
  });
  const dev = await createPerson(shop, 'rider', 'Dev Rao');
  const rider = await openPageAs(dev, '/staff/deliver', { widthPx: 360 });
  await button(rider, 'Start shift').tap();
  await expect(button(rider, /^End shift/)).toBeVisible();
  for (const { number } of [inCash, byUpi, refused])
    await picker.getByRole('checkbox', { name: `Choose ${number}` }).check();
  await button(picker, 'Pick 3 orders').tap();
  for (const left of [2, 1, 0]) {
    await button(picker, 'Found all 2').click();
    await expect(picker.getByText('1 of 1')).toHaveCount(3 - left);
  }
  for (const { number } of [inCash, byUpi, refused]) {
    await button(picker, 'Packed').click();
    await expect(picker.getByRole('heading', { name: /is packed$/ })).toBeVisible();
    await button(picker, 'Next order').tap();
    await expect(picker.getByRole('heading', { name: `${number} is packed` })).toBeHidden();
  }
  for (const { number } of [inCash, byUpi, refused])
    await rider.getByRole('checkbox', { name: `Choose ${number}` }).check();
  await button(rider, 'Take 3 orders').tap();
  await button(rider, 'Leave with 3 orders').click();
  await expect(button(rider, 'At the door')).toBeVisible();

  // Cash with change, at a door without a connection.
  await expect(rider.getByText(inCash.number)).toBeVisible();
  const pin = await readPin(phone, inCash);
  await expectAccessibleInBothThemes(phone);
  await expectNoOverflow(phone);
  await rider.context().setOffline(true);
  await button(rider, 'At the door').click();
  await rider.getByRole('radio', { name: '₹500' }).check();
  await expect(rider.getByText('Give ₹300 change')).toBeVisible();
  await rider.getByLabel('Delivery PIN').fill(pin);
  await button(rider, 'Delivered, ₹200 in cash').click();
  await expect(rider.getByText('No connection. 1 step not sent yet.')).toBeVisible();
  await expect(rider.getByText(byUpi.number)).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Dev brings your order' })).toBeVisible();
  await rider.context().setOffline(false);
  await expect(rider.getByText(/^No connection/)).toBeHidden();
  await expect(phone.getByRole('heading', { name: 'Dev brings your order' })).toBeHidden();

  // By UPI: the shopper scans the code, and the store confirms the payment later.
  const pinOfUpi = await readPin(phone, byUpi);
  await button(rider, 'At the door').click();
  await rider.getByRole('radio', { name: 'UPI' }).check();
  await expect(rider.getByRole('img', { name: 'QR code to pay ₹200 by UPI' })).toBeVisible();
  await expectAccessibleInBothThemes(rider);
  await expectNoOverflow(rider);
  await rider.getByLabel('Delivery PIN').fill(pinOfUpi);
  await button(rider, 'Delivered, paid by UPI').click();

  // Refused at the door, and brought back.
  await expect(rider.getByText(refused.number)).toBeVisible();
  await button(rider, 'Not delivered').tap();
  const dialog = rider.getByRole('dialog', { name: 'Why was it not delivered?' });
  await dialog.getByRole('radio', { name: 'Refused' }).check();
  await dialog.getByRole('button', { name: 'Back to the store' }).tap();
  await expect(button(rider, 'My cash: ₹200')).toBeVisible();
  await expect(rider.getByText('Back to the store', { exact: true })).toBeVisible();

  // The store confirms the UPI payment and the return, takes the cash and closes the day.
  const payments = await openPageAs(admin, '/dashboard/payments', { widthPx: 360 });
  const claimed = payments.getByRole('listitem').filter({ hasText: byUpi.number });
  await expect(claimed.getByText('Paid at the door, says Dev Rao')).toBeVisible();
  await expectAccessibleInBothThemes(payments);
  await expectNoOverflow(payments);
  await admin.call('recordPayment', { _id: byUpi.id, method: 'UPI', amount: 200, reference: '412345678901' });
  await admin.call('recordUndelivered', {
    _id: refused.id,
    attempt: 1,
    reason: 'REFUSED',
    outcome: 'RETURN',
  });
  await expect(rider.getByText('No orders to deliver')).toBeVisible();
  const handedIn = {
    riderId: dev.userId,
    requestId: 'cashOfDev',
    kind: 'HANDED_IN',
    isAll: true,
  } as const;
  await admin.call('moveRiderCash', { ...handedIn, held: 200, amount: 200 });
  await rider.reload();
  await expect(button(rider, 'My cash: ₹0')).toBeVisible();
  await button(rider, /^End shift/).tap();
  await expect(button(rider, 'Start shift')).toBeVisible();
  const { day, expected, riders } = await admin.call('getDaySheet', {});
  expect(expected).toEqual({ cash: 200, upi: 200, card: 0 });
  expect(riders).toMatchObject([
    { name: 'Dev Rao', collectedAmt: 200, handedInAmt: 200, differenceAmt: 0, heldAmt: 0 },
  ]);
  const counted = { cash: 200, upi: 200, card: null };
  await admin.call('closeDay', { day, version: 0, expected, counted, openingAmt: 0, allowEarly: true });

  // Stock, documents and orders add up.
  const stocks = await Promise.all(
    products.map(({ id }) =>
      shop.db.one<{ pieces: number }>(sql`select pieces from product_stock where product_id = ${id}`),
    ),
  );
  expect(stocks.map(({ pieces }) => pieces)).toEqual([38, 38, 40]);
  const invoice = { kind: 'invoice', total: 20_000 };
  expect(await documentsOf(shop, inCash)).toEqual([invoice]);
  expect(await documentsOf(shop, byUpi)).toEqual([invoice]);
  expect(await documentsOf(shop, refused)).toEqual([invoice, { kind: 'credit note', total: 20_000 }]);
  const orders = await shopper.call('listOrders', {});
  const stateOf = ({ id }: { id: string }) => orders.find(({ _id }) => _id === id);
  expect(stateOf(inCash)).toMatchObject({ status: 'DELIVERED' });
  expect(stateOf(byUpi)).toMatchObject({ status: 'DELIVERED', payment_status: 'PAID' });
  expect(stateOf(refused)).toMatchObject({ status: 'CANCELLED', refundedAmt: 0 });
});
