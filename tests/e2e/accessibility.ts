import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import { atFullSpeed } from './slow-phone.ts';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Each rule of axe that the page breaks in its present state, with the elements; and each message with a control,
 * which a screen reader would read out with it. A toast may have one: it goes, so its button has to be heard of.
 */
export function axeViolations(page: Page): Promise<string[]> {
  return atFullSpeed(page, () => runAxe(page));
}

async function runAxe(page: Page): Promise<string[]> {
  // It takes a third of a second to load.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  return page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    const regions = document.querySelectorAll(
      ':is([role=status], [role=alert]):has(a, button, input):not([aria-live] *)',
    );
    return [
      ...violations.map(
        (violation: { id: string; nodes: { html: string }[] }) =>
          `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
      ),
      ...[...regions].map(({ outerHTML }) => `control in a live region: ${outerHTML.slice(0, 160)}`),
    ];
  });
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
}

export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  // A colour that changes over time has too little contrast for a moment.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/**
 * Pixels that a page is wider than the screen. Compared with the width of the root element: a phone zooms out on a
 * page that is too wide, and its `innerWidth` grows.
 */
export async function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement } = document;
    return documentElement.scrollWidth - Math.round(documentElement.getBoundingClientRect().width);
  });
}

export async function expectNoOverflow(page: Page): Promise<void> {
  // Parts that are still being loaded may be wider for a moment.
  await expect.poll(() => overflowPx(page)).toBe(0);
}

/**
 * Adds up the layout shifts of a page, in its window: after a change of an attribute of the document element Chromium
 * at times lays out with incomplete styles what it has not laid out before.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shifted += entry.value;
      }
      Object.assign(window, { layoutShift: shifted });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum so far. */
export const shiftOf = (page: Page) =>
  page.evaluate(() => ('layoutShift' in window ? Number(window.layoutShift) : 0));

export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** More than the longest page has: a table of 30 products has 8 in each row. */
const maximumStops = 300;

/** Presses Tab until an element has the focus; every element on the way has to show that it is focused. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < maximumStops; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await elementWithoutFocusRing(page)).toBeNull();
    if (await hasFocus(target)) return;
  }
  throw new Error(`${target} cannot be reached by Tab.`);
}

/** HTML of the focused element if neither it, its pseudo-elements nor two ancestors have an outline. */
function elementWithoutFocusRing(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    let element = document.activeElement;
    if (element === null || element === document.body) return null;
    const html = element.outerHTML.slice(0, 200);
    for (let steps = 0; element !== null && steps < 3; steps += 1, element = element.parentElement) {
      for (const part of [null, '::before', '::after']) {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return null;
      }
    }
    return html;
  });
}
