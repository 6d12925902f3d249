import { expect, test } from 'vitest';
import { fairConcurrencyLimit } from './concurrency-limit.ts';

const open = (maximumQueued: number, maximumQueuedOfNetwork: number) =>
  fairConcurrencyLimit({
    ...{ concurrency: 1, maximumQueued, maximumQueuedOfNetwork },
    createError: () => new Error('full'),
  });

test('the work of a network that sends much does not delay that of others', async () => {
  const run = open(100, 100);
  const done: string[] = [];
  const work = (network: string, name: string) => run(network, async () => void done.push(name));
  const running = [1, 2, 3, 4].map((count) => work('a', `a${count}`));
  running.push(work('b', 'b1'), work('c', 'c1'), work('b', 'b2'));
  await Promise.all(running);
  // a1 runs at once and still counts as work of its network.
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('work is not overtaken by work that its network sends later', async () => {
  const run = open(100, 100);
  const done: number[] = [];
  let sent = 0;
  const send = () => {
    const name = sent;
    sent += 1;
    return run('a', async () => void done.push(name));
  };
  const first = Array.from({ length: 10 }, send);
  // Less of the network waits now than before the last of these.
  await first[4];
  await Promise.all([...first, ...Array.from({ length: 10 }, send)]);
  expect(done).toEqual(done.toSorted((one, other) => one - other));
});

test('a network that has filled its share is refused, and others are not', async () => {
  const run = open(100, 2);
  const started = [run('a', async () => 1), run('a', async () => 2)];
  await expect(run('a', async () => 3)).rejects.toThrow('full');
  await expect(run('b', async () => 4)).resolves.toBe(4);
  expect(await Promise.all(started)).toEqual([1, 2]);
  await expect(run('a', async () => 5)).resolves.toBe(5);
});

test('work that fails frees the share of its network', async () => {
  const run = open(100, 1);
  await expect(run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(run('a', async () => 1)).resolves.toBe(1);
});

test('work is refused when the whole queue is full', async () => {
  const run = open(1, 100);
  const started = [run('a', async () => 1), run('b', async () => 2)];
  await expect(run('c', async () => 3)).rejects.toThrow('full');
  expect(await Promise.all(started)).toEqual([1, 2]);
});
