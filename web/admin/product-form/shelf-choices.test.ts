import { expect, test } from 'vitest';
import type { SubCategory } from '#contract/sub-category.ts';
import { choicesOf, strayNames, subCategoryChoices } from './shelf-choices.ts';

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
  expect(idsOf(subCategoryChoices(all, [], []))).toBe('apples bread chips');
  expect(idsOf(subCategoryChoices(all, [], ['bakery']))).toBe('bread chips apples');
  expect(idsOf(subCategoryChoices(all, [], ['snacks', 'fruits']))).toBe('apples chips bread');
});

test('each says where it belongs', () => {
  expect(subCategoryChoices(all, [], []).map(({ note }) => note)).toEqual([
    'fruits',
    'bakery',
    'snacks, bakery',
  ]);
});

test('until all are known, those of the product have their names', () => {
  const own = [{ _id: 'bread', name: 'Bread' }];
  expect(choicesOf(undefined, own)).toEqual([{ id: 'bread', name: 'Bread' }]);
  expect(subCategoryChoices(undefined, own, [])).toEqual([{ id: 'bread', name: 'Bread' }]);
});

test('what is chosen outside of the chosen categories is named', () => {
  expect(strayNames(all, ['apples', 'bread'], ['bakery'])).toEqual(['APPLES']);
  expect(strayNames(all, ['chips'], ['snacks'])).toEqual([]);
  expect(strayNames(all, ['apples'], [])).toEqual([]);
  expect(strayNames(undefined, ['apples'], ['bakery'])).toEqual([]);
});
