import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { type Role, roles } from '#contract/base/permissions.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { findAccountByEmail, lockAccount, lockOwners } from '#server/identity/account.service.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { catchAppError, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addAdmin, addRole, addShopper } from '#tests/fixtures/seed.ts';
import * as administration from './staff.service.ts';
import { replaceRoles } from './staff-roles.service.ts';

const { db } = await openTestDatabase();
const context = testContext(db);

const rolesOf = async (id: string) =>
  (
    await db.query<{ role: Role }>(sql`select role from staff_role where account_id = ${id} order by role`)
  ).map(({ role }) => role);
const apiRoleOf = async (id: string) =>
  (await db.one<{ role: string }>(sql`select role from account where id = ${id}`)).role;
const emailOf = async (id: string) =>
  (await db.one<{ email: string }>(sql`select email from account where id = ${id}`)).email;

function replace(id: string, wanted: readonly Role[]): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const owners = await lockOwners(transaction);
    const account = await lockAccount(transaction, id);
    if (account === null) throw new Error('The account is missing.');
    return replaceRoles(transaction, { account, owners, roles: wanted });
  });
}

/** Removes the roles of all others. */
async function leaveOwners(ids: readonly string[]): Promise<void> {
  await db.query(sql`delete from staff_role where account_id <> all (${[...ids]}::text[])`);
}

test.each(roles)('the role %s makes user.role ADMIN only if it may edit the catalogue', async (role) => {
  await addAdmin(db);
  const id = await addShopper(db);
  await replace(id, [role]);
  expect(await apiRoleOf(id)).toBe(role === 'owner' || role === 'manager' ? 'ADMIN' : 'USER');
  await replace(id, ['rider']);
  expect([await apiRoleOf(id), await rolesOf(id)]).toEqual(['USER', ['rider']]);
});

test('an administrator whom the former version makes is an owner, and one whom it removes is none', async () => {
  await addAdmin(db);
  const id = await addShopper(db);
  await addRole(db, id, 'picker');
  await db.query(sql`update account set role = 'ADMIN' where id = ${id}`);
  expect(await rolesOf(id)).toEqual(['owner', 'picker']);
  await db.query(sql`update account set role = 'USER' where id = ${id}`);
  expect(await rolesOf(id)).toEqual(['picker']);
});

test('of two owners who demote each other at once one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await addAdmin(db), await addAdmin(db)];
    await leaveOwners([one, other]);
    const outcomes = await Promise.allSettled([replace(one, ['support']), replace(other, ['picker'])]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await db.query(sql`select from staff_role where role = 'owner'`)).toHaveLength(1);
  }
});

test('the database refuses what leaves a store without an owner who can log in', async () => {
  const [id, suspended] = [await addAdmin(db), await addAdmin(db)];
  await leaveOwners([id, suspended]);
  await db.query(sql`update account set status = 'Suspended' where id = ${suspended}`);
  const changes = [
    sql`delete from staff_role where account_id = ${id}`,
    sql`update staff_role set role = 'picker' where account_id = ${id}`,
    sql`update account set status = 'Suspended' where id = ${id}`,
    sql`update account set role = 'USER' where id = ${id}`,
    sql`delete from account where id = ${id}`,
  ];
  for (const change of changes)
    await expect(db.query(change)).rejects.toMatchObject({ constraint: 'store_has_owner' });
});

test('the database lets one of two direct removals at once wait, and refuses it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ids = [await addAdmin(db), await addAdmin(db)];
    await leaveOwners(ids);
    const outcomes = await Promise.allSettled(
      ids.map((id) => db.query(sql`delete from staff_role where account_id = ${id}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('roles that are taken away refuse the next call of an open session, and others end it', async () => {
  await addAdmin(db);
  const meera = await createAdmin(db);
  expect((await meera.call('getReport', { report: 'sales' })).status).toBe(200);
  await replace(meera.userId, ['picker']);
  expect((await catchAppError(meera.call('getReport', { report: 'sales' }))).code).toBe('FORBIDDEN');
  expect((await meera.call('listBoard')).status).toBe(200);
  await administration.setRoles(meera.context, await emailOf(meera.userId), ['rider']);
  expect((await catchAppError(meera.call('listBoard'))).code).toBe('UNAUTHENTICATED');
});

test('a suspended person with a role may do nothing', async () => {
  await addAdmin(db);
  const meera = await createAdmin(db);
  await administration.suspendAccount(meera.context, await emailOf(meera.userId));
  expect((await catchAppError(meera.call('listBoard'))).code).toBe('ACCOUNT_SUSPENDED');
});

test('setRoles replaces roles, keeps the password of staff, and is in both logs', async () => {
  await addAdmin(db);
  const email = `new-${Date.now()}@example.com`;
  const opened = await administration.setRoles(context, email, ['rider', 'picker']);
  expect(opened).toEqual({ how: 'opened', password: expect.any(String) });
  expect(await administration.setRoles(context, email, ['picker', 'rider'])).toEqual({ how: 'already' });
  expect(await administration.setRoles(context, email, ['support'])).toEqual({ how: 'changed' });
  const account = await findAccountByEmail(context, email);
  expect(account?.roles).toEqual(['support']);
  const entries = await db.query<{ changes: unknown }>(sql`
    select changes from audit_entry where entity_id = ${account?.id} order by at, id`);
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field: 'roles', before: null, after: ['picker', 'rider'] }],
    [{ field: 'roles', before: ['picker', 'rider'], after: ['support'] }],
  ]);
  const events = await db.query(sql`
    select kind, details from security_event where account_id = ${account?.id} order by at, id`);
  expect(events).toEqual([
    { kind: 'staff-created', details: { roles: 'picker, rider' } },
    { kind: 'role-changed', details: { roles: 'support' } },
  ]);
});
