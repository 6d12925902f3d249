import { expect, test } from 'vitest';
import { issuesOf, issuesOnLeaving, postalAddressOf } from './address-form.ts';

const blank = postalAddressOf(undefined, '');
const london = { ...blank, address_line: '1 Hill', city: 'London', state: 'London', pincode: 'W1A 1AA' };

test('a new address begins in India, with the number of the account', () => {
  expect(postalAddressOf(undefined, '9876543210')).toMatchObject({ country: 'India', mobile: '9876543210' });
});

test('sending an empty form asks for everything that is missing', () => {
  const { country, ...asked } = issuesOf(blank);
  expect(country).toBeUndefined();
  expect(new Set(Object.values(asked))).toEqual(new Set(['Please fill this in.']));
  expect(Object.keys(asked)).toHaveLength(5);
});

test('leaving an empty field says nothing, leaving a wrong one says what is wrong', () => {
  expect(issuesOnLeaving(blank, 'city', {})).toEqual({});
  expect(issuesOnLeaving({ ...blank, city: '12' }, 'city', {})).toEqual({
    city: 'Please enter the name of a city.',
  });
});

test('leaving an empty field keeps what was said about it when the form was sent', () => {
  const known = issuesOf(blank);
  expect(issuesOnLeaving(blank, 'city', known)).toEqual(known);
});

test('another country is another judgement on pincode and mobile', () => {
  const known = issuesOnLeaving(london, 'pincode', {});
  expect(known.pincode).toBe('Six digits, such as 411001.');
  const abroad = { ...london, country: 'United Kingdom', mobile: '+44 20 7946 0958' };
  expect(Object.values(issuesOnLeaving(abroad, 'country', known)).every((issue) => issue === undefined)).toBe(
    true,
  );
  expect(issuesOnLeaving({ ...abroad, country: 'IN' }, 'country', {})).toMatchObject({
    pincode: 'Six digits, such as 411001.',
    mobile: 'An Indian mobile, such as 98765 43210.',
  });
});
