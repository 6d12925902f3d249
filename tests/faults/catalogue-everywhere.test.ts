import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EndpointName, endpoints } from '#contract/api.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { type Running, startProductionShop } from '#tests/fixtures/processes.ts';

// Two whole shops on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } });

const database = await openTestDatabase();
let directory: string;
let shops: Running[];
let token: string;
let image: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-everywhere-'));
  shops = [];
  // One after the other: the first of them adds the admin.
  for (let count = 0; count < 2; count += 1) shops.push(await openShop());
  const login = await call(shop(0), 'loginUser', {
    email: 'admin@tokri.local',
    password: 'coriander at dawn',
  });
  token = login.accesstoken;
  const body = formWith('image', await bytesOf(plainImage(80, 60).jpeg()));
  const headers = { authorization: `Bearer ${token}` };
  const uploaded = await fetch(`${shop(0)}/api/file/upload`, { method: 'POST', headers, body });
  image = (await uploaded.json()).data.url;
});
afterAll(async () => {
  await Promise.all(shops.map((running) => running.stop()));
  await rm(directory, { recursive: true, force: true });
});

/** A server process on the shared database and data directory. */
async function openShop(): Promise<Running> {
  return startProductionShop({ database, directory }, { LOG_LEVEL: 'error', RATE_LIMITS: 'off' });
}

const shop = (index: number) => shops[index]?.url ?? '';

async function call(url: string, name: EndpointName, input: object = {}) {
  const { method, path } = endpoints[name];
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
  });
  const answer = await response.json();
  expect([answer.success, answer.message], `${name}: ${JSON.stringify(answer)}`).toEqual([
    true,
    answer.message,
  ]);
  return answer.data;
}

/** Everything that shows a product, its category and its sub-category: pages, their data, and calls. */
function viewsOf({
  product,
  category,
  subCategory,
}: {
  product: string;
  category: string;
  subCategory: string;
}) {
  const page = (path: string) => async (url: string) => (await fetch(url + path)).text();
  const pageData = (path: string) => async (url: string) => {
    const { pathname } = new URL((await fetch(url + path)).url);
    return (await fetch(`${url}${pathname}.data`)).text();
  };
  const given = (name: EndpointName, input: object) => async (url: string) => {
    const { method, path } = endpoints[name];
    const body = method === 'GET' ? undefined : JSON.stringify(input);
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })).text();
  };
  const [categoryId, subCategoryId] = [category, subCategory];
  return {
    home: page('/'),
    'product page': page(`/product/x-${product}`),
    'data of the product page': pageData(`/product/x-${product}`),
    'listing page': page(`/x-${category}/x-${subCategory}`),
    'data of the listing page': pageData(`/x-${category}/x-${subCategory}`),
    'search page': page('/search?q=zephyrine'),
    categories: given('listCategories', {}),
    'sub-categories': given('listSubCategories', {}),
    product: given('getProductDetails', { productId: product }),
    'products by id': given('listProductsById', { ids: [product] }),
    row: given('listProductsByCategory', { id: category }),
    listing: given('listProductsByCategoryAndSubCategory', { categoryId, subCategoryId }),
    search: given('searchProducts', { search: 'zephyrine' }),
    'list of all': given('listProducts', {}),
  };
}

type Views = ReturnType<typeof viewsOf>;

/** In which views a text can be read. */
async function whereIs(text: string, views: Views, url: string): Promise<string[]> {
  const shown = await Promise.all(
    Object.entries(views).map(async ([name, read]) => ((await read(url)).includes(text) ? [name] : [])),
  );
  return shown.flat();
}

const withProduct = [
  ...['home', 'product page', 'data of the product page', 'listing page', 'data of the listing page'],
  ...['search page', 'product', 'products by id', 'row', 'listing', 'search', 'list of all'],
];

/** Expects a text in these views and another one in none: at once where it was written, soon on the other process. */
async function expectShown(
  views: Views,
  here: string,
  there: string,
  change: { is: string; was?: string; in: string[] },
) {
  const seen = async (url: string) => {
    const missing = new Set(change.in);
    for (const name of await whereIs(change.is, views, url)) missing.delete(name);
    return {
      missing: [...missing],
      stale: change.was === undefined ? [] : await whereIs(change.was, views, url),
    };
  };
  expect(await seen(here), `${change.is} where it was written`).toEqual({ missing: [], stale: [] });
  await expect
    .poll(() => seen(there), { message: `${change.is} on the other process` })
    .toEqual({ missing: [], stale: [] });
}

