import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import type { Context } from '#server/http/context.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addProduct, addSubCategory } from '#tests/fixtures/seed.ts';
import { Sitemap } from './sitemap.service.ts';

const publicUrl = 'https://shop.example';
const { db } = await openTestDatabase();
let context: Context;
let app: FastifyInstance;
let productIds: string[];

beforeAll(async () => {
  context = testContext(db);
  const category = await addCategory(db, 'Dairy & Eggs');
  productIds = [];
  await addSubCategory(db, [category], 'Milk');
  for (let number = 0; number < 5; number += 1) productIds.push(await addProduct(db));
  // Two spellings and none of one brand.
  for (const [index, brand] of ["Lay's", 'LAY’S', 'अमूल'].entries())
    await db.query(sql`update product set brand = ${brand} where id = ${productIds[index]}`);
  app = buildApp(context, publicUrl).fastify;
});
afterAll(() => app.close());

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? '');
const read = async (sitemap: Sitemap, ...name: Parameters<Sitemap['read']>) =>
  gunzipSync((await sitemap.read(...name)).body).toString();
const pathsOfProducts = async () => {
  const answers = await app.inject('/sitemap-products-1.xml');
  return locations(answers.body);
};

test('the index names files that contain the home page, each listing, each brand and each product once', async () => {
  const { body, headers } = await app.inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(locations(body)).toEqual([
    `${publicUrl}/sitemap-listings-1.xml`,
    `${publicUrl}/sitemap-brands-1.xml`,
    `${publicUrl}/sitemap-products-1.xml`,
  ]);
  const listings = locations((await app.inject('/sitemap-listings-1.xml')).body);
  expect(listings[0]).toBe(`${publicUrl}/`);
  expect(listings[1]).toBe(`${publicUrl}/page/contact`);
  expect(listings.slice(2)).toEqual([expect.stringMatching(/\/dairy-eggs-\w+\/milk-\w+$/)]);
  const brands = locations((await app.inject('/sitemap-brands-1.xml')).body);
  expect(brands).toEqual([`${publicUrl}/brand/lay-s`, `${publicUrl}/brand/${encodeURIComponent('अमूल')}`]);
  const ids = (await pathsOfProducts()).map((url) => url.split('-').at(-1));
  expect(ids).toEqual([...productIds].sort());
});

test('files have at most their number of addresses, and together all products', async () => {
  const sitemap = new Sitemap(context, { publicUrl, fileSize: 2 });
  const index = locations(await read(sitemap, 'index'));
  expect(index.filter((url) => url.includes('products'))).toHaveLength(3);
  const found: string[] = [];
  for (const number of [1, 2, 3]) {
    const urls = locations(await read(sitemap, { kind: 'products', number }));
    expect(urls.length).toBeLessThanOrEqual(2);
    found.push(...urls);
  }
  expect(new Set(found).size).toBe(productIds.length);
  await expect(sitemap.read({ kind: 'products', number: 4 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a file is made once, and again after a change of a product but not of its stock', async () => {
  const [id = ''] = productIds;
  const sitemap = new Sitemap(context, { publicUrl });
  const name = { kind: 'products', number: 1 } as const;
  const first = await sitemap.read(name);
  await db.query(sql`update product_stock set stock = stock + 5 where product_id = ${id}`);
  expect(await sitemap.read(name)).toBe(first);

  await db.query(
    sql`update product set name = 'Ghee & Co', updated_at = '2030-01-02T03:04:05Z' where id = ${id}`,
  );
  const second = await read(sitemap, name);
  expect(second).toContain(
    `<loc>${publicUrl}/product/ghee-co-${id}</loc><lastmod>2030-01-02T03:04:05.000Z</lastmod>`,
  );
  expect(await read(sitemap, 'index')).toContain('<lastmod>2030-01-02T03:04:05.000Z</lastmod>');

  await db.query(sql`delete from product where id = ${id}`);
  productIds.shift();
  expect(await read(sitemap, name)).not.toContain(id);
});

test('a file that fails to be made is made at the next request', async () => {
  let failures = 1;
  const failing = {
    ...context,
    catalogueDb: new Proxy(context.catalogueDb, {
      get(db, property) {
        if (property === 'query' && failures-- > 0) throw new Error('The database is away.');
        const value: unknown = Reflect.get(db, property);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    }),
  };
  const sitemap = new Sitemap(failing, { publicUrl });
  await expect(sitemap.read('index')).rejects.toThrow('away');
  expect(await read(sitemap, 'index')).toContain('sitemap-products-1.xml');
});

test('a client receives gzip if it accepts that, and 304 for the file that it has', async () => {
  const url = '/sitemap-products-1.xml';
  const plain = await app.inject(url);
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
    undefined,
    'gzip',
  ]);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a file that does not exist is not found', async () => {
  expect((await app.inject('/sitemap-products-99999.xml')).statusCode).toBe(404);
  for (const path of ['/sitemap-products-0.xml', '/sitemap-products-1e3.xml', '/sitemap-users-1.xml'])
    expect((await app.inject(path)).statusCode, path).toBe(404);
});

test('robots.txt names the sitemap and excludes private pages, not the catalogue', async () => {
  const { body, headers } = await app.inject('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = body.split('\n');
  expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  const disallowed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? []);
  const isAllowed = (path: string) => !disallowed.some((start) => path.startsWith(start));
  for (const path of [
    '/dashboard/orders',
    '/checkout',
    '/cart',
    '/orders/x',
    '/api/cart/get',
    '/search?q=milk',
  ])
    expect(isAllowed(path), path).toBe(false);
  for (const path of [
    '/',
    '/search',
    '/product/milk-1',
    '/dairy-1/milk-2',
    '/images/a/640.webp',
    '/assets/a.js',
  ])
    expect(isAllowed(path), path).toBe(true);
});

test('files that are not cached count against the rate limit of pages', async () => {
  const taken: [string, number | undefined][] = [];
  const rateLimits = {
    ...context.rateLimits,
    renderPage: {
      ...context.rateLimits.renderPage,
      take: async (network: string, points?: number) => void taken.push([network, points]),
    },
  };
  const { fastify } = buildApp({ ...context, rateLimits }, publicUrl);
  await fastify.inject('/sitemap.xml');
  await fastify.inject('/sitemap.xml');
  expect(taken).toHaveLength(1);
  await fastify.close();
});
