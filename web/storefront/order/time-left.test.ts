import { expect, test } from 'vitest';
import { durationText, heldText, isOverdue, promiseText } from './time-left.ts';

const promised = '2026-11-21T10:10:00.000Z';
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('the promise counts down in minutes, and is never late in words', () => {
  const texts = ['10:00:00', '10:00:01', '10:09:00', '10:09:01', '10:09:59.999', '10:10:00', '11:00:00'].map(
    (time) => promiseText(promised, at(time)),
  );
  expect(texts).toEqual([
    ...['in 10 min', 'in 10 min', 'in 1 min', 'in 1 min', 'in 1 min'],
    ...['any moment now', 'any moment now'],
  ]);
});

test('goods are held until the moment is over', () => {
  const texts = ['09:40:00', '10:08:59', '10:09:30', '10:10:00'].map((time) => heldText(promised, at(time)));
  expect(texts).toEqual(['30 min', '2 min', 'less than a minute', null]);
});

test('an order is overdue when nobody would believe in any moment any more', () => {
  const overdue = ['10:00:00', '10:10:00', '10:15:00', '10:15:01'].map((time) =>
    isOverdue(promised, at(time)),
  );
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
