import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { type EndpointInput, type EndpointName, endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { CatalogueCache, listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { anonymousContext, type ResponseBody } from '#server/http/route.ts';
import { announcePlacedOrders } from '#server/orders/order-updates.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { ProductSearch } from '#server/search/product-search.ts';
import { type Admin, createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { findRoute } from '#tests/fixtures/context.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { asOnPages, createPageBuild, toPlainAddress } from '#tests/fixtures/pages.ts';
import { createImporter, type Importer, toCsv } from '#tests/fixtures/product-import.ts';
import { addImage, seedCatalogue } from '#tests/fixtures/seed.ts';
import { apiRoutes, buildApp } from './app.ts';
import { registerPages } from './page-cache.ts';
import { createPageRenderer } from './page-renderer.ts';

const publicUrl = 'http://localhost:3000';
const runs = 500;

/** A shop with its own connections and caches on the common database. */
interface ShopProcess {
  db: Database;
  admin: Admin;
  importer: Importer;
  shopper: Shopper;
  /** Returns the body, or the status of an error. */
  read(view: View): Promise<string>;
  close(): Promise<void>;
}

type Read = [name: EndpointName, input: object];

/** What a shopper looks at: one call of the API, or a page that shows the results of several. */
interface View {
  path: string | null;
  reads: Read[];
}

// Sales are counted at a full hour, without what was cancelled until then: a process that counts later may rank
// otherwise until the next hour.
const openedAt = new Date();

const { db, url } = await openTestDatabase();
await seedCatalogue(db, [
  { category: 'Dairy', subCategory: 'Milk', name: 'Toned Milk', stock: 3 },
  { category: 'Dairy', subCategory: 'Milk', name: 'Cow Milk', stock: 0 },
  { category: 'Dairy', subCategory: 'Curd', name: 'Curd', stock: 9 },
  { category: 'Staples', subCategory: 'Rice', name: 'Red Rice', stock: 1 },
  { category: 'Staples', subCategory: 'Rice', name: 'Milk Rice', stock: 2 },
]);
const image = await addImage(db);
const processes: ShopProcess[] = [await openProcess(), await openProcess()];
afterAll(async () => {
  for (const each of processes) await each.close();
});

async function openProcess(): Promise<ShopProcess> {
  const db = connect(url);
  const admin = await createAdmin(db, 'Meera', { now: () => openedAt });
  const following = await listenForCatalogueChanges(db, admin.context.catalogueCache, admin.context.log);
  const { fastify, catalogueResponseCache, close } = buildApp(admin.context, publicUrl);
  const pages = new Map<string, Read[]>();
  const build = createPageBuild(async (call, path) => {
    const read = async ([name, input]: Read) => call(name, input);
    return Response.json(await Promise.all((pages.get(path) ?? []).map(read)));
  });
  const options = { loadBuild: async () => build, mode: 'production', publicUrl, apiRoutes } as const;
  const renderer = createPageRenderer({ ...options, context: admin.context, catalogueResponseCache });
  const { catalogueCache, rateLimits } = admin.context;
  registerPages(fastify, { renderer, catalogueCache, rateLimits, toAddress: toPlainAddress });
  return {
    db,
    admin,
    importer: await createImporter(db),
    shopper: await createShopper(db),
    async read({ path, reads }) {
      const [[name, input] = ['listCategories' as const, {}]] = reads;
      if (path !== null) pages.set(path, reads);
      const { method, path: url } = endpoints[name];
      const headers = { 'content-type': 'application/json' };
      const payload = method === 'GET' ? undefined : JSON.stringify(input);
      const { statusCode, body } = await fastify.inject(
        path ?? { method, url, ...(payload !== undefined && { headers, payload }) },
      );
      return statusCode === 200 ? body : String(statusCode);
    },
    async close() {
      await following.stop();
      await close();
      await db.close();
    },
  };
}

/** Returns what `read` has to return for each view: the values that the routes read from the database now. */
function readUncached(views: readonly View[]): Promise<string[]> {
  const { db, admin } = pick(processes, 0);
  const emptyCache = new CatalogueCache();
  const context = anonymousContext({
    ...admin.context,
    productCache: new ProductCache(db, emptyCache),
    productSearch: new ProductSearch(db, emptyCache),
  });
  const responses = new Map<string, Promise<ResponseBody>>();
  const respond = ([name, input]: Read) => {
    const key = JSON.stringify([name, input]);
    const response = responses.get(key) ?? handle(name, input);
    responses.set(key, response);
    return response;
  };
  const handle = async (name: EndpointName, input: object) =>
    (await findRoute(apiRoutes, name).handle(context, input)).response;
  return Promise.all(
    views.map(async ({ path, reads }) => {
      try {
        const read = await Promise.all(reads.map(respond));
        if (path === null) return JSON.stringify({ success: true, error: false, ...read[0] });
        return JSON.stringify(read.map((response) => ({ ...response, data: asOnPages(response.data) })));
      } catch (error) {
        if (error instanceof AppError) return String(error.status);
        throw error;
      }
    }),
  );
}

interface Catalogue {
  products: { id: string; name: string; stock: number }[];
  categories: { id: string }[];
  subCategories: { id: string }[];
}

async function readCatalogue(): Promise<Catalogue> {
  const [products, categories, subCategories] = await Promise.all([
    db.query<Catalogue['products'][number]>(
      sql`select id, name, stock from product_with_categories order by id`,
    ),
    db.query<{ id: string }>(sql`select id from category order by id`),
    db.query<{ id: string }>(sql`select id from sub_category order by id`),
  ]);
  return { products, categories, subCategories };
}

/** All views of a catalogue. */
function listViews({ products, categories, subCategories }: Catalogue): View[] {
  const lists = (limit: number, page = 1): Read[] =>
    categories.flatMap(({ id: categoryId }) =>
      subCategories.map(({ id: subCategoryId }): Read => {
        return ['listProductsByCategoryAndSubCategory', { categoryId, subCategoryId, limit, page }];
      }),
    );
  const rows = categories.map(({ id }): Read => ['listProductsByCategory', { id, limit: 2 }]);
  const details = products.map(({ id: productId }): Read => ['getProductDetails', { productId }]);
  const searches: Read[] = [
    ['searchProducts', { search: 'milk', limit: 2 }],
    ['searchProducts', { search: 'milk', limit: 2, page: 2 }],
    ['searchProducts', { search: 'rise' }],
    ['suggestProducts', { search: 'milk' }],
    ['suggestProducts', { search: 'rise' }],
    ['suggestProducts', { search: 'ours' }],
    ['listProductsByBrand', { brand: 'ours' }],
    ['listProductsByBrand', { brand: 'theirs' }],
    ['listBrands', {}],
    ['listProducts', { limit: 2, page: 2 }],
    ['listProducts', {}],
  ];
  const options = [
    { sort: 'price-low' as const, limit: 2 },
    { sort: 'discount' as const, limit: 2, page: 2 },
    { inStock: true, veg: true },
    { brands: ['Ours'], maxPrice: 300 },
  ];
  const pairs = categories.flatMap(({ id: categoryId }) =>
    subCategories.map(({ id: subCategoryId }) => ({ categoryId, subCategoryId })),
  );
  const selected = pairs.map((pair, index): Read => {
    return ['listProductsByCategoryAndSubCategory', { ...pair, ...pick(options, index) }];
  });
  const facets = pairs.slice(0, 2).map((pair): Read => ['listFacets', { ...pair, brands: ['Ours'] }]);
  const selectedSearches: Read[] = [
    ...options.slice(0, 3).map((each): Read => ['searchProducts', { search: 'milk', ...each }]),
    ['listFacets', { search: 'milk', inStock: true }],
    ['listFacets', { brand: 'ours', inStock: true }],
    ['listProductsByBrand', { brand: 'OURS', sort: 'price-low', limit: 1 }],
  ];
  const navigation: Read[] = [
    ['listCategories', {}],
    ['listSubCategories', {}],
  ];
  const ids: Read = ['listProductsById', { ids: [...products.map(({ id }) => id), 'none'] }];
  const page = (path: string, reads: Read[]): View => ({ path, reads });
  return [
    page('/home', [...navigation, ...rows]),
    ...details.map((read, index) => page(`/product-${products[index]?.id}`, [read, ...navigation])),
    ...lists(2).map((read, index) => page(`/list-${listKey(categories, subCategories, index)}`, [read])),
    ...searches.map((read, index) => page(`/search-${index}`, [read])),
    page('/selected', [...selected, ...facets]),
    page('/selected-searches', selectedSearches),
    ...[
      ...navigation,
      ...rows,
      ...details,
      ...lists(3),
      ...lists(1, 2),
      ...searches,
      ...selected,
      ...selectedSearches,
      ids,
    ].map((read) => ({
      path: null,
      reads: [read],
    })),
  ];
}

function listKey(categories: { id: string }[], subCategories: { id: string }[], index: number): string {
  const category = categories[Math.floor(index / subCategories.length)];
  return `${category?.id}-${subCategories[index % subCategories.length]?.id}`;
}

const index = fc.nat({ max: 20 });
const stock = fc.constantFrom(0, 0, 1, 2, 60);
const step = fc.record({
  /** The process that writes. */
  writer: fc.nat({ max: 1 }),
  /** After the write every other view is read, from the first or the second; the rest stay cached. */
  isFirstRead: fc.boolean(),
  /** Views that are being read during the write, by position. */
  during: fc.array(index, { maxLength: 6 }),
  write: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('order' as const),
        index,
        quantity: fc.constantFrom(1, 1, 2),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), index }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('price' as const),
        index,
        price: fc.integer({ min: 1, max: 999 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('stock' as const), index, stock }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ...{ kind: fc.constant('move' as const), index },
        ...{
          categories: fc.array(index, { minLength: 1, maxLength: 2 }),
          subCategories: fc.array(index, { minLength: 1, maxLength: 2 }),
        },
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('rename' as const),
        index,
        name: fc.constantFrom('Milk', 'Rice', 'Curd'),
        brand: fc.constantFrom('', 'Ours', 'OURS', 'Theirs'),
        veg: fc.constantFrom(true, false, null),
        hasPicture: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), index, stock }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), index }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), index, stock }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('category' as const), index, hue: fc.nat({ max: 359 }) }),
    },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let created = 0;
