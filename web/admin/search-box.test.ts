import { expect, test } from 'vitest';
import { matchesWords } from './search-box.tsx';

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
  expect(matchesWords(text, typed)).toBe(isFound);
});
