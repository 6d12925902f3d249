import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksPersonal, normalizeSearch } from './zero-result-searches.ts';

describe('the words of a miss', () => {
  test.each([
    ['one wish in any spelling', '  DragonFruit  ', 'dragonfruit'],
    ['spaces of any kind', 'oat\u00a0 \u3000milk', 'oat milk'],
    ['wide letters', 'ｏａｔ', 'oat'],
    ['what cannot be seen', 'oat\u200b\u202emilk\u0000', 'oatmilk'],
    ['half of a character', 'oat \ud83c', 'oat'],
    ['Devanagari', 'ड्रैगन फल', 'ड्रैगन फल'],
    ['SQL and markup, which are only text', "<b>'; drop table--", "<b>'; drop table--"],
  ])('%s', (_what, search, words) => {
    expect(normalizeSearch(search)).toBe(words);
  });

  test.each(['', '   ', '???', '🥛', 'z', '%_%', '\u200b\u200b'])('are none in %j', (search) => {
    expect(normalizeSearch(search)).toBeNull();
  });

  test('are what the database takes, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (search) => {
        const words = normalizeSearch(search);
        if (words === null) return;
        expect([...words].length).toBeLessThanOrEqual(200);
        expect(words.isWellFormed()).toBe(true);
        expect(words).not.toMatch(/\p{Cc}/u);
      }),
    );
    // The letter that becomes the most letters when it is made plain.
    expect([...(normalizeSearch('\ufdfa'.repeat(200)) ?? '')].length).toBeLessThanOrEqual(80);
  });
});

describe('personal', () => {
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
  ])('is %j', (search) => {
    expect(looksPersonal(search)).toBe(true);
  });

  test.each(['dragon fruit', 'atta 5 kg', '2x 500 ml', 'vitamin b12 1000 mg', '411001', 'sale at home'])(
    'is not %j',
    (search) => {
      expect(looksPersonal(search)).toBe(false);
    },
  );
});
