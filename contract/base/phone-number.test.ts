import { describe, expect, test } from 'vitest';
import {
  isBusinessPhone,
  isDialable,
  isIndianMobile,
  isPhoneNumber,
  normalizePhoneNumber,
  toPhoneSearch,
} from './phone-number.ts';

/** The same number as people, phones, browsers and spreadsheets write it. */
const formsOfOneMobile = [
  '9876543210',
  '98765 43210',
  '+91 98765-43210',
  '919876543210',
  '09876543210',
  '+91 (98765) 43210',
  '0091 98765 43210',
  '+9109876543210',
  '91 0 98765 43210',
  '\u202a+91 98765 43210\u202c',
  '\u202d98765\u00a043210\u202e',
  '\u2066+91\u2069 \u200e98765\u200f 43210',
  'Mobile: 98765 43210',
  'Mob. No. 98765 43210',
  '(M) 98765 43210',
  '98765 43210 (mobile)',
  'tel:+919876543210',
  'फ़ोन: ९८७६५ ४३२१०',
  'மொபைல்: ௯௮௭௬௫௪௩௨௧௦',
  '৯৮৭৬৫৪৩২১০',
  '98765.43210',
  '98765/43210',
  '98765\u201143210',
  '98765 43210,',
  '98765 43210, ;',
];

describe('an Indian mobile number', () => {
  test.each(formsOfOneMobile)('is understood as %j and kept as its ten digits', (typed) => {
    expect([isIndianMobile(typed), isPhoneNumber(typed), normalizePhoneNumber(typed)]).toEqual([
      true,
      true,
      '9876543210',
    ]);
    expect([isBusinessPhone(typed), toPhoneSearch(typed)]).toEqual([true, '9876543210']);
  });

  test('that begins with 91 keeps all its digits', () => {
    for (const typed of ['9109876543', '+91 91098 76543', '09109876543', '919109876543'])
      expect(normalizePhoneNumber(typed)).toBe('9109876543');
  });

  test.each([
    '1234567890',
    '+91 12345 67890',
    '98765',
    '98765432101',
    'ninety-eight',
    '',
    '+44 20 7946 0958',
    '++919876543210',
    '98765 43210 / 98765 43211',
    '98765x43210',
  ])('is not %s', (typed) => expect(isIndianMobile(typed)).toBe(false));

  test.each(['+91 12345 67890', '\u202a+911234567890\u202c', '0091 12345 67890', '12345 67890', '+9112345'])(
    'is the only number with +91 or without a code of a country: %j is refused',
    (typed) =>
      expect([isPhoneNumber(typed), isDialable(typed) && typed.includes('91')]).toEqual([false, false]),
  );
});

describe('a number of another country', () => {
  test('keeps its plus sign and loses its spaces', () => {
    expect(normalizePhoneNumber('+44 (0)20 7946-0958')).toBe('+4402079460958');
    expect(normalizePhoneNumber('0044 20 7946 0958')).toBe('+442079460958');
    expect(isPhoneNumber('+44 20 7946 0958')).toBe(true);
  });

  test('is dialable without its code, because its country is known', () => {
    expect([isDialable('020 7946 0958'), isPhoneNumber('020 7946 0958')]).toEqual([true, false]);
  });

  test.each(['12345', '1234567890123456', 'call me', '+', '98765x43210', '98765\u0000', '+0123456789'])(
    'is not %s',
    (typed) => expect(isPhoneNumber(typed)).toBe(false),
  );
});

describe('the number of a business', () => {
  test.each(['080-2555 1234', '+91 22 2345 6789', '011 4567 8901', '1800 425 1234', '1860-123-4567'])(
    'may be %s',
    (typed) => expect(isBusinessPhone(typed)).toBe(true),
  );

  test.each(['+91 12345 67890', '12345 67890', '1234567890', '100', 'call me'])('is not %s', (typed) =>
    expect(isBusinessPhone(typed)).toBe(false),
  );
});

test('text that is no number is stored as it was, so that nothing of an old record is lost', () => {
  expect(normalizePhoneNumber(' 98765 or 43210 ')).toBe('98765 or 43210');
});

test.each([
  ['+91 987', '987'],
  ['0987', '987'],
  ['+91-0987', '987'],
  ['+44 20', '4420'],
  ['Mobile: 98765', '98765'],
  ['98', null],
  ['500 g milk', null],
  ['', null],
])('the beginning of a number is searched: %j by %j', (typed, digits) =>
  expect(toPhoneSearch(typed)).toBe(digits),
);
