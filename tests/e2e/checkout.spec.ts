import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import type { Account, Shop } from './shop.ts';
import {
  cartControl,
  chooseAddress,
  confirmButton,
  deliveryAddress,
  expectToast,
  order,
  startSession,
  submitAddress,
} from './storefront.ts';
import { expect, test } from './test.ts';

/** Orders of an account, newest first. */
async function storedOrders({ db, userId }: Account) {
  return db.query<{ number: string; totalPaise: number; pieces: number }>(sql`
    select order_number as number, total_paise::int as "totalPaise",
      (select sum(quantity)::int from order_line where order_id = o.id) as pieces
    from customer_order o where user_id = ${userId} order by created_at desc, id desc`);
}

interface Bought {
  quantity?: number;
  fields?: Parameters<Shop['claimProduct']>[0];
}

/** Logs the shopper in, with an address and pieces of a product of their own in the cart. Returns the product. */
async function startBuying(
  page: Page,
  shop: Shop,
  shopper: Account,
  { quantity = 1, fields = {} }: Bought = {},
) {
  const product = await shop.claimProduct(fields);
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, quantity);
  await startSession(page, shopper);
  return product;
}

test('the newest address is selected before the first order, the used one after it, and an order goes to the address that the shopper selects @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await shopper.addAddress('Old Mill 1');
  await shopper.addAddress('New Tower 2');
  await shopper.addToCart(product, 1);
  await startSession(page, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('New Tower 2')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Cart' })).toHaveCount(0);
  await chooseAddress(page, /Old Mill 1/);
  await order(page, 'Cash on Delivery');
  await page.waitForURL(/\/success\?order=/);
  const [placed] = await shop.db.query<{ line: string }>(sql`
    select delivery_address->>'address_line' as line from customer_order where user_id = ${shopper.userId}`);
  expect(placed?.line).toBe('Old Mill 1');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  await shopper.addToCart(product, 1);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
});

test('the address dialog shows missing fields, and a new address becomes the selected one @everyday', async ({
  tablet: page,
  shop,
  shopper,
}) => {
  await startBuying(page, shop, shopper);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Change the delivery address' }).click();
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await dialog.getByLabel('Country').fill('  ');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText(/^Enter your /)).toHaveCount(6);
  await expect(dialog.getByLabel('Address line')).toBeFocused();
  await dialog.getByLabel('Address line').fill('9 Hill Street');
  await expect(dialog.getByText(/^Enter your /)).toHaveCount(5);
  await submitAddress(page);
  await expectToast(page, 'Address saved');
  await expect(deliveryAddress(page).getByText('12 Lake Road')).toBeVisible();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toHaveCount(0);
});

test('a changed price is shown, and the order is placed only after confirmation @everyday', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const product = await startBuying(page, shop, shopper, { quantity: 2 });
  await page.goto('/checkout');
  await expect(page.getByText('Grand total')).toBeVisible();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await shop.updateProduct(product, { pricePaise: 12_000 });
  await order(page, 'Cash on Delivery');
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  await expect(dialog.getByText('₹100 → ₹120')).toBeVisible();
  await expect(dialog.getByText('Grand total')).toBeVisible();
  await expect(dialog.getByText('₹200 → ₹240')).toBeVisible();
  expect(await storedOrders(shopper)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Grand total').locator('..').getByText('₹240')).toBeVisible();

  await shop.updateProduct(product, { pricePaise: 9_000 });
  await order(page, 'Cash on Delivery');
  await expect(dialog.getByText('₹120 → ₹90')).toBeVisible();
  await dialog.getByRole('button', { name: 'Place order · ₹180' }).click();
  await page.waitForURL(/\/success\?order=/);
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 18_000, pieces: 2 }]);
});

test('short stock is shown, and the rest is ordered only after confirmation @everyday', async ({
  errors,
  page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const [gone, short, there] = [
    await shop.claimProduct(),
    await shop.claimProduct(),
    await shop.claimProduct({ pricePaise: 2_500 }),
  ];
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(gone, 1);
  await shopper.addToCart(short, 3);
  await shopper.addToCart(there, 2);
  await startSession(page, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await shop.updateProduct(gone, { stock: 0 });
  await shop.updateProduct(short, { stock: 2 });
  await order(page, 'Cash on Delivery');
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  const change = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(change(gone.name).getByText('Out of stock')).toBeVisible();
  await expect(change(short.name).getByText('Only 2 left')).toBeVisible();
  await expect(change(there.name)).toHaveCount(0);
  expect(await storedOrders(shopper)).toEqual([]);
  await dialog.getByRole('button', { name: 'Place order · ₹250' }).click();
  await page.waitForURL(/\/success\?order=/);
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 25_000, pieces: 4 }]);
  const stocks = await shop.db.query<{ stock: number }>(sql`
    select stock from product_stock where product_id in (${gone.id}, ${short.id})`);
  expect(stocks.map(({ stock }) => stock)).toEqual([0, 0]);
});

