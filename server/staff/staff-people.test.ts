import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { apiRoutes } from '#server/app/app.ts';
import { createAdmin, createPerson } from '#tests/fixtures/accounts.ts';
import {
  catchAppError,
  catchAppErrors,
  countOutcomes,
  namedEndpoints,
  runCall,
  testContext,
} from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';

const { db } = await openTestDatabase();

// The other tests count on their own owners.
beforeEach(async () => {
  await db.query(sql`alter table staff_role disable trigger owner_removed`);
  await db.query(sql`delete from staff_role`);
  await db.query(sql`alter table staff_role enable trigger owner_removed`);
});

test('the list has people with roles, state and last use', async () => {
  const owner = await createAdmin(db);
  const picker = await createPerson(db, 'picker');
  await owner.call('suspendStaff', { _id: picker.userId, isSuspended: true });
  const { people } = (await owner.call('listStaff')).data;
  expect(people).toMatchObject([
    { _id: picker.userId, roles: ['picker'], isSuspended: true, sessions: 0, employeeCode: null },
    { _id: owner.userId, name: 'Meera', roles: ['owner'], isSuspended: false, sessions: 1 },
  ]);
  expect(people.every(({ lastSeenAt }) => lastSeenAt !== null)).toBe(true);
});

test('changed roles end the sessions of the person, and are in the history and the security log', async () => {
  const owner = await createAdmin(db);
  const person = await createPerson(db, 'picker');
  await owner.call('changeStaffRoles', { _id: person.userId, roles: ['rider', 'manager'] });
  expect((await catchAppError(person.call('getMenuCounts'))).code).toBe('UNAUTHENTICATED');
  const [entry] = await owner.historyOf(person.userId);
  expect(entry).toMatchObject({ by: { _id: owner.userId }, action: 'updated' });
  expect(entry?.changes).toEqual([{ field: 'roles', before: ['picker'], after: ['manager', 'rider'] }]);
  expect(owner.context.securityLog.take(true)).toMatchObject([
    { kind: 'role-changed', account_id: person.userId, details: { roles: 'manager, rider' } },
  ]);
});

test('a suspension ends the sessions, and a restored person can log in again', async () => {
  const owner = await createAdmin(db);
  const person = await createPerson(db, 'picker');
  await owner.call('suspendStaff', { _id: person.userId, isSuspended: true });
  expect((await catchAppError(person.call('getMenuCounts'))).code).toBe('ACCOUNT_SUSPENDED');
  await owner.call('suspendStaff', { _id: person.userId, isSuspended: false });
  const { people } = (await owner.call('listStaff')).data;
  expect(people.find(({ _id }) => _id === person.userId)?.isSuspended).toBe(false);
  expect((await owner.historyOf(person.userId)).map(({ action }) => action)).toEqual(['updated', 'updated']);
});

test('the sessions of a person end on all devices', async () => {
  const owner = await createAdmin(db);
  const person = await createPerson(db, 'rider');
  const { data } = await owner.call('endStaffSessions', { _id: person.userId });
  expect(data.ended).toBe(1);
  expect((await catchAppError(person.call('getMenuCounts'))).code).toBe('UNAUTHENTICATED');
});

test('the last owner who can log in is not demoted, removed or suspended', async () => {
  const owner = await createAdmin(db);
  const { userId: _id } = owner;
  const calls = [
    owner.call('changeStaffRoles', { _id, roles: ['manager'] }),
    owner.call('changeStaffRoles', { _id, roles: [] }),
    owner.call('suspendStaff', { _id, isSuspended: true }),
  ];
  expect((await catchAppErrors(calls)).map(({ code }) => code)).toEqual(Array(3).fill('LAST_OWNER'));
  const second = await createAdmin(db);
  await owner.call('changeStaffRoles', { _id, roles: ['manager'] });
  const last = second.call('changeStaffRoles', { _id: second.userId, roles: ['picker'] });
  expect((await catchAppError(last)).code).toBe('LAST_OWNER');
});

test('of two owners who remove each other at once one stays, and the other is refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [one, other] = [await createAdmin(db), await createAdmin(db)];
    const outcomes = await countOutcomes([
      one.call('changeStaffRoles', { _id: other.userId, roles: [] }),
      other.call('changeStaffRoles', { _id: one.userId, roles: [] }),
    ]);
    const refusals = Object.keys(outcomes).filter((outcome) => outcome !== '200');
    expect(outcomes['200']).toBe(1);
    // When the first is faster, the second has no session any more.
    expect(['403 FORBIDDEN', '401 UNAUTHENTICATED']).toContain(refusals[0]);
    const owners = sql`select account_id from staff_role where account_id in (${one.userId}, ${other.userId})`;
    expect(await db.query(owners)).toHaveLength(1);
  }
});

test('a shopper cannot be given roles without an invitation', async () => {
  const owner = await createAdmin(db);
  const person = await createPerson(db, 'picker');
  await owner.call('changeStaffRoles', { _id: person.userId, roles: [] });
  const again = owner.call('changeStaffRoles', { _id: person.userId, roles: ['owner'] });
  expect((await catchAppError(again)).code).toBe('NOT_FOUND');
});

test('each change needs a step-up', async () => {
  const ofStaff = namedEndpoints.filter(({ path }) => path.startsWith('/api/staff/'));
  const withoutStepUp = ofStaff.filter((each) => each.audience === 'staff' && each.needsStepUp !== true);
  // Those who clock in and out do so for themselves alone.
  expect(withoutStepUp.map(({ name }) => name)).toEqual([
    ...['listStaff', 'getShift', 'clockIn', 'clockOut', 'listShifts'],
  ]);
  const [owner, person] = [await createAdmin(db), await createPerson(db, 'picker')];
  await db.query(sql`
    update session set authenticated_at = now() - interval '1 hour' where user_id = ${owner.userId}`);
  const change = owner.call('changeStaffRoles', { _id: person.userId, roles: ['rider'] });
  expect((await catchAppError(change)).code).toBe('STEP_UP_REQUIRED');
});

test('invitations, PINs, phones and ended sessions are in the history', async () => {
  const [owner, person] = [await createAdmin(db), await createPerson(db, 'picker')];
  const actionsOf = async (id = '') => (await owner.historyOf(id)).map(({ action }) => action);
  await owner.call('inviteStaff', { name: 'Ravi', email: null, roles: ['rider'] });
  const [invitation] = (await owner.call('listStaff')).data.invitations;
  await owner.call('revokeInvitation', { _id: invitation?._id });
  expect(await actionsOf(invitation?._id)).toEqual(['invitation revoked', 'invited']);

  const { code } = (await owner.call('createDeviceCode', { name: 'Phone 1' })).data;
  await runCall(apiRoutes, 'approveDevice', testContext(db), { code });
  const [device] = (await owner.call('listStaff')).data.devices;
  await owner.call('withdrawDevice', { _id: device?._id });
  expect(await actionsOf(device?._id)).toEqual(['device withdrawn', 'device approved']);

  const _id = person.userId;
  await owner.call('setStaffPin', { _id, login: { employeeCode: '812', pin: '482915' } });
  await owner.call('setStaffPin', { _id, login: null });
  await owner.call('endStaffSessions', { _id });
  await owner.call('changeStaffRoles', { _id, roles: [] });
  expect(await actionsOf(_id)).toEqual(['updated', 'sessions ended', 'PIN removed', 'PIN set']);
});
