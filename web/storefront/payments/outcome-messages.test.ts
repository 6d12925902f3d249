import { expect, test } from 'vitest';
import { toSuccessMessage } from './outcome-messages.ts';

const now = Date.parse('2026-11-21T09:33:00.000Z');
const order = {
  orderId: 'ORD-7K3M9Q2X',
  status: 'PLACED',
  payment_method: 'CARD',
  payment_status: 'PAID',
  promisedMinutes: 10,
  promisedAt: '2026-11-21T09:40:00.000Z',
  slot: null,
} as const;
const known = (given: object) => toSuccessMessage({ kind: 'known', order: { ...order, ...given } }, now, 25);

test('the message of an open order says its state and the remaining time', () => {
  const thanks = known({});
  expect(thanks).toMatchObject({ tone: 'good', title: 'Payment Successfully' });
  expect(thanks.message).toContain('ORD-7K3M9Q2X is placed. It will be at your door in 7 min');
  expect(known({ status: 'PACKING' }).message).toContain(
    'ORD-7K3M9Q2X is being packed. It will be at your door in 7 min',
  );
});

test('after the promised time the message has a new one', () => {
  expect(known({ promisedAt: '2026-11-21T09:00:00.000Z' }).message).toMatch(
    /at your door by \d+:\d\d [ap]m\.$/,
  );
});

test('the message of an order for later has its window, and does not say that it is packed now', () => {
  const slot = { startsAt: '2026-11-22T04:30:00.000Z', endsAt: '2026-11-22T05:30:00.000Z' };
  expect(known({ slot, promisedAt: slot.endsAt }).message).toMatch(
    /^ORD-7K3M9Q2X is placed\. It will be at your door on 2[12] Nov, \d.*[ap]m – \d.*[ap]m\.$/,
  );
});

test('the message follows the status', () => {
  expect(known({ status: 'OUT_FOR_DELIVERY' }).message).toBe('ORD-7K3M9Q2X is on its way to you.');
  expect(known({ status: 'DELIVERED' }).message).toBe('ORD-7K3M9Q2X has been delivered.');
});

test('a cash order is not called paid', () => {
  const thanks = known({ payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' });
  expect(thanks.title).toBe('Order Successfully');
});

test('a pending payment has the tone waiting', () => {
  expect(known({ status: 'PENDING_PAYMENT', payment_status: 'PENDING' })).toMatchObject({
    tone: 'waiting',
    title: 'Waiting for your payment',
  });
});

test('the message of a cancelled order states the refund', () => {
  const cancelled = (given: object) => known({ status: 'CANCELLED', ...given });
  expect(cancelled({})).toMatchObject({ tone: 'bad', title: 'This order was cancelled' });
  expect(cancelled({}).message).toContain('refund to your card is on its way');
  expect(cancelled({ payment_status: 'REFUNDED' }).message).toContain('refunded the payment to your card');
  expect(cancelled({ payment_status: 'FAILED' }).message).toContain('My Orders');
  expect(cancelled({ payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' }).message).toContain(
    'nothing to pay',
  );
});

test('an order that is unknown or cannot be read is not called successful', () => {
  for (const kind of ['unknown', 'guest', 'out-of-reach'] as const) {
    const { tone, title } = toSuccessMessage({ kind }, now, 25);
    expect(tone).not.toBe('good');
    expect(title).not.toContain('Successfully');
  }
});

test('without an order the title comes from the navigation state, and the minutes are those of all pages', () => {
  expect(toSuccessMessage({ kind: 'none', text: 'Order' }, now, 25)).toMatchObject({
    title: 'Order Successfully',
    message: 'We have your order. It will be at your door in 25 minutes.',
  });
  expect(toSuccessMessage({ kind: 'none', text: null }, now, 25)).toMatchObject({
    tone: 'good',
    title: 'Payment Successfully',
  });
});
