import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { AdminProduct } from '#contract/products/product.ts';
import { newId } from '#server/database/id.ts';
import { createAdmin, createShopper, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addProduct, addSubCategory, stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const arjun = await createAdmin(db, 'Arjun');

const create = async (given: object = {}): Promise<AdminProduct> =>
  (await meera.call('createProduct', await newProduct(db, given))).data;
const change = (...changes: object[]) => meera.call('changeProducts', { changes });
async function details(productId: string): Promise<AdminProduct> {
  const [product] = (await meera.call('listStock', { ids: [productId] })).data;
  if (product === undefined) throw new Error(`There is no product ${productId}.`);
  return product;
}

test.each([
  [{ price: 45.5 }],
  [{ discount: 12.5 }],
  [{ stock: 3 }],
  [{ stock: 0 }],
  [{ price: 45.5, discount: 0 }],
  [{ gstRate: 5 }],
  [{ gstRate: 0, cessRate: 0, hsn: '0401' }],
  [{ location: 'Aisle 3', family: 'toned milk', maximumPerOrder: 2 }],
])('changes only %o', async (values) => {
  const product = await create({ price: 100, discount: 5, stock: 10 });
  const { data } = await change({ _id: product._id, ...values });
  const changed = { ...product, ...values, updatedAt: expect.any(String) };
  expect(data).toEqual({ before: [product], after: [changed] });
  expect(changed).toMatchObject(await details(product._id));
  expect(Date.parse(data.after[0]?.updatedAt ?? '')).toBeGreaterThan(Date.parse(product.updatedAt));
  const [entry] = await meera.historyOf(product._id);
  expect(entry?.changes.map(({ field }) => field).sort()).toEqual(Object.keys(values).sort());
});

test('returns the products in the requested order, before and after the change', async () => {
  const products = [await create(), await create({ price: 7 }), await create({ stock: 0 })].reverse();
  const category = [await addCategory(db, 'Offers')];
  const { data } = await change(
    ...products.map(({ _id, updatedAt, stock }) => ({
      ...{ _id, updatedAt, discount: 50, stock: stock + 5, stockBefore: stock, category },
    })),
  );
  expect(data.before).toEqual(products);
  expect(data.after.map(({ _id, discount, stock }) => [_id, discount, stock])).toEqual(
    products.map(({ _id, stock }) => [_id, 50, stock + 5]),
  );
  const undone = await change(
    ...data.before.map((before, index) => ({
      _id: before._id,
      ...{ updatedAt: data.after[index]?.updatedAt, discount: before.discount },
      ...{ stock: before.stock, stockBefore: data.after[index]?.stock, category: before.category },
    })),
  );
  expect(undone.data.after.map(({ updatedAt: _, ...rest }) => rest)).toEqual(
    products.map(({ updatedAt: _, ...rest }) => rest),
  );
});

test('removes tax, family, location and maximum, and refuses a rate that the settings do not have', async () => {
  const values = { gstRate: 18, cessRate: 0, hsn: '0401', family: 'a', location: 'b', maximumPerOrder: 3 };
  const [one, other] = [await create(values), await create(values)];
  const { code, issues } = await catchAppError(
    change({ _id: one._id, gstRate: 5 }, { _id: other._id, gstRate: 12, cessRate: 12 }),
  );
  expect([code, issues?.map(({ path }) => path)]).toEqual([
    'INVALID_INPUT',
    ['changes.1.gstRate', 'changes.1.cessRate'],
  ]);
  expect((await details(one._id)).gstRate).toBe(18);
  const none = {
    ...{ gstRate: null, cessRate: null, hsn: '', family: '', location: '', maximumPerOrder: null },
  };
  expect((await change({ _id: one._id, ...none })).data.after).toEqual([expect.objectContaining(none)]);
});

test('keeps a rate that the settings have lost, with other changes', async () => {
  const product = await create();
  await db.query(sql`update product set gst_basis_points = 1200 where id = ${product._id}`);
  const { data } = await change({ _id: product._id, gstRate: 12, price: 7 });
  expect(data.after).toEqual([expect.objectContaining({ gstRate: 12, price: 7 })]);
});

describe('the stock', () => {
  test('keeps units sold since it was read as sold', async () => {
    const { _id } = await create({ stock: 10 });
    const shopper = await createShopper(db);
    await shopper.fill({ [_id]: 4 });
    await shopper.order(await shopper.checkout());
    // 20 units were added to the 10 that were read before the order.
    expect((await change({ _id, stock: 30, stockBefore: 10 })).data.after[0]?.stock).toBe(26);
    const product = { ...(await details(_id)), stock: 20, stockBefore: 30 };
    const { createdAt: _, ...fields } = product;
    expect((await meera.call('updateProduct', fields)).data.stock).toBe(16);
    expect(await stockOf(db, _id)).toBe(16);
  });

  test.each([
    [5, 0, 10, 0],
    [999_999, 1_000_000, 5, 1_000_000],
    [0, 0, 1_000_000, 0],
    [7, 7, 7, 7],
  ])('of %i, changed to %i from %i, becomes %i', async (before, stock, stockBefore, after) => {
    const { _id } = await create({ stock: before });
    expect((await change({ _id, stock, stockBefore })).data.after[0]?.stock).toBe(after);
    await db.query(sql`update product_stock set stock = ${before} where product_id = ${_id}`);
    const { createdAt: _, ...fields } = await details(_id);
    expect((await meera.call('updateProduct', { ...fields, stock, stockBefore })).data.stock).toBe(after);
  });

  test('is unchanged without a new value', async () => {
    const { _id } = await create({ stock: 10 });
    expect((await change({ _id, stockBefore: 3, price: 5 })).data.after[0]?.stock).toBe(10);
  });
});

describe('changes nothing when', () => {
  /** Expects that a valid change is not made together with an invalid one. */
  async function expectNothing(bad: object, code: string): Promise<void> {
    const good = await create();
    const entries = async () => (await db.query(sql`select from audit_entry`)).length;
    const before = await entries();
    const refusals = [
      await catchAppError(change({ _id: good._id, price: 1 }, bad)),
      await catchAppError(change(bad, { _id: good._id, price: 1 })),
    ];
    expect(refusals.map((refusal) => refusal.code)).toEqual([code, code]);
    expect(good).toMatchObject(await details(good._id));
    expect(await entries()).toBe(before);
  }

  test('a product does not exist', () => expectNothing({ _id: newId(), price: 1 }, 'NOT_FOUND'));

  test('a category does not exist', async () => {
    const { _id } = await create();
    await expectNothing({ _id, category: [newId()] }, 'INVALID_INPUT');
    await expectNothing({ _id, subCategory: [newId()] }, 'INVALID_INPUT');
  });

  test('a product was changed since it was read', async () => {
    const { _id, updatedAt } = await create();
    await arjun.call('changeProducts', { changes: [{ _id, price: 77 }] });
    await expectNothing({ _id, price: 1, updatedAt }, 'CHANGED_MEANWHILE');
    const { message, details: facts } = await catchAppError(change({ _id, price: 1, updatedAt }));
    expect(message).toMatch(/^Arjun changed Product \w+\./);
    expect(facts?.entries).toEqual([
      expect.objectContaining({ changes: [{ field: 'price', before: 100, after: 77 }] }),
    ]);
  });

  test('a product occurs twice', async () => {
    const { _id } = await create();
    const refusal = await catchAppError(change({ _id, price: 1 }, { _id, price: 2 }));
    expect(refusal.code).toBe('INVALID_INPUT');
    expect((await details(_id)).price).toBe(100);
  });

  test('there are no changes or more than 500', async () => {
    const { _id } = await create();
    const many = Array.from({ length: 501 }, () => ({ _id, price: 1 }));
    for (const changes of [[], many, undefined, {}, null])
      expect((await catchAppError(meera.call('changeProducts', { changes }))).code).toBe('INVALID_INPUT');
  });
});

test('changes 500 products with one audit entry each', async () => {
  const ids = await Promise.all(Array.from({ length: 500 }, () => addProduct(db)));
  const categories = {
    category: [await addCategory(db)],
    subCategory: [await addSubCategory(db)],
  };
  const { data } = await change(
    ...ids.map((_id) => ({ _id, discount: 10, stock: 7, stockBefore: 0, ...categories })),
  );
  expect(data.after.map(({ _id }) => _id)).toEqual(ids);
  expect(new Set(data.after.map(({ discount, stock }) => `${discount} ${stock}`))).toEqual(
    new Set(['10 107']),
  );
  const entries = await db.query(sql`select from audit_entry where entity_id = any (${ids})`);
  expect(entries).toHaveLength(500);
});

test('writes no audit entry and keeps updatedAt when nothing changed', async () => {
  const product = await create();
  const { data } = await change({ _id: product._id, price: product.price });
  expect(data.after).toEqual([product]);
  expect(await meera.historyOf(product._id)).toHaveLength(1);
  const { createdAt: _, ...fields } = product;
  expect((await meera.call('updateProduct', fields)).data.name).toBe(product.name);
});
