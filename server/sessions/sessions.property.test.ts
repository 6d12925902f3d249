import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logOut, openSession, refresh } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const ashaId = await addShopper(db);

// Steps: refresh with one of the tokens in several tabs, or let time pass.
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ token: fc.nat(), tabs: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ seconds: fc.nat({ max: 90 }) }) },
);
const steps = fc.array(step, { maxLength: 12 });
type Step = { token: number; tabs: number } | { seconds: number };

/** Applies what a browser, its tabs and a thief may do with the tokens of one session. */
async function live({ refreshToken }: { refreshToken: string }, clock: { ms: number }, script: Step[]) {
  const tokens = [refreshToken];
  for (const done of script) {
    if ('seconds' in done) {
      clock.ms += done.seconds * 1000;
      continue;
    }
    const chosen = tokens[done.token % tokens.length] ?? refreshToken;
    const tabs = Array.from({ length: done.tabs }, () => refresh(db, chosen, () => new Date(clock.ms)));
    for (const outcome of await Promise.allSettled(tabs)) {
      if (outcome.status === 'fulfilled') tokens.push(outcome.value.refreshToken);
    }
  }
  return tokens;
}

test('a logged out session never becomes valid again', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, during) => {
      const session = await openSession(db, ashaId);
      const clock = { ms: Date.now() };
      const tokens = await live(session, clock, before);
      // Some refreshes run during the logout; their tokens must be invalid.
      const [late] = await Promise.all([
        live({ refreshToken: tokens.at(-1) ?? '' }, clock, during),
        logOut(db, session.accessToken),
      ]);
      for (const token of [...tokens, ...late]) {
        const outcome = refresh(db, token, () => new Date(clock.ms));
        await expect(outcome).rejects.toMatchObject({ code: 'BAD_REFRESH_TOKEN' });
      }
    }),
    { numRuns: 25 },
  );
});

test('a browser that always sends its newest token is never logged out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 10 }), async (rounds) => {
      let { refreshToken } = await openSession(db, ashaId);
      for (const tabs of rounds) {
        const renewed = await Promise.all(Array.from({ length: tabs }, () => refresh(db, refreshToken)));
        // The tabs write to one storage in the order of their responses.
        refreshToken = renewed[tabs - 1]?.refreshToken ?? '';
      }
    }),
    { numRuns: 25 },
  );
});
