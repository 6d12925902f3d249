import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { invalidNames, unusualNames } from '#tests/fixtures/inputs.ts';
import { addCategory, addImage, addSubCategory } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const arjun = await createAdmin(db, 'Arjun');
const image = await addImage(db);
const bakery = await addCategory(db, 'Bakery');
const frozen = await addCategory(db, 'Frozen');

const uniqueName = () => `Category ${newId()}`;
const issueOf = ({ status, code, issues }: Awaited<ReturnType<typeof catchAppError>>) => [
  ...[status, code, issues?.[0]?.path],
];

const kinds = [
  {
    kind: 'category',
    calls: { add: 'addCategory', update: 'updateCategory', remove: 'deleteCategory', list: 'listCategories' },
    field: 'category',
    parents: {},
  },
  {
    kind: 'sub-category',
    calls: {
      add: 'createSubCategory',
      update: 'updateSubCategory',
      remove: 'deleteSubCategory',
      list: 'listSubCategories',
    },
    field: 'subCategory',
    parents: { category: [bakery] },
  },
] as const;

describe.each(kinds)('a $kind', ({ kind, calls, field, parents }) => {
  const fields = (given: object = {}) => ({ name: uniqueName(), image, ...parents, ...given });
  const add = async (given: object = {}) => (await meera.call(calls.add, fields(given))).data;
  const update = (_id: string, given: object) => meera.call(calls.update, { _id, ...fields(given) });
  /** The errors of a new one with these fields, and of the update of another one, which nothing changes. */
  async function refusalsOf(given: object) {
    const { _id } = await add();
    const refusals = await catchAppErrors([meera.call(calls.add, fields(given)), update(_id, given)]);
    expect((await meera.historyOf(_id)).map(({ action }) => action)).toEqual(['created']);
    return refusals.map(issueOf);
  }

  test.each(unusualNames.map((name) => [name]))('can have the name %j', async (name) => {
    const { _id } = await add({ name });
    const shown = (await meera.call(calls.list)).data.find((each) => each._id === _id);
    expect(shown?.name).toBe(name);
    await meera.call(calls.remove, { _id });
  });

  const tooLong: [string, unknown] = ['101 characters', 'x'.repeat(101)];
  test.each([...invalidNames, tooLong])('cannot have a name of %s', async (_what, name) => {
    const invalid = [400, 'INVALID_INPUT', 'name'];
    expect(await refusalsOf({ name })).toEqual([invalid, invalid]);
  });

  test.each([
    ['an unknown image', () => `/images/${newId()}/640.webp`],
    ['an image of another site', () => 'https://evil.example/images/0123456789abcdefghijkl/640.webp'],
    ['a script', () => 'javascript:alert(1)'],
    ['an unknown width', () => image.replace('640', '999')],
    ['a path traversal', () => `/images/../${newId()}/640.webp`],
    ['an empty URL', () => ''],
    ['a number', () => 5],
  ])('cannot have %s as image', async (_what, make) => {
    const invalid = [400, 'INVALID_INPUT', 'image'];
    expect(await refusalsOf({ image: make() })).toEqual([invalid, invalid]);
  });

  test.each([
    ['Dairy', 'DAIRY'],
    ['Cold', '  cold\u00a0'],
    ['Épicerie', 'éPICERIE'],
    ['Сыр', 'СЫР'],
  ])('named %j conflicts with %j', async (first, second) => {
    const { _id } = await add({ name: first });
    const taken = [409, 'NAME_TAKEN', 'name'];
    expect(await refusalsOf({ name: second })).toEqual([taken, taken]);
    // Its own name in another case is free.
    expect((await update(_id, { name: second })).data.name).toBe(second.trim());
  });

  test('gives its name to one of several concurrent requests', async () => {
    const name = uniqueName();
    const tries = Array.from({ length: 8 }, (_, index) =>
      meera.call(calls.add, fields({ name: index % 2 === 0 ? name : name.toUpperCase() })),
    );
    expect(await countOutcomes(tries)).toEqual({ '201': 1, '409 NAME_TAKEN': 7 });
    const entries = await db.query(sql`select from audit_entry where lower(entity_name) = lower(${name})`);
    expect(entries).toHaveLength(1);
  });

  test('keeps its updatedAt when nothing changed', async () => {
    const before = await add();
    expect((await meera.call(calls.update, before)).data).toEqual(before);
    expect((await arjun.call(calls.update, { ...before, name: uniqueName() })).status).toBe(200);
    expect(await meera.historyOf(before._id)).toHaveLength(2);
  });

  test('rejects the second of two changes with who changed what, and accepts it after a reload', async () => {
    const before = await add();
    const changed = (await meera.call(calls.update, { ...before, name: uniqueName() })).data;
    const refusal = await catchAppError(arjun.call(calls.update, { ...before, name: uniqueName() }));
    expect([refusal.status, refusal.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(refusal.message).toBe(`Meera changed ${changed.name}. Check it again before you save.`);
    expect(refusal.details).toEqual({
      current: changed,
      // Without the creation, which the second admin has seen.
      entries: [
        expect.objectContaining({
          ...{ kind, action: 'updated', by: { _id: meera.userId, name: 'Meera' } },
          changes: [{ field: 'name', before: before.name, after: changed.name }],
        }),
      ],
    });
    const mine = { ...before, name: uniqueName(), updatedAt: changed.updatedAt };
    expect((await arjun.call(calls.update, mine)).data.name).toBe(mine.name);
  });

  test('accepts one of several changes at the same time', async () => {
    const before = await add();
    const changes = [meera, arjun, meera, arjun].map((admin) =>
      admin.call(calls.update, { ...before, name: uniqueName() }),
    );
    expect(await countOutcomes(changes)).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 3 });
    expect(await meera.historyOf(before._id)).toHaveLength(2);
  });

  test('is NOT_FOUND after its deletion, which succeeds once, and its name is free', async () => {
    const { _id, name } = await add();
    const outcomes = await countOutcomes([
      meera.call(calls.remove, { _id }),
      arjun.call(calls.remove, { _id }),
    ]);
    expect(outcomes).toEqual({ '200': 1, '404 NOT_FOUND': 1 });
    expect((await catchAppError(update(_id, { name }))).code).toBe('NOT_FOUND');
    expect((await meera.historyOf(_id)).map(({ action }) => action)).toEqual(['deleted', 'created']);
    expect((await add({ name })).name).toBe(name);
  });

  test('has no products after its deletion when some are added concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await add();
      const products = await Promise.all([1, 2, 3].map(() => newProduct(db, { [field]: [_id] })));
      const [deleted, ...created] = await Promise.allSettled([
        meera.call(calls.remove, { _id }),
        ...products.map((product) => arjun.call('createProduct', product)),
      ]);
      const isThere = (await meera.call(calls.list)).data.some((each) => each._id === _id);
      expect(isThere).toBe(deleted.status === 'rejected');
      const members = await db.query(sql`
        select from product_with_categories where ${_id} in (
          select category_id from product_category where product_id = id
          union all select sub_category_id from product_sub_category where product_id = id)`);
      expect(members).toHaveLength(created.filter(({ status }) => status === 'fulfilled').length);
      for (const settled of [deleted, ...created])
        if (settled.status === 'rejected') expect(['IN_USE', 'INVALID_INPUT']).toContain(settled.reason.code);
    }
  });
});

