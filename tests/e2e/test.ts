import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { contextOptions, type View } from '#tests/fixtures/browser.ts';
import { type Account, openShop, type Shop, type ShopSettings } from './shop.ts';
import { slowDown } from './slow-phone.ts';
import { startSession } from './storefront.ts';

export { expect };

/**
 * `hasServiceWorker`: requests of the page may pass through the service worker, where `page.route` does not see them.
 */
type PageView = Partial<View> & { hasScript?: boolean; hasServiceWorker?: boolean; baseURL?: string };

interface Fixtures {
  shop: Shop;
  /** A file that changes the catalogue or counts orders names itself here and gets its own shop. */
  shopName: string;
  /** A file with settings gets its own shop. */
  shopSettings: ShopSettings;
  /** A page of a desktop, 1440 px wide. */
  page: Page;
  /** A page of a tablet, 768 px wide. */
  tablet: Page;
  /** A page of a phone, 360 px wide. */
  phone: Page;
  /** Opens a page in its own browser profile; `page.context().newPage()` opens another tab of that profile. */
  openPage(view?: PageView): Promise<Page>;
  /** Opens a page with a session of an account at a path. */
  openPageAs(account: Account, path: string, view?: PageView): Promise<Page>;
  /** A new account. */
  shopper: Account;
  /** A new account with the role ADMIN. */
  admin: Account;
  errors: PageErrors;
}

interface WorkerFixtures {
  lastShop: LastShop;
}

/** The shop of a worker: one at a time, open until a test needs another. */
class LastShop {
  #key = '';
  #shop: Shop | null = null;

  /** The open shop if it has this name and these settings, or a new one. */
  async open(name: string, settings: ShopSettings): Promise<Shop> {
    const key = JSON.stringify([name, settings]);
    if (this.#shop !== null && key === this.#key) return this.#shop;
    await this.close();
    this.#key = key;
    this.#shop = await openShop(settings);
    return this.#shop;
  }

  async close(): Promise<void> {
    await this.#shop?.close();
    this.#shop = null;
  }
}

/** Console errors and uncaught exceptions of all pages of a test. */
class PageErrors {
  messages: string[] = [];
  #allowed: RegExp[] = [];

  /** Ignores matching errors from now on; errors before that still fail the test. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** Ignores matching errors up to now; errors after that still fail the test. */
  accept(pattern: RegExp): void {
    this.messages = this.messages.filter((message) => !pattern.test(message));
  }

  add(message: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(message))) this.messages.push(message);
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shopName: ['', { option: true }],
  shopSettings: [{}, { option: true }],
  lastShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const lastShop = new LastShop();
      await use(lastShop);
      await lastShop.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  shop: [
    async ({ lastShop, shopName, shopSettings }, use) => use(await lastShop.open(shopName, shopSettings)),
    { timeout: 180_000 },
  ],
  errors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const errors = new PageErrors();
      await use(errors);
      // The summary of a run shows the first line of a failure.
      expect(errors.messages, `errors on the pages: ${errors.messages.join(' ')}`).toEqual([]);
    },
    { auto: true },
  ],
  openPage: async ({ browser, shop, errors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (pageView = {}) => {
      const { hasScript = true, hasServiceWorker = false, baseURL = shop.url, ...view } = pageView;
      const context = await browser.newContext({
        ...contextOptions({ isStill: true, widthPx: 1440, ...view }),
        baseURL,
        javaScriptEnabled: hasScript,
        serviceWorkers: hasServiceWorker ? 'allow' : 'block',
      });
      context.on('console', (message) => {
        if (message.type() === 'error') errors.add(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => errors.add(error.error().message));
      contexts.push(context);
      const newPage = context.newPage.bind(context);
      context.newPage = async () => {
        const page = await newPage();
        if (hasScript) waitForHydration(page);
        await slowDown(page);
        return page;
      };
      return context.newPage();
    });
    // A page that is closed in the middle of a request reports an error that says nothing about the shop.
    errors.allow(/.*/);
    for (const context of contexts) {
      // A handler of a route that is still fetching would fail outside of the test, and end the worker.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    }
  },
  openPageAs: async ({ openPage }, use) => {
    await use(async (account, path, view) => {
      const page = await openPage(view);
      await startSession(page, account);
      await page.goto(path);
      return page;
    });
  },
  page: async ({ openPage }, use) => use(await openPage()),
  tablet: async ({ openPage }, use) => use(await openPage({ widthPx: 768 })),
  phone: async ({ openPage }, use) => use(await openPage({ widthPx: 360 })),
  shopper: async ({ shop }, use) => use(await shop.createShopper()),
  admin: async ({ shop }, use) => use(await shop.createAdmin()),
});

/**
 * Makes goto and reload wait until React has hydrated the page: before that a link loads a whole page. A form with
 * values from the navigation state or the account is loaded afterwards; a test must not fill it in at the same time.
 * A plain text has nothing to hydrate.
 */
function waitForHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const isHydrated = () =>
    page.waitForFunction(() => {
      const last = document.querySelector('footer') ?? document.querySelector('main');
      const hasValues = history.state?.usr || localStorage.getItem('refreshToken') !== null;
      const form = hasValues ? document.querySelector('main form[method=post]') : null;
      return [last, form ?? last].every(
        (element) => element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber')),
      );
    });
  page.goto = async (...args) => {
    const response = await goto(...args);
    if (!/^text\/plain/.test(response?.headers()['content-type'] ?? '')) await isHydrated();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await isHydrated();
    return response;
  };
}
