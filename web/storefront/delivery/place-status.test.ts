import { expect, test } from 'vitest';
import type { ListedAddress } from '#contract/addresses/address.ts';
import { toCurrentPlace } from './place-status.tsx';
import { addressPlace, pincodePlace } from './place-store.ts';

const home: ListedAddress = {
  ...{ _id: '1', userId: '1', address_line: '12 Lake Road', city: 'Pune', state: 'Maharashtra' },
  ...{ country: 'India', pincode: '411001', mobile: '9876543210', label: 'home', recipient_name: '' },
  ...{ landmark: '', delivery_note: '', location: null, business_name: '', gstin: '' },
  ...{ status: true, isDefault: false },
  ...{ lastUsedAt: null, createdAt: '2026-11-22T09:00:00.000Z', isPreselected: true },
};
const work: ListedAddress = { ...home, _id: '2', label: 'work', pincode: '411002', isPreselected: false };
const names = { home: 'Home', work: 'Work', other: 'Other' };

test('a PIN code stays, whatever the addresses', () => {
  expect(toCurrentPlace(pincodePlace('560001'), [home, work])).toEqual(pincodePlace('560001'));
});

test('without a place it is the suggested address, and follows the suggestion', () => {
  const suggested = toCurrentPlace(undefined, [home, work]);
  expect(suggested).toMatchObject({ addressId: '1', name: 'Home', isChosen: false });
  const later = [
    { ...home, isPreselected: false },
    { ...work, isPreselected: true },
  ];
  expect(toCurrentPlace(suggested, later)).toMatchObject({ addressId: '2', isChosen: false });
  expect(toCurrentPlace(undefined, [])).toBeUndefined();
});

test('a chosen address stays as it is saved now, and a removed one is replaced by the suggested one', () => {
  const chosen = addressPlace(work, names, true);
  expect(toCurrentPlace(chosen, [home, { ...work, pincode: '411009' }])).toMatchObject({
    ...{ addressId: '2', pincode: '411009', isChosen: true },
  });
  expect(toCurrentPlace(chosen, [home])).toMatchObject({ addressId: '1', isChosen: false });
  expect(toCurrentPlace(chosen, [])).toBeUndefined();
});
