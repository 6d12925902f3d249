import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { connect } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { sessionRoutes } from '#server/sessions/sessions.routes.ts';
import { catchAppError, findRoute, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { toAppError } from './errors.ts';
import {
  databaseRateLimiter,
  growingDelayLimiter,
  memoryRateLimiter,
  tokenBucketLimiter,
} from './rate-limiter.ts';
import { createRateLimits } from './rate-limits.ts';

const { db, url } = await openTestDatabase();

// Only `Date`: the connections need real timers.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const refused = async (taking: Promise<void>) => {
  const { code, retryAfterSeconds } = await catchAppError(taking);
  return [code, retryAfterSeconds];
};

const shared = (attempts: number, perMs: number, name = newId()) =>
  databaseRateLimiter(db, { name, attempts, perMs });

describe.each([
  [
    'of one process',
    (attempts: number, perMs: number) => memoryRateLimiter({ name: 'test', attempts, perMs }),
  ],
  ['that processes share', (attempts: number, perMs: number) => shared(attempts, perMs)],
])('a limit %s', (_what, open) => {
  test('accepts attempts within it and rejects the next with the time to wait', async () => {
    const limit = open(2, 60_000);
    await limit.take('a');
    await limit.take('a');
    pass(20_500);
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 40]);
  });

  test('accepts attempts again after the announced time', async () => {
    const limit = open(1, 60_000);
    await limit.take('a');
    pass(20_500);
    pass(((await catchAppError(limit.take('a'))).retryAfterSeconds ?? 0) * 1000);
    await limit.take('a');
  });

  test('counts each key separately, including long and unusual ones', async () => {
    const limit = open(1, 60_000);
    for (const key of ['a', 'b', '', 'x'.repeat(100_000), `${'x'.repeat(100_000)}y`, '\0', "'; --"]) {
      await limit.take(key);
      expect(await refused(limit.take(key))).toEqual(['TOO_MANY_REQUESTS', 60]);
    }
  });

  test('does not count an attempt that was given back', async () => {
    const limit = open(1, 60_000);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await limit.take('a');
      await limit.returnAttempt('a');
    }
    await limit.take('a');
    await limit.returnAttempt('b');
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 60]);
  });

  test('ignores giving back an attempt of an earlier window or without an attempt', async () => {
    const limit = open(1, 60_000);
    await limit.returnAttempt('b');
    await limit.take('a');
    pass(60_000);
    await limit.returnAttempt('a');
    await limit.returnAttempt('a');
    for (const key of ['a', 'b']) {
      await limit.take(key);
      expect(await refused(limit.take(key))).toEqual(['TOO_MANY_REQUESTS', 60]);
    }
  });

  test('accepts exactly its number of a hundred concurrent attempts', async () => {
    const limit = open(7, 60_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => limit.take('a')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  });
});

describe('a limit that processes share', () => {
  test('counts the attempts of all processes, and subtracts those that one gives back', async () => {
    const name = newId();
    const otherPool = connect(url);
    const here = shared(2, 60_000, name);
    const there = databaseRateLimiter(otherPool, { name, attempts: 2, perMs: 60_000 });
    await here.take('a');
    await there.take('a');
    expect(await refused(here.take('a'))).toEqual(['TOO_MANY_REQUESTS', 60]);
    expect(await refused(there.take('a'))).toEqual(['TOO_MANY_REQUESTS', 60]);
    for (let taken = 0; taken < 4; taken += 1) await there.returnAttempt('a');
    await here.take('a');
    await otherPool.close();
  });

  test('does not count the attempts of another limit', async () => {
    const [one, other] = [shared(1, 60_000), shared(1, 60_000)];
    await one.take('a');
    await other.take('a');
  });

  test('does not store the keys in plain text', async () => {
    await shared(1, 60_000).take('asha@example.com');
    const rows = await db.query<{ key: string }>(sql`select key from rate_limit`);
    expect(JSON.stringify(rows)).not.toContain('asha');
    expect(Math.max(...rows.map(({ key }) => key.length))).toBeLessThan(100);
  });

  test('deletes expired windows when new ones are opened', async () => {
    const limit = shared(1, 60_000);
    for (let key = 0; key < 25; key += 1) await limit.take(`old ${key}`);
    pass(60_001);
    for (let key = 0; key < 5; key += 1) await limit.take(`new ${key}`);
    expect(await db.query(sql`select 1 from rate_limit where expire < ${Date.now()}`)).toHaveLength(0);
  });

  test('rejects a flood without database queries, and accepts attempts after the window', async () => {
    const limit = shared(1, 60_000, 'flood');
    for (let attempt = 0; attempt < 15; attempt += 1) await limit.take('a').catch(() => {});
    const counted = () => db.query(sql`select points from rate_limit where key like 'flood:%'`);
    expect([...(await counted())]).toEqual([{ points: 10 }]);
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 60]);
    pass(60_001);
    await limit.take('a');
  });

  test('rejects attempts with UNAVAILABLE while the database is unavailable', async () => {
    const pool = connect(url);
    const rateLimits = createRateLimits(pool);
    await pool.close();
    const context = testContext(db, { rateLimits, bearerToken: 'x' });
    const { handle } = findRoute(sessionRoutes, 'refreshToken');
    const thrown: unknown = await handle(context, {}).catch((error: unknown) => error);
    expect(toAppError(thrown).code).toBe('UNAVAILABLE');
  });
});

