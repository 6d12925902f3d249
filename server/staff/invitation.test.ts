import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { dayMs, invitationDays } from '#contract/base/durations.ts';
import type { Role } from '#contract/base/permissions.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import {
  type Admin,
  createAdmin,
  createPerson,
  logIn,
  openSession,
  testPassword,
} from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { addShopper } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const newEmail = () => `${newId().toLowerCase()}@example.com`;

async function inviteByLink(owner: Admin, roles: readonly Role[] = ['picker']): Promise<string> {
  const { data } = await owner.call('inviteStaff', { name: 'Ravi', email: null, roles });
  return new URL(data.link ?? '').searchParams.get('code') ?? '';
}

async function inviteByEmail(
  owner: Admin,
  email: string,
  roles: readonly Role[] = ['picker'],
): Promise<string> {
  expect((await owner.call('inviteStaff', { name: 'Ravi', email, roles })).data.link).toBeNull();
  const [sent] = await listEmailsTo(db, email);
  if (sent?.kind !== 'staff-invitation') throw new Error('The invitation was not sent.');
  return sent.code;
}

const newPerson = (code: string, email = newEmail()) => ({
  ...{ code, name: 'Ravi', email, password: testPassword, confirmPassword: testPassword },
});

const register = (input: object) => runCall(apiRoutes, 'registerInvited', testContext(db), input);

/** The context of a request in a new session, at the given time if any. */
async function logInAs(userId: string, now = () => new Date()) {
  const context = testContext(db);
  const { accessToken } = await openSession(db, userId);
  return { ...context, caller: await context.tokens.verify(accessToken), now };
}

async function accept(userId: string, code: string) {
  return runCall(apiRoutes, 'acceptInvitation', await logInAs(userId), { code });
}

const rolesOf = async (email: string) =>
  (
    await db.query<{ role: string }>(sql`
      select r.role from staff_role r join account a on a.id = r.account_id where a.email = ${email} order by r.role`)
  ).map(({ role }) => role);
const emailOf = async (id: string) =>
  (await db.one<{ email: string }>(sql`select email from account where id = ${id}`)).email;

test('a new person who opens the link of an email gets an account with its address and the roles', async () => {
  const owner = await createAdmin(db);
  const email = newEmail();
  const code = await inviteByEmail(owner, email, ['rider', 'picker']);
  const { data } = await runCall(apiRoutes, 'readInvitation', testContext(db), { code });
  expect(data).toEqual({
    name: 'Ravi',
    email,
    hasAccount: false,
    roles: ['picker', 'rider'],
    invitedBy: 'Meera',
  });
  expect((await catchAppError(register(newPerson(code)))).code).toBe('INVITATION_OF_OTHER');
  await register(newPerson(code, email));
  expect(await rolesOf(email)).toEqual(['picker', 'rider']);
  const { accessToken } = await logIn(db, email);
  expect(accessToken).not.toBe('');
  expect(await db.one(sql`select verify_email from account where email = ${email}`)).toEqual({
    verify_email: true,
  });
});

test('the address of a person who registers by a link is not verified', async () => {
  const email = newEmail();
  await register(newPerson(await inviteByLink(await createAdmin(db)), email));
  expect((await listEmailsTo(db, email)).map(({ kind }) => kind)).toEqual(['verification']);
});

test('an account keeps its roles when it accepts, and its other sessions end', async () => {
  const [owner, person] = [await createAdmin(db), await createPerson(db, 'rider')];
  await accept(person.userId, await inviteByLink(owner));
  expect(await rolesOf(await emailOf(person.userId))).toEqual(['picker', 'rider']);
  expect((await catchAppError(person.call('getMenuCounts'))).code).toBe('UNAUTHENTICATED');
  const [entry] = await owner.historyOf(person.userId);
  expect(entry).toMatchObject({ by: { _id: person.userId }, action: 'updated' });
  expect(entry?.changes).toEqual([{ field: 'roles', before: ['rider'], after: ['picker', 'rider'] }]);
});

test('an invitation by email is for the account with its address only', async () => {
  const [owner, id, other] = [await createAdmin(db), await addShopper(db), await addShopper(db)];
  const code = await inviteByEmail(owner, await emailOf(id));
  expect((await catchAppError(accept(other, code))).code).toBe('INVITATION_OF_OTHER');
  await accept(id, code);
  expect(await rolesOf(await emailOf(id))).toEqual(['picker']);
});

