import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogueCache, toProductTags } from '#server/cache/catalogue-cache.ts';
import { registerErrorHandler } from '#server/http/errors.ts';
import { type RateLimiter, tokenBucketLimiter, unlimited } from '#server/http/rate-limiter.ts';
import { shopRoutes, toPlainAddress } from '#tests/fixtures/pages.ts';
import { createPageAddresses, type PageAddress } from './page-address.ts';
import { registerPages } from './page-cache.ts';
import type { PageReads, RenderedPage } from './page-renderer.ts';
import { registerUnknownRoutes } from './unknown-routes.ts';

const publicUrl = 'https://shop.example';
let app: FastifyInstance;
let catalogueCache: CatalogueCache;
let rendered: string[];
let render: (url: URL, options: { language: string }) => RenderedPage | Promise<RenderedPage>;
/** What repeated reads return; null if they differ from those of the page. */
let revalidate: () => PageReads | null;
let toAddress: (rawUrl: string) => PageAddress;
let renderLimit: RateLimiter;
beforeEach(async () => {
  toAddress = toPlainAddress;
  renderLimit = unlimited;
  catalogueCache = new CatalogueCache();
  rendered = [];
  render = (url) => page(`<p>${url.pathname}${url.search}</p>`);
  app = Fastify();
  revalidate = () => null;
  registerPages(app, {
    renderer: {
      async render(request, options) {
        rendered.push(request.url);
        return render(new URL(request.url), options);
      },
      revalidate: async () => revalidate(),
    },
    catalogueCache,
    toAddress: (rawUrl) => toAddress(rawUrl),
    rateLimits: {
      renderPage: { take: (...given) => renderLimit.take(...given), returnAttempt: unlimited.returnAttempt },
    },
  });
  registerErrorHandler(app);
  registerUnknownRoutes(app);
  await app.ready();
});
afterEach(() => app.close());

const scriptNonce = 'the-nonce-of-this-rendering';

function page(
  body: string,
  given: { status?: number; type?: string; products?: string[] } = {},
): RenderedPage {
  const { status = 200, type = 'text/html; charset=utf-8', products = [] } = given;
  const response = new Response(body, { status, headers: { 'content-type': type } });
  return { response, scriptNonce, ...readsOf(products) };
}

function readsOf(products: readonly string[]): PageReads {
  const tags = new Set(toProductTags(products.map((_id) => ({ _id }))));
  return { reads: [], tags, responseHooks: [] };
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

test('renders a page once and sends it to every visitor', async () => {
  const answers = await Promise.all([get('/'), get('/'), get('/')]);
  await get('/');
  expect(rendered).toEqual([`${publicUrl}/`]);
  expect(answers.map(({ body }) => body)).toEqual(['<p>/</p>', '<p>/</p>', '<p>/</p>']);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR', 'br'],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000 , gzip;q=0.5', 'gzip'],
  ['br; q=0 , gzip; q=0', undefined],
  ['br;q=0.1', 'br'],
  ['x-br, x-gzip', undefined],
  ['*', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0.5, *;q=0', 'gzip'],
  ['identity, *;q=0', undefined],
])('Accept-Encoding %j receives %s', async (accepted, encoding) => {
  const answer = await get('/a', accepted === undefined ? {} : { 'accept-encoding': accepted });
  expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
    encoding,
    'Accept-Encoding, Cookie',
  ]);
  const bytes = answer.rawPayload;
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(plain.toString()).toBe('<p>/a</p>');
});

test('all encodings have the same weak ETag, and a matching If-None-Match receives 304', async () => {
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const first = await get('/', { 'accept-encoding': accepted });
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    tags.add(tag);
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await get('/', { 'accept-encoding': accepted, 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
      expect(again.headers).toMatchObject({ vary: 'Accept-Encoding, Cookie', 'cache-control': 'no-cache' });
    }
    const other = await get('/', { 'accept-encoding': accepted, 'if-none-match': '"other"' });
    expect(other.statusCode).toBe(200);
  }
  expect(tags.size).toBe(1);
});

