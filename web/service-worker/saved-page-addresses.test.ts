import { expect, test } from 'vitest';
import {
  isSavingWanted,
  toDataPath,
  toListOptions,
  toPagePath,
  toSavedAddress,
  toSavedLabel,
} from './saved-page-addresses.ts';

const saved = (address: string) => toSavedAddress(new URL(address, 'https://shop.example'));

test('pages of the catalogue and frames are saved under their address', () => {
  for (const address of [
    '/',
    '/cart',
    '/wishlist',
    '/search?q=milk',
    '/product/butter-0a1B2c3D4e5F6g7H8i9J0k',
    '/fruits-0a1B2c3D4e/fresh-fruits-5F6g7H8i9J',
    '/collection/diwali-0a1B2c3D4e5F6g7H8i9J0k',
    '/brand/amul',
    '/brand/%E0%A4%85.data?_routes=storefront%2Fbrand%2Fbrand-page',
    '/dashboard/address',
    '/product/butter-0a1B2c3D4e.data?_routes=storefront%2Fproduct%2Fproduct-page',
    '/_.data',
  ])
    expect(saved(address)).toBe(address);
});

test('pages of orders and of the staff, and pages with secrets, are not saved', () => {
  for (const address of [
    '/orders/0a1B2c3D4e5F6g7H8i9J0k',
    '/success?order=0a1B2c3D4e',
    '/brand/amul/filter',
    '/verify-email?code=123',
    '/reset-password',
    '/pay/sandbox/0a1B2c3D4e5F',
    '/dashboard/orders',
    '/dashboard/product',
    '/dashboard/security',
    '/dashboard/home-preview',
    '/api/user/user-details',
  ])
    expect(saved(address)).toBeNull();
});

test('parameters that no page reads are dropped', () => {
  expect(saved('/?utm_source=mail&code=secret')).toBe('/');
  expect(saved('/search?q=milk&code=secret&page=2')).toBe('/search?q=milk&page=2');
});

test('a list is saved apart from the same list in another order or with a filter', () => {
  const options = 'sort=price-low&brand=Amul&brand=Mother+Dairy&min=50&max=100&stock=in&discount=20&veg=veg';
  for (const address of [
    `/search?q=milk&${options}&page=2`,
    `/brand/amul?${options}`,
    `/fruits-0a1B2c3D4e/fresh-fruits-5F6g7H8i9J?${options}`,
    `/fruits-0a1B2c3D4e/fresh-fruits-5F6g7H8i9J.data?${options}&_routes=listing`,
  ])
    expect(saved(address)).toBe(address);
});

test('options that mean the same are one address, and those that the list does not have are dropped', () => {
  expect(saved('/search?q=milk&veg=veg&brand=b&brand=a&stock=in')).toBe(
    '/search?q=milk&brand=a&brand=b&stock=in&veg=veg',
  );
  // The order of a brand and of a listing without options.
  expect(saved('/brand/amul?sort=popular')).toBe('/brand/amul');
  expect(saved('/search?q=milk&sort=newest')).toBe('/search?q=milk&sort=newest');
  expect(saved('/brand/amul?sort=secret&min=-1&stock=all&discount=7&veg=maybe')).toBe('/brand/amul');
  for (const path of ['/', '/product/butter-0a1B2c3D4e', '/collection/diwali-0a1B2c3D4e'])
    expect(saved(`${path}?sort=discount&brand=Amul`)).toBe(path);
});

test('of a list its options are known', () => {
  expect(toListOptions(new URL('https://shop.example/brand/amul.data?stock=in&_routes=brand'))).toEqual({
    inStock: true,
  });
  for (const address of ['/brand/amul?page=2', '/?stock=in', '/search?q=milk&code=secret'])
    expect(toListOptions(new URL(address, 'https://shop.example'))).toEqual({});
});

test('a page and the path of its data lead to each other', () => {
  for (const path of ['/', '/product/butter-0a1B2c3D4e', '/cart'])
    expect(toPagePath(toDataPath(path))).toBe(path);
});

test('a saved page is named by its address, and a page that every visitor has is not named', () => {
  expect(toSavedLabel('/product/amul-butter-500-g-0a1B2c3D4e')).toBe('Amul butter 500 g');
  expect(toSavedLabel('/fruits-0a1B2c3D4e/fresh-fruits-5F6g7H8i9J.data?_routes=x')).toBe('Fresh fruits');
  expect(toSavedLabel('/collection/diwali-picks-0a1B2c3D4e')).toBe('Diwali picks');
  expect(toSavedLabel('/brand/mother-dairy')).toBe('Mother dairy');
  expect(toSavedLabel('/brand/%E0%A4%85.data')).toBe('अ');
  expect(toSavedLabel('/search?q=milk')).toBe('Search: milk');
  expect([toSavedLabel('/'), toSavedLabel('/search'), toSavedLabel('/cart')]).toEqual([null, null, null]);
});

test('nothing is saved in the background on a slow connection or when the visitor saves data', () => {
  expect(
    [undefined, {}, { effectiveType: '3g', saveData: false }, { effectiveType: '4g' }].map(isSavingWanted),
  ).toEqual([true, true, true, true]);
  for (const connection of [
    { saveData: true, effectiveType: '4g' },
    { effectiveType: '2g' },
    { effectiveType: 'slow-2g' },
  ])
    expect(isSavingWanted(connection)).toBe(false);
});
