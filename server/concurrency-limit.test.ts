import { expect, test } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

/** Work that ends when it is told to, and tells what is underway. */
function workshop() {
  const started: number[] = [];
  const finish = new Map<number, () => void>();
  const work = (name: number) => () =>
    new Promise<number>((resolve) => {
      started.push(name);
      finish.set(name, () => resolve(name));
    });
  return { started, work, end: (name: number) => finish.get(name)?.() };
}

const refusal = () => new Error('full');

test('no more than allowed go on at once, and the rest follows in its order', async () => {
  const run = concurrencyLimit({ maximumAtOnce: 2, maximumWaiting: 10, refusal });
  const { started, work, end } = workshop();
  const all = [1, 2, 3, 4].map((name) => run(work(name)));
  expect(started).toEqual([1, 2]);
  end(2);
  await all[1];
  // Somebody who comes at this very moment does not overtake those who wait.
  const late = run(work(5));
  await Promise.resolve();
  expect(started).toEqual([1, 2, 3]);
  for (const name of [1, 3]) end(name);
  await Promise.all([all[0], all[2]]);
  for (const name of [4, 5]) end(name);
  expect(await Promise.all([...all, late])).toEqual([1, 2, 3, 4, 5]);
});

test('who comes when the line is full is refused, and the line goes on', async () => {
  const run = concurrencyLimit({ maximumAtOnce: 1, maximumWaiting: 1, refusal });
  const { work, end } = workshop();
  const first = run(work(1));
  const second = run(work(2));
  await expect(run(work(3))).rejects.toThrow('full');
  end(1);
  await first;
  end(2);
  expect(await second).toBe(2);
});

test('work that fails gives its place to the next', async () => {
  const run = concurrencyLimit({ maximumAtOnce: 1, maximumWaiting: 1, refusal });
  const failed = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
