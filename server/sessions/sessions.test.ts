import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { logOut, openSession, refresh } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { sessionRoutes } from './sessions.routes.ts';

const database = await openTestDatabase();
const ashaId = await addShopper(database.db);

const startedAt = Date.now();
const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;

function logInAsha() {
  return openSession(database.db, ashaId);
}

/** Refreshes some time after the start of the tests. */
function refreshAfter(ms: number, refreshToken: string | null) {
  return refresh(database.db, refreshToken, () => new Date(startedAt + ms));
}

async function codeAfter(ms: number, refreshToken: string | null) {
  const { code, status } = await catchAppError(refreshAfter(ms, refreshToken));
  return [code, status];
}

const ended = ['BAD_REFRESH_TOKEN', 401];

test('a refresh returns a new pair for the same shopper and session', async () => {
  const { accessToken, refreshToken } = await logInAsha();
  const renewed = await refreshAfter(0, refreshToken);
  expect(renewed.refreshToken).not.toBe(refreshToken);
  const { tokens } = testContext(database.db);
  expect(await tokens.verify(renewed.accessToken)).toEqual(await tokens.verify(accessToken));
});

test('refreshing keeps a session valid beyond 30 days', async () => {
  let { refreshToken } = await logInAsha();
  for (let day = 0; day <= 80; day += 20) {
    refreshToken = (await refreshAfter(day * dayMs, refreshToken)).refreshToken;
  }
  expect(await codeAfter(111 * dayMs, refreshToken)).toEqual(ended);
});

test('a session ends 90 days after the login, however often it is refreshed', async () => {
  const { accessToken } = await logInAsha();
  const { sessionId = '' } = (await testContext(database.db).tokens.verify(accessToken)) ?? {};
  let { refreshToken } = await logInAsha();
  for (const day of [25, 50, 75, 89.9])
    refreshToken = (await refreshAfter(day * dayMs, refreshToken)).refreshToken;
  expect(await codeAfter(90.1 * dayMs, refreshToken)).toEqual(ended);
  await expect(
    database.db.query(
      sql`update session set expires_at = created_at + interval '91 days' where id = ${sessionId}`,
    ),
  ).rejects.toThrow('session_expires_before_its_end');
});

test('a session unused for 30 days has expired', async () => {
  const { refreshToken } = await logInAsha();
  expect(await codeAfter(31 * dayMs, refreshToken)).toEqual(ended);
});

test('the database stores only digests of tokens', async () => {
  const { refreshToken } = await logInAsha();
  const rows = await database.db.query<{ token_hash: Buffer }>(sql`select token_hash from refresh_token`);
  for (const encoding of ['base64url', 'hex', 'latin1'] as const) {
    const texts = rows.map(({ token_hash }) => token_hash.toString(encoding));
    expect(texts).not.toContain(refreshToken);
  }
  const [row] = rows;
  expect(await codeAfter(0, row?.token_hash.toString('base64url') ?? '')).toEqual(ended);
});

test.each([null, '', 'x', 'x'.repeat(10_000), "' or 1=1 --", 'a.b.c'])(
  '%j is not a refresh token',
  async (token) => {
    expect(await codeAfter(0, token)).toEqual(ended);
  },
);

test('an access token cannot refresh, and a refresh token cannot authenticate', async () => {
  const { accessToken, refreshToken } = await logInAsha();
  expect(await codeAfter(0, accessToken)).toEqual(ended);
  expect(await testContext(database.db).tokens.verify(refreshToken)).toBeNull();
});

test('twenty concurrent refreshes all stay logged in', async () => {
  const { refreshToken } = await logInAsha();
  const tabs = await Promise.all(Array.from({ length: 20 }, () => refreshAfter(0, refreshToken)));
  expect(new Set(tabs.map((tab) => tab.refreshToken)).size).toBe(20);
  const next = tabs.map((tab) => refreshAfter(5 * secondMs, tab.refreshToken));
  await Promise.all(next);
});

