import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { workerThread } from './worker-thread.ts';

const directory = await mkdtemp(join(tmpdir(), 'tokri-worker-'));
const file = join(directory, 'worker.mjs');
await writeFile(
  file,
  `import { parentPort, threadId } from 'node:worker_threads';
  const never = new Int32Array(new SharedArrayBuffer(4));
  parentPort.on('message', (task) => {
    if (task === 'fail') parentPort.postMessage({ error: 'failed' });
    else if (task === 'throw') throw new Error('thrown');
    else if (task === 'exit') process.exit(3);
    else if (task === 'hang') Atomics.wait(never, 0, 0);
    else if (task === 'fill') { const all = []; for (;;) all.push(new Array(100_000).fill(task.length)); }
    else parentPort.postMessage({ result: { task, threadId } });
  });`,
);
afterAll(() => rm(directory, { recursive: true }));

const open = (taskTimeoutMs = 60_000, idleMs = 60_000) =>
  workerThread<string, { task: string; threadId: number }>({
    file: pathToFileURL(file),
    maximumQueued: 2,
    createError: () => new AppError('UNAVAILABLE'),
    maximumHeapMegabytes: 32,
    ...{ taskTimeoutMs, idleMs },
  });

test('runs tasks in order in one thread, and rejects those beyond the queue', async () => {
  const run = open();
  const results = ['a', 'b', 'c', 'd'].map((task) => run(task));
  expect((await catchAppError(results[3] ?? run('d'))).code).toBe('UNAVAILABLE');
  const answers = await Promise.all(results.slice(0, 3));
  expect(answers.map(({ task }) => task)).toEqual(['a', 'b', 'c']);
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
});

test.each(['fail', 'throw', 'exit', 'fill'])(
  'after a task that ends with %s the next one runs',
  async (task) => {
    const run = open();
    await expect(run(task)).rejects.toThrow();
    expect((await run('next')).task).toBe('next');
  },
);

test('ends a task that takes too long, and the next one runs', async () => {
  const run = open(200);
  await expect(run('hang')).rejects.toThrow('too long');
});

test('starts a new thread after an idle one has ended', async () => {
  const run = open(60_000, 0);
  const { threadId } = await run('a');
  await expect.poll(async () => (await run('b')).threadId).not.toBe(threadId);
});
