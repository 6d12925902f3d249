import { expect, test } from 'vitest';
import { normalizeName } from './fields.ts';

test.each([
  ['two spaces', 'Basmati  Rice', 'Basmati Rice'],
  ['a space that does not break', 'Basmati\u00a0Rice', 'Basmati Rice'],
  ['a wide space', 'Basmati\u3000Rice', 'Basmati Rice'],
  ['a space without width', 'Basmati Rice\u200b', 'Basmati Rice'],
  ['a soft hyphen', 'Bas\u00admati Rice', 'Basmati Rice'],
  ['a mark of an encoding', '\ufeffBasmati Rice', 'Basmati Rice'],
  ['a joiner between Latin letters', 'Bas\u200dmati\u200c Rice', 'Basmati Rice'],
  ['a chooser of variants', 'Basmati Rice\ufe0f', 'Basmati Rice'],
  ['reversed characters', '\u202eeciR\u202c Basmati', 'eciR Basmati'],
  ['isolated characters', 'Basmati \u2067Rice\u2069', 'Basmati Rice'],
  ['a combining accent', 'Cafe\u0301', 'Caf\u00e9'],
  ['spaces around it', ' \u00a0Rice ', 'Rice'],
])('a name with %s is spelled as it looks', (_what, typed, kept) => {
  expect(normalizeName(typed)).toBe(kept);
});

test.each([
  ['Devanagari with a joiner', 'क्\u200dष'],
  ['Malayalam with a joiner', 'നന്\u200d'],
  ['Persian with a non-joiner', 'می\u200cخواهم'],
  ['an emoji of several', '👩\u200d🌾 Farm'],
  ['an emoji of several in colour', '❤\ufe0f\u200d🔥 Chilli'],
  ['an emoji in colour', '❤\ufe0f Apples'],
  ['signs', '50% off / per kg? #1 & more'],
  ['full-width characters', 'ＲＩＣＥ'],
  ['what no name may hold, for others to refuse', 'Mi\nlk\u0000'],
])('%s stays', (_what, typed) => {
  expect(normalizeName(typed)).toBe(typed);
});

test('what is spelled once stays so', () => {
  for (const typed of [
    'a \u200b b',
    '\u200b\u200d a',
    'e\u200b\u0301',
    'a\u00ad\u200d\u0301',
    ' \u2060 x',
    'e\u0301\u200d',
  ]) {
    expect(normalizeName(normalizeName(typed)), JSON.stringify(typed)).toBe(normalizeName(typed));
  }
});
