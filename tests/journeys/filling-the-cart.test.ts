import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { cartButton, controlOf, hear, takeGoods } from './goods.ts';
import type { OpenShop } from './open-shop.ts';
import { cartInBooks, enter, fillCart, openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

// A button that says it is disabled takes taps all the same, to say why.
const atTheLimit = { force: true };

test('rapid taps on a slow line end where the shopper stopped', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto(goods.path);
  const tapsAreOver = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(/\/api\/cart\/(create|update-qty|delete-cart-item)$/, async (route) => {
    requests += 1;
    await tapsAreOver.promise;
    await route.continue();
  });
  const { add, more, less, quantity } = controlOf(page, goods);
  await add.tap();
  for (let tap = 0; tap < 8; tap += 1) await more.tap();
  for (let tap = 0; tap < 4; tap += 1) await less.tap();
  await expect.poll(() => quantity.textContent()).toBe('5');
  tapsAreOver.resolve();
  await expect.poll(() => cartInBooks(shop, account)).toEqual({ [goods.id]: 5 });
  expect(requests).toBeLessThan(5);
  await page.reload();
  await expect.poll(() => quantity.textContent()).toBe('5');
  expect(complaints).toEqual([]);
});

test('a tap on ADD before the page is awake is done when it is, once, and not where it would be another', async () => {
  const goods = await takeGoods(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  let mayWake = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayWake.promise;
    await route.continue();
  });
  const { add, quantity } = controlOf(page, goods);
  const tapEarly = async (opening: Promise<unknown>) => {
    await add.tap();
    await add.tap();
    await expect.poll(() => add.getAttribute('data-tapped')).toBe('');
    mayWake.resolve();
    await opening;
    await expect.poll(() => quantity.textContent()).toBe('1');
    await expect.poll(() => page.locator('[data-tapped]').count()).toBe(0);
  };
  await tapEarly(page.goto(goods.path));
  await hear(page, 'Item added');
  // In the cart already, the button is + as soon as the page is awake.
  mayWake = Promise.withResolvers<void>();
  await tapEarly(page.reload());
  await page.goto(goods.path);
  await expect.poll(() => quantity.textContent()).toBe('1');
  expect(complaints).toEqual([]);
});

test("adding says 'Item added', and minus at 1 takes the line out and says 'Item remove'", async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto(goods.path);
  const { add, more, less } = controlOf(page, goods);
  const addAndTakeOut = async () => {
    await add.click();
    await hear(page, 'Item added');
    await more.click();
    await less.click();
    await less.click();
    await hear(page, 'Item remove');
    await add.waitFor();
    await cartButton(page, 'My Cart').waitFor();
  };
  await addAndTakeOut();
  await enter(page, account);
  await page.goto(goods.path);
  await addAndTakeOut();
  await expect.poll(() => cartInBooks(shop, account)).toEqual({});
});

test('plus stops at what is in stock, and at 50, and says why', async () => {
  const [scarce, plentiful] = [await takeGoods(shop, { stock: 3 }), await takeGoods(shop, { stock: 400 })];
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(scarce.path);
  const three = controlOf(page, scarce);
  await three.add.click();
  for (let tap = 0; tap < 2; tap += 1) await three.more.click();
  await three.more.click(atTheLimit);
  await hear(page, 'Only 3 left');
  await expect.poll(() => three.quantity.textContent()).toBe('3');

  await page.goto(plentiful.path);
  const fifty = controlOf(page, plentiful);
  await fifty.add.click();
  for (let tap = 0; tap < 49; tap += 1) await fifty.more.click();
  await fifty.more.click(atTheLimit);
  await hear(page, 'At most 50 of one item');
  await expect.poll(() => fifty.quantity.textContent()).toBe('50');
  await cartButton(page, /53 items/).waitFor();
});

test('stock that went since the page was read is named by the shop, and the cart has what is left', async () => {
  const goods = await takeGoods(shop, { stock: 10 });
  const account = await openAccount(shop);
  await fillCart(account, goods, 2);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto(goods.path);
  const { more, quantity } = controlOf(page, goods);
  await expect.poll(() => quantity.textContent()).toBe('2');
  await shop.database.db.query(sql`update product set stock = 4 where id = ${goods.id}`);
  for (let tap = 0; tap < 5; tap += 1) await more.tap(atTheLimit);
  await hear(page, 'Only 4 left');
  await expect.poll(() => quantity.textContent()).toBe('4');
  await expect.poll(() => cartInBooks(shop, account)).toEqual({ [goods.id]: 4 });
});

