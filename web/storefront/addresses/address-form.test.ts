import { expect, test } from 'vitest';
import { isIndia, postalMaxLengths, validatePostalField } from '#contract/rules/postal-address.ts';
import {
  indianStates,
  listCountries,
  toPostalAddress,
  validateAddress,
  validateOnBlur,
} from './address-form.ts';

const blank = toPostalAddress(undefined, '');
const london = { ...blank, address_line: '1 Hill', city: 'London', state: 'London', pincode: 'W1A 1AA' };

test('a new address begins in India, with the number of the account', () => {
  expect(toPostalAddress(undefined, '9876543210')).toMatchObject({ country: 'India', mobile: '9876543210' });
});

test('sending an empty form asks for everything that is missing', () => {
  const { country, ...asked } = validateAddress(blank);
  expect(country).toBeUndefined();
  expect(new Set(Object.values(asked))).toEqual(new Set(['Please fill this in.']));
  expect(Object.keys(asked)).toHaveLength(5);
});

test('leaving an empty field says nothing, leaving a wrong one says what is wrong', () => {
  expect(validateOnBlur(blank, 'city', {})).toEqual({});
  expect(validateOnBlur({ ...blank, city: '12' }, 'city', {})).toEqual({
    city: 'Please enter the name of a city.',
  });
});

test('leaving an empty field keeps what was said about it when the form was sent', () => {
  const known = validateAddress(blank);
  expect(validateOnBlur(blank, 'city', known)).toEqual(known);
});

test('another country is another judgement on pincode and mobile', () => {
  const known = validateOnBlur(london, 'pincode', {});
  expect(known.pincode).toBe('Six digits, such as 411001.');
  const abroad = { ...london, country: 'United Kingdom', mobile: '+44 20 7946 0958' };
  expect(Object.values(validateOnBlur(abroad, 'country', known)).every((issue) => issue === undefined)).toBe(
    true,
  );
  expect(validateOnBlur({ ...abroad, country: 'IN' }, 'country', {})).toMatchObject({
    pincode: 'Six digits, such as 411001.',
    mobile: 'An Indian mobile, such as 98765 43210.',
  });
});

const countries = listCountries();

test('India is the first country that is proposed, and each country is proposed once, by its name', () => {
  expect(countries[0]).toBe('India');
  expect(countries.filter(isIndia)).toEqual(['India']);
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries).toContain('United Kingdom');
  expect(countries.filter((name) => name.length < 4 || name.length > postalMaxLengths.country)).toEqual([]);
});

test('whatever is proposed is accepted', () => {
  const address = { address_line: '', city: '', state: '', country: '', pincode: '', mobile: '' };
  for (const state of indianStates)
    expect(validatePostalField('state', { ...address, state })).toBeUndefined();
  for (const country of countries)
    expect(validatePostalField('country', { ...address, country })).toBeUndefined();
});
