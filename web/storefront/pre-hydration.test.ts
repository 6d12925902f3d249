import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { storedSessionScript } from './pre-hydration.ts';

/** Runs the inline script with this storage. */
function marksAfter(getItem: (key: string) => string | null): {
  shopper?: string;
  order?: string;
  bought?: string;
  reorder?: string;
} {
  const dataset: { shopper?: string; order?: string; bought?: string; reorder?: string } = {};
  runInNewContext(storedSessionScript, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset;
}

test('marks a browser with a stored session only', () => {
  expect(marksAfter((key) => (key === 'refreshToken' ? 'a token' : null))).toEqual({ shopper: 'expected' });
  expect(marksAfter(() => null)).toEqual({});
});

test('reserves the space of a running order and of past orders for a stored session only', () => {
  expect(marksAfter(() => '1')).toEqual({
    shopper: 'expected',
    order: 'known',
    bought: 'known',
    reorder: 'known',
  });
  expect(marksAfter((key) => (key === 'refreshToken' ? null : '1'))).toEqual({});
});

test('does not mark a browser that forbids storage', () => {
  const forbid = () => {
    throw new Error('forbidden');
  };
  expect(marksAfter(forbid)).toEqual({});
});
