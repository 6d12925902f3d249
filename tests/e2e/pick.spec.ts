import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './accessibility.ts';
import { offlineErrors } from './offline.ts';
import type { Account, Shop, TestProduct } from './shop.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'pick' });

const phone = { widthPx: 360, heightPx: 740 };

interface Placed {
  id: string;
  number: string;
}

/** Products at ₹100 in a place of the store, with a barcode each. */
async function placeProducts(
  shop: Shop,
  locations: readonly string[],
): Promise<(TestProduct & { barcode: string })[]> {
  const products: (TestProduct & { barcode: string })[] = [];
  for (const location of locations) {
    const product = await shop.claimProduct();
    const barcode = toBarcode(890_000_000_000 + Math.floor(Math.random() * 1e9));
    await shop.db.query(sql`
      update product set location = ${location}, barcode = ${barcode} where id = ${product.id}`);
    products.push({ ...product, barcode });
  }
  return products;
}

/** An EAN-13 that begins with these twelve digits. */
function toBarcode(start: number): string {
  const digits = String(start);
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function placeOrder(shopper: Account, products: TestProduct[], quantity: number): Promise<Placed> {
  const { _id: id, orderId: number } = await shopper.placeOrder(products, quantity);
  return { id, number };
}

async function createPicker(shop: Shop, name = 'Meera Nair'): Promise<Account> {
  const picker = await shop.createAdmin(name);
  await picker.setRole('picker');
  return picker;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const line = (page: Page, { name }: TestProduct) => page.getByRole('heading', { level: 2, name });

/** A click of a mouse, which is none of a double tap with the tap before. */
const confirm = (page: Page, name = 'Found') => button(page, name).click();

/** Types a code as a scanner does. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

async function takeNext(page: Page, { number }: Placed): Promise<void> {
  await button(page, `Pick the next: ${number}`).tap();
}

test('a picker takes the most urgent order, picks by tap and by scanner in the order of a walk, and packs it', async ({
  shop,
  shopper,
  openPageAs,
}) => {
  const [far, near] = await placeProducts(shop, ['A10', 'A2']);
  if (far === undefined || near === undefined) throw new Error('No products.');
  const order = await placeOrder(shopper, [far, near], 3);
  const picker = await createPicker(shop);
  // The dashboard leads a picker to this page.
  const page = await openPageAs(picker, '/dashboard', phone);
  await page.waitForURL('/staff/pick');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders to pick' })).toBeVisible();
  await expect(page.getByText('2 products, 6 pieces')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await takeNext(page, order);

  // A2 before A10.
  await expect(line(page, near)).toBeVisible();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  await expect(page.getByText('3 pieces', { exact: true })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessibleInBothThemes(page);
  await scan(page, '4006381333931');
  await expect(page.getByRole('alert')).toHaveText('Wrong product: code 4006381333931');
  await scan(page, far.barcode);
  await expect(page.getByRole('alert')).toHaveText(`Wrong product: ${far.name}. It belongs to tote A.`);
  await confirm(page, 'Found all 3');
  await expect(line(page, far)).toBeVisible();
  await button(page, 'Undo').tap();
  await expect(line(page, near)).toBeVisible();
  await scan(page, near.barcode);
  await expect(line(page, far)).toBeVisible();
  await scan(page, far.barcode);

  await expect(page.getByText('All products are picked')).toBeVisible();
  await expect(title).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await button(page, 'One more').tap();
  await confirm(page, 'Packed');
  await expect(page.getByRole('heading', { name: `${order.number} is packed` })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  const packed = await shop.db.one<{ bags: number; found: number }>(sql`
    select bags, (select sum(found)::int from picked_line where order_id = ${order.id}) as found
    from order_picking where order_id = ${order.id}`);
  expect(packed).toEqual({ bags: 2, found: 6 });
  const label = page.waitForEvent('download');
  await page.getByLabel('Paper').selectOption('A6');
  await button(page, 'Label as PDF').tap();
  const pages = readPdfPages(await readFile(await (await label).path()));
  expect(pages.map((text) => /Bag \d of \d/.exec(text)?.[0])).toEqual(['Bag 1 of 2', 'Bag 2 of 2']);
  expect(pages[0]).toContain('12 Lake Road');
  expect(pages[0]?.replaceAll(/\s/g, '')).toContain('Collect₹600');
  // Where the browser shows PDF files, the tab has its viewer, and elsewhere the file is saved.
  const printed = new Promise<unknown>((resolve) => {
    page.once('popup', (tab) =>
      resolve(Promise.any([tab.waitForEvent('download'), tab.waitForURL(/^blob:/)])),
    );
  });
  await button(page, 'Print 2 labels').tap();
  await printed;
  await button(page, 'Next order').tap();
  await expect(page.getByText('No orders to pick')).toBeVisible();
  await expect(title).toBeFocused();
});

test('of two orders at once each line names its tote, and a missing product is replaced, refunded or asked about', async ({
  shop,
  shopper,
  openPageAs,
}) => {
  const [milk, bread, curd, similar] = await placeProducts(shop, ['A1', 'A2', 'A3', 'B1']);
  if (milk === undefined || bread === undefined || curd === undefined || similar === undefined)
    throw new Error('No products.');
  // Of one family, so that it is proposed.
  await shop.db.query(sql`
    update product set family = 'pick journey', veg = true where id in (${milk.id}, ${bread.id}, ${curd.id}, ${similar.id})`);
  const other = await shop.createShopper();
  await other.call('setSubstitution', { choice: 'ASK' });
  const one = await placeOrder(shopper, [milk, bread], 2);
  const two = await placeOrder(other, [curd], 1);
  const picker = await createPicker(shop);
  const page = await openPageAs(picker, '/staff/pick', phone);
  for (const { number } of [one, two]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check();
  await button(page, 'Pick 2 orders').tap();

  // Partly found, the rest is refunded, and the stock is set.
  await expect(line(page, milk)).toBeVisible();
  await button(page, 'Not all found').tap();
  const dialog = page.getByRole('dialog', { name: milk.name });
  await expect(dialog.getByText('The shopper accepts something similar.')).toBeVisible();
  await dialog.getByRole('button', { name: 'One more' }).first().tap();
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await dialog.getByLabel('Set the stock to what is left').check();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Refund what is missing' }).tap();

  // Not found, replaced.
  await expect(line(page, bread)).toBeVisible();
  await button(page, 'Not all found').tap();
  await page.getByRole('dialog').getByRole('button', { name: similar.name }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).tap();

  // Asked: the other order waits for the answer.
  await expect(line(page, curd)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Tote B' }).first()).toBeVisible();
  await button(page, 'Not found').tap();
  await page.getByRole('dialog').getByRole('button', { name: similar.name }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask the shopper' }).tap();
  await expect(page.getByText('All products are picked')).toBeVisible();
  await confirm(page, 'Packed');
  await button(page, 'Next order').tap();
  await expect(page.getByText(/^The shopper is asked: 1:[0-5]\d left to answer$/)).toBeVisible();
  await expect(button(page, 'Packed')).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await other.call('answerQuestion', { _id: two.id, position: 0, productId: similar.id });
  await expect(line(page, similar)).toBeVisible();
  await expect(page.getByText('The shopper chose this.')).toBeVisible();
  await confirm(page);
  await confirm(page, 'Packed');
  await expect(page.getByRole('heading', { name: `${two.number} is packed` })).toBeVisible();

  const rows = await shop.db.query<{ found: number; replacement: string | null }>(sql`
    select found, replacement ->> 'product_id' as replacement from picked_line
    where order_id in (${one.id}, ${two.id}) order by picked_at`);
  expect(rows).toEqual([
    { found: 1, replacement: null },
    { found: 0, replacement: similar.id },
    { found: 0, replacement: similar.id },
  ]);
  const { pieces } = await shop.db.one<{ pieces: number }>(sql`
    select pieces from product_stock where product_id = ${milk.id}`);
  expect(pieces).toBe(0);
});

test('loose produce is weighed: more than the tolerance is refused, and the label of a scale is read', async ({
  shop,
  shopper,
  openPageAs,
}) => {
  const [onions, potatoes] = await placeProducts(shop, ['F1', 'F2']);
  if (onions === undefined || potatoes === undefined) throw new Error('No products.');
  await shop.db.query(sql`
    update product set step_grams = 500, weight_tolerance_basis_points = 1000,
      sku = case id when ${onions.id} then '123' else '124' end
    where id in (${onions.id}, ${potatoes.id})`);
  await shop.db.query(sql`
    update product_stock set stock = 50000 where product_id in (${onions.id}, ${potatoes.id})`);
  const order = await placeOrder(shopper, [onions, potatoes], 2);
  const page = await openPageAs(await createPicker(shop), '/staff/pick', phone);
  await takeNext(page, order);
  await expect(page.getByText('Ordered 1 kg, at most 1.1 kg')).toBeVisible();
  await page.getByLabel('Weight in grams').fill('1200');
  await button(page, 'Save weight').tap();
  await expect(page.getByText('At most 1.1 kg. Take some out.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Weight in grams').fill('980');
  await button(page, 'Save weight').tap();
  await expect(line(page, potatoes)).toBeVisible();
  // 1.046 kg.
  await scan(page, toBarcode(290_012_401_046));
  await confirm(page, 'Packed');
  await expect(page.getByRole('heading', { name: `${order.number} is packed` })).toBeVisible();
  const rows = await shop.db.query<{ found: number }>(sql`
    select found from picked_line where order_id = ${order.id} order by position`);
  expect(rows.map(({ found }) => found)).toEqual([980, 1046]);
});

test('picks made without a connection are stored, survive a reload, and are sent when it is back', async ({
  shop,
  shopper,
  openPageAs,
  errors,
}) => {
  errors.allow(offlineErrors);
  const products = await placeProducts(shop, ['A1', 'A2', 'A3']);
  const order = await placeOrder(shopper, products, 1);
  const page = await openPageAs(await createPicker(shop), '/staff/pick', {
    ...phone,
    hasServiceWorker: true,
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await takeNext(page, order);
  const [first, second, third] = products;
  if (first === undefined || second === undefined || third === undefined) throw new Error('No products.');
  await expect(line(page, first)).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/staff/pick')) !== undefined))
    .toBe(true);
  await page.context().setOffline(true);
  await confirm(page);
  await expect(line(page, second)).toBeVisible();
  await scan(page, second.barcode);
  await expect(line(page, third)).toBeVisible();
  await expect(page.getByText('No connection. 2 picks not sent yet.')).toBeVisible();
  await page.reload();
  await expect(line(page, third)).toBeVisible();
  await expect(page.getByText('No connection. 2 picks not sent yet.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await confirm(page);
  await expect(page.getByText('Packing is confirmed when the connection is back.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^No connection/)).toBeHidden();
  await confirm(page, 'Packed');
  await expect(page.getByRole('heading', { name: `${order.number} is packed` })).toBeVisible();
  const { found } = await shop.db.one<{ found: number }>(sql`
    select count(*)::int as found from picked_line where order_id = ${order.id} and found = 1`);
  expect(found).toBe(3);
});

test('two pickers on one order are told, and picks that were not sent are dropped with a message', async ({
  shop,
  shopper,
  openPageAs,
  errors,
}) => {
  errors.allow(offlineErrors, /status of 409/);
  const products = await placeProducts(shop, ['A1', 'A2']);
  const order = await placeOrder(shopper, products, 1);
  const [meera, dev] = [await createPicker(shop), await createPicker(shop, 'Dev Rao')];
  const page = await openPageAs(meera, '/staff/pick', phone);
  await takeNext(page, order);
  const [first, second] = products;
  if (first === undefined || second === undefined) throw new Error('No products.');
  await expect(line(page, first)).toBeVisible();
  await page.context().setOffline(true);
  await confirm(page);
  await expect(page.getByText('No connection. 1 pick not sent yet.')).toBeVisible();

  const other = await openPageAs(dev, '/staff/pick', phone);
  await expect(other.getByText('Meera Nair is picking it')).toBeVisible();
  await button(other, `Take over ${order.number}`).tap();
  const dialog = other.getByRole('dialog', { name: `Take over ${order.number}?` });
  await expectAccessibleInBothThemes(other);
  await dialog.getByRole('button', { name: 'Take over' }).tap();
  await expect(line(other, first)).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('alert')).toHaveText(
    `Dev Rao has taken over ${order.number}. 1 pick was not sent and does not count.`,
  );
  await expectAccessibleInBothThemes(page);
  await button(page, 'OK').tap();
  await expect(page.getByRole('alert')).toBeHidden();

  // A cancelled order is put back.
  await confirm(other);
  await expect(line(other, second)).toBeVisible();
  await shopper.call('cancelOrder', { _id: order.id }).catch(() => undefined);
  const owner = await shop.createAdmin();
  await owner.call('changeOrders', { ids: [order.id], to: 'CANCELLED', reason: 'Sold out.' });
  await expect(other.getByRole('heading', { name: `${order.number} was cancelled` })).toBeVisible();
  await expectAccessibleInBothThemes(other);
  await button(other, 'Put back').tap();
  await expect(other.getByText('No orders to pick')).toBeVisible();
});

test('the first load is at most 180 kB of gzipped JavaScript in both languages', async ({
  shop,
  openPageAs,
}) => {
  const picker = await createPicker(shop);
  for (const language of ['en', 'hi']) {
    const page = await openPageAs(picker, '/offline', phone);
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    const tab = await page.context().newPage();
    const urls = new Set<string>();
    tab.on('request', (request) => {
      if (request.url().endsWith('.js') && !request.url().endsWith('/service-worker.js'))
        urls.add(request.url());
    });
    await tab.goto('/staff/pick');
    await expect(tab.locator('h1')).toBeVisible();
    // What loads when the page is idle counts too. The stream of changes never ends, so the network is never idle.
    await tab.evaluate(
      () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 })),
    );
    await tab.waitForFunction(() => document.querySelector('[aria-live=polite].fixed') !== null);
    const sizes = await Promise.all(
      [...urls].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
    );
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    console.log(
      `/staff/pick in ${language}: ${kilobytes.toFixed(1)} kB of gzipped JavaScript in ${urls.size} files`,
    );
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(180);
  }
});

test('staff without the permission and guests see no orders', async ({ shop, phone: page, openPageAs }) => {
  await page.goto('/staff/pick');
  await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible();
  const accountant = await shop.createAdmin();
  await accountant.setRole('accountant');
  const refused = await openPageAs(accountant, '/staff/pick', phone);
  await expect(refused.getByRole('heading', { name: 'Do not have permission' })).toBeVisible();
  await expectAccessibleInBothThemes(refused);
});
