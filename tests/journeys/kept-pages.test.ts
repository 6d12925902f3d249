import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenShop, openShop } from './open-shop.ts';

let shop: OpenShop;
let product: { _id: string; name: string };
let productPath: string;
beforeAll(async () => {
  shop = await openShop();
  const response = await fetch(`${shop.url}/api/product/get`, { method: 'POST' });
  const { data } = await response.json();
  product = data[0];
  const canonical = await fetch(`${shop.url}/product/x-${product._id}`);
  productPath = new URL(canonical.url).pathname;
});
afterAll(() => shop.close());

const scripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

test('the policy of every public page names each of its inline scripts, and allows no others', async () => {
  for (const path of [
    '/',
    '/search',
    '/search?q=rice',
    productPath,
    '/login',
    '/cart',
    '/no/such/page/at/all',
  ]) {
    const response = await fetch(`${shop.url}${path}`);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, allowed = ''] = /script-src ([^;]*)/.exec(policy) ?? [];
    const needed = [...html.matchAll(scripts)].map(
      ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
    );
    expect(new Set(allowed.split(' ')), path).toEqual(new Set(["'self'", ...needed]));
    expect(html, path).not.toMatch(/\son[a-z]+="/);
  }
});

test('a stale slug moves on to the right one, an unknown product is a page of its own', async () => {
  const stale = await fetch(`${shop.url}/product/stale-words-${product._id}`, { redirect: 'manual' });
  expect([stale.status, stale.headers.get('location')]).toEqual([301, productPath]);
  const unknown = await fetch(`${shop.url}/product/nothing-0000000000000000000000`);
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});

test('no way of naming another host moves a visitor there', async () => {
  const { port } = new URL(shop.url);
  const targets = [
    `//evil.example/product/x-${product._id}`,
    `/\\evil.example/product/x-${product._id}`,
    `http://evil.example/product/x-${product._id}`,
  ];
  for (const target of targets) {
    const socket = openSocket({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await text(socket), target).not.toContain('evil.example');
  }
});

test('a new price shows on the page, in its data and in the API at the next request', async () => {
  const read = async (path: string) => (await fetch(`${shop.url}${path}`)).text();
  const details = async () => {
    const response = await fetch(`${shop.url}/api/product/get-product-details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ productId: product._id }),
    });
    return (await response.json()).data.price;
  };
  const all = async () =>
    [await read(productPath), await read(`${productPath}.data`), await details()] as const;
  const [before, dataBefore] = await all();
  expect([before.includes('4,321'), /\b4321\b/.test(dataBefore)]).toEqual([false, false]);
  await shop.database.db.query(sql`
    update product set price_paise = 432100, discount_basis_points = 0 where id = ${product._id}`);
  // The announcement is on its way to the other process; the API hears of it at the same moment as the pages.
  await expect.poll(details, { timeout: 10_000 }).toBe(4321);
  const [after, dataAfter, price] = await all();
  expect([after.includes('4,321'), /\b4321\b/.test(dataAfter), price]).toEqual([true, true, 4321]);
});
