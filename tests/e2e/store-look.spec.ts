import type { Page } from '@playwright/test';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectNoOverflow } from './accessibility.ts';
import { deliver, download, saveSection } from './dashboard.ts';
import type { Account, Shop } from './shop.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'store-look' });

const settingsPath = '/dashboard/settings#branding';

async function logoFile(width: number, height: number) {
  const buffer = Buffer.from(await bytesOf(plainImage(width, height, '#b45309').png()));
  return { name: 'logo.png', mimeType: 'image/png', buffer };
}

async function setColour(admin: Account, colour: string): Promise<void> {
  const { version, settings } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', {
    version,
    settings: { ...settings, branding: { logo: null, colour } },
  });
}

const publicPages = ['/', '/login', '/cart', '/search', '/manifest.webmanifest'];

const readPages = async ({ url }: Shop): Promise<string[]> =>
  Promise.all(publicPages.map(async (path) => (await fetch(url + path)).text()));

const iconsOf = (page: Page) =>
  page.locator('link[rel=icon]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('an owner uploads a logo and chooses a colour at 360 px: header, icons, shared link and invoice show them, and without them each page is as before, byte for byte', async ({
  errors,
  openPageAs,
  page: visitor,
  shop,
  admin,
  shopper,
}) => {
  errors.allow(/status of 400/);
  await shopper.addAddress('12 Lake Road');
  const order = await shopper.placeOrder([await shop.claimProduct()], 1);
  await deliver(admin, order._id);
  const before = await readPages(shop);
  const { name } = (await admin.call('getStoreSettings', {})).settings.identity;
  const page = await openPageAs(admin, settingsPath, { widthPx: 360 });
  const main = page.getByRole('main');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('img')).toHaveCount(0);

  await main.locator('input[type=file]').setInputFiles(await logoFile(600, 120));
  await expect(main.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
  const colour = main.getByLabel('Colour', { exact: true });
  await colour.fill('red');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(main.getByText('Enter a colour such as #0d7435.').last()).toBeVisible();
  await expect(colour).toBeFocused();
  await colour.fill('#FACC15');
  await expect(main.getByText(/^Buttons: black text on this colour, contrast 13\.\d : 1/)).toBeVisible();
  await expect(
    main.getByText(/too light for white, contrast 1\.\d : 1\. They have the darker shade/),
  ).toBeVisible();
  for (const theme of ['Light theme', 'Dark theme'])
    await expect(main.getByRole('figure', { name: theme }).getByRole('img', { name })).toBeVisible();
  // To the end, where the bar with the buttons covers no text.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page);
  await expectNoOverflow(page);
  await saveSection(page);
  // In the tab of the owner too, without a reload.
  await expect(banner.getByRole('img', { name })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('style', /--background-color-leaf: ?#facc15/);

  await visitor.goto('/');
  const logo = visitor.getByRole('banner').getByRole('link', { name, exact: true }).getByRole('img');
  await expect(logo).toBeVisible();
  const box = await logo.boundingBox();
  expect([box?.width, box?.height]).toEqual([160, 32]);
  const [icon] = await iconsOf(visitor);
  expect(icon).toMatch(/^\/images\/\w+\/icon-48\.png$/);
  for (const path of [icon ?? '', '/favicon.ico', '/share.png', '/icon-192.png']) {
    const response = await fetch(shop.url + path);
    expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/png']);
    expect(response.url, path).toMatch(/\/images\/\w+\/icon-/);
  }
  await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute('content', /icon-512\.png$/);
  const manifest = await (await fetch(`${shop.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ theme_color: '#facc15' });
  expect(JSON.stringify(manifest.icons)).toContain('/maskable-512.png');
  expect(manifest).not.toHaveProperty('screenshots');

  const orderPage = await openPageAs(shopper, `/orders/${order._id}`);
  const { content } = await download(orderPage, orderPage.getByRole('button', { name: /for A4$/ }));
  expect(content.toString('latin1')).toContain('/Subtype /Image');

  await main.getByRole('button', { name: 'Delete the picture' }).tap();
  await main.getByRole('button', { name: 'Use the original green' }).tap();
  await expect(colour).toBeFocused();
  await expect(main.getByRole('figure', { name: 'Light theme' }).getByText(name)).toBeVisible();
  await saveSection(page);
  await expect(banner.getByRole('img')).toHaveCount(0);
  expect(await readPages(shop)).toEqual(before);
});

test('a logo that is being edited is discarded with the section', async ({ openPageAs, admin }) => {
  const page = await openPageAs(admin, settingsPath);
  const main = page.getByRole('main');
  await main.locator('input[type=file]').setInputFiles(await logoFile(300, 300));
  await expect(main.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
  const changed = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
  await expect(changed).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(main.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(changed).toBeHidden();
});

test('saving the colour keeps what is typed in another section, and a logo that is saved while it uploads is saved with the section', async ({
  openPageAs,
  admin,
}) => {
  const page = await openPageAs(admin, '/dashboard/settings#legal', { widthPx: 1440 });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await page.getByLabel('FSSAI number').fill('11522998000123');
  await sections.getByRole('link', { name: 'Logo and colour' }).click();
  await page.getByLabel('Colour', { exact: true }).fill('#1d4ed8');
  // Held, as on a slow line.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/file/upload', async (route) => {
    await released;
    await route.continue();
  });
  await page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles(await logoFile(300, 300));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('It is saved when the upload has finished.')).toBeVisible();
  release();
  await expect(page.getByRole('banner').locator('img')).toBeVisible();
  const { settings } = await admin.call('getStoreSettings', {});
  expect(settings.branding).toMatchObject({ colour: '#1d4ed8', logo: { width: 300, height: 300 } });
  await expect(page.getByText(/Unsaved too:\s*Business details/)).toBeVisible();
  await sections.getByRole('link', { name: /^Business details/ }).click();
  await expect(page.getByLabel('FSSAI number')).toHaveValue('11522998000123');
  await setColour(admin, '');
});

for (const { title, colour } of [
  { title: 'yellow', colour: '#facc15' },
  { title: 'black', colour: '#000000' },
]) {
  test(`pages of a store in ${title} meet the rules of axe in both themes`, async ({
    openPageAs,
    shop,
    admin,
    shopper,
  }) => {
    const product = await shop.claimProduct();
    await shopper.placeOrder([product], 1);
    await shopper.addToCart(product, 1);
    await shopper.addAddress('12 Lake Road');
    const [order] = await shopper.call('listOrders', {});
    await setColour(admin, colour);
    const own = await openPageAs(shopper, '/', { widthPx: 360 });
    const staff = await openPageAs(admin, '/dashboard', { widthPx: 768 });
    const pages = [
      { page: own, path: '/', text: 'Shop by category' },
      { page: own, path: product.path, text: product.name },
      { page: own, path: '/cart', text: product.name },
      { page: own, path: '/checkout', text: '12 Lake Road' },
      { page: own, path: `/orders/${order?._id}`, text: /ORD-/ },
      { page: own, path: '/user', text: 'Save Address' },
      { page: staff, path: '/dashboard', text: /orders/i },
      { page: staff, path: '/dashboard/product', text: /products/i },
      { page: staff, path: settingsPath, text: 'Buttons:' },
    ];
    for (const { page, path, text } of pages) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
        await expectAccessibleInBothThemes(page);
      });
    }
    await setColour(admin, '');
  });
}
