import { chromium } from '@playwright/test';
import { listingPath, productPath } from '#contract/base/slug.ts';
import { contextOptions, launchOptions } from '#tests/fixtures/browser.ts';
import { runLighthouse } from '#tests/fixtures/lighthouse.ts';
import { ask } from './reads.ts';

const runs = 5;
const throttle = { cpuRate: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
const phone = { widthPx: 360, heightPx: 780 };
/** No request and no long task for this long: the page has finished what it does without the visitor. */
const quietMs = 1500;
const limitMs = 30_000;
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
];
/** Printed also when nothing is found. */
const audits = ['unused-javascript', 'image-delivery-insight'] as const;

declare global {
  interface Window {
    measured: { largestPaintMs: number; blockedMs: number; lastTaskMs: number; addMs: number | null };
  }
}

/**
 * Runs in the page: observes paints and long tasks and, with `taps`, scrolls to the first ADD and taps it once, as
 * soon as it is shown.
 */
function observe(taps: boolean): void {
  const longTaskMs = 50;
  window.measured = { largestPaintMs: 0, blockedMs: 0, lastTaskMs: 0, addMs: null };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.measured.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.measured.blockedMs += duration - longTaskMs;
      window.measured.lastTaskMs = performance.now();
    }
  }).observe({ type: 'longtask', buffered: true });
  if (!taps) return;
  let control: Element | null = null;
  const look = () => {
    if (control === null) {
      const add = document.querySelector<HTMLElement>('main button[aria-label^="Add "]');
      if (add !== null && performance.getEntriesByName('first-contentful-paint').length > 0) {
        control = add.parentElement;
        add.scrollIntoView({ block: 'center' });
        add.click();
      }
    }
    if (control?.hasAttribute('data-in-cart')) window.measured.addMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Figures {
  largestPaintMs: number;
  blockedMs: number;
  kilobytes: number;
  requests: number;
}

type Browser = Awaited<ReturnType<typeof chromium.launch>>;

/** A page on a phone with a slow processor and line. `taps`: it taps the first ADD as soon as it is shown. */
export async function openThrottled(browser: Browser, taps: boolean) {
  const context = await browser.newContext(contextOptions(phone));
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttle.latencyMs,
    downloadThroughput: throttle.bitsPerSecond / 8,
    uploadThroughput: throttle.bitsPerSecond / 8,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpuRate });
  await page.addInitScript(observe, taps);
  return { context, page, client };
}

async function measureLoad(browser: Browser, url: string): Promise<Figures> {
  const { context, page, client } = await openThrottled(browser, false);
  let bytes = 0;
  let requests = 0;
  let openRequests = 0;
  let lastChange = performance.now();
  const change = (by: number) => () => {
    openRequests += by;
    lastChange = performance.now();
  };
  client.on('Network.requestWillBeSent', change(1));
  client.on('Network.loadingFailed', change(-1));
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    change(-1)();
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(url, { waitUntil: 'load', timeout: limitMs });
  const startedAt = performance.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, quietMs / 3));
    const idleMs = await page.evaluate(() => performance.now() - window.measured.lastTaskMs);
    const isQuiet = openRequests <= 0 && performance.now() - lastChange > quietMs && idleMs > quietMs;
    if (isQuiet || performance.now() - startedAt > limitMs) break;
  }
  const { largestPaintMs, blockedMs } = await page.evaluate(() => window.measured);
  await context.close();
  return { largestPaintMs, blockedMs, kilobytes: bytes / 1000, requests };
}

/** Milliseconds until the first ADD, tapped when it is shown, has answered; null if there is none. */
async function measureAdd(browser: Browser, url: string): Promise<number | null> {
  const { context, page } = await openThrottled(browser, true);
  await page.goto(url, { waitUntil: 'commit', timeout: limitMs });
  const addMs = await page
    .waitForFunction(() => window.measured?.addMs, undefined, { timeout: limitMs })
    .then((handle) => handle.jsonValue())
    .catch(() => null);
  await context.close();
  return addMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints the scores of Lighthouse and what its audits find. */
async function printLighthouse(name: string, url: string): Promise<void> {
  const { categories, audits: results } = await runLighthouse(url);
  const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
  const shown = metrics.map((id) => `${id} ${results[id]?.displayValue ?? '?'}`);
  process.stdout.write(`  ${name.padEnd(9)} Lighthouse: ${scores.join(', ')}\n`);
  process.stdout.write(`  ${''.padEnd(9)} ${shown.join(', ')}\n`);
  for (const { id, score, displayValue } of Object.values(results)) {
    const isFailed = score !== null && score < 0.9;
    if (isFailed || audits.some((audit) => audit === id))
      process.stdout.write(`  ${''.padEnd(9)} ${id}: ${score} ${displayValue ?? ''}\n`);
  }
}

export const phonePages = ['home', 'listing', 'search', 'product'] as const;

/** The addresses of the pages that are measured. */
async function pagePaths(shopUrl: string): Promise<Record<(typeof phonePages)[number], string>> {
  const [sub] = (await ask(shopUrl, 'listSubCategories', {})).data;
  const category = sub?.category[0];
  if (sub === undefined || category === undefined) throw new Error('The demo catalogue is empty.');
  const [product] = (await ask(shopUrl, 'listProductsByCategory', { id: category._id, limit: 1 })).data;
  if (product === undefined) throw new Error('The demo catalogue is empty.');
  return {
    home: '/',
    listing: listingPath(category, sub),
    search: '/search?q=milk',
    product: productPath(product),
  };
}

/** Prints medians of five loads of each page on a throttled phone, and the scores of Lighthouse. */
export async function printPhone(
  shopUrl: string,
  names: readonly (typeof phonePages)[number][],
): Promise<void> {
  const paths = await pagePaths(shopUrl);
  const { cpuRate, bitsPerSecond, latencyMs } = throttle;
  process.stdout.write(
    `\nPhone, CPU slowed down ${cpuRate} times, ${bitsPerSecond / 1e6} Mbit/s, ${latencyMs} ms; medians of ${runs} loads\n`,
  );
  const browser = await chromium.launch(await launchOptions());
  try {
    for (const name of names) {
      const url = shopUrl + paths[name];
      // Pages and pictures that are made at the first request.
      await measureAdd(browser, url);
      const loads: Figures[] = [];
      const adds: number[] = [];
      for (let run = 0; run < runs; run++) {
        loads.push(await measureLoad(browser, url));
        const addMs = await measureAdd(browser, url);
        if (addMs !== null) adds.push(addMs);
      }
      const of = (field: keyof Figures) => median(loads.map((load) => load[field])).toFixed(0);
      process.stdout.write(
        `  ${name.padEnd(9)} largest paint ${of('largestPaintMs')} ms, usable ADD ${median(adds).toFixed(0)} ms, ` +
          `blocked ${of('blockedMs')} ms, ${of('kilobytes')} kB in ${of('requests')} requests before scrolling\n`,
      );
    }
  } finally {
    await browser.close();
  }
  for (const name of names) await printLighthouse(name, shopUrl + paths[name]);
}
