import { describe, expect, test } from 'vitest';
import { createProduct } from '#contract/product.ts';
import { maximumProductImages } from '#contract/rules/image.ts';
import {
  labelError,
  maximumDetails,
  type ProductDraft,
  toDraft,
  toProductInput,
  validateDraft,
} from './product-draft.ts';

const right: ProductDraft = {
  name: 'Apples',
  description: 'Red.',
  image: [],
  category: ['c1'],
  subCategory: ['s1'],
  unit: '1 kg',
  stock: '12',
  price: '99',
  discount: '0',
  more_details: [{ label: 'Brand', text: 'Ours' }],
};
const many = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);
const pictures = (count: number) => many(count).map((id) => `/images/${id.padEnd(22, '0')}/640.webp`);
const details = (count: number) => many(count).map((label) => ({ label, text: 'x' }));

test('accepts a valid product', () => {
  expect(createProduct.input.safeParse(toProductInput(right)).success).toBe(true);
  expect(validateDraft(right)).toEqual({});
});

test('requires every field except images and details', () => {
  expect(validateDraft(toDraft(undefined))).toEqual({
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

describe('reports the same message as the API', () => {
  test.each<[string, Partial<ProductDraft>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(151) }],
    ['description', { description: '\n \t' }],
    ['description', { description: 'a'.repeat(5001) }],
    ['unit', { unit: '' }],
    ['unit', { unit: 'a'.repeat(51) }],
    ['category', { category: [] }],
    ['category', { category: many(21) }],
    ['subCategory', { subCategory: [] }],
    ['more_details.Brand', { more_details: [{ label: 'Brand', text: ' ' }] }],
    ['more_details.Brand', { more_details: [{ label: 'Brand', text: 'a'.repeat(501) }] }],
  ])('%s', (field, wrong) => {
    const draft = { ...right, ...wrong };
    const { error } = createProduct.input.safeParse(toProductInput(draft));
    const said = error?.issues.find(({ path }) => path.join('.') === field)?.message;
    expect(said).toBeDefined();
    expect(validateDraft(draft)).toEqual({ [field]: said });
  });
});

test('allows as many images and details as the API', () => {
  const taken = (changed: Partial<ProductDraft>) =>
    createProduct.input.safeParse(toProductInput({ ...right, ...changed })).success;
  expect(taken({ image: pictures(maximumProductImages) })).toBe(true);
  expect(taken({ image: pictures(maximumProductImages + 1) })).toBe(false);
  expect(taken({ more_details: details(maximumDetails) })).toBe(true);
  expect(taken({ more_details: details(maximumDetails + 1) })).toBe(false);
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
    expect(labelError('One more', details(maximumDetails))).toBe('At most 40 fields.');
  });
});
