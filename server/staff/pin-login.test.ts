import sql from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hourMs, minuteMs } from '#contract/base/durations.ts';
import { privilegedRoles, type Role } from '#contract/base/permissions.ts';
import { apiRoutes } from '#server/app/app.ts';
import type { RequestContext } from '#server/http/context.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { createAdmin, createPerson, refresh } from '#tests/fixtures/accounts.ts';
import {
  catchAppError,
  countOutcomes,
  namedEndpoints,
  runCall,
  testContext,
} from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addRole, addShopper } from '#tests/fixtures/seed.ts';
import { addDevice, addPin, testPin } from '#tests/fixtures/staff-access.ts';

const { db } = await openTestDatabase();

/** The first delay of a limit is a second, which a busy machine may take for the calls. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

async function addPerson(role: Role = 'picker'): Promise<{ id: string; employeeCode: string }> {
  const id = await addShopper(db);
  await addRole(db, id, role);
  return { id, employeeCode: await addPin(db, id) };
}

interface Attempt {
  device: string;
  employeeCode: string;
  pin?: string;
}

const logIn = ({ pin = testPin, ...input }: Attempt, given: Partial<RequestContext> = {}) =>
  runCall(apiRoutes, 'loginByPin', testContext(db, given), { ...input, pin });

/** A picker in a session by PIN, whose calls are made at the given time. */
async function openPinSession(now = () => new Date()) {
  const [{ device, id: deviceId }, person] = [await addDevice(db), await addPerson()];
  const { data } = await logIn({ device, employeeCode: person.employeeCode }, { now });
  const context = testContext(db, { now });
  const caller = await context.tokens.verify(data.accesstoken);
  const tokens = { accessToken: data.accesstoken, refreshToken: data.refreshToken };
  return { ...person, ...tokens, device, deviceId, context: { ...context, caller } };
}

const readAt = (context: RequestContext, at: Date) =>
  runCall(apiRoutes, 'getMenuCounts', { ...context, now: () => at });

test('a picker logs in on an approved device, and reads orders, but nothing of the own account', async () => {
  const { context, id } = await openPinSession();
  expect((await runCall(apiRoutes, 'getUserDetails', context)).data._id).toBe(id);
  await runCall(apiRoutes, 'listBoard', context);
  const ofShoppers = namedEndpoints.filter(({ audience }) => audience === 'user');
  const answered: string[] = [];
  for (const { name } of ofShoppers.filter((each) => each.name !== 'logoutUser')) {
    const outcome = await runCall(apiRoutes, name, context).catch((error: unknown) => error);
    if (!(outcome instanceof Error && 'code' in outcome && outcome.code === 'FORBIDDEN')) answered.push(name);
  }
  expect(answered).toEqual(['getUserDetails', 'confirmByPin']);
});

test('a session by PIN is confirmed by a login of the last 15 minutes, then by the PIN, never by a password', async () => {
  const start = Date.now();
  const { context, employeeCode, id } = await openPinSession(() => new Date(start));
  const late = { ...context, now: () => new Date(start + 20 * minuteMs), rateLimits: createRateLimits(db) };
  const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;
  await context.access.requireStepUp(context);
  expect(await codeOf(late.access.requireStepUp(late))).toBe('STEP_UP_REQUIRED');
  expect(await codeOf(runCall(apiRoutes, 'stepUp', late, { password: testPin }))).toBe('FORBIDDEN');
  const wrong = await catchAppError(runCall(apiRoutes, 'confirmByPin', late, { pin: '482916' }));
  expect([wrong.code, wrong.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'pin']);
  expect(await codeOf(late.access.requireStepUp(late))).toBe('STEP_UP_REQUIRED');
  await runCall(apiRoutes, 'confirmByPin', late, { pin: testPin });
  await late.access.requireStepUp(late);
  expect(late.securityLog.take(true)).toMatchObject([
    { kind: 'step-up', account_id: id, details: { method: 'pin' } },
  ]);
  // Wrong PINs count like those of logins.
  stopClock();
  for (let attempt = 0; attempt < 10; attempt += 1)
    await catchAppError(runCall(apiRoutes, 'confirmByPin', late, { pin: '482916' }));
  expect(await codeOf(runCall(apiRoutes, 'confirmByPin', late, { pin: testPin }))).toBe('TOO_MANY_REQUESTS');
  const { device } = await addDevice(db);
  expect(await codeOf(logIn({ device, employeeCode }, { rateLimits: late.rateLimits }))).toBe(
    'TOO_MANY_REQUESTS',
  );
});

test('a PIN confirms no other session', async () => {
  const person = await createPerson(db, 'picker');
  await addPin(db, person.userId);
  expect((await catchAppError(person.call('confirmByPin', { pin: testPin }))).code).toBe('FORBIDDEN');
});

