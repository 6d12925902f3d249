import { expect, test } from 'vitest';
import { productColumns } from '#contract/product-import/product-file.ts';
import { adminProduct, fieldSchemas, product } from './product.ts';
import {
  fieldNames,
  normalizeHsn,
  priceFields,
  productFields,
  publicFields,
  validateHsn,
} from './product-fields.ts';

test.each([
  ['0405', '0405'],
  ['405', '0405'],
  ['40510', '040510'],
  ['4051000', '04051000'],
  ['0405 10.00', '04051000'],
  ['4051', '4051'],
  ['19059020', '19059020'],
  // A spreadsheet leaves no zero in front, so this is an unfinished code.
  ['040', '040'],
  ['04051', '04051'],
  ['40', '40'],
  ['40x', '40x'],
  ['', ''],
])('reads the HSN code %j as %j', (typed, code) => {
  expect(normalizeHsn(typed)).toBe(code);
});

test.each(['405', '40510', '4051000'])('accepts the HSN code %s after its zero is restored', (typed) => {
  expect(validateHsn(typed)).toBe('An HSN code has 4, 6 or 8 digits.');
  expect(validateHsn(normalizeHsn(typed))).toBeUndefined();
});

test('every amount that shoppers see is part of the price, whose changes are counted', () => {
  const amounts = publicFields.filter((name) => ['rupees', 'percent'].includes(productFields[name].type));
  expect(priceFields).toEqual(amounts);
});

test('every field has a schema for requests and for responses, a column of a file and a label', () => {
  for (const name of fieldNames) {
    const { column, fileColumn, label } = productFields[name];
    expect(fieldSchemas).toHaveProperty(name);
    expect(adminProduct.shape).toHaveProperty(name);
    expect(productColumns).toContain(fileColumn);
    expect([column, label]).not.toContain('');
  }
});

test('shoppers see no field of the staff', () => {
  const hidden = fieldNames.filter((name) => productFields[name].seenBy === 'staff');
  expect(hidden).toContain('costPrice');
  expect(Object.keys(product.shape).filter((name) => hidden.some((each) => each === name))).toEqual([]);
});
