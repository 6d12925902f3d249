import type { Locator } from '@playwright/test';
import sql from 'sql-template-tag';
import { toSlug } from '#contract/base/slug.ts';
import { hold, productCards } from './storefront.ts';
import { expect, test } from './test.ts';

const scrollLeftOf = (strip: Locator) => strip.evaluate((element) => Math.round(element.scrollLeft));

test('a category tile opens its first sub-category, and the sidebar switches between sub-categories @everyday', async ({
  page,
  shop,
}) => {
  const names = await shop.db.query<{ category: string; first: string; second: string }>(sql`
    select c.name as category, names[1] as first, names[2] as second from category c, lateral (
      select array_agg(s.name order by s.name) as names
      from sub_category s join sub_category_category sc on sc.sub_category_id = s.id
      where sc.category_id = c.id) as s
    order by c.name limit 1`);
  const { category = '', first = '', second = '' } = names[0] ?? {};
  await page.goto('/');
  const grid = page.getByRole('navigation', { name: 'Shop by category' });
  const tiles = await grid.getByRole('link').allTextContents();
  expect(tiles).toEqual([...tiles].sort((a, b) => a.localeCompare(b)));
  await grid.getByRole('link', { name: category }).click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  const [categoryPiece = '', subCategoryPiece = ''] = new URL(page.url()).pathname.split('/').slice(1);
  expect(categoryPiece).toMatch(new RegExp(`^${toSlug(category)}-[0-9A-Za-z]+$`));
  expect(subCategoryPiece).toMatch(new RegExp(`^${toSlug(first)}-[0-9A-Za-z]+$`));

  const rail = page.getByRole('navigation', { name: `Sub-categories of ${category}` });
  await expect(rail.locator('[aria-current="page"]')).toHaveText(first);
  await rail.getByRole('link', { name: second, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await expect(rail.locator('[aria-current="page"]')).toHaveText(second);
  await expect(rail.locator('[data-active]')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
});

test('the arrows of a home page row scroll by 200 px, and See All opens the category', async ({ page }) => {
  await page.goto('/');
  const row = page
    .getByRole('region')
    .filter({ has: page.getByRole('link', { name: /^See All/ }) })
    .first();
  const heading = (await row.getByRole('heading', { level: 2 }).textContent()) ?? '';
  const strip = row.locator('ul');
  const [back, on] = [
    row.getByRole('button', { name: `Scroll ${heading} back` }),
    row.getByRole('button', { name: `Scroll ${heading} on` }),
  ];
  await row.hover();
  await expect(strip.getByRole('listitem')).toHaveCount(15);
  await expect(back).toBeDisabled();
  await on.click();
  await expect.poll(() => scrollLeftOf(strip)).toBe(200);
  await on.click();
  await expect.poll(() => scrollLeftOf(strip)).toBe(400);
  await back.click();
  await expect.poll(() => scrollLeftOf(strip)).toBe(200);
  await back.click();
  await expect(back).toBeDisabled();
  const leftBeyond = () =>
    strip.evaluate(({ scrollLeft, clientWidth, scrollWidth }) => scrollWidth - clientWidth - scrollLeft);
  while ((await leftBeyond()) > 1) {
    const before = await scrollLeftOf(strip);
    await on.click();
    await expect.poll(() => scrollLeftOf(strip)).toBeGreaterThan(before);
  }
  await expect(on).toBeDisabled();

  await row.getByRole('link', { name: /^See All/ }).click();
  await expect(page.locator('main [aria-current="page"]')).toBeVisible();
  await expect
    .poll(() => page.getByRole('navigation', { name: `Sub-categories of ${heading}` }).count())
    .toBe(1);
});

test('the gallery thumbnails scroll by 100 px, select a picture and keep the dots in step', async ({
  tablet: page,
  shop,
}) => {
  const product = await shop.claimProduct();
  await shop.db.query(sql`
    update product set images = (
      select array_agg(other.images[1]) from (
        select images from product where cardinality(images) > 0 order by id desc limit 12) as other)
    where id = ${product.id}`);
  await shop.updateProduct(product, { stock: 39 });
  await page.goto(product.path);
  const thumbnails = page.locator('[data-testid=gallery-thumbnails]');
  const dots = page.locator('[data-testid=gallery-dots] span');
  await expect(dots).toHaveCount(12);
  await page.getByRole('button', { name: 'Scroll pictures on' }).click();
  await expect.poll(() => scrollLeftOf(thumbnails)).toBe(100);
  await page.getByRole('button', { name: 'Scroll pictures back' }).click();
  await expect.poll(() => scrollLeftOf(thumbnails)).toBe(0);
  const third = page.getByRole('button', { name: 'Show picture 3 of 12' });
  await third.click();
  await expect(third).toHaveAttribute('aria-current', 'true');
  await expect(dots.nth(2)).toHaveAttribute('data-selected', 'true');
  const track = page.getByRole('list', { name: 'Pictures' });
  await expect
    .poll(() => track.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth)))
    .toBe(2);
  await track.evaluate((element) => element.scrollTo({ left: 0 }));
  await expect(dots.nth(0)).toHaveAttribute('data-selected', 'true');
});

test('a product that sold out shows Out of stock on its page, in its listing and in search at the next request @everyday', async ({
  page,
  shop,
}) => {
  const product = await shop.claimProduct({ discountBasisPoints: 1250, pricePaise: 20_000 });
  await page.goto(product.path);
  const offer = page.locator('[data-testid=product-offer]');
  await expect(offer.getByText('12.5% Discount')).toBeVisible();
  await expect(offer).toContainText('₹175₹200');
  await expect(offer.getByText('10 Min')).toHaveCount(1);
  const listing = await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link')
    .last()
    .getAttribute('href');

  await shop.updateProduct(product, { stock: 0 });
  await page.goto(product.path);
  await expect(offer.getByText('Out of Stock', { exact: true })).toBeVisible();
  await expect(offer.getByRole('button')).toHaveCount(0);

  const card = productCards(page)
    .filter({ has: page.getByRole('link', { name: product.name, exact: true }) })
    .first();
  await page.goto(`/search?${new URLSearchParams({ q: product.name })}`);
  await expect(card.getByText('Out of stock', { exact: true })).toBeVisible();
  // Only the heart.
  await expect(card.getByRole('button')).toHaveAccessibleName(`${product.name} in wishlist`);
  await page.goto(listing ?? '');
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return card.count();
    })
    .toBe(1);
  await expect(card.getByText('Out of stock', { exact: true })).toBeVisible();

  await shop.updateProduct(product, { stock: 5 });
  await page.goto(product.path);
  await expect(offer.getByRole('button', { name: /^Add / })).toBeVisible();
});

