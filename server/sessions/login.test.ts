import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits, type RateLimits } from '#server/http/rate-limits.ts';
import { accountRoutes } from '#server/identity/accounts.routes.ts';
import { hashPassword, isOutdatedHash } from '#server/identity/password.ts';
import { openSession, outdatedHash, register, testPassword } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';

const database = await openTestDatabase();
const ashaId = await register(database.db, 'asha@example.com');

function logIn(email: unknown, password: unknown = testPassword, given: Partial<RequestContext> = {}) {
  return runCall(accountRoutes, 'loginUser', testContext(database.db, given), { email, password });
}

function detailsFor(userId: string) {
  const caller = { userId, sessionId: 'any' };
  return runCall(accountRoutes, 'getUserDetails', testContext(database.db, { caller }));
}

test('a login returns accesstoken and refreshToken', async () => {
  const { status, data, message } = await logIn(' ASHA@example.com ');
  expect([status, message]).toEqual([200, 'Login successfully']);
  expect(data).toEqual({ accesstoken: expect.any(String), refreshToken: expect.any(String) });
  const caller = await testContext(database.db).tokens.verify(data.accesstoken);
  expect(caller?.userId).toBe(ashaId);
});

test('a login records its time', async () => {
  const now = () => new Date('2026-03-01T10:00:00.000Z');
  await logIn('asha@example.com', testPassword, { now });
  expect((await detailsFor(ashaId)).data.last_login_date).toBe('2026-03-01T10:00:00.000Z');
});

test('an unknown address and a wrong password get the same response', async () => {
  const wrong = await catchAppError(logIn('asha@example.com', 'not the password'));
  const unknown = await catchAppError(logIn('unknown@example.com'));
  expect({ ...wrong }).toEqual({ ...unknown });
  expect([wrong.code, wrong.status, wrong.message]).toEqual(['BAD_CREDENTIALS', 401, unknown.message]);
});

test.each([
  ['a NUL byte', 'asha@example.com\0', 'INVALID_INPUT'],
  ['half a surrogate pair', 'asha@example.com\ud800', 'INVALID_INPUT'],
  ['an object', { $gt: '' }, 'INVALID_INPUT'],
  ['nothing', '', 'INVALID_INPUT'],
  ['a wildcard', '%@example.com', 'BAD_CREDENTIALS'],
  ['SQL', "' or '1'='1", 'BAD_CREDENTIALS'],
])('%s as address is rejected', async (_what, email, code) => {
  expect((await catchAppError(logIn(email))).code).toBe(code);
});

test.each([
  ['nothing', '', 'INVALID_INPUT'],
  ['129 characters', 'x'.repeat(129), 'INVALID_INPUT'],
  ['true', true, 'INVALID_INPUT'],
  ['the password and a NUL byte', `${testPassword}\0`, 'BAD_CREDENTIALS'],
  ['the password and a blank', `${testPassword} `, 'BAD_CREDENTIALS'],
])('%s as password is rejected', async (_what, password, code) => {
  expect((await catchAppError(logIn('asha@example.com', password))).code).toBe(code);
});

test('a suspended account is reported only with the correct password', async () => {
  const id = await register(database.db, 'suspended@example.com');
  await database.db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  expect((await catchAppError(logIn('suspended@example.com'))).code).toBe('ACCOUNT_SUSPENDED');
  expect((await catchAppError(logIn('suspended@example.com', 'a guess'))).code).toBe('BAD_CREDENTIALS');
  expect(await database.db.query(sql`select 1 from session where user_id = ${id}`)).toHaveLength(0);
});

test('user details of a suspended account are rejected with a valid token', async () => {
  const id = await register(database.db, 'suspended-later@example.com');
  await database.db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  expect((await catchAppError(detailsFor(id))).code).toBe('ACCOUNT_SUSPENDED');
});

test('user details of a deleted account are rejected', async () => {
  expect((await catchAppError(detailsFor('missing'))).code).toBe('UNAUTHENTICATED');
});

test('an inactive account can log in', async () => {
  const id = await register(database.db, 'inactive@example.com');
  await database.db.query(sql`update account set status = 'Inactive' where id = ${id}`);
  expect((await logIn('inactive@example.com')).status).toBe(200);
});

async function hashOf(id: string): Promise<string> {
  const [row] = await database.db.query<{ password_hash: string }>(sql`
    select password_hash from account where id = ${id}`);
  return row?.password_hash ?? '';
}

test('a login replaces an outdated hash, also concurrently', async () => {
  const id = await register(database.db, 'old@example.com');
  await database.db.query(
    sql`update account set password_hash = ${outdatedHash(testPassword)} where id = ${id}`,
  );
  const logins = await Promise.all([logIn('old@example.com'), logIn('old@example.com')]);
  expect(logins.map(({ status }) => status)).toEqual([200, 200]);
  expect(isOutdatedHash(await hashOf(id))).toBe(false);
  expect((await logIn('old@example.com')).status).toBe(200);
});

test('a wrong password keeps an outdated hash', async () => {
  const id = await register(database.db, 'old-too@example.com');
  const outdated = outdatedHash(testPassword);
  await database.db.query(sql`update account set password_hash = ${outdated} where id = ${id}`);
  await catchAppError(logIn('old-too@example.com', 'a guess'));
  expect(await hashOf(id)).toBe(outdated);
});

