import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { stockOf } from '#tests/fixtures/seed.ts';
import { expectAccessible, tabTo } from './accessibility.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { confirmButton, deliveryAddress, order, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

const sandboxPage = /\/pay\/sandbox\//;
const cards = { pays: /4242 4242 4242 4242/, isDeclined: /4000 0000 0000 0002/, hasNoFunds: /9995/ };

interface StoredOrder {
  id: string;
  number: string;
  status: string;
  payment: string;
}

/** Orders of an account, newest first. */
function storedOrders({ db, userId }: Account): Promise<StoredOrder[]> {
  return db.query<StoredOrder>(sql`
    select id, order_number as number, status, payment_status as payment
    from customer_order where user_id = ${userId} order by created_at desc, id desc`);
}

/** Logs in with two pieces of a product in the cart and opens the checkout. */
async function openCheckout(page: Page, shop: Shop, shopper: Account): Promise<TestProduct> {
  const product = await shop.claimProduct();
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 2);
  await startSession(page, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  return product;
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay ₹200' });

/** Goes from the checkout to the payment page. */
async function beginPayment(page: Page): Promise<void> {
  await order(page, 'Online Payment');
  await page.waitForURL(sandboxPage);
  await expect(payButton(page)).toBeVisible();
}

async function payWith(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('button', { name: card }).click();
  await payButton(page).click();
}

/** Expects the payment page with its summary open, without a link that leads away. */
async function expectProduct(page: Page, { name }: TestProduct): Promise<void> {
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
}

/** Pays with two clicks and waits for the success page. */
async function payTwice(page: Page): Promise<void> {
  await page.getByRole('button', { name: cards.pays }).click();
  await payButton(page).dblclick();
  await page.waitForURL(/\/success\?order=/);
  await expect(page.getByRole('heading', { name: 'Payment Successfully' })).toBeVisible();
  await expect(page.getByText(/is placed/)).toBeVisible();
  await expectAccessible(page);
}

test('a card pays for the cart once, however often the button is tapped @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const product = await openCheckout(page, shop, shopper);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Online Payment' }).check();
  await confirmButton(page).dblclick();
  await page.waitForURL(sandboxPage);
  await expect(page.getByText('Test payment: use a test card')).toBeVisible();
  await page.getByText('2 items').click();
  await expectProduct(page, product);
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PENDING_PAYMENT', payment: 'PENDING' }]);
  expect(await stockOf(shop.db, product.id)).toBe(38);
  await payTwice(page);
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
  expect(await shopper.cart()).toEqual({});

  await page.reload();
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Test payment', { exact: true })).toBeVisible();
});

test('a declined card shows the reason, and another card pays @everyday', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 402/);
  await openCheckout(page, shop, shopper);
  await beginPayment(page);
  await payWith(page, cards.isDeclined);
  await expect(
    page.getByRole('alert').getByText('Your card was declined. Please try another one.'),
  ).toBeVisible();
  await expectAccessible(page);
  await payWith(page, cards.hasNoFunds);
  await expect(page.getByRole('alert').getByText(/insufficient funds/)).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PENDING_PAYMENT' }]);
  await payWith(page, cards.pays);
  await expect(page.getByRole('heading', { name: 'Payment Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
});

test('card errors are shown at the fields, and the payment works by keyboard', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 400/);
  await openCheckout(page, shop, shopper);
  await beginPayment(page);
  await payButton(page).click();
  await expect(page.getByText('Enter 16 digits.')).toBeVisible();
  const number = page.getByLabel('Card number');
  await expect(number).toBeFocused();
  await page.keyboard.type('4242424242424241');
  await expect(number).toHaveValue('4242 4242 4242 4241');
  await tabTo(page, page.getByLabel('Valid until'));
  await page.keyboard.type('120');
  await tabTo(page, page.getByLabel('Security code'));
  await page.keyboard.type('12x3');
  await tabTo(page, page.getByLabel('Name on the card'));
  await page.keyboard.type('Ravi Menon');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter month and year, such as 12/34.')).toBeVisible();
  await expect(page.getByLabel('Valid until')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1234');
  await expect(page.getByLabel('Valid until')).toHaveValue('12/34');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Use one of the test cards/)).toBeVisible();
  await expect(number).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4242 4242 4242 4242');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
});

