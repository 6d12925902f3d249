import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { AdminProduct } from '#contract/products/product.ts';
import { newId } from '#server/database/id.ts';
import { createAdmin, createShopper, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addImage, addSubCategory } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const arjun = await createAdmin(db, 'Arjun');

const create = async (given: object = {}): Promise<AdminProduct> =>
  (await meera.call('createProduct', await newProduct(db, given))).data;

/** The request of an unchanged form. */
function formOf({ createdAt: _createdAt, ...fields }: AdminProduct) {
  return { ...fields, stockBefore: fields.stock };
}

const found = async (search: string) =>
  (await meera.call('searchProducts', { search })).data.map(({ _id }) => _id);

test('creates a product in its categories and the search index', async () => {
  const [dairy, milk] = [await addCategory(db, 'Dairy'), await addSubCategory(db)];
  const input = await newProduct(db, {
    name: '  Quokka Milk ',
    // Objects as the dashboard has them, with further fields.
    category: [{ _id: dairy, name: 'Dairy', image: 'any' }],
    subCategory: [milk, milk],
    more_details: { ' Shelf life ': ' 3 days ', Brand: 'Gauvana' },
    ...{ brand: ' Quokka  Dairy ', veg: true, nameHindi: ' क्वोका  दूध ' },
  });
  const { data, status, message } = await meera.call('createProduct', input);
  expect([status, message]).toEqual([201, 'Product created']);
  expect(data).toEqual({
    ...input,
    ...{ salePrice: null, sku: '', barcode: '', costPrice: null, location: '', origin: '' },
    ...{ status: 'active', family: '', maximumPerOrder: null, lowStockThreshold: null },
    ...{ stepGrams: null, weightTolerance: null },
    ...{ hsn: '', gstRate: null, cessRate: null, descriptionHindi: '' },
    _id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
    name: 'Quokka Milk',
    nameHindi: 'क्वोका दूध',
    brand: 'Quokka Dairy',
    category: [{ _id: dairy, name: 'Dairy', nameHindi: '', hue: expect.any(Number) }],
    subCategory: [{ _id: milk, name: expect.any(String), nameHindi: '' }],
    more_details: { 'Shelf life': '3 days', Brand: 'Gauvana' },
    ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
  });
  expect(Object.keys(data.more_details)).toEqual(['Shelf life', 'Brand']);
  const listed = await meera.call('listProductsByCategoryAndSubCategory', {
    ...{ categoryId: dairy, subCategoryId: milk },
  });
  const { sku: _sku, barcode: _barcode, costPrice: _cost, location: _location, ...others } = data;
  const { status: _status, lowStockThreshold: _threshold, weightTolerance: _weight, ...untaxed } = others;
  const { hsn: _hsn, gstRate: _gst, cessRate: _cess, ...shown } = untaxed;
  expect(listed.data).toEqual([
    { ...shown, options: 0, unitPrice: '₹95.00/kg', declaredUnitPrice: '₹95.00/kg' },
  ]);
  expect(await found('quokka')).toEqual([data._id]);
});

test('keeps the texts in Hindi when an update of an earlier client does not name them, and removes them', async () => {
  const texts = { nameHindi: 'हापुस आम', descriptionHindi: 'मीठे और पके हुए।' };
  const input = await newProduct(db, texts);
  const { data: product } = await meera.call('createProduct', input);
  const { nameHindi: _name, descriptionHindi: _text, ...former } = { ...input, ...texts };
  const { data } = await meera.call('updateProduct', { ...former, _id: product._id, price: 7 });
  expect(data).toMatchObject(texts);
  expect(await found('हापुस')).toEqual([product._id]);
  const empty = { nameHindi: '', descriptionHindi: '' };
  const cleared = await meera.call('updateProduct', { ...former, ...empty, _id: product._id });
  expect(cleared.data).toMatchObject(empty);
  expect(await found('हापुस')).toEqual([]);
  const [entry] = await meera.historyOf(product._id);
  expect(entry?.changes).toContainEqual({ field: 'nameHindi', before: 'हापुस आम', after: '' });
});

