import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { openSession, refresh, register, testPassword } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { addAdmin, addRole } from '#tests/fixtures/seed.ts';
import { accountRoutes } from './accounts.routes.ts';

const { db } = await openTestDatabase();

const newPassword = 'chai without sugar';

function change(userId: string, input: object = {}, given: Partial<RequestContext> = {}) {
  const context = testContext(db, { caller: { userId, sessionId: 'any' }, ...given });
  const form = { password: testPassword, newPassword, confirmPassword: newPassword, ...input };
  return runCall(accountRoutes, 'changePassword', context, form);
}

const logIn = (email: string, password: string) =>
  runCall(accountRoutes, 'loginUser', testContext(db), { email, password });
const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

test('a new password applies at once, ends the other sessions and sends an email', async () => {
  const id = await register(db, 'asha@example.com');
  const [here, elsewhere] = [await openSession(db, id), await openSession(db, id)];
  const context = testContext(db);
  const caller = await context.tokens.verify(here.accessToken);
  const input = { password: testPassword, newPassword, confirmPassword: newPassword };
  expect(await runCall(accountRoutes, 'changePassword', { ...context, caller }, input)).toMatchObject({
    status: 200,
    data: null,
  });

  expect(await codeOf(logIn('asha@example.com', testPassword))).toBe('BAD_CREDENTIALS');
  await logIn('asha@example.com', newPassword);
  await refresh(db, here.refreshToken);
  expect(await codeOf(refresh(db, elsewhere.refreshToken))).toBe('BAD_REFRESH_TOKEN');
  const others = await context.tokens.verify(elsewhere.accessToken);
  const details = runCall(accountRoutes, 'getUserDetails', { ...context, caller: others });
  expect(await codeOf(details)).toBe('UNAUTHENTICATED');
  expect((await listEmailsTo(db, 'asha@example.com')).at(-1)).toEqual({
    kind: 'password-changed',
    to: 'asha@example.com',
    name: 'Asha',
    changedAt: expect.any(String),
  });
});

test.each([
  ['a wrong password', { password: 'not the password' }, 'password', 'Incorrect password.'],
  ['a common one', { newPassword: 'Password123', confirmPassword: 'Password123' }, 'newPassword', 'easy to'],
  ['a short one', { newPassword: 'short 7', confirmPassword: 'short 7' }, 'newPassword', 'At least 10'],
  ['two different ones', { confirmPassword: 'another one' }, 'confirmPassword', 'must be same.'],
  ['no present one', { password: undefined }, 'password', 'Enter your password'],
  ['an email address', { email: 'a@example.com' }, '', 'email'],
])('rejects %s and keeps the old password', async (what, input, path, said) => {
  const email = `${what.replaceAll(' ', '.')}@example.com`.toLowerCase();
  const id = await register(db, email);
  const { refreshToken } = await openSession(db, id);
  const refusal = await catchAppError(change(id, input));
  expect([refusal.code, refusal.status]).toEqual(['INVALID_INPUT', 400]);
  expect(refusal.issues).toEqual([{ path, message: expect.stringContaining(said) }]);
  await logIn(email, testPassword);
  await refresh(db, refreshToken);
});

test('of two concurrent changes one succeeds and the other reports a wrong password', async () => {
  const id = await register(db, 'twice@example.com');
  const passwords = ['the first password', 'the second password'];
  const outcomes = await Promise.allSettled(
    passwords.map((password) => change(id, { newPassword: password, confirmPassword: password })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const winner = passwords[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
  await logIn('twice@example.com', winner);
});

test('cancels a pending email change', async () => {
  const id = await register(db, 'victim@example.com');
  const caller = { userId: id, sessionId: 'any' };
  await runCall(accountRoutes, 'updateUser', testContext(db, { caller }), {
    name: 'Asha',
    email: 'thief@example.com',
    mobile: '9876543210',
    password: testPassword,
  });
  await change(id);
  const [message] = await listEmailsTo(db, 'thief@example.com');
  const code = message?.kind === 'email-change' ? message.code : '';
  const opening = runCall(accountRoutes, 'verifyEmail', testContext(db), { code });
  expect(await codeOf(opening)).toBe('BAD_VERIFICATION_CODE');
  const details = await runCall(accountRoutes, 'getUserDetails', testContext(db, { caller }));
  expect(details.data).toMatchObject({ email: 'victim@example.com', pending_email: null });
});

test('wrong passwords are rate limited, correct ones are not', async () => {
  const rateLimits = createRateLimits(db);
  const id = await register(db, 'guessed@example.com');
  for (let index = 0; index < 12; index += 1) {
    await change(id, { newPassword: testPassword, confirmPassword: testPassword }, { rateLimits });
  }
  const guess = () => codeOf(change(id, { password: 'a guess' }, { rateLimits }));
  for (let index = 0; index < 10; index += 1) expect(await guess()).toBe('INVALID_INPUT');
  expect(await guess()).toBe('TOO_MANY_REQUESTS');
});

test('rejects a suspended shopper', async () => {
  const id = await register(db, 'suspended@example.com');
  await db.query(sql`update account set status = 'Suspended' where id = ${id}`);
  expect(await codeOf(change(id))).toBe('ACCOUNT_SUSPENDED');
});

test('a new password of the staff has at least 12 characters', async () => {
  const id = await register(db, 'boss@example.com');
  const given = { newPassword: 'two lemons!', confirmPassword: 'two lemons!' };
  await addRole(db, id, 'picker');
  const refusal = await catchAppError(change(id, given));
  expect(refusal.issues).toEqual([
    { path: 'newPassword', message: 'At least 12 characters for administrators.' },
  ]);
  await addAdmin(db);
  await db.query(sql`delete from staff_role where account_id = ${id}`);
  expect((await change(id, given)).status).toBe(200);
});
