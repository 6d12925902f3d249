import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { findNeighbour, highlight, toOptions } from './suggestion-options.tsx';

const suggestions = {
  correction: 'milk',
  brands: [{ name: 'Milky Mist', count: 12 }],
  listings: [
    {
      category: { _id: 'c', name: 'Dairy', nameHindi: '' },
      subCategory: { _id: 's', name: 'Milk', nameHindi: '' },
    },
  ],
  products: [
    {
      _id: 'p',
      name: 'Cow Milk',
      nameHindi: '',
      unit: '1 L',
      price: 60,
      discount: 0,
      salePrice: null,
      image: '',
    },
  ],
};
const recent = ['Milkshake', 'rice', 'milk 1 L', 'milk powder', 'mlik'];

test('without a text the options are all recent searches', () => {
  expect(toOptions('', recent, null)).toMatchObject(recent.map((search) => ({ kind: 'recent', search })));
  expect(toOptions('', [], null)).toEqual([]);
});

test('with a text they are the correction, two recent searches that continue it, brands, listings and products', () => {
  expect(toOptions('Milk', recent, suggestions)).toMatchObject([
    { kind: 'correction', search: 'milk' },
    { kind: 'recent', search: 'Milkshake' },
    { kind: 'recent', search: 'milk 1 L' },
    { kind: 'brand', path: '/brand/milky-mist', name: 'Milky Mist', count: 12 },
    { kind: 'listing', path: '/dairy-c/milk-s' },
    { kind: 'product', path: '/product/cow-milk-p' },
  ]);
});

test('arrow keys go through the options and the search box', () => {
  const options = toOptions('', ['one', 'two'], null);
  const keys = options.map(({ key }) => key);
  expect(findNeighbour(options, null, 1)).toBe(keys[0]);
  expect(findNeighbour(options, keys[0] ?? '', 1)).toBe(keys[1]);
  expect(findNeighbour(options, keys[1] ?? '', 1)).toBeNull();
  expect(findNeighbour(options, null, -1)).toBe(keys[1]);
  expect(findNeighbour(options, keys[0] ?? '', -1)).toBeNull();
  expect(findNeighbour(options, 'gone', 1)).toBe(keys[0]);
  expect(findNeighbour([], null, 1)).toBeNull();
});

test.each([
  ['Cow Milk', 'mil', 'Cow <b>Mil</b>k'],
  ['Full Cream Milk', 'cream full', '<b>Full</b> <b>Cream</b> Milk'],
  ['Buttermilk', 'milk', 'Buttermilk'],
  ['दूध पाउडर', 'दू', '<b>दू</b>ध पाउडर'],
  ['<b>x</b> & y', 'x', '&lt;b&gt;<b>x</b>&lt;/b&gt; &amp; y'],
  ['a(b', '(', 'a(b'],
  ['Milk', '', 'Milk'],
])('highlights in %s the starts of words of %s', (text, query, html) => {
  expect(renderToStaticMarkup(<p>{highlight(text, query)}</p>)).toBe(`<p>${html}</p>`);
});
