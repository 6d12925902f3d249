import { expect, test } from 'vitest';
import { toPageKind, toPendingPageKind } from './page-kind.ts';

const listing = '/dairy-c1/milk-s1';
const otherListing = '/dairy-c1/curd-s2';

test('toPageKind returns the layout of a catalogue path', () => {
  expect(toPageKind('/')).toBe('home');
  expect(toPageKind('/search')).toBe('search');
  expect(toPageKind('/product/milk-p1')).toBe('product');
  expect(toPageKind('/brand/amul')).toBe('brand');
  expect(toPageKind('/collection/diwali-c1')).toBe('brand');
  expect(toPageKind(listing)).toBe('listing');
});

test('toPageKind returns null for pages that load no data from the server', () => {
  for (const path of [
    '/cart',
    '/checkout',
    '/dashboard',
    '/dashboard/myorders',
    '/orders/o1',
    '/a/b/c',
    '/brand/a/filter',
  ]) {
    expect(toPageKind(path)).toBeNull();
  }
});

test('a skeleton is shown for another layout only', () => {
  expect(toPendingPageKind('/', listing)).toBe('listing');
  expect(toPendingPageKind(listing, '/product/milk-p1')).toBe('product');
  expect(toPendingPageKind('/search', '/brand/amul')).toBe('brand');
  expect(toPendingPageKind(listing, otherListing)).toBeNull();
  expect(toPendingPageKind('/search', '/search')).toBeNull();
});

test('a skeleton is shown from one product to another', () => {
  expect(toPendingPageKind('/product/milk-p1', '/product/curd-p2')).toBe('product');
  expect(toPendingPageKind('/product/milk-p1', '/product/milk-p1')).toBeNull();
});

test('no skeleton is shown for the home page, which has its own', () => {
  expect(toPendingPageKind(listing, '/')).toBeNull();
});
