import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { brandPath, listingPath, productPath } from '#contract/base/slug.ts';
import {
  axeViolations,
  expectAccessible,
  expectNoOverflow,
  overflowPx,
  shiftOf,
  watchShifts,
} from './accessibility.ts';
import type { Shop } from './shop.ts';
import { productCards, register } from './storefront.ts';
import { expect, test } from './test.ts';

const widths = [360, 768, 1440];
/** Limit for the first load of a page that a visitor may open first. */
const maximumScriptKilobytes = 145;
const maximumLayoutShift = 0.02;

const publicPages = ['home', 'listing', 'brand', 'search', 'product'] as const;
const otherPages = [
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email',
  '/cart',
  '/wishlist',
  '/offline',
  '/checkout',
  '/success',
  '/cancel',
  '/user',
  '/search',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/lists',
  '/dashboard/profile',
];

async function publicPaths({ db }: Shop): Promise<Record<(typeof publicPages)[number], string>> {
  const [row] = await db.query<Record<'p' | 'pn' | 'c' | 'cn' | 's' | 'sn' | 'brand', string>>(sql`
    select p.id as p, p.name as pn, p.brand, c.id as c, c.name as cn, s.id as s, s.name as sn
    from product p join product_stock on product_stock.product_id = p.id
    join product_category pc on pc.product_id = p.id join category c on c.id = pc.category_id
    join product_sub_category ps on ps.product_id = p.id join sub_category s on s.id = ps.sub_category_id
    join sub_category_category sc on sc.sub_category_id = s.id and sc.category_id = c.id
    where stock > 0 and p.brand <> '' order by p.id limit 1`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  return {
    home: '/',
    search: '/search?q=milk',
    brand: brandPath(row.brand),
    listing: listingPath({ _id: row.c, name: row.cn }, { _id: row.s, name: row.sn }),
    product: productPath({ _id: row.p, name: row.pn }),
  };
}

/** Opens a page and measures the scripts that it loads until it is idle and `waitForAll` has resolved. */
async function expectSmallScripts(
  page: Page,
  path: string,
  waitForAll: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  // By address: an import reads a file that was fetched before from the cache, as a second response.
  const urls = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) urls.add(request.url());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await waitForAll();
  // Read again: a page that redirects to another document drops its responses.
  const sizes = await Promise.all(
    [...urls].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  );
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`JavaScript on first load of ${path}: ${kilobytes.toFixed(1)} kB gzipped`);
  expect(kilobytes, path).toBeGreaterThan(0);
  expect(kilobytes, path).toBeLessThanOrEqual(maximumScriptKilobytes);
}

/** Another tab of the browser, in which pages are in Hindi. */
async function openTabInHindi(page: Page): Promise<Page> {
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: 'language', value: 'hi', url: origin }]);
  const tab = await page.context().newPage();
  const size = page.viewportSize();
  if (size !== null) await tab.setViewportSize(size);
  return tab;
}

/** Pages that a guest may open first, besides the public ones. */
const firstPages = [
  '/login',
  '/register',
  '/forgot-password',
  '/verification-otp',
  '/reset-password',
  '/verify-email',
  '/cart',
  '/wishlist',
  '/checkout',
  '/user',
  '/success',
  '/cancel',
  '/pay/sandbox/0000000000000000000000',
  '/dashboard/profile',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/lists',
  '/orders/0000000000000000000000',
];

for (const name of [...publicPages, ...firstPages]) {
  test(`the first load of ${name} is at most ${maximumScriptKilobytes} kB of gzipped JavaScript`, async ({
    phone: page,
    shop,
    errors,
  }) => {
    errors.allow(/Failed to load resource/);
    // Pages of the password reset redirect without the navigation state of the step before.
    if (name === '/verification-otp') {
      await page
        .context()
        .addInitScript(() =>
          history.replaceState({ usr: { email: 'asha@example.com' }, key: 'x', idx: 0 }, ''),
        );
    }
    const paths: Partial<Record<string, string>> = await publicPaths(shop);
    const path = paths[name] ?? name;
    await expectSmallScripts(page, path);
    await expectSmallScripts(await openTabInHindi(page), path);
  });
}

test(`the first load after a payment is at most ${maximumScriptKilobytes} kB of gzipped JavaScript`, async ({
  openPageAs,
  shop,
  shopper,
}) => {
  await shopper.placeOrder([await shop.claimProduct()], 1);
  const [order] = await shopper.call('listOrders', {});
  const page = await openPageAs(shopper, '/');
  for (const path of ['/success', '/cancel']) await expectSmallScripts(page, `${path}?order=${order?._id}`);
});

