import { expect, test } from 'vitest';
import { isIndia } from '#contract/addresses/country.ts';
import { findPincodePlace } from '#contract/addresses/pincode-places.ts';
import {
  type PostalField,
  postalMaxLengths,
  validatePostalField,
} from '#contract/addresses/postal-address.ts';
import { addresses } from '#web/texts/addresses.ts';
import { indianStates, listCountries, listStates, toAddressValues } from './address-form.ts';

const blank = toAddressValues(undefined, { mobile: '', pincode: '' });
const saved = { _id: 'a', userId: 'u', status: true, isDefault: false, lastUsedAt: null, createdAt: '' };
const london = { ...blank, address_line: '1 Hill', city: 'London', state: 'London', pincode: 'W1A 1AA' };

test('a new address is in India and has the number of the account and the PIN code that is known', () => {
  const known = { mobile: '9876543210', pincode: '411001' };
  expect(toAddressValues(undefined, known)).toMatchObject({ country: 'India', ...known });
});

test('an address that an earlier version saved in this browser belongs to no business', () => {
  const { business_name, gstin, ...earlier } = { ...london, ...saved };
  expect([business_name, gstin]).toEqual(['', '']);
  expect(toAddressValues(JSON.parse(JSON.stringify(earlier)), { mobile: '', pincode: '' })).toMatchObject({
    business_name: '',
    gstin: '',
  });
});

test('every empty field is invalid', () => {
  const fields = (Object.keys(postalMaxLengths) as PostalField[]).filter((field) => field !== 'country');
  expect(fields).toHaveLength(5);
  for (const field of fields) expect(validatePostalField(field, blank)).toMatch(/^Enter your /);
});

test('the country decides the formats of pincode and mobile', () => {
  expect(validatePostalField('pincode', london)).toBe('Enter 6 digits, such as 411001.');
  const abroad = { ...london, country: 'United Kingdom', mobile: '+44 20 7946 0958' };
  for (const field of ['pincode', 'mobile', 'country'] as const) {
    expect(validatePostalField(field, abroad)).toBeUndefined();
  }
  const inIndia = { ...abroad, country: 'IN' };
  expect(validatePostalField('pincode', inIndia)).toBe('Enter 6 digits, such as 411001.');
  expect(validatePostalField('mobile', inIndia)).toBe('Enter an Indian mobile number, such as 98765 43210.');
});

const countries = listCountries().map(({ value }) => value);

test('the country suggestions start with India and contain each country once, by name', () => {
  expect(countries[0]).toBe('India');
  expect(countries.filter(isIndia)).toEqual(['India']);
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries).toContain('United Kingdom');
  expect(countries.filter((name) => name.length < 4 || name.length > postalMaxLengths.country)).toEqual([]);
});

test('every suggestion is valid', () => {
  const address = { address_line: '', city: '', state: '', country: '', pincode: '', mobile: '' };
  for (const state of indianStates)
    expect(validatePostalField('state', { ...address, state })).toBeUndefined();
  for (const country of countries)
    expect(validatePostalField('country', { ...address, country })).toBeUndefined();
});

test('pincodes name all suggested states and no others', () => {
  const found = new Set<string>();
  for (let prefix = 1100; prefix < 8560; prefix += 1) {
    for (const state of findPincodePlace(`${prefix}01`)?.states ?? []) found.add(state);
  }
  // Their ranges are narrower.
  for (const pincode of ['682555', '396210'])
    for (const state of findPincodePlace(pincode)?.states ?? []) found.add(state);
  expect([...found].sort()).toEqual([...indianStates].sort());
});

test('each state has its own name in Hindi', () => {
  const { en, hi } = addresses.stateNames;
  expect(en.split(',')).toEqual(indianStates);
  expect(listStates().map(({ label }) => label)).toEqual(indianStates);
  const names = hi.split(',');
  expect(new Set(names).size).toBe(indianStates.length);
  expect(names.filter((name) => !/^[\p{Script=Devanagari} ]+$/u.test(name))).toEqual([]);
});
