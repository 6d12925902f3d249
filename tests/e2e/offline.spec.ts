import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { offlineErrors, savedAddresses, savedLanguage, saveForOffline } from './offline.ts';
import { login, productCards, submitAddress } from './storefront.ts';
import { expect, test } from './test.ts';

/** What a shopper taps, and what the page that it opens shows with a connection. */
const taps: {
  name: string;
  from: string;
  tap(page: Page): Promise<void>;
  shown(page: Page): ReturnType<Page['locator']>;
}[] = [
  {
    name: 'a product on the home page',
    from: '/',
    tap: (page) => productCards(page).first().locator('h3').getByRole('link').tap(),
    shown: (page) => page.getByTestId('product-offer'),
  },
  {
    name: 'the search box on the home page',
    from: '/',
    tap: (page) => page.getByRole('link', { name: 'Search for groceries' }).tap(),
    shown: (page) => page.getByRole('combobox'),
  },
  {
    name: 'a category on the home page',
    from: '/',
    tap: (page) => page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first().tap(),
    shown: (page) => page.getByRole('navigation', { name: /^Sub-categories/ }),
  },
  {
    name: 'a product in search results',
    from: '/search?q=milk',
    tap: (page) => productCards(page).first().locator('h3').getByRole('link').tap(),
    shown: (page) => page.getByTestId('product-offer'),
  },
  {
    name: 'the account menu',
    from: '/',
    tap: (page) => page.getByRole('link', { name: 'Account' }).tap(),
    shown: (page) => page.getByRole('heading', { name: 'Account' }),
  },
];

for (const { name, from, tap, shown } of taps) {
  test(`a tap on ${name} without a connection offers a retry in the same page, which works with a connection`, async ({
    errors,
    phone: page,
  }) => {
    errors.allow(/Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED|modulepreload/);
    await page.goto(from);
    await page.evaluate(() => {
      document.documentElement.dataset.opened = 'before';
    });
    await page.context().setOffline(true);
    await tap(page);
    const message = page.getByRole('heading', { name: 'You seem to be offline' });
    await expect(message).toBeVisible();
    await page.getByRole('link', { name: 'Try again' }).tap();
    await expect(message).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-opened', 'before');
    await expect(page.getByRole('banner')).toBeVisible();
    await page.context().setOffline(false);
    await expect(shown(page)).toBeVisible();
  });
}

test('a page that could not be loaded retries when the first requests after the connection came back fail', async ({
  errors,
  phone: page,
}) => {
  errors.allow(/Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED|ERR_FAILED|modulepreload/);
  await page.goto('/');
  let isConnected = false;
  let failures = 0;
  // Before the page checks the connection: a check that is sent before its route exists is not seen here.
  await page.route('**/health/live', (route) => {
    if (isConnected && failures === 2) return route.continue();
    if (isConnected) failures += 1;
    return route.abort();
  });
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Account' }).tap();
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible();
  isConnected = true;
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  expect(failures).toBe(2);
});

test('the wishlist opens without a connection as it was seen last, of a product that was not seen it says so, and is current again with a connection', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const [seen, unseen] = [await shop.claimProduct({ pricePaise: 12_300 }), await shop.claimProduct()];
  await shopper.call('changeWishlist', { add: [seen.id] });
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  await page.goto('/wishlist');
  await expect(productCards(page)).toHaveCount(1);
  await page.goto(unseen.path);
  await page
    .getByRole('button', { name: `${unseen.name} in wishlist`, exact: true })
    .first()
    .tap();
  await expect.poll(async () => (await shopper.call('getWishlist', {})).productIds).toContain(unseen.id);

  await page.context().setOffline(true);
  await shop.updateProduct(seen, { pricePaise: 45_600 });
  await page.goto('/wishlist');
  await expect(productCards(page)).toHaveCount(1);
  await expect(productCards(page)).toContainText('₹123');
  await expect(page.getByText('1 more product needs a connection.')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.context().setOffline(false);
  await expect(productCards(page)).toHaveCount(2);
  await expect(productCards(page).filter({ hasText: '₹456' })).toHaveCount(1);
  await expect(page.getByText('needs a connection')).toBeHidden();

  // Nothing of it stays for the next one at this device.
  expect(await page.evaluate(() => localStorage.getItem('tokri.own.wished-products'))).toContain(seen.id);
  await page.goto('/user');
  await page.getByRole('button', { name: /Log ?out/i }).tap();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tokri.own.wished-products'))).toBeNull();
});

