import { expect, test } from 'vitest';
import { orderStatus } from './order.ts';
import { mayAddTo, mayChange, type OrderActor } from './order-status.ts';

const actors: OrderActor[] = ['shopper', 'staff', 'system'];

type Status = (typeof orderStatus.options)[number];

const canBecome = (from: Status, to: Status) => actors.some((actor) => mayChange(actor, from, to));

test('allows each next status', () => {
  expect(canBecome('PENDING_PAYMENT', 'PLACED')).toBe(true);
  expect(canBecome('PLACED', 'PACKING')).toBe(true);
  expect(canBecome('PACKING', 'OUT_FOR_DELIVERY')).toBe(true);
  expect(canBecome('OUT_FOR_DELIVERY', 'DELIVERED')).toBe(true);
});

test('allows a cancellation until the order is out for delivery', () => {
  const cancellable = orderStatus.options.filter((status) => canBecome(status, 'CANCELLED'));
  expect(cancellable).toEqual(['PENDING_PAYMENT', 'PLACED', 'PACKING']);
});

test('rejects going back, staying and skipping a status', () => {
  const forward = ['PENDING_PAYMENT', 'PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;
  for (const [index, from] of forward.entries()) {
    for (const [other, to] of forward.entries()) expect(canBecome(from, to)).toBe(other === index + 1);
  }
});

test('allows no change of a cancelled or delivered order', () => {
  for (const status of orderStatus.options) {
    expect(canBecome('CANCELLED', status)).toBe(false);
    expect(canBecome('DELIVERED', status)).toBe(false);
  }
});

test('lets only the system place an unpaid order', () => {
  expect(actors.filter((actor) => mayChange(actor, 'PENDING_PAYMENT', 'PLACED'))).toEqual(['system']);
});

test('lets only the staff advance an order', () => {
  for (const [from, to] of [
    ['PLACED', 'PACKING'],
    ['PACKING', 'OUT_FOR_DELIVERY'],
    ['OUT_FOR_DELIVERY', 'DELIVERED'],
  ] as const) {
    expect(actors.filter((actor) => mayChange(actor, from, to))).toEqual(['staff']);
  }
});

test('lets the system cancel only unpaid orders', () => {
  const cancelled = orderStatus.options.filter((status) => mayChange('system', status, 'CANCELLED'));
  expect(cancelled).toEqual(['PENDING_PAYMENT']);
});

test('allows additions to an unpaid order that is paid on delivery, until its packing', () => {
  const order = { status: 'PLACED', payment_method: 'CASH' } as const;
  expect(mayAddTo(order, false)).toBe(true);
  expect(mayAddTo({ ...order, payment_method: 'UPI' }, false)).toBe(true);
  expect(mayAddTo({ ...order, payment_method: 'CARD' }, false)).toBe(false);
  expect(mayAddTo(order, true)).toBe(false);
  for (const status of orderStatus.options.filter((each) => each !== 'PLACED'))
    expect(mayAddTo({ ...order, status }, false)).toBe(false);
});