describe('a category', () => {
  const add = async (name: string = uniqueName()) => (await meera.call('addCategory', { name, image })).data;

  test('is created with a normalized name, an image and a hue', async () => {
    const { data, status, message } = await meera.call('addCategory', { name: '  Dry  fruits ', image });
    expect([status, message]).toEqual([201, 'Category added']);
    expect(data).toEqual({
      ...{ _id: expect.stringMatching(/^[0-9A-Za-z]{22}$/), name: 'Dry fruits', nameHindi: '', image },
      ...{ hue: expect.any(Number), updatedAt: expect.stringMatching(/Z$/) },
    });
    expect((await meera.call('listCategories')).data).toContainEqual(data);
    expect((await meera.call('addCategory', { name: uniqueName(), image, hue: 200 })).data.hue).toBe(200);
  });

  test('keeps its hue unless the update has another', async () => {
    const { _id, hue } = await add();
    const other = await addImage(db);
    const name = uniqueName();
    expect((await meera.call('updateCategory', { _id, name, image: other })).data).toMatchObject({
      ...{ _id, name, image: other, hue },
    });
    expect((await meera.call('updateCategory', { _id, name, image, hue: 7 })).data.hue).toBe(7);
  });

  test('stores a name in Hindi, keeps it for a client that does not know it, and removes it', async () => {
    const name = uniqueName();
    const { data } = await meera.call('addCategory', { name, nameHindi: '  सूखे  मेवे ', image });
    expect(data.nameHindi).toBe('सूखे मेवे');
    const { _id } = data;
    expect((await meera.call('updateCategory', { _id, name, image })).data.nameHindi).toBe('सूखे मेवे');
    const { data: shown } = await meera.call('updateCategory', { _id, name, image, nameHindi: '' });
    expect(shown.nameHindi).toBe('');
    expect((await meera.historyOf(_id))[0]?.changes).toEqual([
      { field: 'nameHindi', before: 'सूखे मेवे', after: '' },
    ]);
    const tooLong = meera.call('updateCategory', { _id, name, image, nameHindi: 'म'.repeat(101) });
    expect((await catchAppError(tooLong)).code).toBe('INVALID_INPUT');
  });

  test.each([
    ['Cafés', 'Cafe\u0301s'],
    ['Nuts and seeds', 'Nuts\u00a0and  seeds'],
    ['Rice', 'Ri\u200bce\u200d'],
    ['Pulses', '\u202ePulses'],
  ])('named %j conflicts with %j, which looks the same', async (first, second) => {
    const { name } = await add(second);
    expect(name).toBe(first);
    for (const again of [first, second]) expect((await catchAppError(add(again))).code).toBe('NAME_TAKEN');
  });

  test('cannot swap its name with another one at the same time', async () => {
    const [one, two] = [await add(), await add()];
    const outcomes = await countOutcomes([
      meera.call('updateCategory', { _id: one._id, name: two.name, image }),
      arjun.call('updateCategory', { _id: two._id, name: one.name, image }),
    ]);
    expect(outcomes).toEqual({ '409 NAME_TAKEN': 2 });
  });

  test.each([
    [{ hue: 360 }],
    [{ hue: -1 }],
    [{ hue: 1.5 }],
    [{ hue: '7' }],
    [{ colour: 'red' }],
    [{ updatedAt: 'yesterday' }],
  ])('rejects %o', async (given) => {
    const { _id } = await add();
    const refusal = await catchAppError(
      meera.call('updateCategory', { _id, name: uniqueName(), image, ...given }),
    );
    expect(refusal.code).toBe('INVALID_INPUT');
    expect(await meera.historyOf(_id)).toHaveLength(1);
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'])(
    'rejects the updatedAt %s with CHANGED_MEANWHILE',
    async (updatedAt) => {
      const refusal = await catchAppError(meera.call('updateCategory', { ...(await add()), updatedAt }));
      expect(refusal.code).toBe('CHANGED_MEANWHILE');
    },
  );

  test('is not deleted while products or sub-categories belong to it, which are counted', async () => {
    const _id = await addCategory(db, 'Full');
    await addSubCategory(db, [_id]);
    const one = await catchAppError(meera.call('deleteCategory', { _id }));
    expect([one.status, one.code, one.details]).toEqual([409, 'IN_USE', { products: 0, subCategories: 1 }]);
    expect(one.message).toBe('Full cannot be deleted: 1 sub-category belongs to it. Move it first.');
    for (let count = 0; count < 2; count += 1)
      await meera.call('createProduct', await newProduct(db, { category: [_id] }));
    const more = await catchAppError(meera.call('deleteCategory', { _id }));
    expect(more.details).toEqual({ products: 2, subCategories: 1 });
    expect(more.message).toBe(
      'Full cannot be deleted: 2 products and 1 sub-category belong to it. Move them first.',
    );
    expect((await meera.historyOf(_id)).map(({ action }) => action)).not.toContain('deleted');
  });

  test('has no sub-categories after its deletion when one is added concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const category = await addCategory(db);
      const outcomes = await countOutcomes([
        meera.call('deleteCategory', { _id: category }),
        arjun.call('createSubCategory', { name: uniqueName(), image, category: [category] }),
      ]);
      expect([
        { '200': 1, '400 INVALID_INPUT': 1 },
        { '201': 1, '409 IN_USE': 1 },
      ]).toContainEqual(outcomes);
    }
  });

  test('does not deadlock when others that share its products are renamed concurrently', async () => {
    const category = await Promise.all(Array.from({ length: 6 }, () => addCategory(db)));
    const shared = await Promise.all(Array.from({ length: 4 }, () => newProduct(db, { category })));
    for (const product of shared) await meera.call('createProduct', product);
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await countOutcomes(
        category.map((_id) => meera.call('updateCategory', { _id, name: uniqueName(), image })),
      );
      expect(outcomes).toEqual({ '200': 6 });
    }
  });
});

