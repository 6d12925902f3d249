import { expect, test } from 'vitest';
import type { SubCategory } from '#contract/products/category.ts';
import { subCategoryOptions, toOptions, unrelatedNames } from './category-options.ts';

const subCategory = (id: string, ...categories: string[]): SubCategory => ({
  _id: id,
  name: id.toUpperCase(),
  nameHindi: '',
  image: '',
  category: categories.map((category) => ({ _id: category, name: category, nameHindi: '' })),
  updatedAt: '2026-11-21T10:00:00.000Z',
});
const all = [
  subCategory('apples', 'fruits'),
  subCategory('bread', 'bakery'),
  subCategory('chips', 'snacks', 'bakery'),
];
const idsOf = (choices: { id: string }[]) => choices.map(({ id }) => id).join(' ');

test('lists sub-categories of the selected categories first', () => {
  expect(idsOf(subCategoryOptions(all, [], []))).toBe('apples bread chips');
  expect(idsOf(subCategoryOptions(all, [], ['bakery']))).toBe('bread chips apples');
  expect(idsOf(subCategoryOptions(all, [], ['snacks', 'fruits']))).toBe('apples chips bread');
});

test('adds the categories as a note', () => {
  expect(subCategoryOptions(all, [], []).map(({ note }) => note)).toEqual([
    'fruits',
    'bakery',
    'snacks, bakery',
  ]);
});

test('offers those of the product until all are loaded', () => {
  const own = [{ _id: 'bread', name: 'Bread', nameHindi: '' }];
  expect(toOptions(undefined, own)).toEqual([{ id: 'bread', name: 'Bread' }]);
  expect(subCategoryOptions(undefined, own, [])).toEqual([{ id: 'bread', name: 'Bread' }]);
});

test('names selected sub-categories outside the selected categories', () => {
  expect(unrelatedNames(all, ['apples', 'bread'], ['bakery'])).toEqual(['APPLES']);
  expect(unrelatedNames(all, ['chips'], ['snacks'])).toEqual([]);
  expect(unrelatedNames(all, ['apples'], [])).toEqual([]);
  expect(unrelatedNames(undefined, ['apples'], ['bakery'])).toEqual([]);
});
