import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import type { Account } from './shop.ts';
import { cartControl, expectToast, login, submitAddress } from './storefront.ts';
import { expect, test } from './test.ts';

/** Orders of an account, newest first. */
async function storedOrders({ db, userId }: Account) {
  return db.query<{ number: string; totalPaise: number; pieces: number }>(sql`
    select order_number as number, total_paise::int as "totalPaise",
      (select sum(quantity)::int from order_line where order_id = o.id) as pieces
    from customer_order o where user_id = ${userId} order by created_at desc, id desc`);
}

test('the default address is selected, and the order goes to the address that the shopper selects', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await shopper.addAddress('Old Mill 1');
  await shopper.addAddress('New Tower 2');
  await shopper.addToCart(product, 1);
  await login(page, shopper);
  await page.goto('/checkout');
  const [oldMill, newTower] = [
    page.getByRole('radio', { name: /Old Mill 1/ }),
    page.getByRole('radio', { name: /New Tower 2/ }),
  ];
  await expect(newTower).toBeVisible();
  await expect(newTower).toBeChecked();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(page.getByRole('navigation', { name: 'Cart' })).toHaveCount(0);
  await oldMill.check();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await page.waitForURL('/success');
  const [order] = await shop.db.query<{ line: string }>(sql`
    select delivery_address->>'address_line' as line from customer_order where user_id = ${shopper.userId}`);
  expect(order?.line).toBe('Old Mill 1');
  // The text came with the navigation state; the cached page does not contain it.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
});

test('the address dialog shows missing fields, and a new address becomes the selected one', async ({
  tablet: page,
  shop,
  shopper,
}) => {
  const product = await shop.claimProduct();
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 1);
  await login(page, shopper);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await dialog.getByLabel('Country').fill('  ');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText(/^Enter your /)).toHaveCount(6);
  await expect(dialog.getByLabel('Address Line')).toBeFocused();
  await dialog.getByLabel('Address Line').fill('9 Hill Street');
  await expect(dialog.getByText(/^Enter your /)).toHaveCount(5);
  await submitAddress(page);
  await expectToast(page, 'Address saved');
  const added = page.getByRole('radio', { name: /12 Lake Road/ });
  await expect(added).toBeVisible();
  await expect(added).toBeChecked();
});

test('an order without an address is not placed', async ({ phone: page, shop, shopper, errors }) => {
  errors.allow(/Failed to load resource/);
  const product = await shop.claimProduct();
  await shopper.addToCart(product, 1);
  await login(page, shopper);
  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: 'Add address' })).toBeVisible();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await expectToast(page, 'Please add an address first');
  expect(await storedOrders(shopper)).toEqual([]);
});

test('a changed price is shown, and the order is placed only after confirmation', async ({
  errors,
  phone: page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 409/);
  const product = await shop.claimProduct();
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 2);
  await login(page, shopper);
  await page.goto('/checkout');
  await expect(page.getByText('Grand total')).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await shop.updateProduct(product, { pricePaise: 12_000 });
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  await expect(dialog.getByText('₹100 → ₹120')).toBeVisible();
  expect(await storedOrders(shopper)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Grand total').locator('..').getByText('₹240')).toBeVisible();

  await shop.updateProduct(product, { pricePaise: 9_000 });
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await expect(dialog.getByText('₹120 → ₹90')).toBeVisible();
  await dialog.getByRole('button', { name: 'Order for ₹180' }).click();
  await page.waitForURL('/success');
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 18_000, pieces: 2 }]);
});

test('short stock is shown, and the rest is ordered only after confirmation', async ({
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
  await login(page, shopper);
  await page.goto('/checkout');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await shop.updateProduct(gone, { stock: 0 });
  await shop.updateProduct(short, { stock: 2 });
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  const change = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(change(gone.name).getByText('Out of stock')).toBeVisible();
  await expect(change(short.name).getByText('Only 2 left')).toBeVisible();
  await expect(change(there.name)).toHaveCount(0);
  expect(await storedOrders(shopper)).toEqual([]);
  await dialog.getByRole('button', { name: 'Order for ₹250' }).click();
  await page.waitForURL('/success');
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 25_000, pieces: 4 }]);
  const stocks = await shop.db.query<{ stock: number }>(sql`
    select stock from product_stock where product_id in (${gone.id}, ${short.id})`);
  expect(stocks.map(({ stock }) => stock)).toEqual([0, 0]);
});