/** A new name that searches for `word` find. */
function newName(word: string): string {
  created += 1;
  return `${word} ${created}`;
}

const pick = <Item>(items: readonly Item[], position: number): Item =>
  items[position % items.length] ?? expect.fail('Nothing to pick from.');

/** Writes through a process. Resolves when its client has the response. */
async function perform(
  shop: ShopProcess,
  { products, ...catalogue }: Catalogue,
  write: Step['write'],
): Promise<void> {
  const { admin, importer, shopper } = shop;
  const product = pick(products, write.index);
  const { id: _id } = product;
  const category = [pick(catalogue.categories, write.index).id];
  const subCategory = [pick(catalogue.subCategories, write.index).id];
  const change = (fields: Omit<EndpointInput<'changeProducts'>['changes'][number], '_id'>) =>
    admin.call('changeProducts', { changes: [{ _id, ...fields }] });
  switch (write.kind) {
    case 'order':
      if (product.stock < write.quantity) return;
      await shopper.fill({ [_id]: write.quantity });
      await shopper.order(await shopper.checkout());
      return;
    case 'cancel': {
      const order = (await shopper.orders()).data.find(({ status }) => status === 'PLACED');
      if (order !== undefined)
        await admin.call('changeOrders', { ids: [order._id], to: 'CANCELLED', reason: 'As asked.' });
      return;
    }
    case 'price':
      await change({ price: write.price });
      return;
    case 'stock':
      await change({ stock: write.stock });
      return;
    case 'move':
      await change({
        category: [...new Set(write.categories.map((position) => pick(catalogue.categories, position).id))],
        subCategory: [
          ...new Set(write.subCategories.map((position) => pick(catalogue.subCategories, position).id)),
        ],
      });
      return;
    case 'rename': {
      const { data } = await admin.call('getProductDetails', { productId: _id });
      const { name, unit, price, discount } = data;
      const pictures = write.hasPicture ? [image] : [];
      const fields = {
        unit,
        price,
        discount,
        stock: data.stock,
        image: pictures,
        description: `Was ${name}`,
      };
      const ids = (lists: { _id: string }[]) => lists.map((each) => each._id);
      await admin.call('updateProduct', {
        ...{ ...fields, _id, name: newName(write.name), more_details: {} },
        ...{ brand: write.brand, veg: write.veg },
        ...{ category: ids(data.category), subCategory: ids(data.subCategory) },
      });
      return;
    }
    case 'create': {
      if (products.length > 8) return;
      const fields = {
        name: newName('Milk'),
        description: 'Fresh.',
        image: [image],
        unit: '1 l',
        stock: write.stock,
      };
      await admin.call('createProduct', {
        ...fields,
        price: 50,
        discount: 0,
        category,
        subCategory,
        more_details: {},
      });
      return;
    }
    case 'delete':
      if (products.length > 4) await admin.call('deleteProduct', { _id });
      return;
    case 'import': {
      const headings = [
        'id',
        'name',
        'description',
        'unit',
        'price',
        'stock',
        'categories',
        'sub_categories',
      ];
      const row = [_id, newName('Rice'), 'Imported', '1 kg', '70', String(write.stock), 'Dairy', 'Milk'];
      const { _id: importId, problems } = await importer.check(toCsv(headings, [row]));
      expect(problems).toEqual([]);
      await importer.run(importId);
      return;
    }
    case 'category': {
      const { data } = await admin.call('listCategories');
      const found = pick(data, write.index);
      await admin.call('updateCategory', { _id: found._id, name: found.name, image, hue: write.hue });
    }
  }
}