test('a session by PIN ends when it was not used for an hour', async () => {
  const start = Date.now();
  const { context, refreshToken } = await openPinSession(() => new Date(start));
  await readAt(context, new Date(start + hourMs - 1000));
  const late = readAt(context, new Date(start + hourMs));
  expect((await catchAppError(late)).code).toBe('UNAUTHENTICATED');
  const refreshed = refresh(db, refreshToken, () => new Date(start + hourMs));
  expect((await catchAppError(refreshed)).code).toBe('BAD_REFRESH_TOKEN');
});

test('a session by PIN ends after 12 hours of use', async () => {
  const start = Date.now();
  let { refreshToken } = await openPinSession(() => new Date(start));
  for (let at = start + 50 * minuteMs; at < start + 12 * hourMs; at += 50 * minuteMs)
    ({ refreshToken } = await refresh(db, refreshToken, () => new Date(at)));
  const late = refresh(db, refreshToken, () => new Date(start + 12 * hourMs));
  expect((await catchAppError(late)).code).toBe('BAD_REFRESH_TOKEN');
});

test('a session by PIN stays one when it is refreshed', async () => {
  const { context, refreshToken } = await openPinSession();
  const { accessToken } = await refresh(db, refreshToken);
  const caller = await context.tokens.verify(accessToken);
  expect(caller?.isByPin).toBe(true);
});

test('a device without approval, or with a withdrawn one, neither lists nor admits people', async () => {
  const { employeeCode } = await addPerson();
  const owner = await createAdmin(db);
  const { id, device } = await addDevice(db);
  await owner.call('withdrawDevice', { _id: id });
  for (const unknown of [device, Buffer.alloc(32, 9).toString('base64url')]) {
    const attempt = logIn({ device: unknown, employeeCode });
    expect((await catchAppError(attempt)).code).toBe('DEVICE_NOT_APPROVED');
    const list = runCall(apiRoutes, 'listPinLogins', testContext(db), { device: unknown });
    expect((await catchAppError(list)).code).toBe('DEVICE_NOT_APPROVED');
  }
  expect((await catchAppError(owner.call('withdrawDevice', { _id: id }))).code).toBe('NOT_FOUND');
});

test('the withdrawal of an approval ends the open sessions on the device', async () => {
  const { context, deviceId, refreshToken } = await openPinSession();
  const elsewhere = await openPinSession();
  const owner = await createAdmin(db);
  await readAt(context, new Date());
  await owner.call('withdrawDevice', { _id: deviceId });
  expect((await catchAppError(readAt(context, new Date()))).code).toBe('UNAUTHENTICATED');
  expect((await catchAppError(refresh(db, refreshToken))).code).toBe('BAD_REFRESH_TOKEN');
  await readAt(elsewhere.context, new Date());
});

test('no session is left when an approval is withdrawn during logins', async () => {
  const owner = await createAdmin(db);
  for (let round = 0; round < 3; round += 1) {
    const [{ device, id }, { employeeCode }] = [await addDevice(db), await addPerson()];
    const logins = Array.from({ length: 4 }, () => logIn({ device, employeeCode }));
    await Promise.allSettled([...logins, owner.call('withdrawDevice', { _id: id })]);
    const open = sql`select from session where pin_device_id = ${id} and revoked_at is null`;
    expect(await db.query(open)).toEqual([]);
  }
});

test('a wrong PIN, an unknown code and a removed PIN are refused alike', async () => {
  const [{ device }, { id, employeeCode }] = [await addDevice(db), await addPerson()];
  const codeOf = async (attempt: Attempt) => (await catchAppError(logIn(attempt))).code;
  expect(await codeOf({ device, employeeCode, pin: '482916' })).toBe('BAD_PIN');
  expect(await codeOf({ device, employeeCode: '999999' })).toBe('BAD_PIN');
  const owner = await createAdmin(db);
  await owner.call('setStaffPin', { _id: id, login: null });
  expect(await codeOf({ device, employeeCode })).toBe('BAD_PIN');
});

test('guesses of one PIN from many networks on one device are limited, and a right PIN then too', async () => {
  const [{ device }, { employeeCode }, other] = [await addDevice(db), await addPerson(), await addPerson()];
  const rateLimits = createRateLimits(db);
  stopClock();
  const codes: string[] = [];
  for (let network = 1; network <= 12; network += 1) {
    const given = { rateLimits, remoteAddress: `198.51.${network}.7` };
    codes.push((await catchAppError(logIn({ device, employeeCode, pin: '482916' }, given))).code);
  }
  expect(codes).toEqual([...Array(10).fill('BAD_PIN'), ...Array(2).fill('TOO_MANY_REQUESTS')]);
  const given = { rateLimits, remoteAddress: '198.51.99.7' };
  expect((await catchAppError(logIn({ device, employeeCode }, given))).code).toBe('TOO_MANY_REQUESTS');
  // The colleagues on the same phone are not locked out.
  expect((await logIn({ device, employeeCode: other.employeeCode }, given)).status).toBe(200);
});

