import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { themeScript } from './theme.tsx';

/** Runs the script with this local storage. */
function themeAfter(getItem: (key: string) => string | null): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(themeScript, { localStorage: { getItem }, document: { documentElement: { dataset } } });
  return dataset.theme;
}

test('sets the stored theme', () => {
  expect(themeAfter((key) => (key === 'theme' ? 'dark' : null))).toBe('dark');
  expect(themeAfter(() => 'light')).toBe('light');
});

test('leaves the theme to the system without a valid stored value', () => {
  expect(themeAfter(() => null)).toBeUndefined();
  expect(themeAfter(() => '"><script>')).toBeUndefined();
});

test('does not throw if storage is forbidden', () => {
  expect(
    themeAfter(() => {
      throw new Error('forbidden');
    }),
  ).toBeUndefined();
});
