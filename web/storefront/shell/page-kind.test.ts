import { expect, test } from 'vitest';
import { pageKindOf, pendingKindOf } from './page-kind.ts';

const listing = '/dairy-c1/milk-s1';
const otherListing = '/dairy-c1/curd-s2';

test('a path tells which page of the catalogue it shows', () => {
  expect(pageKindOf('/')).toBe('home');
  expect(pageKindOf('/search')).toBe('search');
  expect(pageKindOf('/product/milk-p1')).toBe('product');
  expect(pageKindOf(listing)).toBe('listing');
});

test('pages without data of the server are of no kind', () => {
  for (const path of ['/cart', '/checkout', '/dashboard', '/dashboard/myorders', '/orders/o1', '/a/b/c']) {
    expect(pageKindOf(path)).toBeNull();
  }
});

test('going to another kind of page is sketched, staying on one is not', () => {
  expect(pendingKindOf('/', listing)).toBe('listing');
  expect(pendingKindOf(listing, '/product/milk-p1')).toBe('product');
  expect(pendingKindOf(listing, otherListing)).toBeNull();
  expect(pendingKindOf('/search', '/search')).toBeNull();
});

test('from one product to the next is sketched, because everything on the page changes', () => {
  expect(pendingKindOf('/product/milk-p1', '/product/curd-p2')).toBe('product');
  expect(pendingKindOf('/product/milk-p1', '/product/milk-p1')).toBeNull();
});

test('the home page brings its own placeholders', () => {
  expect(pendingKindOf(listing, '/')).toBeNull();
});