describe('languages', () => {
  const english = { cookie: 'a=b; c' };
  const hindi = { cookie: 'theme=dark; language=hi' };
  const read = async (url: string, headers: Record<string, string>) => (await get(url, headers)).body;
  beforeEach(() => {
    render = ({ pathname }, { language }) =>
      page(`${language} ${rendered.length}`, {
        products: ['milk'],
        status: pathname === '/gone' ? 404 : 200,
        ...(pathname.endsWith('.data') && { type: 'text/x-script' }),
      });
  });

  test('a page is rendered once per language, and neither language receives the page of the other', async () => {
    const visits = [english, hindi, {}, hindi, { ...hindi, 'accept-encoding': 'identity' }];
    const bodies: string[] = [];
    for (const headers of visits) bodies.push(await read('/', headers));
    expect(bodies).toEqual(['en 1', 'hi 2', 'en 1', 'hi 2', 'hi 2']);
    for (const encoding of ['gzip', 'br']) {
      const tags = [english, hindi].map(async (headers) => {
        const answer = await get('/', { ...headers, 'accept-encoding': encoding });
        return [answer.headers['content-language'], answer.headers.etag];
      });
      const [[first, firstTag] = [], [second, secondTag] = []] = await Promise.all(tags);
      expect([first, second]).toEqual(['en', 'hi']);
      expect(firstTag).not.toBe(secondTag);
    }
    expect(rendered).toHaveLength(2);
  });

  test('a change removes a page in all languages', async () => {
    for (const headers of [english, hindi]) await read('/', headers);
    catalogueCache.invalidate(['product:milk']);
    expect([await read('/', hindi), await read('/', english)]).toEqual(['hi 3', 'en 4']);
  });

  test('an ETag of one language receives the page of the other language, not 304', async () => {
    const { etag } = (await get('/', english)).headers;
    const answer = await get('/', { ...hindi, 'if-none-match': String(etag) });
    expect([answer.statusCode, answer.body]).toEqual([200, 'hi 2']);
  });

  test('the page for what does not exist is stored per language', async () => {
    toAddress = (rawUrl) => ({
      ...toPlainAddress(rawUrl),
      missing: { ...toPlainAddress('/gone'), isMissing: true },
    });
    render = (_url, { language }) => page(language, { status: 404 });
    expect([await read('/x', hindi), await read('/y', english), await read('/z', hindi)]).toEqual([
      'hi',
      'en',
      'hi',
    ]);
  });

  test('the data of a page has no language', async () => {
    expect([await read('/a.data', hindi), await read('/a.data', english)]).toEqual(['en 1', 'en 1']);
  });

  test.each([
    'language=fr',
    'language=__proto__',
    'language=',
    'xlanguage=hi',
    'language=hi%00',
    'language="hi"',
  ])('the cookie %j chooses no language', async (cookie) => {
    expect(await read('/', { cookie })).toBe('en 1');
  });
});

test('a change removes a page in all encodings', async () => {
  render = () => page(`version ${rendered.length}`, { products: ['milk'] });
  const readAll = () =>
    Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) => {
        const { rawPayload } = await get('/a', { 'accept-encoding': accepted });
        if (accepted === 'br') return brotliDecompressSync(rawPayload).toString();
        return accepted === 'gzip' ? gunzipSync(rawPayload).toString() : rawPayload.toString();
      }),
    );
  expect(await readAll()).toEqual(['version 1', 'version 1', 'version 1']);
  catalogueCache.invalidate(['product:milk']);
  expect(await readAll()).toEqual(['version 2', 'version 2', 'version 2']);
});

test('HEAD returns the headers of GET without the page', async () => {
  const [asked, whole] = [await app.inject({ method: 'HEAD', url: '/' }), await get('/')];
  expect([asked.statusCode, asked.body, asked.headers.etag]).toEqual([200, '', whole.headers.etag]);
});

