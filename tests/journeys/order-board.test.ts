import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { type Goods, hear, takeGoods } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { type Account, enter, fillCart, openAccount, saveAddressOf } from './shopper.ts';
import type { Entrance, Visitor } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

interface Admin extends Visitor {
  account: Account;
}

async function openAdmin(path = '/dashboard/orders', widthPx = 1440, isDark = false): Promise<Admin> {
  const account = await openAccount(shop);
  await shop.database.db.query(sql`update account set role = 'ADMIN' where id = ${account.userId}`);
  const visitor = await entrance.admit(shop.url, { widthPx, isDark });
  await enter(visitor.page, account);
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  return { ...visitor, account };
}

interface Placed {
  id: string;
  number: string;
  goods: Goods[];
  shopper: Account;
}

/** Somebody orders a piece of each at the till of the API; `mobile` tells them from others. */
async function placeOrder(lines = 1, mobile = '9876543210'): Promise<Placed> {
  const shopper = await openAccount(shop);
  await saveAddressOf(shopper, '12 Lake Road');
  await shop.database.db.query(sql`
    update address set mobile = ${mobile} where user_id = ${shopper.userId}`);
  const goods: Goods[] = [];
  for (let line = 0; line < lines; line += 1) goods.push(await takeGoods(shop));
  for (const each of goods) await fillCart(shopper, each, 2);
  const [address] = await shopper.call('listAddresses', {});
  const order = await shopper.call('placeCashOrder', {
    list_items: goods.map(({ id }) => ({ productId: id, quantity: 2 })),
    addressId: address?._id ?? '',
    subTotalAmt: 200 * lines,
    totalAmt: 200 * lines,
  });
  return { id: order._id, number: order.orderId, goods, shopper };
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Orders' });
const rowOf = (page: Page, { number }: Placed) =>
  listOf(page).getByRole('listitem').filter({ hasText: number });
const openerOf = (page: Page, order: Placed) => rowOf(page, order).getByRole('button').first();
const tabOf = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Orders by state' }).getByRole('button', { name: label });
const drawerOf = (page: Page, { number }: Placed) => page.getByRole('dialog', { name: number, exact: true });
const lineOf = (drawer: Locator, { name }: Goods) => drawer.getByRole('checkbox', { name: `× ${name},` });

const isFocusInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('dialog') !== null);

async function stateOf({ id }: Placed): Promise<string | undefined> {
  const [row] = await shop.database.db.query<{ status: string }>(sql`
    select status from customer_order where id = ${id}`);
  return row?.status;
}

test('a new order appears by itself at two admins, and is packed, handed over and delivered before their eyes', async () => {
  const one = await openAdmin();
  const other = await openAdmin('/dashboard/orders', 768);
  const order = await placeOrder(2);
  for (const { page } of [one, other]) {
    await openerOf(page, order).waitFor();
    await page.getByText(`New order ${order.number} by Ravi Menon`).first().waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Orders$/);
  }
  await rowOf(one.page, order)
    .getByRole('button', { name: `Pack ${order.number}` })
    .click();
  await hear(one.page, `${order.number} being packed`);
  await rowOf(other.page, order).getByText('Packing', { exact: true }).waitFor();

  await openerOf(one.page, order).click();
  await openerOf(other.page, order).click();
  const [mine, theirs] = [drawerOf(one.page, order), drawerOf(other.page, order)];
  await mine.getByText('Collect ₹400 in cash').waitFor();
  await expect
    .poll(() => mine.getByRole('link', { name: '9876543210' }).getAttribute('href'))
    .toBe('tel:9876543210');
  for (const each of order.goods) {
    await lineOf(mine, each).check();
    await expect.poll(() => lineOf(theirs, each).isChecked()).toBe(true);
  }
  await theirs.getByText('2 of 2 picked').waitFor();
  expect(await axeViolations(one.page)).toEqual([]);
  await theirs.getByRole('button', { name: 'Hand over' }).click();
  await mine.getByRole('button', { name: 'Delivered' }).click();
  await expect.poll(() => stateOf(order)).toBe('DELIVERED');
  await theirs.getByText('Delivered', { exact: true }).first().waitFor();
  await one.page.keyboard.press('Escape');
  await rowOf(one.page, order).waitFor({ state: 'hidden' });
  await tabOf(one.page, 'Delivered').click();
  await rowOf(one.page, order).getByText('on time').waitFor();
  expect([...one.complaints, ...other.complaints]).toEqual([]);
});

