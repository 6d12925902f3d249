import { expect, test } from 'vitest';
import { toDue } from './due.ts';

const at = (minutes: number) => new Date(Date.parse('2026-11-28T10:00:00Z') + minutes * 60_000).toISOString();
const dueAt = (minutes: number, order: Parameters<typeof toDue>[0]) => toDue(order, Date.parse(at(minutes)));

test('an order in minutes is at risk when 40 % of its time are left, and late after it', () => {
  const order = { promisedAt: at(10), slot: null, workBeginsAt: at(0) };
  expect(dueAt(1, order)).toEqual({ state: 'due', minutes: 9 });
  expect(dueAt(7, order)).toEqual({ state: 'risk', minutes: 3 });
  expect(dueAt(10, order)).toEqual({ state: 'late', minutes: 0 });
  expect(dueAt(14, order)).toEqual({ state: 'late', minutes: 4 });
});

test('an order of a delivery window starts when its work must begin, and is due at its end', () => {
  const order = {
    promisedAt: at(60),
    slot: { startsAt: at(60), endsAt: at(120) },
    workBeginsAt: at(50),
  };
  expect(dueAt(0, order)).toEqual({ state: 'later', minutes: 120 });
  expect(dueAt(55, order)).toEqual({ state: 'due', minutes: 65 });
  expect(dueAt(118, order)).toEqual({ state: 'risk', minutes: 2 });
  expect(dueAt(121, order)).toEqual({ state: 'late', minutes: 1 });
});

test('an order without a promised time has none', () => {
  expect(toDue({ promisedAt: null, slot: null, workBeginsAt: at(0) }, 0)).toBeNull();
});
