import { describe, expect, test } from 'vitest';
import { groceryWords, hindiWords, moreLanguages, otherWords, sizeWords } from './grocery-words.ts';
import {
  findByLatinSpelling,
  soundOf,
  toLatinSearch,
  toLatinWords,
  transliterate,
} from './indian-scripts.ts';

describe('a search in an Indian script', () => {
  test.each([
    ['a known word becomes its English text', 'दूध', 'milk'],
    ['another spelling of it does, too', 'गेहूँ का आटा', 'atta'],
    ['a dot below and doubled letters make no difference', 'प्याज़', 'onion'],
    ['joiners make no difference', 'ఐస్\u200cక్రీమ్', 'ice cream'],
    ['the longest known phrase wins', 'सरसों का तेल', 'mustard oil'],
    ['a phrase stands among other words', 'सस्ता कपड़े धोने का पाउडर', 'sasta detergent powder'],
    ['numbers and units become Latin', 'আলু ৫ কেজি', 'potato 5 kg'],
    ['a last word may be unfinished', 'टमा', 'tomato'],
    ['an unknown word is spelled as it sounds', 'मसाला चटनी', 'masala chatani'],
    ['Latin words stay, in lower case', 'gauvana दूध 1L', 'gauvana milk 1l'],
    ['scripts without entries are read by sound', 'ਦੁੱਧ ਆਲੂ', 'milk potato'],
    ['short and long vowels differ', 'गरम', 'garam'],
    ['a word of Kannada that has no entry is read by its sound', 'ಆಲೂ ದೂಧ', 'potato milk'],
    ['double consonants differ if both are words', 'തേങ്ങ തേൻ', 'coconut honey'],
    ['parts of English names are known', 'बेबी पाउडर', 'bebi powder'],
  ])('%s', (_what, search, latin) => {
    expect(toLatinSearch(search)).toBe(latin);
  });

  test('changes nothing in another search', () => {
    for (const search of ['', '  Milk  1 L ', 'crème', '牛奶', 'молоко', '½ kg'])
      expect(toLatinSearch(search)).toBe(search);
  });

  test.each(['ा', '्', '\u200d', '़', '।', 'क्', '௹', '\u0c80 \u0d7f'])('accepts %j', (search) => {
    expect(toLatinSearch(search)).toMatch(/^[\x20-\x7e\u200d]*$/);
  });
});

test('spells Latin words of a product name in an Indian script', () => {
  expect(toLatinWords('दूध')).toEqual(['dudh', 'milk']);
  expect(transliterate('अमृत चक्की')).toBe('amrt chakki');
});

test.each([
  ['doodh', 'dudh'],
  ['machhar', 'machchhar'],
  ['jhadu', 'jhaadoo'],
  ['pyaz', 'pyaaj'],
  ['chawal', 'chaval'],
  ['kapde', 'kapade'],
])('%s and %s sound the same', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other));
});

test('finds an English text by the Latin spelling of a word', () => {
  expect(findByLatinSpelling('vellulli')).toBe('garlic');
  expect(findByLatinSpelling('xqzwvk')).toBeUndefined();
});

test.each([
  { list: groceryWords, languages: 5 },
  { list: sizeWords, languages: 5 },
  { list: moreLanguages, languages: 3 },
  { list: hindiWords, languages: 1 },
  { list: otherWords, languages: 7 },
])('each word is its own English text in all $languages languages', ({ list, languages }) => {
  for (const line of list.trim().split('\n')) {
    const [english = '', ...columns] = line.split('|').map((texts) => texts.trim());
    expect(columns, english).toHaveLength(languages);
    for (const word of columns.flatMap((texts) => texts.split(',')))
      expect(toLatinSearch(word), word).toBe(english);
  }
});