test('who comes second reads where the order is, and sees it so', async () => {
  const order = await placeOrder();
  const { page, account } = await openAdmin();
  await openerOf(page, order).waitFor();
  // The page hears of nothing meanwhile, as on a bad line.
  await page.route('**/api/order/{events,board,board-order}*', (route) => route.abort());
  await page.route('**/api/order/change-status', async (route) => {
    await account.call('changeOrders', { ids: [order.id], to: 'CANCELLED', reason: 'Not in stock' });
    await page.unroute('**/api/order/{events,board,board-order}*');
    await route.continue();
  });
  await rowOf(page, order)
    .getByRole('button', { name: `Pack ${order.number}` })
    .click();
  await page.getByText(`${order.number}: This order is cancelled already.`).first().waitFor();
  await rowOf(page, order).waitFor({ state: 'hidden' });
  expect(await stateOf(order)).toBe('CANCELLED');
});

test('a line that cannot be picked leaves the order and its bill', async () => {
  const order = await placeOrder(2);
  const { page, complaints } = await openAdmin(`/dashboard/orders?order=${order.id}`);
  const drawer = drawerOf(page, order);
  const [gone, kept] = order.goods;
  if (gone === undefined || kept === undefined) throw new Error('Nothing was ordered.');
  await drawer.getByRole('button', { name: `Mark ${gone.name} as unavailable` }).click();
  const question = page.getByRole('dialog', { name: 'Mark as unavailable' });
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Damaged' }).click();
  await question.getByRole('button', { name: 'Mark as unavailable' }).press('Enter');
  await question.waitFor({ state: 'hidden' });
  // The button that asked is gone with its line; the keyboard stays with the order.
  await expect.poll(() => isFocusInDialog(page)).toBe(true);
  await drawer.getByText('Collect ₹200 in cash').waitFor();
  await drawer.getByText('Unavailable', { exact: true }).waitFor();
  await expect.poll(() => lineOf(drawer, gone).count()).toBe(0);
  expect(complaints).toEqual([]);
  await drawer.getByRole('button', { name: `Mark ${kept.name} as unavailable` }).click();
  await question.getByRole('button', { name: 'Mark as unavailable' }).click();
  await question.getByText('This is the last line of the order. Please cancel the order instead.').waitFor();
});