test('a tap that the shop could not take is shown at once and rolled back when the bad news comes', async () => {
  const goods = await takeGoods(shop);
  const account = await openAccount(shop);
  await fillCart(account, goods, 1);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await enter(page, account);
  await page.goto(goods.path);
  const { more, less, quantity } = controlOf(page, goods);
  await expect.poll(() => quantity.textContent()).toBe('1');

  const wasSeen = Promise.withResolvers<void>();
  await page.route('**/api/cart/update-qty', async (route) => {
    await wasSeen.promise;
    await route.fulfill({
      status: 500,
      json: { success: false, error: true, code: 'INTERNAL', message: 'Something went wrong on our side.' },
    });
  });
  await more.tap();
  await expect.poll(() => quantity.textContent()).toBe('2');
  await cartButton(page, /2 items/).waitFor();
  wasSeen.resolve();
  await hear(page, 'Something went wrong on our side.');
  await expect.poll(() => quantity.textContent()).toBe('1');

  await page.route('**/api/cart/delete-cart-item', (route) => route.abort('connectionreset'));
  await less.tap();
  await hear(page, 'The shop cannot be reached. Please check your connection and try again.');
  await expect.poll(() => quantity.textContent()).toBe('1');

  await page.unroute('**/api/cart/update-qty');
  await more.tap();
  await expect.poll(() => cartInBooks(shop, account)).toEqual({ [goods.id]: 2 });
});

test.each([
  { screen: 'a drawer on a desktop', widthPx: 1440 },
  { screen: 'a page on a phone', widthPx: 360 },
])('the cart is $screen, from empty to the bill to the login', async ({ widthPx }) => {
  const [discounted, plain] = [
    await takeGoods(shop, { pricePaise: 10_000, discountBasisPoints: 1000 }),
    await takeGoods(shop, { pricePaise: 5_550 }),
  ];
  const { page, complaints } = await entrance.admit(shop.url, { widthPx });
  await page.goto('/search');
  await cartButton(page, 'My Cart').click();
  const cart = widthPx === 360 ? page.getByRole('main') : page.getByRole('dialog', { name: 'Cart' });
  if (widthPx === 360) await page.waitForURL('/cart');
  await cart.getByText('Your cart is empty').waitFor();
  await expect.poll(() => cart.locator('svg[viewBox="0 0 200 150"]').count()).toBe(1);
  await cart.getByRole('link', { name: 'Shop Now' }).click();
  await page.waitForURL('/');

  await page.goto(discounted.path);
  await controlOf(page, discounted).add.click();
  await controlOf(page, discounted).more.click();
  await page.goto(plain.path);
  await controlOf(page, plain).add.click();
  await cartButton(page, /3 items/).click();

  await cart.getByRole('heading', { name: 'Cart' }).first().waitFor();
  await cart.getByText('Your total savings ₹20').waitFor();
  const bill = cart.locator('dl');
  const line = (term: string) =>
    bill
      .locator('div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .getByRole('definition');
  await expect.poll(() => line('Items total').locator('s').textContent()).toBe('₹255.50');
  await expect.poll(() => line('Items total').textContent()).toBe('₹255.50₹235.50');
  await expect.poll(() => line('Quantity total').textContent()).toBe('3 item');
  await expect.poll(() => line('Delivery Charge').textContent()).toBe('Free');
  await expect.poll(() => line('Grand total').textContent()).toBe('₹235.50');

  await cart.getByRole('button', { name: 'Proceed' }).click();
  await hear(page, 'Please Login');
  await page.waitForURL('/login');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('the drawer stays open when a page that was still on its way arrives, and the way back closes it', async () => {
  const goods = await takeGoods(shop);
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  await controlOf(page, goods).add.click();
  await cartButton(page, /1 item/).waitFor();
  const arrival = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  await cartButton(page, /1 item/).click();
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await drawer.waitFor();
  expect(new URL(page.url()).pathname).toBe(goods.path);
  arrival.resolve();
  await page.waitForURL((url) => url.pathname !== goods.path);
  await page.locator('main [aria-current="page"]').waitFor();
  await expect.poll(() => drawer.isVisible()).toBe(true);

  await page.goBack();
  await page.waitForURL((url) => url.pathname === goods.path);
  await drawer.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});
