import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPermissions } from './admin-sections.ts';

test('each page of the staff asks for a permission', () => {
  const routes = readFileSync(join(import.meta.dirname, '../routes.ts'), 'utf8');
  const paths = [
    ...routes.matchAll(/route\('(dashboard(?:\/[^']+)?)', '(?:admin\/|home-preview|dashboard-home)/g),
  ].map(([, path]) => `/${path}`);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => findPermissions(path).length === 0)).toEqual([]);
});

test('a page below another and one with parameters have its permissions, other paths none', () => {
  expect(findPermissions('/dashboard/customers/abc?tab=x')).toEqual(['view-customers']);
  expect(findPermissions('/dashboard/settings#legal')).toEqual(['settings']);
  expect(findPermissions('/dashboard/product-import/pictures')).toEqual(['import']);
  expect(findPermissions('/dashboard/product-pictures')).toEqual(['edit-products']);
  for (const path of ['/dashboard/profile', '/dashboard/orders-of-others', '/', ''])
    expect(findPermissions(path)).toEqual([]);
});