test('the home page shows twelve category and six product placeholders per row while it loads', async ({
  page,
}) => {
  const released = Promise.withResolvers<void>();
  // Before the click: the header prefetches the home page.
  await page.route('**/_.data*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByRole('banner').getByRole('link', { name: 'Tokri' }).click();
  const skeleton = page.locator('[data-testid=home-skeleton]');
  await expect(skeleton).toBeVisible();
  await expect(skeleton.locator('[data-testid=category-skeleton]')).toHaveCount(12);
  const rows = await skeleton.locator('[data-testid=row-skeleton]').all();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) await expect(row.locator('li')).toHaveCount(6);
  released.resolve();
  await expect(page.getByRole('navigation', { name: 'Shop by category' })).toBeVisible();
  await expect(skeleton).toHaveCount(0);
});

test('a listing loads all its products on scroll, and is paged by links without JavaScript @everyday', async ({
  page,
  openPage,
  shop,
}) => {
  const [biggest] = await shop.db.query<{ category: string; sub: string; products: number }>(sql`
    select sc.category_id as category, ps.sub_category_id as sub,
      -- The sizes of a family are one card.
      count(distinct coalesce(nullif(p.family, ''), p.id))::int as products
    from product_sub_category ps
    join product p on p.id = ps.product_id
    join sub_category_category sc using (sub_category_id)
    join product_category pc on pc.product_id = ps.product_id and pc.category_id = sc.category_id
    group by 1, 2 order by 3 desc limit 1`);
  const { category, sub, products = 0 } = biggest ?? {};
  await page.goto(`/any-${category}/any-${sub}`);
  expect(page.url()).not.toContain('/any-');
  await expect(page.getByText(`${products} products`, { exact: true })).toBeVisible();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return productCards(page).count();
    })
    .toBe(products);
  const paths = await productCards(page)
    .locator('h3')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(paths).size).toBe(products);
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);

  const plain = await openPage({ widthPx: 360, hasScript: false });
  await plain.goto(page.url());
  await expect(productCards(plain)).toHaveCount(8);
  await plain.getByRole('link', { name: 'Load more' }).click();
  await plain.waitForURL(/\?page=2$/);
  const onPageTwo = await productCards(plain)
    .locator('h3')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(onPageTwo).toEqual(paths.slice(8, 16));
  await plain.getByRole('link', { name: 'Back to the first products' }).click();
  await plain.waitForURL(/\/[^?]*$/);
});

