import type { Page } from '@playwright/test';
import { otherPages, publicPaths } from './pages.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'whole-words' });

const widths = [320, 360, 412, 768, 1024, 1440];

/**
 * Visible words that a line break divides, with the text around them. What has no spaces, such as an email address,
 * may be divided, and so may a word after its hyphen or slash.
 */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: parent, textContent } = node;
      // A text for screen readers alone is one pixel wide.
      if (parent === null || textContent === null || parent.clientWidth === 1 || !parent.checkVisibility())
        continue;
      for (const { 0: word, index } of textContent.matchAll(/[^\s/-]+/g)) {
        if (word.includes('@') || word.includes('://')) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        // A line break before a word adds an empty rectangle at the end of the line before.
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(parts.map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${word} in ‘${parent.textContent}’`);
      }
    }
    return found;
  });
}

/** Reads again until the page has the layout of the new width. */
async function expectWholeWords(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 780 });
    await expect
      .configure({ soft: true })
      .poll(() => brokenWords(page), { message: `${path} at ${width}` })
      .toEqual([]);
  }
}

for (const language of ['en', 'hi'] as const) {
  test(`no line break divides a word on pages of the catalogue (${language})`, async ({ page, shop }) => {
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    for (const path of Object.values(await publicPaths(shop))) {
      await page.goto(path);
      await expectWholeWords(page, path);
    }
  });

  test(`no line break divides a word on the other pages of a shopper (${language})`, async ({
    openPageAs,
    shop,
    shopper,
  }) => {
    const product = await shop.claimProduct();
    const { _id, orderId } = await shopper.placeOrder([product], 1);
    await shopper.addToCart(product, 2);
    const page = await openPageAs(shopper, '/offline', { widthPx: 360 });
    await page.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    const paths = [`/orders/${_id}`, ...otherPages.filter((path) => path !== '/cancel')];
    for (const path of paths) {
      await page.goto(path);
      if (path.includes('order')) await expect(page.getByText(orderId).first()).toBeVisible();
      if (/cart|checkout/.test(path)) await expect(page.getByText(product.name).first()).toBeVisible();
      await expectWholeWords(page, path);
    }
  });
}
