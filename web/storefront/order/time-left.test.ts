import { expect, test } from 'vitest';
import { heldText, minutesBetween, promiseText } from './time-left.ts';

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

test('a delivery takes a minute at least', () => {
  expect(minutesBetween(promised, promised)).toBe(1);
  expect(minutesBetween('2026-11-21T10:02:10.000Z', promised)).toBe(8);
});
