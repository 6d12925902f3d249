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
const dairy = await addCategory(db, 'Dairy');
const bakery = await addCategory(db, 'Bakery');

const uniqueName = () => `Sub-category ${newId()}`;
const fields = (given: object = {}) => ({ name: uniqueName(), image, category: [dairy], ...given });
const create = async (given: object = {}) => (await meera.call('createSubCategory', fields(given))).data;

test('creates a sub-category with categories given by id or object', async () => {
  const category = [{ _id: dairy, name: 'Of another day', colour: 'red' }, bakery, dairy];
  const { data, status, message } = await meera.call(
    'createSubCategory',
    fields({ name: ' Buns ', nameHindi: ' बन ', category }),
  );
  expect([status, message]).toEqual([201, 'Sub-category created']);
  expect(data).toEqual({
    ...{ _id: expect.stringMatching(/^[0-9A-Za-z]{22}$/), name: 'Buns', nameHindi: 'बन', image },
    category: [
      { _id: bakery, name: 'Bakery', nameHindi: '' },
      { _id: dairy, name: 'Dairy', nameHindi: '' },
    ],
    updatedAt: expect.stringMatching(/Z$/),
  });
  expect((await meera.call('listSubCategories')).data).toContainEqual(data);
});

test('updates name, image and categories', async () => {
  const { _id } = await create({ category: [dairy, bakery] });
  const changed = fields({ image: await addImage(db), category: [bakery] });
  const { data } = await meera.call('updateSubCategory', { _id, ...changed });
  expect(data).toMatchObject({ _id, ...changed, category: [{ _id: bakery, name: 'Bakery' }] });
  const [entry] = await meera.historyOf(_id);
  expect(entry?.changes.map(({ field }) => field).sort()).toEqual(['category', 'image', 'name']);
  expect(entry?.changes).toContainEqual({
    ...{ field: 'category', before: ['Bakery', 'Dairy'], after: ['Bakery'] },
  });
});

test('changes updatedAt when only the categories changed, not when nothing changed', async () => {
  const subCategory = await create();
  expect((await meera.call('updateSubCategory', subCategory)).data).toEqual(subCategory);
  const moved = { ...subCategory, category: [dairy, bakery] };
  expect((await arjun.call('updateSubCategory', moved)).status).toBe(200);
  expect((await catchAppError(meera.call('updateSubCategory', subCategory))).code).toBe('CHANGED_MEANWHILE');
});

describe('a name', () => {
  test.each(unusualNames.map((name) => [name]))('can be %j', async (name) => {
    expect((await create({ name })).name).toBe(name);
  });

  test.each([...invalidNames, ['101 characters', 'x'.repeat(101)]])('cannot be %s', async (_what, name) => {
    const { _id } = await create();
    const refusals = await catchAppErrors([
      meera.call('createSubCategory', fields({ name })),
      meera.call('updateSubCategory', { _id, ...fields({ name }) }),
    ]);
    for (const { code, issues } of refusals)
      expect([code, issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'name']);
    expect(await meera.historyOf(_id)).toHaveLength(1);
  });

  test('is unique among sub-categories, ignoring case', async () => {
    const { _id } = await create({ name: 'Crème' });
    const other = await create();
    const refusals = await catchAppErrors([
      meera.call('createSubCategory', fields({ name: ' CRÈME ' })),
      meera.call('updateSubCategory', { _id: other._id, ...fields({ name: 'crème' }) }),
    ]);
    for (const { status, code, issues } of refusals)
      expect([status, code, issues?.[0]?.path]).toEqual([409, 'NAME_TAKEN', 'name']);
    expect((await meera.call('updateSubCategory', { _id, ...fields({ name: 'CRÈME' }) })).data.name).toBe(
      'CRÈME',
    );
    expect((await meera.call('addCategory', { name: 'Crème', image })).status).toBe(201);
  });

  test('is given to one of several concurrent requests', async () => {
    const name = uniqueName();
    const tries = Array.from({ length: 8 }, () => meera.call('createSubCategory', fields({ name })));
    expect(await countOutcomes(tries)).toEqual({ '201': 1, '409 NAME_TAKEN': 7 });
  });
});

