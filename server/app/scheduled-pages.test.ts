import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { addBanner, addProductCollection } from '#tests/fixtures/home.ts';
import { createPageBuild, toPlainAddress } from '#tests/fixtures/pages.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { apiRoutes, buildApp } from './app.ts';
import { registerPages } from './page-cache.ts';
import { createPageRenderer } from './page-renderer.ts';

interface Process {
  fastify: FastifyInstance;
  db: Database;
  /** The number of statements since it was set to 0. */
  statements: number;
}

const { db, url } = await openTestDatabase();
let now = new Date();
const processes: Process[] = [];
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  processes.push(await openProcess(), await openProcess());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
beforeEach(async () => {
  now = new Date(atHour(9));
  await db.query(sql`delete from banner`);
  await db.query(sql`delete from product_collection`);
});

const atHour = (hour: number) => new Date(Date.UTC(2026, 10, 21) + hour * 3_600_000).toISOString();

/** A process with its own caches, whose page `/` contains the responses that a home page reads. */
async function openProcess(): Promise<Process> {
  const db = connect(url);
  const context = testContext(db, { now: () => now });
  const following = await listenForCatalogueChanges(db, context.catalogueCache, context.log);
  const publicUrl = 'http://localhost:3000';
  const app = buildApp(context, publicUrl);
  const build = createPageBuild(async (call) => {
    const home = homeAnswer.parse(await call('getHome', {})).data;
    const products = await Promise.all(
      home.collections.map(({ _id }) => call('listProductsByCollection', { collectionId: _id })),
    );
    return Response.json({
      banners: home.banners.map(({ title }) => title),
      products: products.flatMap((answer) => productsAnswer.parse(answer).data.map(({ name }) => name)),
    });
  });
  const renderer = createPageRenderer({
    ...{ loadBuild: async () => build, mode: 'production', context, publicUrl, apiRoutes },
    catalogueResponseCache: app.catalogueResponseCache,
  });
  const { catalogueCache, rateLimits } = context;
  registerPages(app.fastify, { renderer, catalogueCache, rateLimits, toAddress: toPlainAddress });
  closers.push(async () => {
    await following.stop();
    await app.close();
    await db.close();
  });
  const opened = { fastify: app.fastify, db, statements: 0 };
  const query = db.query.bind(db);
  db.query = (statement) => {
    opened.statements += 1;
    return query(statement);
  };
  return opened;
}

const homeAnswer = z.object({
  data: z.object({
    banners: z.array(z.object({ title: z.string() })),
    collections: z.array(z.object({ _id: z.string() })),
  }),
});
const productsAnswer = z.object({ data: z.array(z.object({ name: z.string() })) });
const page = z.object({ banners: z.array(z.string()), products: z.array(z.string()) });

/** The home page of each process after all notifications, with its tag, compressed as browsers ask for it. */
async function readPages(path = '/') {
  return Promise.all(
    processes.map(async ({ fastify, db }) => {
      await receiveNotifications(db);
      const plain = await fastify.inject({ url: path });
      const gzip = await fastify.inject({ url: path, headers: { 'accept-encoding': 'gzip' } });
      expect(gzip.headers.etag).toBe(plain.headers.etag);
      return { ...page.parse(JSON.parse(plain.body)), tag: String(plain.headers.etag) };
    }),
  );
}

test('cached pages and responses of all processes change at the time of the schedule, not before, and need no query in between', async () => {
  await addBanner(db, { title: 'Morning', endsAt: atHour(10) });
  await addBanner(db, { title: 'Noon', startsAt: atHour(10), endsAt: atHour(11) });
  const productId = await addProduct(db, { name: 'Ghee' });
  await addProductCollection(db, { productIds: [productId], startsAt: atHour(10.5) });
  const seen: [number, string[], string[]][] = [];
  for (const hour of [9, 9.999_999, 10, 10.499_999, 10.5, 10.999_999, 11, 11.5]) {
    now = new Date(atHour(hour));
    const [one, other] = await readPages();
    expect(one).toEqual(other);
    for (const each of processes) each.statements = 0;
    expect(await readPages()).toEqual([one, other]);
    expect(processes.map(({ statements }) => statements)).toEqual([0, 0]);
    const answers = await Promise.all(processes.map(({ fastify }) => fastify.inject('/api/home/get')));
    const titles = answers.map(({ body }) =>
      homeAnswer.parse(JSON.parse(body)).data.banners.map(({ title }) => title),
    );
    expect(titles).toEqual([one?.banners, one?.banners]);
    seen.push([hour, one?.banners ?? [], one?.products ?? []]);
  }
  expect(seen).toEqual([
    [9, ['Morning'], []],
    [9.999_999, ['Morning'], []],
    [10, ['Noon'], []],
    [10.499_999, ['Noon'], []],
    [10.5, ['Noon'], ['Ghee']],
    [10.999_999, ['Noon'], ['Ghee']],
    [11, [], ['Ghee']],
    [11.5, [], ['Ghee']],
  ]);
});

test('a browser that has the page of before the time does not get 304 for it', async () => {
  await addBanner(db, { title: 'Noon', startsAt: atHour(10) });
  const [before] = await readPages();
  const ask = async () =>
    Promise.all(
      processes.map(async ({ fastify }) => {
        const headers = { 'if-none-match': before?.tag ?? '', 'accept-encoding': 'gzip' };
        return (await fastify.inject({ url: '/', headers })).statusCode;
      }),
    );
  expect(await ask()).toEqual([304, 304]);
  now = new Date(atHour(10));
  expect(await ask()).toEqual([200, 200]);
});

test('a change of the schedule counts in all processes once they are notified, and a product that is back in stock is shown again', async () => {
  const productId = await addProduct(db, { name: 'Curd', stock: 0 });
  await readPages();
  const [writer] = processes;
  if (writer === undefined) throw new Error('No process.');
  const id = await addBanner(writer.db, { title: 'Noon', startsAt: atHour(10) });
  await addProductCollection(writer.db, { productIds: [productId] });
  expect((await readPages()).map(({ banners, products }) => [banners, products])).toEqual([
    [[], []],
    [[], []],
  ]);
  await writer.db.query(sql`update banner set starts_at = ${atHour(8)} where id = ${id}`);
  await writer.db.query(sql`update product_stock set stock = 5 where product_id = ${productId}`);
  expect((await readPages()).map(({ banners, products }) => [banners, products])).toEqual([
    [['Noon'], ['Curd']],
    [['Noon'], ['Curd']],
  ]);
  await writer.db.query(sql`update product_stock set stock = 0 where product_id = ${productId}`);
  expect((await readPages()).map(({ products }) => products)).toEqual([[], []]);
});

test('200 requests at the time of the schedule get the new page, and read it once', async () => {
  await addBanner(db, { title: 'Noon', startsAt: atHour(10) });
  await readPages();
  now = new Date(atHour(10));
  for (const each of processes) each.statements = 0;
  const answers = await Promise.all(
    processes.flatMap(({ fastify }) => Array.from({ length: 200 }, () => fastify.inject('/'))),
  );
  expect(new Set(answers.map(({ body }) => page.parse(JSON.parse(body)).banners.join()))).toEqual(
    new Set(['Noon']),
  );
  // Layout, banners and collections.
  expect(processes.map(({ statements }) => statements)).toEqual([3, 3]);
});
