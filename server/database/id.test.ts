import { expect, test } from 'vitest';
import { newId } from './id.ts';

test('an id is 22 characters that can end a page path', () => {
  expect(newId()).toMatch(/^[0-9A-Za-z]{22}$/);
});

test('ids sort by their time of creation in PostgreSQL’s byte order', () => {
  const born = [0, 1, 61, 62, 1_700_000_000_000, Date.UTC(2026, 0), Date.UTC(2090, 0)];
  const ids = born.map((moment) => newId(moment));
  expect([...ids].sort()).toEqual(ids);
});

test('ids of one millisecond differ', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => newId(1)));
  expect(ids.size).toBe(10_000);
});
