import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { contextOptions, launchBrowser, type View } from '#tests/fixtures/browser.ts';

/** Somebody in front of the shop, with a browser profile of their own. */
export interface Visitor {
  page: Page;
  /** What the pages complained about so far; a shop in order leaves it empty. */
  complaints: string[];
  /** Another tab of the same person. */
  openTab(): Promise<Page>;
}

/** A browser for a file of journeys. */
export interface Entrance {
  admit(url: string, view?: View & { hasScript?: boolean }): Promise<Visitor>;
  close(): Promise<void>;
}

/** Opens the browser that visitors come with. */
export async function openEntrance(): Promise<Entrance> {
  const browser: Browser = await launchBrowser();
  return {
    async admit(url, { hasScript = true, ...view } = { widthPx: 360 }) {
      const context = await browser.newContext({
        ...contextOptions({ isStill: true, ...view }),
        baseURL: url,
        javaScriptEnabled: hasScript,
      });
      const complaints: string[] = [];
      const openTab = async () => {
        const page = await context.newPage();
        if (hasScript) waitForAwakePages(page);
        await slowDown(context, page);
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.message));
        return page;
      };
      return { page: await openTab(), complaints, openTab };
    },
    close: () => browser.close(),
  };
}

// Milliseconds that everything takes longer, as on a telephone far from the town: finds what a fast line hides.
const latency = Number(process.env.JOURNEY_LATENCY_MS ?? 0);

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  if (latency === 0) return;
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 },
  });
}

/**
 * Makes every load wait until React has taken over the page, as a person would be slow enough to: before that a tap
 * on a link loads a whole page and a tap on a button is lost.
 */
function waitForAwakePages(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const awake = () =>
    page.waitForFunction(() => {
      const last = document.querySelector('footer') ?? document.querySelector('main');
      return last !== null && Object.keys(last).some((key) => key.startsWith('__reactFiber'));
    });
  page.goto = async (...given) => {
    const response = await goto(...given);
    await awake();
    return response;
  };
  page.reload = async (...given) => {
    const response = await reload(...given);
    await awake();
    return response;
  };
}

/** The first product on the page that can be bought and is not in the cart: its name and its card. */
export async function firstToBuy(page: Page): Promise<{ name: string; card: Locator }> {
  const buyable = page
    .locator('[data-testid=product-card]')
    .filter({ has: page.getByRole('button', { name: /^Add / }) });
  const name = ((await buyable.first().getByRole('heading').textContent()) ?? '').trim();
  // By its name, for what the first one is changes as soon as it is in the cart.
  const card = page
    .locator('[data-testid=product-card]')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
  return { name, card: card.first() };
}

let registrations = 0;

/** Registers on the page that is open and is logged in afterwards; gives the e-mail address. */
export async function register(page: Page): Promise<string> {
  registrations += 1;
  const email = `shopper${registrations}.${Date.now()}@example.com`;
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('seven mangoes');
  await page.getByLabel('Confirm Password').fill('seven mangoes');
  await page.getByRole('button', { name: 'Register' }).click();
  return email;
}

/** Fills in and saves the add-address dialog that is open. */
export async function saveAddress(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Address' });
  await dialog.getByLabel('Address', { exact: false }).first().fill('12 Lake Road');
  await dialog.getByLabel('City').fill('Pune');
  await dialog.getByLabel('State').fill('Maharashtra');
  await dialog.getByLabel('Pincode').fill('411001');
  await dialog.getByLabel('Country').fill('India');
  await dialog.getByLabel('Mobile').fill('9876543210');
  await dialog.getByRole('button', { name: /Save|Add|Submit/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}
