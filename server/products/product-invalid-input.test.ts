import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { invalidNames, unusualNames } from '#tests/fixtures/inputs.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

/** Errors of create and update for some fields; with `inBulk` also of the bulk edit. */
async function errorsFor(fields: object, inBulk = false) {
  const product = await newProduct(db);
  const { data } = await meera.call('createProduct', product);
  const state = async () => [
    await db.query(sql`select * from product_with_categories where id = ${data._id}`),
    await db.query(sql`select count(*) from product`),
    await db.query(sql`select count(*) from audit_entry`),
  ];
  const before = await state();
  const errors = [
    await catchAppError(meera.call('createProduct', { ...product, name: newId(), ...fields })),
    await catchAppError(meera.call('updateProduct', { ...product, _id: data._id, ...fields })),
  ];
  if (inBulk)
    errors.push(
      await catchAppError(meera.call('changeProducts', { changes: [{ _id: data._id, ...fields }] })),
    );
  expect(await state()).toEqual(before);
  return errors.map(({ code, issues }) => [code, issues?.[0]?.path.replace('changes.0.', '')]);
}

const invalidInput = (path: string) => ['INVALID_INPUT', path];

test.each(unusualNames.map((name) => [name]))(
  'accepts %j as name, text and detail of a product',
  async (text) => {
    const fields = { name: text, unit: text, description: text, more_details: { [text]: text } };
    const { data } = await meera.call('createProduct', await newProduct(db, fields));
    expect(data).toMatchObject(fields);
    const {
      data: {
        unitPrice: _unitPrice,
        declaredUnitPrice: _declared,
        options: _options,
        sizes: _sizes,
        ...read
      },
    } = await meera.call('getProductDetails', { productId: data._id });
    expect(data).toMatchObject(read);
    expect((await meera.call('searchProducts', { search: text })).status).toBe(200);
    await meera.call('deleteProduct', { _id: data._id });
    expect((await meera.historyOf(data._id))[0]?.thingName).toBe(text);
  },
);

