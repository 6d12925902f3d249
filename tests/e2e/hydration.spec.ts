import type { Page } from '@playwright/test';
import { offlineErrors, saveForOffline } from './offline.ts';
import { startSession } from './storefront.ts';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    /** The frame of the page as the server has sent it. */
    serverNodes?: Element[];
    __reactRouterDataRouter?: { navigate(path: string): Promise<void> };
  }
}

interface Stop {
  path: string;
  language: 'en' | 'hi';
}

const isOfStaff = (path: string) => path === '/dashboard/category';

/** Keeps the elements of the server's HTML before the first script of the page changes them. */
async function keepServerNodes(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const nodes = ['header', 'main', 'footer'].map((name) => document.querySelector(name));
      // The footer is the last.
      if (nodes.includes(null)) return;
      window.serverNodes = nodes.filter((node) => node !== null);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

/**
 * Waits until the page of `path` is hydrated. Fails if React has replaced what the server has sent, at the first call
 * for each document: later a navigation may replace it.
 */
async function expectHydrated(page: Page, path: string, language?: string): Promise<void> {
  await page.waitForURL(path);
  const lang = isOfStaff(path) ? 'en-IN' : language && `${language}-IN`;
  if (lang !== undefined) await expect(page.locator('html')).toHaveAttribute('lang', lang);
  const isHydrated = () =>
    page
      .evaluate(() => {
        const footer = document.querySelector('footer');
        return footer !== null && Object.keys(footer).some((key) => key.startsWith('__reactFiber'));
      })
      // The document is being replaced.
      .catch(() => false);
  await expect.poll(isHydrated, { message: `${path} is hydrated`, intervals: [50] }).toBe(true);
  const lost = await page.evaluate(() => {
    const nodes = window.serverNodes ?? [];
    window.serverNodes = [];
    return nodes.filter((node) => !node.isConnected).map((node) => node.outerHTML.slice(0, 200));
  });
  expect(lost, `elements of ${path} that were drawn again`).toEqual([]);
}

/** All ordered pairs, as one walk. */
function walkPairs<Stop>(stops: Stop[]): Stop[] {
  return stops.flatMap((stop, position) => [
    stop,
    ...stops.slice(position + 1).flatMap((other) => [other, stop]),
  ]);
}

interface Way {
  from: string;
  path: string;
  /** Of the page before after the way back, and of the one that follows. */
  languages: [string | undefined, string | undefined];
}

/** Follows a link, goes back and forward. */
async function goForthAndBack(page: Page, { from, path, languages: [before, next] }: Way): Promise<void> {
  // The document may be replaced.
  await page.evaluate((target) => window.__reactRouterDataRouter?.navigate(target), path).catch(() => {});
  await expectHydrated(page, path, next);
  await page.goBack({ waitUntil: 'commit' });
  await expectHydrated(page, from, before);
  await page.goForward({ waitUntil: 'commit' });
  await expectHydrated(page, path, next);
}

test('no page of either language disagrees with the HTML of the server, whatever page and way leads to it', async ({
  openPage,
  admin,
  shop,
}) => {
  test.slow();
  const product = await shop.claimProduct();
  const page = await openPage({ hasServiceWorker: false });
  await startSession(page, admin);
  await keepServerNodes(page);
  const chooseLanguage = (value: string) =>
    page.context().addCookies([{ name: 'language', value, url: shop.url }]);
  const paths = ['/', product.path, '/dashboard/category'];
  const stops = paths.flatMap((path): Stop[] => [
    { path, language: 'en' },
    { path, language: 'hi' },
  ]);
  let from = '/';
  await page.goto(from);
  for (const { path, language } of walkPairs(stops)) {
    await test.step(`${from} to ${path} in ${language}`, async () => {
      await chooseLanguage(language);
      // A page of the shop keeps its language until it is loaded again, as after a page of the staff.
      const next = isOfStaff(from) ? language : undefined;
      if (path !== from)
        await goForthAndBack(page, { from, path, languages: [isOfStaff(path) ? language : undefined, next] });
      await page.goto(path);
      await expectHydrated(page, path, language);
    });
    from = path;
  }
});

// From the page cache of the browser a page comes back as it was left. The headless Chromium has none
// (`BackForwardCacheDisabledForDelegate`).
// One language for each: the walk above has both.
for (const [visitor, language] of [
  ['guest', 'hi'],
  ['shopper', 'en'],
] as const) {
  test(`no page of a ${visitor} in ${language} disagrees with its HTML, also after a reload or without a connection`, async ({
    errors,
    openPage,
    shop,
    shopper,
  }) => {
    test.slow();
    const product = await shop.claimProduct();
    const page = await openPage({ hasServiceWorker: true });
    if (visitor === 'shopper') {
      await startSession(page, shopper);
      await shopper.addToCart(product, 1);
    }
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    await keepServerNodes(page);
    await page.goto(product.path);
    if (visitor === 'guest') await page.getByTestId('product-offer').getByRole('button').first().click();
    await saveForOffline(page);
    const paths = ['/', product.path, '/cart', visitor === 'guest' ? '/login' : '/checkout'];
    let from = product.path;
    for (const path of walkPairs(paths)) {
      await test.step(`${from} to ${path}`, async () => {
        if (path !== from) await goForthAndBack(page, { from, path, languages: [language, language] });
      });
      from = path;
    }
    for (const path of paths) {
      await test.step(`reload of ${path}`, async () => {
        await page.goto(path);
        await page.reload();
        await expectHydrated(page, path, language);
      });
    }
    errors.allow(offlineErrors);
    await page.context().setOffline(true);
    for (const path of paths) {
      await test.step(`${path} without a connection`, async () => {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('data-saved-at', /\d/);
        await expectHydrated(page, path, language);
      });
    }
  });
}

test('a page that disagrees with its HTML fails the walk', async ({ errors, page }) => {
  errors.allow(/Minified React error #418/);
  await keepServerNodes(page);
  await page.route('**/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/(<footer.*?>)([^<>]+)(<)/s, '$1Another text$3');
    expect(body).not.toBe(html);
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  await expect(expectHydrated(page, '/', 'en')).rejects.toThrow('drawn again');
});
