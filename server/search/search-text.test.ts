import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksPersonal, normalizeSearch } from './search-counts.ts';

describe('normalized search', () => {
  test.each([
    ['case and surrounding spaces', '  DragonFruit  ', 'dragonfruit'],
    ['Unicode spaces', 'oat\u00a0 \u3000milk', 'oat milk'],
    ['full-width characters', 'ｏａｔ', 'oat'],
    ['invisible characters', 'oat\u200b\u202emilk\u0000', 'oatmilk'],
    ['a lone surrogate', 'oat \ud83c', 'oat'],
    ['Devanagari', 'ड्रैगन फल', 'ड्रैगन फल'],
    ['SQL and markup as plain text', "<b>'; drop table--", "<b>'; drop table--"],
  ])('handles %s', (_what, search, words) => {
    expect(normalizeSearch(search)).toBe(words);
  });

  test.each(['', '   ', '???', '🥛', 'z', '%_%', '\u200b\u200b'])('is null for %j', (search) => {
    expect(normalizeSearch(search)).toBeNull();
  });

  test('fits the database column for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (search) => {
        const words = normalizeSearch(search);
        if (words === null) return;
        expect([...words].length).toBeLessThanOrEqual(200);
        expect(words.isWellFormed()).toBe(true);
        expect(words).not.toMatch(/\p{Cc}/u);
      }),
    );
    // The character that NFKC expands most.
    expect([...(normalizeSearch('\ufdfa'.repeat(200)) ?? '')].length).toBeLessThanOrEqual(80);
  });
});

describe('personal data', () => {
  test.each([
    'asha.rao@gmail.com',
    'oat milk for ASHA@EXAMPLE.COM please',
    'asha＠example.com',
    'a\u200bsha@x',
    'asha at gmail dot com',
    'asha (at) gmail',
    '9876543210',
    '+91 98765-43210',
    '(022) 2345 6789',
    '९८७६५४३२१०',
    '９８７６５４３２１０',
    '4111 1111 1111 1111',
  ])('is detected in %j', (search) => {
    expect(looksPersonal(search)).toBe(true);
  });

  test.each(['dragon fruit', 'atta 5 kg', '2x 500 ml', 'vitamin b12 1000 mg', '411001', 'sale at home'])(
    'is not detected in %j',
    (search) => {
      expect(looksPersonal(search)).toBe(false);
    },
  );
});