test('the order buttons are disabled until the delivery address has loaded', async ({
  phone: page,
  shop,
  shopper,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 1);
  await login(page, shopper);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/address/get', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/checkout');
  const card = page.getByRole('button', { name: 'Online Payment' });
  const cash = page.getByRole('button', { name: 'Cash on Delivery' });
  await expect(card).toBeDisabled();
  await expect(cash).toBeDisabled();
  released.resolve();
  await expect(page.getByRole('radio', { name: /Old Mill 1/ })).toBeVisible();
  await cash.click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toHaveLength(1);
});

test('a double tap, the back button and a second purchase place exactly two orders, newest first', async ({
  phone: page,
  shop,
  shopper,
}) => {
  const [first, second] = [await shop.claimProduct(), await shop.claimProduct()];
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(first, 2);
  await login(page, shopper);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cash on Delivery' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toMatchObject([{ totalPaise: 20_000, pieces: 2 }]);

  await page.goBack();
  await page.waitForURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.goto('/checkout');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cash on Delivery' })).toHaveCount(0);

  await page.goto(second.path);
  await cartControl(page, second).add.click();
  await expectToast(page, 'Item added');
  await page.goto('/checkout');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();

  const [newest, oldest] = await storedOrders(shopper);
  expect(newest).toMatchObject({ totalPaise: 10_000, pieces: 1 });
  await page.getByRole('link', { name: 'My orders' }).click();
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
  const product = await shop.claimProduct();
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(product, 1);
  await login(page, shopper);
  await page.goto('/checkout');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.route(
    '**/api/order/cash-on-delivery',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await expectToast(page, 'The shop cannot be reached. Please check your connection and try again.');
  expect(await storedOrders(shopper)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order Successfully' })).toBeVisible();
  expect(await storedOrders(shopper)).toHaveLength(1);
});

test('a guest at the checkout is asked to log in and returns to it', async ({
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
  await expect(page.getByRole('button', { name: 'Cash on Delivery' })).toBeVisible();
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
  await login(page, shopper);
  const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const path of [product.path, '/cart', '/checkout', '/dashboard/address']) {
    await page.goto(path);
    await expect(page.getByText(word).first()).toBeAttached();
    expect({ path, widthPx: await widthPx() }).toEqual({ path, widthPx: 360 });
  }
  await page.goto('/checkout');
  await expect(page.getByRole('radio', { name: word })).toBeVisible();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
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
  await shopper.addAddress('Old Mill 1');
  await shopper.addToCart(await shop.claimProduct(), 1);
  await login(page, shopper);
  const refuse = (path: string, code: string, message: string, details = {}) =>
    page.route(`**/api/order/${path}`, (route) =>
      route.fulfill({ status: 409, json: { success: false, error: true, code, message, details } }),
    );
  const unpaid = '2 of your orders await payment. Pay or cancel one of them first.';
  const undelivered = '3 of your cash orders are not delivered yet. Verify your email address to place more.';
  await refuse('checkout', 'UNPAID_ORDER_LIMIT', unpaid);
  await refuse('cash-on-delivery', 'CASH_ORDER_LIMIT', undelivered, { needsVerification: true });
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Online Payment' }).click();
  await expect(page.getByRole('alert').getByText(unpaid)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See my orders' })).toHaveAttribute(
    'href',
    '/dashboard/myorders',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await expect(page.getByRole('alert').getByText(undelivered)).toBeVisible();
  await page.getByRole('link', { name: 'Verify email' }).click();
  await page.waitForURL('/dashboard/profile');
  await expect(page.getByText('This email is not verified yet.')).toBeVisible();
});
