import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { homeLimits } from '#contract/base/limits.ts';
import { apiRoutes } from '#server/app/app.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addBanner, addProductCollection, newBanner, newCollection } from '#tests/fixtures/home.ts';
import { addCategory, addImage, addOrder, changeProduct, seedCatalogue } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
let now = new Date();
const meera = await createAdmin(db, 'Meera', { now: () => now });
const image = await addImage(db);
const [milk, rice] = [
  { category: 'Dairy', subCategory: 'Milk' },
  { category: 'Staples', subCategory: 'Rice' },
];
const catalogue = await seedCatalogue(db, [
  { ...milk, name: 'Cow Milk', brand: 'Gauri', pricePaise: 6000, createdAt: new Date('2026-01-04') },
  {
    ...milk,
    name: 'Ghee',
    brand: 'Gauri',
    pricePaise: 60_000,
    discountBasisPoints: 2000,
    createdAt: new Date('2026-01-03'),
  },
  { ...milk, name: 'Curd', pricePaise: 4000, stock: 0, createdAt: new Date('2026-01-02') },
  {
    ...rice,
    name: 'Red Rice',
    pricePaise: 9000,
    discountBasisPoints: 1000,
    createdAt: new Date('2026-01-01'),
  },
]);
beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00.000Z');
  await db.query(sql`delete from banner`);
  await db.query(sql`delete from product_collection`);
  await db.query(sql`delete from home_layout`);
});

const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;
const idOf = (name: string) => catalogue.products.get(name) ?? '';
const shownHome = async () => (await runCall(apiRoutes, 'getHome', meera.context)).data;
const layout = async () => (await meera.call('getHomeLayout')).data;
const productsOf = async (collectionId: string, page = 1, limit = 12) => {
  const { data } = await runCall(apiRoutes, 'listProductsByCollection', meera.context, {
    ...{ collectionId, page, limit },
  });
  return data.map(({ name }) => name);
};

describe('the home page', () => {
  test('of a shop without banners and collections has none at any time', async () => {
    expect(await shownHome()).toEqual({ banners: [], collections: [], rows: [], until: null });
  });

  test('shows a banner and a collection from their start until just before their end, and says when that changes', async () => {
    const [startsAt, endsAt] = ['2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z'];
    const bannerId = await addBanner(db, { startsAt, endsAt });
    const collectionId = await addProductCollection(db, { startsAt: endsAt });
    const seen: unknown[] = [];
    for (const time of [10.9, 11, 11.9, 12].map((hour) => Date.UTC(2026, 10, 21) + hour * 3_600_000)) {
      now = new Date(time);
      const { banners, collections, until } = await shownHome();
      seen.push([banners.length, collections.length, until]);
    }
    expect(seen).toEqual([
      [0, 0, startsAt],
      [1, 0, endsAt],
      [1, 0, endsAt],
      [0, 1, null],
    ]);
    expect(await productsOf(collectionId)).toHaveLength(3);
    now = new Date('2026-11-21T11:59:59.999Z');
    expect(await codeOf(productsOf(collectionId))).toBe('NOT_FOUND');
    expect((await shownHome()).banners[0]?._id).toBe(bannerId);
  });

  test('has none that is switched off, whatever its dates', async () => {
    const collectionId = await addProductCollection(db, { isActive: false });
    await addBanner(db, { isActive: false, startsAt: '2026-11-22T00:00:00.000Z' });
    expect(await shownHome()).toEqual({ banners: [], collections: [], rows: [], until: null });
    expect(await codeOf(productsOf(collectionId))).toBe('NOT_FOUND');
  });
});

