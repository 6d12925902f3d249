import { expect, test } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

/** Work that ends on demand and records its start. */
function controlledWork() {
  const started: number[] = [];
  const finish = new Map<number, () => void>();
  const work = (name: number) => () =>
    new Promise<number>((resolve) => {
      started.push(name);
      finish.set(name, () => resolve(name));
    });
  return { started, work, end: (name: number) => finish.get(name)?.() };
}

const createError = () => new Error('full');

test('runs at most `concurrency` at once and the rest in order', async () => {
  const run = concurrencyLimit({ concurrency: 2, maximumQueued: 10, createError });
  const { started, work, end } = controlledWork();
  const all = [1, 2, 3, 4].map((name) => run(work(name)));
  expect(started).toEqual([1, 2]);
  end(2);
  await all[1];
  // New work does not overtake queued work.
  const late = run(work(5));
  await Promise.resolve();
  expect(started).toEqual([1, 2, 3]);
  for (const name of [1, 3]) end(name);
  await Promise.all([all[0], all[2]]);
  for (const name of [4, 5]) end(name);
  expect(await Promise.all([...all, late])).toEqual([1, 2, 3, 4, 5]);
});

test('rejects work when the queue is full and continues with the queue', async () => {
  const run = concurrencyLimit({ concurrency: 1, maximumQueued: 1, createError });
  const { work, end } = controlledWork();
  const first = run(work(1));
  const second = run(work(2));
  await expect(run(work(3))).rejects.toThrow('full');
  end(1);
  await first;
  end(2);
  expect(await second).toBe(2);
});

test('continues with the queue after work that failed', async () => {
  const run = concurrencyLimit({ concurrency: 1, maximumQueued: 1, createError });
  const failed = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
