import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#contract/api.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { newId } from '#server/database/id.ts';
import { createAdmin, createShopper, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProductCollection } from '#tests/fixtures/home.ts';
import { addProduct, changeSettings } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const create = async (given: object = {}): Promise<AdminProduct> =>
  (await meera.call('createProduct', await newProduct(db, given))).data;

/** The errors of a new product with these fields, and of an update of another product to them. */
async function refusalsOf(fields: object) {
  const { createdAt: _createdAt, ...other } = await create();
  const errors = await catchAppErrors([
    meera.call('createProduct', await newProduct(db, fields)),
    meera.call('updateProduct', { ...other, ...fields }),
  ]);
  expect((await meera.historyOf(other._id)).map(({ action }) => action)).toEqual(['created']);
  return errors.map(({ status, code, issues }) => [status, code, issues?.[0]?.path]);
}

let lastNumber = 0;
/** A new EAN-8 for use in the shop. */
function newBarcode(): string {
  lastNumber += 1;
  const digits = `2${String(lastNumber).padStart(6, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

describe('without SKU and barcode', () => {
  test('name, unit and brand are unique together, in any case', async () => {
    const name = `Basmati ${newId()}`;
    await create({ name, unit: '1 kg', brand: 'Dawat' });
    await create({ name, unit: '5 kg', brand: 'Dawat' });
    await create({ name, unit: '1 kg', brand: 'Fortune' });
    await create({ name, unit: '1 kg' });
    const taken = [409, 'NAME_TAKEN', 'name'];
    expect(await refusalsOf({ name: name.toUpperCase(), unit: '1 KG', brand: 'DAWAT' })).toEqual([
      taken,
      taken,
    ]);
    expect(await refusalsOf({ name, unit: '1 kg', brand: '' })).toEqual([taken, taken]);
  });

  test('a product with a SKU or barcode may have the name of another one', async () => {
    const name = `Atta ${newId()}`;
    const plain = await create({ name });
    const coded = await create({ name, sku: newId() });
    await create({ name, barcode: newBarcode() });
    const { createdAt: _createdAt, ...form } = coded;
    const refusal = await catchAppError(meera.call('updateProduct', { ...form, sku: '' }));
    expect(refusal.code).toBe('NAME_TAKEN');
    await meera.call('deleteProduct', { _id: plain._id });
    expect((await meera.call('updateProduct', { ...form, sku: '' })).data.sku).toBe('');
  });
});

test('a SKU belongs to one product, in any case', async () => {
  const sku = `Sku-${newId()}`;
  const holder = await create({ sku: ` ${sku} ` });
  expect(holder.sku).toBe(sku);
  const taken = [409, 'SKU_TAKEN', 'sku'];
  expect(await refusalsOf({ sku: sku.toUpperCase() })).toEqual([taken, taken]);
  const { createdAt: _createdAt, ...form } = holder;
  const { data } = await meera.call('updateProduct', { ...form, sku: sku.toLowerCase() });
  expect(data.sku).toBe(sku.toLowerCase());
  const [entry] = await meera.historyOf(holder._id);
  expect(entry?.changes).toEqual([{ field: 'sku', before: sku, after: sku.toLowerCase() }]);
});

test('a SKU is given to one of several concurrent requests', async () => {
  const sku = newId();
  const inputs = await Promise.all(Array.from({ length: 8 }, () => newProduct(db, { sku })));
  const outcomes = await countOutcomes(inputs.map((input) => meera.call('createProduct', input)));
  expect(outcomes).toEqual({ '201': 1, '409 SKU_TAKEN': 7 });
});

test('a barcode belongs to one product, whether it is written with 12, 13 or 14 digits', async () => {
  const { barcode } = await create({ barcode: ' 0 36000-29145 2 ' });
  expect(barcode).toBe('036000291452');
  const taken = [409, 'BARCODE_TAKEN', 'barcode'];
  for (const other of ['036000291452', '0036000291452', '00036000291452'])
    expect(await refusalsOf({ barcode: other })).toEqual([taken, taken]);
});

test.each(['4006381333932', '36000291453', '0000000000000', 'abc', '8.90103E+12', 4006381333931, null])(
  'refuses the barcode %j',
  async (barcode) => {
    const invalid = [400, 'INVALID_INPUT', 'barcode'];
    expect(await refusalsOf({ barcode })).toEqual([invalid, invalid]);
  },
);

test.each(['x'.repeat(65), 'a\0b', 12, null])('refuses the SKU %j', async (sku) => {
  const invalid = [400, 'INVALID_INPUT', 'sku'];
  expect(await refusalsOf({ sku })).toEqual([invalid, invalid]);
});

test('the database refuses a barcode with another check digit', async () => {
  const id = await addProduct(db);
  const write = (barcode: string) => db.query(sql`update product set barcode = ${barcode} where id = ${id}`);
  for (const barcode of ['4006381333932', '4006381', '400638133393x', '0000000000000', '０1234565'])
    await expect(write(barcode), barcode).rejects.toMatchObject({ constraint: 'product_barcode_format' });
  for (const barcode of ['96385074', '614141000418', '4006381333931', '10614141000415', ''])
    await write(barcode);
});

test('keeps SKU and barcode when an update of an earlier client does not name them', async () => {
  const {
    createdAt: _createdAt,
    sku,
    barcode,
    ...form
  } = await create({ sku: newId(), barcode: newBarcode() });
  const { data } = await meera.call('updateProduct', { ...form, price: 7 });
  expect(data).toMatchObject({ sku, barcode, price: 7 });
});

describe('what only the staff know', () => {
  const secrets =
    /"sku"|"barcode"|"costPrice"|"hsn"|"gstRate"|"lowStockThreshold"|SECRET|77\.25|4012345123456/;

  async function createSecret(): Promise<AdminProduct> {
    const fields = { sku: 'SECRET-1', barcode: '4012345123456', costPrice: 77.25, location: 'SECRET aisle' };
    return create({ name: `Jaggery ${newId()}`, brand: 'Gurmukh', ...fields });
  }

  test('is in no response of the catalogue to shoppers', async () => {
    const { _id, category, subCategory } = await createSecret();
    const listing = { categoryId: category[0]?._id, subCategoryId: subCategory[0]?._id };
    const collectionId = await addProductCollection(db, { productIds: [_id] });
    await meera.call('updateStorePage', {
      page: 'terms',
      version: 0,
      english: '# Terms',
      hindi: '',
      isPublished: true,
    });
    const inputs: [EndpointName, object][] = [
      ['getHome', {}],
      ['getProductDetails', { productId: _id }],
      ['getStorePage', { page: 'terms' }],
      ['getStoreProfile', {}],
      ['listBrands', { search: 'gurmukh' }],
      ['listCategories', {}],
      ['listFacets', listing],
      ['listProducts', { search: 'jaggery' }],
      ['listProductsByBrand', { brand: 'gurmukh' }],
      ['listProductsByCategory', { id: listing.categoryId }],
      ['listProductsByCategoryAndSubCategory', listing],
      ['listProductsByCollection', { collectionId }],
      ['listProductsById', { ids: [_id] }],
      ['listSubCategories', {}],
      ['searchProducts', { search: 'jaggery' }],
      ['suggestProducts', { search: 'jaggery' }],
    ];
    const reads = Object.entries(endpoints).filter(([, endpoint]) => 'isCatalogueRead' in endpoint);
    expect(reads.map(([name]) => name).sort()).toEqual(inputs.map(([name]) => name));
    for (const [name, input] of inputs)
      expect(JSON.stringify(await meera.call(name, input)), name).not.toMatch(secrets);
    for (const search of ['SECRET-1', 'secret aisle', '4012345123456'])
      expect((await meera.call('searchProducts', { search })).data, search).toEqual([]);
    await meera.call('deleteProduct', { _id });
  });

  test('is in no response about a cart or an order of a shopper', async () => {
    const { _id } = await createSecret();
    const asha = await createShopper(db);
    const added = await asha.add(_id);
    const cart = await asha.cart();
    const placed = await asha.order(await asha.checkout());
    for (const response of [added, cart, placed, await asha.orders()]) {
      expect(JSON.stringify(response)).toContain(_id);
      expect(JSON.stringify(response)).not.toMatch(secrets);
    }
    await meera.call('deleteProduct', { _id });
  });
});

test('keeps cost price, location and origin when an update of an earlier client does not name them', async () => {
  const given = { costPrice: 40.5, location: 'Aisle 3', origin: 'India' };
  const { createdAt: _createdAt, costPrice, location, origin, ...form } = await create(given);
  expect({ costPrice, location, origin }).toEqual(given);
  const { data } = await meera.call('updateProduct', { ...form, price: 7 });
  expect(data).toMatchObject({ ...given, price: 7 });
  const none = { costPrice: null, location: '', origin: '' };
  const { data: cleared } = await meera.call('updateProduct', {
    ...form,
    ...none,
    updatedAt: data.updatedAt,
  });
  expect(cleared).toMatchObject(none);
  const [entry] = await meera.historyOf(data._id);
  expect(entry?.changes).toContainEqual({ field: 'costPrice', before: 40.5, after: null });
});

test('keeps status, family, limits and tax when an update of an earlier client does not name them', async () => {
  await changeSettings(db, { tax: { gstRates: [0], cessRates: [12.25] } });
  const given = {
    ...{ status: 'draft', family: 'toor dal', maximumPerOrder: 3, lowStockThreshold: 0 },
    ...{ hsn: '071360', gstRate: 0, cessRate: 12.25 },
  } as const;
  const created = await create({ ...given, family: ' Toor  DAL ', hsn: '0713 60' });
  expect(created).toMatchObject(given);
  const { createdAt: _createdAt, status: _status, family: _family, ...rest } = created;
  const { maximumPerOrder: _maximum, lowStockThreshold: _threshold, ...named } = rest;
  const { hsn: _hsn, gstRate: _gst, cessRate: _cess, ...former } = named;
  const { data } = await meera.call('updateProduct', { ...former, price: 7 });
  expect(data).toMatchObject({ ...given, price: 7 });
  const none = {
    ...{ status: 'archived', family: '', maximumPerOrder: null, lowStockThreshold: null },
    ...{ hsn: '', gstRate: null, cessRate: null },
  } as const;
  const changed = { ...former, ...none, price: 7, updatedAt: data.updatedAt };
  expect((await meera.call('updateProduct', changed)).data).toMatchObject(none);
  const [entry] = await meera.historyOf(data._id);
  expect(entry?.changes).toContainEqual({ field: 'gstRate', before: 0, after: null });
  expect(entry?.changes).toContainEqual({ field: 'status', before: 'draft', after: 'archived' });
  expect(entry?.changes).toHaveLength(7);
});

test.each([
  ['product_status', sql`status = 'deleted'`],
  ['product_maximum_per_order_check', sql`maximum_per_order = 0`],
  ['product_low_stock_threshold_check', sql`low_stock_threshold = -1`],
  ['product_family_format', sql`family = ' a'`],
  ['product_hsn_format', sql`hsn = '12345'`],
  ['product_gst_basis_points_check', sql`gst_basis_points = 10001`],
  ['product_cess_basis_points_check', sql`cess_basis_points = -1`],
])('the database refuses a row with another value: %s', async (constraint, assignment) => {
  const { _id } = await create();
  const written = db.query(sql`update product set ${assignment} where id = ${_id}`);
  await expect(written).rejects.toMatchObject({ constraint });
});

test.each([
  ['costPrice', 0],
  ['costPrice', -1],
  ['costPrice', 1.005],
  ['costPrice', '12'],
  ['location', 'x'.repeat(61)],
  ['location', 'a\nb'],
  ['origin', 'x'.repeat(61)],
  ['origin', null],
  ['status', 'deleted'],
  ['status', ''],
  ['status', null],
  ['family', 'x'.repeat(65)],
  // Becomes 65 characters in lower case.
  ['family', `İ${'x'.repeat(63)}`],
  ['family', null],
  ['maximumPerOrder', 0],
  ['maximumPerOrder', 1.5],
  ['maximumPerOrder', 1_000_001],
  ['maximumPerOrder', '3'],
  ['lowStockThreshold', -1],
  ['lowStockThreshold', 2.5],
  ['hsn', '12'],
  ['hsn', '02345'],
  ['hsn', '123456789'],
  ['hsn', '०४०१'],
  ['gstRate', -0.01],
  ['gstRate', 100.01],
  ['gstRate', 5.005],
  ['cessRate', 101],
  ['cessRate', '12'],
])('refuses the %s %j', async (field, value) => {
  const invalid = [400, 'INVALID_INPUT', field];
  expect(await refusalsOf({ [field]: value })).toEqual([invalid, invalid]);
});

describe('the search of the staff', () => {
  const found = async (input: object) => (await meera.call('listStock', input)).data.map(({ name }) => name);

  test('finds the product of a barcode alone, as a scanner types it', async () => {
    await create({ name: 'Paneer 5901234123457' });
    await create({ name: 'Paneer', barcode: '5901234123457' });
    for (const search of ['5901234123457', ' 05901234123457 ', '590-1234 123457'])
      expect(await found({ search })).toEqual(['Paneer']);
    expect(await found({ search: '5901234123457', level: 'out' })).toEqual([]);
    expect(await found({ search: '5901234123457', order: 'price' })).toEqual(['Paneer']);
  });

  test('finds the product of a SKU first, then those of its words', async () => {
    await create({ name: 'Ghee of cows' });
    await create({ name: 'Butter', sku: 'GHEE' });
    expect(await found({ search: 'ghee' })).toEqual(['Butter', 'Ghee of cows']);
    expect(await found({ search: 'GHEE', order: 'name', isDescending: true })).toEqual([
      'Ghee of cows',
      'Butter',
    ]);
  });

  test('finds no product for an empty text by its missing SKU', async () => {
    const ids = [(await create())._id, (await create())._id];
    expect((await meera.call('listStock', { ids: ids.toReversed() })).data.map(({ _id }) => _id)).toEqual(
      ids.toReversed(),
    );
    expect((await meera.call('listStock', { ids, search: 'qqqqzzzz' })).data).toEqual([]);
  });
});

describe('the tax rates of the settings', () => {
  const issuesOf = async (call: Promise<unknown>) => (await catchAppError(call)).issues;

  test('are those that a product can get', async () => {
    await changeSettings(db, { tax: { gstRates: [0, 5], cessRates: [1] } });
    expect(await issuesOf(create({ gstRate: 12, cessRate: 1 }))).toEqual([
      { path: 'gstRate', message: 'The GST rates of the settings are 0, 5.' },
    ]);
    const created = await create({ gstRate: 5, cessRate: 1 });
    const change = (given: object) => {
      const { createdAt: _createdAt, updatedAt: _updatedAt, ...form } = created;
      const ids = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id);
      const categories = { category: ids(form.category), subCategory: ids(form.subCategory) };
      return meera.call('updateProduct', { ...form, ...categories, ...given });
    };
    expect(await issuesOf(change({ cessRate: 12 }))).toMatchObject([{ path: 'cessRate' }]);
    // A rate of an earlier list stays with its product.
    await changeSettings(db, { tax: { gstRates: [0], cessRates: [] } });
    expect((await change({ price: 9 })).data).toMatchObject({ gstRate: 5, cessRate: 1, price: 9 });
    expect((await change({ gstRate: null, cessRate: null })).data).toMatchObject({ gstRate: null });
  });

  test('can be removed only when no product has them', async () => {
    await changeSettings(db, { tax: { gstRates: [0, 33, 44], cessRates: [0, 22] } });
    await create({ gstRate: 33, cessRate: 22 });
    await create({ gstRate: 33 });
    const { version } = (await meera.call('getStoreSettings')).data;
    const remove = (tax: object) => saveSettings(meera, { tax });
    expect(await issuesOf(remove({ gstRates: [0], cessRates: [0] }))).toEqual([
      {
        path: 'settings.tax.gstRates',
        message: '2 products have 33 %. Change them before you remove this rate.',
      },
      {
        path: 'settings.tax.cessRates',
        message: '1 product has 22 %. Change them before you remove this rate.',
      },
    ]);
    expect((await meera.call('getStoreSettings')).data.version).toBe(version);
    const { data } = await remove({ gstRates: [0, 33], cessRates: [0, 22] });
    expect(data.settings.tax.gstRates).toEqual([0, 33]);
  });
});
