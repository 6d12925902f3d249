import { expect, test } from 'vitest';
import { nextSort, parseListParameters, toFilterKey } from './product-queries.ts';

const standard = {
  search: '',
  level: 'any',
  status: null,
  category: null,
  gst: null,
  isHsnMissing: false,
  brand: '',
  family: '',
  location: '',
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
  ['status=active&gst=unknown', { status: 'active', gst: 'unknown' }],
  ['gst=5', { gst: 5 }],
  ['gst=0', { gst: 0 }],
  ['gst=-5', {}],
  ['gst=5.001', {}],
  ['gst=101', {}],
  ['gst=&hsn=', {}],
  ['hsn=missing&gst=0.25', { isHsnMissing: true, gst: 0.25 }],
  ['brand=Amul+&family=toned-milk&location=A1', { brand: 'Amul ', family: 'toned-milk', location: 'A1' }],
  [`location=${'x'.repeat(99)}`, { location: 'x'.repeat(60) }],
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

test('another filter is another list, another page or order is not', () => {
  const key = (query: string) => toFilterKey(parseListParameters(new URLSearchParams(query)));
  for (const query of ['status=draft', 'gst=5', 'gst=unknown', 'hsn=missing', 'location=A1', 'q=milk'])
    expect(key(query)).not.toBe(key(''));
  expect(key('gst=5&page=3&sort=name')).toBe(key('gst=5'));
});
