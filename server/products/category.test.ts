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

const uniqueName = () => `Category ${newId()}`;
const add = async (name: string = uniqueName()) => (await meera.call('addCategory', { name, image })).data;

async function stateOf(id: string) {
  return db.query(sql`select * from category where id = ${id}`);
}

test('creates a category with a normalized name, an image and a hue', async () => {
  const { data, status, message } = await meera.call('addCategory', { name: '  Dry  fruits ', image });
  expect([status, message]).toEqual([201, 'Category added']);
  expect(data).toEqual({
    ...{ _id: expect.stringMatching(/^[0-9A-Za-z]{22}$/), name: 'Dry fruits', nameHindi: '', image },
    ...{ hue: expect.any(Number), updatedAt: expect.stringMatching(/Z$/) },
  });
  expect((await meera.call('listCategories')).data).toContainEqual(data);
  expect((await meera.call('addCategory', { name: uniqueName(), image, hue: 200 })).data.hue).toBe(200);
});

test('keeps the hue unless the update has another', async () => {
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

test('does not change updatedAt when nothing changed', async () => {
  const category = await add();
  expect((await meera.call('updateCategory', category)).data).toEqual(category);
  expect((await arjun.call('updateCategory', { ...category, name: uniqueName() })).status).toBe(200);
  expect(await meera.historyOf(category._id)).toHaveLength(2);
});

describe('a name', () => {
  test.each(unusualNames.map((name) => [name]))('can be %j', async (name) => {
    const { _id } = await add(name);
    const shown = (await meera.call('listCategories')).data.find((category) => category._id === _id);
    expect(shown?.name).toBe(name);
    await meera.call('deleteCategory', { _id });
  });

  test.each([...invalidNames, ['101 characters', 'x'.repeat(101)]])('cannot be %s', async (_what, name) => {
    const { _id } = await add();
    const before = await stateOf(_id);
    const refusals = await catchAppErrors([
      meera.call('addCategory', { name, image }),
      meera.call('updateCategory', { _id, name, image }),
    ]);
    for (const refusal of refusals) {
      expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'name']);
    }
    expect(await stateOf(_id)).toEqual(before);
  });

  test.each([
    ['Dairy', 'DAIRY'],
    ['Frozen', '  frozen\u00a0'],
    ['Épicerie', 'éPICERIE'],
    ['Сыр', 'СЫР'],
  ])('%j conflicts with %j', async (first, second) => {
    const { _id } = await add(first);
    const other = await add();
    const refusals = await catchAppErrors([
      meera.call('addCategory', { name: second, image }),
      meera.call('updateCategory', { _id: other._id, name: second, image }),
    ]);
    for (const refusal of refusals) {
      expect([refusal.status, refusal.code, refusal.issues?.[0]?.path]).toEqual([409, 'NAME_TAKEN', 'name']);
    }
    expect(await meera.historyOf(other._id)).toHaveLength(1);
    // Its own name in another case is free.
    expect((await meera.call('updateCategory', { _id, name: second, image })).data.name).toBe(second.trim());
  });

  test.each([
    ['Cafés', 'Cafe\u0301s'],
    ['Nuts and seeds', 'Nuts\u00a0and  seeds'],
    ['Rice', 'Ri\u200bce\u200d'],
    ['Pulses', '\u202ePulses'],
  ])('%j conflicts with %j, which looks the same', async (first, second) => {
    const { name } = await add(second);
    expect(name).toBe(first);
    for (const again of [first, second]) {
      expect((await catchAppError(meera.call('addCategory', { name: again, image }))).code).toBe(
        'NAME_TAKEN',
      );
    }
  });

  test('is given to one of several concurrent requests', async () => {
    const name = uniqueName();
    const tries = Array.from({ length: 8 }, (_, index) =>
      meera.call('addCategory', { name: index % 2 === 0 ? name : name.toUpperCase(), image }),
    );
    expect(await countOutcomes(tries)).toEqual({ '201': 1, '409 NAME_TAKEN': 7 });
    const entries = await db.query(sql`
      select from audit_entry where kind = 'category' and lower(entity_name) = lower(${name})`);
    expect(entries).toHaveLength(1);
  });

  test('is rejected for both of two categories that swap names concurrently', async () => {
    const [one, two] = [await add(), await add()];
    const outcomes = await countOutcomes([
      meera.call('updateCategory', { _id: one._id, name: two.name, image }),
      arjun.call('updateCategory', { _id: two._id, name: one.name, image }),
    ]);
    expect(outcomes).toEqual({ '409 NAME_TAKEN': 2 });
  });
});

