import { describe, expect, test } from 'vitest';
import { usualPromise } from '../../store-settings.ts';
import { keepPromise, toPromisedMinutes } from './delivery-promise.ts';
import { toQueueMinutes } from './picking-queue.ts';

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

test.each([
  [10, 10, 10],
  [13, 10, 10],
  [14, 10, null],
  [9, 10, 9],
])('%i minutes now are %i shown ones by %s', (now, shown, kept) => {
  expect(keepPromise(now, shown)).toBe(kept);
});