test.each([
  ['the one', 0, 1],
  ['the other', 1, 0],
])(
  'a change through %s process is visible on its pages and in its responses at once, and on the other',
  async (word, one, two) => {
    const [here, there] = [shop(one), shop(two)];
    const name = (what: string) => `${what} of ${word}`;
    const category = await call(here, 'addCategory', { name: name('Kakapo'), image });
    const subCategory = await call(here, 'createSubCategory', {
      ...{ name: name('Takahe'), image, category: [category] },
    });
    const fields = {
      ...{
        name: name('Numbat'),
        description: 'Fresh.',
        unit: '1 kg',
        image: [image],
        stock: 10,
        price: 1234,
      },
      ...{
        discount: 0,
        category: [category],
        subCategory: [subCategory],
        more_details: { Brand: 'Zephyrine' },
      },
    };
    const { _id } = await call(here, 'createProduct', fields);
    const views = viewsOf({ product: _id, category: category._id, subCategory: subCategory._id });
    // From now on, everything is cached on both.
    await expectShown(views, here, there, { is: name('Numbat'), in: withProduct });
    await expectShown(views, here, there, {
      is: name('Kakapo'),
      in: ['home', 'categories', 'sub-categories', 'product'],
    });

    await call(here, 'updateProduct', { ...fields, _id, name: name('Wombat') });
    await expectShown(views, here, there, { is: name('Wombat'), was: name('Numbat'), in: withProduct });

    await call(here, 'changeProducts', { changes: [{ _id, price: 4321 }] });
    const calls = withProduct.filter((view) => !view.includes('page') && view !== 'home');
    await expectShown(views, here, there, { is: '"price":4321', was: '"price":1234', in: calls });
    await expectShown(views, here, there, {
      is: '4,321',
      was: '1,234',
      in: ['home', 'product page', 'search page'],
    });

    await call(here, 'changeProducts', { changes: [{ _id, stock: 7, stockBefore: 10 }] });
    await expectShown(views, here, there, { is: '"stock":7', was: '"stock":10', in: calls });
    await call(here, 'changeProducts', { changes: [{ _id, stock: 0 }] });
    await expectShown(views, here, there, { is: '"stock":0', was: '"stock":7', in: calls });
    await expectShown(views, here, there, { is: 'Out of Stock', in: ['product page'] });

    await call(here, 'updateCategory', { _id: category._id, name: name('Kea'), image });
    await expectShown(views, here, there, {
      ...{
        is: name('Kea'),
        was: name('Kakapo'),
        in: ['home', 'categories', 'sub-categories', 'product', 'search'],
      },
    });
    await call(here, 'updateSubCategory', {
      _id: subCategory._id,
      name: name('Weka'),
      image,
      category: [category],
    });
    await expectShown(views, here, there, {
      ...{
        is: name('Weka'),
        was: name('Takahe'),
        in: ['listing page', 'sub-categories', 'product', 'listing'],
      },
    });

    await call(here, 'deleteProduct', { _id });
    await expectShown(views, here, there, { is: name('Kea'), was: name('Wombat'), in: ['categories'] });
    await call(here, 'deleteSubCategory', { _id: subCategory._id });
    await expectShown(views, here, there, { is: name('Kea'), was: name('Weka'), in: ['categories'] });
    await call(here, 'deleteCategory', { _id: category._id });
    await expectShown(views, here, there, { is: '', was: name('Kea'), in: [] });
  },
);

test('a save through one process accepts the version read from the other', async () => {
  const category = await call(shop(0), 'addCategory', { name: 'Kokako', image });
  const read = async (url: string) =>
    (await call(url, 'listCategories')).find(({ _id }: { _id: string }) => _id === category._id);
  await expect.poll(() => read(shop(1))).toEqual(category);
  // Nothing is different: the cache of the other process is still right without a notification.
  await call(shop(0), 'updateCategory', category);
  const { updatedAt } = await call(shop(1), 'updateCategory', { ...(await read(shop(1))), hue: 9 });
  await expect.poll(() => read(shop(0))).toEqual({ ...category, hue: 9, updatedAt });
});

test('an image uploaded to one process is served by both', async () => {
  for (const { url } of shops) {
    const response = await fetch(url + image);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
});
