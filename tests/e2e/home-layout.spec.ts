import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import type { EndpointInput } from '#contract/api.ts';
import { toZonedInput } from '#contract/base/zoned-time.ts';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoOverflow,
  hasFocus,
  shiftOf,
  tabTo,
  watchShifts,
} from './accessibility.ts';
import { dialogOf, uploadImage } from './dashboard.ts';
import type { Account, Shop } from './shop.ts';
import { expectToast, productCards } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'home page' });

test.beforeEach(async ({ shop }) => {
  await shop.db.query(sql`delete from banner`);
  await shop.db.query(sql`delete from product_collection`);
  await shop.db.query(sql`delete from home_layout`);
  await expect.poll(() => shop.call('getHome', {})).toMatchObject({ banners: [], collections: [] });
});

const zone = 'Asia/Kolkata';
const always = { startsAt: null, endsAt: null, isActive: true };
const strip = (page: Page) => page.getByRole('region', { name: 'Offers and news' });
const listOf = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const namesIn = async (page: Page, list: string) => {
  const handles = listOf(page, list).getByRole('button', { name: /^Move / });
  return (await handles.all()).length === 0
    ? []
    : handles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.slice('Move '.length)));
};

async function pictureFile(colour: string, width = 1080, height = 360) {
  const buffer = Buffer.from(await bytesOf(plainImage(width, height, colour).png()));
  return { name: 'banner.png', mimeType: 'image/png', buffer };
}

async function addBanner(
  shop: Shop,
  page: Page,
  admin: Account,
  fields: Partial<EndpointInput<'createBanner'>>,
) {
  const image = fields.image ?? (await uploadImage(shop, page, `#${Math.floor(Math.random() * 900 + 100)}`));
  const input = { title: 'Banner', titleHindi: '', phoneImage: '', link: '/search?q=milk', ...always };
  return admin.call('createBanner', { ...input, ...fields, image });
}

const addCollection = (admin: Account, title: string, productIds: string[]) =>
  admin.call('createCollection', {
    ...{ title, titleHindi: '', source: { kind: 'PRODUCTS', productIds }, productCount: 20 },
    ...always,
  });

/** The HTML of a page, as a shopper's browser or a search engine asks for it. */
const htmlOf = async ({ url }: Shop, path = '/', headers: Record<string, string> = {}) =>
  (await fetch(url + path, { headers })).text();

/**
 * Moves a row by one place with the keyboard. The library measures the places a moment after the row is picked up,
 * and ignores keys before: as a person would, this presses again when nothing has moved.
 */
