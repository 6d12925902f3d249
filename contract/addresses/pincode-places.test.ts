import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPincodePlace } from './pincode-places.ts';
import { findOtherStates } from './state-names.ts';

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
    expect(findOtherStates({ state: 'Goa', pincode, country: 'India' })).toBeUndefined();
  },
);

test('no text throws, and a place has at least one state', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{6}$/)), (typed) => {
      expect(findPincodePlace(typed)?.states.length).not.toBe(0);
      findOtherStates({ state: typed, pincode: typed, country: typed });
    }),
  );
});

test('other states are those of the PIN code, except for other names of it, borders, other scripts and unknown states', () => {
  const find = (pincode: string, state: string, country = 'India') =>
    findOtherStates({ state, pincode, country });
  expect(find('411001', 'Goa')).toEqual(['Maharashtra']);
  expect(find('160055', 'Goa')).toEqual(['Chandigarh', 'Punjab']);
  // Former states of places that belong to another one since.
  expect(find('500081', 'Andhra Pradesh')).toEqual(['Telangana']);
  expect(find('194101', 'Jammu and Kashmir')).toEqual(['Ladakh']);
  expect(find('248001', 'Uttar Pradesh')).toEqual(['Uttarakhand']);
  expect(find('834001', 'Bihar')).toEqual(['Jharkhand']);
  expect(find('490001', 'Madhya Pradesh')).toEqual(['Chhattisgarh']);
  expect(find('411001', 'गोवा')).toEqual(['Maharashtra']);
  expect(find('411001', 'Goa', 'भारत')).toEqual(['Maharashtra']);
  expect(find('411001', 'Goa', 'Nepal')).toBeUndefined();
  for (const [pincode, state] of [
    ['411001', ' maharashtra '],
    ['751001', 'Orissa'],
    ['490001', 'Chattisgarh'],
    ['110001', 'NCT of Delhi'],
    ['190001', 'Jammu & Kashmir'],
    ['160055', 'Punjab'],
    ['507111', 'Andhra Pradesh'],
    ['533464', 'Yanam'],
    ['411001', 'महाराष्ट्र'],
    ['560001', 'ಕರ್ನಾಟಕ'],
    ['411001', 'Somewhere'],
    ['411001', ''],
    ['41100', 'Goa'],
  ] as const)
    expect(find(pincode, state), state).toBeUndefined();
});
