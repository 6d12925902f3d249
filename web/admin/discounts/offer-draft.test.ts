import { expect, test } from 'vitest';
import { fromLocalInput, toLocalInput } from '#web/admin/formats.ts';
import { describeValue, newOffer, toState } from './offer-draft.ts';

test('an offer is described by its value, minimum and products', () => {
  const offer = { ...newOffer, minimumAmt: 299, categoryIds: ['a'], productIds: ['b', 'c'] };
  expect(describeValue({ ...offer, value: { kind: 'PERCENT', percent: 12.5, capAmt: 100 } })).toBe(
    '12.5% off, at most ₹100, from ₹299, for 1 category and 2 products',
  );
  expect(describeValue({ ...newOffer, value: { kind: 'BUY_GET', buy: 2, get: 1 } })).toBe(
    'Buy 2, get 1 free',
  );
});

test('the state of an offer follows its switch, dates and uses', () => {
  const now = Date.parse('2026-11-23T12:00:00.000Z');
  const [before, after] = ['2026-11-23T11:59:59.000Z', '2026-11-23T12:00:01.000Z'];
  expect(toState({ ...newOffer }, now)).toBe('Active');
  expect(toState({ ...newOffer, isActive: false, endsAt: before }, now)).toBe('Off');
  expect(toState({ ...newOffer, endsAt: before }, now)).toBe('Ended');
  expect(toState({ ...newOffer, startsAt: after }, now)).toBe('Planned');
  expect(toState({ ...newOffer, startsAt: before, endsAt: after }, now)).toBe('Active');
  expect(toState({ ...newOffer, used: 5, totalLimit: 5 }, now)).toBe('Used up');
});

test('a moment is shown and read in the time of India', () => {
  expect(toLocalInput('2026-11-22T18:30:00.000Z')).toBe('2026-11-23T00:00');
  expect(fromLocalInput('2026-11-23T00:00')).toBe('2026-11-22T18:30:00.000Z');
  expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null]);
});
