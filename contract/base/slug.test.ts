import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  brandPath,
  categoryPath,
  listingPath,
  parseIdFromParam,
  productPath,
  toBrandSlug,
  toShownName,
  toSlug,
} from './slug.ts';

const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string());
const id = fc.stringMatching(/^[0-9A-Za-z]{1,32}$/);

test('spaces, commas and ampersands become hyphens', () => {
  expect(toSlug('Dairy, Bread & Eggs')).toBe('dairy-bread-eggs');
  expect(toSlug('Gauvana Full Cream Milk 500 ml')).toBe('gauvana-full-cream-milk-500-ml');
});

test('removes accents and keeps the base characters', () => {
  expect(toSlug('Crème Brûlée')).toBe('creme-brulee');
});

test('a slug is safe in an address, without runs of hyphens or one at an end', () => {
  fc.assert(
    fc.property(name, (text) => {
      const slug = toSlug(text);
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(encodeURIComponent(slug)).toBe(slug);
    }),
  );
});

test('the slug of a slug is the same slug', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(toSlug(toSlug(text))).toBe(toSlug(text));
    }),
  );
});

test('a name of which nothing is left still makes a path', () => {
  expect(productPath({ _id: 'a1', name: '🥛' })).toBe('/product/item-a1');
  expect(toSlug('')).toBe('item');
});

test('the id comes back out of every path', () => {
  fc.assert(
    fc.property(name, id, name, id, (one, oneId, other, otherId) => {
      const path = listingPath({ _id: oneId, name: one }, { _id: otherId, name: other });
      const [, first = '', second = ''] = path.split('/');
      expect([parseIdFromParam(first), parseIdFromParam(second)]).toEqual([oneId, otherId]);
      const product = productPath({ _id: oneId, name: one }).split('/');
      expect(product).toHaveLength(3);
      expect(parseIdFromParam(product[2] ?? '')).toBe(oneId);
    }),
  );
});

test('a parameter that is an id alone is that id', () => {
  expect(parseIdFromParam('a1')).toBe('a1');
  expect(parseIdFromParam('milk-')).toBe('');
});

test('a name beside its unit is shown without the unit in brackets at its end', () => {
  expect(toShownName({ name: 'Rice (10 kg)', unit: '10 kg' })).toBe('Rice');
  expect(toShownName({ name: 'Rice (10 kg)', unit: '5 kg' })).toBe('Rice (10 kg)');
  expect(toShownName({ name: '(10 kg)', unit: '10 kg' })).toBe('(10 kg)');
});

test.each([
  ['Mother Dairy', 'mother-dairy'],
  ['  AMUL ', 'amul'],
  ["Lay's", 'lay-s'],
  ['Lay’s', 'lay-s'],
  ['Nestlé', 'nestle'],
  ['24 Mantra', '24-mantra'],
  ['पतंजलि & Co', 'पतंजलि-co'],
  ['!!!', 'brand-0'],
  ['0', 'brand-0'],
])('the slug of the brand %s is %s', (brand, slug) => {
  expect(toBrandSlug(brand)).toBe(slug);
});

test('a brand has one slug in any case, which is its own slug and a part of an address', () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.string({ unit: 'grapheme', minLength: 90, maxLength: 200 })), (brand) => {
      const slug = toBrandSlug(brand);
      expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u);
      expect(toBrandSlug(slug)).toBe(slug);
      expect([...slug].length).toBeLessThanOrEqual(100);
      const { pathname } = new URL(brandPath(brand), 'https://shop.example');
      expect(pathname).toBe(brandPath(brand));
      expect(toBrandSlug(decodeURIComponent(pathname.slice('/brand/'.length)))).toBe(slug);
    }),
  );
});

const dairy = { _id: 'c1', name: 'Dairy & Bread' };
const fruit = { _id: 'c2', name: 'Fruit' };
const subCategories = [
  { _id: 's1', name: 'Apples', category: [fruit] },
  { _id: 's2', name: 'Butter', category: [fruit, dairy] },
  { _id: 's3', name: 'Milk', category: [dairy] },
];

test('the path of a category is the listing of its first sub-category', () => {
  expect(categoryPath(dairy, subCategories)).toBe('/dairy-bread-c1/butter-s2');
  expect(categoryPath(fruit, subCategories)).toBe('/fruit-c2/apples-s1');
});

test('the path of a category without a sub-category is null', () => {
  expect(categoryPath({ _id: 'c9', name: 'New' }, subCategories)).toBeNull();
});