test('a bag that is half full is not handed over by accident', async () => {
  const order = await placeOrder(2);
  const { page } = await openAdmin(`/dashboard/orders?order=${order.id}`);
  const drawer = drawerOf(page, order);
  await drawer.getByRole('button', { name: 'Pack', exact: true }).click();
  await drawer.getByRole('checkbox').first().check();
  await drawer.getByText('1 of 2 picked').waitFor();
  await drawer.getByRole('button', { name: 'Hand over' }).click();
  const question = page.getByRole('dialog', { name: 'Some items are not picked' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await stateOf(order)).toBe('PACKING');
  await drawer.getByRole('button', { name: 'Hand over' }).click();
  await question.getByRole('button', { name: 'Hand over' }).click();
  await expect.poll(() => stateOf(order)).toBe('OUT_FOR_DELIVERY');
});

test('a tick that the shop has not answered yet counts at the next step, by hand and by key', async () => {
  const order = await placeOrder(2);
  const { page, complaints } = await openAdmin(`/dashboard/orders?order=${order.id}`);
  const drawer = drawerOf(page, order);
  await drawer.getByRole('button', { name: 'Pack', exact: true }).click();
  await drawer.getByRole('button', { name: 'Hand over' }).waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/order/pick-line', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await drawer.getByRole('checkbox').first().check();
  const question = page.getByRole('dialog', { name: 'Some items are not picked' });
  await drawer.getByRole('button', { name: 'Hand over' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('o');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await drawer.getByRole('checkbox').last().check();
  // All lines are ticked: nothing to ask, and the ticks are there before the order leaves.
  await page.keyboard.press('o');
  await drawer.getByRole('button', { name: 'Hand over' }).and(page.locator('[aria-disabled]')).waitFor();
  await expect.poll(() => question.count()).toBe(0);
  expect(await stateOf(order)).toBe('PACKING');
  gate.resolve();
  await drawer.getByRole('button', { name: 'Delivered' }).waitFor();
  expect(await stateOf(order)).toBe('OUT_FOR_DELIVERY');
  const [bag] = await shop.database.db.query(sql`
    select count(*) filter (where picked_at is not null)::int as picked from order_line where order_id = ${order.id}`);
  expect(bag?.picked).toBe(2);
  expect(complaints).toEqual([]);
});

test('by keyboard alone orders are found, packed, handed over, delivered and cancelled, several at once', async () => {
  await shop.database.db.query(sql`delete from customer_order`);
  const [first, second, third] = [await placeOrder(), await placeOrder(), await placeOrder()];
  const { page, complaints } = await openAdmin();
  await openerOf(page, third).waitFor();
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  // Letters that are meant for nothing on the board take no order anywhere.
  await press('p');
  await hear(page, 'No order is focused. Press j to go to the first one.');
  expect(await stateOf(first)).toBe('PLACED');
  await press('j');
  await expect.poll(() => hasFocus(openerOf(page, first))).toBe(true);
  await press('j', 'j', 'k');
  await expect.poll(() => hasFocus(openerOf(page, second))).toBe(true);
  await press('p');
  await rowOf(page, second).getByText('Packing', { exact: true }).waitFor();
  expect(await stateOf(second)).toBe('PACKING');
  await press('o');
  await expect.poll(() => stateOf(second)).toBe('OUT_FOR_DELIVERY');
  await rowOf(page, second).getByText('On the way', { exact: true }).waitFor();
  await press('d');
  await rowOf(page, second).waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(openerOf(page, third))).toBe(true);
  // A step that does not come next is said and not done.
  await press('d');
  await page.getByText(`Not available for ${third.number} (New)`).first().waitFor();

  await press('x', 'k', 'x');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect.poll(() => hasFocus(listOf(page))).toBe(true);
  await press('j', 'x', 'j', 'x');
  await page.getByText('2 selected').waitFor();
  await press('p');
  await hear(page, '2 orders being packed');
  await press('c');
  const question = page.getByRole('dialog', { name: 'Cancel 2 orders' });
  await question.waitFor();
  // Inside a question letters are letters.
  await expect.poll(() => hasFocus(question.getByRole('textbox', { name: 'Reason' }))).toBe(true);
  await press('p', 'o', 'd');
  await question.getByRole('textbox', { name: 'Reason' }).fill('');
  await press('Enter');
  await question.getByText('Enter a reason').waitFor();
  await question.getByRole('textbox', { name: 'Reason' }).fill('The van broke down');
  await press('Enter');
  await expect.poll(() => stateOf(first)).toBe('CANCELLED');
  await expect.poll(() => stateOf(third)).toBe('CANCELLED');
  await page.getByText('All done').waitFor();

  await press('/');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await expect.poll(() => hasFocus(search)).toBe(true);
  await page.keyboard.type(second.number.slice(-6).toLowerCase());
  await page.getByRole('button', { name: 'Search all orders' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Search all orders' }));
  await press('Enter');
  await openerOf(page, second).waitFor();
  await press('j', 'Enter');
  await drawerOf(page, second).getByText('History').waitFor();
  await press('Escape');
  await expect.poll(() => hasFocus(openerOf(page, second))).toBe(true);

  // An order that leaves the list while it is looked at leaves the keyboard with the one that takes its place.
  const [fourth, fifth] = [await placeOrder(), await placeOrder()];
  await page.goto('/dashboard/orders?tab=new');
  await openerOf(page, fifth).waitFor();
  await press('j', 'Enter');
  await drawerOf(page, fourth).getByText('History').waitFor();
  await press('p');
  await hear(page, `${fourth.number} being packed`);
  await rowOf(page, fourth).waitFor({ state: 'hidden' });
  await press('Escape');
  await expect.poll(() => hasFocus(openerOf(page, fifth))).toBe(true);
  expect(complaints).toEqual([]);
});

test('money that a card did not take is seen on the home, given back by hand, and noted once', async () => {
  const order = await placeOrder();
  await shop.database.db.query(sql`
    update customer_order set paid_paise = total_paise + 5050 where id = ${order.id}`);
  const { page, complaints } = await openAdmin();
  await page.goto('/dashboard');
  await page.getByText('Refunds due: ₹50.50').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'View order' }).click();
  await rowOf(page, order).getByText('₹50.50 refund due').waitFor();
  await openerOf(page, order).click();
  const drawer = drawerOf(page, order);
  await drawer.getByRole('button', { name: 'Mark as refunded…' }).click();
  const question = page.getByRole('dialog', { name: '₹50.50 refund' });
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Mark as refunded' }).click();
  await question.getByText('Enter how it was refunded').waitFor();
  await question.getByRole('button', { name: 'UPI' }).click();
  await question.getByRole('button', { name: 'Mark as refunded' }).press('Enter');
  await question.waitFor({ state: 'hidden' });
  await drawer.getByText('₹50.50 given back: UPI').waitFor();
  await expect.poll(() => drawer.getByRole('button', { name: 'Mark as refunded…' }).count()).toBe(0);
  await expect.poll(() => isFocusInDialog(page)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByText('All refunds have been paid.').waitFor();
  expect(complaints).toEqual([]);
});

test('an order is found by the name and the mobile number of its shopper', async () => {
  const order = await placeOrder(1, '9000011122');
  await shop.database.db.query(
    sql`update account set name = 'Zubin Wadia' where id = ${order.shopper.userId}`,
  );
  const { page } = await openAdmin('/dashboard/orders?q=zubin');
  await openerOf(page, order).waitFor();
  await expect.poll(() => listOf(page).getByRole('listitem').count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('90000 11122');
  await page.waitForURL(/q=90000/);
  await openerOf(page, order).waitFor();
});

test('the sound can be muted, is remembered, and is never heard before somebody touched the page', async () => {
  const { page } = await openAdmin();
  const rings = () => page.evaluate(() => Reflect.get(window, 'rings'));
  await page.addInitScript(() => {
    Reflect.set(window, 'rings', 0);
    // What drives the browser counts as a touch; only a real one shall.
    const activation = { hasBeenActive: false };
    Object.defineProperty(navigator, 'userActivation', { value: activation });
    window.addEventListener('pointerdown', () => Object.assign(activation, { hasBeenActive: true }), true);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...given) {
      Reflect.set(window, 'rings', Reflect.get(window, 'rings') + 1);
      return start.apply(this, given);
    };
  });
  await page.reload();
  await page.getByRole('button', { name: 'Sound for new orders is on' }).waitFor();
  await tabOf(page, 'Open').getByText('–').waitFor({ state: 'hidden' });
  const early = await placeOrder();
  await openerOf(page, early).waitFor();
  expect(await rings()).toBe(0);
  await tabOf(page, 'New').click();
  const heard = await placeOrder();
  await openerOf(page, heard).waitFor();
  await expect.poll(rings).toBe(2);
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Sound for new orders is off' }).waitFor();
  const muted = await placeOrder();
  await openerOf(page, muted).waitFor();
  expect(await rings()).toBe(2);
  await page.reload();
  await page.getByRole('button', { name: 'Sound for new orders is off' }).waitFor();
});

test.each([360, 768, 1440])('at %i px nothing is cut off, and axe finds nothing', async (widthPx) => {
  const order = await placeOrder(3);
  for (const isDark of [false, true]) {
    const { page, complaints } = await openAdmin('/dashboard/orders', widthPx, isDark);
    await openerOf(page, order).waitFor();
    await rowOf(page, order).getByRole('checkbox').check();
    await page.getByText('Keyboard shortcuts').click();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await openerOf(page, order).click();
    await drawerOf(page, order).getByText('History').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The last tab, by an address: what is looked at is seen, however long the bar.
    await page.goto('/dashboard/orders?tab=all');
    await openerOf(page, order).waitFor();
    await expect.poll(() => rightEdgeOf(tabOf(page, 'All'))).toBeLessThanOrEqual(widthPx);
    expect(complaints).toEqual([]);
  }
});

async function rightEdgeOf(thing: Locator): Promise<number> {
  const box = await thing.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.x + box.width;
}
