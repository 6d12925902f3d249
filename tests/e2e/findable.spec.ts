import sharp from 'sharp';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { toBrandSlug } from '#contract/base/slug.ts';
import type { Shop } from './shop.ts';
import { expect, test } from './test.ts';

async function readPage(shop: Shop, path: string): Promise<string> {
  const response = await fetch(`${shop.url}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
}

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

/** The data of schema.org in a page, by type. */
function dataOf(html: string): Map<string, unknown> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return new Map(
    blocks.map(([, json = '']) => {
      const data = z
        .looseObject({ '@context': z.literal('https://schema.org'), '@type': z.string() })
        .parse(JSON.parse(json));
      return [data['@type'], data];
    }),
  );
}

const offer = z.object({
  priceCurrency: z.literal('INR'),
  price: z.string(),
  availability: z.string(),
});
const offerOf = (html: string) =>
  z.object({ name: z.string(), offers: offer }).parse(dataOf(html).get('Product'));
const shownPriceOf = (html: string) => /₹([\d,.]+)/.exec(html.slice(html.indexOf('<h1')))?.[1];

test('each address of the sitemap is a page whose canonical address it is', async ({ shop }) => {
  const locations = async (path: string) =>
    [...(await readPage(shop, path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
  expect(await readPage(shop, '/robots.txt')).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  const files = await locations('/sitemap.xml');
  const paths = (await Promise.all(files.map(locations))).flat();
  expect(new Set(paths).size).toBe(paths.length);
  const [row] = await shop.db.query<{ products: number; listings: number; brands: string[] }>(sql`
    select (select count(*) from product)::integer as products,
      (select count(*) from sub_category_category)::integer as listings,
      (select coalesce(array_agg(distinct brand), '{}') from product where brand <> '') as brands`);
  const brands = new Set(row?.brands.map(toBrandSlug));
  expect(brands.size).toBeGreaterThan(0);
  const contact = '/page/contact';
  const others = paths.filter((path) => !path.startsWith('/page/'));
  expect(others.length).toBe((row?.products ?? 0) + (row?.listings ?? 0) + brands.size + 1);
  expect(paths).toContain(contact);
  const brand = paths.find((path) => path.startsWith('/brand/'));
  for (const path of [paths[0], paths[1], brand, contact, paths.at(-1)]) {
    const html = await readPage(shop, path ?? '');
    expect(canonicalOf(html)).toBe(`${shop.url}${path}`);
    expect(contentOf(html, 'robots')).toBeUndefined();
  }
});

test('home, listing, product and search have the data, the picture and the canonical address that others show', async ({
  shop,
}) => {
  const product = await shop.claimProduct();
  const html = await readPage(shop, '/');
  expect([...dataOf(html).keys()]).toEqual(['WebSite', 'GroceryStore']);
  const productPage = await readPage(shop, `${product.path}?utm_source=mail`);
  expect([...dataOf(productPage).keys()]).toEqual(['Product', 'BreadcrumbList']);
  expect(canonicalOf(productPage)).toBe(`${shop.url}${product.path}`);
  const [, listingPath = ''] = /href="(\/[^"/]+\/[^"/]+)"/.exec(html.slice(html.indexOf('<main'))) ?? [];
  const listing = await readPage(shop, `${listingPath}?page=1&utm_source=mail`);
  expect([...dataOf(listing).keys()]).toEqual(['BreadcrumbList']);
  expect(canonicalOf(listing)).toBe(`${shop.url}${listingPath}`);
  const secondPage = await readPage(shop, `${listingPath}?page=2`);
  expect(canonicalOf(secondPage)).toBe(`${shop.url}${listingPath}?page=2`);
  const sorted = await readPage(shop, `${listingPath}?sort=price-low&page=2`);
  expect(canonicalOf(sorted)).toBe(`${shop.url}${listingPath}`);
  const search = await readPage(shop, '/search?q=milk');
  expect(contentOf(search, 'robots')).toBe('noindex, follow');

  for (const page of [html, productPage, listing]) {
    const picture = new URL(contentOf(page, 'og:image') ?? '');
    expect(picture.origin).toBe(shop.url);
    expect(contentOf(page, 'twitter:image')).toBe(picture.href);
    const response = await fetch(picture);
    expect(response.headers.get('content-type')).toBe(contentOf(page, 'og:image:type'));
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([String(width), String(height)]).toEqual([
      contentOf(page, 'og:image:width'),
      contentOf(page, 'og:image:height'),
    ]);
  }
});

test('a changed price, a sold-out product and a name with markup are in the data of the next request', async ({
  page,
  shop,
}) => {
  const product = await shop.claimProduct({ pricePaise: 12_300 });
  const before = await readPage(shop, product.path);
  expect(offerOf(before).offers).toMatchObject({
    price: '123.00',
    availability: 'https://schema.org/InStock',
  });
  expect(shownPriceOf(before)).toBe('123');

  await shop.updateProduct(product, { pricePaise: 4550, stock: 0 });
  const after = await readPage(shop, product.path);
  expect(offerOf(after).offers).toMatchObject({
    price: '45.50',
    availability: 'https://schema.org/OutOfStock',
  });
  expect(shownPriceOf(after)).toBe('45.50');

  const name = `Tea </script><script>document.title='stolen'</script><!-- ${product.id}`;
  await shop.db.query(sql`update product set name = ${name} where id = ${product.id}`);
  await expect.poll(async () => (await fetch(`${shop.url}${product.path}`)).url).toContain('document-title');
  const response = await page.goto(product.path);
  const html = (await response?.text()) ?? '';
  expect(offerOf(html).name).toBe(name);
  expect(html).not.toContain('<script>document.title');
  // The browser hydrates the page, which has more in its head than the browser renders.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(/^Tea <\/script>/);
});

test('pages of one visitor are not indexed', async ({ shop }) => {
  const paths = [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/cart',
    '/wishlist',
    '/checkout',
  ];
  const accountPaths = [
    '/user',
    '/success',
    '/cancel',
    '/orders/abc',
    '/dashboard',
    '/dashboard/profile',
    '/dashboard/orders',
  ];
  for (const path of [
    ...paths,
    ...accountPaths,
    '/dashboard/myorders',
    '/dashboard/address',
    '/dashboard/lists',
    '/verification-otp',
  ])
    expect(contentOf(await readPage(shop, path), 'robots'), path).toContain('noindex');
});