test('guesses of many employee codes on one device are limited', async () => {
  const { device } = await addDevice(db);
  const rateLimits = createRateLimits(db);
  stopClock();
  const guesses = Array.from({ length: 32 }, (_, index) =>
    logIn(
      { device, employeeCode: String(5000 + index) },
      { rateLimits, remoteAddress: `198.51.${100 + index}.7` },
    ),
  );
  const counts = await countOutcomes(guesses);
  expect(counts['401 BAD_PIN']).toBeLessThanOrEqual(30);
  expect(counts['429 TOO_MANY_REQUESTS']).toBeGreaterThanOrEqual(2);
});

test.each(privilegedRoles)('a person promoted to %s has no PIN any more', async (role) => {
  const [{ device }, { id, employeeCode }] = [await addDevice(db), await addPerson('rider')];
  const owner = await createAdmin(db);
  await owner.call('changeStaffRoles', { _id: id, roles: ['rider', role] });
  expect((await catchAppError(logIn({ device, employeeCode }))).code).toBe('BAD_PIN');
  // It does not come back with the former role.
  await owner.call('changeStaffRoles', { _id: id, roles: ['rider'] });
  expect((await catchAppError(logIn({ device, employeeCode }))).code).toBe('BAD_PIN');
  const set = (roles: Role[]) => owner.call('changeStaffRoles', { _id: id, roles });
  await set([role]);
  const pin = owner.call('setStaffPin', { _id: id, login: { employeeCode: '77', pin: testPin } });
  expect((await catchAppError(pin)).code).toBe('PIN_NOT_ALLOWED');
});

test('a session by PIN of a person who became an owner in the database does nothing', async () => {
  const { context, id, device, employeeCode } = await openPinSession();
  await db.query(sql`alter table staff_role disable trigger pin_removed`);
  await addRole(db, id, 'owner');
  await db.query(sql`alter table staff_role enable trigger pin_removed`);
  expect((await catchAppError(readAt(context, new Date()))).code).toBe('UNAUTHENTICATED');
  expect((await catchAppError(logIn({ device, employeeCode }))).code).toBe('BAD_PIN');
});

test('a suspended person and one without a role do not log in by PIN', async () => {
  const { device } = await addDevice(db);
  const owner = await createAdmin(db);
  const [suspended, removed] = [await addPerson(), await addPerson()];
  await owner.call('suspendStaff', { _id: suspended.id, isSuspended: true });
  await owner.call('changeStaffRoles', { _id: removed.id, roles: [] });
  for (const { employeeCode } of [suspended, removed])
    expect((await catchAppError(logIn({ device, employeeCode }))).code).toBe('BAD_PIN');
});

test('a device is approved once by a code, which is not one of an owner who was demoted', async () => {
  await createAdmin(db);
  const owner = await createAdmin(db);
  const createCode = async () => (await owner.call('createDeviceCode', { name: 'Phone 2' })).data.code;
  const approve = (code: string) => runCall(apiRoutes, 'approveDevice', testContext(db), { code });
  const code = await createCode();
  expect(await countOutcomes([approve(code), approve(code.toUpperCase())])).toEqual({
    ...{ '200': 1, '400 BAD_DEVICE_CODE': 1 },
  });
  const left = await createCode();
  await db.query(sql`delete from staff_role where account_id = ${owner.userId}`);
  expect((await catchAppError(approve(left))).code).toBe('BAD_DEVICE_CODE');
});

test('two people have no employee code in common, and a new PIN ends the sessions', async () => {
  const owner = await createAdmin(db);
  const [one, other] = [await createPerson(db, 'picker'), await createPerson(db, 'rider')];
  const login = { employeeCode: '4711', pin: testPin };
  await owner.call('setStaffPin', { _id: one.userId, login });
  expect((await catchAppError(one.call('getMenuCounts'))).code).toBe('UNAUTHENTICATED');
  const taken = owner.call('setStaffPin', { _id: other.userId, login });
  expect((await catchAppError(taken)).code).toBe('EMPLOYEE_CODE_TAKEN');
  const easy = owner.call('setStaffPin', { _id: one.userId, login: { ...login, pin: '345678' } });
  expect((await catchAppError(easy)).code).toBe('INVALID_INPUT');
  const [row] = await db.query(sql`select * from staff_pin where account_id = ${one.userId}`);
  expect(JSON.stringify(row)).not.toContain(testPin);
});
