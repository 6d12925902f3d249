import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { listingPath } from '#contract/base/slug.ts';
import { expectAccessible, expectNoOverflow, tabTo } from './accessibility.ts';
import type { Shop } from './shop.ts';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

interface Listing {
  path: string;
  total: number;
  inStock: number;
  brand: string;
}

/** A listing of the demo catalogue with sold-out products of several brands. */
async function findListing({ db }: Shop): Promise<Listing> {
  const { category_id, category, sub_category_id, sub_category, ...numbers } = await db.one<{
    category_id: string;
    category: string;
    sub_category_id: string;
    sub_category: string;
    total: number;
    in_stock: number;
    brand: string;
  }>(sql`
    select c.id as category_id, c.name as category, s.id as sub_category_id, s.name as sub_category,
      -- The sizes of a family are one card.
      count(distinct coalesce(nullif(p.family, ''), p.id))::int as total,
      count(distinct coalesce(nullif(p.family, ''), p.id)) filter (where stock > 0)::int as in_stock, min(brand) as brand
    from product_category join product_sub_category using (product_id)
    join category c on c.id = category_id join sub_category s on s.id = sub_category_id
    join product p on p.id = product_id join product_stock using (product_id)
    where p.status = 'active' group by c.id, s.id
    having count(*) filter (where stock = 0) > 0 and count(distinct brand) > 2 and min(brand) <> ''
    order by count(*) desc, s.id limit 1`);
  return {
    path: listingPath({ _id: category_id, name: category }, { _id: sub_category_id, name: sub_category }),
    total: numbers.total,
    inStock: numbers.in_stock,
    brand: numbers.brand,
  };
}

const toolbar = (page: Page) => page.getByTestId('list-toolbar');
const open = (page: Page, name: 'Sort' | 'Filter') =>
  toolbar(page).getByRole('link', { name: new RegExp(`^${name}`) });
const chips = (page: Page) => page.getByRole('list', { name: 'Applied filters' });

/** Rupees of the cards, without those that are sold out, and not the price of a kilogram. */
function pricesOf(page: Page): Promise<number[]> {
  return productCards(page)
    .filter({ has: page.getByRole('button', { name: /^Add / }) })
    .evaluateAll((cards) =>
      cards.map((card) =>
        Number(/(?<!·\s*)₹([\d,.]+)/.exec(card.textContent ?? '')?.[1]?.replaceAll(',', '')),
      ),
    );
}

