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

/** Uses the page that is open until the service worker has saved what it saves at the first visit. */
export async function saveForOffline(page: Page): Promise<void> {
  let moves = 0;
  const isControlled = async () => {
    // The page may not listen to the first one yet.
    moves += 1;
    await page.mouse.move(5 + moves, 5);
    return page.evaluate(() => navigator.serviceWorker.controller !== null);
  };
  await expect.poll(isControlled).toBe(true);
  const countData = async () => (await savedAddresses(page)).filter((url) => url.includes('.data')).length;
  await expect.poll(countData).toBeGreaterThan(3);
  // The list of what is to be saved.
  await expect.poll(() => page.evaluate(() => caches.has('visited-unsaved'))).toBe(false);
}
