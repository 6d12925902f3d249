import { expect, it, test } from 'vitest';
import type { OrderDetails } from '#contract/orders/order.ts';
import {
  countdownText,
  durationText,
  lateText,
  reservationText,
  toCancelledText,
  toDeliveryText,
  toPaymentText,
  toReceiptText,
  toTimeline,
  toUndeliveredText,
} from './order-status.ts';

const cancelled = {
  ...({ payment_method: 'CARD' } as const),
  ...{ totalAmt: 150, creditAmt: 0, creditReturnedAmt: 0 },
};

it.each([
  ['PAID', 150, 'Paid by card. The refund is on its way.'],
  ['REFUNDED', 150, 'Paid by card, refunded'],
  ['PAID', 0, 'Paid by card. The refund failed. Please contact us.'],
  ['FAILED', 0, 'Card. You were not charged.'],
] as const)(
  'says what became of the money of a cancelled order: %s, ₹%i back',
  (payment_status, refundedAmt, text) => {
    expect(toCancelledText({ ...cancelled, payment_status, refundedAmt })).toBe(text);
  },
);

test('says of a cancelled order in cash or with store credit that nothing was charged', () => {
  const cash = {
    ...cancelled,
    payment_method: 'CASH',
    payment_status: 'CASH ON DELIVERY',
    refundedAmt: 0,
  } as const;
  expect(toCancelledText(cash)).toBe('Cash on delivery. You were not charged.');
  expect(toCancelledText({ ...cash, creditAmt: 150 })).toBe('Paid with store credit');
});

const collected = { amount: 150, at: '2026-11-21T10:00:00.000Z' };
const cash = { ...collected, method: 'CASH', reference: null } as const;
const upi = { ...collected, method: 'UPI', reference: '412345678901' } as const;

it.each([
  ['CASH', 'CASH ON DELIVERY', null, 'Cash on delivery'],
  ['CASH', 'CASH ON DELIVERY', cash, 'Paid in cash'],
  ['CASH', 'PAID', upi, 'UPI'],
  ['UPI', 'PENDING', null, 'UPI'],
  ['CARD', 'PENDING', null, 'Card, not paid yet'],
  ['CARD', 'PAID', null, 'Paid by card'],
] as const)('says how an order is paid: %s, %s', (payment_method, payment_status, collection, text) => {
  const amounts = { totalAmt: 150, creditAmt: 0, creditReturnedAmt: 0 };
  expect(toPaymentText({ payment_method, payment_status, collection, ...amounts })).toBe(text);
});

it.each([
  ['DELIVERED', 'CASH ON DELIVERY', cash, 'Paid in cash'],
  ['OUT_FOR_DELIVERY', 'PAID', upi, 'Paid by UPI, reference 412345678901'],
  ['PLACED', 'PENDING', null, 'UPI, payment not confirmed yet'],
  ['CANCELLED', 'FAILED', null, 'UPI. No payment was received.'],
  ['CANCELLED', 'PAID', upi, 'Paid. We will pay it back to you.'],
  ['CANCELLED', 'REFUNDED', upi, 'Paid and refunded'],
] as const)(
  'says what became of a payment by UPI or at the door: %s, %s',
  (status, payment_status, collection, text) => {
    expect(toReceiptText({ status, payment_status, collection })).toBe(text);
  },
);

it('says that store credit has paid all of an order', () => {
  const order = { payment_method: 'CASH', payment_status: 'CASH ON DELIVERY' } as const;
  const credit = { totalAmt: 150, creditAmt: 150, creditReturnedAmt: 0 };
  const paid = { ...order, ...credit, collection: cash };
  expect(toPaymentText({ ...paid, collection: null })).toBe('Paid with store credit');
  expect(toPaymentText({ ...paid, creditAmt: 100 })).toBe('Paid in cash; ₹100 with store credit');
});

type Status = OrderDetails['status'];