test('keeps brand and mark when an update of an earlier client does not name them', async () => {
  const input = await newProduct(db, { brand: 'Bilby', veg: false });
  const { data: product } = await meera.call('createProduct', input);
  const { brand: _brand, veg: _veg, ...former } = input as typeof input & { brand: string; veg: boolean };
  const { data } = await meera.call('updateProduct', { ...former, _id: product._id, price: 7 });
  expect(data).toMatchObject({ brand: 'Bilby', veg: false, price: 7 });
  expect(await found('bilby')).toEqual([product._id]);
  const cleared = await meera.call('updateProduct', { ...former, _id: product._id, brand: '', veg: null });
  expect(cleared.data).toMatchObject({ brand: '', veg: null });
  expect(await found('bilby')).toEqual([]);
});

test('updates every field, categories and the search index', async () => {
  const product = await create({ name: 'Numbat Bread' });
  const changed = await newProduct(db, {
    ...{ name: 'Wombat Cake', description: 'Full of bilberries.', unit: '2 pc', price: 12.34, discount: 50 },
    ...{ stock: 3, more_details: {}, image: [] },
  });
  const { data } = await meera.call('updateProduct', { _id: product._id, ...changed });
  const categoriesOf = ({ category, subCategory }: AdminProduct) =>
    [category, subCategory].flat().map(({ _id }) => _id);
  expect(data).toMatchObject({ ...changed, category: [{}], subCategory: [{}] });
  expect(categoriesOf(data)).toEqual([...changed.category, ...changed.subCategory]);
  expect(data.createdAt).toBe(product.createdAt);
  for (const search of ['wombat', 'bilberries']) expect(await found(search)).toEqual([data._id]);
  expect(await found('numbat')).toEqual([]);
});

test('does not change updatedAt when nothing changed', async () => {
  const product = await create();
  expect((await meera.call('updateProduct', formOf(product))).data).toEqual(product);
  expect((await arjun.call('updateProduct', { ...formOf(product), price: 7 })).data.price).toBe(7);
  expect(await meera.historyOf(product._id)).toHaveLength(2);
});

test('changes updatedAt when only the categories changed', async () => {
  const product = await create();
  const category = [...product.category, { _id: await addCategory(db) }];
  await meera.call('updateProduct', { ...formOf(product), category });
  const refusal = await catchAppError(arjun.call('updateProduct', { ...formOf(product), price: 7 }));
  expect(refusal.code).toBe('CHANGED_MEANWHILE');
});

describe('a name', () => {
  test.each([
    ['Toned Milk', 'TONED MILK'],
    ['Açaí', ' aÇAÍ\u00a0'],
  ])('%j conflicts with %j', async (first, second) => {
    const [holder, other] = [await create({ name: first }), await create()];
    const refusals = await catchAppErrors([
      meera.call('createProduct', await newProduct(db, { name: second })),
      meera.call('updateProduct', { ...formOf(other), name: second }),
    ]);
    for (const { status, code, issues } of refusals)
      expect([status, code, issues?.[0]?.path]).toEqual([409, 'NAME_TAKEN', 'name']);
    expect((await meera.call('updateProduct', { ...formOf(holder), name: second })).data.name).toBe(
      second.trim(),
    );
  });

  test('is given to one of several concurrent requests', async () => {
    const name = `Product ${newId()}`;
    const inputs = await Promise.all(Array.from({ length: 8 }, () => newProduct(db, { name })));
    const outcomes = await countOutcomes(inputs.map((input) => meera.call('createProduct', input)));
    expect(outcomes).toEqual({ '201': 1, '409 NAME_TAKEN': 7 });
    expect(await db.query(sql`select from audit_entry where entity_name = ${name}`)).toHaveLength(1);
  });
});

