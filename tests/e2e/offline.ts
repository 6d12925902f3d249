import { expect, type Page } from '@playwright/test';

/** What the console says of requests without a connection. */
export const offlineErrors =
  /Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED|ERR_FAILED|modulepreload/;

/** The addresses of all saved pages and files. */
export function savedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const saved = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return saved.flat().map(({ url }) => url);
  });
}

/** Waits until the service worker has saved what it saves at the first visit. */
export async function saveForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const countData = async () => (await savedAddresses(page)).filter((url) => url.includes('.data')).length;
  await expect.poll(countData).toBeGreaterThan(3);
  // The list of what is to be saved.
  await expect.poll(() => page.evaluate(() => caches.has('visited-unsaved'))).toBe(false);
}

/** The language of the pages that every visitor can open without a connection. */
export function savedLanguage(page: Page): Promise<string | null | undefined> {
  return page.evaluate(async () => {
    const cacheName = (await caches.keys()).find((name) => name.startsWith('shell-')) ?? '';
    return (await caches.match('/', { cacheName }))?.headers.get('Content-Language');
  });
}
