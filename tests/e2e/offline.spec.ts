import type { Page } from '@playwright/test';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

/** What a shopper taps, and what the page that it opens shows with a connection. */
const taps: {
  name: string;
  from: string;
  tap(page: Page): Promise<void>;
  shown(page: Page): ReturnType<Page['locator']>;
}[] = [
  {
    name: 'a product on the home page',
    from: '/',
    tap: (page) => productCards(page).first().getByRole('link').tap(),
    shown: (page) => page.getByTestId('product-offer'),
  },
  {
    name: 'the search box on the home page',
    from: '/',
    tap: (page) => page.getByRole('link', { name: 'Search for groceries' }).tap(),
    shown: (page) => page.getByRole('searchbox'),
  },
  {
    name: 'a category on the home page',
    from: '/',
    tap: (page) => page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first().tap(),
    shown: (page) => page.getByRole('navigation', { name: /^Sub-categories/ }),
  },
  {
    name: 'a product in search results',
    from: '/search?q=milk',
    tap: (page) => productCards(page).first().getByRole('link').tap(),
    shown: (page) => page.getByTestId('product-offer'),
  },
  {
    name: 'the login',
    from: '/',
    tap: (page) => page.getByRole('link', { name: 'Login' }).tap(),
    shown: (page) => page.getByRole('heading', { name: 'Login' }),
  },
];

for (const { name, from, tap, shown } of taps) {
  test(`a tap on ${name} without a connection offers a retry in the same page, which works with a connection`, async ({
    errors,
    phone: page,
  }) => {
    errors.allow(/Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED|modulepreload/);
    await page.goto(from);
    await page.evaluate(() => {
      document.documentElement.dataset.opened = 'before';
    });
    await page.context().setOffline(true);
    await tap(page);
    const message = page.getByRole('heading', { name: 'You seem to be offline' });
    await expect(message).toBeVisible();
    await page.getByRole('link', { name: 'Try again' }).tap();
    await expect(message).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-opened', 'before');
    await expect(page.getByRole('banner')).toBeVisible();
    await page.context().setOffline(false);
    await expect(shown(page)).toBeVisible();
  });
}