/** An order that took these steps, a minute each. */
function order(statuses: Status[], payment_method: OrderDetails['payment_method'] = 'CASH') {
  const steps = statuses.map((status, minute) => ({
    status,
    payment_status: 'PAID' as const,
    at: `2026-11-21T10:0${minute}:00.000Z`,
    by: 'staff' as const,
    reason: status === 'CANCELLED' ? 'No one was at home.' : null,
  }));
  return { status: statuses.at(-1) ?? 'PLACED', payment_method, steps };
}

const read = (given: ReturnType<typeof order>) =>
  toTimeline(given).map(({ label, kind, at }) => `${label} ${kind} ${at?.slice(14, 16) ?? '-'}`);

test('the timeline has past, current and future steps', () => {
  expect(read(order(['PLACED', 'PACKING']))).toEqual([
    'Placed done 00',
    'Packing now 01',
    'Out for delivery later -',
    'Delivered later -',
  ]);
});

test('repeated rows of a status count once, with the first time', () => {
  expect(read(order(['PLACED', 'PACKING', 'PACKING', 'OUT_FOR_DELIVERY']))[1]).toBe('Packing done 01');
});

test('a delivered order has only past steps', () => {
  const stops = read(order(['PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']));
  expect(stops.at(-1)).toBe('Delivered done 03');
});

test('a card order starts with the payment', () => {
  expect(read(order(['PENDING_PAYMENT'], 'CARD')).slice(0, 2)).toEqual([
    'Waiting for payment now 00',
    'Placed later -',
  ]);
  expect(read(order(['PENDING_PAYMENT', 'PLACED'], 'CARD')).slice(0, 2)).toEqual([
    'Paid done 01',
    'Placed now 01',
  ]);
});

test('a cancelled order has no future steps and is called paid only when it was', () => {
  expect(read(order(['PENDING_PAYMENT', 'CANCELLED', 'CANCELLED'], 'CARD'))).toEqual([
    'Waiting for payment done 00',
    'Cancelled cancelled 01',
  ]);
  expect(read(order(['PENDING_PAYMENT', 'PLACED', 'CANCELLED'], 'CARD'))).toEqual([
    'Paid done 01',
    'Placed done 01',
    'Cancelled cancelled 02',
  ]);
  const stops = toTimeline(order(['PLACED', 'PACKING', 'CANCELLED']));
  expect(stops.map(({ status }) => status)).toEqual(['PLACED', 'PACKING', 'CANCELLED']);
  expect(stops.at(-1)?.reason).toBe('No one was at home.');
});

const promised = '2026-11-21T10:10:00.000Z';
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('the countdown is in minutes, at least one', () => {
  const texts = ['10:00:00', '10:00:01', '10:09:00', '10:09:01', '10:09:59.999', '10:10:00', '11:00:00'].map(
    (time) => countdownText(Date.parse(promised), at(time)),
  );
  expect(texts).toEqual([
    ...['in 10 min', 'in 10 min', 'in 1 min', 'in 1 min', 'in 1 min'],
    ...['in 1 min', 'in 1 min'],
  ]);
});

test('the reservation text ends with the reservation', () => {
  const texts = ['09:40:00', '10:08:59', '10:09:30', '10:10:00'].map((time) =>
    reservationText(promised, at(time)),
  );
  expect(texts).toEqual(['30 min', '2 min', 'less than a minute', null]);
});

test('an order shows the promise until it has passed, then a new time, and none when it is over', () => {
  const text = (status: 'PLACED' | 'PACKING' | 'DELIVERED', time: string) =>
    toDeliveryText({ status, promisedAt: promised, promisedMinutes: 10, slot: null }, at(time));
  expect(text('PACKING', '10:02:00')).toEqual({
    lead: 'At your door',
    time: 'in 8 min',
    isLate: false,
    waiting: null,
  });
  expect(text('PLACED', '10:08:00')).toEqual({
    lead: 'At your door',
    time: 'in 7 min',
    isLate: false,
    waiting: 'It is waiting to be packed, so it takes a little longer.',
  });
  // The clock of the test may be in any time zone with whole or half hours.
  expect(text('PACKING', '10:10:00')).toEqual({
    lead: 'Running late, sorry. At your door',
    time: expect.stringMatching(/^by \d{1,2}:[25]0 [ap]m$/),
    isLate: true,
    waiting: null,
  });
  expect(text('DELIVERED', '10:02:00')).toBeNull();
});

