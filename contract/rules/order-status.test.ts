import { expect, test } from 'vitest';
import { orderStatus } from '../order.ts';
import { canBecome, mayChange, type OrderActor } from './order-status.ts';

const actors: OrderActor[] = ['shopper', 'staff', 'shop'];

test('an order goes its way step by step', () => {
  expect(canBecome('PENDING_PAYMENT', 'PLACED')).toBe(true);
  expect(canBecome('PLACED', 'PACKING')).toBe(true);
  expect(canBecome('PACKING', 'OUT_FOR_DELIVERY')).toBe(true);
  expect(canBecome('OUT_FOR_DELIVERY', 'DELIVERED')).toBe(true);
});

test('an order can be cancelled until it is out for delivery', () => {
  const cancellable = orderStatus.options.filter((status) => canBecome(status, 'CANCELLED'));
  expect(cancellable).toEqual(['PENDING_PAYMENT', 'PLACED', 'PACKING']);
});

test('an order never goes back, stays or skips a step', () => {
  const forward = ['PENDING_PAYMENT', 'PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;
  for (const [index, from] of forward.entries()) {
    for (const [other, to] of forward.entries()) expect(canBecome(from, to)).toBe(other === index + 1);
  }
});

test('a cancelled or delivered order stays as it is', () => {
  for (const status of orderStatus.options) {
    expect(canBecome('CANCELLED', status)).toBe(false);
    expect(canBecome('DELIVERED', status)).toBe(false);
  }
});

test('only a payment places an order that waits for one', () => {
  expect(actors.filter((actor) => mayChange(actor, 'PENDING_PAYMENT', 'PLACED'))).toEqual(['shop']);
});

test('only the staff moves an order on', () => {
  for (const [from, to] of [
    ['PLACED', 'PACKING'],
    ['PACKING', 'OUT_FOR_DELIVERY'],
    ['OUT_FOR_DELIVERY', 'DELIVERED'],
  ] as const) {
    expect(actors.filter((actor) => mayChange(actor, from, to))).toEqual(['staff']);
  }
});

test('the shop itself cancels only what was never paid', () => {
  const cancelled = orderStatus.options.filter((status) => mayChange('shop', status, 'CANCELLED'));
  expect(cancelled).toEqual(['PENDING_PAYMENT']);
});

test('nobody may make a change that is not possible', () => {
  for (const from of orderStatus.options) {
    for (const to of orderStatus.options) {
      expect(actors.some((actor) => mayChange(actor, from, to))).toBe(canBecome(from, to));
    }
  }
});
