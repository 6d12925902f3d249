import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, cartInBooks, enter, fillCart, openAccount, saveAddressOf } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

const sandboxPage = /\/pay\/sandbox\//;
const cards = { pays: /4242 4242 4242 4242/, isDeclined: /4000 0000 0000 0002/, hasNoFunds: /9995/ };

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

interface ExpectedOrder {
  id: string;
  number: string;
  status: string;
  payment: string;
}

/** The orders that the shop's books have of an account, newest first. */
function ordersInBooks({ userId }: Account): Promise<ExpectedOrder[]> {
  return shop.database.db.query<ExpectedOrder>(sql`
    select id, order_number as number, status, payment_status as payment
    from customer_order where user_id = ${userId} order by created_at desc, id desc`);
}

async function stockOf({ id }: { id: string }): Promise<number | undefined> {
  const [row] = await shop.database.db.query<{ stock: number }>(
    sql`select stock from product where id = ${id}`,
  );
  return row?.stock;
}

/** Somebody at the checkout with two pieces of something in the cart. */
async function atCheckout(widthPx = 360) {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, goods, 2);
  const visitor = await entrance.admit(shop.url, { widthPx });
  await enter(visitor.page, account);
  await visitor.page.goto('/checkout');
  await visitor.page.getByRole('radio').first().waitFor();
  return { ...visitor, goods, account };
}

const onlinePayment = (page: Page) => page.getByRole('button', { name: 'Online Payment' });
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay ₹200' });

/** Goes from the checkout to the page of the payment. */
async function beginPayment(page: Page): Promise<void> {
  await onlinePayment(page).click();
  await page.waitForURL(sandboxPage);
  await payButton(page).waitFor();
}

async function payWith(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('button', { name: card }).click();
  await payButton(page).click();
}

test.each([360, 1440])(
  'at %i px a card pays for the cart: once, however often it is tapped',
  async (widthPx) => {
    const { page, complaints, account, goods } = await atCheckout(widthPx);
    expect(await axeViolations(page)).toEqual([]);
    await onlinePayment(page).dblclick();
    await page.waitForURL(sandboxPage);
    await page.getByText('Test payment: use a test card').waitFor();
    if (widthPx < 768) await page.getByText('2 items').click();
    await page.getByText(goods.name).waitFor();
    await expect.poll(() => page.getByRole('banner').getByRole('link').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await ordersInBooks(account)).toMatchObject([{ status: 'PENDING_PAYMENT', payment: 'PENDING' }]);
    expect(await stockOf(goods)).toBe(38);

    await page.getByRole('button', { name: cards.pays }).click();
    await payButton(page).dblclick();
    await page.waitForURL(/\/success\?order=/);
    await page.getByRole('heading', { name: 'Payment Successfully' }).waitFor();
    await page.getByText(/is placed/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await ordersInBooks(account)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
    expect(await cartInBooks(shop, account)).toEqual({});

    await page.reload();
    await page.getByRole('link', { name: 'Track your order' }).click();
    await page.waitForURL(/\/orders\//);
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  },
);

test('a card that is declined is said in place, and another one pays', async () => {
  const { page, account } = await atCheckout();
  await beginPayment(page);
  await payWith(page, cards.isDeclined);
  await page.getByRole('alert').getByText('Your card was declined. Please try another one.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await payWith(page, cards.hasNoFunds);
  await page
    .getByRole('alert')
    .getByText(/insufficient funds/)
    .waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'PENDING_PAYMENT' }]);
  await payWith(page, cards.pays);
  await page.getByRole('heading', { name: 'Payment Successfully' }).waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
});

test('what is wrong about a card is said at its field, and the keyboard alone pays', async () => {
  const { page, account } = await atCheckout();
  await beginPayment(page);
  await payButton(page).click();
  await page.getByText('Enter 16 digits.').waitFor();
  const number = page.getByLabel('Card number');
  await expect.poll(() => hasFocus(number)).toBe(true);
  await page.keyboard.type('4242424242424241');
  await expect.poll(() => number.inputValue()).toBe('4242 4242 4242 4241');
  await tabTo(page, page.getByLabel('Valid until'));
  await page.keyboard.type('120');
  await tabTo(page, page.getByLabel('Security code'));
  await page.keyboard.type('12x3');
  await tabTo(page, page.getByLabel('Name on the card'));
  await page.keyboard.type('Ravi Menon');
  await page.keyboard.press('Enter');
  await page.getByText('Enter month and year, such as 12/34.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1234');
  await expect.poll(() => page.getByLabel('Valid until').inputValue()).toBe('12/34');
  await page.keyboard.press('Enter');
  await page.getByText(/Please use one of the test cards/).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4242 4242 4242 4242');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payment Successfully' }).waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
});

