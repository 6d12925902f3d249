import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { contextOptions, launchOptions, settle } from '#tests/fixtures/browser.ts';

// Draws a page into a file: node tests/screenshot.ts <url> <out.png> [--width 360] [--height 780] [--dark]
// [--full] [--reduced-motion] [--no-script]. Says on the terminal what the page complained about.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    'reduced-motion': { type: 'boolean', default: false },
    'no-script': { type: 'boolean', default: false },
  },
});
const [url, file] = positionals;
if (url === undefined || file === undefined) {
  console.error('Usage: node tests/screenshot.ts <url> <out.png> [--width 360] [--dark] [--full] …');
  process.exit(2);
}

const browser = await chromium.launch(await launchOptions());
try {
  const context = await browser.newContext({
    ...contextOptions({
      widthPx: Number(values.width),
      ...(values.height !== undefined && { heightPx: Number(values.height) }),
      isDark: values.dark,
      isStill: values['reduced-motion'],
    }),
    javaScriptEnabled: !values['no-script'],
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.log(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.log(`error: ${error.message}`));
  const answer = await page.goto(url);
  // Without scripts nothing inside the page can tell that fonts and pictures are there.
  if (values['no-script']) await page.waitForLoadState('networkidle');
  else await settle(page);
  if (values.full && !values['no-script']) await scrollThrough(page);
  await page.screenshot({ path: file, fullPage: values.full });
  console.log(`${answer?.status()} ${page.url()} → ${file}`);
} finally {
  await browser.close();
}

/** Pictures and rows below the screen load when they come near it. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await nextFrame();
      await nextFrame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await settle(page);
}
