import { describe, expect, test } from 'vitest';
import { parsePincode } from '#contract/base/digits.ts';
import { noCharges } from './charges.ts';
import { type DeliveryArea, distanceKm, everywhere, findDelivery, type Place } from './delivery-area.ts';

const charges = {
  ...noCharges,
  deliveryFees: [{ fromAmt: 0, feeAmt: 30 }],
  freeDeliveryFromAmt: 500,
};
const group = { name: '', deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes: 0 };
const store = { latitude: 12.9716, longitude: 77.5946 };

const find = (deliveryArea: Partial<DeliveryArea>, place: Place | null) =>
  findDelivery({ deliveryArea: { ...everywhere, ...deliveryArea }, charges, minimumOrderAmt: 99 }, place);
const at = (pincode: string, given: Partial<Place> = {}): Place => ({
  ...{ pincode, country: 'India', location: null },
  ...given,
});
const general = { isInside: true, terms: { charges, minimumOrderAmt: 99, extraMinutes: 0 } };

test('everywhere is inside on the general terms', () => {
  expect(find({}, at('K1A 0B1', { country: 'Canada' }))).toEqual(general);
});

test('a visitor of whom no place is known sees the general terms', () => {
  expect(find({ kind: 'PINCODES', groups: [{ ...group, pincodes: ['56'] }] }, null)).toEqual(general);
});

describe('PIN codes', () => {
  const area: Partial<DeliveryArea> = {
    kind: 'PINCODES',
    groups: [
      { ...group, pincodes: ['5600', '560100'], extraMinutes: 15, deliveryFeeAmt: 49, minimumOrderAmt: 0 },
      { ...group, pincodes: ['560034'], deliveryFeeAmt: 0 },
      { ...group, pincodes: ['5601'] },
    ],
  };

  test('a group has its own fee, minimum and extra minutes, and keeps the value of free delivery', () => {
    expect(find(area, at('560001'))).toEqual({
      isInside: true,
      terms: {
        charges: { ...charges, deliveryFees: [{ fromAmt: 0, feeAmt: 49 }] },
        ...{ minimumOrderAmt: 0, extraMinutes: 15 },
      },
    });
  });

  test('the longest match counts, in whatever order the groups are', () => {
    for (const groups of [area.groups ?? [], (area.groups ?? []).toReversed()]) {
      expect(find({ ...area, groups }, at('560034'))).toMatchObject({
        terms: {
          charges: { deliveryFees: [{ fromAmt: 0, feeAmt: 0 }] },
          extraMinutes: 0,
          minimumOrderAmt: 99,
        },
      });
      expect(find({ ...area, groups }, at('560100'))).toMatchObject({ terms: { extraMinutes: 15 } });
      expect(find({ ...area, groups }, at('560101'))).toEqual(general);
    }
  });

  test.each([
    ['a PIN code that no group begins', at('400001')],
    ['a code that only contains the digits', at('156003')],
    ['the same digits abroad', at('560034', { country: 'Russia' })],
    ['a PIN code with a digit less', at('56003')],
    ['nothing', at('')],
  ])('%s is outside', (_what, place) => {
    expect(find(area, place)).toEqual({ isInside: false, needsLocation: false });
  });

  test('a space in the PIN code does not matter', () => {
    expect(find(area, at('560 034'))).toMatchObject({ isInside: true });
  });

  test('coordinates do not matter', () => {
    expect(find(area, at('400001', { location: store }))).toMatchObject({ isInside: false });
  });
});

describe('a circle', () => {
  const area: Partial<DeliveryArea> = {
    kind: 'RADIUS',
    radius: { ...store, km: 3, pincodes: ['560001'] },
  };

  test('contains what is at most the radius away, whatever its PIN code', () => {
    // 0.026 degrees of latitude are 2.9 km, 0.028 are 3.1 km.
    const near = { ...store, latitude: store.latitude + 0.026 };
    const far = { ...store, latitude: store.latitude + 0.028 };
    expect(find(area, at('999999', { location: near }))).toEqual(general);
    expect(find(area, at('560001', { location: far }))).toEqual({ isInside: false, needsLocation: false });
  });

  test('contains an address without coordinates if its PIN code is listed, else coordinates are asked for', () => {
    expect(find(area, at('560001'))).toEqual(general);
    expect(find(area, at('560002'))).toEqual({ isInside: false, needsLocation: true });
  });
});

test('a degree of longitude at the equator is 111 km, also over the date line and at the poles', () => {
  const equator = { latitude: 0, longitude: 179.5 };
  expect(distanceKm(equator, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 1);
  expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 180 })).toBeCloseTo(0, 5);
  expect(distanceKm(equator, { latitude: 0, longitude: -0.5 })).toBeCloseTo(Math.PI * 6371, 3);
});

test.each([
  ['560001', '560001'],
  [' 560 001 ', '560001'],
  ['060001', null],
  ['56000', null],
  ['5600011', null],
  ['abcdef', null],
])('%j is read as %j', (typed, pincode) => {
  expect(parsePincode(typed)).toBe(pincode);
});