test('filters of a phone apply from the sheet, are removed as chips, and Back restores the list before', async ({
  phone: page,
  shop,
}) => {
  const { path, total, inStock, brand } = await findListing(shop);
  await page.goto(path);
  await open(page, 'Filter').tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByLabel('In stock').check();
  await expect(sheet.getByRole('button', { name: `Show ${inStock} products` })).toBeVisible();
  await sheet.getByLabel(brand).check();
  await expectAccessible(page);
  const show = sheet.getByRole('button', { name: /^Show \d+ products?$/ });
  await expect(show).not.toHaveText(`Show ${inStock} products`);
  const text = (await show.textContent()) ?? '';
  await show.tap();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(`${path}?${new URLSearchParams({ brand, stock: 'in' })}`);
  await expect(page.getByText(text.replace('Show ', ''), { exact: true })).toBeVisible();
  await expect(productCards(page).first()).toContainText(brand);
  await expectNoOverflow(page);
  await expectAccessible(page);

  await chips(page)
    .getByRole('link', { name: `Remove filter ${brand}` })
    .tap();
  await expect(page).toHaveURL(`${path}?stock=in`);
  await expect(open(page, 'Filter')).toBeFocused();
  await page.goBack();
  await expect(chips(page).getByRole('link', { name: `Remove filter ${brand}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`${total} products`, { exact: true })).toBeVisible();
  await expect(chips(page)).toBeHidden();
});

test('the button of the filter sheet shows a number only while it is that of the choice', async ({
  errors,
  phone: page,
  shop,
}) => {
  errors.allow(/Failed to load resource|net::ERR_FAILED/);
  const { path } = await findListing(shop);
  await page.goto(path);
  await open(page, 'Filter').tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  const counted = sheet.getByRole('button', { name: /^Show \d+ products?$/ });
  const plain = sheet.getByRole('button', { name: 'Show products', exact: true });
  await expect(counted).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/product/list-facets*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await sheet
    .getByText(/^In stock/)
    .first()
    .tap();
  await expect(plain).toBeVisible();
  answer.resolve();
  await expect(counted).toBeVisible();
  await page.unroute('**/api/product/list-facets*');
  await page.route('**/api/product/list-facets*', (route) => route.abort());
  await sheet
    .getByText(/^In stock/)
    .first()
    .tap();
  await expect(plain).toBeVisible();
  await plain.tap();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test('an order is chosen by keyboard, and loading more continues it', async ({ page, shop }) => {
  const { path } = await findListing(shop);
  await page.goto(path);
  await tabTo(page, open(page, 'Sort'));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Sort' });
  await expectAccessible(page);
  await tabTo(page, sheet.getByRole('link', { name: 'Price: low to high' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${path}?sort=price-low`);
  // The address changes a moment before the list.
  await expect
    .poll(async () => {
      const prices = await pricesOf(page);
      return prices.every((price, index) => price >= (prices[index - 1] ?? 0));
    })
    .toBe(true);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => productCards(page).count()).toBeGreaterThan(8);
  const prices = await pricesOf(page);
  expect(prices).toEqual([...prices].sort((one, other) => one - other));
});

test('a list begins with Popular, named in both languages, and another order is in the address', async ({
  phone: page,
  shop,
}) => {
  const { path } = await findListing(shop);
  await page.goto(path);
  await expect(open(page, 'Sort')).toHaveAccessibleName('Sort Popular');
  await expect(productCards(page).first().locator('img')).toBeVisible();
  await expect(productCards(page).first()).not.toContainText('Out of stock');
  await open(page, 'Sort').tap();
  const sheet = page.getByRole('dialog', { name: 'Sort' });
  await expect(sheet.getByRole('listitem')).toHaveText([
    ...['Popular', 'Newest first', 'Price: low to high', 'Price: high to low', 'Biggest discount'],
  ]);
  await expect(sheet.getByRole('link', { name: 'Popular' })).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await sheet.getByRole('link', { name: 'Newest first' }).tap();
  await expect(page).toHaveURL(`${path}?sort=newest`);
  await expect(open(page, 'Sort')).toHaveAccessibleName('Sort Newest first');
  await open(page, 'Sort').tap();
  await sheet.getByRole('link', { name: 'Popular' }).tap();
  await expect(page).toHaveURL(path);
  await expect(open(page, 'Sort')).toHaveAccessibleName('Sort Popular');

  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.url }]);
  await page.goto(`${path}?sort=popular`);
  const sort = toolbar(page).getByRole('link', { name: /^सॉर्ट/ });
  await expect(sort).toHaveAccessibleName('सॉर्ट लोकप्रिय');
  await sort.tap();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toHaveText('लोकप्रिय');
  await expectNoOverflow(page);
  await page.goto('/search?q=milk');
  await expect(sort).toHaveAccessibleName('सॉर्ट सबसे सही');
  await sort.tap();
  await page.getByRole('dialog').getByRole('link', { name: 'लोकप्रिय' }).tap();
  await expect(page).toHaveURL('/search?q=milk&sort=popular');
});

test('filters of a search that nothing passes name those to remove', async ({ phone: page }) => {
  await page.goto('/search?q=milk&max=1&stock=in');
  await expect(page.getByRole('heading', { name: 'No products match all filters' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Up to ₹1 \d+ products$/ }).tap();
  await expect(page).toHaveURL('/search?q=milk&stock=in');
  await expect(productCards(page).first()).toBeVisible();
});

test('without JavaScript the form of a page sorts and filters', async ({ openPage, shop }) => {
  const { path, inStock } = await findListing(shop);
  const page = await openPage({ hasScript: false, widthPx: 360 });
  await page.goto(path);
  await open(page, 'Filter').click();
  await page.getByLabel('Price: high to low').check();
  await page.getByLabel('In stock').check();
  await page.getByRole('button', { name: 'Show products' }).click();
  await expect(page.getByText(`${inStock} products`, { exact: true })).toBeVisible();
  const prices = await pricesOf(page);
  expect(prices).toEqual([...prices].sort((one, other) => other - one));
  await expect(chips(page).getByRole('link')).toHaveCount(2);
});

test('a listing has one column at 320 px and with large text, two from 360 px, with controls of 44 px', async ({
  openPage,
  shop,
}) => {
  const { path } = await findListing(shop);
  for (const [widthPx, fontPx, columns] of [
    [320, 16, 1],
    [360, 16, 2],
    [412, 16, 2],
    [360, 32, 1],
  ] as const) {
    const page = await openPage({ widthPx });
    if (fontPx !== 16) {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: fontPx } });
    }
    await page.goto(path);
    const lefts = await productCards(page).evaluateAll((cards) =>
      cards.slice(0, 4).map((card) => Math.round(card.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size, `${widthPx} px, ${fontPx} px`).toBe(columns);
    if (fontPx === 16) await expectNoOverflow(page);
    const { height = 0 } = (await page.getByRole('button', { name: /^Add / }).first().boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(44);
    await page.close();
  }
});