describe('concurrent changes', () => {
  test('reject the second with who changed what, and accept it after a reload', async () => {
    const product = await create();
    const renamed = `Product ${newId()}`;
    await meera.call('updateProduct', { ...formOf(product), price: 80 });
    const last = (
      await meera.call('updateProduct', { ...formOf(product), updatedAt: undefined, name: renamed })
    ).data;
    const mine = { ...formOf(product), discount: 20 };
    const refusal = await catchAppError(arjun.call('updateProduct', mine));
    expect([refusal.status, refusal.code, refusal.message]).toEqual([
      ...[409, 'CHANGED_MEANWHILE'],
      `Meera changed ${renamed}. Check it again before you save.`,
    ]);
    expect(refusal.details?.current).toEqual(last);
    expect(refusal.details?.entries).toMatchObject([
      {
        by: { name: 'Meera' },
        changes: expect.arrayContaining([{ field: 'name', before: product.name, after: renamed }]),
      },
      { by: { name: 'Meera' }, changes: [{ field: 'price', before: 100, after: 80 }] },
    ]);
    const kept = await arjun.call('updateProduct', { ...mine, updatedAt: last.updatedAt });
    expect(kept.data).toMatchObject({ name: product.name, discount: 20 });
  });

  test('accept one of several requests at the same time', async () => {
    const product = await create();
    const { _id, updatedAt } = product;
    const outcomes = await countOutcomes([
      meera.call('updateProduct', { ...formOf(product), price: 81 }),
      arjun.call('updateProduct', { ...formOf(product), price: 82 }),
      meera.call('changeProducts', { changes: [{ _id, updatedAt, price: 83 }] }),
      arjun.call('changeProducts', { changes: [{ _id, updatedAt, price: 84 }] }),
    ]);
    expect(outcomes).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 3 });
    expect(await meera.historyOf(_id)).toHaveLength(2);
  });

  test('do not conflict with a sale', async () => {
    const product = await create({ stock: 10 });
    const shopper = await createShopper(db);
    await shopper.fill({ [product._id]: 4 });
    await shopper.order(await shopper.checkout());
    const { data } = await meera.call('updateProduct', { ...formOf(product), stock: 12 });
    expect(data.stock).toBe(8);
    const [entry] = await meera.historyOf(product._id);
    expect(entry?.changes).toEqual([{ field: 'stock', before: 6, after: 8 }]);
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
    'who read it at %s is refused',
    async (updatedAt) => {
      const product = await create();
      const refusal = await catchAppError(meera.call('updateProduct', { ...formOf(product), updatedAt }));
      expect(refusal.code).toBe('CHANGED_MEANWHILE');
    },
  );
});

describe('deletion', () => {
  test('removes the product from all carts but not from orders', async () => {
    const [kept, gone] = [await create(), await create({ name: 'Echidna Jam' })];
    const [shopper, other] = [await createShopper(db), await createShopper(db)];
    await shopper.fill({ [gone._id]: 2 });
    await shopper.order(await shopper.checkout());
    for (const { fill } of [shopper, other]) await fill({ [gone._id]: 1, [kept._id]: 1 });
    const orders = (await shopper.orders()).data;
    const priced = await other.checkout();

    expect(await meera.call('deleteProduct', { _id: gone._id })).toMatchObject({ status: 200, data: null });

    expect((await shopper.orders()).data).toEqual(orders);
    expect(orders[0]?.product_details).toMatchObject({ name: 'Echidna Jam', image: gone.image });
    for (const { cart } of [shopper, other])
      expect((await cart()).map(({ productId }) => productId._id)).toEqual([kept._id]);
    expect((await catchAppError(other.order(priced))).code).toBe('CART_CHANGED');
    expect(await found('echidna')).toEqual([]);
    const refusals = await catchAppErrors([
      meera.call('getProductDetails', { productId: gone._id }),
      meera.call('deleteProduct', { _id: gone._id }),
      meera.call('updateProduct', formOf(gone)),
      meera.call('changeProducts', { changes: [{ _id: gone._id, price: 5 }] }),
      other.add(gone._id),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(Array(5).fill('NOT_FOUND'));
  });

  test('frees its name and allows its categories to be deleted', async () => {
    const { _id, name, category, subCategory } = await create();
    await meera.call('deleteProduct', { _id });
    for (const entry of subCategory) await meera.call('deleteSubCategory', { _id: entry._id });
    for (const entry of category) await meera.call('deleteCategory', { _id: entry._id });
    expect((await create({ name })).name).toBe(name);
  });

  test('succeeds once for concurrent requests', async () => {
    const product = await create();
    const { _id } = product;
    const outcomes = await countOutcomes([
      meera.call('deleteProduct', { _id }),
      arjun.call('deleteProduct', { _id }),
    ]);
    expect(outcomes).toEqual({ '200': 1, '404 NOT_FOUND': 1 });
    const actions = (await meera.historyOf(_id)).map(({ action }) => action);
    expect(actions).toEqual(['deleted', 'created']);
  });
});

test('serves an uploaded image in every width', async () => {
  const image = [await addImage(db), await addImage(db)];
  const product = await create({ image: [...image, image[0]] });
  expect(product.image).toEqual([...image, image[0]]);
  const reversed = product.image.toReversed();
  expect((await meera.call('updateProduct', { ...formOf(product), image: reversed })).data.image).toEqual(
    reversed,
  );
});
