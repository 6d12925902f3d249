import { expect, test } from 'vitest';
import { toImageHash } from '#contract/images/image.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addImage } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

const create = async (given: object = {}): Promise<AdminProduct> =>
  (await meera.call('createProduct', await newProduct(db, given))).data;

async function found(...keys: string[]) {
  const { data } = await meera.call('findPictureProducts', { keys });
  return data.map(({ key, by, product }) => [key, by, product._id]);
}

test('finds products by SKU, barcode, name and unit, in any case and with other separators', async () => {
  const mango = await create({
    name: 'Mango, Alphonso',
    unit: '500 g',
    sku: 'FR-0042',
    barcode: '036000291452',
  });
  const more = await create({ name: 'Mango, Alphonso', unit: '1 kg', status: 'draft' });
  const butter = await create({ name: 'अमूल मक्खन', unit: '100 g' });
  expect(await found('fr-0042')).toEqual([['fr-0042', 'sku', mango._id]]);
  // The same number with 13 digits.
  expect(await found('0036000291452')).toEqual([['0036000291452', 'barcode', mango._id]]);
  expect(await found('mango_alphonso')).toEqual([
    ['mango_alphonso', 'name', mango._id],
    ['mango_alphonso', 'name', more._id],
  ]);
  expect(await found('mango alphonso-1 kg')).toEqual([['mango alphonso-1 kg', 'nameAndUnit', more._id]]);
  expect(await found('अमूल-मक्खन')).toEqual([['अमूल-मक्खन', 'name', butter._id]]);
  expect(await found('', '-', '%', 'mango', 'a\u0000b', '\ud800', "'; drop table product --")).toEqual([]);
});

test('refuses more keys than it takes and those that are too long', async () => {
  for (const keys of [Array.from({ length: 1001 }, String), ['x'.repeat(201)]])
    expect(await catchAppError(meera.call('findPictureProducts', { keys }))).toMatchObject({
      code: 'INVALID_INPUT',
    });
});

test('changes the pictures of a product, records it, and refuses unknown pictures and those of a version before', async () => {
  const { _id, updatedAt, image: before } = await create();
  const image = [await addImage(db), ...before];
  const { data } = await meera.call('changeProducts', { changes: [{ _id, updatedAt, image }] });
  expect(data.after[0]?.image).toEqual(image);
  const [entry] = await meera.historyOf(_id);
  expect(entry?.changes).toEqual([{ field: 'image', before, after: image }]);
  const change = (fields: object) =>
    catchAppError(meera.call('changeProducts', { changes: [{ _id, ...fields }] }));
  expect(await change({ updatedAt, image: before })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  const unknown = `/images/${toImageHash('ff'.repeat(32))}/640.webp`;
  expect(await change({ image: [unknown] })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await change({ image: Array.from({ length: 13 }, () => image[0]) })).toMatchObject({
    code: 'INVALID_INPUT',
  });
});
