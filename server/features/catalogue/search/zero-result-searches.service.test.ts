import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { buildApp } from '#server/app.ts';
import { productRoutes } from '#server/features/catalogue/products/product.routes.ts';
import { registerPages } from '#server/http/page-cache.ts';
import { findRoute, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { toPlainAddress } from '#tests/fixtures/pages.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import {
  flushZeroResultSearches,
  listZeroResultSearches,
  startZeroResultFlush,
  ZeroResultSearches,
} from './zero-result-searches.ts';

let database: TestDatabase;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  now = new Date('2026-11-21T06:30:00Z');
  await database.db.query(sql`delete from zero_result_search`);
});
afterAll(() => database.drop());

function openContext() {
  return testContext(database.db, { now: () => now });
}

/** Stores counts of finished texts. */
async function write(counts: Record<string, number>) {
  const zeroResultSearches = new ZeroResultSearches();
  zeroResultSearches.restore(new Map(Object.entries(counts)));
  await flushZeroResultSearches({ ...openContext(), zeroResultSearches });
}

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
  const [row] = await database.db.query(sql`select day::text from zero_result_search`);
  expect(row).toEqual({ day: '2026-11-21' });
});

test('deletes counts after 90 days', async () => {
  await database.db.query(
    sql`insert into zero_result_search values ('2026-08-22', 'old'), ('2026-08-23', 'kept')`,
  );
  await write({ kombucha: 1 });
  expect(await database.db.query(sql`select words from zero_result_search order by day`)).toEqual([
    { words: 'kept' },
    { words: 'kombucha' },
  ]);
});

test('limits the number of different texts per day but keeps counting known ones', async () => {
  await database.db.query(sql`
    insert into zero_result_search select '2026-11-21', 'senseless ' || number from generate_series(1, 5000) as number`);
  await write({ 'senseless 7': 1, 'one more': 1 });
  expect(await listed(7, 1)).toEqual([{ words: 'senseless 7', count: 2 }]);
  expect(await database.db.query(sql`select count(*) from zero_result_search`)).toEqual([{ count: 5000 }]);
});

test('loses no count when processes store the same texts concurrently', async () => {
  const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
  const forwards = Object.fromEntries(texts.map((text) => [text, 1]));
  const backwards = Object.fromEntries(texts.toReversed().map((text) => [text, 1]));
  await Promise.all([forwards, backwards, forwards, backwards].map(write));
  expect(await database.db.query(sql`select distinct count from zero_result_search`)).toEqual([{ count: 4 }]);
});

test('stores counts later after a failed attempt', async () => {
  const context = openContext();
  context.zeroResultSearches.record({ visitor: 'asha', search: 'kombucha', hasResults: false, at: now });
  await database.db.query(sql`alter table zero_result_search rename to away`);
  await expect(flushZeroResultSearches(context, true)).rejects.toThrow();
  await database.db.query(sql`alter table away rename to zero_result_search`);
  await flushZeroResultSearches(context);
  expect(await listed()).toEqual([{ words: 'kombucha', count: 1 }]);
});

test('stores the remaining counts on shutdown', async () => {
  const context = { ...openContext(), log: pino({ level: 'silent' }) };
  const writing = startZeroResultFlush(context);
  context.zeroResultSearches.record({ visitor: 'asha', search: 'kombucha', hasResults: false, at: now });
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
      limits: context.limits,
      renderer: {
        async render(request) {
          renderings += 1;
          const route = findRoute(productRoutes, 'searchProducts');
          const search = new URL(request.url).searchParams.get('q');
          const { onResponse, tags } = await app.catalogueReader.readForPage(route, context, { search });
          const responseHooks = onResponse === undefined ? [] : [onResponse];
          return { response: new Response('a page'), scriptNonce: '', reads: [], tags, responseHooks };
        },
        repeatReads: async () => null,
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
  const counted = () => Object.fromEntries(context.zeroResultSearches.take(now, true));

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

  test('does not count searches with results or other routes', async () => {
    await addProduct(database.db, { name: 'Jackfruit' });
    await search('jackfruit', '10.0.0.1');
    const { method, path } = endpoints.listProducts;
    await app.fastify.inject({ method, url: path, payload: { search: 'kombucha' } });
    expect(counted()).toEqual({});
  });

  test.each([
    ['nothing', ''],
    ['a NUL byte', 'kom\u0000bucha'],
    ['half a character', 'kombucha \ud83c'],
    ['SQL', "'; drop table zero_result_search; --"],
    ['HTML', '<script>alert(1)</script>'],
    ['a text without end', 'kombucha '.repeat(2000)],
    ['characters that expand', '\ufdfa'.repeat(200)],
    ['an email address', 'asha@example.com'],
  ])('counts a search for %s', async (_what, text) => {
    expect((await search(text, '10.0.0.1')).statusCode).toBe(200);
    await flushZeroResultSearches(context, true);
    for (const { words } of await listed()) expect(words).not.toContain('@');
  });
});
