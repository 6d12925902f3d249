import { expect, test } from 'vitest';
import { parseShopPath } from './shop-path.ts';

test.each<[string, string, string?]>([
  ['/search?q=milk', 'SEARCH'],
  ['/search?q=%20milk%20&utm_source=x', 'SEARCH', '/search?q=milk'],
  ['/search?q=दूध&sort=price-low', 'SEARCH', '/search?q=%E0%A4%A6%E0%A5%82%E0%A4%A7&sort=price-low'],
  ['/brand/amul', 'BRAND'],
  ['/brand/Amul%20Gold?discount=10', 'BRAND', '/brand/amul-gold?discount=10'],
  ['/product/toned-milk-01ABC', 'PRODUCT'],
  ['/product/toned-milk-01ABC?q=1#top', 'PRODUCT', '/product/toned-milk-01ABC'],
  ['/collection/diwali-01ABC', 'COLLECTION'],
  ['/dairy-01A/milk-02B?stock=in', 'LISTING', '/dairy-01A/milk-02B?stock=in'],
])('%s is a page of the shop: %s', (typed, kind, path = typed) => {
  expect(parseShopPath(typed)).toMatchObject({ page: { kind }, path });
  expect(parseShopPath(path)?.path).toBe(path);
});

test.each([
  'https://evil.example/search?q=milk',
  '//evil.example/search?q=milk',
  '/\\evil.example/search?q=milk',
  '\\\\evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '/\tjavascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'search?q=milk',
  '/',
  '',
  '/search',
  '/search?q=',
  '/search?q=%20',
  '/brand/%E0%A4',
  '/brand',
  '/dashboard/settings',
  '/dashboard',
  '/api/user/logout',
  '/api/home-1/get-2/three-3',
  '/images/abc/640.webp',
  '/checkout',
  '/pay/sandbox/01ABC',
  '/product/',
  '/product/no id',
  '/product/../dashboard',
  '/collection/x',
  '/dairy-01A/milk-02B/filter',
  `/search?q=${'a'.repeat(300)}`,
  '/search?q=\ud800',
  '/search?q=\u0000',
])('%s is none', (typed) => {
  expect(parseShopPath(typed)).toBeNull();
});
