import { expect, test } from 'vitest';
import { compactNumber, parsePincode, toAsciiDigits } from './digits.ts';

test.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '০১২৩৪৫৬৭৮৯', '੦੧੨੩੪੫੬੭੮੯', '૦૧૨૩૪૫૬૭૮૯', '୦୧୨୩୪୫୬୭୮୯'])(
  'the digits %s are 0 to 9',
  (digits) => expect(toAsciiDigits(digits)).toBe('0123456789'),
);

test.each([
  '௦௧௨௩௪௫௬௭௮௯',
  '౦౧౨౩౪౫౬౭౮౯',
  '೦೧೨೩೪೫೬೭೮೯',
  '൦൧൨൩൪൫൬൭൮൯',
  '᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙',
  '꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
  '０１２３４５６７８９',
])('the digits %s are 0 to 9, too', (digits) => expect(toAsciiDigits(digits)).toBe('0123456789'));

test.each([
  '560001',
  '560 001',
  ' 560-001.',
  'PIN: 560001',
  'Pin code – 560 001,',
  'पिन कोड: ५६०००१',
  '\u202a560001\u202c',
  '\u2066560\u00a0001\u2069',
  '௫௬௦௦௦௧',
])('%j is the PIN code 560001', (typed) => expect(parsePincode(typed)).toBe('560001'));

test.each(['56000', '060001', '5600011', 'SW1A 1AA', '560001 560002', '56000l', '', '560001x'])(
  '%j is no Indian PIN code',
  (typed) => expect(parsePincode(typed)).toBeNull(),
);

test('a label, spaces and punctuation around a code are not part of it', () => {
  expect(compactNumber('OTP: 123 456.')).toBe('123456');
  expect(compactNumber('UTR 012345678901;')).toBe('012345678901');
  expect(compactNumber('1a2 3')).toBe('1a23');
});

test('a long text is read in linear time', () => {
  const before = process.threadCpuUsage();
  compactNumber(`${'a . '.repeat(50_000)}x`);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});