test.each([
  ['category', () => ({ category: [] })],
  ['category', () => ({ category: undefined })],
  ['category', () => ({ category: dairy })],
  ['category', () => ({ category: [newId()] })],
  ['category', () => ({ category: [dairy, newId()] })],
  ['category.0', () => ({ category: ["' or true --"] })],
  ['category.0', () => ({ category: [{ name: 'Dairy' }] })],
  ['category.0', () => ({ category: [null] })],
  ['category', () => ({ category: Array.from({ length: 21 }, () => newId()) })],
  ['image', () => ({ image: `/images/${newId()}/640.webp` })],
  ['image', () => ({ image: 'https://evil.example/cat.webp' })],
  ['', () => ({ hue: 3 })],
] as const)('rejects an invalid %s (%#) and changes nothing', async (path, given) => {
  const { _id } = await create();
  const refusals = await catchAppErrors([
    meera.call('createSubCategory', fields(given())),
    meera.call('updateSubCategory', { _id, ...fields(given()) }),
  ]);
  for (const { code, issues } of refusals) expect([code, issues?.[0]?.path]).toEqual(['INVALID_INPUT', path]);
  expect(await meera.historyOf(_id)).toHaveLength(1);
});

test('rejects one of two concurrent changes with the change of the other', async () => {
  const subCategory = await create();
  const changes = () => [meera, arjun].map((admin) => ({ admin, name: uniqueName() }));
  const outcomes = await countOutcomes(
    changes().map(({ admin, name }) => admin.call('updateSubCategory', { ...subCategory, name })),
  );
  expect(outcomes).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 1 });
  const { details } = await catchAppError(meera.call('updateSubCategory', { ...subCategory }));
  expect(details).toEqual({
    current: expect.objectContaining({ _id: subCategory._id }),
    entries: [expect.objectContaining({ kind: 'sub-category', action: 'updated' })],
  });
});

describe('deletion', () => {
  test('removes an empty sub-category from its categories', async () => {
    const { _id } = await create();
    expect((await meera.call('deleteSubCategory', { _id })).data).toBeNull();
    const refusals = await catchAppErrors([
      meera.call('deleteSubCategory', { _id }),
      meera.call('updateSubCategory', { _id, ...fields() }),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect((await meera.historyOf(_id)).map(({ action }) => action)).toEqual(['deleted', 'created']);
  });

  test('is rejected with the number of products', async () => {
    const { _id } = await create({ name: 'Full' });
    await meera.call('createProduct', await newProduct(db, { subCategory: [_id] }));
    const one = await catchAppError(meera.call('deleteSubCategory', { _id }));
    expect([one.status, one.code, one.details]).toEqual([409, 'IN_USE', { products: 1 }]);
    expect(one.message).toBe('Full cannot be deleted: 1 product belongs to it. Move it first.');
    await meera.call('createProduct', await newProduct(db, { subCategory: [_id] }));
    const two = await catchAppError(meera.call('deleteSubCategory', { _id }));
    expect(two.message).toBe('Full cannot be deleted: 2 products belong to it. Move them first.');
  });

  test('does not leave products in a deleted sub-category when they are added concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const _id = await addSubCategory(db, [dairy]);
      const product = await newProduct(db, { subCategory: [_id] });
      const outcomes = await countOutcomes([
        meera.call('deleteSubCategory', { _id }),
        arjun.call('createProduct', product),
      ]);
      expect([
        { '200': 1, '400 INVALID_INPUT': 1 },
        { '201': 1, '409 IN_USE': 1 },
      ]).toContainEqual(outcomes);
    }
  });

  test('does not leave sub-categories in a deleted category when they are added concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const category = await addCategory(db);
      const outcomes = await countOutcomes([
        meera.call('deleteCategory', { _id: category }),
        arjun.call('createSubCategory', fields({ category: [category] })),
      ]);
      expect([
        { '200': 1, '400 INVALID_INPUT': 1 },
        { '201': 1, '409 IN_USE': 1 },
      ]).toContainEqual(outcomes);
    }
  });
});
