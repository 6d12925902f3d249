import { expect, test } from 'vitest';
import { isFoundByWords } from './found-by-words.ts';

test.each([
  ['Dairy, Bread & Eggs', 'bread', true],
  ['Dairy, Bread & Eggs', 'eggs DAIRY', true],
  ['Dairy, Bread & Eggs', 'dairy milk', false],
  ['Crème & Café', 'creme cafe', true],
  ['Snacks', '', true],
  ['Snacks', '   ', true],
  ['100% Juice', '%', true],
  ['Snacks', '.*', false],
])('%j is found by %j: %j', (text, typed, isFound) => {
  expect(isFoundByWords(text, typed)).toBe(isFound);
});
