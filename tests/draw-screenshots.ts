// Draws the screenshots of the manifest from a running shop with the demo catalogue: node tests/draw-screenshots.ts
// <url> Run by hand after a change of these pages; what it draws is committed.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { contextOptions, launchOptions, settle } from '#tests/fixtures/browser.ts';

const publicFolder = join(import.meta.dirname, '../public');
const [, , shop = 'http://localhost:3000'] = process.argv;
const browser = await chromium.launch(await launchOptions());
try {
  await draw('screenshot-home.webp', 360);
  await draw('screenshot-product.webp', 360, '[data-testid=product-card] a');
  await draw('screenshot-wide.webp', 1440);
} finally {
  await browser.close();
}

/** Draws the home page, or the page that the first link of a selector opens. */
async function draw(name: string, widthPx: number, link?: string): Promise<void> {
  const context = await browser.newContext(contextOptions({ widthPx, isStill: true }));
  const page = await context.newPage();
  await page.goto(shop);
  if (link !== undefined)
    await page.goto(new URL((await page.locator(link).first().getAttribute('href')) ?? '', shop).href);
  await settle(page);
  const image = sharp(await page.screenshot()).webp({ quality: 70 });
  await image.toFile(join(publicFolder, name));
  await context.close();
}