test('after one visit home, a visited product, categories and the cart open without a connection, and other pages with it', async ({
  errors,
  openPage,
  shop,
}) => {
  errors.allow(offlineErrors);
  const [visited, other] = [await shop.claimProduct(), await shop.claimProduct()];
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await page.goto('/');
  const category = await page
    .getByRole('navigation', { name: 'Shop by category' })
    .getByRole('link')
    .first()
    .getAttribute('href');
  await saveForOffline(page);
  await page.goto(visited.path);
  await page.getByRole('main').getByRole('button', { name: /^Add / }).first().tap();
  await expect(page.getByText('Item added')).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByTestId('product-offer')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /offline.*Prices from/ })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('main').getByRole('link', { name: visited.name })).toBeVisible();
  await page.goto('/');
  await expect(productCards(page).first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first().tap();
  await expect(page.getByRole('navigation', { name: /^Sub-categories/ })).toBeVisible();
  await page.goto(category ?? '');
  await expect(page.getByRole('navigation', { name: /^Sub-categories/ })).toBeVisible();
  await expect(page).toHaveURL(category ?? '');

  await page.goto(other.path);
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Cart: 1 for ₹/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page).toHaveURL(other.path);
  await expect(page.getByTestId('product-offer')).toBeVisible();
});

test('a filtered list opens without a connection as it was seen, beside the plain one, and one that was not seen says so', async ({
  errors,
  openPage,
  shop,
}) => {
  errors.allow(offlineErrors);
  const product = await shop.claimProduct({ pricePaise: 12_300 });
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await page.goto('/');
  await saveForOffline(page);
  const list = `/search?q=${encodeURIComponent(product.name)}`;
  const card = productCards(page).filter({ has: page.getByRole('link', { name: product.name }) });
  await page.goto(list);
  await expect(card).toHaveCount(1);
  await page.goto(`${list}&max=100`);
  await expect(page.getByRole('link', { name: 'Remove filter Up to ₹100' })).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.context().setOffline(true);
  await page.goto(list);
  await expect(card).toHaveCount(1);
  await page.goto(`${list}&max=100`);
  await expect(page.getByRole('link', { name: 'Remove filter Up to ₹100' })).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.goto(`${list}&max=90`);
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible();
  const saved = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name });
  await expect(saved).toHaveText([`Search: ${product.name} · Up to ₹100`, `Search: ${product.name}`]);
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test('prices of a saved page are marked as such without a connection, and current again with it', async ({
  errors,
  openPage,
  shop,
}) => {
  errors.allow(offlineErrors);
  const product = await shop.claimProduct({ pricePaise: 12_300 });
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await page.goto('/');
  await saveForOffline(page);
  await page.goto(product.path);
  await page.context().setOffline(true);
  await shop.updateProduct(product, { pricePaise: 45_600 });
  await page.reload();
  await expect(page.getByTestId('product-offer')).toContainText('₹123');
  const note = page.getByRole('status').filter({ hasText: 'offline' });
  await expect(note).toContainText('may have changed');
  await page.context().setOffline(false);
  await expect(page.getByTestId('product-offer')).toContainText('₹456');
  await expect(note).toBeHidden();
});

test('a cart that a shopper changes without a connection is saved later, although the tab was closed', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const [kept, removed, added] = [
    await shop.claimProduct(),
    await shop.claimProduct(),
    await shop.claimProduct(),
  ];
  await shopper.addToCart(kept, 1);
  await shopper.addToCart(removed, 2);
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  await page.goto(added.path);
  const saved = () => page.evaluate(() => localStorage.getItem('tokri.own.cart') ?? '');
  await expect.poll(saved).toContain(kept.id);

  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('button', { name: /^Add / }).first().tap();
  await expect.poll(saved).toContain(added.id);
  await page.goto('/cart');
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await line(kept.name)
    .getByRole('button', { name: /^One more/ })
    .tap();
  await line(removed.name)
    .getByRole('button', { name: /^One less/ })
    .tap();
  await line(removed.name)
    .getByRole('button', { name: /^One less/ })
    .tap();
  await expect(line(removed.name)).toBeHidden();
  await expect(line(added.name)).toBeVisible();
  // Before the connection is back: a page that is closed sends its last changes.
  expect(await shopper.cart()).toEqual({ [kept.id]: 1, [removed.id]: 2 });
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/');
  await expect.poll(() => shopper.cart()).toEqual({ [kept.id]: 2, [added.id]: 1 });
});

test('an address that a shopper adds without a connection is saved once later, although the tab was closed', async ({
  errors,
  openPage,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  await page.goto('/dashboard/address');
  await expect(page.getByText('Save an address to check out faster.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Address', exact: true }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().setOffline(true);
  await submitAddress(page);
  await expect(page.getByRole('main').getByText('12 Lake Road')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('12 Lake Road')).toBeVisible();
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const [one, two] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto('/'), two.goto('/')]);
  const lines = async () => (await shopper.call('listAddresses', {})).map(({ address_line }) => address_line);
  await expect.poll(lines).toEqual(['12 Lake Road']);
  await one.goto('/dashboard/address');
  await expect(one.getByRole('main').getByText('12 Lake Road')).toHaveCount(1);
  expect(await lines()).toEqual(['12 Lake Road']);
});

