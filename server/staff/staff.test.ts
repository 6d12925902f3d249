import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiRoutes } from '#server/app/app.ts';
import { accountRoutes } from '#server/identity/accounts.routes.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import {
  createAdmin,
  logIn,
  openSession,
  refresh,
  register,
  testPassword,
} from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import * as administration from './staff.service.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const context = () => testContext(database.db);
const boss = 'boss@example.com';
const asha = 'asha@example.com';

async function accountsByEmail() {
  const accounts = await administration.listAccounts(context(), { areStaff: false });
  return accounts.map(({ email, roles, status }) => `${email} ${roles.join() || 'none'} ${status}`);
}

async function passwordWorks(email: string, password: string): Promise<boolean> {
  const login = runCall(accountRoutes, 'loginUser', context(), { email, password });
  return login.then(
    () => true,
    () => false,
  );
}

const verify = (email: string) =>
  database.db.query(sql`update account set verify_email = true where email = ${email}`);
const promotion = { how: 'promoted', password: expect.stringMatching(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/) };

test('makeOwner promotes a verified account once, with a new password, and ends its sessions', async () => {
  const userId = await register(database.db, asha);
  await verify(asha);
  const { accessToken, refreshToken } = await openSession(database.db, userId);
  await database.db.query(sql`update account set pending_email = 'thief@example.com' where id = ${userId}`);
  const told = context();
  const made = await administration.makeOwner(told, asha);
  expect(made).toEqual(promotion);
  expect(await administration.makeOwner(context(), asha)).toEqual({ how: 'already' });
  expect(await passwordWorks(asha, testPassword)).toBe(false);
  expect(made.how === 'promoted' && (await passwordWorks(asha, made.password))).toBe(true);
  expect((await catchAppError(refresh(database.db, refreshToken))).code).toBe('BAD_REFRESH_TOKEN');
  const caller = await told.tokens.verify(accessToken);
  expect(told.revokedSessions.findRevocation(caller?.sessionId ?? '')).toBe('ended');
  const [row] = await database.db.query(sql`select pending_email from account where id = ${userId}`);
  expect(row).toEqual({ pending_email: null });
});

test('makeOwner refuses an unverified account unless it is forced', async () => {
  await register(database.db, asha);
  const refusal = await catchAppError(administration.makeOwner(context(), asha));
  expect([refusal.code, refusal.message]).toEqual(['CONFLICT', expect.stringContaining('--force')]);
  expect(await accountsByEmail()).toEqual([`${asha} none Active`]);
  expect(await passwordWorks(asha, testPassword)).toBe(true);
  expect(await administration.makeOwner(context(), asha, { isForced: true })).toEqual(promotion);
  expect(await passwordWorks(asha, testPassword)).toBe(false);
});

test('makeOwner creates a missing account with a password that works', async () => {
  const made = await administration.makeOwner(context(), boss);
  expect(made).toEqual({
    how: 'opened',
    password: expect.stringMatching(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/),
  });
  expect(made.how === 'opened' && (await passwordWorks(boss, made.password))).toBe(true);
  expect(await accountsByEmail()).toEqual([`${boss} owner Active`]);
});

test('concurrent makeOwner calls create one account', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => administration.makeOwner(context(), boss)));
  expect(made.filter(({ how }) => how === 'opened')).toHaveLength(1);
  expect(await accountsByEmail()).toEqual([`${boss} owner Active`]);
});

test('removeRoles refuses for the last owner', async () => {
  await administration.makeOwner(context(), boss);
  const lastOne = `${boss} is the only owner. Make another one first.`;
  expect(await catchAppError(administration.removeRoles(context(), boss))).toMatchObject({
    code: 'LAST_OWNER',
    message: lastOne,
  });
  expect(await catchAppError(administration.suspendAccount(context(), boss))).toMatchObject({
    message: lastOne,
  });
  await administration.makeOwner(context(), asha);
  expect(await administration.removeRoles(context(), boss)).toBe(true);
  expect(await administration.removeRoles(context(), boss)).toBe(false);
  expect(await accountsByEmail()).toEqual([`${asha} owner Active`, `${boss} none Active`]);
});

test('a suspended owner does not count as remaining', async () => {
  await administration.makeOwner(context(), boss);
  await administration.makeOwner(context(), asha);
  await administration.suspendAccount(context(), asha);
  expect((await catchAppError(administration.removeRoles(context(), boss))).code).toBe('LAST_OWNER');
  // An owner who cannot log in does not help.
  expect(await administration.removeRoles(context(), asha)).toBe(true);
});

test('of the last two owners removed or suspended concurrently one remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    await administration.makeOwner(context(), boss);
    await administration.makeOwner(context(), asha);
    const outcomes = await Promise.allSettled([
      administration.removeRoles(context(), boss),
      administration.suspendAccount(context(), asha),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await administration.restoreAccount(context(), asha);
  }
});

