import { describe, expect, test } from 'vitest';
import { maximumProductImages } from '#contract/images/image.ts';
import { createProduct } from '#contract/products/product.ts';
import { productLimits } from '#contract/products/product-fields.ts';
import { toFieldErrors } from '#web/forms/use-api-form.ts';
import { labelError, type ProductDraft, toDetailPath, toDraft, toProductInput } from './product-draft.ts';

const right: ProductDraft = {
  ...toDraft(undefined),
  name: 'Apples',
  description: 'Red.',
  category: ['c1'],
  subCategory: ['s1'],
  unit: '1 kg',
  stock: '12',
  price: '99',
  discount: '0',
  more_details: [{ label: 'Brand', text: 'Ours' }],
};
const many = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);
const images = (count: number) => many(count).map((id) => `/images/${id.padEnd(22, '0')}/640.webp`);
const details = (count: number) => many(count).map((label) => ({ label, text: 'x' }));

/** The messages of the API for a draft, by field of the form. */
function issuesOf(draft: ProductDraft): Record<string, string> {
  const { error } = createProduct.input.safeParse(toProductInput(draft));
  const issues = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [];
  return Object.fromEntries(toFieldErrors(issues, (path) => toDetailPath(path, draft) ?? path));
}

test('accepts a valid product', () => {
  expect(issuesOf(right)).toEqual({});
});

test('requires every field except images, brand, SKU, barcode, cost price, location, origin, mark and details', () => {
  expect(issuesOf(toDraft(undefined))).toEqual({
    name: 'Enter a name',
    description: 'Enter a description',
    category: 'Select a category',
    subCategory: 'Select a sub-category',
    unit: 'Enter a unit',
    stock: 'Enter the stock',
    price: 'Enter the price',
    discount: 'Enter the discount',
  });
});

test.each<[string, string, Partial<ProductDraft>]>([
  ['name', 'Enter a name', { name: ' ' }],
  ['name', 'At most 150 characters.', { name: 'a'.repeat(151) }],
  ['description', 'Enter a description', { description: '\n \t' }],
  ['description', 'At most 5000 characters.', { description: 'a'.repeat(5001) }],
  ['brand', 'At most 100 characters.', { brand: 'a'.repeat(101) }],
  ['sku', 'At most 64 characters.', { sku: 'a'.repeat(65) }],
  ['barcode', 'A barcode has 8, 12, 13 or 14 digits.', { barcode: '40063' }],
  ['barcode', 'The last digit does not fit the others. Check this barcode.', { barcode: '400 6381 333932' }],
  ['costPrice', 'The price must be more than 0.', { costPrice: '0' }],
  ['costPrice', 'Please enter a number.', { costPrice: 'ten' }],
  ['location', 'At most 60 characters.', { location: 'a'.repeat(61) }],
  ['origin', 'At most 60 characters.', { origin: 'a'.repeat(61) }],
  ['unit', 'Enter a unit', { unit: '' }],
  ['unit', 'At most 50 characters.', { unit: 'a'.repeat(51) }],
  ['category', 'Select a category', { category: [] }],
  ['category', 'At most 20.', { category: many(21) }],
  ['subCategory', 'Select a sub-category', { subCategory: [] }],
  ['more_details.0.text', 'Enter a value', { more_details: [{ label: 'Brand', text: ' ' }] }],
  [
    'more_details.0.text',
    'At most 500 characters.',
    { more_details: [{ label: 'Brand', text: 'a'.repeat(501) }] },
  ],
  [
    'more_details.1.text',
    'Enter a value',
    { more_details: [...right.more_details, { label: 'a.b', text: '' }] },
  ],
  [
    'more_details.1.text',
    'Enter a value',
    { more_details: [...right.more_details, { label: '', text: '' }] },
  ],
])('reports an invalid %s: %s', (field, message, wrong) => {
  expect(issuesOf({ ...right, ...wrong })).toEqual({ [field]: message });
});

test('restores the zero that is missing in front of an HSN code or barcode', () => {
  const draft = { ...right, hsn: '405', barcode: '3600029145 2' };
  expect(createProduct.input.parse(toProductInput(draft))).toMatchObject({
    ...{ hsn: '0405', barcode: '036000291452' },
  });
});

test('allows as many images and details as the API', () => {
  expect(issuesOf({ ...right, image: images(maximumProductImages) })).toEqual({});
  expect(Object.keys(issuesOf({ ...right, image: images(maximumProductImages + 1) }))).toEqual(['image']);
  expect(issuesOf({ ...right, more_details: details(productLimits.details) })).toEqual({});
  expect(issuesOf({ ...right, more_details: details(productLimits.details + 1) })).toEqual({
    more_details: 'At most 40 fields.',
  });
});

describe('a detail label', () => {
  test.each([
    ['Brand', 'Each field may be there once.'],
    [' bRaNd ', 'Each field may be there once.'],
    ['a'.repeat(61), 'At most 60 characters.'],
    ['', undefined],
    ['Shelf life', undefined],
    ['<b>%&/', undefined],
  ])('“%s”', (label, issue) => {
    expect(labelError(label, right.more_details)).toBe(issue);
  });

  test('is rejected beyond the maximum', () => {
    expect(labelError('One more', details(productLimits.details))).toBe('At most 40 fields.');
  });
});
