import type { Locator, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { toSlug } from '#contract/rules/slug.ts';
import { changeGoods, takeGoods } from './goods.ts';
import type { OpenShop } from './open-shop.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const cardsOf = (page: Page) => page.locator('[data-testid=product-card]');
const scrolledBy = (strip: Locator) => strip.evaluate((element) => Math.round(element.scrollLeft));

test('a category picture leads to the listing of its first sub-category, where the rail leads on', async () => {
  const names = await shop.database.db.query<{ category: string; first: string; second: string }>(sql`
    select c.name as category, names[1] as first, names[2] as second from category c, lateral (
      select array_agg(s.name order by s.name) as names
      from sub_category s join sub_category_category sc on sc.sub_category_id = s.id
      where sc.category_id = c.id) as s
    order by c.name limit 1`);
  const { category = '', first = '', second = '' } = names[0] ?? {};
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto('/');
  const grid = page.getByRole('navigation', { name: 'Shop by category' });
  const tiles = await grid.getByRole('link').allTextContents();
  expect(tiles).toEqual([...tiles].sort((a, b) => a.localeCompare(b)));
  await grid.getByRole('link', { name: category }).click();
  await page.getByRole('heading', { level: 1, name: first }).waitFor();
  const [categoryPiece = '', subCategoryPiece = ''] = new URL(page.url()).pathname.split('/').slice(1);
  expect(categoryPiece).toMatch(new RegExp(`^${toSlug(category)}-[0-9A-Za-z]+$`));
  expect(subCategoryPiece).toMatch(new RegExp(`^${toSlug(first)}-[0-9A-Za-z]+$`));

  const rail = page.getByRole('navigation', { name: `Sub-categories of ${category}` });
  await expect.poll(() => rail.locator('[aria-current="page"]').textContent()).toBe(first);
  await rail.getByRole('link', { name: second, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: second }).waitFor();
  await expect.poll(() => rail.locator('[aria-current="page"]').textContent()).toBe(second);
  await expect.poll(() => rail.locator('[data-active]').count()).toBe(1);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: first }).waitFor();
  expect(complaints).toEqual([]);
});

test('a row of the home page goes on by 200 px at each press of an arrow, and See All shows the shelf', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
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
  await expect.poll(() => strip.getByRole('listitem').count()).toBe(15);
  await expect.poll(() => back.isDisabled()).toBe(true);
  await row.hover();
  await on.click();
  await expect.poll(() => scrolledBy(strip)).toBe(200);
  await on.click();
  await expect.poll(() => scrolledBy(strip)).toBe(400);
  await back.click();
  await expect.poll(() => scrolledBy(strip)).toBe(200);
  await back.click();
  await expect.poll(() => back.isDisabled()).toBe(true);
  const leftBeyond = () =>
    strip.evaluate(({ scrollLeft, clientWidth, scrollWidth }) => scrollWidth - clientWidth - scrollLeft);
  while ((await leftBeyond()) > 1) {
    const before = await scrolledBy(strip);
    await on.click();
    await expect.poll(() => scrolledBy(strip)).toBeGreaterThan(before);
  }
  await expect.poll(() => on.isDisabled()).toBe(true);

  await row.getByRole('link', { name: /^See All/ }).click();
  await page.locator('main [aria-current="page"]').waitFor();
  await expect
    .poll(() => page.getByRole('navigation', { name: `Sub-categories of ${heading}` }).count())
    .toBe(1);
  expect(complaints).toEqual([]);
});

test('thumbnails go on by 100 px, choose their picture, and dots follow', async () => {
  const goods = await takeGoods(shop);
  await shop.database.db.query(sql`
    update product set images = (
      select array_agg(other.images[1]) from (
        select images from product where cardinality(images) > 0 order by id desc limit 12) as other)
    where id = ${goods.id}`);
  await changeGoods(shop, goods, { stock: 39 });
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 768 });
  await page.goto(goods.path);
  const thumbnails = page.locator('[data-testid=gallery-thumbnails]');
  const dots = page.locator('[data-testid=gallery-dots] span');
  await expect.poll(() => dots.count()).toBe(12);
  await page.getByRole('button', { name: 'Scroll pictures on' }).click();
  await expect.poll(() => scrolledBy(thumbnails)).toBe(100);
  await page.getByRole('button', { name: 'Scroll pictures back' }).click();
  await expect.poll(() => scrolledBy(thumbnails)).toBe(0);
  const third = page.getByRole('button', { name: 'Show picture 3 of 12' });
  await third.click();
  await expect.poll(() => third.getAttribute('aria-current')).toBe('true');
  await expect.poll(() => dots.nth(2).getAttribute('data-selected')).toBe('true');
  const track = page.getByRole('list', { name: 'Pictures' });
  await expect
    .poll(() => track.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth)))
    .toBe(2);
  await track.evaluate((element) => element.scrollTo({ left: 0 }));
  await expect.poll(() => dots.nth(0).getAttribute('data-selected')).toBe('true');
  expect(complaints).toEqual([]);
});

