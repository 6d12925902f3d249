import { describe, expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { toPlaceText } from './place-text.ts';

const group = { name: '', pincodes: ['4110'], deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes: 5 };
const status: Parameters<typeof toPlaceText>[0] = {
  ...{ isOpen: true, text: '', changesAt: null, minimumOrderAmt: 0, charges: noCharges },
  deliveryArea: { ...everywhere, kind: 'PINCODES', groups: [{ ...group, pincodes: [...group.pincodes] }] },
  ...{ isPlain: false, offers: [], hasSlots: false, isFull: false, paymentMethods: ['CASH'] },
  promise: { minutes: 10, baseMinutes: 10, queueMinutes: 3, maximumMinutes: 60 },
};
const at = (pincode: string) => ({ pincode, country: 'India', location: null });
const now = new Date('2026-11-23T20:00:00+05:30');
const closed = (changesAt: string | null) => ({ ...status, isOpen: false, changesAt });

test('the minutes are those of the place and the queue, at most the maximum', () => {
  expect(toPlaceText(status, at('411001'), now)).toBe('Delivery in 18 min');
  const slow = { ...status, promise: { ...status.promise, queueMinutes: 300 } };
  expect(toPlaceText(slow, at('411001'), now)).toBe('Delivery in 60 min');
});

test('without a place an area has no minutes, and a store that delivers everywhere has', () => {
  expect(toPlaceText(status, undefined, now)).toBe('Deliver to');
  expect(toPlaceText({ ...status, deliveryArea: everywhere }, undefined, now)).toBe('Delivery in 13 min');
});

test('a place outside is named as such, also while the store is closed', () => {
  expect(toPlaceText(status, at('560001'), now)).toBe('No delivery yet');
  expect(toPlaceText(closed(null), at('560001'), now)).toBe('No delivery yet');
});

test('a circle needs the location of a place without one', () => {
  const radius = { latitude: 18.5, longitude: 73.8, km: 3, pincodes: [] };
  const circle = { ...status, deliveryArea: { ...everywhere, kind: 'RADIUS' as const, radius } };
  expect(toPlaceText(circle, at('411001'), now)).toBe('Location needed');
});

describe('a closed store', () => {
  test.each([
    ['today at the full hour', '2026-11-23T23:00:00+05:30', 'Opens at 11 pm'],
    ['today at half past', '2026-11-23T21:30:00+05:30', 'Opens at 9:30 pm'],
    ['tomorrow in India, although it is today in UTC', '2026-11-24T00:30:00+05:30', 'Opens Tue 12:30 am'],
    ['next week', '2026-12-02T07:00:00+05:30', 'Opens 2 Dec'],
  ])('that opens %s', (_when, opensAt, text) => {
    expect(toPlaceText(closed(new Date(opensAt).toISOString()), at('411001'), now)).toBe(text);
  });

  test('that does not know when it opens', () => {
    expect(toPlaceText(closed(null), undefined, now)).toBe('Closed now');
  });
});