test('the order button appears with the delivery address, on which its amount depends', async ({
  phone: page,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await startBuying(page, shop, shopper);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/address/get', async (route) => {
    await released.promise;
    await route.continue();
  });
  const others = ['**/api/settings/status', '**/api/coupon/listed', '**/api/user/store-credit'];
  const answers = Promise.all(others.map((url) => page.waitForResponse(url)));
  await page.goto('/checkout');
  await answers;
  await expect(confirmButton(page)).toBeHidden();
  released.resolve();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toHaveLength(1);
});

test('a double tap, the back button and a second purchase place exactly two orders, newest first @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const [first, second] = [await shop.claimProduct(), await shop.claimProduct()];
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(first, 2);
  await startSession(page, shopper);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await confirmButton(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 20_000, pieces: 2 }]);

  await page.goBack();
  await page.waitForURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.goto('/checkout');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);

  await page.goto(second.path);
  await cartControl(page, second).add.click();
  await expectToast(page, 'Item added');
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();

  const [newest, oldest] = await storedOrders(shopper);
  expect(newest).toMatchObject({ totalPaise: 10_000, pieces: 1 });
  await page.goto('/dashboard/myorders');
  await expect(page.getByRole('heading', { name: 'Order', exact: true })).toBeVisible();
  await expect(page.getByText(`Order No ${newest?.number}`)).toBeVisible();
  const rows = await page.getByText(/Order No ORD-/).allTextContents();
  expect(rows).toEqual([`Order No ${newest?.number}`, `Order No ${oldest?.number}`]);
  await expect(page.getByRole('group').first()).toContainText(second.name);
});

test('an order whose response was lost is found after a reload and not placed twice', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/net::ERR_CONNECTION_RESET/);
  await startBuying(page, shop, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await page.route(
    '**/api/order/cash-on-delivery',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await order(page, 'Cash on Delivery');
  await expectToast(page, 'The store cannot be reached. Please check your connection and try again.');
  expect(await storedOrders(shopper)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toHaveLength(1);
});

test('an order at a time without a database is sent again with the same key until it is placed, and the page says so', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 503/);
  await startBuying(page, shop, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/order/cash-on-delivery', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The second of them places the order, and its answer is lost.
    if (keys.length === 2) await route.fetch();
    if (keys.length > 2) return route.continue();
    const json = { success: false, error: true, code: 'UNAVAILABLE', message: 'Away' };
    return route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json });
  });
  await order(page, 'Cash on Delivery');
  await expectToast(page, 'The store is not available right now. Your order is sent again in a moment.');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible({ timeout: 20_000 });
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await storedOrders(shopper)).toHaveLength(1);
  await expect(page.getByText('Your order is sent again')).toBeHidden();
});

test('a guest at the checkout is asked to log in and returns to it @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 1);
  await page.goto('/checkout');
  await expect(page.getByText('Please Login')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByLabel('Password', { exact: true }).fill('seven mangoes');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/checkout');
  await expect(confirmButton(page)).toBeVisible();
});

test('long words in names and addresses do not make a phone page wider than the screen', async ({
  phone: page,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const product = await shop.claimProduct();
  const word = 'Kanjeevaram'.repeat(9);
  await shop.db.query(sql`update product set name = ${word} where id = ${product.id}`);
  await shopper.addAddress(word);
  await shopper.addToCart(product, 1);
  await startSession(page, shopper);
  const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const path of [product.path, '/cart', '/checkout', '/dashboard/address']) {
    await page.goto(path);
    await expect(page.getByText(word).first()).toBeAttached();
    expect({ path, widthPx: await widthPx() }).toEqual({ path, widthPx: 360 });
  }
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText(word)).toBeVisible();
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  await page.goto('/dashboard/myorders');
  await page.locator('summary').click();
  await expect(page.getByRole('heading', { name: 'Bill details' })).toBeVisible();
  expect(await widthPx()).toBe(360);
  await page.getByRole('link', { name: 'Track order' }).click();
  await expect(page.getByRole('heading', { name: 'We have your order' })).toBeVisible();
  expect(await widthPx()).toBe(360);
});

test('an order over a limit says on the page how to go on', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  await startBuying(page, shop, shopper);
  const refuse = (path: string, code: string, message: string, details = {}) =>
    page.route(`**/api/order/${path}`, (route) =>
      route.fulfill({ status: 409, json: { success: false, error: true, code, message, details } }),
    );
  const unpaid = '2 of your orders await payment. Pay or cancel one of them first.';
  const undelivered = '3 of your cash orders are not delivered yet. Verify your email address to place more.';
  await refuse('checkout', 'UNPAID_ORDER_LIMIT', unpaid);
  await refuse('cash-on-delivery', 'CASH_ORDER_LIMIT', undelivered, { needsVerification: true });
  await page.goto('/checkout');
  await order(page, 'Online Payment');
  await expect(page.getByRole('alert').getByText(unpaid)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See my orders' })).toHaveAttribute(
    'href',
    '/dashboard/myorders',
  );
  await expectAccessible(page);
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('alert').getByText(undelivered)).toBeVisible();
  await page.getByRole('link', { name: 'Verify email' }).click();
  await page.waitForURL('/dashboard/profile');
  await expect(page.getByText('This email is not verified yet.')).toBeVisible();
});

