import { expect, test } from 'vitest';
import { workQueue } from './work-queue.ts';

test('no more goes on at once than the limit, and everything is done', async () => {
  const queue = workQueue(2);
  let underway = 0;
  let most = 0;
  const work = (index: number) =>
    queue(async () => {
      underway += 1;
      most = Math.max(most, underway);
      await new Promise((resolve) => setImmediate(resolve));
      underway -= 1;
      return index;
    });
  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
  expect(most).toBe(2);
  expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('work that fails gives its place away', async () => {
  const queue = workQueue(1);
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(async () => 'next')).toBe('next');
});