async function moveByKeyboard(page: Page, name: string, key: 'ArrowUp' | 'ArrowDown') {
  const handle = page.getByRole('button', { name: `Move ${name}`, exact: true });
  await tabTo(page, handle);
  await page.keyboard.press('Space');
  const place = page.getByText(new RegExp(`^${name} at position`));
  const before = await place.textContent();
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(place).not.toHaveText(before ?? '', { timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByText(new RegExp(`^${name} dropped at position`))).toBeAttached();
  await expect(handle).toBeFocused();
}

test('an owner makes a banner and a collection, previews and schedules them, and shoppers see them at the time, not before', async ({
  openPageAs,
  openPage,
  shop,
  admin,
}) => {
  const product = await shop.claimProduct({ discountBasisPoints: 2500 });
  const page = await openPageAs(admin, '/dashboard/home');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New collection' }).click();
  const collection = dialogOf(page, 'New collection');
  await collection.getByLabel('Title', { exact: true }).fill('Diwali picks');
  await collection.getByLabel('Title in Hindi (optional)').fill('दिवाली की पसंद');
  await collection.getByRole('button', { name: 'Create' }).click();
  await expect(collection.getByText('Choose at least one product.')).toBeVisible();
  await collection.getByLabel('Add a product').fill(product.name);
  await collection.getByRole('list', { name: 'Products found' }).getByRole('button').first().click();
  await expectAccessible(page);
  await collection.getByRole('button', { name: 'Create' }).click();
  await expectToast(page, 'Collection created');
  await expect(page.getByText('Diwali picks')).toBeVisible();

  const planned = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 7_200_000).toISOString();
  await page.getByRole('button', { name: 'New banner' }).click();
  const banner = dialogOf(page, 'New banner');
  await banner.getByRole('button', { name: 'Create' }).click();
  await expect(banner.getByText('Upload a picture.').first()).toBeVisible();
  await banner.getByLabel('Picture description').fill('Sweets for Diwali');
  await banner.getByLabel('Description in Hindi (optional)').fill('दिवाली की मिठाई');
  const [wide, narrow] = [
    banner.locator('input[type=file]').first(),
    banner.locator('input[type=file]').last(),
  ];
  await wide.setInputFiles(await pictureFile('#c84'));
  await narrow.setInputFiles(await pictureFile('#48c', 1080, 540));
  await expect(banner.getByRole('button', { name: 'Enlarge the picture' })).toHaveCount(2);
  await banner.getByLabel('Link to').selectOption('A collection');
  await banner.getByLabel('Collection').selectOption('Diwali picks');
  await banner.getByLabel('Shown from').fill(toZonedInput(planned, zone));
  await expectAccessible(page);
  await expectNoOverflow(page);
  await banner.getByRole('button', { name: 'Create' }).dblclick();
  await expectToast(page, 'Banner created');
  const row = listOf(page, 'Banners').getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Planned');
  await expectAccessible(page);

  // The preview of then has it, that of now has not.
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.waitForURL('/dashboard/home-preview');
  await expect(page.getByRole('heading', { name: 'Diwali picks' })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await page.getByLabel('The home page on').fill(toZonedInput(planned, zone));
  await expect(strip(page).getByRole('link', { name: 'Sweets for Diwali' })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  const preview = await fetch(`${shop.url}/dashboard/home-preview`);
  expect(await preview.text()).not.toContain('Sweets for Diwali');

  const shopper = await openPage({ widthPx: 360 });
  await shopper.goto('/');
  await expect(shopper.getByRole('heading', { name: 'Diwali picks' })).toBeVisible();
  await expect(strip(shopper)).toHaveCount(0);
  const isShown = async () => (await htmlOf(shop)).includes('alt="Sweets for Diwali"');
  expect(await isShown()).toBe(false);
  // Fields have minutes; the schedule is exact.
  const startsAt = Date.now() + 3000;
  await shop.db.query(sql`update banner set starts_at = ${new Date(startsAt)}`);
  await expect.poll(isShown, { intervals: [100] }).toBe(true);
  expect(Date.now()).toBeGreaterThanOrEqual(startsAt);
  await shopper.reload();
  await strip(shopper).getByRole('link', { name: 'Sweets for Diwali' }).tap();
  await shopper.waitForURL(/\/collection\/diwali-picks-/);
  await expect(shopper.getByRole('heading', { level: 1, name: 'Diwali picks' })).toBeVisible();
  await expect(productCards(shopper)).toHaveCount(1);
});

test('rows and banners are moved with the mouse, by touch and with the keyboard, and home follows', async ({
  openPageAs,
  shop,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/home');
  const product = await shop.claimProduct();
  for (const title of ['One', 'Two', 'Three']) await addBanner(shop, page, admin, { title });
  for (const title of ['Picks', 'Deals']) await addCollection(admin, title, [product.id]);
  await page.reload();
  await expect.poll(() => namesIn(page, 'Banners')).toEqual(['One', 'Two', 'Three']);
  const bannersAtHome = async () => (await shop.call('getHome', {})).banners.map(({ title }) => title);

  // The second order is made while the first is being saved.
  const saved = Promise.withResolvers<void>();
  await page.route('**/api/home/arrange', async (route) => {
    await saved.promise;
    await route.continue();
  });
  for (const order of [
    ['One', 'Three', 'Two'],
    ['Three', 'One', 'Two'],
  ]) {
    await moveByKeyboard(page, 'Three', 'ArrowUp');
    await expect.poll(() => namesIn(page, 'Banners')).toEqual(order);
  }
  saved.resolve();
  await expect.poll(() => namesIn(page, 'Banners')).toEqual(['Three', 'One', 'Two']);
  await expect.poll(bannersAtHome).toEqual(['Three', 'One', 'Two']);

  const [first, ...categories] = (await namesIn(page, 'Rows')).slice(1);
  expect(first).toBe('Deals');
  const handle = page.getByRole('button', { name: 'Move Picks', exact: true });
  const target = page.getByRole('button', { name: `Move ${categories[0]}`, exact: true });
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (from === null || to === null) throw new Error('The handles are not visible.');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 24, { steps: 10 });
  await page.mouse.up();
  await expect
    .poll(() => namesIn(page, 'Rows'))
    .toEqual(['Deals', categories[0], 'Picks', ...categories.slice(1)]);
  await expect
    .poll(async () => (await htmlOf(shop)).match(/<h2[^>]*>(Deals|Picks)|<h2[^>]*>[^<]+/g)?.length)
    .toBeGreaterThan(3);
  const headings = async () => {
    const html = await htmlOf(shop);
    return [...html.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, text]) => text?.replace('&amp;', '&'));
  };
  await expect.poll(async () => (await headings()).slice(1, 4)).toEqual(['Deals', categories[0], 'Picks']);

  const phone = await openPageAs(admin, '/dashboard/home', { widthPx: 360 });
  await expectNoOverflow(phone);
  await expectAccessible(phone);
  const touched = phone.getByRole('button', { name: 'Move Three' });
  const over = phone.getByRole('button', { name: 'Move Two' });
  await touched.scrollIntoViewIfNeeded();
  const [start, end] = [await touched.boundingBox(), await over.boundingBox()];
  if (start === null || end === null) throw new Error('The handles are not visible.');
  const session = await phone.context().newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + 20, y }],
    });
  await touch('touchStart', start.y + 20);
  for (let part = 1; part <= 10; part += 1)
    await touch('touchMove', start.y + 20 + ((end.y + 10 - start.y) * part) / 10);
  await touch('touchEnd', 0);
  await expect.poll(() => namesIn(phone, 'Banners')).toEqual(['One', 'Two', 'Three']);
  await expect.poll(bannersAtHome).toEqual(['One', 'Two', 'Three']);
});

