import { expect, test } from 'vitest';
import { toActiveOrderMessage, toCancelledMessage } from './outcome-messages.ts';

const order = { orderId: 'ORD-7K3M9Q2X', payment_method: 'CARD', payment_status: 'PAID' } as const;

test('an active order can be cancelled until it is out for delivery', () => {
  expect(toActiveOrderMessage({ ...order, status: 'PLACED' })).toMatchObject({ title: 'This order is paid' });
  expect(toActiveOrderMessage({ ...order, status: 'PACKING' }).message).toContain('You can still cancel it');
  for (const status of ['OUT_FOR_DELIVERY', 'DELIVERED'] as const) {
    expect(toActiveOrderMessage({ ...order, status }).message).not.toContain('You can still');
  }
  expect(toActiveOrderMessage({ ...order, status: 'OUT_FOR_DELIVERY' }).title).toBe(
    'This order is on its way',
  );
  expect(toActiveOrderMessage({ ...order, status: 'DELIVERED' }).title).toBe('This order is delivered');
});

test('a cash order is placed, not paid', () => {
  const cash = {
    ...order,
    payment_method: 'CASH',
    payment_status: 'CASH ON DELIVERY',
    status: 'PLACED',
  } as const;
  expect(toActiveOrderMessage(cash).title).toBe('This order is placed');
});

test('the message of a cancelled order states the refund', () => {
  expect(toCancelledMessage(order)).toContain('The refund to your card is on its way');
  expect(toCancelledMessage({ ...order, payment_status: 'REFUNDED' })).toContain('refunded to your card');
  expect(toCancelledMessage({ ...order, payment_status: 'FAILED' })).toContain(
    'Your products are back in your cart',
  );
  expect(toCancelledMessage({ payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' })).toContain(
    'You were not charged',
  );
});