describe('the products of a collection', () => {
  test('are the chosen ones in their order, without sold-out and deleted ones, page by page', async () => {
    const names = ['Red Rice', 'Curd', 'Cow Milk', 'Ghee'];
    const id = await addProductCollection(db, {
      productIds: [...names.map(idOf), 'deleted'],
      productCount: 2,
    });
    expect(await productsOf(id)).toEqual(['Red Rice', 'Cow Milk']);
    expect([await productsOf(id, 1, 1), await productsOf(id, 2, 1), await productsOf(id, 3, 1)]).toEqual([
      ['Red Rice'],
      ['Cow Milk'],
      [],
    ]);
    await changeProduct(db, idOf('Red Rice'), { stock: 0 });
    expect(await productsOf(id)).toEqual(['Cow Milk', 'Ghee']);
    await changeProduct(db, idOf('Red Rice'), { stock: 20 });
  });

  test('are none while all are sold out', async () => {
    const id = await addProductCollection(db, { productIds: [idOf('Curd')] });
    expect(await productsOf(id)).toEqual([]);
  });

  type Rule = Extract<EndpointInput<'createCollection'>['source'], { kind: 'RULE' }>;
  const rule = (fields: Partial<Rule>): Rule => ({
    ...{ kind: 'RULE', categoryIds: [], brand: '', minDiscount: null, maxPriceAmt: null, sort: 'newest' },
    ...fields,
  });
  test.each<[string, () => Partial<Rule>, string[]]>([
    ['all, newest first', () => ({}), ['Cow Milk', 'Ghee', 'Red Rice']],
    ['the cheapest', () => ({ sort: 'price-low' }), ['Cow Milk', 'Red Rice', 'Ghee']],
    [
      'a discount of at least 10 percent',
      () => ({ minDiscount: 10, sort: 'discount' }),
      ['Ghee', 'Red Rice'],
    ],
    ['a discount of at least 10.01 percent', () => ({ minDiscount: 10.01 }), ['Ghee']],
    ['a price of at most 81 rupees after discount', () => ({ maxPriceAmt: 81 }), ['Cow Milk', 'Red Rice']],
    ['a brand in any case', () => ({ brand: 'GAURI' }), ['Cow Milk', 'Ghee']],
    ['a category', () => ({ categoryIds: [catalogue.categories.get('Staples') ?? ''] }), ['Red Rice']],
    [
      'a sub-category',
      () => ({ categoryIds: [catalogue.subCategories.get('Milk') ?? ''] }),
      ['Cow Milk', 'Ghee'],
    ],
    [
      'a category and its sub-category, each product once',
      () => ({
        categoryIds: [catalogue.categories.get('Dairy') ?? '', catalogue.subCategories.get('Milk') ?? ''],
      }),
      ['Cow Milk', 'Ghee'],
    ],
    ['a brand and a price', () => ({ brand: 'Gauri', maxPriceAmt: 100 }), ['Cow Milk']],
  ])('of a rule are %s', async (_what, fields, names) => {
    expect(await productsOf(await addProductCollection(db, { source: rule(fields()) }))).toEqual(names);
  });

  test('that sell best are those of most pieces in 30 days, then the newest, counted at each full hour', async () => {
    const id = await addProductCollection(db, { source: rule({ sort: 'best-selling' }) });
    const sell = (name: string, quantity: number, at: string, status: 'PLACED' | 'CANCELLED' = 'PLACED') =>
      addOrder(db, {
        ...{ at: new Date(at), status },
        lines: [{ productId: idOf(name), quantity }],
      });
    await sell('Red Rice', 5, '2026-11-21T13:59:00.000Z');
    await sell('Ghee', 6, '2026-11-21T14:30:00.000Z');
    await sell('Ghee', 9, '2026-09-01T10:00:00.000Z');
    await sell('Ghee', 9, '2026-11-20T10:00:00.000Z', 'CANCELLED');
    now = new Date('2026-11-21T14:45:00.000Z');
    expect(await productsOf(id)).toEqual(['Red Rice', 'Cow Milk', 'Ghee']);
    const { until } = await runCall(apiRoutes, 'listProductsByCollection', meera.context, {
      collectionId: id,
    });
    expect(until).toBe('2026-11-21T15:00:00.000Z');
    now = new Date(until ?? '');
    expect(await productsOf(id)).toEqual(['Ghee', 'Red Rice', 'Cow Milk']);
  });
});

