import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { expectedShopperScript } from './pre-hydration.ts';

/** Runs the inline script with this storage. */
function expectedAfter(getItem: (key: string) => string | null): string | undefined {
  const dataset: { shopper?: string } = {};
  runInNewContext(expectedShopperScript, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset.shopper;
}

test('marks a browser with a stored session only', () => {
  expect(expectedAfter((key) => (key === 'refreshToken' ? 'a token' : null))).toBe('expected');
  expect(expectedAfter(() => null)).toBeUndefined();
});

test('does not mark a browser that forbids storage', () => {
  const forbid = () => {
    throw new Error('forbidden');
  };
  expect(expectedAfter(forbid)).toBeUndefined();
});
