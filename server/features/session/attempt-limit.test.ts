import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { attemptLimit } from './attempt-limit.ts';
import { openLimits } from './limits.ts';

function limitWithClock(attempts: number, perMs: number) {
  const clock = { ms: 1_000_000 };
  return { clock, limit: attemptLimit({ attempts, perMs, now: () => clock.ms }) };
}

function refusalOf(attempt: () => void): AppError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

test('attempts within the limit pass and the next is told how long to wait', () => {
  const { clock, limit } = limitWithClock(2, 60_000);
  limit.take('a');
  limit.take('a');
  clock.ms += 20_500;
  const refusal = refusalOf(() => limit.take('a'));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['TOO_MANY_REQUESTS', 40]);
});

test('who waits as long as told may try again', () => {
  const { clock, limit } = limitWithClock(1, 60_000);
  limit.take('a');
  clock.ms += 20_500;
  clock.ms += (refusalOf(() => limit.take('a')).retryAfterSeconds ?? 0) * 1000;
  limit.take('a');
});

test('keys do not count for each other', () => {
  const { limit } = limitWithClock(1, 60_000);
  limit.take('a');
  limit.take('b');
  expect(refusalOf(() => limit.take('a')).code).toBe('TOO_MANY_REQUESTS');
});

test('an attempt that was given back does not count', () => {
  const { limit } = limitWithClock(1, 60_000);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    limit.take('a');
    limit.giveBack('a');
  }
  limit.take('a');
  limit.giveBack('b');
  expect(refusalOf(() => limit.take('a')).code).toBe('TOO_MANY_REQUESTS');
});

test('giving back what was taken in an earlier window gives nothing', () => {
  const { clock, limit } = limitWithClock(1, 60_000);
  limit.take('a');
  clock.ms += 60_000;
  limit.giveBack('a');
  limit.giveBack('a');
  limit.take('a');
  expect(refusalOf(() => limit.take('a')).code).toBe('TOO_MANY_REQUESTS');
});

test('limits that are off never refuse', () => {
  const limits = openLimits(false);
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    for (const limit of Object.values(limits)) limit.take('a');
  }
});