test('address, payment and total are on the first screen of a phone, and only the button orders @everyday', async ({
  phone: page,
  shop,
  shopper,
}) => {
  for (let number = 1; number <= 12; number += 1) await shopper.addAddress(`Block ${number}`);
  await shopper.addToCart(await shop.claimProduct(), 2);
  await startSession(page, shopper);
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Block 12')).toBeVisible();
  const confirm = confirmButton(page);
  const barTop = (await confirm.locator('..').boundingBox())?.y ?? 0;
  for (const part of [
    deliveryAddress(page).getByText('Block 12'),
    page.getByRole('radio', { name: 'Online Payment' }),
    page.getByRole('radio', { name: 'Cash on Delivery' }),
    page.getByText('Grand total'),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 780) + (box?.height ?? 0)).toBeLessThanOrEqual(barTop);
  }
  await expect(confirm).toBeInViewport({ ratio: 1 });
  await page.getByText('Cash on Delivery').tap();
  await expect(confirm).toHaveText('Place order · ₹200');
  await expect(page.getByText('Delivered in 10 min to Block 12. Pay ₹200 in cash.')).toBeVisible();
  await page.getByText('Online Payment').tap();
  await expect(confirm).toHaveText('Pay ₹200');
  await expectAccessible(page);
  expect(await storedOrders(shopper)).toEqual([]);

  // By keyboard: the arrow keys choose, and the list stays open until it is closed.
  const change = page.getByRole('button', { name: 'Change the delivery address' });
  await change.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /Block 12/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Block 11/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close the list of addresses' }).click();
  await expect(change).toBeFocused();
  await expect(deliveryAddress(page).getByText('Block 11')).toBeVisible();
});

test('a free cart needs no payment, and a total that changes from or to ₹0 is confirmed', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const product = await startBuying(page, shop, shopper, { fields: { discountBasisPoints: 10_000 } });
  await page.goto('/checkout');
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await expect(page.getByText('Nothing to pay.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Payment|Delivery/ })).toHaveCount(0);

  await shop.updateProduct(product, { discountBasisPoints: 0 });
  await confirmButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  await expect(dialog.getByText('Grand total').locator('..').getByText('₹0 → ₹100')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('radio', { name: 'Online Payment' }).check();
  await shop.updateProduct(product, { discountBasisPoints: 10_000 });
  await confirmButton(page).click();
  await expect(dialog.getByText('Grand total').locator('..').getByText('₹100 → ₹0')).toBeVisible();
  await dialog.getByRole('button', { name: 'Place order · ₹0' }).click();
  await page.waitForURL(/\/success\?order=/);
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 0, pieces: 1 }]);
});

test('of two tabs that order the same cart one places it, and the other one says that the cart is empty', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  await startBuying(page, shop, shopper);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/checkout');
    await tab.getByRole('radio', { name: 'Cash on Delivery' }).check();
  }
  await order(page, 'Cash on Delivery');
  await page.waitForURL(/\/success\?order=/);
  await other.bringToFront();
  await expect(other.getByText('Your cart is empty').or(confirmButton(other)).first()).toBeVisible();
  if (await confirmButton(other).isVisible())
    await confirmButton(other)
      .click({ timeout: 2000 })
      .catch(() => {});
  await expect(other.getByText('Your cart is empty')).toBeVisible();
  expect(await storedOrders(shopper)).toHaveLength(1);
});

test('addresses that cannot be read are an error with a retry at the checkout, not an empty list', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/Failed to load resource/);
  await startBuying(page, shop, shopper);
  const json = { success: false, error: true, code: 'INTERNAL', message: 'Failed' };
  await page.route('**/api/address/get', (route) => route.fulfill({ status: 500, json }));
  await page.goto('/checkout');
  const retry = deliveryAddress(page).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(deliveryAddress(page).getByRole('button', { name: 'Add address' })).toBeHidden();
  await expect(confirmButton(page)).toBeDisabled();
  await expectAccessible(page);
  await page.unroute('**/api/address/get');
  await retry.tap();
  await expect(deliveryAddress(page).getByText('Old Mill 1')).toBeVisible();
  await order(page, 'Cash on Delivery');
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
});

test('a cart that cannot be read is an error with a retry at the checkout', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/Failed to load resource/);
  await startBuying(page, shop, shopper);
  const json = { success: false, error: true, code: 'INTERNAL', message: 'Failed' };
  await page.route('**/api/cart/**', (route) => route.fulfill({ status: 500, json }));
  await page.goto('/checkout');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/cart/**');
  await retry.tap();
  await expect(confirmButton(page)).toBeEnabled();
});
