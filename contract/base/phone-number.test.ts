import { describe, expect, test } from 'vitest';
import { isIndianMobile, isPhoneNumber, normalizePhoneNumber } from './phone-number.ts';

describe('an Indian mobile number', () => {
  test.each([
    '9876543210',
    '98765 43210',
    '+91 98765-43210',
    '919876543210',
    '09876543210',
    '+91 (98765) 43210',
  ])('is understood as %s and kept as its ten digits', (typed) => {
    expect([isIndianMobile(typed), isPhoneNumber(typed), normalizePhoneNumber(typed)]).toEqual([
      true,
      true,
      '9876543210',
    ]);
  });

  test.each(['1234567890', '98765', '98765432101', 'ninety-eight', '', '+44 20 7946 0958', '++919876543210'])(
    'is not %s',
    (typed) => expect(isIndianMobile(typed)).toBe(false),
  );
});

describe('a number of another country', () => {
  test('keeps its plus sign and loses its spaces', () => {
    expect(normalizePhoneNumber('+44 (0)20 7946-0958')).toBe('+4402079460958');
    expect(isPhoneNumber('+44 20 7946 0958')).toBe(true);
  });

  test.each(['12345', '1234567890123456', 'call me', '+', '98765x43210', '98765\u0000'])(
    'is not %s',
    (typed) => expect(isPhoneNumber(typed)).toBe(false),
  );
});
