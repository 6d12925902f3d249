import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CorrectionCandidate, editCost, rankCorrections } from './spelling.ts';

const candidate = (word: string, given: Partial<CorrectionCandidate> = {}): CorrectionCandidate => ({
  word,
  stem: word,
  isSameSound: false,
  products: 10,
  ...given,
});

const corrections = (typed: string, candidates: CorrectionCandidate[], isUnfinished = false) =>
  rankCorrections(typed, candidates, isUnfinished).map(({ word }) => word);

describe('slips', () => {
  test.each([
    ['milk', 'milk', 0],
    ['mlk', 'milk', 0.75],
    ['millk', 'milk', 1],
    ['milc', 'milk', 1],
    ['mlik', 'milk', 1],
    ['choclate', 'chocolate', 0.75],
    ['', 'egg', 2.25],
    ['egg', '', 3],
  ])('%s for %s', (typed, meant, slips) => {
    expect(editCost(typed, meant)).toBe(slips);
  });

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

  test('are none only between equals, and never more than writing it all anew', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        const slips = editCost(typed, meant);
        expect(slips === 0).toBe(typed === meant);
        expect(slips).toBeLessThanOrEqual(Math.max(typed.length, meant.length));
      }),
    );
  });

  test('of one letter are one at most, wherever it stands', () => {
    fc.assert(
      fc.property(word, fc.nat(8), fc.constantFrom('a', 'x'), (meant, position, letter) => {
        const at = Math.min(position, meant.length);
        const rest = meant.slice(at + 1);
        expect(editCost(meant.slice(0, at) + letter + meant.slice(at), meant)).toBeLessThanOrEqual(1);
        expect(editCost(meant.slice(0, at) + rest, meant)).toBeLessThanOrEqual(0.75);
        const swapped = meant.slice(0, at) + (meant[at + 1] ?? '') + (meant[at] ?? '') + meant.slice(at + 2);
        expect(editCost(swapped, meant)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('corrections', () => {
  test('the nearest first; among equally near ones what the shop has more of', () => {
    expect(corrections('milc', [candidate('mild'), candidate('milk', { products: 60 })])).toEqual([
      'milk',
      'mild',
    ]);
  });

  test('what the shop does not have any more corrects nothing', () => {
    expect(corrections('milc', [candidate('milk', { products: 0 })])).toEqual([]);
  });

  test('the first letter is hardly ever the wrong one', () => {
    expect(corrections('bred', [candidate('red', { products: 99 }), candidate('bread')])).toEqual([
      'bread',
      'red',
    ]);
  });

  test('what sounds alike is near, however it is spelt', () => {
    expect(corrections('pyaaj', [candidate('pyaz', { isSameSound: true })])).toEqual(['pyaz']);
    expect(corrections('pyaaj', [candidate('pyaz')])).toEqual([]);
  });

  test('a short word allows one slip, a very short one none', () => {
    expect(corrections('rce', [candidate('rice')])).toEqual(['rice']);
    expect(corrections('oj', [candidate('oil')])).toEqual([]);
    expect(corrections('abcd', [candidate('axyd')])).toEqual([]);
    expect(corrections('mango', [candidate('maggo'), candidate('magnum')])).toEqual(['maggo']);
  });

  test('a word that is still being typed is held against beginnings', () => {
    expect(corrections('chocl', [candidate('chocolate')], true)).toEqual(['chocolate']);
    expect(corrections('chocl', [candidate('chocolate')], false)).toEqual([]);
  });

  test('are three at most', () => {
    const many = ['milka', 'milke', 'milki', 'milko', 'milku'].map((word) => candidate(word));
    expect(corrections('milkx', many)).toHaveLength(3);
  });
});
