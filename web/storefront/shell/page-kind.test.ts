import { expect, test } from 'vitest';
import { toPageKind, toPendingPageKind } from './page-kind.ts';

const listing = '/dairy-c1/milk-s1';
const otherListing = '/dairy-c1/curd-s2';

test('a path tells which page of the catalogue it shows', () => {
  expect(toPageKind('/')).toBe('home');
  expect(toPageKind('/search')).toBe('search');
  expect(toPageKind('/product/milk-p1')).toBe('product');
  expect(toPageKind(listing)).toBe('listing');
});

test('pages without data of the server are of no kind', () => {
  for (const path of ['/cart', '/checkout', '/dashboard', '/dashboard/myorders', '/orders/o1', '/a/b/c']) {
    expect(toPageKind(path)).toBeNull();
  }
});

test('going to another kind of page is sketched, staying on one is not', () => {
  expect(toPendingPageKind('/', listing)).toBe('listing');
  expect(toPendingPageKind(listing, '/product/milk-p1')).toBe('product');
  expect(toPendingPageKind(listing, otherListing)).toBeNull();
  expect(toPendingPageKind('/search', '/search')).toBeNull();
});

test('from one product to the next is sketched, because everything on the page changes', () => {
  expect(toPendingPageKind('/product/milk-p1', '/product/curd-p2')).toBe('product');
  expect(toPendingPageKind('/product/milk-p1', '/product/milk-p1')).toBeNull();
});

test('the home page brings its own placeholders', () => {
  expect(toPendingPageKind(listing, '/')).toBeNull();
});
