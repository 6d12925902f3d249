import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountRoutes } from '#server/identity/accounts.routes.ts';
import { sessionRoutes } from '#server/sessions/sessions.routes.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { ensureFirstAdmin } from './staff.service.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function roleAfterLogin(email: string, password: string) {
  const context = testContext(database.db);
  const { data: tokens } = await runCall(accountRoutes, 'loginUser', context, { email, password });
  const caller = await context.tokens.verify(tokens.accesstoken);
  const { data } = await runCall(accountRoutes, 'getUserDetails', { ...context, caller });
  return { role: data.role, isVerified: data.verify_email };
}

test('an empty store gets an administrator with a generated password that works', async () => {
  const admin = await ensureFirstAdmin(database, { email: 'admin@tokri.local' });
  expect(admin).toEqual({
    email: 'admin@tokri.local',
    password: expect.stringMatching(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/),
  });
  expect(await roleAfterLogin('admin@tokri.local', admin?.password ?? '')).toEqual({
    role: 'ADMIN',
    isVerified: true,
  });
});

test('a generated password has to be replaced by another one before the administrator can work', async () => {
  const admin = await ensureFirstAdmin(database, { email: 'admin@tokri.local' });
  const password = admin?.password ?? '';
  const context = testContext(database.db);
  const logIn = async (typed: string) => {
    const input = { email: 'admin@tokri.local', password: typed };
    const { data } = await runCall(accountRoutes, 'loginUser', context, input);
    return { ...context, caller: await context.tokens.verify(data.accesstoken) };
  };
  const session = await logIn(password);
  const change = (newPassword: string) =>
    runCall(accountRoutes, 'changePassword', session, {
      password,
      newPassword,
      confirmPassword: newPassword,
    });
  const work = () => runCall(sessionRoutes, 'listSessions', session);
  await expect(work()).rejects.toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED', status: 403 });
  await expect(change(password)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(work()).rejects.toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });
  await change('a long march to the hills');
  expect(await work()).toMatchObject({ status: 200 });
  expect(
    await runCall(sessionRoutes, 'listSessions', await logIn('a long march to the hills')),
  ).toMatchObject({
    status: 200,
  });
});

test('a configured password is used and not printed', async () => {
  const admin = await ensureFirstAdmin(database, { email: ' Boss@Example.com', password: 'a set password' });
  expect(admin).toEqual({ email: 'boss@example.com' });
  expect((await roleAfterLogin('boss@example.com', 'a set password')).role).toBe('ADMIN');
  expect(await database.db.query(sql`select must_change_password from account`)).toEqual([
    { must_change_password: false },
  ]);
});

test('a common password is rejected', async () => {
  const given = { email: 'admin@tokri.local', password: 'Password123' };
  await expect(ensureFirstAdmin(database, given)).rejects.toThrow(
    'ADMIN_PASSWORD: This password is too easy to guess.',
  );
  expect(await database.db.query(sql`select 1 from account`)).toHaveLength(0);
});

test('a store with an administrator gets no other', async () => {
  await ensureFirstAdmin(database, { email: 'admin@tokri.local', password: 'a set password' });
  expect(
    await ensureFirstAdmin(database, { email: 'other@example.com', password: 'another one' }),
  ).toBeNull();
  expect(await database.db.query(sql`select 1 from account`)).toHaveLength(1);
});

test('of processes that start together one creates the administrator and prints the password', async () => {
  const started = Array.from({ length: 4 }, () => ensureFirstAdmin(database, { email: 'admin@tokri.local' }));
  const made = (await Promise.all(started)).filter((admin) => admin !== null);
  expect(made).toHaveLength(1);
  expect((await roleAfterLogin('admin@tokri.local', made[0]?.password ?? '')).role).toBe('ADMIN');
});

test('the address of an existing shopper is not promoted', async () => {
  await database.db.query(sql`
    insert into account (id, name, email, password_hash) values ('asha', 'Asha', 'admin@tokri.local', '-')`);
  expect(await ensureFirstAdmin(database, { email: 'admin@tokri.local' })).toBeNull();
  const rows = await database.db.query(sql`select role from account`);
  expect([...rows]).toEqual([{ role: 'USER' }]);
});
