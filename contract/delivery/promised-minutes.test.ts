import { describe, expect, test } from 'vitest';
import { usualPromise } from '#contract/store/store-settings.ts';
import { everywhere } from './delivery-area.ts';
import { tolerateDelay, toPageMinutes, toPromisedMinutes, toQueueMinutes } from './promised-minutes.ts';

describe('promised minutes', () => {
  test('are the base without settings, however many orders wait', () => {
    expect(toPromisedMinutes({ ...usualPromise, queueMinutes: toQueueMinutes(usualPromise, 1000) }, 0)).toBe(
      10,
    );
  });

  test('grow with the extra minutes of the area and the queue, which the pickers share', () => {
    const promise = { baseMinutes: 12, minutesPerOrder: 3, pickers: 2, maximumMinutes: 60 };
    expect(toQueueMinutes(promise, 5)).toBe(8);
    expect(toPromisedMinutes({ ...promise, queueMinutes: 8 }, 5)).toBe(25);
  });

  test('never exceed the maximum', () => {
    const promise = { baseMinutes: 12, minutesPerOrder: 3, pickers: 1, maximumMinutes: 45 };
    expect(toPromisedMinutes({ ...promise, queueMinutes: toQueueMinutes(promise, 400) }, 5)).toBe(45);
  });
});

describe('the minutes of pages', () => {
  const group = { name: '', pincodes: ['560'], deliveryFeeAmt: null, minimumOrderAmt: null };
  const groups = [
    { ...group, extraMinutes: 20 },
    { ...group, extraMinutes: 5 },
  ];

  test('are the base of a store that delivers everywhere or in a circle, also if it has groups for a later change', () => {
    expect(toPageMinutes({ promise: usualPromise, deliveryArea: everywhere })).toBe(10);
    const promise = { ...usualPromise, baseMinutes: 25 };
    expect(toPageMinutes({ promise, deliveryArea: { kind: 'EVERYWHERE', groups } })).toBe(25);
    expect(toPageMinutes({ promise, deliveryArea: { kind: 'RADIUS', groups } })).toBe(25);
  });

  test('contain the least extra minutes of the groups, because no order arrives sooner', () => {
    const promise = { ...usualPromise, baseMinutes: 25 };
    expect(toPageMinutes({ promise, deliveryArea: { kind: 'PINCODES', groups } })).toBe(30);
    expect(toPageMinutes({ promise, deliveryArea: { kind: 'PINCODES', groups: [] } })).toBe(25);
  });

  test('do not depend on the queue, and never exceed the maximum', () => {
    const promise = { baseMinutes: 25, minutesPerOrder: 60, pickers: 1, maximumMinutes: 28 };
    expect(toPageMinutes({ promise, deliveryArea: everywhere })).toBe(25);
    expect(toPageMinutes({ promise, deliveryArea: { kind: 'PINCODES', groups } })).toBe(28);
  });
});

test.each([
  [10, 10, 10],
  [13, 10, 10],
  [14, 10, null],
  [9, 10, 9],
])('%i minutes now are %i shown ones by %s', (now, shown, kept) => {
  expect(tolerateDelay(now, shown)).toBe(kept);
});
