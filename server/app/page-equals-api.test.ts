import sql, { type Sql } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/api.ts';
import { createLog } from '#server/base/log.ts';
import { listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { namedEndpoints, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { addProductCollection } from '#tests/fixtures/home.ts';
import { asOnPages, createPageBuild, toPlainAddress } from '#tests/fixtures/pages.ts';
import { parseProducts, seedCatalogue } from '#tests/fixtures/seed.ts';
import { apiRoutes, buildApp } from './app.ts';
import { registerPages } from './page-cache.ts';
import { createPageRenderer } from './page-renderer.ts';

const { db } = await openTestDatabase();
let whatPagesRead: { name: EndpointName; input: unknown; select?: (response: { data?: unknown }) => unknown };
let renderings = 0;
const catalogue = await seedCatalogue(
  db,
  parseProducts(`
      Dairy > Milk: Toned Milk; Full Cream Milk; Buffalo Milk
      Dairy > Curd: Set Curd; Mishti Doi
      Staples > Rice: Basmati Rice; Red Rice`),
);
await db.query(sql`update product set brand = 'Gauvana' where name like '%Milk'`);
const collectionId = await addProductCollection(db, { productIds: [...catalogue.products.values()] });
const admin = await createAdmin(db);
await admin.call('updateStorePage', {
  ...{ page: 'terms', version: 0, english: '# Terms of {name}', hindi: '', isPublished: true },
});
const logged: string[] = [];
const log = createLog('warn', { write: (line) => void logged.push(line) });
const context = testContext(db, { log });
const following = await listenForCatalogueChanges(db, context.catalogueCache, context.log);
const publicUrl = 'http://localhost:3000';
const app = buildApp(context, publicUrl);
const fastify = app.fastify;
const build = createPageBuild(async (call) => {
  const answer = await call(whatPagesRead.name, whatPagesRead.input, whatPagesRead);
  renderings += 1;
  return Response.json(answer, { headers: { 'last-modified': String(renderings) } });
});
const renderer = createPageRenderer({
  loadBuild: async () => build,
  mode: 'production',
  context,
  publicUrl,
  apiRoutes,
  catalogueResponseCache: app.catalogueResponseCache,
});
const { catalogueCache, rateLimits } = context;
registerPages(fastify, { renderer, catalogueCache, rateLimits, toAddress: toPlainAddress });
afterAll(async () => {
  await following.stop();
  await app.close();
});

let pages = 0;
async function readByPage(name: EndpointName, input: unknown) {
  whatPagesRead = { name, input };
  pages += 1;
  const { statusCode, body } = await fastify.inject(`/${pages}`);
  return { status: statusCode, answer: JSON.parse(body) };
}

async function readByApi(name: EndpointName, input: object) {
  const { method, path } = endpoints[name];
  const payload = JSON.stringify(input);
  const { statusCode, body } = await fastify.inject({
    method,
    url: method === 'GET' ? `${path}?${new URLSearchParams(Object.entries(input))}` : path,
    ...(method !== 'GET' && { payload, headers: { 'content-type': 'application/json' } }),
  });
  return { status: statusCode, answer: JSON.parse(body) };
}

const idOf = (names: ReadonlyMap<string, string>, name: string) => names.get(name) ?? '';
const inputs: Partial<Record<EndpointName, () => object[]>> = {
  listCategories: () => [{}],
  getStoreProfile: () => [{}],
  getStorePage: () => [{ page: 'terms' }],
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
  suggestProducts: () => [{ search: 'milc' }, { search: '' }],
  searchProducts: () => [
    ...[{ search: 'milc' }, { search: '' }, { search: 'rice', limit: 1, page: 2 }],
    ...[
      { search: 'milk', sort: 'price-low', limit: 1 },
      { search: '', inStock: true },
    ],
  ],
  listProductsByBrand: () => [{ brand: 'gauvana' }, { brand: 'Gauvana', sort: 'price-low', limit: 1 }],
  listBrands: () => [{}, { search: 'gau' }],
  getHome: () => [{}],
  listProductsByCollection: () => [{ collectionId }, { collectionId, limit: 1, page: 2 }],
  listFacets: () => [{ search: 'milk' }, { search: '', veg: true }, { brand: 'gauvana' }],
};
const catalogueReads = namedEndpoints.filter(({ isCatalogueRead }) => isCatalogueRead);

test.each(catalogueReads.map(({ name }) => [name]))(
  '%s returns the same to pages and to the API, except stock numbers and times of change',
  async (name) => {
    const asked = inputs[name]?.() ?? [];
    expect(asked.length, 'Add each catalogue read to this test.').toBeGreaterThan(0);
    for (const input of asked) {
      const fromApi = await readByApi(name, input);
      const fromPage = await readByPage(name, input);
      expect(fromApi.status, JSON.stringify(fromApi)).toBe(200);
      expect(fromPage.status).toBe(200);
      const { data, ...answer } = fromApi.answer;
      expect({ ...answer, data: asOnPages(data) }).toEqual({
        success: true,
        error: false,
        ...fromPage.answer,
      });
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

/** The number of the rendering of each page. Its loader reads the given call. */
async function readPages(views: Readonly<Record<string, [EndpointName, object]>>) {
  const rendered = new Map<string, unknown>();
  for (const [name, [call, input]] of Object.entries(views)) {
    whatPagesRead = { name: call, input };
    rendered.set(name, (await fastify.inject(`/view-${name}`)).headers['last-modified']);
  }
  return rendered;
}

test('a change renders the pages again that show it or have to show it, and no others', async () => {
  const listing = (category: string, subCategory: string): [EndpointName, object] => [
    'listProductsByCategoryAndSubCategory',
    {
      categoryId: idOf(catalogue.categories, category),
      subCategoryId: idOf(catalogue.subCategories, subCategory),
    },
  ];
  const details = (name: string): [EndpointName, object] => [
    'getProductDetails',
    { productId: idOf(catalogue.products, name) },
  ];
  const views = {
    milk: details('Toned Milk'),
    curd: details('Set Curd'),
    'milk listing': listing('Dairy', 'Milk'),
    'curd listing': listing('Dairy', 'Curd'),
    'rice listing': listing('Staples', 'Rice'),
    'dairy row': ['listProductsByCategory', { id: idOf(catalogue.categories, 'Dairy') }],
    'staples row': ['listProductsByCategory', { id: idOf(catalogue.categories, 'Staples') }],
    'milk search': ['searchProducts', { search: 'toned' }],
    'rice search': ['searchProducts', { search: 'basmati' }],
    categories: ['listCategories', {}],
  } satisfies Record<string, [EndpointName, object]>;
  let before = await readPages(views);
  const renderedAgain = async (statement: Sql) => {
    await db.query(statement);
    await receiveNotifications(db);
    const after = await readPages(views);
    const changed = Object.keys(views).filter((name) => after.get(name) !== before.get(name));
    before = after;
    return changed;
  };
  const id = idOf(catalogue.products, 'Toned Milk');
  const showing = ['milk', 'milk listing', 'dairy row', 'milk search'];
  expect(await renderedAgain(sql`update product set price_paise = 4321 where id = ${id}`)).toEqual(showing);
  const restock = sql`
    with restocked as (update product_stock set stock = 7 where product_id = ${id})
    update product set updated_at = now() where id = ${id}`;
  expect(await renderedAgain(restock)).toEqual([]);
  expect(await renderedAgain(sql`update product set name = 'Toned Milk 2' where id = ${id}`)).toEqual(
    showing,
  );
  expect(await renderedAgain(sql`update product_stock set stock = 0 where product_id = ${id}`)).toEqual(
    showing,
  );
  expect(await renderedAgain(sql`update product_stock set stock = 3 where product_id = ${id}`)).toEqual(
    showing,
  );
  const curd = idOf(catalogue.subCategories, 'Curd');
  const inCurd = ['milk', 'milk listing', 'curd listing', 'dairy row', 'milk search'];
  expect(await renderedAgain(sql`insert into product_sub_category values (${id}, ${curd})`)).toEqual(inCurd);
  const inStaples = ['rice listing', 'staples row', 'rice search', 'categories'];
  expect(await renderedAgain(sql`update category set hue = 9 where name = 'Staples'`)).toEqual(inStaples);
});

test('a page whose loader selects a part of a response is rendered again when that part changes', async () => {
  const id = idOf(catalogue.categories, 'Staples');
  const select = ({ data }: { data?: unknown }) =>
    Array.isArray(data) ? data.find((category) => category._id === id)?.name : null;
  whatPagesRead = { name: 'listCategories', input: {}, select };
  const read = async (change: Sql) => {
    await db.query(change);
    await receiveNotifications(db);
    const { body, headers } = await fastify.inject('/selected');
    return { body, rendering: headers['last-modified'] };
  };
  const first = await read(sql`update category set hue = 10 where id = ${id}`);
  expect(first.body).toBe('"Staples"');
  expect(await read(sql`update category set hue = 11 where id = ${id}`)).toEqual(first);
  expect((await read(sql`update category set name = 'Basics' where id = ${id}`)).body).toBe('"Basics"');
  await read(sql`update category set name = 'Staples' where id = ${id}`);
});
