import { expect, test } from 'vitest';
import { calls } from '#contract/api.ts';
import { endpointOf, paths } from '#contract/endpoints.ts';
import { apiRoutes } from '#server/app.ts';

const names = Object.keys(paths).sort();

test('every call of the contract is described once and served by exactly one feature', () => {
  expect(Object.keys(calls).sort()).toEqual(names);
  expect(apiRoutes.map(({ name }) => name).sort()).toEqual(names);
});

test('a call is described under its own name, and served as it is described', () => {
  for (const [name, description] of Object.entries(calls)) expect(description.name).toBe(name);
  for (const { name, description } of apiRoutes) expect(description).toBe(calls[name]);
});

test('no two calls answer on the same method and path', () => {
  const endpoints = Object.values(paths);
  expect(new Set(endpoints).size).toBe(endpoints.length);
});

test('every path is rooted under /api and takes one of the four methods', () => {
  for (const { name } of apiRoutes) {
    const { method, path } = endpointOf(name);
    expect(path).toMatch(/^\/api(?:\/[a-z-]+){2}$/);
    expect(['GET', 'POST', 'PUT', 'DELETE']).toContain(method);
  }
});

test('what is kept for everybody is what anybody may ask', () => {
  for (const { description } of apiRoutes) {
    if (description.isCatalogueRead) expect(description.audience).toBe('anyone');
  }
});
