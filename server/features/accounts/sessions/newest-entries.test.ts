import { expect, test } from 'vitest';
import { newestEntries } from './newest-entries.ts';

test('the entry that was set first makes room for a new one', () => {
  const entries = newestEntries<string, number>(2);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.set('c', 3);
  expect([entries.get('a'), entries.get('b'), entries.get('c')]).toEqual([undefined, 2, 3]);
});

test('an entry that is set again is new again', () => {
  const entries = newestEntries<string, number>(2);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.set('a', 3);
  entries.set('c', 4);
  expect([entries.get('a'), entries.get('b'), entries.get('c')]).toEqual([3, undefined, 4]);
});

test('an entry that is deleted is gone', () => {
  const entries = newestEntries<string, number>(2);
  entries.set('a', 1);
  entries.delete('a');
  expect(entries.get('a')).toBeUndefined();
});
