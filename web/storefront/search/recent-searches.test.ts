import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.tsx';

const key = 'tokri.recentSearches';
let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('keeps the last six searches, latest first, each once regardless of case and spaces', () => {
  for (const text of ['milk', 'bread', 'sugar', 'Milk ', 'curd', 'rice', 'egg', 'chips', ' brown   rice '])
    addRecentSearch(text);
  expect(readRecentSearches()).toEqual(['brown rice', 'chips', 'egg', 'rice', 'curd', 'Milk']);
});

test('ignores texts that are too short or too long', () => {
  for (const text of ['', ' ', 'm', 'x'.repeat(81)]) addRecentSearch(text);
  expect(readRecentSearches()).toEqual([]);
});

test.each(['', '{', 'null', '7', '{"a":1}', '[1,null,{"a":1},"m"]', `["${'x'.repeat(999)}"]`])(
  'reads nothing from the stored value %j and can store again',
  (value) => {
    stored.set(key, value);
    expect(readRecentSearches()).toEqual([]);
    addRecentSearch('milk');
    expect(readRecentSearches()).toEqual(['milk']);
  },
);

test('clears them', () => {
  addRecentSearch('milk');
  clearRecentSearches();
  expect(stored.has(key)).toBe(false);
  expect(readRecentSearches()).toEqual([]);
});
