import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

const flags = [
  // What would call home, ask or update has no place in a test.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-default-browser-check',
  '--no-pings',
  // Letters are drawn alike on every machine.
  '--font-render-hinting=none',
  '--hide-scrollbars',
  // A small /dev/shm, as in containers, would crash pages.
  '--disable-dev-shm-usage',
];

/** Opens a browser without a window: the Chromium of the npm package, elsewhere the Chrome of the machine. */
export async function launchBrowser(): Promise<Browser> {
  const program = await findChromium();
  // The pages under test are our own, and root may not have a sandbox.
  const options = { headless: true, chromiumSandbox: false, args: flags };
  if (program === null) return chromium.launch({ ...options, channel: 'chrome' });
  return chromium.launch({
    ...options,
    executablePath: program.executablePath,
    env: { ...environment(), ...program.environment },
  });
}

function environment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** How a person holds the shop. */
export interface View {
  widthPx: number;
  heightPx?: number;
  isDark?: boolean;
  /** The person has asked the system for less motion. */
  isStill?: boolean;
}

/** Below this width a view is a telephone: touch, a taller screen and a denser one. */
const telephoneBelowPx = 600;

/** The browser context options of a view: times and money as in India, where the shop is. */
export function contextOptions(view: View): BrowserContextOptions {
  const isTelephone = view.widthPx < telephoneBelowPx;
  return {
    viewport: { width: view.widthPx, height: view.heightPx ?? (isTelephone ? 780 : 900) },
    hasTouch: isTelephone,
    isMobile: isTelephone,
    deviceScaleFactor: isTelephone ? 2 : 1,
    colorScheme: view.isDark ? 'dark' : 'light',
    reducedMotion: view.isStill ? 'reduce' : 'no-preference',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  };
}

/** Waits until a page has come to rest: loaded, its fonts and the pictures in view drawn. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // A page that keeps a connection open never becomes idle; then what is there is looked at.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inView = [...document.images].filter((image) => {
      const { top, right, bottom, left } = image.getBoundingClientRect();
      // What lies beside the screen, as the end of a row does, is not loaded and would be waited for without end.
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    });
    await Promise.allSettled(inView.map((image) => image.decode()));
  });
}