test('a client that lost the response can refresh again with its token, however late and often', async () => {
  const { refreshToken } = await logInAsha();
  for (const seconds of [0, 20, 31, 900]) await refreshAfter(seconds * secondMs, refreshToken);
  const { refreshToken: arrived } = await refreshAfter(20 * dayMs, refreshToken);
  const { refreshToken: next } = await refreshAfter(20 * dayMs + 900 * secondMs, arrived);
  await refreshAfter(21 * dayMs, next);
});

test('a rotated token that is used after its successor revokes the session with its newest token', async () => {
  const { refreshToken: first } = await logInAsha();
  const { refreshToken: second } = await refreshAfter(0, first);
  const { refreshToken: third } = await refreshAfter(31 * secondMs, second);
  expect(await codeAfter(900 * secondMs, first)).toEqual(ended);
  expect(await codeAfter(900 * secondMs, third)).toEqual(ended);
});

test('a thief who uses a former token late is found at the next refresh of the owner', async () => {
  const { refreshToken: former } = await logInAsha();
  const { refreshToken: ofOwner } = await refreshAfter(0, former);
  const { refreshToken: ofThief } = await refreshAfter(60 * secondMs, former);
  expect(await codeAfter(900 * secondMs, ofOwner)).toEqual(ended);
  expect(await codeAfter(900 * secondMs, ofThief)).toEqual(ended);
});

test('a token that was replaced without having been used cannot be used late', async () => {
  const { refreshToken: shared } = await logInAsha();
  const { refreshToken: ofShopper } = await refreshAfter(0, shared);
  const { refreshToken: ofThief } = await refreshAfter(2 * secondMs, shared);
  await refreshAfter(900 * secondMs, ofShopper);
  // Even if it was used within the time of concurrent tabs.
  await refreshAfter(910 * secondMs, ofThief);
  expect(await codeAfter(941 * secondMs, ofThief)).toEqual(ended);
});

test('early reuse after the successor was used revokes the session', async () => {
  const { refreshToken: first } = await logInAsha();
  const { refreshToken: second } = await refreshAfter(0, first);
  const { refreshToken: third } = await refreshAfter(2 * secondMs, second);
  expect(await codeAfter(3 * secondMs, first)).toEqual(ended);
  expect(await codeAfter(3 * secondMs, third)).toEqual(ended);
});

test('of two clients that share a token within the time of concurrent tabs, the second reuse revokes the session', async () => {
  const { refreshToken: shared } = await logInAsha();
  const { refreshToken: ofShopper } = await refreshAfter(0, shared);
  const { refreshToken: ofThief } = await refreshAfter(2 * secondMs, shared);
  const { refreshToken: newest } = await refreshAfter(900 * secondMs, ofShopper);
  expect(await codeAfter(950 * secondMs, ofThief)).toEqual(ended);
  expect(await codeAfter(950 * secondMs, newest)).toEqual(ended);
});

test('reuse revokes one session and no other', async () => {
  const phone = await logInAsha();
  const laptop = await logInAsha();
  const { refreshToken } = await refreshAfter(0, phone.refreshToken);
  await refreshAfter(30 * secondMs, refreshToken);
  expect(await codeAfter(60 * secondMs, phone.refreshToken)).toEqual(ended);
  await refreshAfter(60 * secondMs, laptop.refreshToken);
});

test('a suspended shopper cannot refresh and must log in again after being restored', async () => {
  const id = await addShopper(database.db);
  const { refreshToken } = await openSession(database.db, id);
  await database.db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  expect(await codeAfter(0, refreshToken)).toEqual(['ACCOUNT_SUSPENDED', 403]);
  await database.db.query(sql`update account set status = 'Active' where id = ${id}`);
  expect(await codeAfter(0, refreshToken)).toEqual(ended);
  await refreshAfter(0, (await openSession(database.db, id)).refreshToken);
});