describe('the staff', () => {
  test('create, change and delete a banner, and the audit log says so', async () => {
    const { data: created, status } = await meera.call('createBanner', newBanner({ image, title: 'Diwali' }));
    expect([status, created.version]).toEqual([201, 1]);
    const change = {
      ...newBanner({ image, title: 'Holi', titleHindi: 'होली' }),
      _id: created._id,
      version: 1,
    };
    const { data } = await meera.call('updateBanner', change);
    expect(data).toMatchObject({ version: 2, title: 'Holi', titleHindi: 'होली' });
    // The second tab.
    expect(await codeOf(meera.call('updateBanner', change))).toBe('CHANGED_MEANWHILE');
    await meera.call('deleteBanner', { _id: created._id });
    for (const call of ['deleteBanner', 'updateBanner'] as const)
      expect(await codeOf(meera.call(call, call === 'deleteBanner' ? { _id: created._id } : change))).toBe(
        'NOT_FOUND',
      );
    const history = await meera.historyOf(created._id);
    expect(history.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
      'banner deleted',
      'banner updated',
      'banner created',
    ]);
    expect(history[1]?.changes.map(({ field }) => field).sort()).toEqual(['title', 'titleHindi']);
  });

  test('create, change and delete a collection, each title once', async () => {
    const input = newCollection({ productIds: [idOf('Ghee'), idOf('Ghee')], title: 'Winter' });
    const { data: created } = await meera.call('createCollection', input);
    expect(created.source).toEqual({ kind: 'PRODUCTS', productIds: [idOf('Ghee')] });
    // A double tap.
    const twice = await countOutcomes([
      meera.call('createCollection', newCollection({ title: 'Spring' })),
      meera.call('createCollection', newCollection({ title: 'sPRING' })),
    ]);
    expect(twice).toEqual({ '201': 1, '409 NAME_TAKEN': 1 });
    const change = { ...newCollection({ title: 'Summer' }), _id: created._id, version: 1 };
    const outcomes = await countOutcomes(
      Array.from({ length: 5 }, () => meera.call('updateCollection', change)),
    );
    expect(outcomes).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 4 });
    const taken = { ...change, version: 2, title: 'Spring' };
    expect(await codeOf(meera.call('updateCollection', taken))).toBe('NAME_TAKEN');
    await meera.call('deleteCollection', { _id: created._id });
    expect(await codeOf(meera.call('deleteCollection', { _id: created._id }))).toBe('NOT_FOUND');
    expect((await meera.historyOf(created._id)).map(({ action }) => action)).toEqual([
      'deleted',
      'updated',
      'created',
    ]);
  });

  test('keep a product that was deleted since and a link to it, but cannot add them', async () => {
    const gone = ['gone1', 'gone2'];
    const id = await addProductCollection(db, { productIds: [gone[0] ?? '', idOf('Ghee')] });
    const keep = { ...newCollection({ productIds: [gone[0] ?? ''] }), _id: id, version: 1 };
    expect((await meera.call('updateCollection', keep)).data.version).toBe(2);
    const error = await catchAppError(
      meera.call('updateCollection', { ...newCollection({ productIds: gone }), _id: id, version: 2 }),
    );
    expect(error.issues?.[0]?.path).toBe('source.productIds');
    const link = '/product/gone-gone1';
    const bannerId = await addBanner(db, { link, image });
    const change = { ...newBanner({ image, link }), _id: bannerId, version: 1 };
    expect((await meera.call('updateBanner', change)).data.link).toBe(link);
  });

  const period = { startsAt: '2026-11-22T00:00:00.000Z', endsAt: '2026-11-22T00:00:00.000Z' };
  test.each<[string, object, string]>([
    ['a link to another host', { link: 'https://evil.example/' }, 'link'],
    ['a script as a link', { link: 'javascript:alert(1)' }, 'link'],
    ['a link to the dashboard', { link: '/dashboard/settings' }, 'link'],
    ['a link to an unknown product', { link: '/product/milk-unknown1' }, 'link'],
    ['a link to an unknown brand', { link: '/brand/unknown' }, 'link'],
    ['a link to an unknown collection', { link: '/collection/x-unknown1' }, 'link'],
    ['a link to an unknown listing', { link: '/dairy-1/milk-2' }, 'link'],
    ['no title', { title: ' ' }, 'title'],
    ['an image of another host', { image: 'https://evil.example/a.webp' }, 'image'],
    ['an image that was never uploaded', { image: '/images/0123456789abcdef/640.webp' }, 'image'],
    ['an end at its start', period, 'endsAt'],
    ['an unknown field', { html: '<script>' }, ''],
  ])('cannot create a banner with %s', async (_what, fields, path) => {
    const error = await catchAppError(meera.call('createBanner', { ...newBanner({ image }), ...fields }));
    expect([error.code, error.issues?.[0]?.path]).toEqual(['INVALID_INPUT', path]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  test.each<[string, object, string]>([
    ['200 products', { source: { kind: 'PRODUCTS', productIds: many(200) } }, 'source.productIds'],
    ['no products', { source: { kind: 'PRODUCTS', productIds: [] } }, 'source.productIds'],
    ['unknown products', { source: { kind: 'PRODUCTS', productIds: many(2) } }, 'source.productIds'],
    [
      'a rule with an unknown category',
      { source: { ...newCollection().source, categoryIds: ['unknown'] } },
      'source.categoryIds',
    ],
    [
      'a discount above 100 percent',
      { source: { ...newCollection().source, minDiscount: 101 } },
      'source.minDiscount',
    ],
    ['an unknown order', { source: { ...newCollection().source, sort: 'random()' } }, 'source.sort'],
    ['101 products at most', { productCount: 101 }, 'productCount'],
    ['a title of 61 letters', { title: 'a'.repeat(61) }, 'title'],
    ['an end at its start', period, 'endsAt'],
  ])('cannot create a collection with %s', async (_what, fields, path) => {
    const error = await catchAppError(meera.call('createCollection', { ...newCollection(), ...fields }));
    expect([error.code, error.issues?.[0]?.path]).toEqual(['INVALID_INPUT', path]);
  });

  test('have at most 20 banners and 20 collections, also when they create several at once', async () => {
    for (let count = 2; count < homeLimits.banners; count += 1) {
      await addBanner(db, { image });
      await addProductCollection(db);
    }
    const create = (name: 'createBanner' | 'createCollection', input: () => object) =>
      countOutcomes(Array.from({ length: 4 }, () => meera.call(name, input())));
    const outcomes = { '201': 2, '400 INVALID_INPUT': 2 };
    expect(await create('createBanner', () => newBanner({ image }))).toEqual(outcomes);
    expect(await create('createCollection', () => newCollection())).toEqual(outcomes);
  });

  test('arrange banners, and collections among categories; new ones come last and first', async () => {
    const [dairy, staples] = ['Dairy', 'Staples'].map((name) => catalogue.categories.get(name) ?? '');
    const [one, two] = [await addBanner(db, { image }), await addBanner(db, { image })];
    const [first, second] = [await addProductCollection(db), await addProductCollection(db)];
    const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
    expect(ids((await layout()).rows)).toEqual([first, second, dairy, staples]);
    const rows = [
      { kind: 'CATEGORY', _id: staples },
      { kind: 'COLLECTION', _id: second },
      { kind: 'COLLECTION', _id: first },
    ];
    const arranged = { version: (await layout()).version, bannerIds: [two, one], rows };
    const { data } = await meera.call('arrangeHome', arranged);
    expect([ids(data.banners), ids(data.rows)]).toEqual([
      [two, one],
      [staples, second, first, dairy],
    ]);
    const shown = await shownHome();
    expect([ids(shown.banners), ids(shown.rows)]).toEqual([
      [two, one],
      [staples, second, first],
    ]);
    expect(await codeOf(meera.call('arrangeHome', arranged))).toBe('CHANGED_MEANWHILE');
    const { data: third } = await meera.call('createBanner', newBanner({ image }));
    const { data: newest } = await meera.call('createCollection', newCollection());
    const after = await layout();
    expect([ids(after.banners), ids(after.rows)]).toEqual([
      [two, one, third._id],
      [newest._id, staples, second, first, dairy],
    ]);
    // The other tab does not know what was created.
    expect(await codeOf(meera.call('arrangeHome', { ...arranged, version: data.version }))).toBe(
      'CHANGED_MEANWHILE',
    );
    expect((await meera.historyOf('home'))[0]).toMatchObject({ kind: 'home', action: 'updated' });
    const later = await addCategory(db, 'Zebra');
    expect((await layout()).rows.at(-1)?._id).toBe(later);
    await db.query(sql`delete from category where id = ${later}`);
  });

  test('cannot arrange what does not exist, or anything twice', async () => {
    const id = await addBanner(db, { image });
    const { version } = await layout();
    const errors = await catchAppErrors(
      [
        { bannerIds: [id, id], rows: [] },
        { bannerIds: ['unknown'], rows: [] },
        { bannerIds: [], rows: [{ kind: 'CATEGORY', _id: 'unknown' }] },
        { bannerIds: [], rows: [{ kind: 'COLLECTION', _id: catalogue.categories.get('Dairy') }] },
      ].map((order) => meera.call('arrangeHome', { version, ...order })),
    );
    expect(errors.map(({ issues }) => issues?.[0]?.path)).toEqual(['bannerIds', 'bannerIds', 'rows', 'rows']);
  });

  test('preview a later time, also with what is switched off, and no one else sees it', async () => {
    const startsAt = '2026-12-01T00:00:00.000Z';
    const bannerId = await addBanner(db, { image, startsAt });
    const draft = await addProductCollection(db, { isActive: false, productIds: [idOf('Ghee')] });
    const at = '2026-12-01T00:00:00.000Z';
    const { data } = await meera.call('previewHome', { at });
    expect([data.banners.map(({ _id }) => _id), data.collections]).toEqual([[bannerId], []]);
    const withDraft = (await meera.call('previewHome', { at, includesOff: true })).data;
    expect(withDraft.collections.map(({ _id }) => _id)).toEqual([draft]);
    expect(withDraft.products.map(({ products }) => products.map(({ name }) => name))).toEqual([['Ghee']]);
    expect((await meera.call('previewHome', { at: '2026-11-30T23:59:59.999Z' })).data.banners).toEqual([]);
    expect((await shownHome()).banners).toEqual([]);
  });
});

test.each([
  sql`insert into banner (id, title, title_hindi, image, phone_image, link, is_active, created_at)
    values ('b', 'B', '', '/images/a/640.webp', '', '//evil.example', true, now())`,
  sql`insert into banner (id, title, title_hindi, image, phone_image, link, is_active, created_at)
    values ('b', 'B', '', '/images/a/640.webp', '', 'javascript:alert(1)', true, now())`,
  sql`insert into banner (id, title, title_hindi, image, phone_image, link, starts_at, ends_at, is_active, created_at)
    values ('b', 'B', '', '/images/a/640.webp', '', '/search?q=a', now(), now(), true, now())`,
  sql`insert into product_collection (id, title, title_hindi, source, product_count, is_active, created_at)
    values ('c', 'C', '', '{}', 0, true, now())`,
])('the database refuses a row that breaks a rule (%#)', async (statement) => {
  await expect(db.query(statement)).rejects.toMatchObject({ code: '23514' });
});
