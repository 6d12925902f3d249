import { expect, test } from 'vitest';
import { delivery } from '#tests/fixtures/delivery.ts';
import {
  type DeliveryAction,
  toChange,
  toDeliveryDue,
  toHeldCash,
  toReceivedSuggestions,
  toShownDeliveries,
  toState,
} from './deliveries.ts';

const at = (minutes: number) => new Date(Date.parse('2026-11-28T10:00:00Z') + minutes * 60_000).toISOString();
const taken = { _id: 'one', version: 1 };
const stateAfter = (...actions: DeliveryAction[]) =>
  toShownDeliveries([delivery('one')], actions).map((each) => toState(each));
const leave: DeliveryAction = { kind: 'leave', ...taken, at: at(1) };
const inCash: DeliveryAction = {
  kind: 'delivered',
  ...{ ...taken, at: at(9), payment: { kind: 'CASH', amount: 230, received: 500 } },
};

test('what is not sent yet counts at once', () => {
  const returned = { reason: 'REFUSED', outcome: 'RETURN', attempt: 1, at: at(5) } as const;
  expect(stateAfter()).toEqual(['packed']);
  expect(stateAfter(leave)).toEqual(['underway']);
  expect(stateAfter(leave, { kind: 'failed', ...taken, ...returned })).toEqual(['returning']);
  expect(stateAfter(leave, { kind: 'failed', ...taken, ...returned }, inCash)).toEqual(['done']);
  expect(stateAfter({ ...leave, version: 2 })).toEqual(['packed']);
});

test('deliveries are in the order of their promised times, after a failed attempt at the end', () => {
  const orders = [
    delivery('none'),
    delivery('slot', { slot: { startsAt: at(0), endsAt: at(60) } }),
    delivery('soon', { promisedAt: at(10) }),
    delivery('tried', { promisedAt: at(5), attempts: 1 }),
  ];
  expect(toShownDeliveries(orders, []).map(({ _id }) => _id)).toEqual(['soon', 'slot', 'none', 'tried']);
});

test('a delivery is at risk in the last five minutes, and late after the promised time', () => {
  const dueAt = (minutes: number) =>
    toDeliveryDue({ promisedAt: at(20), slot: null }, Date.parse(at(minutes)));
  expect([0, 15, 20, 23].map(dueAt)).toEqual([
    { state: 'due', minutes: 20 },
    { state: 'risk', minutes: 5 },
    { state: 'late', minutes: 0 },
    { state: 'late', minutes: 3 },
  ]);
  expect(toDeliveryDue({ promisedAt: null, slot: null }, 0)).toBeNull();
});

test('an order with a window is later until the window begins', () => {
  const order = { promisedAt: at(120), slot: { startsAt: at(60), endsAt: at(120) } };
  const dueAt = (minutes: number) => toDeliveryDue(order, Date.parse(at(minutes)));
  expect([59, 60, 116, 121].map(dueAt)).toEqual([
    { state: 'later', minutes: 61 },
    { state: 'due', minutes: 60 },
    { state: 'risk', minutes: 4 },
    { state: 'late', minutes: 1 },
  ]);
});

test('suggests what a shopper gives: the exact amount and the next round ones', () => {
  expect(toReceivedSuggestions(230)).toEqual([230, 250, 300, 500]);
  expect(toReceivedSuggestions(476)).toEqual([476, 480, 500]);
  expect(toReceivedSuggestions(213.5)).toEqual([213.5, 220, 300, 500]);
  expect(toReceivedSuggestions(99.5)).toEqual([99.5, 100, 500]);
  expect(toReceivedSuggestions(500)).toEqual([500]);
});

test('change is exact to the paisa, and null if too little or no amount was received', () => {
  expect(toChange(230, 500)).toBe(270);
  expect(toChange(99.55, 100)).toBe(0.45);
  expect(toChange(230, 229.99)).toBeNull();
  expect(toChange(230, Number.NaN)).toBeNull();
});

test('the cash of a rider includes what was collected and is not sent yet', () => {
  const byUpi: DeliveryAction = { ...inCash, payment: { kind: 'UPI' } };
  expect(toHeldCash(100.5, [leave, inCash, byUpi])).toBe(330.5);
});
