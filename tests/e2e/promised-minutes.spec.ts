import type { Page } from '@playwright/test';
import type { Language } from '#contract/base/languages.ts';
import { brandPath, listingPath } from '#contract/base/slug.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { saveSection } from './dashboard.ts';
import { saveForOffline } from './offline.ts';
import type { Shop } from './shop.ts';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

test.use({ shopName: 'promised-minutes' });

const texts = {
  en: (minutes: number) => ({
    ...{ card: `${minutes} min`, offer: `${minutes} Min`, pill: `${minutes} Min delivery` },
    heading: `Fresh groceries, at your door in ${minutes} minutes`,
    benefit: `Your order at your door in ${minutes} minutes, from a store near you.`,
    emptyCart: `Add something fresh. We deliver in ${minutes} minutes.`,
    success: `We have your order. It will be at your door in ${minutes} minutes.`,
    title: `Tokri | Groceries at your door in ${minutes} minutes`,
    description: `${minutes} minutes`,
  }),
  hi: (minutes: number) => ({
    ...{ card: `${minutes} मिनट`, offer: `${minutes} मिनट`, pill: `${minutes} मिनट में डिलीवरी` },
    heading: `ताज़ा किराना, ${minutes} मिनट में आपके घर`,
    benefit: `आपका ऑर्डर ${minutes} मिनट में आपके घर, पास की दुकान से।`,
    emptyCart: `कुछ ताज़ा जोड़ें। हम ${minutes} मिनट में आपके घर पहुँचाते हैं।`,
    success: `आपका ऑर्डर मिल गया। यह ${minutes} मिनट में आपके घर होगा।`,
    title: `Tokri | ताज़ा किराना, ${minutes} मिनट में आपके घर`,
    description: `${minutes} मिनट`,
  }),
} satisfies Record<Language, (minutes: number) => Record<string, string>>;

interface Paths {
  listing: string;
  brand: string;
  product: string;
}

/** A product with a brand, the page of its brand and its listing. */
async function findPaths(shop: Shop): Promise<Paths> {
  const products = await shop.call('listProducts', {});
  const product = products.find(({ brand }) => brand !== '');
  const [category, subCategory] = [product?.category[0], product?.subCategory[0]];
  if (product === undefined || category === undefined || subCategory === undefined)
    throw new Error('The demo catalogue has no product with a brand.');
  return {
    listing: listingPath(category, subCategory),
    brand: brandPath(product.brand),
    product: `/product/${product._id}`,
  };
}

/** Opens all pages that name the promise, and expects these minutes. */
async function expectMinutes(page: Page, paths: Paths, language: Language, minutes: number): Promise<void> {
  const text = texts[language](minutes);
  const badge = () => productCards(page).first().getByText(text.card, { exact: true });
  const description = page.locator('meta[name=description]');
  const expectDescription = () =>
    expect(description).toHaveAttribute('content', new RegExp(`(?<!\\d)${text.description}`));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', `${language}-IN`);
  await expect(page).toHaveTitle(text.title);
  await expect(page.getByRole('heading', { level: 1, name: text.heading })).toBeVisible();
  await expect(page.getByText(text.pill, { exact: true })).toBeVisible();
  await expect(badge()).toBeVisible();
  await expectDescription();
  for (const path of [paths.listing, paths.brand, '/search?q=milk']) {
    await page.goto(path);
    await expect(badge()).toBeVisible();
    await expectDescription();
  }
  // The product page of a click has the same minutes as one that the server sends.
  await productCards(page).first().locator('h3').getByRole('link').click();
  await expect(page.getByTestId('product-offer').getByText(text.offer, { exact: true })).toBeVisible();
  await page.goto(paths.product);
  await expect(page.getByTestId('product-offer').getByText(text.offer, { exact: true })).toBeVisible();
  await expect(page.getByText(text.benefit)).toBeVisible();
  await expectDescription();
  await page.goto('/cart');
  await expect(page.getByText(text.emptyCart)).toBeVisible();
  await page.evaluate(() =>
    history.replaceState({ usr: { text: 'Order' }, key: 'x', idx: 0 }, '', '/success'),
  );
  await page.reload();
  await expect(page.getByText(text.success)).toBeVisible();
}

test('every page promises the minutes of a fresh shop, and those of the settings as soon as an owner has saved them, in both languages', async ({
  openPage,
  openPageAs,
  shop,
  admin,
  shopper,
}) => {
  const paths = await findPaths(shop);
  const [english, hindi] = [await openPage({ widthPx: 360 }), await openPage()];
  await hindi.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await expectMinutes(english, paths, 'en', 10);
  await expectMinutes(hindi, paths, 'hi', 10);

  const settings = await openPageAs(admin, '/dashboard/settings#promise', { widthPx: 360 });
  await settings.getByLabel('Usual delivery time').fill('25');
  await expect(settings.getByText('Every page promises 25 min.')).toBeVisible();
  await expectAccessible(settings);
  await expectNoOverflow(settings);
  await saveSection(settings);

  await expectMinutes(english, paths, 'en', 25);
  await expectMinutes(hindi, paths, 'hi', 25);
  await english.goto('/');
  await expectAccessible(english);
  await expectNoOverflow(english);

  const { _id } = await shopper.placeOrder([await shop.claimProduct()], 1);
  const success = await openPageAs(shopper, `/success?order=${_id}`);
  await expect(success.getByText(/is placed.*at your door in 2[45] min/)).toBeVisible();
});

test('a page that is opened without a connection promises the minutes of its last visit', async ({
  errors,
  openPage,
  admin,
}) => {
  errors.allow(/Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED|modulepreload/);
  const page = await openPage({ widthPx: 360, hasServiceWorker: true });
  await page.goto('/');
  await saveForOffline(page);
  const { settings, version } = await admin.call('getStoreSettings', {});
  await admin.call('updateStoreSettings', {
    version,
    settings: { ...settings, promise: { ...settings.promise, baseMinutes: 120, maximumMinutes: 240 } },
  });
  const badge = productCards(page).first().getByText('120 min', { exact: true });
  await page.goto('/');
  await expect(badge).toBeVisible();
  await expectNoOverflow(page);
  const isSaved = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('visited-'));
      const pages = await Promise.all(names.map((cacheName) => caches.match('/', { cacheName })));
      const html = await Promise.all(pages.map((saved) => saved?.text() ?? ''));
      return html.some((text) => text.includes('120 min'));
    });
  await expect.poll(isSaved).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(badge).toBeVisible();
});