test('an address that a shopper adds without a connection right after opening the page is saved in the browser', async ({
  errors,
  openPage,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const page = await openPage();
  await login(page, shopper);
  await page.goto('/dashboard/address');
  await page.getByRole('button', { name: 'Add Address', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().setOffline(true);
  await submitAddress(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main').getByText('12 Lake Road')).toBeVisible();
});

test('a page that is still loading at a logout is not saved', async ({ openPage, shop, shopper }) => {
  const product = await shop.claimProduct();
  const page = await openPage({ hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.context().route(`**${product.path}.data*`, async (route) => {
    asked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  const loaded = page.evaluate(async (address) => (await fetch(address)).status, `${product.path}.data`);
  await asked.promise;
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accesstoken'))).toBeNull();
  mayAnswer.resolve();
  expect(await loaded).toBe(200);
  // What is loaded after it is saved after it.
  const next = await shop.claimProduct();
  await page.evaluate(async (address) => (await fetch(address)).text(), `${next.path}.data`);
  const isSaved = async (path: string) => (await savedAddresses(page)).some((url) => url.includes(path));
  await expect.poll(() => isSaved(next.path)).toBe(true);
  expect(await isSaved(product.path)).toBe(false);
});

test('after a logout the device has nothing of the account and of what it looked at, and the next account does not get its changes', async ({
  errors,
  openPage,
  shop,
  shopper,
}) => {
  errors.allow(offlineErrors);
  const product = await shop.claimProduct();
  await shopper.addAddress('7 Secret Street');
  const page = await openPage({ hasServiceWorker: true });
  await login(page, shopper);
  await saveForOffline(page);
  await page.goto(product.path);
  await page.goto('/dashboard/address');
  await expect(page.getByText('7 Secret Street')).toBeVisible();
  await page.context().setOffline(true);
  await page.goto(product.path);
  await expect(page.getByRole('status').filter({ hasText: 'offline' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: /^Add / }).first().click();
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain('pending\\":1');
  await page.context().setOffline(false);
  // The session ends without a word to the open tab, such as by a removal in another device.
  await shopper.revokeSessions();
  const forgetTokens = () => {
    localStorage.removeItem('accesstoken');
    localStorage.removeItem('refreshToken');
  };
  // The page may be loading: it is updated when the connection is back.
  await expect(() => page.evaluate(forgetTokens)).toPass();
  await expect(() => page.goto('/login')).toPass();
  await expect
    .poll(async () => (await savedAddresses(page)).filter((url) => url.includes(product.path)))
    .toEqual([]);
  expect(await stored()).not.toMatch(/7 Secret Street|tokri\.own|@example\.com/);
  expect((await savedAddresses(page)).filter((url) => /\/api\//.test(url))).toEqual([]);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  const next = await shop.createShopper();
  await login(page, next);
  await expect.poll(stored).toContain(next.userId);
  expect(await next.cart()).toEqual({});
});

test('after the choice of Hindi the pages and categories that were saved open in Hindi without a connection', async ({
  errors,
  openPage,
  shop,
}) => {
  errors.allow(offlineErrors);
  const product = await shop.claimProduct();
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await page.goto('/');
  await saveForOffline(page);
  await page.goto(product.path);
  const savedListings = async () =>
    (await savedAddresses(page)).filter((url) => url.includes('_routes=listing')).sort();
  const listings = await savedListings();
  await page.goto('/cart');
  await page.getByRole('button', { name: 'हिन्दी' }).tap();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  const languageOf = (path: string) =>
    page.evaluate(async (saved) => (await caches.match(saved))?.headers.get('Content-Language'), path);
  await expect.poll(() => savedLanguage(page)).toBe('hi');
  await expect.poll(() => languageOf(product.path)).toBe('hi');
  expect(await savedListings()).toEqual(listings);
  // Another worker would replace this one under the open page, where a navigation can hang.
  const workers = await page.evaluate(async () => {
    const { active, waiting, installing } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return [active, waiting, installing].map((worker) => worker?.scriptURL.replace(/^.*\//, ''));
  });
  expect(workers).toEqual(['service-worker.js', undefined, undefined]);

  await page.context().setOffline(true);
  await page.goto(product.path);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await expect(page.getByTestId('product-offer')).toBeVisible();
  await page.goto('/');
  await page.getByRole('navigation', { name: 'कैटेगरी से खरीदें' }).getByRole('link').first().tap();
  await expect(page.getByRole('navigation', { name: /सब-कैटेगरी/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
});

test('a page whose code always fails is reloaded twice, then shows its error with a button that works', async ({
  errors,
  phone: page,
  shopper,
}) => {
  errors.allow(/Failed to load|Failed to fetch|ERR_FAILED|modulepreload/);
  await login(page, shopper);
  const code = /\/assets\/store-credit-card-[^/]+\.js$/;
  await page.route(code, (route) => route.abort());
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto('/dashboard/profile');
  const again = page.getByRole('link', { name: 'Try again' });
  await expect.poll(() => loads).toBe(3);
  await expect(again).toBeVisible();
  // The page would ask the server again after four seconds.
  const asked = page.waitForRequest('**/health/live');
  await again.tap();
  await asked;
  await expect.poll(() => loads).toBe(4);
  await expect(again).toBeVisible();
  await page.unroute(code);
  await again.tap();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(again).toBeHidden();
  expect(loads).toBe(5);
});
