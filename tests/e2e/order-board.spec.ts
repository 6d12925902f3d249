import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { payTooMuch } from '#tests/fixtures/seed.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoOverflow,
  shiftOf,
  tabTo,
  watchShifts,
} from './accessibility.ts';
import { countLines } from './dashboard.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'order-board' });

interface PlacedOrder {
  id: string;
  number: string;
  products: TestProduct[];
  shopper: Account;
}

/** A new shopper orders two pieces each of some products. */
async function placeOrder(shop: Shop, lines = 1, mobile = '9876543210'): Promise<PlacedOrder> {
  const shopper = await shop.createShopper();
  await shopper.addAddress('12 Lake Road', mobile);
  const products: TestProduct[] = [];
  for (let line = 0; line < lines; line += 1) products.push(await shop.claimProduct());
  const { _id, orderId } = await shopper.placeOrder(products, 2);
  return { id: _id, number: orderId, products, shopper };
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Orders' });
const rowOf = (page: Page, { number }: PlacedOrder) =>
  listOf(page).getByRole('listitem').filter({ hasText: number });
const openerOf = (page: Page, order: PlacedOrder) => rowOf(page, order).getByRole('button').first();
const tabOf = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Orders by state' }).getByRole('button', { name: label });
const drawerOf = (page: Page, { number }: PlacedOrder) =>
  page.getByRole('dialog', { name: number, exact: true });
const lineOf = (drawer: Locator, { name }: TestProduct) =>
  drawer.getByRole('checkbox', { name: `× ${name},` });

const isFocusInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('dialog') !== null);

async function statusOf({ id, shopper }: PlacedOrder): Promise<string | undefined> {
  const [row] = await shopper.db.query<{ status: string }>(sql`
    select status from customer_order where id = ${id}`);
  return row?.status;
}

test('nothing on the board moves when 32 open orders arrive', async ({ openPageAs, shop, admin }) => {
  await placeOrder(shop);
  const page = await openPageAs(admin, '/');
  const opened = Promise.withResolvers<void>();
  await page.route(/\/api\/order\/board\?/, async (route) => {
    await opened.promise;
    const response = await route.fetch();
    const { data, ...others } = await response.json();
    const copies = Array.from({ length: 32 }, (_, index) => ({ ...data[0], _id: `copy${index}` }));
    await route.fulfill({ response, json: { ...others, data: copies } });
  });
  await watchShifts(page);
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  opened.resolve();
  await expect(listOf(page).getByRole('listitem')).toHaveCount(32);
  await expect(page.getByText('Keyboard shortcuts')).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.02);
});

test('a new order appears for two admins, who pack, hand over and deliver it in step @everyday', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const one = await openPageAs(admin, '/dashboard/orders');
  const other = await openPageAs(await shop.createAdmin(), '/dashboard/orders', { widthPx: 768 });
  const order = await placeOrder(shop, 2);
  for (const page of [one, other]) {
    await expect(openerOf(page, order)).toBeVisible();
    await expect(page.getByText(`New order ${order.number} by Ravi Menon`).first()).toBeVisible();
    await expect(page).toHaveTitle(/^\(\d+\) Orders$/);
  }
  await rowOf(one, order)
    .getByRole('button', { name: `Start packing ${order.number}` })
    .click();
  await expectToast(one, `${order.number} being packed`);
  await expect(rowOf(other, order).getByText('Packing', { exact: true })).toBeVisible();

  await openerOf(one, order).click();
  await openerOf(other, order).click();
  const [drawer, otherDrawer] = [drawerOf(one, order), drawerOf(other, order)];
  await expect(drawer.getByText('Collect ₹400 in cash')).toBeVisible();
  await expect
    .poll(() => drawer.getByRole('link', { name: '9876543210' }).getAttribute('href'))
    .toBe('tel:9876543210');
  for (const each of order.products) {
    await lineOf(drawer, each).check();
    await expect(lineOf(otherDrawer, each)).toBeChecked();
  }
  await expect(otherDrawer.getByText('2 of 2 picked')).toBeVisible();
  await expectAccessible(one);
  await otherDrawer.getByRole('button', { name: 'Hand over' }).click();
  await drawer.getByRole('button', { name: 'Delivered' }).click();
  await one.getByRole('button', { name: 'Received', exact: true }).click();
  await expect.poll(() => statusOf(order)).toBe('DELIVERED');
  await expect(otherDrawer.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expect(otherDrawer.getByText('Paid in cash · ₹400')).toBeVisible();
  await expect(otherDrawer.getByText(/^Recorded by /)).toBeVisible();
  await one.keyboard.press('Escape');
  await expect(rowOf(one, order)).toBeHidden();
  await tabOf(one, 'Delivered').click();
  await expect(rowOf(one, order).getByText('on time')).toBeVisible();
});

