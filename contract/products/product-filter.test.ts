import { expect, test } from 'vitest';
import { isFiltered, parseListOptions, toListParameters } from './product-filter.ts';

const canonical = (query: string) =>
  new URLSearchParams(toListParameters(parseListOptions(new URLSearchParams(query)))).toString();

test.each([
  ['', ''],
  ['utm=1&sort=cheap&discount=15&veg=maybe&stock=out&min=-1&max=1e3', ''],
  ['min=0&max=99999999&brand=&brand=%20', ''],
  ['veg=veg&discount=20&stock=in&sort=price-low', 'sort=price-low&stock=in&discount=20&veg=veg'],
  ['brand=Nandgopi&brand=amul&brand=AMUL', 'brand=amul&brand=Nandgopi'],
  ['min=500&max=100', 'min=100&max=500'],
  ['min=007&veg=non-veg&veg=veg', 'min=7&veg=non-veg'],
  ['brand=%00x&brand=%ED%A0%80', 'brand=%EF%BF%BD%EF%BF%BD%EF%BF%BD'],
  [`brand=${'x'.repeat(101)}`, ''],
])('reads the parameters %j as %j', (query, expected) => {
  expect(canonical(query)).toBe(expected);
  expect(canonical(expected)).toBe(expected);
});

test('reads at most ten brands, the same ones in any order', () => {
  const brands = Array.from({ length: 12 }, (_, index) => `brand=B${index}`);
  expect(canonical(brands.join('&')).split('&')).toHaveLength(10);
  expect(canonical(brands.join('&'))).toBe(canonical(brands.reverse().join('&')));
});

test('leaves out the order that the list has anyway, and an order is no filter', () => {
  const parameters = new URLSearchParams('sort=newest');
  expect(parseListOptions(parameters, 'newest')).toEqual({});
  expect(parseListOptions(parameters)).toEqual({ sort: 'newest' });
  expect(isFiltered({ sort: 'newest' })).toBe(false);
  expect(isFiltered({ inStock: true })).toBe(true);
});