test('after each of random writes, every read equals an uncached read: at once in its process, in another after the notification', {
  timeout: 600_000,
}, async () => {
  let catalogue = await readCatalogue();
  const performed = async ({ writer, isFirstRead, during, write }: Step) => {
    const shop = pick(processes, writer);
    const views = listViews(catalogue);
    // Computations that may have queried before the write and end after it.
    const reads = during.flatMap((position) => processes.map((each) => each.read(pick(views, position))));
    await perform(shop, catalogue, write);
    const checked = views.filter((_view, position) => (position % 2 === 0) === isFirstRead);
    const readAll = (each: ShopProcess) => Promise.all(checked.map(each.read));
    const seen = [await readAll(shop)];
    await announcePlacedOrders(shop.db);
    for (const other of processes.filter((each) => each !== shop)) {
      await receiveNotifications(other.db);
      seen.push(await readAll(other));
    }
    const expected = await readUncached(checked);
    const withNames = (bodies: string[]) => bodies.map((body, position) => [checked[position], body]);
    for (const bodies of seen)
      if (!isDeepStrictEqual(bodies, expected)) expect(withNames(bodies)).toEqual(withNames(expected));
    await Promise.all(reads);
    catalogue = await readCatalogue();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      for (const each of steps) await performed(each);
    }),
    // The state of the database is not reset, so a failure cannot be shrunk.
    { numRuns: runs, endOnFailure: true },
  );
});
