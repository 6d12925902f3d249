import { expect, test } from 'vitest';
import { orderStatus } from '../order.ts';
import { canBecome } from './order-status.ts';

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
