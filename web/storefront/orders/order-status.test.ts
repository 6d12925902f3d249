import { expect, it, test } from 'vitest';
import type { OrderDetails } from '#contract/order.ts';
import {
  countdownText,
  durationText,
  isLate,
  reservationText,
  toPaymentText,
  toTimeline,
} from './order-status.ts';

const cancelled = { payment_method: 'CARD', status: 'CANCELLED' } as const;

it.each([
  ['PAID', 150, 'Paid by card. The refund is on its way.'],
  ['REFUNDED', 150, 'Paid by card, and refunded'],
  ['PAID', 0, 'Paid by card. The refund did not go through; please ask us for it.'],
  ['FAILED', 0, 'By card. Nothing was paid.'],
] as const)(
  'says what became of the money of a cancelled order: %s, ₹%i back',
  (payment_status, refundedAmt, text) => {
    expect(toPaymentText({ ...cancelled, payment_status, refundedAmt })).toBe(text);
  },
);

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
  toTimeline(given).map(({ label, kind, at }) => `${label} ${kind} ${at?.slice(14, 16) ?? '-'}`);

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
  const stops = toTimeline(order(['PLACED', 'PACKING', 'CANCELLED']));
  expect(stops.map(({ status }) => status)).toEqual(['PLACED', 'PACKING', 'CANCELLED']);
  expect(stops.at(-1)?.reason).toBe('Nobody was at home.');
});

const promised = '2026-11-21T10:10:00.000Z';
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('the promise counts down in minutes, and is never late in words', () => {
  const texts = ['10:00:00', '10:00:01', '10:09:00', '10:09:01', '10:09:59.999', '10:10:00', '11:00:00'].map(
    (time) => countdownText(promised, at(time)),
  );
  expect(texts).toEqual([
    ...['in 10 min', 'in 10 min', 'in 1 min', 'in 1 min', 'in 1 min'],
    ...['any moment now', 'any moment now'],
  ]);
});

test('goods are held until the moment is over', () => {
  const texts = ['09:40:00', '10:08:59', '10:09:30', '10:10:00'].map((time) =>
    reservationText(promised, at(time)),
  );
  expect(texts).toEqual(['30 min', '2 min', 'less than a minute', null]);
});

test('an order is overdue when nobody would believe in any moment any more', () => {
  const overdue = ['10:00:00', '10:10:00', '10:15:00', '10:15:01'].map((time) => isLate(promised, at(time)));
  expect(overdue).toEqual([false, false, false, true]);
});

test('a delivery takes a minute at least, and a late one is told in hours or days', () => {
  const since = (from: string) => durationText(from, promised);
  expect(since(promised)).toBe('1 min');
  expect(since('2026-11-21T10:02:10.000Z')).toBe('8 min');
  expect(since('2026-11-21T08:05:00.000Z')).toBe('2 h 5 min');
  expect(since('2026-11-21T08:10:00.000Z')).toBe('2 h');
  expect(since('2026-11-20T09:10:00.000Z')).toBe('1 day');
  expect(since('2026-11-18T10:10:00.000Z')).toBe('3 days');
});
