import { expect, test } from 'vitest';
import { fixPromise, measurePromise, toFixedMinutes } from './figures.ts';

const promise = { baseMinutes: 20, minutesPerOrder: 3, pickers: 2, maximumMinutes: 60 };
const near = { pincode: '411001', promisedMinutes: 15, arrivedMinutes: 12, waitingOrders: 0 };

test('A promise is measured by the orders on time and the mean of the absolute differences', () => {
  const orders = [near, { ...near, arrivedMinutes: 19 }];
  expect(measurePromise(orders, ({ promisedMinutes }) => promisedMinutes)).toEqual({
    onTimeShare: 0.5,
    errorMinutes: 3.5,
    promisedMinutes: 15,
  });
});

test('A fixed promise has the minutes of the place and of the orders that wait', () => {
  expect(toFixedMinutes(promise, near)).toBe(20);
  expect(toFixedMinutes(promise, { ...near, pincode: '411038', waitingOrders: 3 })).toBe(29);
});

test('The base of a fixed promise is one that nine of ten orders keep', () => {
  const orders = Array.from({ length: 100 }, (_, index) => ({ ...near, arrivedMinutes: index + 0.5 }));
  const fixed = fixPromise(orders, { ...promise, maximumMinutes: 200 });
  expect(fixed.baseMinutes).toBe(91);
  expect(measurePromise(orders, (order) => toFixedMinutes(fixed, order)).onTimeShare).toBeGreaterThanOrEqual(
    0.9,
  );
});
