import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

/** Time that a whole example is shown, and time per character. */
const pauseMs = 1000;
const letterMs = 70;

const heading = /^Search Results: \d+$/;

test('search results follow the typed text, the URL is replaced and the focus stays in the field @everyday', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Search for groceries' }).click();
  await page.waitForURL('/search');
  const input = page.getByRole('combobox');
  await expect(input).toBeFocused();
  const visitsBefore = await page.evaluate(() => history.length);
  await page.keyboard.type('brown rice');
  await page.waitForURL('/search?q=brown+rice');
  await expect(page.getByText(heading)).toBeVisible();
  await expect.poll(() => productCards(page).first().getByRole('heading').textContent()).toMatch(/rice/i);
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('brown rice');
  expect(await page.evaluate(() => history.length)).toBe(visitsBefore);

  await input.fill('zzzzqqqq');
  await expect(page.getByText('No Data found')).toBeVisible();
  await page.goBack();
  await page.waitForURL('/');
  await page.goForward();
  await page.waitForURL('/search?q=zzzzqqqq');
  await expect(page.getByRole('combobox')).toHaveValue('zzzzqqqq');
});

test('the result count is the total, and scrolling loads every product once @everyday', async ({
  page,
  shop,
}) => {
  await page.goto('/search?q=paneer');
  const text = await page.getByText(heading).textContent();
  const total = Number(text?.split(' ').at(-1));
  expect(total).toBeGreaterThan(12);
  const cards = productCards(page);
  const wanted = Math.min(total, 48);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return cards.count();
    })
    .toBeGreaterThanOrEqual(wanted);
  const paths = await cards
    .locator('h3')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeLessThanOrEqual(total);
  expect(page.url()).toBe(`${shop.url}/search?q=paneer`);
});

test('a next page that failed to load shows an error with Try again', async ({ errors, phone: page }) => {
  errors.allow(/net::ERR_FAILED/);
  await page.goto('/search');
  await page.route('**/api/product/search-product', (route) => route.abort());
  await page.getByRole('combobox').fill('milk');
  await expect(page.getByText(heading)).toBeVisible();
  const cards = productCards(page);
  await page.getByRole('link', { name: 'Load more' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert').getByText('Couldn’t load more products.')).toBeVisible();
  await expect(cards).toHaveCount(12);
  await page.unroute('**/api/product/search-product');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(12);
});

test('slow results show ten placeholders, and a late response to an older query is dropped', async ({
  page,
  shop,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  await page.goto('/search?q=chips');
  await expect(page.getByText(heading)).toBeVisible();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(/\/search\.data\?.*q=m/, async (route) => {
    await released.promise;
    // The browser has cancelled the request of the older query.
    await route.continue().catch(() => {});
    answered.resolve();
  });
  const input = page.getByRole('combobox');
  await input.fill('milk');
  await expect(page.locator('[data-testid=product-card-skeleton]')).toHaveCount(10);
  await input.fill('salt');
  await page.waitForURL('/search?q=salt');
  await expect(page.getByText(heading)).toBeVisible();
  const firstName = await productCards(page).first().getByRole('heading').textContent();
  expect(firstName).toMatch(/salt/i);
  released.resolve();
  await answered.promise;
  await page.waitForLoadState('networkidle');
  await expect.poll(() => productCards(page).first().getByRole('heading').textContent()).toBe(firstName);
  await expect(input).toHaveValue('salt');
  expect(page.url()).toBe(`${shop.url}/search?q=salt`);
});

test('a phone shows a back arrow, and its header hides with the first character', async ({
  openPage,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  for (const widthPx of [360, 767, 768]) {
    const page = await openPage({ widthPx });
    await page.goto('/search');
    const arrow = page.getByRole('link', { name: 'Back to the home page' });
    await expect(arrow).toBeVisible({ visible: widthPx < 768 });
    const brand = page.getByRole('banner').getByRole('link', { name: 'Tokri' });
    await expect(brand).toBeVisible();
    await page.getByRole('combobox').fill('egg');
    await page.waitForURL('/search?q=egg');
    if (widthPx < 768) {
      await expect(brand).toBeHidden();
      await arrow.click();
      await page.waitForURL('/');
    }
    await page.context().close();
  }
});

test('the search bar types its examples in turn and shows each for a second', async ({
  openPage,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const page = await openPage({ widthPx: 1440, isStill: false });
  await page.clock.install({ time: '2026-01-01T10:00:00Z' });
  await page.goto('/');
  const bar = page.getByRole('banner').getByRole('link', { name: 'Search for groceries' });
  await expect(bar.getByText('Search "milk"')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt('2026-01-01T11:00:00Z');
  const shown = () => bar.locator('[aria-hidden="true"].truncate').textContent();
  for (const word of ['sugar', 'panner', 'chocolate']) {
    const whole = `Search "${word}"`;
    await expect
      .poll(
        async () => {
          if ((await shown()) !== whole) await page.clock.runFor(letterMs);
          return shown();
        },
        { intervals: [50] },
      )
      .toBe(whole);
    await page.clock.runFor(pauseMs - 3 * letterMs);
    expect(await shown()).toBe(whole);
    await page.clock.runFor(4 * letterMs);
    await expect.poll(shown).not.toBe(whole);
  }
});

test('search results have URLs that work without JavaScript', async ({ openPage, errors }) => {
  errors.allow(/Failed to load resource/);
  const page = await openPage({ widthPx: 360, hasScript: false });
  await page.goto('/search?q=milk');
  await expect(page.getByText(heading)).toBeVisible();
  const firstOfPageOne = await productCards(page).first().textContent();
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.waitForURL('/search?q=milk&page=2');
  expect(await productCards(page).first().textContent()).not.toBe(firstOfPageOne);
  await page.getByRole('link', { name: 'Back to the best matches' }).click();
  await page.waitForURL('/search?q=milk');
});
