import type { FastifyInstance } from 'fastify';
import { createContext, type RouterContextProvider, type ServerBuild } from 'react-router';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/api.ts';
import { type App, apiRoutes, buildApp } from '#server/app.ts';
import { connect } from '#server/database/connect.ts';
import { listenForCatalogueChanges } from '#server/features/catalogue/cache/catalogue-cache.ts';
import { createLog } from '#server/log.ts';
import { namedEndpoints, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { parseProducts, type SeededCatalogue, seedCatalogue } from '#tests/fixtures/seed.ts';
import { registerPages } from './page-cache.ts';
import { createPageRenderer } from './page-renderer.ts';
import { toServerBuild } from './pages.ts';

interface PageContext {
  call(name: EndpointName, input: unknown): Promise<unknown>;
}

let database: TestDatabase;
let app: App;
let fastify: FastifyInstance;
let catalogue: SeededCatalogue;
let logged: string[];
let following: { stop(): Promise<void> };
let whatPagesRead: { name: EndpointName; input: unknown };
beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await seedCatalogue(
    database.db,
    parseProducts(`
      Dairy > Milk: Toned Milk; Full Cream Milk; Buffalo Milk
      Dairy > Curd: Set Curd; Mishti Doi
      Staples > Rice: Basmati Rice; Red Rice`),
  );
  logged = [];
  const log = createLog('warn', { write: (line) => void logged.push(line) });
  const context = testContext(database.db, { log });
  following = await listenForCatalogueChanges(database.db, context.catalogueCache, context.log);
  const publicUrl = 'http://localhost:3000';
  app = buildApp(context, publicUrl);
  fastify = app.fastify;
  const contact = { email: '', facebook: '', instagram: '', linkedin: '' };
  const render = createPageRenderer({
    build: smallestBuild(),
    mode: 'production',
    context,
    shop: { name: 'Tokri', tagline: '', url: publicUrl, contact },
    apiRoutes,
    cache: app.responseCache,
  });
  registerPages(fastify, { render, catalogueCache: context.catalogueCache, publicUrl });
});
afterAll(async () => {
  await following.stop();
  await app.close();
  await database.drop();
});

