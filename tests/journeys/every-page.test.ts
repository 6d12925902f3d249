import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { listingPath, productPath } from '#contract/rules/slug.ts';
import { axeViolations } from './axe.ts';
import type { OpenShop } from './open-shop.ts';
import { overflowPx } from './overflow.ts';
import { type Entrance, register } from './visitor.ts';
import { withShop } from './with-shop.ts';

const widths = [360, 768, 1440];
/** Kilobytes of JavaScript that a public page may load at first. */
const maximumScriptKilobytes = 145;
const maximumLayoutShift = 0.02;

const publicPages = ['home', 'listing', 'search', 'product'] as const;
const otherPages = [
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email',
  '/cart',
  '/checkout',
  '/success',
  '/cancel',
  '/user',
  '/search',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/profile',
];

let shop: OpenShop;
let entrance: Entrance;
let paths: Record<(typeof publicPages)[number], string>;
withShop(async (setting) => {
  ({ shop, entrance } = setting);
  paths = await publicPaths();
});

async function publicPaths(): Promise<typeof paths> {
  const [row] = await shop.database.db.query<Record<'p' | 'pn' | 'c' | 'cn' | 's' | 'sn', string>>(sql`
    select p.id as p, p.name as pn, c.id as c, c.name as cn, s.id as s, s.name as sn
    from product p
    join product_category pc on pc.product_id = p.id join category c on c.id = pc.category_id
    join product_sub_category ps on ps.product_id = p.id join sub_category s on s.id = ps.sub_category_id
    join sub_category_category sc on sc.sub_category_id = s.id and sc.category_id = c.id
    where p.stock > 0 order by p.id limit 1`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  return {
    home: '/',
    search: '/search?q=milk',
    listing: listingPath({ _id: row.c, name: row.cn }, { _id: row.s, name: row.sn }),
    product: productPath({ _id: row.p, name: row.pn }),
  };
}

/** Adds up how much a page has moved under the reader's eyes. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shifted += entry.value;
      }
      document.documentElement.dataset.shifted = String(shifted);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftOf = async (page: Page) => Number((await page.locator('html').getAttribute('data-shifted')) ?? 0);

describe.each(publicPages)('the %s page', (name) => {
  test(`loads at most ${maximumScriptKilobytes} kB of gzipped JavaScript`, async () => {
    const { page } = await entrance.admit(shop.url, { widthPx: 360 });
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(paths[name], { waitUntil: 'networkidle' });
    const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
    console.log(`JavaScript on first load of the ${name} page: ${kilobytes.toFixed(1)} kB gzipped`);
    expect(kilobytes).toBeGreaterThan(0);
    expect(kilobytes).toBeLessThanOrEqual(maximumScriptKilobytes);
  });

  test.each(widths)('at %i px neither moves, complains nor locks anybody out', async (widthPx) => {
    for (const isDark of [false, true]) {
      const { page, complaints } = await entrance.admit(shop.url, { widthPx, isDark });
      await watchShifts(page);
      await page.goto(paths[name], { waitUntil: 'networkidle' });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForLoadState('networkidle');
      const shift = await shiftOf(page);
      console.log(`Layout shift of the ${name} page at ${widthPx} px: ${shift.toFixed(4)}`);
      expect(shift).toBeLessThan(maximumLayoutShift);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  test('is useful without JavaScript', async () => {
    const { page } = await entrance.admit(shop.url, { widthPx: 360, hasScript: false });
    await page.goto(paths[name]);
    await expect.poll(() => page.locator('h1').count()).toBe(1);
    await expect.poll(() => page.getByText('₹').count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('main a[href^="/"]').count()).toBeGreaterThan(3);
  });
});

describe.each(['guest', 'shopper'])('every other page, to a %s,', (kind) => {
  test.each(widths)('at %i px neither complains nor locks anybody out', async (widthPx) => {
    const { page, complaints } = await entrance.admit(shop.url, { widthPx });
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
    expect(complaints).toEqual([]);
  });
});

test('an unknown address is a page of its own with status 404, and a stale name leads to the right one', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  for (const path of ['/nothing-here', '/no-abc/such-def', '/product/gone-0000000000000000000000']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await page.getByRole('link', { name: 'Go To Home' }).waitFor();
  }
  const id = paths.product.split('-').at(-1);
  const moved = await fetch(`${shop.url}/product/old-name-${id}`, { redirect: 'manual' });
  expect(moved.status).toBe(301);
  expect(new URL(moved.headers.get('location') ?? '', shop.url).pathname).toBe(paths.product);
});
