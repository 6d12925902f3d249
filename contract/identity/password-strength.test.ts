import { expect, test } from 'vitest';
import { estimatePasswordStrength, hasOwnWord, minimumPasswordStrength } from './password-strength.ts';

const asha = { name: 'Asha Menon', email: 'a.krishnan42@example.com' };
const isStrong = (password: string) => estimatePasswordStrength(password, asha) >= minimumPasswordStrength;

test.each([
  ['leaked', 'liverpool1'],
  ['leaked, with other capitals', 'LiverPool1'],
  ['leaked, with other signs', 'p4ssw0rd12'],
  ['leaked, with a year', 'iloveyou2024'],
  ['a row of keys', 'qwertyuiop1'],
  ['a zigzag of keys', '1qaz2wsx3edc'],
  ['a run of the alphabet', 'abcdefghijkl'],
  ['one character', 'a'.repeat(128)],
  ['a repeated word', 'p4ssw0rd'.repeat(16)],
  ['a date', '12.12.2012'],
  ['a part of the email address backwards', '24nanhsirk'],
  ['a part of the email address with other signs', 'kr1shn4n42'],
])('a password that is %s is weak: %s', (_what, password) => {
  expect(isStrong(password)).toBe(false);
});

test.each(['mango lassi at noon', 'seven mangoes', 'Tr0ub4dor&3', 'S3cure-Basket!', 'चाय बिना चीनी के'])(
  '%s is strong enough',
  (password) => {
    expect(isStrong(password)).toBe(true);
  },
);

test.each([
  ['the first name', 'asha at the lake'],
  ['the last name in other capitals', 'tall MENON tower'],
  ['the email address', 'a.krishnan42@example.com'],
  ['the start of the email address', 'xx a.krishnan42'],
  ['a part of the email address', 'the krishnan42 road'],
  ['the name in full-width characters', 'ｍｅｎｏｎ of the sea'],
])('%s is a word of the owner', (_what, password) => {
  expect(hasOwnWord(password, asha)).toBe(true);
});

test('short parts and the domain of the email address are no words of the owner', () => {
  expect(hasOwnWord('example of a dao', { name: 'Da O', email: 'da@example.com' })).toBe(false);
});
