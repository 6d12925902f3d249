import { expect, test } from 'vitest';
import { toSuccessMessage } from './success-message.ts';

const now = Date.parse('2026-11-21T09:33:00.000Z');
const order = {
  orderId: 'ORD-7K3M9Q2X',
  status: 'PLACED',
  payment_method: 'CARD',
  payment_status: 'PAID',
  promisedAt: '2026-11-21T09:40:00.000Z',
} as const;
const known = (given: object) => toSuccessMessage({ kind: 'known', order: { ...order, ...given } }, now);

test('an order that is being packed is thanked for with the time that is left', () => {
  const thanks = known({});
  expect(thanks).toMatchObject({ tone: 'good', title: 'Payment Successfully' });
  expect(thanks.message).toContain(
    'ORD-7K3M9Q2X is placed. We are packing it now, and it will be at your door in 7 min',
  );
  expect(known({ status: 'PACKING' }).message).toContain('packing it now');
});

test('nothing is promised for a time that has gone by', () => {
  expect(known({ promisedAt: '2026-11-21T09:00:00.000Z' }).message).not.toMatch(/in \d+ min/);
});

test('an order that has moved on is not packed any more', () => {
  expect(known({ status: 'OUT_FOR_DELIVERY' }).message).toBe('ORD-7K3M9Q2X is on its way to you.');
  expect(known({ status: 'DELIVERED' }).message).toBe('ORD-7K3M9Q2X has been delivered.');
});

test('an order that is paid at the door was not paid', () => {
  const thanks = known({ payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' });
  expect(thanks.title).toBe('Order Successfully');
});

test('a payment that the shop has not heard of is waited for', () => {
  expect(known({ status: 'PENDING_PAYMENT', payment_status: 'PENDING' })).toMatchObject({
    tone: 'waiting',
    title: 'Waiting for your payment',
  });
});

test('an order that was cancelled says where the money is', () => {
  const cancelled = (given: object) => known({ status: 'CANCELLED', ...given });
  expect(cancelled({})).toMatchObject({ tone: 'bad', title: 'This order has ended' });
  expect(cancelled({}).message).toContain('on its way back to your card');
  expect(cancelled({ payment_status: 'REFUNDED' }).message).toContain('has gone back to your card');
  expect(cancelled({ payment_status: 'FAILED' }).message).toContain('My Orders');
  expect(cancelled({ payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' }).message).toContain(
    'nothing to pay',
  );
});

test('nobody is congratulated on an order that is not theirs, or that the shop cannot be asked about', () => {
  for (const kind of ['unknown', 'guest', 'out-of-reach'] as const) {
    const { tone, title } = toSuccessMessage({ kind }, now);
    expect(tone).not.toBe('good');
    expect(title).not.toContain('Successfully');
  }
});

test('without an order the navigation says what went well', () => {
  expect(toSuccessMessage({ kind: 'none', text: 'Order' }, now)).toMatchObject({
    title: 'Order Successfully',
  });
  expect(toSuccessMessage({ kind: 'none', text: null }, now)).toMatchObject({
    tone: 'good',
    title: 'Payment Successfully',
  });
});