test('a payment that is given up leaves the cart as it was, and can be tried again', async () => {
  const { page, complaints, account, goods } = await atCheckout();
  await beginPayment(page);
  expect(await cartInBooks(shop, account)).toEqual({});
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.waitForURL(/\/cancel\?order=/);
  await page.getByText('Your items are back in your cart').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await cartInBooks(shop, account)).toEqual({ [goods.id]: 2 });
  expect(await stockOf(goods)).toBe(40);

  // The address again, by a reload: nothing is given back twice.
  await page.reload();
  await page.getByText('Your items are back in your cart').waitFor();
  expect(await cartInBooks(shop, account)).toEqual({ [goods.id]: 2 });
  await page.getByRole('link', { name: 'Back to cart' }).click();
  await page.waitForURL('/cart');
  await page.getByRole('main').getByText('2 item').first().waitFor();

  await page.goto('/checkout');
  await page.getByRole('radio').first().waitFor();
  await beginPayment(page);
  await payWith(page, cards.pays);
  await page.getByRole('heading', { name: 'Payment Successfully' }).waitFor();
  expect(await ordersInBooks(account)).toMatchObject([
    { status: 'PLACED', payment: 'PAID' },
    { status: 'CANCELLED', payment: 'FAILED' },
  ]);
  expect(complaints).toEqual([]);
});

test('whoever comes back by the back button goes on paying, or has the items again', async () => {
  const { page, account, goods } = await atCheckout();
  await beginPayment(page);
  await page.goBack();
  await page.waitForURL('/checkout');
  await page.getByRole('heading', { name: 'Payment pending' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await payButton(page).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Cancel and restore cart' }).click();
  await onlinePayment(page).waitFor();
  expect(await cartInBooks(shop, account)).toEqual({ [goods.id]: 2 });
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'CANCELLED', payment: 'FAILED' }]);
});

test('a tab that was closed is no loss: the order can be paid from My Orders and from its page', async () => {
  const { page, openTab, complaints, account } = await atCheckout();
  await beginPayment(page);
  await page.close();
  const later = await openTab();
  await later.goto('/dashboard/myorders');
  await later.getByText('Payment pending').waitFor();
  await later.getByRole('link', { name: 'Pay now' }).waitFor();
  expect(await axeViolations(later)).toEqual([]);
  const [order] = await ordersInBooks(account);
  await later.goto(`/orders/${order?.id}`);
  await later.getByRole('link', { name: 'Pay now' }).click();
  await later.waitForURL(sandboxPage);
  await payWith(later, cards.pays);
  await later.getByRole('heading', { name: 'Payment Successfully' }).waitFor();
  await later.goto(`/cancel?order=${order?.id}`);
  await later.getByRole('heading', { name: 'This order is paid' }).waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'PLACED', payment: 'PAID' }]);
  expect(complaints).toEqual([]);
});

test('a payment whose time is over says so, and the items are in the cart again', async () => {
  const { page, account, goods } = await atCheckout();
  await beginPayment(page);
  const [order] = await ordersInBooks(account);
  await shop.database.db.query(sql`
    update customer_order set expires_at = now() - interval '1 second' where id = ${order?.id ?? ''}`);
  await shop.database.db.query(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where key = ${`expire-order-${order?.id}`}`);
  await payWith(page, cards.pays);
  await page.getByRole('heading', { name: 'This payment has expired' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.getByText('Your items are back in your cart').waitFor();
  await expect.poll(() => cartInBooks(shop, account)).toEqual({ [goods.id]: 2 });
  expect(await stockOf(goods)).toBe(40);
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'CANCELLED', payment: 'FAILED' }]);
});

test('an address of no payment says so', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/pay/sandbox/sandbox_0123456789');
  await page.getByText('Payment not found').waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

test('an order whose answer got lost on the way to the payment is found again, not held twice', async () => {
  const { page, account } = await atCheckout();
  await page.route(
    '**/api/order/checkout',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  // The cart turns out to be empty, so the page asks again under the same key by itself.
  await onlinePayment(page).click();
  await page.waitForURL(sandboxPage);
  await payButton(page).waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'PENDING_PAYMENT' }]);
});

test('an admin takes an order from new to delivered while the page of the shopper follows', async () => {
  const { page, complaints, account } = await atCheckout();
  const admin = await openAccount(shop);
  await shop.database.db.query(sql`update account set role = 'ADMIN' where id = ${admin.userId}`);
  const staff = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(staff.page, admin);
  await staff.page.goto('/dashboard/orders');
  await staff.page.getByRole('heading', { name: 'Orders' }).waitFor();

  await beginPayment(page);
  await payWith(page, cards.pays);
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.waitForURL(/\/orders\//);
  const [order] = await ordersInBooks(account);
  const stop = (name: string) => page.locator('[aria-current="step"]').filter({ hasText: name });
  await stop('Placed').waitFor();

  const step = (label: string) => staff.page.getByRole('button', { name: `${label} ${order?.number}` });
  await step('Pack').click();
  await stop('Packing').waitFor();
  await step('Hand over').click();
  await stop('Out for delivery').waitFor();
  await step('Delivered').click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Delivered' })
    .getByText(/[ap]m$/)
    .waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ status: 'DELIVERED', payment: 'PAID' }]);
  expect(complaints).toEqual([]);
  expect(staff.complaints).toEqual([]);
});
