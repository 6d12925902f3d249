import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addImage, addProduct, addSubCategory } from '#tests/fixtures/seed.ts';
import { diffFields, recordChanges } from './audit-log.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const image = await addImage(db);

test('every catalogue write records who, when, what, before and after', async () => {
  const { data: category } = await meera.call('addCategory', { name: 'Fruit', image, hue: 10 });
  await meera.call('updateCategory', { _id: category._id, name: 'Fruits', image });
  const { data: subCategory } = await meera.call('createSubCategory', {
    ...{ name: 'Mangoes', image, category: [category] },
  });
  await meera.call('updateSubCategory', { _id: subCategory._id, name: 'Mango', image, category: [category] });
  const input = await newProduct(db, { category: [category], subCategory: [subCategory] });
  const { data: product } = await meera.call('createProduct', input);
  await meera.call('updateProduct', { ...input, _id: product._id, unit: '2 kg' });
  await meera.call('changeProducts', { changes: [{ _id: product._id, price: 90 }] });
  await meera.call('deleteProduct', { _id: product._id });
  await meera.call('deleteSubCategory', { _id: subCategory._id });
  await meera.call('deleteCategory', { _id: category._id });

  const { data } = await meera.call('listAudit', {});
  expect(data.map(({ action, kind, thingName }) => [action, kind, thingName])).toEqual([
    ['deleted', 'category', 'Fruits'],
    ['deleted', 'sub-category', 'Mango'],
    ['deleted', 'product', product.name],
    ['updated', 'product', product.name],
    ['updated', 'product', product.name],
    ['created', 'product', product.name],
    ['updated', 'sub-category', 'Mango'],
    ['created', 'sub-category', 'Mangoes'],
    ['updated', 'category', 'Fruits'],
    // The name at that time, also after a rename or deletion.
    ['created', 'category', 'Fruit'],
  ]);
  expect(new Set(data.map(({ by }) => JSON.stringify(by)))).toEqual(
    new Set([JSON.stringify({ _id: meera.userId, name: 'Meera' })]),
  );
  expect(data[8]?.changes).toEqual([{ field: 'name', before: 'Fruit', after: 'Fruits' }]);
  expect(data[4]?.changes).toEqual([{ field: 'unit', before: '1 kg', after: '2 kg' }]);
  expect(data[3]?.changes).toEqual([{ field: 'price', before: 100, after: 90 }]);
  const created = Object.fromEntries((data[5]?.changes ?? []).map(({ field, after }) => [field, after]));
  expect(created).toMatchObject({
    name: product.name,
    category: ['Fruits'],
    subCategory: ['Mango'],
    price: 100,
  });
  const deleted = Object.fromEntries((data[2]?.changes ?? []).map(({ field, before }) => [field, before]));
  expect(deleted).toMatchObject({ name: product.name, category: ['Fruits'], price: 90, stock: 10 });
});

test('an entry has the timestamp of the change', async () => {
  const { data: product } = await meera.call('createProduct', await newProduct(db));
  const { data } = await meera.call('changeProducts', { changes: [{ _id: product._id, stock: 3 }] });
  const [changed, created] = await meera.historyOf(product._id);
  expect([created?.at, changed?.at]).toEqual([product.updatedAt, data.after[0]?.updatedAt]);
});

test('a failed write leaves no entry, and a failed entry leaves no write', async () => {
  const name = `Category ${newId()}`;
  const { caller } = meera.context;
  if (caller === null) throw new Error('The admin fixture is not logged in.');
  const writing = inTransaction({ ...meera.context, caller }, async (transaction) => {
    const thing = { kind: 'category' as const, thingId: newId(), thingName: name };
    await recordChanges(transaction, [{ ...thing, action: 'created', before: null, after: { name } }]);
    throw new Error('Simulated failure.');
  });
  await expect(writing).rejects.toThrow('Simulated failure.');
  expect(await db.query(sql`select from audit_entry where entity_name = ${name}`)).toEqual([]);

  await db.query(
    sql`alter table audit_entry add constraint no_more check (entity_name <> ${raw(`'${name}'`)})`,
  );
  await expect(meera.call('addCategory', { name, image })).rejects.toThrow('no_more');
  expect(await db.query(sql`select from category where name = ${name}`)).toEqual([]);
  await db.query(sql`alter table audit_entry drop constraint no_more`);
});

