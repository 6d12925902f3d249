import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { endpoints } from '#contract/api.ts';
import { expectAccessibleInBothThemes, expectNoOverflow, tabTo } from './accessibility.ts';
import { button, changeSettings, createPerson, type PlacedOrder, placePackedOrder } from './deliver.ts';
import { offlineErrors } from './offline.ts';
import type { Account, Shop } from './shop.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'deliver' });

const phone = { widthPx: 360, heightPx: 740 };
const noRules = { pin: 'NEVER', pinAboveAmt: 0, needsPhoto: false } as const;

/** Packed orders of ₹200 each, of shoppers with their own names. */
async function pack(shop: Shop, names: readonly string[]): Promise<(PlacedOrder & { shopper: Account })[]> {
  const picker = await createPerson(shop, 'picker', 'Meera Nair');
  const placed: (PlacedOrder & { shopper: Account })[] = [];
  for (const name of names) {
    const shopper = await shop.createShopper();
    await shop.db.query(sql`update account set name = ${name} where id = ${shopper.userId}`);
    placed.push({ shopper, ...(await placePackedOrder(shopper, picker, [await shop.claimProduct()], 2)) });
  }
  return placed;
}

const orderOf = ({ db }: Shop, { id }: { id: string }) =>
  db.one<{ status: string; paid: number }>(sql`
    select status, paid_paise::int as paid from customer_order where id = ${id}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Records the PNG of a picture that a rider takes with the camera of the phone. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a rider takes orders, leaves with them and delivers one in cash with change and one that is tried again', async ({
  shop,
  openPageAs,
}) => {
  const [first, second] = await pack(shop, ['Asha Rao', 'Vikram Shah']);
  if (first === undefined || second === undefined) throw new Error('No orders.');
  const rider = await createPerson(shop, 'rider', 'Dev Rao');
  // The dashboard leads a rider to this page.
  const page = await openPageAs(rider, '/dashboard', phone);
  await page.waitForURL('/staff/deliver');
  await expect(heading(page, 'My deliveries')).toBeVisible();
  await expect(page.getByText('Asha · Pune 411001 · 2 bags')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  for (const { number } of [first, second])
    await page.getByRole('checkbox', { name: `Choose ${number}` }).check();
  await button(page, 'Take 2 orders').tap();
  await expect(page.getByRole('status').getByText('2 orders taken')).toBeVisible();
  await expect(page.getByText('Asha Rao · 12 Lake Road')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(page, 'Leave with 2 orders').click();

  await expect(heading(page, 'Asha Rao')).toBeVisible();
  await expect.poll(async () => (await orderOf(shop, second)).status).toBe('OUT_FOR_DELIVERY');
  await expect(page.getByRole('link', { name: 'Call Asha Rao' })).toHaveAttribute('href', 'tel:9876543210');
  await expect(page.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', /^geo:/);
  await expect(page.getByRole('link', { name: 'Map' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap/,
  );
  await expect(page.getByText('Collect ₹200')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);

  // Three taps from the arrival to the next delivery.
  await button(page, 'At the door').click();
  await expect(heading(page, 'Collect ₹200')).toBeVisible();
  await expect(page.getByText('No change to give')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await page.getByLabel('Other amount, in rupees').fill('150');
  await expect(page.getByText('This is less than ₹200.')).toBeVisible();
  await page.getByLabel('Other amount, in rupees').fill('');
  await page.getByRole('radio', { name: '₹500' }).check();
  await expect(page.getByText('Give ₹300 change')).toBeVisible();
  await button(page, 'Delivered, ₹200 in cash').click();
  await expect(heading(page, 'Vikram Shah')).toBeVisible();
  await expect(page.getByText(`${first.number} is delivered. Give ₹300 change.`)).toBeVisible();
  expect(await orderOf(shop, first)).toEqual({ status: 'DELIVERED', paid: 20_000 });

  // Not there: tried again, then brought back, and delivered after all.
  await button(page, 'Not delivered').tap();
  const dialog = page.getByRole('dialog', { name: 'Why was it not delivered?' });
  await dialog.getByLabel('Note for the store (optional)').fill('Rang twice');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Try again later' }).tap();
  await expect(page.getByText(`You try ${second.number} again later.`)).toBeVisible();
  await expect(page.getByText('1 failed attempt')).toBeVisible();
  await button(page, 'Not delivered').tap();
  await dialog.getByRole('radio', { name: 'Refused' }).check();
  await dialog.getByRole('button', { name: 'Back to the store' }).tap();
  await expect(page.getByText('Back to the store', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'My cash: ₹200' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(page, /^ORD-.*Vikram Shah/).tap();
  await expect(page.getByText('Bring it back to the store.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(page, 'Deliver it after all').tap();
  await button(page, 'Delivered, ₹200 in cash').click();
  await expect(page.getByText('No orders to deliver')).toBeVisible();

  await button(page, 'My cash: ₹400').tap();
  await expect(page.getByRole('list', { name: 'My cash' }).getByText('₹200')).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  const failed = await shop.db.query<{ reason: string }>(sql`
    select undelivered as reason from order_history
    where order_id = ${second.id} and undelivered is not null`);
  expect(failed).toEqual([{ reason: 'NOBODY_THERE' }]);
});

test('deliveries without a connection are stored, survive a reload, and are sent once when it is back', async ({
  shop,
  openPageAs,
  errors,
}) => {
  errors.allow(offlineErrors);
  const [first, second] = await pack(shop, ['Asha Rao', 'Vikram Shah']);
  if (first === undefined || second === undefined) throw new Error('No orders.');
  const rider = await createPerson(shop, 'rider', 'Dev Rao');
  const page = await openPageAs(rider, '/staff/deliver', { ...phone, hasServiceWorker: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  for (const { number } of [first, second])
    await page.getByRole('checkbox', { name: `Choose ${number}` }).check();
  await button(page, 'Take 2 orders').tap();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/staff/deliver')) !== undefined))
    .toBe(true);
  await expect(button(page, 'Leave with 2 orders')).toBeVisible();
  await page.context().setOffline(true);
  // The second tap of a double tap does nothing.
  await button(page, 'Leave with 2 orders').dblclick();
  await expect(heading(page, 'Asha Rao')).toBeVisible();
  await expect(page.getByText('No connection. 2 steps not sent yet.')).toBeVisible();
  await button(page, 'At the door').dblclick();
  await button(page, 'Delivered, ₹200 in cash').dblclick();
  await expect(heading(page, 'Vikram Shah')).toBeVisible();
  await expect(page.getByText('No connection. 3 steps not sent yet.')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Vikram Shah')).toBeVisible();
  await expect(page.getByText('No connection. 3 steps not sent yet.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(page, 'All deliveries').tap();
  await button(page, 'My cash: ₹200').tap();
  await expect(page.getByRole('list', { name: 'Not sent yet' }).getByText('₹200')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(page, 'Back').tap();
  await button(page, 'Next delivery').tap();
  await button(page, 'At the door').click();
  await button(page, 'Delivered, ₹200 in cash').click();
  await expect(page.getByText(`${second.number} is delivered.`)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^No connection/)).toBeHidden();
  for (const order of [first, second])
    await expect.poll(() => orderOf(shop, order)).toEqual({ status: 'DELIVERED', paid: 20_000 });
  const { held } = await shop.db.one<{ held: number }>(sql`
    select sum(amount_paise)::int as held from rider_cash_entry where rider_id = ${rider.userId}`);
  expect(held).toBe(40_000);
});

test('with the keyboard alone the focus goes to the title of each screen, and Back leads to the screen before', async ({
  shop,
  admin,
  openPageAs,
  errors,
}) => {
  errors.allow(/status of 4(?:00|29)/);
  await changeSettings(admin, { door: { pin: 'ALWAYS', pinAboveAmt: 0, needsPhoto: false } });
  const [first, second] = await pack(shop, ['Asha Rao', 'Vikram Shah']);
  if (first === undefined || second === undefined) throw new Error('No orders.');
  const rider = await createPerson(shop, 'rider', 'Dev Rao');
  const own = await openPageAs(first.shopper, `/orders/${first.id}`, phone);
  const pin = (await own.getByText(/^\d{4}$/).textContent()) ?? '';
  for (const { id } of [first, second]) await rider.call('takeDelivery', { _id: id });
  const page = await openPageAs(rider, '/staff/deliver', phone);
  const press = async (name: string) => {
    await tabTo(page, button(page, name));
    await page.keyboard.press('Enter');
  };
  await press('Leave with 2 orders');
  await expect(heading(page, 'Asha Rao')).toBeFocused();
  await expect(page).toHaveTitle('Asha Rao');
  await press('At the door');
  await expect(heading(page, 'Collect ₹200')).toBeFocused();
  await expect(page.getByText('Asha Rao')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Asha Rao')).toBeFocused();
  await press('At the door');
  await page.reload();
  await expect(heading(page, 'Collect ₹200')).toBeVisible();

  const field = page.getByLabel('Delivery PIN');
  await press('Delivered, ₹200 in cash');
  await expect(field).toBeFocused();
  await field.fill(pin === '1234' ? '4321' : '1234');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('This is not the PIN of the shopper.');
  await expect(field).toBeFocused();
  // The server of the journeys does not limit the guesses.
  const limit = { success: false, error: true, code: 'TOO_MANY_REQUESTS', message: 'Too many tries.' };
  await page.route(
    `**${endpoints.deliverOrder.path}`,
    (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '270' }, json: limit }),
    { times: 1 },
  );
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    'Too many wrong PINs. You can call the store. Please try again in 5 minutes.',
  );
  await expect(field).toBeFocused();
  // The list is not shown between the deliveries.
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === 'My deliveries') document.body.dataset.flash = 'list';
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Vikram Shah')).toBeFocused();
  expect(await page.evaluate(() => document.body.dataset.flash)).toBeUndefined();
  await press('Not delivered');
  const dialog = page.getByRole('dialog', { name: 'Why was it not delivered?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Not delivered')).toBeFocused();
  await press('All deliveries');
  await expect(heading(page, 'My deliveries')).toBeFocused();
  await press('My cash: ₹200');
  await expect(heading(page, 'My cash')).toBeFocused();
  await press('Back');
  await expect(heading(page, 'My deliveries')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Vikram Shah')).toBeFocused();

  // The store takes the order away: the notice says so, and its button leaves the focus on the page.
  await press('At the door');
  await admin.call('assignDelivery', { _id: second.id, riderId: null, version: 1 });
  await expect(page.getByRole('alert').getByText(`You do not have ${second.number} any more.`)).toBeVisible();
  await expect(heading(page, 'My deliveries')).toBeFocused();
  await press('OK');
  await expect(heading(page, 'My deliveries')).toBeFocused();
  await admin.call('changeOrders', { ids: [second.id], to: 'DELIVERED' });
  await changeSettings(admin, { door: noRules });
});

test('of two riders one takes an order, and one whose order the store gives away is told', async ({
  shop,
  admin,
  openPageAs,
  errors,
}) => {
  errors.allow(offlineErrors, /status of 409/);
  const [order] = await pack(shop, ['Asha Rao']);
  if (order === undefined) throw new Error('No order.');
  const [dev, ravi] = [
    await createPerson(shop, 'rider', 'Dev Rao'),
    await createPerson(shop, 'rider', 'Ravi Singh'),
  ];
  const page = await openPageAs(dev, '/staff/deliver', phone);
  const other = await openPageAs(ravi, '/staff/deliver', phone);
  await expect(button(other, `Take next: ${order.number}`)).toBeVisible();
  await button(page, `Take next: ${order.number}`).tap();
  await expect(button(page, 'Leave with 1 order')).toBeVisible();
  await expect(other.getByText('Dev Rao has it')).toBeVisible();

  // Given back, and taken again.
  await button(page, /^ORD-/).tap();
  await button(page, 'Give back').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).tap();
  await button(other, `Take next: ${order.number}`).tap();
  await expect(button(other, 'Leave with 1 order')).toBeVisible();
  await other.context().setOffline(true);
  await button(other, 'Leave with 1 order').click();
  await expect(other.getByText('No connection. 1 step not sent yet.')).toBeVisible();
  await admin.call('assignDelivery', { _id: order.id, riderId: dev.userId, version: 2 });
  await expect(button(page, 'Leave with 1 order')).toBeVisible();
  await other.context().setOffline(false);
  await expect(other.getByRole('alert')).toHaveText(
    `Dev Rao now has ${order.number}. What you did with it was not recorded. Tell the store.`,
  );
  await expectAccessibleInBothThemes(other);
  await button(other, 'OK').tap();
  await expect(other.getByRole('alert')).toBeHidden();

  // A cancelled order is given back.
  await admin.call('changeOrders', { ids: [order.id], to: 'CANCELLED', reason: 'Sold out.' });
  await button(page, /^ORD-/).tap();
  await expect(page.getByText(`${order.number} was cancelled`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(page, 'Given back').tap();
  await expect(page.getByText('No orders to deliver')).toBeVisible();
});

test('the shopper sees the rider and the delivery PIN, without which nothing is delivered, and a picture is stored', async ({
  shop,
  admin,
  openPageAs,
  errors,
}) => {
  errors.allow(/status of 400/);
  await changeSettings(admin, { door: { pin: 'ALWAYS', pinAboveAmt: 0, needsPhoto: true } });
  const [order] = await pack(shop, ['Asha Rao']);
  if (order === undefined) throw new Error('No order.');
  const own = await openPageAs(order.shopper, `/orders/${order.id}`, phone);
  await expect(own.getByRole('heading', { name: 'Your delivery' })).toBeVisible();

  const shown = await own.getByText(/^\d{4}$/).textContent();

  const page = await openPageAs(await createPerson(shop, 'rider', 'Dev Rao'), '/staff/deliver', phone);
  await button(page, `Take next: ${order.number}`).tap();
  await button(page, 'Leave with 1 order').click();
  // With the PIN above the timeline.
  await expect(own.locator('main h2').first()).toHaveText('Dev brings your order');
  await expectAccessibleInBothThemes(own);
  await expectNoOverflow(own);

  await button(page, 'At the door').click();
  const deliver = button(page, 'Delivered, ₹200 in cash');
  await deliver.click();
  await expect(page.getByLabel('Delivery PIN')).toHaveAccessibleDescription('Enter the 4 digits.');
  await expect(page.getByRole('alert')).toHaveText('Take a photo of the delivery first.');
  await expectAccessibleInBothThemes(page);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Take a photo').tap();
  await (await chooser).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('img', { name: 'The photo of the delivery' })).toBeVisible();
  const wrong = shown === '1234' ? '4321' : '1234';
  await page.getByLabel('Delivery PIN').fill(wrong);
  await deliver.click();
  await expect(page.getByLabel('Delivery PIN')).toHaveAccessibleDescription(
    'This is not the PIN of the shopper.',
  );
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Delivery PIN').fill(shown ?? '');
  await deliver.click();
  await expect(page.getByText(`${order.number} is delivered.`)).toBeVisible();
  expect(await orderOf(shop, order)).toEqual({ status: 'DELIVERED', paid: 20_000 });
  await expect(own.getByRole('heading', { name: 'Dev brings your order' })).toBeHidden();
  const { photos } = await shop.db.one<{ photos: number }>(sql`
    select count(*)::int as photos from delivery_photo where order_id = ${order.id}`);
  expect(photos).toBe(1);
  await changeSettings(admin, { door: noRules });
});

test('a shopper sees how far away the rider is, with the consent of the rider and only on the way', async ({
  shop,
  openPageAs,
}) => {
  const [order] = await pack(shop, ['Asha Rao']);
  if (order === undefined) throw new Error('No order.');
  await shop.db.query(sql`
    update customer_order set delivery_address = delivery_address || '{"location":{"latitude":18.52,"longitude":73.85}}'
    where id = ${order.id}`);
  const own = await openPageAs(order.shopper, `/orders/${order.id}`, phone);
  const page = await openPageAs(await createPerson(shop, 'rider', 'Dev Rao'), '/staff/deliver', phone);
  await page.getByLabel('Show shoppers how far away I am').check();
  await expect(page.getByRole('status').getByText(/^This phone does not share its position/)).toBeVisible();
  await page.getByLabel('Show shoppers how far away I am').uncheck();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 18.53, longitude: 73.86 });
  await page.getByLabel('Show shoppers how far away I am').check();
  await button(page, `Take next: ${order.number}`).tap();
  await expect(own.getByRole('heading', { name: 'Dev brings your order' })).toBeVisible();
  await expect(own.getByText(/km away/)).toBeHidden();
  await button(page, 'Leave with 1 order').click();
  await expect(own.getByText('2.1 km away, a ride of about 7 min')).toBeVisible();
  await expectAccessibleInBothThemes(own);
  await button(page, 'All deliveries').tap();
  await page.getByLabel('Show shoppers how far away I am').uncheck();
  await own.reload();
  await expect(own.getByRole('heading', { name: 'Dev brings your order' })).toBeVisible();
  await expect(own.getByText(/km away/)).toBeHidden();
});

test('the first load is at most 180 kB of gzipped JavaScript in both languages', async ({
  shop,
  openPageAs,
}) => {
  const rider = await createPerson(shop, 'rider', 'Dev Rao');
  for (const language of ['en', 'hi']) {
    const page = await openPageAs(rider, '/offline', phone);
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    const kilobytes = await scriptKilobytes(page, '/staff/deliver');
    console.log(`/staff/deliver in ${language}: ${kilobytes.toFixed(1)} kB of gzipped JavaScript`);
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(180);
  }
});

/** The gzipped scripts of the first load of a page in a new tab. */
async function scriptKilobytes(page: Page, path: string): Promise<number> {
  const tab = await page.context().newPage();
  const urls = new Set<string>();
  tab.on('request', (request) => {
    if (request.url().endsWith('.js') && !request.url().endsWith('/service-worker.js'))
      urls.add(request.url());
  });
  await tab.goto(path);
  await expect(tab.locator('h1')).toBeVisible();
  // What loads when the page is idle counts too. The stream of changes never ends, so the network is never idle.
  await tab.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 })),
  );
  await tab.waitForFunction(() => document.querySelector('[aria-live=polite].fixed') !== null);
  const sizes = await Promise.all(
    [...urls].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('staff without the permission and guests see no deliveries', async ({
  shop,
  phone: page,
  openPageAs,
}) => {
  await page.goto('/staff/deliver');
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  const picker = await createPerson(shop, 'picker', 'Meera Nair');
  const refused = await openPageAs(picker, '/staff/deliver', phone);
  await expect(heading(refused, 'Do not have permission')).toBeVisible();
  await expectAccessibleInBothThemes(refused);
});
