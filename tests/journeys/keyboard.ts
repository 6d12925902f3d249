import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Whether the keyboard is there. */
export function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element === document.activeElement);
}

/** Presses Tab until the focus is there; every stop on the way has to be seen. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await focusIsSeen(page)).toBe('seen');
    if (await hasFocus(place)) return;
  }
  throw new Error(`${place} cannot be reached by Tab.`);
}

/** 'seen', or what stands there without an outline of its own, of its overlay or of what is around it. */
function focusIsSeen(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    if (element === null || element === document.body) return 'seen';
    const what = element.outerHTML.slice(0, 200);
    for (let steps = 0; element !== null && steps < 3; steps += 1, element = element.parentElement) {
      for (const part of [null, '::before', '::after']) {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return 'seen';
      }
    }
    return what;
  });
}
