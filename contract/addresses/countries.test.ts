import { expect, test } from 'vitest';
import { findCountryCode, listCountryCodes, toCountryName } from './countries.ts';
import { isIndia } from './country.ts';

test('each country is found by its code, its English name and its name in Hindi', () => {
  for (const code of listCountryCodes())
    for (const name of [code, ` ${toCountryName(code)} `, toCountryName(code, 'hi')])
      expect(findCountryCode(name), name).toBe(code);
});

test.each([
  ['india', 'IN'],
  [' BHARAT ', 'IN'],
  ['Republic of India', 'IN'],
  ['भारत', 'IN'],
  ['ভারত', 'IN'],
  ['இந்தியா', 'IN'],
  ['భారతదేశం', 'IN'],
  ['ಭಾರತ', 'IN'],
  ['ഇന്ത്യ', 'IN'],
  ['ਭਾਰਤ', 'IN'],
  ['ભારત', 'IN'],
  ['ଭାରତ', 'IN'],
  ['بھارت', 'IN'],
  ['UK', 'GB'],
  ['U.S.A.', 'US'],
  ['The United States of America', 'US'],
  ['U A E', 'AE'],
  ['नेपाल', 'NP'],
  ['நேபாளம்', 'NP'],
  ['বাংলাদেশ', 'BD'],
  ['Cote d’Ivoire', 'CI'],
  ['Trinidad and Tobago', 'TT'],
])('%j is %s', (name, code) => {
  expect(findCountryCode(name)).toBe(code);
  expect(isIndia(name)).toBe(code === 'IN');
});

test.each([
  'Inida',
  'Indien ',
  'Maharashtra',
  '',
  ' ',
  '12',
  '🇮🇳',
  'x'.repeat(100),
  '__proto__',
  'constructor',
])('%j is no country', (name) => {
  expect(findCountryCode(name)).toBeUndefined();
  expect(isIndia(name)).toBe(false);
});
