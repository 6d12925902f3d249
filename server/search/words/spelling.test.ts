import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CorrectionCandidate, editCost, rankCorrections } from './spelling.ts';

interface CountedCandidate extends CorrectionCandidate {
  products: number;
}

const candidate = (word: string, given: Partial<CountedCandidate> = {}): CountedCandidate => ({
  word,
  stem: word,
  isPhoneticMatch: false,
  products: 10,
  ...given,
});

const corrections = (typed: string, candidates: CountedCandidate[], isUnfinished = false) => {
  const countProducts = (counted: string) => candidates.find(({ word }) => word === counted)?.products ?? 0;
  return rankCorrections(typed, candidates, isUnfinished, countProducts).map(({ word }) => word);
};

describe('edit cost', () => {
  test.each([
    ['milk', 'milk', 0],
    ['mlk', 'milk', 0.75],
    ['millk', 'milk', 1],
    ['milc', 'milk', 1],
    ['mlik', 'milk', 1],
    ['choclate', 'chocolate', 0.75],
    ['', 'egg', 2.25],
    ['egg', '', 3],
  ])('%s → %s costs %d', (typed, word, cost) => {
    expect(editCost(typed, word)).toBe(cost);
  });

  const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

  test('is 0 only for equal words and at most the length of the longer one', () => {
    fc.assert(
      fc.property(anyWord, anyWord, (typed, word) => {
        const cost = editCost(typed, word);
        expect(cost === 0).toBe(typed === word);
        expect(cost).toBeLessThanOrEqual(Math.max(typed.length, word.length));
      }),
    );
  });

  test('is at most 1 for one inserted, omitted or swapped character', () => {
    fc.assert(
      fc.property(anyWord, fc.nat(8), fc.constantFrom('a', 'x'), (word, position, character) => {
        const at = Math.min(position, word.length);
        const rest = word.slice(at + 1);
        expect(editCost(word.slice(0, at) + character + word.slice(at), word)).toBeLessThanOrEqual(1);
        expect(editCost(word.slice(0, at) + rest, word)).toBeLessThanOrEqual(0.75);
        const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
        expect(editCost(swapped, word)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('corrections', () => {
  test('rank by cost, then by number of products', () => {
    expect(corrections('milc', [candidate('mild'), candidate('milk', { products: 60 })])).toEqual([
      'milk',
      'mild',
    ]);
  });

  test('take v for w and s for sh, and prefer the word itself', () => {
    const words = [candidate('wash', { isPhoneticMatch: true }), candidate('vase'), candidate('cash')];
    expect(corrections('vosh', words)[0]).toBe('wash');
    expect(corrections('sampoo', [candidate('shampoo', { isPhoneticMatch: true })])).toEqual(['shampoo']);
    expect(corrections('wase', [candidate('wash'), candidate('vase')])[0]).toBe('vase');
  });

  test('exclude words without products', () => {
    expect(corrections('milc', [candidate('milk', { products: 0 })])).toEqual([]);
  });

  test('prefer words with the same first character', () => {
    expect(corrections('bred', [candidate('red', { products: 99 }), candidate('bread')])).toEqual([
      'bread',
      'red',
    ]);
  });

  test('accept a phonetic match at a higher edit cost', () => {
    expect(corrections('pyaaj', [candidate('pyaz', { isPhoneticMatch: true })])).toEqual(['pyaz']);
    expect(corrections('pyaaj', [candidate('pyaz')])).toEqual([]);
  });

  test('allow one edit in short words and none in very short ones', () => {
    expect(corrections('rce', [candidate('rice')])).toEqual(['rice']);
    expect(corrections('oj', [candidate('oil')])).toEqual([]);
    expect(corrections('abcd', [candidate('axyd')])).toEqual([]);
    expect(corrections('mango', [candidate('maggo'), candidate('magnum')])).toEqual(['maggo']);
  });

  test('compare unfinished words with the start of longer ones', () => {
    expect(corrections('chocl', [candidate('chocolate')], true)).toEqual(['chocolate']);
    expect(corrections('chocl', [candidate('chocolate')], false)).toEqual([]);
  });

  test('do not count the products of candidates that three better ones exclude', () => {
    const counted: string[] = [];
    const candidates = ['milka', 'milke', 'milki', 'mulke'].map((word) => candidate(word));
    const found = rankCorrections('milk', candidates, false, (word) => counted.push(word));
    expect(found).toHaveLength(3);
    expect(counted).not.toContain('mulke');
  });

  test('return at most three', () => {
    const many = ['milka', 'milke', 'milki', 'milko', 'milku'].map((word) => candidate(word));
    expect(corrections('milkx', many)).toHaveLength(3);
  });
});
