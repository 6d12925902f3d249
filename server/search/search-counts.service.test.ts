import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { buildApp } from '#server/app/app.ts';
import { registerPages } from '#server/app/page-cache.ts';
import { productRoutes } from '#server/products/product.routes.ts';
import { findRoute, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { toPlainAddress } from '#tests/fixtures/pages.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import {
  flushSearchCounts,
  listZeroResultSearches,
  readSearchCounts,
  startSearchCountFlush,
} from './search-counts.service.ts';
import { otherTexts, type SearchCount, SearchCounts } from './search-counts.ts';

const { db } = await openTestDatabase();
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-21T06:30:00Z');
  await db.query(sql`delete from search_count`);
});

function openContext() {
  return testContext(db, { now: () => now });
}

/** Stores counts of finished texts, without results unless they are given. */
async function write(counts: Record<string, number | SearchCount>) {
  const searchCounts = new SearchCounts();
  const toCount = (count: number | SearchCount) =>
    typeof count === 'number' ? { count, zeroResultCount: count, productCount: 0 } : count;
  searchCounts.restore(
    new Map(Object.entries(counts).map(([words, count]) => [words, toCount(count)] as const)),
  );
  await flushSearchCounts({ ...openContext(), searchCounts });
}

const found = (productCount: number, count = 1): SearchCount => ({ count, zeroResultCount: 0, productCount });

const listed = (days = 7, limit = 10) => listZeroResultSearches(openContext(), days, limit);

test('adds up counts over days, most frequent first', async () => {
  await write({ kombucha: 2, kale: 3 });
  now = new Date('2026-11-22T06:30:00Z');
  await write({ kombucha: 2, tempeh: 1 });
  expect(await listed()).toEqual([
    { words: 'kombucha', count: 4 },
    { words: 'kale', count: 3 },
    { words: 'tempeh', count: 1 },
  ]);
  expect(await listed(7, 1)).toEqual([{ words: 'kombucha', count: 4 }]);
  expect(await listed(1)).toEqual([
    { words: 'kombucha', count: 2 },
    { words: 'tempeh', count: 1 },
  ]);
});

test('counts days in the time zone of the shop', async () => {
  now = new Date('2026-11-20T19:00:00Z');
  await write({ kombucha: 1 });
  const [row] = await db.query(sql`select day::text from search_count`);
  expect(row).toEqual({ day: '2026-11-21' });
});

test('deletes counts after 90 days', async () => {
  await db.query(
    sql`insert into search_count values ('2026-08-22', 'old', 1, 1, 0), ('2026-08-23', 'kept', 1, 0, 4)`,
  );
  await write({ kombucha: 1 });
  expect(await db.query(sql`select words from search_count order by day`)).toEqual([
    { words: 'kept' },
    { words: 'kombucha' },
  ]);
});

test('adds up searches with and without results, with the products that were found last', async () => {
  await write({ kombucha: 2, milk: found(7, 3) });
  await write({ kombucha: found(1, 4), milk: found(9) });
  expect(await db.query(sql`select * from search_count order by words`)).toMatchObject([
    { words: 'kombucha', count: 6, zero_result_count: 2, product_count: 1 },
    { words: 'milk', count: 4, zero_result_count: 0, product_count: 9 },
  ]);
  expect(await listed()).toEqual([{ words: 'kombucha', count: 2 }]);
});

test('sums up texts beyond 5,000 a day, the least frequent ones, and keeps counting known ones', async () => {
  await db.query(sql`
    insert into search_count
    select '2026-11-21', 'senseless ' || number, 1, 1, 0 from generate_series(1, 4998) as number`);
  const added = { kale: 1, quinoa: found(2, 2), tempeh: found(3, 3), curd: 1, 'senseless 7': 1 };
  await write({ ...added, [otherTexts]: 5 });
  await write({ 'one more': 1, tempeh: found(4) });
  expect(await listed(7, 1)).toEqual([{ words: 'senseless 7', count: 2 }]);
  expect(
    await db.query(sql`
      select words, count, zero_result_count, product_count from search_count where words not like 'senseless%' order by words`),
  ).toEqual([
    { words: otherTexts, count: 8, zero_result_count: 8, product_count: null },
    { words: 'quinoa', count: 2, zero_result_count: 0, product_count: 2 },
    { words: 'tempeh', count: 4, zero_result_count: 0, product_count: 4 },
  ]);
  expect(await db.query(sql`select count(*) from search_count`)).toEqual([{ count: 5001 }]);
  const day = { from: '2026-11-21', to: '2026-11-21' };
  const { texts, days } = await readSearchCounts(openContext(), { range: day, before: day }, 10_000);
  expect(texts).toHaveLength(5000);
  expect(days).toEqual([{ day: '2026-11-21', count: 5013, zero_result_count: 5007 }]);
});

test('loses no count when processes store the same texts concurrently', async () => {
  const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
  const forwards = Object.fromEntries(texts.map((text) => [text, 1]));
  const backwards = Object.fromEntries(texts.toReversed().map((text) => [text, 1]));
  await Promise.all([forwards, backwards, forwards, backwards].map(write));
  expect(await db.query(sql`select distinct count from search_count`)).toEqual([{ count: 4 }]);
});