/** Pages of a logged-in shopper, with the text of an element that is shown when everything has been read. */
const shopperPages: { path: string; text: string | RegExp; hindi?: string | RegExp }[] = [
  { path: '/checkout', text: '12 Lake Road' },
  { path: '/dashboard/myorders', text: /^ORD-/ },
  { path: '/orders/:id', text: /^Order ORD-/, hindi: /ORD-/ },
  { path: '/dashboard/address', text: '12 Lake Road' },
  { path: '/dashboard/lists', text: 'No lists yet', hindi: 'अभी कोई लिस्ट नहीं है' },
  { path: '/dashboard/profile', text: 'This device', hindi: 'यह डिवाइस' },
  { path: '/dashboard', text: 'This device' },
  { path: '/user', text: 'Save Address', hindi: 'सेव किए पते' },
  { path: '/cart', text: 'Proceed', hindi: /^आगे बढ़ें/ },
];

for (const { path, text, hindi } of shopperPages) {
  test(`the first load of ${path} by a shopper is at most ${maximumScriptKilobytes} kB of gzipped JavaScript, with all that is loaded without an interaction`, async ({
    errors,
    openPageAs,
    shop,
    shopper,
  }) => {
    // An event stream that stays open would keep the network busy.
    errors.allow(/net::ERR_FAILED/);
    const product = await shop.claimProduct();
    await shopper.placeOrder([product], 1);
    await shopper.addToCart(product, 2);
    const [order] = await shopper.call('listOrders', {});
    const context = (await openPageAs(shopper, '/')).context();
    for (const [language, widthPx] of [
      ['en', 360],
      ['en', 1440],
      ['hi', 360],
    ] as const) {
      // Redirects from a page of the staff, which is English, to one of a shopper.
      if (language === 'hi' && path === '/dashboard') continue;
      await context.addCookies([{ name: 'language', value: language, url: shop.url }]);
      // A page without an earlier tap, whose pointer would move over the next page.
      const page = await context.newPage();
      await page.setViewportSize({ width: widthPx, height: 900 });
      await page.route('**/api/order/events*', (route) => route.abort());
      await page.clock.install();
      const waitForAll = async () => {
        const shown = language === 'hi' ? (hindi ?? text) : text;
        await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible();
        // Runs the timers of the page.
        await page.clock.fastForward(10_000);
      };
      await expectSmallScripts(page, path.replace(':id', order?._id ?? ''), waitForAll);
      await page.close();
    }
  });
}

for (const name of publicPages) {
  test.describe(`the ${name} page`, () => {
    for (const widthPx of widths) {
      test(`has no layout shift, console error or accessibility error at ${widthPx} px`, async ({
        openPage,
        shop,
      }) => {
        for (const isDark of [false, true]) {
          const page = await openPage({ widthPx, isDark });
          await watchShifts(page);
          await page.goto((await publicPaths(shop))[name], { waitUntil: 'networkidle' });
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          await page.waitForLoadState('networkidle');
          const shift = await shiftOf(page);
          console.log(`Layout shift of the ${name} page at ${widthPx} px: ${shift.toFixed(4)}`);
          expect(shift).toBeLessThan(maximumLayoutShift);
          await expectAccessible(page);
          await expectNoOverflow(page);
          await page.context().close();
        }
      });
    }

    test('is useful without JavaScript', async ({ openPage, shop, errors }) => {
      errors.allow(/Failed to load resource/);
      const page = await openPage({ widthPx: 360, hasScript: false });
      await page.goto((await publicPaths(shop))[name]);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.getByText('₹')).not.toHaveCount(0);
      await expect.poll(() => page.locator('main a[href^="/"]').count()).toBeGreaterThan(3);
      // Also those that a browser with scripts lays out later.
      for (const card of await productCards(page).all()) await expect(card).toBeVisible();
    });
  });
}

for (const kind of ['guest', 'shopper']) {
  test.describe(`all other pages for a ${kind}`, () => {
    for (const widthPx of widths) {
      test(`have no console error or accessibility error at ${widthPx} px`, async ({ openPage }) => {
        const page = await openPage({ widthPx });
        if (kind === 'shopper') {
          await page.goto('/register');
          await register(page);
          await page.waitForURL('/');
        }
        for (const path of otherPages) {
          await page.goto(path, { waitUntil: 'networkidle' });
          expect({ path, violations: await axeViolations(page) }).toEqual({ path, violations: [] });
          expect({ path, overflowPx: await overflowPx(page) }).toEqual({ path, overflowPx: 0 });
        }
      });
    }
  });
}

test('an unknown path returns 404, and an outdated slug redirects to the right one', async ({
  errors,
  phone: page,
  shop,
}) => {
  errors.allow(/status of 404/);
  for (const path of ['/nothing-here', '/no-abc/such-def', '/product/gone-0000000000000000000000']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    expect(await response?.text(), path).toContain('Not Found');
    expect(await response?.text(), path).not.toContain('Internal Server Error');
    await expect(page.getByRole('link', { name: 'Go To Home' })).toBeVisible();
  }
  const { product } = await publicPaths(shop);
  const id = product.split('-').at(-1);
  const moved = await fetch(`${shop.url}/product/old-name-${id}`, { redirect: 'manual' });
  expect(moved.status).toBe(301);
  expect(new URL(moved.headers.get('location') ?? '', shop.url).pathname).toBe(product);
});
