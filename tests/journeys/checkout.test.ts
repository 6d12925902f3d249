import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { changeGoods, controlOf, hear, takeGoods } from './goods.ts';
import { hasFocus } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, enter, fillCart, openAccount, saveAddressOf } from './shopper.ts';
import { type Entrance, saveAddress } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

/** The orders that the shop's books have of an account, newest first. */
async function ordersInBooks({ userId }: Account) {
  return shop.database.db.query<{ number: string; totalPaise: number; pieces: number }>(sql`
    select order_number as number, total_paise::int as "totalPaise",
      (select sum(quantity)::int from order_line where order_id = o.id) as pieces
    from customer_order o where user_id = ${userId} order by created_at desc, id desc`);
}

test('the first address is chosen until the shopper says otherwise, and the order goes where the shopper said', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await saveAddressOf(account, 'New Tower 2');
  await fillCart(account, goods, 1);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/checkout');
  const [oldMill, newTower] = [
    page.getByRole('radio', { name: /Old Mill 1/ }),
    page.getByRole('radio', { name: /New Tower 2/ }),
  ];
  await newTower.waitFor();
  await expect.poll(() => newTower.isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('radio').first().isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('navigation', { name: 'Cart' }).count()).toBe(0);
  await oldMill.check();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await page.waitForURL('/success');
  const [order] = await shop.database.db.query<{ line: string }>(sql`
    select delivery_address->>'address_line' as line from customer_order where user_id = ${account.userId}`);
  expect(order?.line).toBe('Old Mill 1');
  // The text came along with the navigation, and the page as it is kept knows nothing of it.
  await page.reload();
  await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the address dialog says what is missing, and a new address is the chosen one', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, goods, 1);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 768 });
  await enter(page, account);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await dialog.getByLabel('Country').fill('  ');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => dialog.getByText(/^Enter your /).count()).toBe(6);
  await expect.poll(() => hasFocus(dialog.getByLabel('Address Line'))).toBe(true);
  await dialog.getByLabel('Address Line').fill('9 Hill Street');
  await expect.poll(() => dialog.getByText(/^Enter your /).count()).toBe(5);
  await saveAddress(page);
  await hear(page, 'Address saved');
  const added = page.getByRole('radio', { name: /12 Lake Road/ });
  await added.waitFor();
  await expect.poll(() => added.isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('without an address nothing is ordered', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await fillCart(account, goods, 1);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Add address' }).waitFor();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await hear(page, 'Please add an address first');
  expect(await ordersInBooks(account)).toEqual([]);
});

test('a price that changed since the cart was looked at is shown, and ordered only after a yes', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, goods, 2);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/checkout');
  await page.getByText('Grand total').waitFor();
  await page.getByRole('radio').first().waitFor();
  await changeGoods(shop, goods, { pricePaise: 12_000 });
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  await dialog.getByText('₹100 → ₹120').waitFor();
  expect(await ordersInBooks(account)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Grand total').locator('..').getByText('₹240').waitFor();

  await changeGoods(shop, goods, { pricePaise: 9_000 });
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await dialog.getByText('₹120 → ₹90').waitFor();
  await dialog.getByRole('button', { name: 'Order for ₹180' }).click();
  await page.waitForURL('/success');
  expect(await ordersInBooks(account)).toMatchObject([{ totalPaise: 18_000, pieces: 2 }]);
});

test('stock that went since the cart was looked at is shown, and the rest is ordered after a yes', async () => {
  const [gone, short, there] = [
    await takeGoods(shop),
    await takeGoods(shop),
    await takeGoods(shop, { pricePaise: 2_500 }),
  ];
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, gone, 1);
  await fillCart(account, short, 3);
  await fillCart(account, there, 2);
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await enter(page, account);
  await page.goto('/checkout');
  await page.getByRole('radio').first().waitFor();
  await changeGoods(shop, gone, { stock: 0 });
  await changeGoods(shop, short, { stock: 2 });
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your order has changed' });
  const change = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await change(gone.name).getByText('Out of stock').waitFor();
  await change(short.name).getByText('Only 2 left').waitFor();
  await expect.poll(() => change(there.name).count()).toBe(0);
  expect(await ordersInBooks(account)).toEqual([]);
  await dialog.getByRole('button', { name: 'Order for ₹250' }).click();
  await page.waitForURL('/success');
  expect(await ordersInBooks(account)).toMatchObject([{ totalPaise: 25_000, pieces: 4 }]);
  const stocks = await shop.database.db.query<{ stock: number }>(sql`
    select stock from product where id in (${gone.id}, ${short.id})`);
  expect(stocks.map(({ stock }) => stock)).toEqual([0, 0]);
});

