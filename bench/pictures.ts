import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { listingPath } from '#contract/base/slug.ts';
import { contextOptions, launchOptions } from '#tests/fixtures/browser.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { ask } from './reads.ts';

const runs = 3;
const phone = { widthPx: 360, heightPx: 780 };
const maximumScreens = 30;
const limitMs = 30_000;
/** How long it takes a person at least to open the shop that has started. */
const openedAfterMs = 3000;

/**
 * Prints how long a phone waits for the pictures of a shop that has started 3 seconds ago on an empty data directory:
 * those of the first screen of home, and those of each screen while it scrolls down home and a listing as soon as a
 * screen is complete.
 */
export async function printPictures(start: (name: string) => Promise<Running>): Promise<void> {
  process.stdout.write(`\nPictures of a fresh shop on a phone, ${runs} shops\n`);
  const browser = await chromium.launch(await launchOptions());
  try {
    for (let run = 1; run <= runs; run += 1) {
      const shop = await start(`pictures-${run}`);
      try {
        await wait(openedAfterMs);
        const context = await browser.newContext(contextOptions(phone));
        const page = await context.newPage();
        await page.goto(shop.url, { waitUntil: 'commit', timeout: limitMs });
        const firstMs = await completeScreen(page, 0);
        const home = await scroll(page);
        const listing = await scrollListing(page, shop.url);
        process.stdout.write(
          `  first screen ${firstMs.toFixed(0)} ms after its request; longest wait of ${home.length} screens of home ${longest(home)} ms, of ${listing.length} of a listing ${longest(listing)} ms\n`,
        );
        await context.close();
      } finally {
        await shop.stop();
      }
    }
  } finally {
    await browser.close();
  }
}

async function scrollListing(page: Page, url: string): Promise<number[]> {
  const { data } = await ask(url, 'listSubCategories', {});
  const [subCategory] = data;
  const category = subCategory?.category[0];
  if (category === undefined || subCategory === undefined) throw new Error('The shop has no categories.');
  await page.goto(`${url}${listingPath(category, subCategory)}`, { waitUntil: 'commit', timeout: limitMs });
  const startedAt = await now(page);
  const firstMs = (await completeScreen(page, startedAt)) - startedAt;
  return [firstMs, ...(await scroll(page))];
}

/** Scrolls down to the end by a screen at a time; milliseconds that each screen was incomplete. */
async function scroll(page: Page): Promise<number[]> {
  const waits: number[] = [];
  while (waits.length < maximumScreens) {
    const startedAt = await now(page);
    const isAtEnd = await page.evaluate(() => {
      const before = window.scrollY;
      window.scrollBy({ top: window.innerHeight, behavior: 'instant' });
      return window.scrollY === before;
    });
    if (isAtEnd) break;
    waits.push((await completeScreen(page, startedAt)) - startedAt);
  }
  return waits;
}

const now = (page: Page) => page.evaluate(() => performance.now());

/**
 * Resolves, in milliseconds since the navigation, when all pictures on the screen are there, at least one frame after
 * `sinceMs`.
 */
async function completeScreen(page: Page, sinceMs: number): Promise<number> {
  const handle = await page.waitForFunction(
    (since) => {
      const isOnScreen = (element: Element) => {
        const { top, bottom, left, right, height } = element.getBoundingClientRect();
        const isInHeight = bottom > 0 && top < window.innerHeight;
        return height > 0 && isInHeight && right > 0 && left < window.innerWidth;
      };
      const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')].filter(isOnScreen);
      const tiles = [...document.querySelectorAll('main [data-testid="product-card"]')].filter(isOnScreen);
      const isComplete = pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
      // A picture of a card may not be in the page yet.
      const hasPictures = tiles.every((tile) => tile.querySelector('img') !== null);
      const at = performance.now();
      // The end of a page has no pictures.
      const isThere = pictures.length > 0 || since > 0;
      return isThere && isComplete && hasPictures && at > since ? at : false;
    },
    sinceMs,
    { polling: 'raf', timeout: limitMs },
  );
  const ms = await handle.jsonValue();
  return ms === false ? limitMs : ms;
}

function longest(waits: readonly number[]): string {
  return Math.max(0, ...waits).toFixed(0);
}
