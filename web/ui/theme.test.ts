import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { themeScript } from './theme.tsx';

/** Runs the line of the head in a browser that has stored this. */
function themeAfter(getItem: (key: string) => string | null): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(themeScript, { localStorage: { getItem }, document: { documentElement: { dataset } } });
  return dataset.theme;
}

test('a chosen theme is set before anything is drawn', () => {
  expect(themeAfter((key) => (key === 'theme' ? 'dark' : null))).toBe('dark');
  expect(themeAfter(() => 'light')).toBe('light');
});

test('without a choice, or with nonsense in the storage, the system decides', () => {
  expect(themeAfter(() => null)).toBeUndefined();
  expect(themeAfter(() => '"><script>')).toBeUndefined();
});

test('a browser that forbids storage still draws the page', () => {
  expect(
    themeAfter(() => {
      throw new Error('forbidden');
    }),
  ).toBeUndefined();
});
