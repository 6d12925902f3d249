import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { permissions } from '#contract/base/permissions.ts';
import { namedEndpoints } from '#tests/fixtures/context.ts';
import { apiRoutes } from './app.ts';

test('every endpoint has exactly one route', () => {
  const expected = Object.values(endpoints).map(({ path }) => path);
  expect(apiRoutes.map(({ endpoint }) => endpoint.path).sort()).toEqual(expected.sort());
  expect(new Set(apiRoutes.map(({ endpoint }) => endpoint)).size).toBe(expected.length);
});

test('no two endpoints share method and path', () => {
  const routes = namedEndpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

test('a path has two segments under /api', () => {
  for (const { path } of namedEndpoints) expect(path).toMatch(/^\/api(?:\/[a-z-]+){2}$/);
});

test('a cached response is public', () => {
  for (const { isCatalogueRead, audience } of namedEndpoints)
    if (isCatalogueRead) expect(audience).toBe('anyone');
});

test('only the counts of the menu are for everyone of the staff', () => {
  const names = namedEndpoints
    .filter(({ permissions: named = [] }) => named.length === permissions.length)
    .map(({ name }) => name);
  expect(names).toEqual(['getMenuCounts']);
});

// Listed again, because a wrong audience in the contract would otherwise make an endpoint public unnoticed.
test('only these endpoints are public', () => {
  const names = namedEndpoints.filter(({ audience }) => audience === 'anyone').map(({ name }) => name);
  expect(names.sort()).toEqual([
    'approveDevice',
    'confirmLogin',
    'forgotPassword',
    'getHome',
    'getProductDetails',
    'getSandboxPayment',
    'getStorePage',
    'getStoreProfile',
    'getStoreStatus',
    'listBrands',
    'listCategories',
    'listFacets',
    'listListedCoupons',
    'listPaymentMethods',
    'listPinLogins',
    'listProducts',
    'listProductsByBrand',
    'listProductsByCategory',
    'listProductsByCategoryAndSubCategory',
    'listProductsByCollection',
    'listProductsById',
    'listSubCategories',
    'loginByPin',
    'loginUser',
    'paySandboxPayment',
    'readInvitation',
    'refreshToken',
    'registerInvited',
    'registerUser',
    'replacePush',
    'requestDelivery',
    'resetPassword',
    'searchProducts',
    'suggestProducts',
    'verifyEmail',
    'verifyForgotPasswordOtp',
  ]);
});
