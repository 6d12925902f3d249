import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from './accessibility.ts';
import type { Account, Shop } from './shop.ts';
import { expectToast } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'board-phone' });

const phone = { widthPx: 360, heightPx: 740 };

interface SentOrder {
  id: string;
  number: string;
}

/** An order of ₹200 that is on its way, to be paid in cash or, if the store takes it, by UPI. */
async function sendOrder(shop: Shop, admin: Account, isUpi = false): Promise<SentOrder> {
  const shopper = await shop.createShopper();
  const product = await shop.claimProduct();
  if (isUpi) {
    await shopper.addToCart(product, 2);
    const { _id: addressId } = await shopper.addAddress('12 Lake Road');
    const list_items = [{ productId: product.id, quantity: 2 }];
    await shopper.call('placeUpiOrder', { list_items, addressId, subTotalAmt: 200, totalAmt: 200 });
  } else await shopper.placeOrder([product], 2);
  const [{ _id = '', orderId = '' } = {}] = await shopper.call('listOrders', {});
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'] as const)
    await admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  return { id: _id, number: orderId };
}

const rowOf = (page: Page, { number }: SentOrder) =>
  page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: number });
const buttonOf = (page: Page, label: string, { number }: SentOrder) =>
  page.getByRole('button', { name: `${label} ${number}`, exact: true });
const received = (page: Page) => page.getByRole('dialog', { name: 'Received ₹200?' });

/**
 * What an order has led to: its status, what was received in cash, and its steps, which lead to emails and documents.
 */
async function effectsOf(shop: Shop, { id }: SentOrder) {
  const [row] = await shop.db.query<{ status: string; cashPaise: number; steps: number }>(sql`
    select status,
      (select coalesce(sum(amount_paise), 0)::int from ledger_entry where order_id = o.id and provider = 'cash') as "cashPaise",
      (select count(*)::int from order_history where order_id = o.id) as steps
    from customer_order o where id = ${id}`);
  return row;
}

/** Confirms at the door that the cash was received. */
async function deliverByTap(page: Page, order: SentOrder): Promise<void> {
  await buttonOf(page, 'Delivered', order).tap();
  await received(page).getByRole('button', { name: 'Received', exact: true }).tap();
  await expect(received(page)).toBeHidden();
  await expect(rowOf(page, order).getByText('Delivered', { exact: true })).toBeVisible();
}

test('at 360 × 740 five orders are in view, each tab is reachable, and pausing is behind a button', async ({
  openPageAs,
  shop,
  admin,
}) => {
  for (let count = 0; count < 2; count += 1) await sendOrder(shop, admin);
  for (let count = 0; count < 4; count += 1)
    await (await shop.createShopper()).placeOrder([await shop.claimProduct()], 2);
  const page = await openPageAs(admin, '/dashboard/orders', phone);
  const rows = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  await expect(rows).toHaveCount(6);
  const menuTop = await page
    .getByRole('navigation', { name: 'Admin', exact: true })
    .first()
    .evaluate((menu) => menu.getBoundingClientRect().top);
  const fifthEnd = await rows.nth(4).evaluate((row) => row.getBoundingClientRect().bottom);
  expect(fifthEnd).toBeLessThanOrEqual(menuTop > 400 ? menuTop : phone.heightPx);
  await expect(page.getByText('Keyboard shortcuts')).toBeHidden();
  await expectAccessible(page);
  await expectNoOverflow(page);

  const all = page.getByRole('combobox', { name: 'Orders by state' });
  for (const [label, tab] of [
    ['On the way (2)', 'on-the-way'],
    ['Refunds due', 'owed'],
    ['All', 'all'],
  ] as const) {
    await all.selectOption(label);
    await page.waitForURL(new RegExp(`tab=${tab}`));
  }
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Select all 6' }).tap();
  await expect(page.getByText('6 selected')).toBeVisible();
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Clear' }).tap();

  await page.getByRole('button', { name: 'Pause orders' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Pause orders' });
  await dialog.getByRole('button', { name: '30 minutes' }).tap();
  await expect(page.getByText(/^Orders are paused until/)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Resume orders' }).tap();
  await expect(page.getByText(/^Orders are paused until/)).toBeHidden();
});

test('Delivered asks for the cash, leads to nothing for 10 seconds and can be undone', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await sendOrder(shop, admin);
  const before = await effectsOf(shop, order);
  const page = await openPageAs(admin, '/dashboard/orders', phone);
  await buttonOf(page, 'Delivered', order).tap();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await received(page).getByRole('button', { name: 'Cancel' }).tap();
  await expect(buttonOf(page, 'Delivered', order)).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await deliverByTap(page, order);
  await page.clock.runFor(9_900);
  expect(await effectsOf(shop, order)).toEqual(before);
  await buttonOf(page, 'Undo', order).tap();
  await expectToast(page, `${order.number} is still on the way`);
  await page.clock.runFor(30_000);
  await expect(buttonOf(page, 'Delivered', order)).toBeVisible();
  expect(await effectsOf(shop, order)).toEqual(before);

  await deliverByTap(page, order);
  await page.clock.runFor(10_000);
  await expect.poll(() => effectsOf(shop, order)).toMatchObject({ status: 'DELIVERED', cashPaise: 20_000 });
  await page.clock.resume();
  await expect(rowOf(page, order)).toBeHidden();
});

test('the second tap of a double tap on Delivered is no undo', async ({ openPageAs, shop, admin }) => {
  const order = await sendOrder(shop, admin);
  const page = await openPageAs(admin, `/dashboard/orders?order=${order.id}`, phone);
  const drawer = page.getByRole('dialog', { name: order.number, exact: true });
  await drawer.getByRole('button', { name: 'Delivered' }).tap();
  await received(page)
    .getByRole('button', { name: 'Received', exact: true })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await drawer.getByRole('button', { name: 'Undo' }).evaluate((button: HTMLElement) => button.click());
  await expect(drawer.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('/dashboard');
  await expect.poll(() => effectsOf(shop, order)).toMatchObject({ status: 'DELIVERED', cashPaise: 20_000 });
});

for (const [way, leave] of [
  ['reloaded', (page: Page) => page.reload()],
  ['left', (page: Page) => page.goto('/robots.txt')],
  [
    'replaced by another page of the dashboard',
    (page: Page) => page.getByRole('link', { name: 'Dashboard' }).first().tap(),
  ],
] as const) {
  test(`a delivery is sent at once when the board is ${way}`, async ({ openPageAs, shop, admin }) => {
    const order = await sendOrder(shop, admin);
    const page = await openPageAs(admin, '/dashboard/orders', phone);
    await deliverByTap(page, order);
    await leave(page);
    // Another page would send it after 15 seconds.
    await expect
      .poll(() => effectsOf(shop, order), { timeout: 10_000 })
      .toMatchObject({ status: 'DELIVERED', cashPaise: 20_000 });
  });
}

test('a delivery without a connection stays on the device over a reload, and is sent once', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/Failed to load resource|ERR_/);
  const order = await sendOrder(shop, admin);
  const page = await openPageAs(admin, '/dashboard/orders', phone);
  await page.context().route('**/api/order/change-status', (route) => route.abort());
  await deliverByTap(page, order);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expect(rowOf(page, order).getByText('Not sent yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.reload();
  await expect(rowOf(page, order).getByText('Not sent yet')).toBeVisible();
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'OUT_FOR_DELIVERY', cashPaise: 0 });
  await page.context().unroute('**/api/order/change-status');
  await buttonOf(page, 'Send again', order).tap();
  await expectToast(page, `${order.number} delivered`);
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'DELIVERED', cashPaise: 20_000 });
});

