import { expect, test } from 'vitest';
import { isIndia, postalIssue, postalLimits } from '#contract/rules/postal-address.ts';
import { indianStates, listCountries } from './address-places.ts';

const countries = listCountries();

test('India is the first country that is proposed, and each country is proposed once, by its name', () => {
  expect(countries[0]).toBe('India');
  expect(countries.filter(isIndia)).toEqual(['India']);
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries).toContain('United Kingdom');
  expect(countries.filter((name) => name.length < 4 || name.length > postalLimits.country)).toEqual([]);
});

test('whatever is proposed is accepted', () => {
  const address = { address_line: '', city: '', state: '', country: '', pincode: '', mobile: '' };
  for (const state of indianStates) expect(postalIssue('state', { ...address, state })).toBeUndefined();
  for (const country of countries) expect(postalIssue('country', { ...address, country })).toBeUndefined();
});