test('stores counts later after a failed attempt', async () => {
  const context = openContext();
  context.searchCounts.record({ visitor: 'asha', search: 'kombucha', productCount: 0, at: now });
  await db.query(sql`alter table search_count rename to away`);
  await expect(flushSearchCounts(context, true)).rejects.toThrow();
  await db.query(sql`alter table away rename to search_count`);
  await flushSearchCounts(context);
  expect(await listed()).toEqual([{ words: 'kombucha', count: 1 }]);
});

test('stores the remaining counts on shutdown', async () => {
  const context = { ...openContext(), log: pino({ level: 'silent' }) };
  const writing = startSearchCountFlush(context);
  context.searchCounts.record({ visitor: 'asha', search: 'kombucha', productCount: 0, at: now });
  await writing.stop();
  expect(await listed()).toEqual([{ words: 'kombucha', count: 1 }]);
});

describe('over HTTP', () => {
  let context: ReturnType<typeof openContext>;
  let app: ReturnType<typeof buildApp>;
  let renderings: number;
  beforeEach(() => {
    context = openContext();
    app = buildApp(context, 'http://localhost:3000');
    renderings = 0;
    // Like the real renderer: loaders call the routes, and the page stores what to record per visit.
    registerPages(app.fastify, {
      catalogueCache: context.catalogueCache,
      toAddress: toPlainAddress,
      rateLimits: context.rateLimits,
      renderer: {
        async render(request) {
          renderings += 1;
          const route = findRoute(productRoutes, 'searchProducts');
          const search = new URL(request.url).searchParams.get('q');
          const { onResponse, tags } = await app.catalogueResponseCache.readForPage(route, context, {
            search,
          });
          const responseHooks = onResponse === undefined ? [] : [onResponse];
          return { response: new Response('a page'), scriptNonce: '', reads: [], tags, responseHooks };
        },
        revalidate: async () => null,
      },
    });
  });
  afterEach(() => app.close());

  const search = (text: string, remoteAddress: string) => {
    const { method, path } = endpoints.searchProducts;
    return app.fastify.inject({ method, url: path, payload: { search: text }, remoteAddress });
  };
  const visit = (text: string, remoteAddress: string) =>
    app.fastify.inject({ url: '/search', query: { q: text }, remoteAddress });
  const counted = () =>
    Object.fromEntries([...context.searchCounts.take(now, true)].map(([words, { count }]) => [words, count]));

  test('counts computed and cached responses', async () => {
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await search('Kombucha', address);
    await Promise.all(['10.0.0.4', '10.0.0.5'].map((address) => search('tempeh', address)));
    expect(counted()).toEqual({ kombucha: 3, tempeh: 2 });
  });

  test('counts rendered and cached pages', async () => {
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
      expect((await visit('Kombucha', address)).statusCode).toBe(200);
    }
    expect(renderings).toBe(1);
    expect(counted()).toEqual({ kombucha: 3 });
  });

  test('counts a page and its data request as one search', async () => {
    await visit('kombucha', '10.0.0.1');
    await search('kombucha', '10.0.0.1');
    await search('kombucha ginger', '10.0.0.1');
    expect(counted()).toEqual({ 'kombucha ginger': 1 });
  });

  test('counts searches with results, computed and cached, with the number of products', async () => {
    for (const name of ['Jackfruit', 'Jackfruit chips']) await addProduct(db, { name });
    for (const address of ['10.0.0.1', '10.0.0.2']) await search('jackfruit', address);
    for (const address of ['10.0.0.3', '10.0.0.4']) await visit('Jackfruit', address);
    expect(context.searchCounts.take(now, true)).toEqual(
      new Map([['jackfruit', { count: 4, zeroResultCount: 0, productCount: 2 }]]),
    );
  });

  test.each([
    ['a further page', 'searchProducts', { search: 'kombucha', page: 2 }],
    ['the products after one', 'searchProducts', { search: 'kombucha', after: '0 0 p1', sort: 'price-low' }],
    ['a filter', 'searchProducts', { search: 'kombucha', inStock: true }],
    ['another order', 'searchProducts', { search: 'kombucha', sort: 'newest' }],
    ['all products', 'searchProducts', { search: '' }],
    ['suggestions', 'suggestProducts', { search: 'kombucha' }],
    ['a search of the staff', 'listProducts', { search: 'kombucha' }],
    ['a search of brands', 'listBrands', { search: 'kombucha' }],
  ] as const)('does not count %s', async (_what, name, payload) => {
    const { method, path } = endpoints[name];
    for (const _time of ['computed', 'cached'])
      expect((await app.fastify.inject({ method, url: path, payload })).statusCode).toBe(200);
    expect(counted()).toEqual({});
  });

  test.each([
    ['nothing', ''],
    ['a NUL byte', 'kom\u0000bucha'],
    ['half a character', 'kombucha \ud83c'],
    ['SQL', "'; drop table search_count; --"],
    ['HTML', '<script>alert(1)</script>'],
    ['a text without end', 'kombucha '.repeat(2000)],
    ['characters that expand', '\ufdfa'.repeat(200)],
    ['an email address', 'asha@example.com'],
  ])('counts a search for %s', async (_what, text) => {
    expect((await search(text, '10.0.0.1')).statusCode).toBe(200);
    await flushSearchCounts(context, true);
    for (const { words } of await listed()) expect(words).not.toContain('@');
  });
});
