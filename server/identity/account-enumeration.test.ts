import { expect, test } from 'vitest';
import type { RequestContext } from '#server/http/context.ts';
import { register, resetChallenge, resetVerifier } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { accountRoutes } from './accounts.routes.ts';

const known = 'known@example.com';
const unknown = 'other@example.com';

const { db } = await openTestDatabase();
await register(db, known);

const minuteMs = 60_000;
const newPassword = 'chai without sugar';

type Question = (email: string, context: RequestContext) => Promise<unknown>;

const forgot: Question = (email, context) => runCall(accountRoutes, 'forgotPassword', context, { email });
const verify: Question = (email, context) =>
  runCall(accountRoutes, 'verifyForgotPasswordOtp', context, {
    email,
    otp: '000000',
    challenge: resetChallenge,
  });

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  // The responses are equal (password-reset.test.ts, login.test.ts).
  await work().catch(() => {});
  return performance.now() - startedAt;
}

/** Share of pairs in which the first is slower: about 0.5 when both take the same time, on any machine. */
function shareSlower(first: number[], second: number[]): number {
  const slower = first.flatMap((mine) => second.filter((theirs) => mine > theirs));
  return slower.length / (first.length * second.length);
}

test.each<[string, number, Question, Question?]>([
  [
    'a login',
    30,
    (email, context) => runCall(accountRoutes, 'loginUser', context, { email, password: 'a guess' }),
  ],
  ['asking for a code', 100, forgot],
  ['a guess at a code', 100, verify, forgot],
  [
    'a reset without a code',
    100,
    (email, context) =>
      runCall(accountRoutes, 'resetPassword', context, {
        email,
        newPassword,
        confirmPassword: newPassword,
        verifier: resetVerifier,
      }),
  ],
])('the duration of %s does not reveal who is registered', async (_what, rounds, ask, prepare) => {
  const times = new Map<string, number[]>([
    [known, []],
    [unknown, []],
  ]);
  for (let round = -5; round < rounds; round += 1) {
    // Two minutes apart, because a code is sent once a minute.
    const context = testContext(db, { now: () => new Date(Date.now() + round * 2 * minuteMs) });
    // Alternate the order: the second call runs with warm caches.
    for (const email of round % 2 === 0 ? [known, unknown] : [unknown, known]) {
      await prepare?.(email, context);
      const ms = await msOf(() => ask(email, context));
      // The first calls are slow for both.
      if (round >= 0) times.get(email)?.push(ms);
    }
  }
  const share = shareSlower(times.get(known) ?? [], times.get(unknown) ?? []);
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.8);
});