test('nothing can be ordered before the address is seen to which it would go', async () => {
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, await takeGoods(shop), 1);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  const mayBeRead = Promise.withResolvers<void>();
  await page.route('**/api/address/get', async (route) => {
    await mayBeRead.promise;
    await route.continue();
  });
  await page.goto('/checkout');
  const [card, cash] = ['Online Payment', 'Cash on Delivery'].map((name) =>
    page.getByRole('button', { name }),
  );
  await expect.poll(() => card?.isDisabled()).toBe(true);
  await expect.poll(() => cash?.isDisabled()).toBe(true);
  mayBeRead.resolve();
  await page.getByRole('radio', { name: /Old Mill 1/ }).waitFor();
  await cash?.click();
  await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();
  expect(await ordersInBooks(account)).toHaveLength(1);
});

test('a double tap on Cash on Delivery, the back button and a second errand make exactly two orders, newest first', async () => {
  const [first, second] = [await takeGoods(shop), await takeGoods(shop)];
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, first, 2);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('radio').first().waitFor();
  await page.getByRole('button', { name: 'Cash on Delivery' }).dblclick();
  await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();
  expect(await ordersInBooks(account)).toMatchObject([{ totalPaise: 20_000, pieces: 2 }]);

  await page.goBack();
  await page.waitForURL('/cart');
  await page.getByText('Your cart is empty').waitFor();
  await page.goto('/checkout');
  await page.getByText('Your cart is empty').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cash on Delivery' }).count()).toBe(0);

  await page.goto(second.path);
  await controlOf(page, second).add.click();
  await hear(page, 'Item added');
  await page.goto('/checkout');
  await page.getByRole('radio').first().waitFor();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();

  const [newest, oldest] = await ordersInBooks(account);
  expect(newest).toMatchObject({ totalPaise: 10_000, pieces: 1 });
  await page.getByRole('link', { name: 'My orders' }).click();
  await page.getByRole('heading', { name: 'Order', exact: true }).waitFor();
  await page.getByText(`Order No ${newest?.number}`).waitFor();
  const rows = await page.getByText(/Order No ORD-/).allTextContents();
  expect(rows).toEqual([`Order No ${newest?.number}`, `Order No ${oldest?.number}`]);
  await expect.poll(() => page.getByRole('group').first().textContent()).toContain(second.name);
  expect(complaints).toEqual([]);
});

test('an order whose answer got lost on the way is found again, not placed twice', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await saveAddressOf(account, 'Old Mill 1');
  await fillCart(account, goods, 1);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto('/checkout');
  await page.getByRole('radio').first().waitFor();
  await page.route(
    '**/api/order/cash-on-delivery',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await hear(page, 'The shop cannot be reached. Please check your connection and try again.');
  expect(await ordersInBooks(account)).toHaveLength(1);
  await page.reload();
  await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();
  expect(await ordersInBooks(account)).toHaveLength(1);
});

test('a guest at the checkout is asked to log in and comes back to it', async () => {
  const account = await openAccount(shop);
  const goods = await takeGoods(shop);
  await fillCart(account, goods, 1);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/checkout');
  await page.getByText('Please Login').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('seven mangoes');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/checkout');
  await page.getByRole('button', { name: 'Cash on Delivery' }).waitFor();
  expect(complaints).toEqual([]);
});

test('no name and no address, however long its words, makes a page of a phone wider than the phone', async () => {
  const goods = await takeGoods(shop);
  const word = 'Kanjeevaram'.repeat(9);
  await shop.database.db.query(sql`update product set name = ${word} where id = ${goods.id}`);
  const account = await openAccount(shop);
  await saveAddressOf(account, word);
  await fillCart(account, goods, 1);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const path of [goods.path, '/cart', '/checkout', '/dashboard/address']) {
    await page.goto(path);
    await page.getByText(word).first().waitFor({ state: 'attached' });
    expect({ path, widthPx: await widthPx() }).toEqual({ path, widthPx: 360 });
  }
  await page.goto('/checkout');
  await page.getByRole('radio', { name: word }).waitFor();
  await page.getByRole('button', { name: 'Cash on Delivery' }).click();
  await page.getByRole('heading', { name: 'Order Successfully' }).waitFor();
  await page.goto('/dashboard/myorders');
  await page.locator('summary').click();
  await page.getByRole('heading', { name: 'Bill details' }).waitFor();
  expect(await widthPx()).toBe(360);
  await page.getByRole('link', { name: 'Track order' }).click();
  await page.getByRole('heading', { name: 'We have your order' }).waitFor();
  expect(await widthPx()).toBe(360);
});