/** A web app of one route that returns the result of its loader. */
function smallestBuild(): ServerBuild {
  const pageContext = createContext<PageContext>();
  const loader = async ({ context }: { context: Readonly<RouterContextProvider> }) => {
    const { name, input } = whatPagesRead;
    return Response.json(await context.get(pageContext).call(name, input));
  };
  const entry = { module: { default: async () => new Response('', { status: 500 }), pageContext } };
  return toServerBuild({
    entry,
    routes: { root: { id: 'root', path: '/:anything?', module: { loader } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  });
}

let pages = 0;
async function readByPage(name: EndpointName, input: unknown) {
  whatPagesRead = { name, input };
  pages += 1;
  const { statusCode, body } = await fastify.inject(`/${pages}`);
  return { status: statusCode, answer: JSON.parse(body) };
}

async function readByApi(name: EndpointName, input: unknown) {
  const { method, path } = endpoints[name];
  const payload = JSON.stringify(input);
  const { statusCode, body } = await fastify.inject({
    method,
    url: path,
    ...(method !== 'GET' && { payload, headers: { 'content-type': 'application/json' } }),
  });
  return { status: statusCode, answer: JSON.parse(body) };
}

const idOf = (names: ReadonlyMap<string, string>, name: string) => names.get(name) ?? '';
const inputs: Partial<Record<EndpointName, () => object[]>> = {
  listCategories: () => [{}],
  listSubCategories: () => [{}, { page: 1 }],
  listProducts: () => [{}, { search: 'milk' }, { page: 2, limit: 3 }, { unknown: 'field' }],
  listProductsByCategory: () => [{ id: idOf(catalogue.categories, 'Dairy') }, { id: 'nothing' }],
  listProductsByCategoryAndSubCategory: () => [
    { categoryId: idOf(catalogue.categories, 'Dairy'), subCategoryId: idOf(catalogue.subCategories, 'Milk') },
    {
      categoryId: idOf(catalogue.categories, 'Staples'),
      subCategoryId: idOf(catalogue.subCategories, 'Milk'),
    },
  ],
  listProductsById: () => [{ ids: [...catalogue.products.values()] }, { ids: [] }, { ids: ['nothing'] }],
  getProductDetails: () => [{ productId: idOf(catalogue.products, 'Toned Milk') }],
  searchProducts: () => [{ search: 'milc' }, { search: '' }, { search: 'rice', limit: 1, page: 2 }],
};
const catalogueReads = namedEndpoints.filter(({ isCatalogueRead }) => isCatalogueRead);

test.each(catalogueReads.map(({ name }) => [name]))(
  '%s returns the same to pages and to the API',
  async (name) => {
    const asked = inputs[name]?.() ?? [];
    expect(asked.length, 'Add each catalogue read to this test.').toBeGreaterThan(0);
    for (const input of asked) {
      const fromApi = await readByApi(name, input);
      const fromPage = await readByPage(name, input);
      expect(fromApi.status, JSON.stringify(fromApi)).toBe(200);
      expect(fromPage.status).toBe(200);
      expect(fromApi.answer).toEqual({ success: true, error: false, ...fromPage.answer });
    }
  },
);

test('pages and API reject with the same status and code', async () => {
  const refused: [EndpointName, object, number][] = [
    ['getProductDetails', { productId: 'nothing' }, 404],
    ['getProductDetails', { productId: 'a-b' }, 400],
    ['listProducts', { page: 'two' }, 400],
  ];
  for (const [name, input, status] of refused) {
    const [fromApi, fromPage] = [await readByApi(name, input), await readByPage(name, input)];
    expect([fromApi.status, fromPage.status]).toEqual([status, status]);
    expect(fromPage.answer).toEqual(fromApi.answer);
  }
});

test('a page loader can call catalogue reads only', async () => {
  for (const name of ['listCartLines', 'loginUser', 'listOrders'] as const) {
    whatPagesRead = { name, input: {} };
    pages += 1;
    const { statusCode, body } = await fastify.inject(`/${pages}`);
    expect([statusCode, body.includes(name)]).toEqual([500, false]);
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({
      level: 50,
      msg: 'Rendering a page failed',
      path: `/${pages}`,
      err: { message: `A loader may only read the catalogue; ${name} does not.` },
    });
  }
});

/** Waits until the notifications of earlier commits have arrived: they are delivered in order. */
async function announced(db: TestDatabase['db']): Promise<void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const listening = await database.db.listen('for_this_test', () => arrive());
  await db.query(sql`notify for_this_test`);
  await arrived;
  await listening.unlisten();
}

test('a change of another process appears in the next request of pages and API', async () => {
  const productId = idOf(catalogue.products, 'Red Rice');
  const input = { productId };
  whatPagesRead = { name: 'getProductDetails', input };
  const seen = async () => {
    const page = JSON.parse((await fastify.inject('/red-rice')).body).data;
    const { answer } = await readByApi('getProductDetails', input);
    expect(page).toEqual(answer.data);
    return { name: page.name, price: page.price, stock: page.stock };
  };
  expect(await seen()).toEqual({ name: 'Red Rice', price: 100, stock: 20 });
  const other = connect(database.url, { maxConnections: 1 });
  await other.query(sql`update product set price_paise = 12345 where id = ${productId}`);
  await announced(other);
  expect(await seen()).toEqual({ name: 'Red Rice', price: 123.45, stock: 20 });
  await other.query(sql`update product set name = 'Ruby Rice' where id = ${productId}`);
  await announced(other);
  expect(await seen()).toEqual({ name: 'Ruby Rice', price: 123.45, stock: 20 });
  await other.query(sql`update product set stock = 3 where id = ${productId}`);
  await announced(other);
  expect(await seen()).toEqual({ name: 'Ruby Rice', price: 123.45, stock: 3 });
  await other.close();
});

test('a change of stock does not remove pages of other products from the cache', async () => {
  const tagOf = async (url: string, name: string) => {
    whatPagesRead = { name: 'getProductDetails', input: { productId: idOf(catalogue.products, name) } };
    return (await fastify.inject(url)).headers.etag;
  };
  const [milk, curd] = [await tagOf('/kept-milk', 'Toned Milk'), await tagOf('/kept-curd', 'Set Curd')];
  await database.db.query(sql`update product set stock = 7 where name = 'Toned Milk'`);
  await announced(database.db);
  // The loaders would now read other data, so only pages that are rendered again show it.
  expect(await tagOf('/kept-curd', 'Buffalo Milk')).toBe(curd);
  expect(await tagOf('/kept-milk', 'Toned Milk')).not.toBe(milk);
});