test('a suspended account loses its sessions and cannot log in until it is restored', async () => {
  const userId = await register(database.db, asha);
  const { refreshToken } = await openSession(database.db, userId);
  expect(await administration.suspendAccount(context(), asha)).toBe(true);
  expect(await administration.suspendAccount(context(), asha)).toBe(false);
  expect((await catchAppError(refresh(database.db, refreshToken))).code).toBe('ACCOUNT_SUSPENDED');
  expect((await catchAppError(logIn(database.db, asha))).code).toBe('ACCOUNT_SUSPENDED');
  expect(await catchAppError(administration.makeOwner(context(), asha))).toMatchObject({
    message: `${asha} is suspended. Restore the account first.`,
  });
  expect(await administration.restoreAccount(context(), asha)).toBe(true);
  expect(await administration.restoreAccount(context(), asha)).toBe(false);
  // Ended sessions stay ended; the owner has to log in.
  expect((await catchAppError(refresh(database.db, refreshToken))).code).toBe('BAD_REFRESH_TOKEN');
  await logIn(database.db, asha);
});

test('replacePassword invalidates the old password, the sessions and a pending email change', async () => {
  const userId = await register(database.db, asha);
  const { refreshToken } = await openSession(database.db, userId);
  await database.db.query(sql`update account set pending_email = 'thief@example.com' where id = ${userId}`);
  const invented = await administration.replacePassword(context(), asha);
  expect([await passwordWorks(asha, testPassword), await passwordWorks(asha, invented)]).toEqual([
    false,
    true,
  ]);
  expect((await catchAppError(refresh(database.db, refreshToken))).code).toBe('BAD_REFRESH_TOKEN');
  const [row] = await database.db.query(sql`select pending_email from account where id = ${userId}`);
  expect(row).toEqual({ pending_email: null });
  expect(await administration.replacePassword(context(), asha, 'tamarind in june')).toBe('tamarind in june');
  expect(await passwordWorks(asha, 'tamarind in june')).toBe(true);
});

test('replacePassword rejects a common password and keeps the old one', async () => {
  await register(database.db, asha);
  const refusal = await catchAppError(administration.replacePassword(context(), asha, 'password123'));
  expect(refusal.code).toBe('INVALID_INPUT');
  expect(await passwordWorks(asha, testPassword)).toBe(true);
});

test('sessions are ended for one account or for all, and counted', async () => {
  const first = await register(database.db, asha);
  const second = await register(database.db, boss);
  for (const userId of [first, first, second]) await openSession(database.db, userId);
  expect(await administration.endSessionsByEmail(context(), asha)).toBe(2);
  expect(await administration.endSessionsByEmail(context(), asha)).toBe(0);
  await openSession(database.db, first);
  expect(await administration.endEverySession(context())).toBe(2);
  expect(await administration.endEverySession(context())).toBe(0);
});

test('ended sessions are revoked in this process at once', async () => {
  const userId = await register(database.db, asha);
  await openSession(database.db, userId);
  const [session] = await database.db.query<{ id: string }>(
    sql`select id from session where user_id = ${userId}`,
  );
  const told = context();
  await administration.endEverySession(told);
  expect(told.revokedSessions.findRevocation(session?.id ?? '')).toBe('ended');
});

test.each([
  ['removeRoles', administration.removeRoles],
  ['suspendAccount', administration.suspendAccount],
  ['restoreAccount', administration.restoreAccount],
  ['replacePassword', administration.replacePassword],
  ['endSessionsByEmail', administration.endSessionsByEmail],
] as const)('%s throws NOT_FOUND for an unknown address', async (_name, command) => {
  const refusal = await catchAppError(command(context(), 'unknown@example.com'));
  expect(refusal).toMatchObject({
    code: 'NOT_FOUND',
    message: 'No account has the address unknown@example.com.',
  });
});

test('each action writes an audit entry', async () => {
  await register(database.db, asha);
  await verify(asha);
  const meera = await createAdmin(database.db);
  await administration.makeOwner(context(), boss);
  await administration.makeOwner(context(), asha);
  await administration.makeOwner(context(), asha);
  await administration.removeRoles(context(), asha);
  await administration.suspendAccount(context(), asha);
  await administration.restoreAccount(context(), asha);
  const password = await administration.replacePassword(context(), asha);
  await administration.endSessionsByEmail(context(), asha);
  await catchAppError(administration.suspendAccount(context(), 'unknown@example.com'));
  await administration.endEverySession(context());
  const living = await openSessionAgain(meera.userId);
  const { data } = await runCall(apiRoutes, 'listAudit', living, { kind: 'account' });
  const said = data.map(({ by, thingName, action, changes }) => [
    by.name,
    thingName,
    action,
    ...changes.map(({ field, before, after }) => `${field} ${before} > ${after}`),
  ]);
  expect(said.reverse()).toEqual([
    ['Command line', boss, 'created', 'roles null > owner'],
    ['Command line', asha, 'updated', 'roles  > owner'],
    ['Command line', asha, 'updated', 'roles owner > '],
    ['Command line', asha, 'updated', 'status Active > Suspended'],
    ['Command line', asha, 'updated', 'status Suspended > Active'],
    ['Command line', asha, 'password replaced'],
    ['Command line', asha, 'sessions ended'],
    ['Command line', 'Everybody', 'sessions ended'],
  ]);
  expect(JSON.stringify(data)).not.toContain(password);
});

async function openSessionAgain(userId: string) {
  const open = context();
  const { accessToken } = await startSession(open, userId);
  return { ...open, caller: await open.tokens.verify(accessToken) };
}