test('a cancelled payment restores the cart, and the order can be tried again @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const product = await openCheckout(page, shop, shopper);
  await beginPayment(page);
  expect(await shopper.cart()).toEqual({});
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.waitForURL(/\/cancel\?order=/);
  await expect(page.getByText('Your products are back in your cart')).toBeVisible();
  await expectAccessible(page);
  expect(await shopper.cart()).toEqual({ [product.id]: 2 });
  expect(await stockOf(shop.db, product.id)).toBe(40);

  // A reload does not restore the cart twice.
  await page.reload();
  await expect(page.getByText('Your products are back in your cart')).toBeVisible();
  expect(await shopper.cart()).toEqual({ [product.id]: 2 });
  await page.getByRole('link', { name: 'Back to cart' }).click();
  await page.waitForURL('/cart');
  await expect(page.getByRole('main').getByText('2 item').first()).toBeVisible();

  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await beginPayment(page);
  await payWith(page, cards.pays);
  await expect(page.getByRole('heading', { name: 'Payment Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([
    { status: 'PLACED', payment: 'PAID' },
    { status: 'CANCELLED', payment: 'FAILED' },
  ]);
});

test('after the back button the shopper can resume the payment or restore the cart', async ({
  phone: page,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const product = await openCheckout(page, shop, shopper);
  await beginPayment(page);
  await page.goBack();
  await page.waitForURL('/checkout');
  await expect(page.getByRole('heading', { name: 'Payment pending' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(payButton(page)).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Cancel and restore cart' }).click();
  await expect(confirmButton(page)).toBeVisible();
  expect(await shopper.cart()).toEqual({ [product.id]: 2 });
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'CANCELLED', payment: 'FAILED' }]);
});

test('an order whose payment tab was closed can be paid from My Orders and from its page', async ({
  phone: page,
  shop,
  shopper,
}) => {
  await openCheckout(page, shop, shopper);
  await beginPayment(page);
  await page.close();
  const later = await page.context().newPage();
  await later.goto('/dashboard/myorders');
  await expect(later.getByText('Payment pending')).toBeVisible();
  await expect(later.getByRole('link', { name: 'Pay now' })).toBeVisible();
  await expectAccessible(later);
  const [order] = await storedOrders(shopper);
  await later.goto(`/orders/${order?.id}`);
  await later.getByRole('link', { name: 'Pay now' }).click();
  await later.waitForURL(sandboxPage);
  await payWith(later, cards.pays);
  await expect(later.getByRole('heading', { name: 'Payment Successfully' })).toBeVisible();
  await later.goto(`/cancel?order=${order?.id}`);
  await expect(later.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
});

test('an expired payment shows a message and restores the cart', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const product = await openCheckout(page, shop, shopper);
  await beginPayment(page);
  const [order] = await storedOrders(shopper);
  await shop.db.query(sql`
    update customer_order set expires_at = now() - interval '1 second' where id = ${order?.id ?? ''}`);
  await shop.db.query(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where key = ${`expire-order-${order?.id}`}`);
  await payWith(page, cards.pays);
  await expect(page.getByRole('heading', { name: 'This payment has expired' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the store' }).click();
  await expect(page.getByText('Your products are back in your cart')).toBeVisible();
  await expect.poll(() => shopper.cart()).toEqual({ [product.id]: 2 });
  expect(await stockOf(shop.db, product.id)).toBe(40);
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'CANCELLED', payment: 'FAILED' }]);
});

test('an unknown payment shows a message', async ({ errors, phone: page }) => {
  errors.allow(/status of 404/);
  await page.goto('/pay/sandbox/sandbox_0123456789');
  await expect(page.getByText('Payment not found')).toBeVisible();
  await expectAccessible(page);
});

test('a checkout whose response was lost is found again, not started twice, and paid on a desktop', async ({
  errors,
  page,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_CONNECTION_RESET/);
  const product = await openCheckout(page, shop, shopper);
  await expectAccessible(page);
  await page.route(
    '**/api/order/checkout',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  // The cart is empty by now, so the page repeats the request with the same Idempotency-Key.
  await order(page, 'Online Payment');
  await page.waitForURL(sandboxPage);
  await expect(payButton(page)).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PENDING_PAYMENT' }]);
  await expectProduct(page, product);
  await payTwice(page);
  expect(await storedOrders(shopper)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
});
