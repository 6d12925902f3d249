import type { Page } from '@playwright/test';
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
  await expect.poll(isHydrated, { message: `${path} is hydrated` }).toBe(true);
  const lost = await page.evaluate(() => {
    const nodes = window.serverNodes ?? [];
    window.serverNodes = [];
    return nodes.filter((node) => !node.isConnected).map((node) => node.outerHTML.slice(0, 200));
  });
  expect(lost, `elements of ${path} that were drawn again`).toEqual([]);
}

/** All ordered pairs, as one walk. */
function walkPairs(stops: Stop[]): Stop[] {
  return stops.flatMap((stop, position) => [
    stop,
    ...stops.slice(position + 1).flatMap((other) => [other, stop]),
  ]);
}

test('no page of either language disagrees with the HTML of the server, whatever page and way leads to it', async ({
  openPage,
  admin,
  shop,
}) => {
  test.setTimeout(300_000);
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
      if (path !== from) {
        await page
          .evaluate((target) => window.__reactRouterDataRouter?.navigate(target), path)
          .catch(() => {});
        await expectHydrated(page, path, next);
        await page.goBack({ waitUntil: 'commit' });
        await expectHydrated(page, from, isOfStaff(path) ? language : undefined);
        await page.goForward({ waitUntil: 'commit' });
        await expectHydrated(page, path, next);
      }
      await page.goto(path);
      await expectHydrated(page, path, language);
    });
    from = path;
  }
});