test('the second tab is told that the order or the banner has changed, and shows the present one', async ({
  errors,
  openPageAs,
  shop,
  admin,
}) => {
  errors.allow(/status of 409/);
  const page = await openPageAs(admin, '/dashboard/home');
  const one = await addBanner(shop, page, admin, { title: 'One' });
  await addBanner(shop, page, admin, { title: 'Two' });
  await page.reload();
  await page.getByRole('button', { name: 'Edit One' }).click();
  const dialog = dialogOf(page, 'Edit banner');
  await dialog.getByLabel('Picture description').fill('Mine');
  const { _id, version, ...fields } = one;
  await admin.call('updateBanner', { _id, version, ...fields, title: 'Theirs' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('changed');
  await expect(dialog.getByLabel('Picture description')).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialogOf(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => namesIn(page, 'Banners')).toEqual(['Theirs', 'Two']);
  await addBanner(shop, page, admin, { title: 'Three' });
  await moveByKeyboard(page, 'Theirs', 'ArrowDown');
  await expect.poll(() => namesIn(page, 'Banners')).toEqual(['Theirs', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Delete Two' }).click();
  await dialogOf(page, 'Permanent Delete').getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Banner deleted');
  await expect.poll(() => namesIn(page, 'Banners')).toEqual(['Theirs', 'Three']);
});

test('a file that is no image, an SVG with a script and one of 30 MB are refused with a reason', async ({
  errors,
  openPageAs,
  admin,
}) => {
  errors.allow(/status of 4(?:13|15)/);
  const page = await openPageAs(admin, '/dashboard/home');
  await page.getByRole('button', { name: 'New banner' }).click();
  const dialog = dialogOf(page, 'New banner');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const files: [string, Buffer, RegExp][] = [
    ['a.png', Buffer.from(svg), /cannot be read/],
    ['b.png', Buffer.from('%PDF-1.7'), /cannot be read/],
    ['c.png', Buffer.alloc(30 * 1024 * 1024, 1), /cannot be read|MB/],
  ];
  for (const [name, bytes, reason] of files) {
    // The browser reads it from the disk: 30 MB as a message to the page take half a minute on a busy machine.
    const path = test.info().outputPath(name);
    await writeFile(path, bytes);
    await dialog.locator('input[type=file]').first().setInputFiles(path);
    await expect(dialog.getByText(reason).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('The upload failed. Try again or delete the picture.')).toBeVisible();
    await dialog.getByRole('button', { name: /^(?:Delete|Remove) the picture/ }).click();
  }
});

test('other people see neither the staff page nor the preview', async ({
  errors,
  openPageAs,
  page,
  shop,
  shopper,
}) => {
  errors.allow(/status of 40[13]/);
  const other = await openPageAs(shopper, '/dashboard/home');
  for (const path of ['/dashboard/home', '/dashboard/home-preview']) {
    await other.goto(path);
    await expect(other.getByText('Do not have permission')).toBeVisible();
    const { headers } = await fetch(shop.url + path);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(await htmlOf(shop, path)).toMatch(/<meta name="robots" content="noindex/);
  }
  await page.goto('/dashboard/home-preview');
  await expect(page.getByText('Do not have permission')).toBeVisible();
  await expect(shopper.call('previewHome', { at: new Date().toISOString() })).rejects.toThrow('403');
  await expect(shop.call('getHomeLayout', {})).rejects.toThrow('401');
});

test('banners and collections do not shift the page, and work in Hindi and without JavaScript', async ({
  openPage,
  openPageAs,
  shop,
  admin,
}) => {
  const staff = await openPageAs(admin, '/dashboard/home');
  const products = [await shop.claimProduct(), await shop.claimProduct()];
  for (const title of ['One', 'Two', 'Three'])
    await addBanner(shop, staff, admin, { title, titleHindi: title === 'One' ? 'पहला' : '' });
  await admin.call('createCollection', {
    ...{ title: 'Picks', titleHindi: 'हमारी पसंद', productCount: 20, ...always },
    source: { kind: 'PRODUCTS', productIds: products.map(({ id }) => id) },
  });
  for (const widthPx of [360, 768, 1440]) {
    const page = await openPage({ widthPx });
    await watchShifts(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(strip(page).getByRole('link', { name: 'One' })).toBeInViewport();
    await expect(page.locator('link[rel=preload][as=image]')).toHaveCount(2);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page)).toBeLessThan(0.02);
    await expectNoOverflow(page);
    await expectAccessibleInBothThemes(page);
    if (widthPx === 1440) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await strip(page).getByRole('button').last().click();
      await expect(strip(page).getByRole('link', { name: 'Two' })).toBeInViewport({ ratio: 0.9 });
      // The keyboard scrolls, too.
      const third = strip(page).getByRole('link', { name: 'Three' });
      while (!(await hasFocus(third))) await page.keyboard.press('Shift+Tab');
      await expect(third).toBeInViewport({ ratio: 0.9 });
    }
    await page.context().close();
  }
  const hindi = await htmlOf(shop, '/', { cookie: 'language=hi' });
  for (const text of ['alt="पहला"', 'alt="Two"', 'हमारी पसंद']) expect(hindi).toContain(text);
  const [collection] = (await shop.call('getHome', {})).collections;
  const path = `/collection/picks-${collection?._id}`;
  expect(await htmlOf(shop, path, { cookie: 'language=hi' })).toMatch(/<h1[^>]*>हमारी पसंद/);
  expect(await htmlOf(shop, '/sitemap-collections-1.xml')).toContain(`${path}<`);

  const plain = await openPage({ widthPx: 360, hasScript: false });
  await plain.goto('/');
  await plain.getByRole('link', { name: /^See All.*Picks/i }).click();
  await expect(plain).toHaveURL(path);
  await expect(productCards(plain)).toHaveCount(2);
  await plain.goto('/');
  await strip(plain).getByRole('link', { name: 'One' }).click();
  await expect(plain).toHaveURL('/search?q=milk');
});

test('a collection whose products are sold out has no row and no page, until one is back', async ({
  shop,
  admin,
}) => {
  const product = await shop.claimProduct();
  const { _id } = await addCollection(admin, 'Rare', [product.id]);
  const statusOf = async () => (await fetch(`${shop.url}/collection/rare-${_id}`)).status;
  expect([(await htmlOf(shop)).includes('>Rare<'), await statusOf()]).toEqual([true, 200]);
  await shop.updateProduct(product, { stock: 0 });
  await expect
    .poll(async () => [(await htmlOf(shop)).includes('>Rare<'), await statusOf()])
    .toEqual([false, 404]);
  await shop.updateProduct(product, { stock: 3 });
  await expect
    .poll(async () => [(await htmlOf(shop)).includes('>Rare<'), await statusOf()])
    .toEqual([true, 200]);
  const moved = await fetch(`${shop.url}/collection/old-title-${_id}`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/collection/rare-${_id}`]);
});
