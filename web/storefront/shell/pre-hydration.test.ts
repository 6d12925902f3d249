import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { expectedShopperScript } from './pre-hydration.ts';

/** Runs the line of the head in a browser with this storage. */
function expectedAfter(getItem: (key: string) => string | null): string | undefined {
  const dataset: { shopper?: string } = {};
  runInNewContext(expectedShopperScript, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset.shopper;
}

test('whoever has a session is expected to be a shopper, and nobody else', () => {
  expect(expectedAfter((key) => (key === 'refreshToken' ? 'a token' : null))).toBe('expected');
  expect(expectedAfter(() => null)).toBeUndefined();
});

test('a browser that forbids storage has a guest', () => {
  const forbid = () => {
    throw new Error('forbidden');
  };
  expect(expectedAfter(forbid)).toBeUndefined();
});
