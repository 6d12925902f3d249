import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { startJobQueue } from '#server/jobs/job-queue.ts';
import { meilisearchEngine } from '#server/providers/search-engine/meilisearch.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, seedCatalogue } from '#tests/fixtures/seed.ts';
import { openMeilisearchServer } from '#tests/fixtures/servers/meilisearch.ts';
import { findProductIds, recordSearchEngine, searchEngineJobs } from './search.service.ts';

const apiKey = 'a key of the tests';
// Otherwise the built-in search answers on a slow machine.
const searchTimeoutMs = 60_000;

const { db } = await openTestDatabase();
const server = await openMeilisearchServer(apiKey);
const catalogue = await seedCatalogue(db, [
  { category: 'Dairy', subCategory: 'Milk', name: 'Toned Milk', brand: 'Gauvana', description: 'Fresh.' },
  { category: 'Bakery', subCategory: 'Cakes', name: 'Plum Cake' },
]);
const context = testContext(db);
const engine = meilisearchEngine({ url: server.url, apiKey });
await recordSearchEngine(context, { name: server.url });
const jobs = await startJobQueue(db, context.log, searchEngineJobs(context, engine), {
  pollIntervalMs: 100,
});
afterAll(async () => {
  await jobs.stop();
  await server.close();
});

/** Finds with another process. */
function find(search: string) {
  const searchEngine = meilisearchEngine({ url: server.url, apiKey, searchTimeoutMs });
  return findProductIds(testContext(db, { searchEngine }), { search, page: 1, limit: 10 });
}

const idOf = (name: string) => catalogue.products.get(name) ?? '';
const untilIdle = () => expect.poll(() => db.query(sql`select from search_engine_change`)).toHaveLength(0);

describe('a search engine', () => {
  test('gets all products when the shop begins to use it', async () => {
    await untilIdle();
    expect(server.settings).toMatchObject({ pagination: { maxTotalHits: 50_000 } });
    expect(server.documents.get(idOf('Toned Milk'))).toMatchObject({
      ...{ name: 'Toned Milk', brand: 'Gauvana', description: 'Fresh.' },
      ...{ categories: ['Dairy'], subCategories: ['Milk'] },
    });
    expect(server.documents.size).toBe(2);
  });

  test('follows new, changed, moved and deleted products and renamed categories', async () => {
    const id = await addProduct(db, { name: 'Cow Milk' });
    await untilIdle();
    expect(server.documents.get(id)?.name).toBe('Cow Milk');
    await db.query(sql`update product set name = 'Goat Milk' where id = ${id}`);
    await db.query(sql`update category set name = 'Cowshed' where id = ${catalogue.categories.get('Dairy')}`);
    await untilIdle();
    expect(server.documents.get(id)?.name).toBe('Goat Milk');
    expect(server.documents.get(idOf('Toned Milk'))).toMatchObject({ categories: ['Cowshed'] });
    await db.query(sql`delete from product where id = ${id}`);
    await untilIdle();
    expect(server.documents.has(id)).toBe(false);
  });

  test('gets nothing of a transaction that was rolled back', async () => {
    const names = () => [...server.documents.values()].map(({ name }) => name).sort();
    const before = names();
    await db
      .transaction(async (transaction) => {
        await addProduct(transaction, { name: 'Regretted' });
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await addProduct(db, { name: 'Wanted' });
    await untilIdle();
    expect(names()).toEqual([...before, 'Wanted'].sort());
  });

  test('finds products in its order, with their number', async () => {
    server.documents.set('made-up', { id: 'made-up', name: 'Zebra cake' });
    expect(await find('zebra')).toEqual({ ids: ['made-up'], totalCount: 1, correction: null });
    server.documents.delete('made-up');
  });

  test('finds products by Latin letters for a search or a name in an Indian script', async () => {
    const id = await addProduct(db, { name: 'शुद्ध केसर' });
    await untilIdle();
    expect(server.documents.get(id)?.name).toBe('शुद्ध केसर shuddh kesar saffron');
    expect(await find('केसर')).toEqual({ ids: [id], totalCount: 1, correction: null });
    expect(await find('दूध')).toEqual({ ids: [idOf('Toned Milk')], totalCount: 1, correction: null });
  });

  test('is not asked for a search that is not of words', async () => {
    server.documents.set('made-up', { id: 'made-up', name: 'P' });
    expect(await find('<p>')).toEqual({ ids: [], totalCount: 0, correction: null });
    server.documents.delete('made-up');
  });

  test('that is down is replaced by the built-in search, and gets the changes later', async () => {
    server.isDown = true;
    const id = await addProduct(db, { name: 'Rye Bread' });
    expect(await find('rye')).toEqual({ ids: [id], totalCount: 1, correction: null });
    server.isDown = false;
    await db.query(
      sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`,
    );
    await expect.poll(() => server.documents.has(id)).toBe(true);
  }, 30_000);

  test('is not asked before it has got all products', async () => {
    await db.query(sql`update search_engine set is_filled = false`);
    server.documents.set('made-up', { id: 'made-up', name: 'Zebra cake' });
    expect((await find('zebra')).ids).toEqual([]);
  });

  test('that is no longer used gets no changes', async () => {
    await recordSearchEngine(testContext(db), null);
    await addProduct(db, { name: 'Unseen' });
    expect(await db.query(sql`select from search_engine_change`)).toEqual([]);
  });
});

test('an engine that rejects the key fails', async () => {
  const engine = meilisearchEngine({ url: server.url, apiKey: 'wrong' });
  await expect(engine.find('milk', { page: 1, limit: 5 })).rejects.toThrow('403');
  await expect(engine.put([])).rejects.toThrow('403');
});

test('an engine that redirects fails, and the key goes to no other host', async () => {
  const elsewhere: (string | undefined)[] = [];
  const other = createServer(({ headers }, response) => {
    elsewhere.push(headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hits":[],"totalHits":0}');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const target = `http://127.0.0.1:${toPort(other)}/indexes/products/search`;
  const redirecting = createServer((_request, response) =>
    response.writeHead(307, { location: target }).end(),
  ).listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  const engine = meilisearchEngine({ url: `http://127.0.0.1:${toPort(redirecting)}`, apiKey });
  await expect(engine.find('milk', { page: 1, limit: 5 })).rejects.toThrow('fetch failed');
  expect(elsewhere).toEqual([]);
  for (const server of [other, redirecting]) server.close();
});

function toPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
