import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPincodePlace, pincodeHint } from './pincode-places.ts';

test.each([
  ['110001', 'Delhi', ['Delhi']],
  ['411 001', 'Pune', ['Maharashtra']],
  [' 400601 ', 'Thane', ['Maharashtra']],
  ['400001', 'Mumbai', ['Maharashtra']],
  ['403001', 'Panaji', ['Goa']],
  ['560034', 'Bengaluru', ['Karnataka']],
  ['160017', 'Chandigarh', ['Chandigarh', 'Punjab']],
  ['160101', 'Chandigarh', ['Chandigarh']],
  ['160103', undefined, ['Punjab']],
  ['194101', 'Leh', ['Ladakh']],
  ['248001', 'Dehradun', ['Uttarakhand']],
  ['605001', 'Puducherry', ['Puducherry']],
  ['609608', undefined, ['Tamil Nadu']],
  ['682001', 'Kochi', ['Kerala']],
  ['682555', undefined, ['Lakshadweep']],
  ['737101', 'Gangtok', ['Sikkim']],
  ['744101', undefined, ['Andaman and Nicobar Islands']],
  ['834001', 'Ranchi', ['Jharkhand']],
  ['413102', undefined, ['Maharashtra']],
  ['४११-००१', 'Pune', ['Maharashtra']],
])('%j is in %j, %j', (pincode, city, states) => {
  expect(findPincodePlace(pincode)).toEqual({ city, states });
});

test.each(['', '41100', '4110011', '011001', '900001', 'W1A 1AA', '411x001'])(
  '%j has no place',
  (pincode) => {
    expect(findPincodePlace(pincode)).toBeNull();
    expect(pincodeHint(pincode, 'Goa')).toBeUndefined();
  },
);

test('no text throws, and a place has at least one state', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{6}$/)), (typed) => {
      expect(findPincodePlace(typed)?.states.length).not.toBe(0);
      pincodeHint(typed, typed);
    }),
  );
});

test('a hint names the usual state, except for other names of it and for other scripts', () => {
  expect(pincodeHint('411001', 'Goa')).toBe('411001 is usually in Maharashtra.');
  expect(pincodeHint('160055', 'Goa')).toBe('160055 is usually in Chandigarh or Punjab.');
  for (const [pincode, state] of [
    ['411001', ' maharashtra '],
    ['751001', 'Orissa'],
    ['490001', 'Chattisgarh'],
    ['110001', 'NCT of Delhi'],
    ['190001', 'Jammu & Kashmir'],
    ['160055', 'Punjab'],
    ['411001', 'महाराष्ट्र'],
    ['411001', ''],
    ['41100', 'Goa'],
  ] as const)
    expect(pincodeHint(pincode, state), state).toBeUndefined();
});
