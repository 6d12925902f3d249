import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOfParameter, listingPath, productPath, slugOf } from './slug.ts';

const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string());
const id = fc.stringMatching(/^[0-9A-Za-z]{1,32}$/);

test('spaces, commas and ampersands become hyphens', () => {
  expect(slugOf('Dairy, Bread & Eggs')).toBe('dairy-bread-eggs');
  expect(slugOf('Gauvana Full Cream Milk 500 ml')).toBe('gauvana-full-cream-milk-500-ml');
});

test('accents are dropped, not the letters', () => {
  expect(slugOf('Crème Brûlée')).toBe('creme-brulee');
});

test('a slug is safe in an address, without runs of hyphens or one at an end', () => {
  fc.assert(
    fc.property(name, (text) => {
      const slug = slugOf(text);
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(encodeURIComponent(slug)).toBe(slug);
    }),
  );
});

test('the slug of a slug is the same slug', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(slugOf(slugOf(text))).toBe(slugOf(text));
    }),
  );
});

test('a name of which nothing is left still makes a path', () => {
  expect(productPath({ _id: 'a1', name: '🥛' })).toBe('/product/item-a1');
  expect(slugOf('')).toBe('item');
});

test('the id comes back out of every path', () => {
  fc.assert(
    fc.property(name, id, name, id, (one, oneId, other, otherId) => {
      const path = listingPath({ _id: oneId, name: one }, { _id: otherId, name: other });
      const [, first = '', second = ''] = path.split('/');
      expect([idOfParameter(first), idOfParameter(second)]).toEqual([oneId, otherId]);
      const product = productPath({ _id: oneId, name: one }).split('/');
      expect(product).toHaveLength(3);
      expect(idOfParameter(product[2] ?? '')).toBe(oneId);
    }),
  );
});

test('a parameter that is an id alone is that id', () => {
  expect(idOfParameter('a1')).toBe('a1');
  expect(idOfParameter('milk-')).toBe('');
});