test('another tab shows the delivery that this one holds, and undoes it', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await sendOrder(shop, admin);
  const page = await openPageAs(admin, '/dashboard/orders', { widthPx: 1440 });
  const other = await page.context().newPage();
  await other.goto('/dashboard/orders');
  await expect(buttonOf(other, 'Delivered', order)).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await buttonOf(page, 'Delivered', order).click();
  await received(page).getByRole('button', { name: 'Received', exact: true }).click();
  // The clock is that of both tabs.
  await page.clock.runFor(1_000);
  await buttonOf(other, 'Undo', order).click();
  await expect(buttonOf(page, 'Delivered', order)).toBeVisible();
  await page.clock.runFor(30_000);
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'OUT_FOR_DELIVERY', cashPaise: 0 });
});

test('a delivery by keyboard of two orders, in cash and by UPI, records the cash of the one only, and u undoes', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const { settings, version } = await admin.call('getStoreSettings', {});
  const account = { vpa: 'store@okbank', payeeName: 'Tokri Store' };
  await admin.call('updateStoreSettings', { version, settings: { ...settings, upi: account } });
  const [cash, upi] = [await sendOrder(shop, admin), await sendOrder(shop, admin, true)];
  const page = await openPageAs(admin, '/dashboard/orders?tab=on-the-way', { widthPx: 1440 });
  for (const order of [cash, upi]) await rowOf(page, order).getByRole('checkbox').check();
  await page.keyboard.press('d');
  await expect(
    received(page).getByText(`The UPI payment of ${upi.number}, ₹200, is not confirmed.`),
  ).toBeVisible();
  await received(page).getByRole('button', { name: 'Received', exact: true }).press('Enter');
  await expect(buttonOf(page, 'Undo', cash)).toBeVisible();
  await page.goto('/dashboard');
  await expect.poll(() => effectsOf(shop, cash)).toMatchObject({ status: 'DELIVERED', cashPaise: 20_000 });
  await expect.poll(() => effectsOf(shop, upi)).toMatchObject({ status: 'DELIVERED', cashPaise: 0 });
});

test('the sheet of an order on its way begins with the amount, the address with a map, and a call', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const order = await sendOrder(shop, admin);
  const page = await openPageAs(admin, `/dashboard/orders?order=${order.id}`, phone);
  const sheet = page.getByRole('dialog', { name: order.number, exact: true });
  for (const shown of [
    sheet.getByText('Collect ₹200 in cash').first(),
    sheet.getByText('12 Lake Road'),
    sheet.getByRole('link', { name: 'Map', exact: true }),
    sheet.getByRole('link', { name: 'Call 9876543210' }),
    sheet.getByRole('button', { name: 'Delivered' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('link', { name: 'Map', exact: true })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=12%20Lake%20Road%2C%20Pune%2C%20Maharashtra%2C%20411001%2C%20India',
  );
  await expectNoOverflow(page);
  await expectAccessibleInBothThemes(page);
});