test('logout ends the session on the server and no other', async () => {
  const phone = await logInAsha();
  const laptop = await logInAsha();
  const { refreshToken: renewed } = await refreshAfter(0, phone.refreshToken);
  await logOut(database.db, phone.accessToken);
  expect(await codeAfter(0, renewed)).toEqual(ended);
  expect(await codeAfter(0, phone.refreshToken)).toEqual(ended);
  await refreshAfter(0, laptop.refreshToken);
});

test('a second logout succeeds', async () => {
  const { accessToken } = await logInAsha();
  await logOut(database.db, accessToken);
  await logOut(database.db, accessToken);
});

test('a token does not affect the session of another shopper', async () => {
  const raviId = await addShopper(database.db);
  const asha = await logInAsha();
  const context = testContext(database.db);
  const ofAsha = await context.tokens.verify(asha.accessToken);
  const ravi = { userId: raviId, sessionId: ofAsha?.sessionId ?? '' };
  await runCall(sessionRoutes, 'logoutUser', { ...context, caller: ravi });
  await refreshAfter(0, asha.refreshToken);
});

test('a refresh that waits for a logout does not restore the session', async () => {
  const { accessToken, refreshToken } = await logInAsha();
  const caller = await testContext(database.db).tokens.verify(accessToken);
  const sessionId = caller?.sessionId ?? '';
  const waiting = await database.db.transaction(async (db) => {
    await db.query(sql`update session set revoked_at = now() where id = ${sessionId}`);
    const refusal = catchAppError(refreshAfter(0, refreshToken));
    await untilWaiting(database.db);
    return { refusal };
  });
  expect((await waiting.refusal).code).toBe('BAD_REFRESH_TOKEN');
});

test('a login deletes ended sessions and keeps active ones', async () => {
  const id = await addShopper(database.db);
  const logInTidy = () => openSession(database.db, id);
  const [left, forgotten, alive] = [await logInTidy(), await logInTidy(), await logInTidy()];
  await logOut(database.db, left.accessToken);
  await database.db.query(
    sql`update session set revoked_at = now() - interval '1 hour' where revoked_at is not null`,
  );
  const caller = await testContext(database.db).tokens.verify(forgotten.accessToken);
  await database.db.query(
    sql`update session set expires_at = now() - interval '1 day' where id = ${caller?.sessionId ?? ''}`,
  );
  await logInTidy();
  expect(await database.db.query(sql`select 1 from session where user_id = ${id}`)).toHaveLength(2);
  await refreshAfter(0, alive.refreshToken);
});

test('tokens rotated more than 30 days ago are deleted', async () => {
  const id = await addShopper(database.db);
  let { refreshToken } = await openSession(database.db, id);
  for (let day = 0; day <= 80; day += 10) {
    refreshToken = (await refreshAfter(day * dayMs, refreshToken)).refreshToken;
  }
  const kept = await database.db.query(sql`
    select 1 from refresh_token t join session s on s.id = t.session_id where s.user_id = ${id}`);
  // Those of days 50, 60, 70 and 80, and the new one.
  expect(kept).toHaveLength(5);
});

test('a session that just ended is kept for processes that missed its notification', async () => {
  const id = await addShopper(database.db);
  const { accessToken } = await openSession(database.db, id);
  await logOut(database.db, accessToken);
  await openSession(database.db, id);
  expect(await database.db.query(sql`select 1 from session where user_id = ${id}`)).toHaveLength(2);
});

test('a session stores the user agent that started it', async () => {
  const rows = await database.db.query(
    sql`select distinct user_agent from session where user_id = ${ashaId}`,
  );
  expect([...rows]).toEqual([{ user_agent: 'a test' }]);
});

test('refreshes from one address are limited', async () => {
  const rateLimits = createRateLimits(database.db);
  const context = testContext(database.db, { rateLimits, bearerToken: 'x', remoteAddress: '192.0.2.1' });
  for (let index = 0; index < 300; index += 1) await rateLimits.refresh.take('192.0.2.1');
  const refusal = await catchAppError(runCall(sessionRoutes, 'refreshToken', context));
  expect([refusal.code, refusal.status]).toEqual(['TOO_MANY_REQUESTS', 429]);
});
