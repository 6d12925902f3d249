import { expect, test } from 'vitest';
import { hasFocus } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

/** How long a whole example stands (specification section 9), and how long a letter takes. */
const pauseMs = 1000;
const letterMs = 70;

const heading = /^Search Results: \d+$/;

test('typing finds while it is typed: the focus stays, the address follows, back leaves the search', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search for groceries' }).click();
  await page.waitForURL('/search');
  const input = page.getByRole('searchbox');
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  const visitsBefore = await page.evaluate(() => history.length);
  await page.keyboard.type('brown rice');
  await page.waitForURL('/search?q=brown+rice');
  await page.getByText(heading).waitFor();
  await expect
    .poll(() => page.locator('[data-testid=product-card]').first().getByRole('heading').textContent())
    .toMatch(/rice/i);
  await expect.poll(() => hasFocus(input)).toBe(true);
  await expect.poll(() => input.inputValue()).toBe('brown rice');
  expect(await page.evaluate(() => history.length)).toBe(visitsBefore);

  await input.fill('zzzzqqqq');
  await page.getByText('No Data found').waitFor();
  await page.goBack();
  await page.waitForURL('/');
  await page.goForward();
  await page.waitForURL('/search?q=zzzzqqqq');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('zzzzqqqq');
  expect(complaints).toEqual([]);
});

test('the count is what the shop has, and scrolling brings all of it, nothing twice', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto('/search?q=paneer');
  const text = await page.getByText(heading).textContent();
  const total = Number(text?.split(' ').at(-1));
  expect(total).toBeGreaterThan(12);
  const cards = page.locator('[data-testid=product-card]');
  const wanted = Math.min(total, 48);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return cards.count();
    })
    .toBeGreaterThanOrEqual(wanted);
  const paths = await cards
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeLessThanOrEqual(total);
  expect(page.url()).toBe(`${shop.url}/search?q=paneer`);
  expect(complaints).toEqual([]);
});

test('a next page that did not arrive says so and is asked for again by hand', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto('/search');
  await page.route('**/api/product/search-product', (route) => route.abort());
  await page.getByRole('searchbox').fill('milk');
  await page.getByText(heading).waitFor();
  const cards = page.locator('[data-testid=product-card]');
  await page.getByRole('link', { name: 'Load more' }).scrollIntoViewIfNeeded();
  await page.getByRole('alert').getByText('Couldn’t load more products.').waitFor();
  await expect.poll(() => cards.count()).toBe(12);
  await page.unroute('**/api/product/search-product');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(12);
});

test('ten placeholders stand in for results that are slow, and a late answer of an older text is never shown', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto('/search?q=chips');
  await page.getByText(heading).waitFor();
  const milkMayCome = Promise.withResolvers<void>();
  const milkHasCome = Promise.withResolvers<void>();
  await page.route(/\/search\.data\?.*q=m/, async (route) => {
    await milkMayCome.promise;
    // The browser gives up a question that nobody asks any more.
    await route.continue().catch(() => {});
    milkHasCome.resolve();
  });
  const input = page.getByRole('searchbox');
  await input.fill('milk');
  await expect.poll(() => page.locator('[data-testid=product-card-skeleton]').count()).toBe(10);
  await input.fill('salt');
  await page.waitForURL('/search?q=salt');
  await page.getByText(heading).waitFor();
  const salts = await page.locator('[data-testid=product-card]').first().getByRole('heading').textContent();
  expect(salts).toMatch(/salt/i);
  milkMayCome.resolve();
  await milkHasCome.promise;
  await page.waitForLoadState('networkidle');
  await expect
    .poll(() => page.locator('[data-testid=product-card]').first().getByRole('heading').textContent())
    .toBe(salts);
  await expect.poll(() => input.inputValue()).toBe('salt');
  expect(page.url()).toBe(`${shop.url}/search?q=salt`);
});

test('a phone has an arrow back home in place of the looking glass; its main bar leaves with the first letter', async () => {
  for (const widthPx of [360, 767, 768]) {
    const { page } = await entrance.admit(shop.url, { widthPx });
    await page.goto('/search');
    const arrow = page.getByRole('link', { name: 'Back to the home page' });
    await expect.poll(() => arrow.isVisible()).toBe(widthPx < 768);
    const brand = page.getByRole('banner').getByRole('link', { name: 'Tokri' });
    await expect.poll(() => brand.isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('egg');
    await page.waitForURL('/search?q=egg');
    if (widthPx < 768) {
      await brand.waitFor({ state: 'hidden' });
      await arrow.click();
      await page.waitForURL('/');
    }
    await page.context().close();
  }
});

test('the bar types its nine examples one after the other, each standing still for a second', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 1440, isStill: false });
  await page.clock.install({ time: '2026-01-01T10:00:00Z' });
  await page.goto('/');
  const bar = page.getByRole('banner').getByRole('link', { name: 'Search for groceries' });
  await bar.getByText('Search "milk"').waitFor();
  await page.waitForLoadState('networkidle');
  // From here on time passes only as we say.
  await page.clock.pauseAt('2026-01-01T11:00:00Z');
  const shown = () => bar.locator('[aria-hidden="true"].truncate').textContent();
  const words = ['sugar', 'panner', 'chocolate', 'curd', 'rice', 'egg', 'chips', 'milk', 'bread', 'sugar'];
  for (const word of words) {
    const whole = `Search "${word}"`;
    await expect
      .poll(async () => {
        if ((await shown()) !== whole) await page.clock.runFor(letterMs);
        return shown();
      })
      .toBe(whole);
    await page.clock.runFor(pauseMs - 3 * letterMs);
    expect(await shown()).toBe(whole);
    await page.clock.runFor(4 * letterMs);
    await expect.poll(shown).not.toBe(whole);
  }
});

test('results are links of their own: shared, reloaded and read without scripts', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 360, hasScript: false });
  await page.goto('/search?q=milk');
  await page.getByText(heading).waitFor();
  const firstOfPageOne = await page.locator('[data-testid=product-card]').first().textContent();
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.waitForURL('/search?q=milk&page=2');
  expect(await page.locator('[data-testid=product-card]').first().textContent()).not.toBe(firstOfPageOne);
  await page.getByRole('link', { name: 'Back to the best matches' }).click();
  await page.waitForURL('/search?q=milk');
});