describe('a sub-category', () => {
  const fields = (given: object = {}) => ({ name: uniqueName(), image, category: [bakery], ...given });
  const create = async (given: object = {}) => (await meera.call('createSubCategory', fields(given))).data;

  test('is created with categories given by id or object', async () => {
    const category = [{ _id: frozen, name: 'Of another day', colour: 'red' }, bakery, frozen];
    const { data, status, message } = await meera.call(
      'createSubCategory',
      fields({ name: ' Buns ', nameHindi: ' बन ', category }),
    );
    expect([status, message]).toEqual([201, 'Sub-category created']);
    expect(data).toEqual({
      ...{ _id: expect.stringMatching(/^[0-9A-Za-z]{22}$/), name: 'Buns', nameHindi: 'बन', image },
      category: [
        { _id: bakery, name: 'Bakery', nameHindi: '' },
        { _id: frozen, name: 'Frozen', nameHindi: '' },
      ],
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await meera.call('listSubCategories')).data).toContainEqual(data);
  });

  test('may have the name of a category', async () => {
    expect((await create({ name: 'Bakery' })).name).toBe('Bakery');
  });

  test('gets another name, image and categories, which alone change its updatedAt too', async () => {
    const { _id } = await create({ category: [bakery, frozen] });
    const changed = fields({ image: await addImage(db), category: [bakery] });
    const { data } = await meera.call('updateSubCategory', { _id, ...changed });
    expect(data).toMatchObject({ _id, ...changed, category: [{ _id: bakery, name: 'Bakery' }] });
    const [entry] = await meera.historyOf(_id);
    expect(entry?.changes.map(({ field }) => field).sort()).toEqual(['category', 'image', 'name']);
    expect(entry?.changes).toContainEqual({
      ...{ field: 'category', before: ['Bakery', 'Frozen'], after: ['Bakery'] },
    });
    await arjun.call('updateSubCategory', { ...data, category: [bakery, frozen] });
    expect((await catchAppError(meera.call('updateSubCategory', data))).code).toBe('CHANGED_MEANWHILE');
  });

  test.each([
    ['category', () => ({ category: [] })],
    ['category', () => ({ category: undefined })],
    ['category', () => ({ category: bakery })],
    ['category', () => ({ category: [newId()] })],
    ['category', () => ({ category: [bakery, newId()] })],
    ['category.0', () => ({ category: ["' or true --"] })],
    ['category.0', () => ({ category: [{ name: 'Bakery' }] })],
    ['category.0', () => ({ category: [null] })],
    ['category', () => ({ category: Array.from({ length: 21 }, () => newId()) })],
    ['', () => ({ hue: 3 })],
  ] as const)('rejects an invalid %s (%#) and changes nothing', async (path, given) => {
    const { _id } = await create();
    const refusals = await catchAppErrors([
      meera.call('createSubCategory', fields(given())),
      meera.call('updateSubCategory', { _id, ...fields(given()) }),
    ]);
    const invalid = [400, 'INVALID_INPUT', path];
    expect(refusals.map(issueOf)).toEqual([invalid, invalid]);
    expect(await meera.historyOf(_id)).toHaveLength(1);
  });

  test('is not deleted while products belong to it, which are counted', async () => {
    const { _id } = await create({ name: 'Full' });
    await meera.call('createProduct', await newProduct(db, { subCategory: [_id] }));
    const one = await catchAppError(meera.call('deleteSubCategory', { _id }));
    expect([one.status, one.code, one.details]).toEqual([409, 'IN_USE', { products: 1 }]);
    expect(one.message).toBe('Full cannot be deleted: 1 product belongs to it. Move it first.');
    await meera.call('createProduct', await newProduct(db, { subCategory: [_id] }));
    const two = await catchAppError(meera.call('deleteSubCategory', { _id }));
    expect(two.message).toBe('Full cannot be deleted: 2 products belong to it. Move them first.');
  });
});