test('the content security policy allows exactly the inline scripts that the renderer marked', async () => {
  const scripts = ['let a = "ü";', '\n  window.b = 1\n'];
  const [first, second] = scripts;
  const mark = `nonce="${scriptNonce}"`;
  const injected =
    '<script>alert(1)</script><script nonce="guessed">alert(2)</script><script nonce="">alert(3)</script>';
  const own = `<script ${mark}>${first}</script><script ${mark} src="/x.js"></script><script type="module" ${mark} async>${second}</script>`;
  render = () => page(`${injected}${own}${injected}`);
  const { headers, body } = await get('/');
  expect(headers['permissions-policy']).toBe(
    'camera=(self), microphone=(), payment=(), usb=(), geolocation=(self)',
  );
  const policy = String(headers['content-security-policy']);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const allowed = policy.split('; ').find((directive) => directive.startsWith('script-src '));
  expect(allowed).toBe(`script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`);
  // A reader of a cached page must not learn a nonce that a policy would accept, and equal pages have equal bytes.
  expect(body).not.toContain(scriptNonce);
  expect(body).toContain(
    `<script>${first}</script><script src="/x.js"></script><script type="module" async>`,
  );
  expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /api/report/csp',
    'report-to csp',
  ]) {
    expect(policy).toContain(part);
  }
});

test('a change removes the pages that show it and no others', async () => {
  render = ({ pathname }) => page(pathname, { products: [pathname.slice(1)] });
  const readBoth = async () => {
    await get('/milk');
    await get('/rice');
  };
  await readBoth();
  catalogueCache.invalidate(['product:milk']);
  await readBoth();
  expect(rendered.map((url) => new URL(url).pathname)).toEqual(['/milk', '/rice', '/milk']);
  catalogueCache.invalidate('all');
  await readBoth();
  expect(rendered).toHaveLength(5);
});

test('a change that leaves the reads of a page as they were keeps the page, with the tags of the new reads', async () => {
  render = () => page(`version ${rendered.length}`, { products: ['milk'] });
  const readAll = async () => {
    const encodings = ['br', 'gzip', 'identity'];
    const answers = await Promise.all(
      encodings.map((accepted) => get('/a', { 'accept-encoding': accepted })),
    );
    return answers.map(({ headers, rawPayload }) => [headers.etag, rawPayload.toString('base64')]);
  };
  const before = await readAll();
  catalogueCache.invalidate(['product:milk']);
  revalidate = () => readsOf(['bread']);
  expect(await readAll()).toEqual(before);
  expect(rendered).toHaveLength(1);

  revalidate = () => null;
  catalogueCache.invalidate(['product:milk']);
  expect(await readAll()).toEqual(before);
  expect(rendered).toHaveLength(1);
  catalogueCache.invalidate(['product:bread']);
  expect((await get('/a')).body).toBe('version 2');
});

test('does not cache a page when the catalogue changed while its reads were repeated', async () => {
  render = () => page(`version ${rendered.length}`, { products: ['milk'] });
  await get('/a');
  catalogueCache.invalidate('all');
  revalidate = () => {
    catalogueCache.invalidate(['product:milk']);
    return readsOf(['milk']);
  };
  expect((await get('/a')).body).toBe('version 1');
  revalidate = () => null;
  expect((await get('/a')).body).toBe('version 2');
});

test('does not cache a page when the catalogue changed while it was rendered', async () => {
  render = ({ pathname }) => {
    if (rendered.length === 1) catalogueCache.invalidate('all');
    return page(`${pathname} ${rendered.length}`);
  };
  expect((await get('/a')).body).toBe('/a 1');
  expect((await get('/a')).body).toBe('/a 2');
  expect((await get('/a')).body).toBe('/a 2');
});

test.each([404, 500, 301])(
  'sends a page with status %i with this status and does not cache it',
  async (status) => {
    render = () => {
      const rendering = page('words', { status });
      const { response } = rendering;
      if (status === 301) response.headers.set('location', '/where-it-is');
      response.headers.append('set-cookie', 'a=b');
      return rendering;
    };
    const answer = await get('/gone');
    await get('/gone');
    expect([answer.statusCode, answer.headers.etag, answer.headers['set-cookie'], rendered.length]).toEqual([
      status,
      undefined,
      undefined,
      2,
    ]);
    expect(answer.headers.location).toBe(status === 301 ? '/where-it-is' : undefined);
  },
);

test('sends a page with status 503 with Retry-After', async () => {
  render = () => page('away', { status: 503 });
  const answer = await get('/');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
});

