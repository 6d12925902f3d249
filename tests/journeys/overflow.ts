import type { Page } from 'playwright-core';

/**
 * How many pixels of a page lie beside the screen. Held against the width that the page was given: a telephone shows
 * a page that is too wide smaller, and its `innerWidth` grows with it.
 */
export async function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement } = document;
    return documentElement.scrollWidth - Math.round(documentElement.getBoundingClientRect().width);
  });
}
