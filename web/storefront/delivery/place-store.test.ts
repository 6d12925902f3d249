import { afterEach, expect, test } from 'vitest';
import { clearTokens, storeTokens } from '#web/api/tokens.ts';
import { ownDataKey, removeOwnData, removeStored, writeStored } from '#web/base/storage.ts';
import { pincodePlace, readPlace, setPlace } from './place-store.ts';

afterEach(() => {
  setPlace(undefined);
  clearTokens();
  removeStored('tokri.place');
});

const ofAddress = { ...pincodePlace('411001'), addressId: '1', name: 'Home' };

test.each([
  'no JSON',
  '[]',
  'null',
  '{"pincode":"411001"}',
  JSON.stringify({ ...pincodePlace('411001'), pincode: 411001 }),
  JSON.stringify({ ...pincodePlace('411001'), location: { latitude: 'north', longitude: 1 } }),
  JSON.stringify({ ...pincodePlace('411001'), isChosen: 'yes' }),
])('an invalid stored place counts as none: %s', (stored) => {
  writeStored('tokri.place', stored);
  expect(readPlace()).toBeUndefined();
});

test('the last choice counts, a PIN code or an address', () => {
  storeTokens({ accessToken: 'a', refreshToken: 'r' });
  setPlace(pincodePlace('560001'));
  setPlace(ofAddress);
  expect(readPlace()).toEqual(ofAddress);
  setPlace(pincodePlace('560001', { latitude: 1, longitude: 2 }));
  expect(readPlace()).toEqual(pincodePlace('560001', { latitude: 1, longitude: 2 }));
});

test('an address is for the shopper who has logged in, and is removed with the session', () => {
  storeTokens({ accessToken: 'a', refreshToken: 'r' });
  setPlace(ofAddress);
  clearTokens();
  expect(readPlace()).toBeUndefined();
  storeTokens({ accessToken: 'b', refreshToken: 's' });
  removeOwnData();
  expect(readPlace()).toBeUndefined();
  writeStored(ownDataKey('place'), '{}');
  expect(readPlace()).toBeUndefined();
});