test('renders a page again after its rendering failed', async () => {
  render = () => Promise.reject(new Error('a bad day'));
  expect((await get('/')).statusCode).toBe(500);
  render = () => page('a better day');
  expect((await get('/')).body).toBe('a better day');
});

test('returns no page for a path below /api', async () => {
  for (const url of ['/api', '/api/', '/api/nothing']) expect((await get(url)).statusCode).not.toBe(200);
  expect(rendered).toEqual([]);
});

test('renders the page for unknown addresses once, and that of a route for what does not exist once', async () => {
  toAddress = createPageAddresses(shopRoutes, publicUrl);
  render = ({ pathname }) =>
    page(pathname === '/0' || pathname === '/product/0' ? 'missing' : '', { status: 404 });
  const urls = ['/x', '/y', '/a/b/c', '/x?q=1', '/product/a-1', '/product/b-2'];
  const answers = await Promise.all(urls.map((url) => get(url)));
  expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
    urls.map(() => '404 missing'),
  );
  expect(rendered.map((url) => new URL(url).pathname).sort()).toEqual([
    ...['/0', '/product/0', '/product/a-1', '/product/b-2'],
  ]);
  await get('/product/b-2', { 'accept-encoding': 'gzip' });
  expect((await get('/z')).body).toBe('missing');
  expect(rendered.filter((url) => url === `${publicUrl}/0`)).toHaveLength(1);
  expect(rendered.filter((url) => url === `${publicUrl}/product/0`)).toHaveLength(1);
});

test('a network that requests too many uncached pages receives 429; cached pages and other networks do not', async () => {
  renderLimit = tokenBucketLimiter({ name: 'renderPage', attempts: 8, perMs: 8_000_000 });
  await get('/a');
  await get('/b');
  const [refused] = await Promise.all([get('/c'), get('/a'), get('/b', { 'accept-encoding': 'gzip' })]);
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    ...[429, '4000', 'TOO_MANY_REQUESTS'],
  ]);
  expect((await get('/a')).statusCode).toBe(200);
  // A change makes the page outdated, which is not counted.
  catalogueCache.invalidate('all');
  expect((await get('/a')).statusCode).toBe(200);
  const elsewhere = await app.inject({ method: 'GET', url: '/c', remoteAddress: '203.0.113.7' });
  expect(elsewhere.statusCode).toBe(200);
  // Its data is cheaper: what is left of the limit of another network is enough for one.
  renderLimit = tokenBucketLimiter({ name: 'renderPage', attempts: 5, perMs: 5_000_000 });
  const kinds = ['/d', '/e.data', '/f'].map((url) => get(url));
  expect((await Promise.all(kinds)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
});

test('a browser beyond a limit receives a page that opens again after Retry-After', async () => {
  renderLimit = tokenBucketLimiter({ name: 'renderPage', attempts: 4, perMs: 4_000_000 });
  await get('/a');
  const { statusCode, headers, body } = await get('/b', { accept: 'text/html,*/*' });
  expect([statusCode, headers['retry-after'], headers['content-type'], headers['cache-control']]).toEqual([
    ...[429, '4000', 'text/html; charset=utf-8', 'no-store'],
  ]);
  expect(body).toContain('<meta http-equiv="refresh" content="4000">');
  const [, style = ''] = /<style>(.*)<\/style>/.exec(body) ?? [];
  const digest = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
});

test('renders one page at a time, answers other requests in between and 503 when too many of a network wait', async () => {
  let running = 0;
  const events: string[] = [];
  render = async ({ pathname }) => {
    running += 1;
    events.push(`render ${running}`);
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    running -= 1;
    return page(pathname);
  };
  const many = Array.from({ length: 120 }, (_page, index) => get(`/page-${index}`));
  const loop = (async () => {
    while (events.length < 50) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      events.push('other');
    }
  })();
  const answers = await Promise.all(many);
  await loop;
  expect(new Set(events)).toEqual(new Set(['render 1', 'other']));
  // No two renderings follow each other without a turn of the event loop.
  expect(events.slice(0, 40).join(' ')).not.toContain('render 1 render 1 render 1');
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(20);
  expect(refused[0]?.headers['retry-after']).toBe('2');
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(100);
});