test('the time of delivery is not before the rider can be there', () => {
  const order = {
    status: 'OUT_FOR_DELIVERY',
    promisedAt: promised,
    promisedMinutes: 10,
    slot: null,
  } as const;
  const timeWith = (minutes: number) =>
    toDeliveryText(order, at('10:08:00'), {
      meters: 2100,
      minutes,
      at: new Date(at('10:07:30')).toISOString(),
    })?.time;
  expect([1, 7].map(timeWith)).toEqual(['in 2 min', 'in 7 min']);
});

test('an order of a later window shows the window until it has passed', () => {
  const slot = { startsAt: '2026-11-21T09:10:00.000Z', endsAt: promised };
  const text = (time: string) =>
    toDeliveryText({ status: 'PLACED', promisedAt: promised, promisedMinutes: 10, slot }, at(time));
  const inWindow = {
    lead: 'At your door',
    time: expect.stringMatching(/^21 Nov, \d.*[ap]m – \d.*[ap]m$/),
    isLate: false,
    waiting: null,
  };
  expect([text('04:00:00'), text('10:02:59')]).toEqual([inWindow, inWindow]);
  expect(text('10:09:59')).toMatchObject({ time: 'in 7 min', isLate: false });
  expect(text('10:10:00')).toMatchObject({ isLate: true });
});

test('an order is late from when its shopper was told a new time, until it has arrived', () => {
  const order = { status: 'PACKING', promisedAt: promised, promisedMinutes: 10, slot: null } as const;
  const revisedAt = new Date(at('10:25:00')).toISOString();
  const late = expect.stringMatching(/^Running late, sorry. At your door by \d{1,2}:[25]5 [ap]m$/);
  const { lead, time } = toDeliveryText({ ...order, revisedAt }, at('10:06:00')) ?? {};
  expect(`${lead} ${time}`).toEqual(late);
  expect(lateText({ ...order, revisedAt })).toEqual(late);
  expect(lateText(order)).toBeNull();
  expect(lateText({ status: 'DELIVERED', revisedAt })).toBeNull();
});

test('a duration is at least a minute and uses hours and days when longer', () => {
  const since = (from: string) => durationText(from, promised);
  expect(since(promised)).toBe('1 min');
  expect(since('2026-11-21T10:02:10.000Z')).toBe('8 min');
  expect(since('2026-11-21T08:05:00.000Z')).toBe('2 h 5 min');
  expect(since('2026-11-21T08:10:00.000Z')).toBe('2 h');
  expect(since('2026-11-20T09:10:00.000Z')).toBe('1 day');
  expect(since('2026-11-18T10:10:00.000Z')).toBe('3 days');
});

test('says why an order could not be delivered and what happens next, until it is delivered', () => {
  const step = {
    payment_status: 'CASH ON DELIVERY',
    at: '2026-11-21T10:00:00.000Z',
    by: 'staff',
    reason: null,
  } as const;
  const onItsWay = { ...step, status: 'OUT_FOR_DELIVERY' } as const;
  const tried = { ...onItsWay, undelivered: 'NOBODY_THERE' } as const;
  expect(toUndeliveredText({ status: 'OUT_FOR_DELIVERY', steps: [onItsWay] })).toBeNull();
  // A payment by UPI adds a row after the attempt.
  expect(toUndeliveredText({ status: 'OUT_FOR_DELIVERY', steps: [onItsWay, tried, onItsWay] })).toBe(
    'No one was there to take your order. We will try again.',
  );
  expect(toUndeliveredText({ status: 'DELIVERED', steps: [tried] })).toBeNull();
  const back = { ...step, status: 'CANCELLED', undelivered: 'REFUSED' } as const;
  expect(toUndeliveredText({ status: 'CANCELLED', steps: [tried, back] })).toBe(
    'Your order was refused at the door. It is back at our store.',
  );
});