describe('rejects', () => {
  test.each([...invalidNames, ['151 characters', 'x'.repeat(151)]])('a name of %s', async (_what, name) => {
    expect(await errorsFor({ name })).toEqual(Array(2).fill(invalidInput('name')));
  });

  test.each([...invalidNames, ['51 characters', 'x'.repeat(51)]])('a unit of %s', async (_what, unit) => {
    expect(await errorsFor({ unit })).toEqual(Array(2).fill(invalidInput('unit')));
  });

  test.each([
    ['nothing', ''],
    ['a NUL', 'Fresh\0'],
    ['half a character', 'Fresh \ud83e'],
    ['5001 characters', 'x'.repeat(5001)],
    ['null', null],
    ['nothing at all', undefined],
  ])('a description of %s', async (_what, description) => {
    expect(await errorsFor({ description })).toEqual(Array(2).fill(invalidInput('description')));
  });

  test.each([
    0,
    -0,
    -1,
    0.001,
    1e-9,
    0.009,
    99.999,
    1_000_000.01,
    1e9,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '100',
    '₹1,234.50',
    true,
    [100],
    {},
  ])('the price %j', async (price) => {
    expect(await errorsFor({ price }, true)).toEqual(Array(3).fill(invalidInput('price')));
  });

  test.each([-0.01, 100.01, 100.001, 33.333, 1e9, Number.NaN, '5', false, []])(
    'the discount %j',
    async (discount) => {
      expect(await errorsFor({ discount }, true)).toEqual(Array(3).fill(invalidInput('discount')));
    },
  );

  test.each([-1, 1.5, 0.1, 1_000_001, 1e9, 2 ** 53, Number.NaN, '1', true, [1]])(
    'the stock or stockBefore %j',
    async (stock) => {
      expect(await errorsFor({ stock }, true)).toEqual(Array(3).fill(invalidInput('stock')));
      const [, ...changes] = await errorsFor({ stockBefore: stock }, true);
      expect(changes).toEqual(Array(2).fill(invalidInput('stockBefore')));
    },
  );

  test.each([
    ['price', { price: null }],
    ['discount', { discount: null }],
    ['stock', { stock: null }],
    ['price', { price: undefined }],
    ['discount', { discount: undefined }],
    ['stock', { stock: undefined }],
    ['image', { image: undefined }],
  ])('a product without %s', async (path, fields) => {
    expect(await errorsFor(fields)).toEqual(Array(2).fill(invalidInput(path)));
  });

  test.each([
    ['image', { image: [`/images/${newId()}/640.webp`] }],
    ['image.0', { image: ['https://evil.example/images/0123456789abcdefghijkl/640.webp'] }],
    ['image.0', { image: ['//evil.example/640.webp'] }],
    ['image.0', { image: ['javascript:alert(1)'] }],
    ['image.0', { image: [`/images/${newId()}/641.webp`] }],
    ['image.0', { image: [null] }],
    ['image', { image: '/images/0123456789abcdefghijkl/640.webp' }],
    ['image', { image: Array.from({ length: 13 }, () => `/images/${newId()}/640.webp`) }],
  ])('%s of %o', async (path, fields) => {
    expect(await errorsFor(fields)).toEqual(Array(2).fill(invalidInput(path)));
  });

  test.each(['category', 'subCategory'])('an unknown %s, none, or too many', async (field) => {
    const tries: [string, unknown][] = [
      [field, []],
      [field, [newId()]],
      [field, Array.from({ length: 21 }, () => newId())],
      [`${field}.0`, ["' or true --"]],
      [`${field}.0`, [{ _id: 5 }]],
      [`${field}.0`, [[]]],
    ];
    for (const [path, value] of tries)
      expect(await errorsFor({ [field]: value }, true)).toEqual(Array(3).fill(invalidInput(path)));
    expect(await errorsFor({ [field]: undefined })).toEqual(Array(2).fill(invalidInput(field)));
  });

  test.each([
    ['41 of them', Object.fromEntries(Array.from({ length: 41 }, (_, number) => [`Field ${number}`, 'x']))],
    ['one twice in another case', { Brand: 'Gauvana', bRAND: 'Himdoodh' }],
    ['one twice with another space', { Brand: 'Gauvana', ' Brand ': 'Himdoodh' }],
    ['a label with a NUL', { 'Bra\0nd': 'Gauvana' }],
    ['a label with half a character', { 'Brand \ud83e': 'Gauvana' }],
    ['a label with a line break', { 'Bra\nnd': 'Gauvana' }],
    ['a label of 61 characters', { ['x'.repeat(61)]: 'Gauvana' }],
    ['a text with a NUL', { Brand: 'Gau\0vana' }],
    ['half a character', { Brand: 'Gauvana \ud83e' }],
    ['no text', { Brand: '' }],
    ['501 characters', { Brand: 'x'.repeat(501) }],
    ['a number', { Brand: 5 }],
    ['a thing', { Brand: { $ne: null } }],
    ['a list', ['Brand']],
    ['text', 'Brand'],
    ['null', null],
  ])('details that are %s', async (_what, more_details) => {
    for (const [code, path] of await errorsFor({ more_details }))
      expect([code, path?.split('.')[0]]).toEqual(['INVALID_INPUT', 'more_details']);
  });

  test.each([{ colour: 'red' }, { createdAt: '2026-01-01T00:00:00Z' }, { price_paise: 1 }, { id: 'other' }])(
    'the unknown field %o',
    async (fields) => {
      expect(await errorsFor(fields, true)).toEqual([
        invalidInput(''),
        invalidInput(''),
        ['INVALID_INPUT', 'changes.0'],
      ]);
    },
  );

  test.each(['', 'a-b', "' or true --", 'x'.repeat(33), '\0', 5, null, { _id: 'a' }])(
    'the id %j',
    async (_id) => {
      const errors = [
        await catchAppError(meera.call('updateProduct', { ...(await newProduct(db)), _id })),
        await catchAppError(meera.call('deleteProduct', { _id })),
        await catchAppError(meera.call('changeProducts', { changes: [{ _id, price: 5 }] })),
      ];
      for (const { code } of errors) expect(code).toBe('INVALID_INPUT');
    },
  );
});

test('accepts the largest and smallest values exactly', async () => {
  const details = Object.fromEntries(
    Array.from({ length: 40 }, (_, number) => [`Field ${number}`, 'x'.repeat(500)]),
  );
  const edges = [
    { price: 0.01, discount: 0, stock: 0, more_details: {}, image: [] },
    { price: 1_000_000, discount: 100, stock: 1_000_000, more_details: details },
    {
      price: 19.99,
      discount: 33.33,
      name: 'x'.repeat(150),
      unit: 'x'.repeat(50),
      description: 'x'.repeat(5000),
    },
    { price: 1.1, discount: 0.07, more_details: { '': 'A field without a name' } },
  ];
  for (const edge of edges) {
    const product = await newProduct(db, edge);
    const { data } = await meera.call('createProduct', product);
    expect(data).toMatchObject(edge);
    expect((await meera.call('updateProduct', { ...product, _id: data._id })).data).toMatchObject(edge);
  }
});
