import { gzipSync } from 'node:zlib';
import {
  axeViolations,
  expectAccessibleInBothThemes,
  expectNoOverflow,
  overflowPx,
  shiftOf,
  watchShifts,
} from './accessibility.ts';
import { guestPages, otherPages, publicPages, publicPaths } from './pages.ts';
import { productCards, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

const widths = [360, 768, 1440];
/** Limit for the first load of a page that every shopper meets. */
const maximumScriptKilobytes = 180;
const maximumLayoutShift = 0.02;

for (const name of ['home', 'listing', 'product', 'search', 'login'] as const) {
  test(`the first load of ${name} is at most ${maximumScriptKilobytes} kB of gzipped JavaScript in both languages`, async ({
    phone: page,
    shop,
  }) => {
    const path = name === 'login' ? '/login' : (await publicPaths(shop))[name];
    for (const language of ['en', 'hi']) {
      await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
      const tab = await page.context().newPage();
      // By address: an import reads a file that was fetched before from the cache, as a second response.
      const urls = new Set<string>();
      tab.on('request', (request) => {
        if (request.url().endsWith('.js')) urls.add(request.url());
      });
      await tab.goto(path, { waitUntil: 'networkidle' });
      const sizes = await Promise.all(
        [...urls].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
      );
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      console.log(
        `${path} in ${language}: ${kilobytes.toFixed(1)} kB of gzipped JavaScript in ${urls.size} files`,
      );
      expect(kilobytes).toBeGreaterThan(0);
      expect(kilobytes).toBeLessThanOrEqual(maximumScriptKilobytes);
      await tab.close();
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
        const page = await openPage({ widthPx });
        await watchShifts(page);
        await page.goto((await publicPaths(shop))[name], { waitUntil: 'networkidle' });
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.waitForLoadState('networkidle');
        const shift = await shiftOf(page);
        console.log(`Layout shift of the ${name} page at ${widthPx} px: ${shift.toFixed(4)}`);
        expect(shift).toBeLessThan(maximumLayoutShift);
        await expectNoOverflow(page);
        await expectAccessibleInBothThemes(page);
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
    for (const widths of [[360], [1440, 768]]) {
      test(`have no console error or accessibility error at ${widths.join(' and ')} px`, async ({
        openPage,
        shopper,
      }) => {
        const page = await openPage({ widthPx: widths[0] ?? 0 });
        if (kind === 'shopper') await startSession(page, shopper);
        const paths = kind === 'guest' ? [...guestPages, ...otherPages] : otherPages;
        for (const path of paths) {
          await page.goto(path, { waitUntil: 'networkidle' });
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            expect({ path, width, violations: await axeViolations(page) }).toEqual({
              path,
              width,
              violations: [],
            });
            expect({ path, width, overflowPx: await overflowPx(page) }).toEqual({
              path,
              width,
              overflowPx: 0,
            });
          }
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
    await expect(page.getByRole('heading', { level: 1, name: 'We can’t find that page' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go To Home' }).click();
  await page.waitForURL('/');
  const { product } = await publicPaths(shop);
  const id = product.split('-').at(-1);
  const moved = await fetch(`${shop.url}/product/old-name-${id}`, { redirect: 'manual' });
  expect(moved.status).toBe(301);
  expect(new URL(moved.headers.get('location') ?? '', shop.url).pathname).toBe(product);
});