test('a step that another admin has overtaken is rejected, and the board shows the present status', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/net::ERR_FAILED|status of 409/);
  const order = await placeOrder(shop);
  const page = await openPageAs(admin, '/dashboard/orders');
  await expect(openerOf(page, order)).toBeVisible();
  // The page gets no news until it sends its own change.
  await page.route('**/api/order/{events,board,board-order}*', (route) => route.abort());
  await page.route('**/api/order/change-status', async (route) => {
    await admin.call('changeOrders', { ids: [order.id], to: 'CANCELLED', reason: 'Not in stock' });
    await page.unroute('**/api/order/{events,board,board-order}*');
    await route.continue();
  });
  await rowOf(page, order)
    .getByRole('button', { name: `Start packing ${order.number}` })
    .click();
  await expect(page.getByText(`${order.number}: This order is already cancelled.`).first()).toBeVisible();
  await expect(rowOf(page, order)).toBeHidden();
  expect(await statusOf(order)).toBe('CANCELLED');
});

test('an item that cannot be picked is removed from the order and its total @everyday', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  const order = await placeOrder(shop, 2);
  const page = await openPageAs(admin, `/dashboard/orders?order=${order.id}`);
  const drawer = drawerOf(page, order);
  const [missing, present] = order.products;
  if (missing === undefined || present === undefined) throw new Error('Nothing was ordered.');
  await drawer.getByRole('button', { name: `Mark ${missing.name} as unavailable` }).click();
  const confirmation = page.getByRole('dialog', { name: 'Mark as unavailable' });
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Damaged' }).click();
  await confirmation.getByRole('button', { name: 'Mark as unavailable' }).press('Enter');
  await expect(confirmation).toBeHidden();
  // The button is removed with its line; the focus stays in the drawer.
  await expect.poll(() => isFocusInDialog(page)).toBe(true);
  await expect(drawer.getByText('Collect ₹200 in cash')).toBeVisible();
  await expect(drawer.getByText('Unavailable', { exact: true })).toBeVisible();
  await expect(lineOf(drawer, missing)).toHaveCount(0);
  errors.allow(/status of 409/);
  await drawer.getByRole('button', { name: `Mark ${present.name} as unavailable` }).click();
  await confirmation.getByRole('button', { name: 'Mark as unavailable' }).click();
  await expect(
    confirmation.getByText('This is the last line of the order. Cancel the order instead.'),
  ).toBeVisible();
});

test('a pick that is not yet stored counts for the next step, by mouse and by keyboard', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await placeOrder(shop, 2);
  const page = await openPageAs(admin, `/dashboard/orders?order=${order.id}`);
  const drawer = drawerOf(page, order);
  await drawer.getByRole('button', { name: 'Start packing', exact: true }).click();
  await expect(drawer.getByRole('button', { name: 'Hand over' })).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/order/pick-line', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await drawer.getByRole('checkbox').first().check();
  await expect(drawer.getByText('1 of 2 picked')).toBeVisible();
  const confirmation = page.getByRole('dialog', { name: 'Some products are not picked' });
  await drawer.getByRole('button', { name: 'Hand over' }).click();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('o');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await drawer.getByRole('checkbox').last().check();
  // All items are picked: no confirmation, and the picks are stored before the handover.
  await page.keyboard.press('o');
  await expect(
    drawer.getByRole('button', { name: 'Hand over' }).and(page.locator('[aria-disabled]')),
  ).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  expect(await statusOf(order)).toBe('PACKING');
  gate.resolve();
  await expect(drawer.getByRole('button', { name: 'Delivered' })).toBeVisible();
  expect(await statusOf(order)).toBe('OUT_FOR_DELIVERY');
  const [bag] = await shop.db.query(sql`
    select count(*) filter (where picked_at is not null)::int as picked from order_line where order_id = ${order.id}`);
  expect(bag?.picked).toBe(2);
});

