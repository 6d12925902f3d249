import { expect, test } from 'vitest';
import { Random } from './random.ts';

const take = (random: Random, count: number, value: (each: Random) => number) =>
  Array.from({ length: count }, () => value(random));

test('The same keys give the same numbers, and other keys others', () => {
  const numbers = (...keys: number[]) => take(new Random('order', ...keys), 5, (random) => random.next());
  expect(numbers(7, 1)).toEqual(numbers(7, 1));
  expect(numbers(7, 1)).not.toEqual(numbers(7, 2));
});

test('Half of the times are below the median, and none is negative', () => {
  const times = take(new Random('times'), 4000, (random) => random.logNormal(60, 0.5));
  const below = times.filter((time) => time < 60).length / times.length;
  expect(below).toBeCloseTo(0.5, 1);
  expect(Math.min(...times)).toBeGreaterThan(0);
  const mean =
    take(new Random('numbers'), 4000, (random) => random.next()).reduce((sum, each) => sum + each) / 4000;
  expect(mean).toBeCloseTo(0.5, 1);
});