describe('a limit with a growing delay', () => {
  const open = () =>
    growingDelayLimiter(db, {
      ...{ name: newId(), attempts: 3, firstDelayMs: 10_000, maximumDelayMs: 60_000, perMs: 3_600_000 },
    });

  test('doubles the delay with each attempt up to its maximum, and rejected attempts do not count', async () => {
    const limit = open();
    for (let attempt = 0; attempt < 3; attempt += 1) await limit.take('a');
    for (const seconds of [10, 20, 40, 60, 60]) {
      expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', seconds]);
      pass(seconds * 1000 - 1);
      expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 1]);
      pass(1);
      await limit.take('a');
    }
    await limit.take('b');
  });

  test('forgets attempts some time after the last one, and those that are given back', async () => {
    const limit = open();
    for (let attempt = 0; attempt < 3; attempt += 1) await limit.take('a');
    await limit.returnAttempt('a');
    await limit.take('a');
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 10]);
    pass(3_600_000);
    for (let attempt = 0; attempt < 3; attempt += 1) await limit.take('a');
  });

  test('accepts exactly its number of a hundred concurrent attempts', async () => {
    const limit = open();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => limit.take('a')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

test('counts the networks of an IPv6 site together, so that a provider network of 48 bits is limited', async () => {
  const { resetPassword } = createRateLimits(db);
  for (let network = 0; network < 8; network += 1) {
    for (let count = 0; count < 30; count += 1) await resetPassword.take(`2001:db8:5:${network}::1`);
  }
  expect(await refused(resetPassword.take('2001:db8:5:99::1'))).toEqual(['TOO_MANY_REQUESTS', 600]);
  await resetPassword.take('2001:db8:6::1');
});

test('counts the addresses of an IPv4 network of 24 bits together', async () => {
  const { resetPassword } = createRateLimits(db);
  for (let host = 1; host <= 30; host += 1) await resetPassword.take(`203.0.113.${host}`);
  expect(await refused(resetPassword.take('203.0.113.200'))).toEqual(['TOO_MANY_REQUESTS', 600]);
});

test('counts the addresses of an IPv6 network together, and accounts separately', async () => {
  const { sendVerification, resetPassword } = createRateLimits(db);
  for (let host = 1; host <= 30; host += 1) await resetPassword.take(`2001:db8:0:7::${host.toString(16)}`);
  expect(await refused(resetPassword.take('2001:db8::7:1:2:3:4'))).toEqual(['TOO_MANY_REQUESTS', 600]);
  await resetPassword.returnAttempt('2001:db8::7:1:2:3:4');
  await resetPassword.returnAttempt('2001:db8:0:7::ffff');
  await resetPassword.take('2001:db8:0:7::1');
  await resetPassword.take('2001:db8:0:8::1');
  for (const account of ['2001:db8:0:7::1', '2001:db8:0:7::2']) {
    for (let count = 0; count < 5; count += 1) await sendVerification.take(account);
  }
});

test('limits that are off accept every attempt', async () => {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    for (const limit of Object.values(createRateLimits(null))) await limit.take('a');
  }
});

describe('a token bucket', () => {
  test('gives its attempts at once, then one by one at an even rate, by key', async () => {
    const limit = tokenBucketLimiter({ name: 'test', attempts: 4, perMs: 4000 });
    for (let attempt = 0; attempt < 4; attempt += 1) await limit.take('a');
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 1]);
    await limit.take('b', 4);
    pass(1000);
    await limit.take('a');
    expect(await refused(limit.take('a', 3))).toEqual(['TOO_MANY_REQUESTS', 3]);
    pass(60_000);
    await limit.take('a', 4);
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 1]);
  });

  test('takes nothing for a refused attempt, and gives back no more than it had', async () => {
    const limit = tokenBucketLimiter({ name: 'test', attempts: 4, perMs: 4000 });
    await limit.take('a', 2);
    expect(await refused(limit.take('a', 3))).toEqual(['TOO_MANY_REQUESTS', 1]);
    await limit.take('a', 2);
    await limit.returnAttempt('a', 100);
    await limit.take('a', 4);
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 1]);
    // A clock that was set back.
    pass(-60_000);
    expect(await refused(limit.take('a'))).toEqual(['TOO_MANY_REQUESTS', 1]);
  });
});

test.each([
  ['an IPv4 network', 20_000, (index: number) => `203.0.113.${index % 256}`, '203.0.114.1'],
  [
    'an IPv6 site',
    160_000,
    (index: number) => `2001:db8:1:${(index % 16).toString(16)}::${index % 7}`,
    '2001:db8:2::1',
  ],
])(
  'the limit of all requests rejects the next one of %s after %i',
  (_what, attempts, addressOf, elsewhere) => {
    const { request } = createRateLimits(db);
    for (let index = 0; index < attempts; index += 1) request.takeSync(addressOf(index));
    expect(() => request.takeSync(addressOf(attempts))).toThrow(AppError);
    request.takeSync(elsewhere);
  },
);
