import { expect, test } from 'vitest';
import type { SubCategory } from '#contract/category.ts';
import { subCategoryOptions, toOptions, unrelatedNames } from './category-options.ts';

const shelf = (id: string, ...categories: string[]): SubCategory => ({
  _id: id,
  name: id.toUpperCase(),
  image: '',
  category: categories.map((category) => ({ _id: category, name: category })),
  updatedAt: '2026-11-21T10:00:00.000Z',
});
const all = [shelf('apples', 'fruits'), shelf('bread', 'bakery'), shelf('chips', 'snacks', 'bakery')];
const idsOf = (choices: { id: string }[]) => choices.map(({ id }) => id).join(' ');

test('the sub-categories of the chosen categories come first, each part by name', () => {
  expect(idsOf(subCategoryOptions(all, [], []))).toBe('apples bread chips');
  expect(idsOf(subCategoryOptions(all, [], ['bakery']))).toBe('bread chips apples');
  expect(idsOf(subCategoryOptions(all, [], ['snacks', 'fruits']))).toBe('apples chips bread');
});

test('each says where it belongs', () => {
  expect(subCategoryOptions(all, [], []).map(({ note }) => note)).toEqual([
    'fruits',
    'bakery',
    'snacks, bakery',
  ]);
});

test('until all are known, those of the product have their names', () => {
  const own = [{ _id: 'bread', name: 'Bread' }];
  expect(toOptions(undefined, own)).toEqual([{ id: 'bread', name: 'Bread' }]);
  expect(subCategoryOptions(undefined, own, [])).toEqual([{ id: 'bread', name: 'Bread' }]);
});

test('what is chosen outside of the chosen categories is named', () => {
  expect(unrelatedNames(all, ['apples', 'bread'], ['bakery'])).toEqual(['APPLES']);
  expect(unrelatedNames(all, ['chips'], ['snacks'])).toEqual([]);
  expect(unrelatedNames(all, ['apples'], [])).toEqual([]);
  expect(unrelatedNames(undefined, ['apples'], ['bakery'])).toEqual([]);
});
