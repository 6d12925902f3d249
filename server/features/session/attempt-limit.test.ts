import { expect, test } from 'vitest';
import { refusalOf } from '#tests/refusal.ts';
import { attemptLimit } from './attempt-limit.ts';
import { openLimits } from './limits.ts';

function limitWithClock(attempts: number, perMs: number) {
  const clock = { ms: 1_000_000 };
  return { clock, limit: attemptLimit({ attempts, perMs, now: () => clock.ms }) };
}

test('attempts within the limit pass and the next is told how long to wait', async () => {
  const { clock, limit } = limitWithClock(2, 60_000);
  await limit.take('a');
  await limit.take('a');
  clock.ms += 20_500;
  const refusal = await refusalOf(limit.take('a'));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['TOO_MANY_REQUESTS', 40]);
});

test('who waits as long as told may try again', async () => {
  const { clock, limit } = limitWithClock(1, 60_000);
  await limit.take('a');
  clock.ms += 20_500;
  clock.ms += ((await refusalOf(limit.take('a'))).retryAfterSeconds ?? 0) * 1000;
  await limit.take('a');
});

test('keys do not count for each other', async () => {
  const { limit } = limitWithClock(1, 60_000);
  await limit.take('a');
  await limit.take('b');
  expect((await refusalOf(limit.take('a'))).code).toBe('TOO_MANY_REQUESTS');
});

test('an attempt that was given back does not count', async () => {
  const { limit } = limitWithClock(1, 60_000);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await limit.take('a');
    await limit.giveBack('a');
  }
  await limit.take('a');
  await limit.giveBack('b');
  expect((await refusalOf(limit.take('a'))).code).toBe('TOO_MANY_REQUESTS');
});

test('giving back what was taken in an earlier window gives nothing', async () => {
  const { clock, limit } = limitWithClock(1, 60_000);
  await limit.take('a');
  clock.ms += 60_000;
  await limit.giveBack('a');
  await limit.giveBack('a');
  await limit.take('a');
  expect((await refusalOf(limit.take('a'))).code).toBe('TOO_MANY_REQUESTS');
});

test('limits that are off never refuse', async () => {
  const limits = openLimits(false);
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    for (const limit of Object.values(limits)) await limit.take('a');
  }
});