test('an invitation is not accepted in a session that was left open', async () => {
  const code = await inviteByLink(await createAdmin(db));
  const context = await logInAs(await addShopper(db), () => new Date(Date.now() + 60 * 60_000));
  const call = runCall(apiRoutes, 'acceptInvitation', context, { code });
  expect((await catchAppError(call)).code).toBe('STEP_UP_REQUIRED');
});

test('of two tabs that accept one invitation at once one succeeds', async () => {
  const owner = await createAdmin(db);
  for (let round = 0; round < 3; round += 1) {
    const code = await inviteByLink(owner);
    const [one, other] = [await addShopper(db), await addShopper(db)];
    const outcomes = await countOutcomes([accept(one, code), accept(other, code)]);
    expect(outcomes).toEqual({ '200': 1, '400 BAD_INVITATION': 1 });
    const held = [...(await rolesOf(await emailOf(one))), ...(await rolesOf(await emailOf(other)))];
    expect(held).toEqual(['picker']);
  }
});

test('of two tabs that register by one invitation at once one succeeds', async () => {
  const code = await inviteByLink(await createAdmin(db));
  const [one, other] = [newEmail(), newEmail()];
  const outcomes = await countOutcomes([register(newPerson(code, one)), register(newPerson(code, other))]);
  expect(outcomes).toEqual({ '201': 1, '400 BAD_INVITATION': 1 });
  const made = await db.query(sql`select from account where email in (${one}, ${other})`);
  expect(made).toHaveLength(1);
});

test('a revoked and an expired invitation do not work', async () => {
  const owner = await createAdmin(db);
  const [revoked, expired] = [await inviteByLink(owner), await inviteByLink(owner)];
  const { data } = await owner.call('listStaff');
  await owner.call('revokeInvitation', { _id: data.invitations[1]?._id });
  expect((await catchAppError(accept(await addShopper(db), revoked))).code).toBe('BAD_INVITATION');
  expect((await catchAppError(register(newPerson(revoked)))).code).toBe('BAD_INVITATION');
  const late = testContext(db, { now: () => new Date(Date.now() + invitationDays * dayMs + 1000) });
  const call = runCall(apiRoutes, 'registerInvited', late, newPerson(expired));
  expect((await catchAppError(call)).code).toBe('BAD_INVITATION');
  const again = owner.call('revokeInvitation', { _id: data.invitations[1]?._id });
  expect((await catchAppError(again)).code).toBe('NOT_FOUND');
});

test.each([
  ['demoted', (id: string) => sql`update staff_role set role = 'manager' where account_id = ${id}`],
  ['removed', (id: string) => sql`delete from staff_role where account_id = ${id}`],
  ['suspended', (id: string) => sql`update account set status = 'Suspended' where id = ${id}`],
  ['demoted by the former version', (id: string) => sql`update account set role = 'USER' where id = ${id}`],
])('the invitations of an owner who was %s do not work', async (_how, change) => {
  await createAdmin(db);
  const owner = await createAdmin(db);
  const code = await inviteByLink(owner, ['owner']);
  await db.query(change(owner.userId));
  const read = runCall(apiRoutes, 'readInvitation', testContext(db), { code });
  expect((await catchAppError(read)).code).toBe('BAD_INVITATION');
  expect((await catchAppError(accept(await addShopper(db), code))).code).toBe('BAD_INVITATION');
});

test('an invitation that is accepted while its owner is demoted gives a role only if it was first', async () => {
  const boss = await createAdmin(db);
  for (let round = 0; round < 3; round += 1) {
    const owner = await createAdmin(db);
    const [code, id] = [await inviteByLink(owner, ['owner']), await addShopper(db)];
    const demote = boss.call('changeStaffRoles', { _id: owner.userId, roles: ['picker'] });
    const [accepted] = await Promise.allSettled([accept(id, code), demote]);
    expect(await rolesOf(await emailOf(id))).toEqual(accepted.status === 'fulfilled' ? ['owner'] : []);
    await db.query(sql`delete from staff_role where account_id = ${id}`);
  }
});

test('the code of an invitation is stored as a digest only', async () => {
  const code = await inviteByLink(await createAdmin(db));
  const rows = await db.query(sql`select * from staff_invitation`);
  expect(JSON.stringify(rows)).not.toContain(code);
});
