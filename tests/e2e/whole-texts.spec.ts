import type { Page } from '@playwright/test';
import { settingsSectionIds } from '#web/admin/store/settings-texts.ts';
import { adminSections } from '#web/base/admin-sections.ts';
import { guestPages, otherPages, publicPaths } from './pages.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'whole-texts' });

/**
 * Texts that are wider than what shows them: values, placeholders and choices of fields, and texts that stick out of
 * their button or link. What an ellipsis shortens, such as a name of any length, may be cut.
 */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('The browser has no canvas.');
    // A field that is shown by a transparent one over it has no text to cut.
    const unread = ['checkbox', 'radio', 'file', 'range', 'color', 'date', 'time', 'datetime-local', 'month'];
    for (const field of document.querySelectorAll('input, select')) {
      if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      let text = '';
      let arrowPx = 0;
      if (field instanceof HTMLSelectElement) {
        text = field.selectedOptions[0]?.text ?? '';
        if (getComputedStyle(field).appearance !== 'none') arrowPx = 16;
      } else if (field instanceof HTMLInputElement && !unread.includes(field.type)) {
        text = field.value || field.placeholder;
      }
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const availablePx =
        field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrowPx;
      // An email address is as long as it is.
      if (!text.includes('@') && pen.measureText(text).width > availablePx + 1) found.push(text);
    }
    for (const control of document.querySelectorAll('button, a')) {
      if (!control.checkVisibility() || getComputedStyle(control).display === 'inline') continue;
      const frame = control.getBoundingClientRect();
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const parent = node.parentElement;
        // A text for screen readers alone is one pixel wide.
        if (
          parent === null ||
          parent.clientWidth === 1 ||
          getComputedStyle(parent).textOverflow === 'ellipsis'
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right, width } = range.getBoundingClientRect();
        if (width > 0 && (left < frame.left - 1 || right > frame.right + 1)) found.push(parent.innerText);
      }
    }
    return found;
  });
}

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

const widthsOfShop = [320, 360, 412, 768, 1024, 1440];
const widthsOfDashboard = [360, 768, 1440];

/** Reads again until the page has the layout of the new width. */
async function expectWholeTexts(page: Page, path: string, widths: number[]): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 780 });
    await expect
      .configure({ soft: true })
      .poll(async () => [...(await cutTexts(page)), ...(await brokenWords(page))], {
        message: `${path} at ${width}`,
      })
      .toEqual([]);
  }
}

const settingsPaths = settingsSectionIds.map((id) => `/dashboard/settings#${id}`);
for (const { label, paths } of [
  ...adminSections.map((section) => ({ label: section.label, paths: section.pages.map(({ path }) => path) })),
  { label: 'Settings', paths: settingsPaths },
])
  test(`no control of the dashboard cuts its text and no line break divides a word (${label})`, async ({
    openPageAs,
    admin,
    shopper,
    shop,
  }) => {
    await shopper.placeOrder([await shop.claimProduct()], 1);
    const page = await openPageAs(admin, '/dashboard', { widthPx: 1440 });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expectWholeTexts(page, path, widthsOfDashboard);
    }
  });

for (const language of ['en', 'hi'] as const) {
  test(`no control of the shop cuts its text and no line break divides a word (${language})`, async ({
    openPage,
    openPageAs,
    shop,
    shopper,
  }) => {
    const product = await shop.claimProduct();
    const { _id, orderId } = await shopper.placeOrder([product], 1);
    await shopper.addToCart(product, 2);
    const page = await openPageAs(shopper, '/offline', { widthPx: 360 });
    const setLanguage = (of: Page) =>
      of.context().addCookies([{ name: 'language', value: language, url: shop.url }]);
    await setLanguage(page);
    const paths = [
      ...Object.values(await publicPaths(shop)),
      `/orders/${_id}`,
      ...otherPages.filter((path) => path !== '/cancel'),
    ];
    for (const path of paths) {
      await page.goto(path);
      if (path.includes('order')) await expect(page.getByText(orderId).first()).toBeVisible();
      if (/cart|checkout/.test(path)) await expect(page.getByText(product.name).first()).toBeVisible();
      await expectWholeTexts(page, path, widthsOfShop);
    }
    const pageOfGuest = await openPage({ widthPx: 360 });
    await setLanguage(pageOfGuest);
    for (const path of guestPages) {
      await pageOfGuest.goto(path);
      await expectWholeTexts(pageOfGuest, path, widthsOfShop);
    }
  });
}