test('the rows below the screen of a phone get their pictures when the page is used, and without JavaScript at once', async ({
  openPage,
}) => {
  const page = await openPage({ widthPx: 360, heightPx: 780 });
  await page.goto('/');
  const last = productCards(page).last();
  // The data of the page is rendered completely.
  await expect(last.locator('noscript')).toHaveCount(1);
  // Not laid out yet, so it has no role.
  await expect(last.locator('h3 a')).toBeAttached();
  const row = page.locator('main section', { has: productCards(page) }).nth(3);
  const picture = productCards(row).first().locator('img');
  await expect(picture).toHaveCount(0);
  await page.mouse.wheel(0, 300);
  await expect(picture).toHaveCount(1);
  await row.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  const plain = await openPage({ widthPx: 360, hasScript: false });
  await plain.goto('/');
  const shown = productCards(plain).last().locator('img');
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toBeVisible();
  expect((await shown.boundingBox())?.height).toBeGreaterThan(100);
});

test('a product page that failed to load shows an error with Try again', async ({
  errors,
  phone: page,
  shop,
}) => {
  errors.allow(/status of 503/);
  const product = await shop.claimProduct();
  await page.goto(`/search?${new URLSearchParams({ q: product.name })}`);
  await page.route('**/product/**', (route) =>
    route.request().url().includes('.data') ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
  );
  await page.getByRole('link', { name: product.name, exact: true }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await expect(title).toHaveText(/error|right back/);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await page.unroute('**/product/**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
});

test('/success and /cancel can be opened directly and link to the home page', async ({ phone: page }) => {
  for (const [path, title] of [
    ['/success', 'Payment Successfully'],
    ['/cancel', 'Order Cancel'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Go To Home' }).click();
    await page.waitForURL('/');
  }
});

test('going back to the home page on a slow line shows the rows that were left, although its data arrives after a skeleton', async ({
  phone: page,
}) => {
  await page.goto('/');
  await page.evaluate(() => window.scrollTo({ top: 5000, behavior: 'instant' }));
  const release = await hold(page, /\/_\.data/);
  const before = await page.evaluate(() => {
    const top = window.scrollY;
    const links = [...document.querySelectorAll<HTMLElement>('[data-testid=product-card] a')];
    links.find((link) => link.getBoundingClientRect().top > 0)?.click();
    return top;
  });
  expect(before).toBe(5000);
  await page.getByTestId('product-offer').waitFor();
  await page.goBack();
  await page.getByTestId('home-skeleton').waitFor();
  release();
  await expect(page.getByRole('navigation', { name: 'Shop by category' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Math.abs(window.scrollY - 5000))).toBeLessThanOrEqual(60);
});
