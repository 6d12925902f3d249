import { matchRoutes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { shopRoutes } from '#tests/fixtures/pages.ts';
import { createPageAddresses, createRouteSearch, toTree } from './page-address.ts';

const publicUrl = 'https://shop.example';
const toAddress = createPageAddresses(shopRoutes, publicUrl);
const findRouteIds = createRouteSearch(shopRoutes);
const tree = toTree(shopRoutes);
const keysOf = (urls: readonly string[]) => [...new Set(urls.map((url) => toAddress(url).key))];

test.each([
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  'http://evil.example/',
  'http://evil.example',
  'https:\\\\evil.example/a',
  '//evil.example\\@shop.example/',
  '/../../evil',
  'javascript:alert(1)',
])('resolves the request target %s on the own host', (target) => {
  const { url } = toAddress(target);
  expect([url.origin, url.pathname.startsWith('//')]).toEqual([publicUrl, false]);
});

test('keeps the path of a product and its encoded characters', () => {
  for (const path of ['/product/milk-1', '/product/%E0%A4%85-1', '/product/%2F%2Fevil'])
    expect(toAddress(path).url.href).toBe(`${publicUrl}${path}`);
});

test('query parameters that the route does not read lead to the same address', () => {
  const junk = ['', '?', '?utm_source=x', '?q=a', '?page=2', '?a=1&b=2#c', '#junk', '?_routes=x'];
  expect(keysOf(junk.map((query) => `/${query}`))).toEqual(['/']);
  expect(keysOf(junk.map((query) => `/cart${query}`))).toEqual(['/cart']);
  expect(keysOf(junk.map((query) => `/product/milk-1${query}`))).toEqual(['/product/milk-1']);
  expect(keysOf(['/dairy-1/milk-2?q=a', '/dairy-1/milk-2?q=b'])).toEqual(['/dairy-1/milk-2']);
  expect(keysOf(['/http://evil.example/?z=1', '/nothing?page=2'])).toEqual(['/0']);
});

test('the parameters of a route in any order, and numbers that mean the first page, are one address', () => {
  expect(keysOf(['/search?q=a%20b&page=2', '/search?page=2&x=1&q=a+b&q=c'])).toEqual([
    '/search?q=a+b&page=2',
  ]);
  const pages = ['', '&page=1', '&page=0', '&page=01', '&page=-1', '&page=x', '&page=1e3', '&page=9999999'];
  expect(keysOf(pages.map((page) => `/search?q=a${page}`))).toEqual(['/search?q=a']);
  expect(keysOf(['/search', '/search?q=', '/search?q=%20'])).toEqual(['/search']);
  expect(keysOf(['/dairy-1/milk-2?page=3', '/dairy-1/milk-2?page=3&page=4'])).toEqual([
    '/dairy-1/milk-2?page=3',
  ]);
});

test('the options of a list in any order and spelling are one address, and invalid ones none', () => {
  const listing = '/dairy-1/milk-2';
  const same = [
    '?brand=B&brand=a&sort=price-low&min=10&stock=in',
    '?stock=in&utm=1&min=010&sort=price-low&brand=a&brand=B&brand=b',
  ];
  expect(keysOf(same.map((query) => listing + query))).toEqual([
    `${listing}?sort=price-low&brand=a&brand=B&min=10&stock=in`,
  ]);
  const none = ['', '?sort=popular', '?sort=x', '?min=0', '?discount=7', '?veg=1', '?brand=', '?stock=out'];
  expect(keysOf(none.map((query) => listing + query))).toEqual([listing]);
  expect(keysOf(['/search?veg=veg&q=a&page=2', '/search?q=a&page=2&veg=veg'])).toEqual([
    '/search?q=a&veg=veg&page=2',
  ]);
  expect(keysOf(['/search?veg=veg', '/search?sort=popular'])).toEqual(['/search']);
  expect(keysOf(['/search/filter?q=a&page=2&veg=veg'])).toEqual(['/search/filter?q=a&veg=veg']);
  expect(keysOf([`${listing}/filter?page=2&q=a&veg=veg`])).toEqual([`${listing}/filter?veg=veg`]);
  expect(keysOf(['/brand/amul?veg=veg&q=a&page=2', '/brand/amul?page=2&sort=popular&veg=veg'])).toEqual([
    '/brand/amul?veg=veg&page=2',
  ]);
});

test('a page that the browser fills is one address, whatever its parameters and spelling', () => {
  expect(keysOf(['/orders/1', '/orders/2', '/orders/%F0%9F%8D%95', '/ORDERS/3/', '/orders/1?q=2'])).toEqual([
    '/orders/0',
  ]);
  expect(keysOf(['/cart', '/Cart', '/cart/', '/CART?x=1'])).toEqual(['/cart']);
});

test('all unknown addresses are one address with status 404', () => {
  const addresses = ['/x', '/a/b/c', '/%E0%A4%A', '/index.php', '/.env', '/product', '/orders/1/2'].map(
    toAddress,
  );
  for (const { key, isMissing, missing } of addresses)
    expect([key, isMissing, missing]).toEqual(['/0', true, null]);
});

test('what does not exist on a route has one address, which has no other', () => {
  const { missing, isMissing } = toAddress('/product/milk-1');
  expect([missing?.key, missing?.isMissing, isMissing]).toEqual(['/product/0', true, false]);
  expect(toAddress('/dairy-1/milk-2?page=2').missing?.key).toBe('/0/0');
  expect(toAddress('/product/0')).toMatchObject({ missing: null, isMissing: true });
  expect([toAddress('/').missing, toAddress('/cart').missing, toAddress('/search?q=a').missing]).toEqual([
    ...[null, null, null],
  ]);
});

test('data for navigation has an address for each set of routes with data, and no other', () => {
  const [product, search] = ['/product/milk-1.data', '/search.data?q=a'];
  expect(keysOf([product, `${product}?x=1`, `${product}?_routes=`, `${product}?_routes=x,y`])).toEqual([
    product,
  ]);
  expect(keysOf([`${product}?_routes=product`, `${product}?_routes=product,shell,x`])).toEqual([
    `${product}?_routes=product`,
  ]);
  expect(keysOf([`${search}&_routes=search`, `/search.data?_routes=search&q=a`])).toEqual([
    `${search}&_routes=search`,
  ]);
  expect(keysOf([`${product}?_routes=root,product`, `${product}?_routes=product,root`])).toEqual([product]);
  expect(keysOf(['/_.data', '/_.data?q=1'])).toEqual(['/_.data']);
  expect(keysOf(['/orders/1.data', '/orders/2.data'])).toEqual(['/orders/0.data']);
  expect(toAddress(product)).toMatchObject({ isData: true, missing: null });
});

test.each([
  ...[
    '/',
    '//',
    '/cart',
    '/CART',
    '/cart/',
    '/cart//',
    '//cart',
    '/cart/x',
    '/cart%20',
    '/%63art',
    '/cart%2F',
  ],
  // K of Kelvin and long s, which are other letters of k and s in some comparisons.
  ...['/chec\u212Aout', '/chec%E2%84%AAout', '/\u017Fearch', '/ca\u0280t'],
  ...['/product/milk-1', '/PRODUCT/a%2Fb', '/product/', '/product/a/b', '/product//a', '/product/%E0%A4%85'],
  ...['/%70roduct/%E0%A4%A', '/product/%E0%A4%A', '/%E0%A4%A', '/orders/1', '/orders/orders', '/Orders/1/2'],
  ...[
    '/dairy-1/milk-2',
    '/cart/milk-2',
    '/dairy-1/cart',
    '/dairy-1/milk-2/x',
    '/0/0',
    '/admin/products/',
    '/a/b/c/d',
  ],
])(
  'finds the routes of %s as React Router does, also when a path of the same form was found before',
  (path) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const ids = (matchRoutes(tree, path) ?? []).map(({ route }) => route.id);
    expect([findRouteIds(path), findRouteIds(path)]).toEqual([ids, ids]);
  },
);