test('what sold out says so at the next visit, on its page, its shelf and in the search', async () => {
  const goods = await takeGoods(shop, { discountBasisPoints: 1250, pricePaise: 20_000 });
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(goods.path);
  const offer = page.locator('[data-testid=product-offer]');
  await offer.getByText('12.5% Discount').waitFor();
  await expect.poll(() => offer.textContent()).toContain('₹175₹200');
  await expect.poll(() => offer.getByText('10 Min').count()).toBe(1);
  const shelf = await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link')
    .last()
    .getAttribute('href');

  await changeGoods(shop, goods, { stock: 0 });
  await page.goto(goods.path);
  await offer.getByText('Out of Stock', { exact: true }).waitFor();
  await expect.poll(() => offer.getByRole('button').count()).toBe(0);

  const card = cardsOf(page)
    .filter({ has: page.getByRole('link', { name: goods.name, exact: true }) })
    .first();
  await page.goto(`/search?${new URLSearchParams({ q: goods.name })}`);
  await card.getByText('Out of stock', { exact: true }).waitFor();
  await expect.poll(() => card.getByRole('button').count()).toBe(0);
  await page.goto(shelf ?? '');
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return card.count();
    })
    .toBe(1);
  await card.getByText('Out of stock', { exact: true }).waitFor();

  await changeGoods(shop, goods, { stock: 5 });
  await page.goto(goods.path);
  await offer.getByRole('button', { name: /^Add / }).waitFor();
  expect(complaints).toEqual([]);
});

test('twelve categories and six cards a row stand in while the home page is slow', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  const mayCome = Promise.withResolvers<void>();
  // From the beginning: the header fetches the home page ahead of the click.
  await page.route('**/_.data*', async (route) => {
    await mayCome.promise;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByRole('banner').getByRole('link', { name: 'Tokri' }).click();
  const sketch = page.locator('[data-testid=home-skeleton]');
  await sketch.waitFor();
  await expect.poll(() => sketch.locator('[data-testid=category-skeleton]').count()).toBe(12);
  const rows = await sketch.locator('[data-testid=row-skeleton]').all();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) await expect.poll(() => row.locator('li').count()).toBe(6);
  mayCome.resolve();
  await page.getByRole('navigation', { name: 'Shop by category' }).waitFor();
  await expect.poll(() => sketch.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a listing grows to its end as it is scrolled, and is paged by links without scripts', async () => {
  const [biggest] = await shop.database.db.query<{ category: string; sub: string; products: number }>(sql`
    select sc.category_id as category, ps.sub_category_id as sub, count(*)::int as products
    from product_sub_category ps
    join sub_category_category sc using (sub_category_id)
    join product_category pc on pc.product_id = ps.product_id and pc.category_id = sc.category_id
    group by 1, 2 order by 3 desc limit 1`);
  const { category, sub, products = 0 } = biggest ?? {};
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 1440 });
  await page.goto(`/any-${category}/any-${sub}`);
  expect(page.url()).not.toContain('/any-');
  await page.getByText(`${products} products`, { exact: true }).waitFor();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return cardsOf(page).count();
    })
    .toBe(products);
  const paths = await cardsOf(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(paths).size).toBe(products);
  await expect.poll(() => page.getByRole('link', { name: 'Load more' }).count()).toBe(0);
  expect(complaints).toEqual([]);

  const { page: plain } = await entrance.admit(shop.url, { widthPx: 360, hasScript: false });
  await plain.goto(page.url());
  await expect.poll(() => cardsOf(plain).count()).toBe(8);
  await plain.getByRole('link', { name: 'Load more' }).click();
  await plain.waitForURL(/\?page=2$/);
  const onPageTwo = await cardsOf(plain)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(onPageTwo).toEqual(paths.slice(8, 16));
  await plain.getByRole('link', { name: 'Back to the first products' }).click();
  await plain.waitForURL(/\/[^?]*$/);
});

test('a page that could not be read says so in place, and Try again brings it', async () => {
  const goods = await takeGoods(shop);
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  await page.goto(`/search?${new URLSearchParams({ q: goods.name })}`);
  await page.route('**/product/**', (route) =>
    route.request().url().includes('.data') ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
  );
  await page.getByRole('link', { name: goods.name, exact: true }).click();
  const title = page.getByRole('heading', { level: 1 });
  await page.getByRole('link', { name: 'Try again' }).waitFor();
  await expect.poll(() => title.textContent()).toMatch(/error|right back/);
  await expect.poll(() => page.getByRole('banner').count()).toBe(1);
  await page.unroute('**/product/**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: goods.name }).waitFor();
});

test('success and cancel can be opened directly, and lead home', async () => {
  const { page, complaints } = await entrance.admit(shop.url, { widthPx: 360 });
  for (const [path, title] of [
    ['/success', 'Payment Successfully'],
    ['/cancel', 'Order Cancel'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Go To Home' }).click();
    await page.waitForURL('/');
  }
  expect(complaints).toEqual([]);
});

test('an address that nobody has is a page of its own that leads home', async () => {
  const { page } = await entrance.admit(shop.url, { widthPx: 360 });
  const response = await page.goto('/no/such/shelf');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'We can’t find that page' }).waitFor();
  await page.getByRole('link', { name: 'Go To Home' }).click();
  await page.waitForURL('/');
});
