import { expect, test } from 'vitest';
import { nextSort, parseListParameters } from './product-queries.ts';

const standard = {
  search: '',
  level: 'any',
  status: null,
  category: null,
  isGstUnknown: false,
  order: 'best',
  isDescending: false,
  page: 1,
};

test.each([
  ['', {}],
  ['q=milk&page=3', { search: 'milk', page: 3 }],
  ['stock=low', { level: 'low' }],
  ['stock=out&category=01abcXYZ', { level: 'out', category: '01abcXYZ' }],
  ['status=draft', { status: 'draft' }],
  ['status=sold', {}],
  ['status=active&gst=unknown', { status: 'active', isGstUnknown: true }],
  ['gst=5', {}],
  ['sort=price', { order: 'price' }],
  ['sort=-stock', { order: 'stock', isDescending: true }],
  ['sort=-&stock=none&category=not-an-id&page=0', {}],
  ['sort=-best', {}],
  ['sort=--price', {}],
])('parses ?%s', (query, expected) => {
  expect(parseListParameters(new URLSearchParams(query))).toEqual({ ...standard, ...expected });
});

test('cycles through ascending, descending and default order', () => {
  expect(nextSort({ order: 'best', isDescending: false }, 'price')).toBe('price');
  expect(nextSort({ order: 'price', isDescending: false }, 'price')).toBe('-price');
  expect(nextSort({ order: 'price', isDescending: true }, 'price')).toBe('');
  expect(nextSort({ order: 'price', isDescending: true }, 'stock')).toBe('stock');
});