test.each([
  ['an unknown image', () => `/images/${newId()}/640.webp`],
  ['an image of another site', () => 'https://evil.example/images/0123456789abcdefghijkl/640.webp'],
  ['a script', () => 'javascript:alert(1)'],
  ['an unknown width', () => image.replace('640', '999')],
  ['a path traversal', () => `/images/../${newId()}/640.webp`],
  ['an empty URL', () => ''],
  ['a number', () => 5],
])('rejects %s as image', async (_what, make) => {
  const { _id } = await add();
  const refusals = await catchAppErrors([
    meera.call('addCategory', { name: uniqueName(), image: make() }),
    meera.call('updateCategory', { _id, name: uniqueName(), image: make() }),
  ]);
  for (const refusal of refusals) {
    expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'image']);
  }
});

test.each([
  [{ hue: 360 }],
  [{ hue: -1 }],
  [{ hue: 1.5 }],
  [{ hue: '7' }],
  [{ colour: 'red' }],
  [{ updatedAt: 'yesterday' }],
])('rejects %o', async (fields) => {
  const { _id } = await add();
  const name = uniqueName();
  const refusal = await catchAppError(meera.call('updateCategory', { _id, name, image, ...fields }));
  expect(refusal.code).toBe('INVALID_INPUT');
  expect(await meera.historyOf(_id)).toHaveLength(1);
});

describe('concurrent changes', () => {
  test('reject the second with who changed what, and accept it after a reload', async () => {
    const category = await add();
    const changed = (
      await meera.call('updateCategory', { ...category, name: uniqueName(), updatedAt: category.updatedAt })
    ).data;
    const refusal = await catchAppError(arjun.call('updateCategory', { ...category, name: uniqueName() }));
    expect([refusal.status, refusal.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(refusal.message).toBe(`Meera changed ${changed.name}. Check it again before you save.`);
    expect(refusal.details).toEqual({
      current: changed,
      // Without the creation, which the second admin has seen.
      entries: [
        expect.objectContaining({
          action: 'updated',
          by: { _id: meera.userId, name: 'Meera' },
          changes: [{ field: 'name', before: category.name, after: changed.name }],
        }),
      ],
    });
    const mine = { ...category, name: uniqueName(), updatedAt: changed.updatedAt };
    expect((await arjun.call('updateCategory', mine)).data.name).toBe(mine.name);
  });

  test('accept one of several requests at the same time', async () => {
    const category = await add();
    const outcomes = await countOutcomes(
      [meera, arjun, meera, arjun].map((admin) =>
        admin.call('updateCategory', { ...category, name: uniqueName() }),
      ),
    );
    expect(outcomes).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 3 });
    expect(await meera.historyOf(category._id)).toHaveLength(2);
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'])(
    'reject the updatedAt %s with CHANGED_MEANWHILE',
    async (updatedAt) => {
      const refusal = await catchAppError(meera.call('updateCategory', { ...(await add()), updatedAt }));
      expect(refusal.code).toBe('CHANGED_MEANWHILE');
    },
  );
});

describe('deletion', () => {
  test('removes an empty category, which is NOT_FOUND afterwards', async () => {
    const { _id, name } = await add();
    expect(await meera.call('deleteCategory', { _id })).toMatchObject({ status: 200, data: null });
    const refusals = await catchAppErrors([
      meera.call('deleteCategory', { _id }),
      meera.call('updateCategory', { _id, name, image }),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect((await add(name)).name).toBe(name);
  });

  test('is rejected with the number of products and sub-categories', async () => {
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

  test('does not leave products in a deleted category when they are added concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const _id = await addCategory(db);
      const products = await Promise.all(
        Array.from({ length: 3 }, () => newProduct(db, { category: [_id] })),
      );
      const [deleted, ...created] = await Promise.allSettled([
        meera.call('deleteCategory', { _id }),
        ...products.map((product) => arjun.call('createProduct', product)),
      ]);
      const isThere = (await stateOf(_id)).length === 1;
      expect(isThere).toBe(deleted.status === 'rejected');
      const members = await db.query(sql`select from product_category where category_id = ${_id}`);
      expect(members).toHaveLength(created.filter(({ status }) => status === 'fulfilled').length);
      for (const settled of [deleted, ...created]) {
        if (settled.status === 'rejected') expect(['IN_USE', 'INVALID_INPUT']).toContain(settled.reason.code);
      }
    }
  });

  test('succeeds once for concurrent requests', async () => {
    const { _id } = await add();
    const outcomes = await countOutcomes([
      meera.call('deleteCategory', { _id }),
      arjun.call('deleteCategory', { _id }),
    ]);
    expect(outcomes).toEqual({ '200': 1, '404 NOT_FOUND': 1 });
    expect((await meera.historyOf(_id)).map(({ action }) => action)).toEqual(['deleted', 'created']);
  });
});

test('does not deadlock when categories that share products are renamed concurrently', async () => {
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
