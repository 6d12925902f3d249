import { expect, test } from 'vitest';
import { toActiveOrderMessage, toCancelledMessage } from './cancel-message.ts';

const order = { orderId: 'ORD-7K3M9Q2X', payment_method: 'CARD', payment_status: 'PAID' } as const;

test('an order that goes on can be cancelled only until it is on its way', () => {
  expect(toActiveOrderMessage({ ...order, status: 'PLACED' })).toMatchObject({ title: 'This order is paid' });
  expect(toActiveOrderMessage({ ...order, status: 'PACKING' }).message).toContain('You can still do that');
  for (const status of ['OUT_FOR_DELIVERY', 'DELIVERED'] as const) {
    expect(toActiveOrderMessage({ ...order, status }).message).not.toContain('You can still');
  }
  expect(toActiveOrderMessage({ ...order, status: 'OUT_FOR_DELIVERY' }).title).toBe(
    'This order is on its way',
  );
  expect(toActiveOrderMessage({ ...order, status: 'DELIVERED' }).title).toBe('This order is delivered');
});

test('an order that is paid at the door is placed, not paid', () => {
  const cash = {
    ...order,
    payment_method: 'CASH',
    payment_status: 'CASH ON DELIVERY',
    status: 'PLACED',
  } as const;
  expect(toActiveOrderMessage(cash).title).toBe('This order is placed');
});

test('a cancelled order says where the money is', () => {
  expect(toCancelledMessage(order)).toContain('is on its way back to your card');
  expect(toCancelledMessage({ ...order, payment_status: 'REFUNDED' })).toContain(
    'has gone back to your card',
  );
  expect(toCancelledMessage({ ...order, payment_status: 'FAILED' })).toContain(
    'your items are in your cart again',
  );
  expect(toCancelledMessage({ payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' })).toContain(
    'Nothing was paid',
  );
});