test.each([
  ['given another password', 'BAD_CREDENTIALS'],
  ['suspended', 'ACCOUNT_SUSPENDED'],
])('an account that is %s while its password is checked starts no session', async (what, code) => {
  const id = await register(database.db, `${code.toLowerCase()}@example.com`);
  const otherHash = await hashPassword('another password', null);
  const login = await database.db.transaction(async (db) => {
    if (what === 'suspended') await db.query(sql`update account set status = 'Suspended' where id = ${id}`);
    else await db.query(sql`update account set password_hash = ${otherHash} where id = ${id}`);
    const refusal = catchAppError(logIn(`${code.toLowerCase()}@example.com`));
    // The login has read the account and waits for the row lock.
    await untilWaiting(database.db);
    return { refusal };
  });
  expect((await login.refusal).code).toBe(code);
  expect(await database.db.query(sql`select 1 from session where user_id = ${id}`)).toHaveLength(0);
});

const guess = (email: string, remoteAddress: string, rateLimits: RateLimits) =>
  catchAppError(logIn(email, 'a guess', { rateLimits, remoteAddress }));

test('wrong passwords from one network do not lock out another', async () => {
  const rateLimits = createRateLimits(database.db);
  await register(database.db, 'attacked@example.com');
  const codes = [];
  for (let host = 1; host <= 11; host += 1)
    codes.push((await guess('attacked@example.com', `192.0.2.${host}`, rateLimits)).code);
  expect(codes).toEqual([...Array(10).fill('BAD_CREDENTIALS'), 'TOO_MANY_REQUESTS']);
  const elsewhere = { rateLimits, remoteAddress: '198.51.100.7' };
  expect((await logIn('attacked@example.com', testPassword, elsewhere)).status).toBe(200);
});

test('wrong passwords from many networks delay logins, except on a device that holds a session', async () => {
  const rateLimits = createRateLimits(database.db);
  const email = 'besieged@example.com';
  const userId = await register(database.db, email);
  const { accessToken } = await openSession(database.db, userId);
  const caller = await testContext(database.db).tokens.verify(accessToken);
  // The first delay is a second, which a busy machine may take for the calls.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  for (let attempt = 0; attempt < 50; attempt += 1) await rateLimits.loginOfAccount.take(email);
  const elsewhere = { rateLimits, remoteAddress: '198.51.100.7' };
  const refusal = await catchAppError(logIn(email, testPassword, elsewhere));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['TOO_MANY_REQUESTS', 1]);
  expect((await logIn(email, testPassword, { ...elsewhere, caller })).status).toBe(200);
  const stranger = { userId: await register(database.db, 'stranger@example.com'), sessionId: 'any' };
  expect((await catchAppError(logIn(email, testPassword, { ...elsewhere, caller: stranger }))).code).toBe(
    'TOO_MANY_REQUESTS',
  );
});

test('all spellings of an address share one limit', async () => {
  const rateLimits = createRateLimits(database.db);
  for (let index = 0; index < 10; index += 1) {
    await catchAppError(
      logIn(index % 2 ? 'Guessed@Example.com' : ' guessed@example.com', 'a guess', { rateLimits }),
    );
  }
  expect((await catchAppError(logIn('guessed@example.com', 'a guess', { rateLimits }))).code).toBe(
    'TOO_MANY_REQUESTS',
  );
});

test('correct logins are not limited', async () => {
  const rateLimits = createRateLimits(database.db);
  for (let index = 0; index < 12; index += 1) {
    expect((await logIn('asha@example.com', testPassword, { rateLimits })).status).toBe(200);
  }
});

describe('registrations of one network', () => {
  const register = (rateLimits: RateLimits, email: string, remoteAddress = '192.0.2.1') => {
    const context = testContext(database.db, { rateLimits, remoteAddress });
    const form = { name: 'A', email, password: testPassword, confirmPassword: testPassword };
    return runCall(accountRoutes, 'registerUser', context, form);
  };

  test('are limited, also refused ones, of which there may be more', async () => {
    const rateLimits = createRateLimits(database.db);
    for (let index = 0; index < 19; index += 1) await rateLimits.register.take('192.0.2.1');
    for (let index = 0; index < 3; index += 1)
      expect((await catchAppError(register(rateLimits, 'asha@example.com'))).code).toBe('EMAIL_TAKEN');
    expect((await register(rateLimits, 'last@example.com')).status).toBe(201);
    expect((await catchAppError(register(rateLimits, 'bot@example.com'))).code).toBe('TOO_MANY_REQUESTS');
  });

  test('say of at most 200 addresses in ten minutes that they have an account', async () => {
    const address = '198.51.100.1';
    const rateLimits = createRateLimits(database.db);
    for (let index = 0; index < 199; index += 1) await rateLimits.anyRegistration.take(address);
    expect((await catchAppError(register(rateLimits, 'asha@example.com', address))).code).toBe('EMAIL_TAKEN');
    expect((await catchAppError(register(rateLimits, 'asha@example.com', address))).code).toBe(
      'TOO_MANY_REQUESTS',
    );
  });
});

test('a password that is shorter than new ones may be still logs in', async () => {
  const id = await register(database.db, 'early@example.com');
  const hash = await hashPassword('8 plums!', null);
  await database.db.query(sql`update account set password_hash = ${hash} where id = ${id}`);
  expect((await logIn('early@example.com', '8 plums!')).status).toBe(200);
});

test('logins of one network are limited, also successful ones', async () => {
  const rateLimits = createRateLimits(database.db);
  await register(database.db, 'crowd@example.com');
  for (let count = 0; count < 199; count += 1) await rateLimits.anyLogin.take('203.0.113.9');
  const given = { rateLimits, remoteAddress: '203.0.113.10' };
  expect((await logIn('crowd@example.com', testPassword, given)).status).toBe(200);
  expect((await catchAppError(logIn('crowd@example.com', testPassword, given))).code).toBe(
    'TOO_MANY_REQUESTS',
  );
});
