import { expect, test } from 'vitest';
import type { OrderDetails } from '#contract/order.ts';
import { timelineOf } from './timeline.ts';

type Status = OrderDetails['status'];

/** An order that took these steps, a minute each. */
function order(statuses: Status[], payment_method: OrderDetails['payment_method'] = 'CASH') {
  const steps = statuses.map((status, minute) => ({
    status,
    payment_status: 'PAID' as const,
    at: `2026-11-21T10:0${minute}:00.000Z`,
    by: 'staff' as const,
    reason: status === 'CANCELLED' ? 'Nobody was at home.' : null,
  }));
  return { status: statuses.at(-1) ?? 'PLACED', payment_method, steps };
}

const read = (given: ReturnType<typeof order>) =>
  timelineOf(given).map(({ label, kind, at }) => `${label} ${kind} ${at?.slice(14, 16) ?? '-'}`);

test('an order has been somewhere, is somewhere, and goes somewhere', () => {
  expect(read(order(['PLACED', 'PACKING']))).toEqual([
    'Placed done 00',
    'Packing now 01',
    'Out for delivery later -',
    'Delivered later -',
  ]);
});

test('what was changed without moving on got there the first time', () => {
  expect(read(order(['PLACED', 'PACKING', 'PACKING', 'OUT_FOR_DELIVERY']))[1]).toBe('Packing done 01');
});

test('a delivered order is done', () => {
  const stops = read(order(['PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']));
  expect(stops.at(-1)).toBe('Delivered done 03');
});

test('an order by card waits for its payment, and is paid when it is placed', () => {
  expect(read(order(['PENDING_PAYMENT'], 'CARD')).slice(0, 2)).toEqual([
    'Waiting for payment now 00',
    'Placed later -',
  ]);
  expect(read(order(['PENDING_PAYMENT', 'PLACED'], 'CARD')).slice(0, 2)).toEqual([
    'Paid done 01',
    'Placed now 01',
  ]);
});

test('an order that was never paid is not said to be, and a cancelled one goes nowhere', () => {
  expect(read(order(['PENDING_PAYMENT', 'CANCELLED', 'CANCELLED'], 'CARD'))).toEqual([
    'Waiting for payment done 00',
    'Cancelled cancelled 01',
  ]);
  expect(read(order(['PENDING_PAYMENT', 'PLACED', 'CANCELLED'], 'CARD'))).toEqual([
    'Paid done 01',
    'Placed done 01',
    'Cancelled cancelled 02',
  ]);
  const stops = timelineOf(order(['PLACED', 'PACKING', 'CANCELLED']));
  expect(stops.map(({ status }) => status)).toEqual(['PLACED', 'PACKING', 'CANCELLED']);
  expect(stops.at(-1)?.reason).toBe('Nobody was at home.');
});
