import { describe, expect, test } from 'vitest';
import { requiredMessage } from '#contract/base/required.ts';
import { isIndia } from './country.ts';
import { normalizePostalAddress, type PostalAddress, validatePostalField } from './postal-address.ts';

const home: PostalAddress = {
  address_line: '12 Lake Road, Flat 3',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
  mobile: '9876543210',
};
const abroad: PostalAddress = { ...home, country: 'United Kingdom' };

test.each(['India', 'india', ' INDIA ', 'IN', 'in', 'Bharat', 'भारत'])('%j is India', (country) => {
  expect(isIndia(country)).toBe(true);
});

test.each(['', 'Indiana', 'Indonesia', 'British Indian Ocean Territory', 'UK'])('%j is not', (country) => {
  expect(isIndia(country)).toBe(false);
});

test('an address in order has no issue, and what is missing is asked for', () => {
  for (const field of ['address_line', 'city', 'state', 'country', 'pincode', 'mobile'] as const) {
    expect(validatePostalField(field, home)).toBeUndefined();
    expect(validatePostalField(field, { ...home, [field]: ' \t' })).toBe(requiredMessage(field));
  }
});

describe('in India', () => {
  test.each(['411001', '110 001', ' 600001 ', '411-001', '41 1001', '411  001', '４１１००१', 'PIN: ४११००१'])(
    '%j is a pincode',
    (pincode) => {
      expect(validatePostalField('pincode', { ...home, pincode })).toBeUndefined();
    },
  );

  test.each(['011001', '41100', '4110011', 'W1A 1AA', '411x001'])('%j is none', (pincode) => {
    expect(validatePostalField('pincode', { ...home, pincode })).toBe('Enter 6 digits, such as 411001.');
  });

  test.each(['1234567890', '98765', '+44 20 7946 0958', 'my number'])('%j is no mobile', (mobile) => {
    expect(validatePostalField('mobile', { ...home, mobile })).toBe(
      'Enter an Indian mobile number, such as 98765 43210.',
    );
  });

  test('pincode and mobile are kept as their digits', () => {
    const typed = { ...home, country: 'bharat', pincode: '411 001', mobile: '+91 98765-43210' };
    expect(normalizePostalAddress(typed)).toEqual(home);
  });
});

describe('elsewhere', () => {
  test.each(['W1A 1AA', '10', '1012-AB', '00000', 'ABCDEF123456', '४११००१'])(
    '%j may be a pincode',
    (pincode) => {
      expect(validatePostalField('pincode', { ...abroad, pincode })).toBeUndefined();
    },
  );

  test.each(['1', '--', '-12', '<b>1</b>', '1234567890123', '12\n34', '%s'])(
    '%j cannot be one',
    (pincode) => {
      expect(validatePostalField('pincode', { ...abroad, pincode })).toBe('Enter 2 to 12 letters or digits.');
    },
  );

  test('a mobile of any country is taken, and text is not', () => {
    for (const mobile of ['+44 20 7946 0958', '9876543210']) {
      expect(validatePostalField('mobile', { ...abroad, mobile })).toBeUndefined();
    }
    expect(validatePostalField('mobile', { ...abroad, mobile: 'call me' })).toMatch(/mobile number/);
  });

  test('the country is kept by its English name, and a misspelt one is refused', () => {
    const typed = (country: string) => ({ ...abroad, country });
    expect(normalizePostalAddress(typed(' uk '))).toMatchObject({ country: 'United Kingdom' });
    expect(normalizePostalAddress(typed('नेपाल'))).toMatchObject({ country: 'Nepal' });
    expect(validatePostalField('country', typed('Inida'))).toBe('Choose a country from the list.');
    expect(validatePostalField('country', typed('NP'))).toBeUndefined();
  });

  test('everything else is kept as it was typed: +91 says whose number it is', () => {
    const typed = { ...abroad, pincode: 'W1A 1AA', mobile: '+91 98765 43210' };
    expect(normalizePostalAddress(typed)).toEqual(typed);
  });
});

test.each(['12', '!', '🏠', '411 001'])('%j is neither a city nor a state', (typed) => {
  expect(validatePostalField('city', { ...home, city: typed })).toBe('Enter the name of a city.');
  expect(validatePostalField('state', { ...home, state: typed })).toBe('Enter the name of a state.');
});

test.each(['São Paulo', 'पुणे', 'St. John’s', "'s-Hertogenbosch", '6th of October City'])(
  '%j is a city',
  (city) => {
    expect(validatePostalField('city', { ...abroad, city })).toBeUndefined();
  },
);