test('orders are searched, selected and moved through all steps by keyboard @everyday', async ({
  openPageAs,
  shop,
  admin,
}) => {
  await shop.db.query(sql`truncate customer_order cascade`);
  const [first, second, third] = [await placeOrder(shop), await placeOrder(shop), await placeOrder(shop)];
  const page = await openPageAs(admin, '/dashboard/orders');
  await expect(openerOf(page, third)).toBeVisible();
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  // A shortcut without a focused order changes nothing.
  await press('p');
  await expectToast(page, 'No order is focused. Press j to go to the first one.');
  expect(await statusOf(first)).toBe('PLACED');
  await press('j');
  await expect(openerOf(page, first)).toBeFocused();
  await press('j', 'j', 'k');
  await expect(openerOf(page, second)).toBeFocused();
  await press('p');
  await expect(rowOf(page, second).getByText('Packing', { exact: true })).toBeVisible();
  // The status of a row changes before its change is answered, and until then a key changes nothing.
  await expectToast(page, `${second.number} being packed`);
  expect(await statusOf(second)).toBe('PACKING');
  await press('o');
  const unpicked = page.getByRole('dialog', { name: 'Some products are not picked' });
  await expect(unpicked.getByText(`1 product of ${second.number} is not picked yet.`)).toBeVisible();
  await unpicked.getByRole('button', { name: 'Hand over' }).press('Enter');
  await expect.poll(() => statusOf(second)).toBe('OUT_FOR_DELIVERY');
  await expect(rowOf(page, second).getByText('On the way', { exact: true })).toBeVisible();
  await expectToast(page, `${second.number} out for delivery`);
  // The dialog gives the focus back when it has closed.
  await expect(openerOf(page, second)).toBeFocused();
  await press('d');
  await page.getByRole('button', { name: 'Received', exact: true }).press('Enter');
  await expect(rowOf(page, second)).toBeHidden();
  await expect(openerOf(page, third)).toBeFocused();
  // A step that is not the next one is rejected.
  await press('d');
  await expect(page.getByText(`Not available for ${third.number} (New)`).first()).toBeVisible();

  await press('x', 'k', 'x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(listOf(page)).toBeFocused();
  await press('j', 'x', 'j', 'x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await press('p');
  await expectToast(page, '2 orders being packed');
  await press('c');
  const confirmation = page.getByRole('dialog', { name: 'Cancel 2 orders' });
  await expect(confirmation).toBeVisible();
  // Shortcuts are off in a dialog.
  await expect(confirmation.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await press('p', 'o', 'd');
  await confirmation.getByRole('textbox', { name: 'Reason' }).fill('');
  await press('Enter');
  await expect(confirmation.getByText('Enter a reason')).toBeVisible();
  await confirmation.getByRole('textbox', { name: 'Reason' }).fill('The van broke down');
  await confirmation.getByRole('textbox', { name: 'Message to the shopper' }).fill('Sorry, we are late.');
  await press('Enter');
  await expect.poll(() => statusOf(first)).toBe('CANCELLED');
  await expect.poll(() => statusOf(third)).toBe('CANCELLED');
  await expect(page.getByText('All done')).toBeVisible();
  const stored = await shop.db.query(sql`
    select reason, internal_reason from order_history where order_id = ${first.id} and status = 'CANCELLED'`);
  expect(stored).toEqual([{ reason: 'Sorry, we are late.', internal_reason: 'The van broke down' }]);

  await press('/');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await expect(search).toBeFocused();
  await page.keyboard.type(second.number.slice(-6).toLowerCase());
  await expect(page.getByRole('button', { name: 'Search all orders' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Search all orders' }));
  await press('Enter');
  await expect(openerOf(page, second)).toBeVisible();
  await press('j', 'Enter');
  await expect(drawerOf(page, second).getByText('History')).toBeVisible();
  await press('Escape');
  await expect(openerOf(page, second)).toBeFocused();

  // When an open order leaves the list, the focus goes to the order that takes its place.
  const [fourth, fifth] = [await placeOrder(shop), await placeOrder(shop)];
  await page.goto('/dashboard/orders?tab=new');
  await expect(openerOf(page, fifth)).toBeVisible();
  await press('j', 'Enter');
  await expect(drawerOf(page, fourth).getByText('History')).toBeVisible();
  await press('p');
  await expectToast(page, `${fourth.number} being packed`);
  await expect(rowOf(page, fourth)).toBeHidden();
  await press('Escape');
  await expect(openerOf(page, fifth)).toBeFocused();
});

test('a refund that failed is shown on the dashboard and marked as refunded once', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await placeOrder(shop);
  await payTooMuch(shop.db, order.id, 5050);
  const page = await openPageAs(admin, '/dashboard/orders');
  await page.goto('/dashboard');
  await expect(page.getByText('Refunds due: ₹50.50')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(rowOf(page, order).getByText('₹50.50 refund due')).toBeVisible();
  await openerOf(page, order).click();
  const drawer = drawerOf(page, order);
  await drawer.getByRole('button', { name: 'Mark as refunded…' }).click();
  const confirmation = page.getByRole('dialog', { name: '₹50.50 refund' });
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Mark as refunded' }).click();
  await expect(confirmation.getByText('Enter how it was refunded')).toBeVisible();
  await expect(confirmation.getByText('Choose how the money was paid.')).toBeVisible();
  await confirmation.getByRole('radio', { name: 'Cash' }).check();
  await expect(confirmation.getByRole('textbox')).toHaveValue('In cash');
  await confirmation.getByRole('radio', { name: 'UPI' }).check();
  await confirmation.getByRole('button', { name: 'Mark as refunded' }).press('Enter');
  await expect(confirmation).toBeHidden();
  await expect(drawer.getByText('₹50.50 refunded: UPI')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Mark as refunded…' })).toHaveCount(0);
  await expect.poll(() => isFocusInDialog(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByText('All refunds have been paid.')).toBeVisible();
});

test('an order is found by the name and mobile number of the shopper @everyday', async ({
  openPageAs,
  shop,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const order = await placeOrder(shop, 1, '9000011122');
  await shop.db.query(sql`update account set name = 'Zubin Wadia' where id = ${order.shopper.userId}`);
  const page = await openPageAs(admin, '/dashboard/orders?q=zubin');
  await expect(openerOf(page, order)).toBeVisible();
  await expect(listOf(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('90000 11122');
  await page.waitForURL(/q=90000/);
  await expect(openerOf(page, order)).toBeVisible();
});

test('the sound of new orders can be muted, stays muted and needs a user gesture', async ({
  openPageAs,
  shop,
  admin,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const page = await openPageAs(admin, '/dashboard/orders');
  const rings = () => page.evaluate(() => Reflect.get(window, 'rings'));
  await page.addInitScript(() => {
    Reflect.set(window, 'rings', 0);
    // Commands of the test runner count as a user gesture; here only clicks do.
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
  await expect(page.getByRole('button', { name: 'Sound for new orders is on' })).toBeVisible();
  await expect(tabOf(page, 'Open').getByText('–')).toBeHidden();
  const early = await placeOrder(shop);
  await expect(openerOf(page, early)).toBeVisible();
  expect(await rings()).toBe(0);
  await tabOf(page, 'New').click();
  const heard = await placeOrder(shop);
  await expect(openerOf(page, heard)).toBeVisible();
  await expect.poll(rings).toBe(2);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Sound for new orders is off' })).toBeVisible();
  const muted = await placeOrder(shop);
  await expect(openerOf(page, muted)).toBeVisible();
  expect(await rings()).toBe(2);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sound for new orders is off' })).toBeVisible();
});

test('the board fits each width without accessibility errors, light and dark', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await placeOrder(shop, 3);
  for (const widthPx of [360, 768, 1440]) {
    const page = await openPageAs(admin, '/dashboard/orders', { widthPx });
    await rowOf(page, order).getByRole('checkbox').check();
    expect(await countLines(page.getByRole('navigation', { name: 'Orders by state' }))).toBe(1);
    // Hidden on a touch screen.
    if (widthPx >= 768) await page.getByText('Keyboard shortcuts').click();
    await expectNoOverflow(page);
    await expectAccessibleInBothThemes(page);
    await openerOf(page, order).click();
    await expect(drawerOf(page, order).getByText('History')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    // The last tab opened by its URL is scrolled into view.
    await page.goto('/dashboard/orders?tab=all');
    await expect(openerOf(page, order)).toBeVisible();
    await expect.poll(() => rightEdgeOf(tabOf(page, 'All'))).toBeLessThanOrEqual(widthPx);
  }
});

async function rightEdgeOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.x + box.width;
}

test('an order that is refused at the door comes back to the store, and its shopper reads why', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await placeOrder(shop, 2);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await admin.call('changeOrders', { ids: [order.id], to, allowUnpicked: true });
  const shopper = await openPageAs(order.shopper, `/orders/${order.id}`);
  const page = await openPageAs(admin, `/dashboard/orders?order=${order.id}`, { widthPx: 360 });
  const dialog = page.getByRole('dialog', { name: 'could not be delivered' });
  const record = async (button: string) => {
    await drawerOf(page, order).getByRole('button', { name: 'Could not deliver…' }).click();
    if (button === 'Record') return dialog.getByRole('button', { name: button }).click();
    await dialog.getByRole('radio', { name: 'Refused' }).check();
    await dialog.getByRole('radio', { name: 'Back to the store' }).check();
    await dialog.getByRole('checkbox', { name: order.products[0]?.name ?? '' }).check();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await dialog.getByRole('button', { name: button }).click();
  };
  await record('Record');
  await expect(shopper.getByText('No one was there to take your order. We will try again.')).toBeVisible();
  await record('Back to the store');
  await expectToast(page, `${order.number} is back at the store`);
  await expect(
    shopper.getByText('Your order was refused at the door. It is back at our store.'),
  ).toBeVisible();
  expect(await statusOf(order)).toBe('CANCELLED');
  const stocks = await shop.db.query<{ stock: number }>(sql`
    select s.stock from order_line l join product_stock s using (product_id) where l.order_id = ${order.id} order by position`);
  expect(stocks).toEqual([{ stock: 38 }, { stock: 40 }]);
});
