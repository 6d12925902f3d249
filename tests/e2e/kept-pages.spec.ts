import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import type { Shop } from './shop.ts';
import { expect, test } from './test.ts';

/** The newest product and the path of its page. */
async function newestProduct(shop: Shop): Promise<{ id: string; path: string }> {
  const [product] = await shop.call('listProducts', {});
  const canonical = await fetch(`${shop.url}/product/x-${product?._id}`);
  return { id: product?._id ?? '', path: new URL(canonical.url).pathname };
}

// Data blocks, such as JSON-LD, are not run.
const scripts = /<script(?![^>]*\ssrc=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g;

test('the content security policy of every public page lists the hashes of its inline scripts and nothing else', async ({
  shop,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const product = await newestProduct(shop);
  for (const path of [
    '/',
    '/search',
    '/search?q=rice',
    product.path,
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
    // The page of pickers reads barcodes by WebAssembly, and links replace only the content of a page.
    expect(new Set(allowed.split(' ')), path).toEqual(new Set(["'self'", "'wasm-unsafe-eval'", ...needed]));
    expect(html, path).not.toMatch(/\son[a-z]+="/);
  }
});

test('a redirect never leaves the site, whatever host the request names', async ({ shop, errors }) => {
  errors.allow(/Failed to load resource/);
  const { id } = await newestProduct(shop);
  const { port } = new URL(shop.url);
  const targets = [
    `//evil.example/product/x-${id}`,
    `/\\evil.example/product/x-${id}`,
    `http://evil.example/product/x-${id}`,
  ];
  for (const target of targets) {
    const socket = openSocket({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await text(socket), target).not.toContain('evil.example');
  }
});

test('a new price is on the page, in its data and in the API at the next request', async ({
  shop,
  errors,
}) => {
  errors.allow(/Failed to load resource/);
  const { id, path } = await newestProduct(shop);
  const read = async (target: string) => (await fetch(`${shop.url}${target}`)).text();
  const details = async () => (await shop.call('getProductDetails', { productId: id }))?.price;
  const all = async () => [await read(path), await read(`${path}.data`), await details()] as const;
  const [before, dataBefore] = await all();
  expect([before.includes('4,321'), /\b4321\b/.test(dataBefore)]).toEqual([false, false]);
  await shop.db.query(sql`
    update product set price_paise = 432100, discount_basis_points = 0 where id = ${id}`);
  // The process learns of the change by NOTIFY, for the API and the pages at the same time.
  await expect.poll(details, { timeout: 10_000 }).toBe(4321);
  const [after, dataAfter, price] = await all();
  expect([after.includes('4,321'), /\b4321\b/.test(dataAfter), price]).toEqual([true, true, 4321]);
});

test('markup in a description or a search is text on the page and in its data', async ({ shop, errors }) => {
  errors.allow(/Failed to load resource/);
  const { id, path } = await newestProduct(shop);
  const markup = '</script><script>alert("markup")</script><img src=x onerror=alert(1)>';
  await shop.db.query(sql`update product set description = ${markup} where id = ${id}`);
  const describe = async () => (await shop.call('getProductDetails', { productId: id }))?.description;
  await expect.poll(describe, { timeout: 10_000 }).toBe(markup);
  for (const target of [path, `/search?q=${encodeURIComponent(markup)}`]) {
    const html = await (await fetch(`${shop.url}${target}`)).text();
    expect(html, target).toContain('alert(');
    expect(html, target).not.toMatch(/<script>alert|<img src=x/);
  }
});

test('Chromium refuses to turn text into code', async ({ page, errors }) => {
  errors.allow(/Trusted|Content Security Policy/);
  await page.goto('/');
  const outcomes = await page.evaluate(() => {
    const attempt = (work: () => void) => {
      try {
        work();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    const [div, script] = [document.createElement('div'), document.createElement('script')];
    return [
      attempt(() => {
        div.innerHTML = '<img src="x" onerror="alert(1)">';
      }),
      attempt(() => {
        script.text = 'alert(1)';
      }),
      attempt(() => {
        script.src = 'https://evil.example/x.js';
      }),
      attempt(() => {
        script.src = '/assets/own.js';
      }),
    ];
  });
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'done']);
});
