import { expect, test } from 'vitest';
import { parsePageNumber } from './url-parameters.ts';

test.each([
  ['', 1],
  ['page=1', 1],
  ['page=12', 12],
  ['page=0', 1],
  ['page=-3', 1],
  ['page=2.5', 1],
  ['page=1e9', 1],
  ['page=99999999999', 1],
  ['page=two', 1],
])('parses ?%s shows page %i', (query, page) => {
  expect(parsePageNumber(new URLSearchParams(query))).toBe(page);
});