test('rejected writes leave no entry', async () => {
  const category = await addCategory(db);
  const subCategory = await addSubCategory(db, [category]);
  const product = await newProduct(db, { subCategory: [subCategory] });
  const { data } = await meera.call('createProduct', product);
  const count = async () => (await db.query(sql`select from audit_entry`)).length;
  const before = await count();
  const refused = [
    meera.call('deleteCategory', { _id: category }),
    meera.call('deleteSubCategory', { _id: subCategory }),
    meera.call('createProduct', product),
    meera.call('updateProduct', { ...product, _id: newId() }),
    meera.call('updateProduct', { ...product, _id: data._id, updatedAt: '2026-01-01T00:00:00Z' }),
    meera.call('changeProducts', { changes: [{ _id: data._id, price: 0 }] }),
  ];
  for (const call of refused.map(catchAppError)) expect((await call).status).toBeGreaterThanOrEqual(400);
  expect(await count()).toBe(before);
});

describe('the list', () => {
  test('is paged, and reports the total beyond the last page too', async () => {
    const _id = await addProduct(db);
    for (let price = 1; price <= 7; price += 1)
      await meera.call('changeProducts', { changes: [{ _id, price }] });
    const page = (number: number) => meera.call('listAudit', { thingId: _id, page: number, limit: 3 });
    const pages = await Promise.all([1, 2, 3, 4, 1_000_000].map(page));
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1, 0, 0]);
    for (const { totalCount, totalPage, totalNoPage } of pages)
      expect([totalCount, totalPage, totalNoPage]).toEqual([7, 3, 3]);
    const prices = pages.flatMap(({ data }) => data.map(({ changes }) => changes[0]?.after));
    expect(prices).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('filters by kind and by subject', async () => {
    const { data: category } = await meera.call('addCategory', { name: newId(), image });
    const categories = await meera.call('listAudit', { kind: 'category', limit: 100 });
    expect(new Set(categories.data.map(({ kind }) => kind))).toEqual(new Set(['category']));
    const other = await meera.call('listAudit', { kind: 'product', thingId: category._id, page: 2 });
    expect([other.data, other.totalCount]).toEqual([[], 0]);
  });

  test.each([{ kind: 'cart' }, { kind: '' }, { thingId: "' or true --" }, { page: 'x' }, { limit: {} }])(
    'refuses %o',
    async (input) => {
      expect((await catchAppError(meera.call('listAudit', input))).code).toBe('INVALID_INPUT');
    },
  );

  test('shows the administrator by the name at that time, also after a rename or deletion', async () => {
    const leaving = await createAdmin(db, 'Ravi');
    const { data } = await leaving.call('addCategory', { name: newId(), image });
    await db.query(sql`update account set name = 'Changed' where id = ${leaving.userId}`);
    expect((await meera.historyOf(data._id))[0]?.by).toEqual({ _id: leaving.userId, name: 'Ravi' });
    await db.query(sql`delete from account where id = ${leaving.userId}`);
    expect((await meera.historyOf(data._id))[0]?.by).toEqual({ _id: null, name: 'Ravi' });
  });
});

test.each([
  [{ a: 1, updatedAt: 'x', _id: '1' }, { a: 1, updatedAt: 'y', _id: '2' }, []],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  [{ a: [1, 2] }, { a: [2, 1] }, [{ field: 'a', before: [1, 2], after: [2, 1] }]],
  [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, []],
  [null, { a: 0 }, [{ field: 'a', before: null, after: 0 }]],
  [{ a: '' }, null, [{ field: 'a', before: '', after: null }]],
  [{ a: null }, {}, []],
])('the difference between %o and %o is %o', (before, after, differences) => {
  expect(diffFields(before, after)).toEqual(differences);
});
