import { createHash, randomBytes, randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import { deviceCodeMinutes, minuteMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { isPrivileged } from '#contract/base/permissions.ts';
import type { AuditAction } from '#contract/reports/recorded.ts';
import type { StaffDevice } from '#contract/staff/staff.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, RequestContext, StaffContext } from '#server/http/context.ts';
import { asSecurityEvent, describeRefusal } from '#server/http/errors.ts';
import { lockAccount } from '#server/identity/account.service.ts';
import { dummyPasswordHash, hashPassword, verifyPassword } from '#server/identity/password.ts';
import {
  endAccountSessions,
  endSessionsOfDevice,
  recordStepUp,
  startSession,
  type TokenPair,
} from '#server/sessions/sessions.service.ts';
import { recordChanges } from './audit-log.service.ts';
import { lockOwnersForOwner, lockPerson, recordAccount } from './staff-people.service.ts';
import { storeId } from './staff-roles.service.ts';

/**
 * Sets employee code and PIN of a person, or removes them, and ends the sessions. Throws NOT_FOUND, PIN_NOT_ALLOWED,
 * EMPLOYEE_CODE_TAKEN, FORBIDDEN.
 */
export async function setPin(
  context: StaffContext,
  { _id, login }: { _id: string; login: { employeeCode: string; pin: string } | null },
): Promise<void> {
  const pinHash = login === null ? '' : await hashPassword(login.pin, context);
  const endedIds = await inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    const { account } = await lockPerson(transaction, _id);
    if (login !== null && isPrivileged(account.roles)) throw new AppError('PIN_NOT_ALLOWED');
    const removed = await db.query(sql`
      delete from staff_pin where account_id = ${_id} and store_id = ${storeId} returning account_id`);
    if (login === null && removed.length === 0) return [];
    if (login !== null)
      await db
        .query(sql`
          insert into staff_pin (account_id, store_id, employee_code, pin_hash, changed_at)
          values (${_id}, ${storeId}, ${login.employeeCode}, ${pinHash}, ${now()})`)
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'employee_code_of_store')
            ? new AppError('EMPLOYEE_CODE_TAKEN')
            : error;
        });
    await recordAccount(transaction, account, login === null ? 'PIN removed' : 'PIN set', null, null);
    return endAccountSessions(transaction, _id);
  });
  context.revokedSessions.add(endedIds);
  const details = { by: context.caller.userId, change: login === null ? 'removed' : 'set' };
  context.securityLog.record(context, { kind: 'pin-changed', accountId: _id, details });
}

const codePurpose = 'staff device';
const codeLength = 10;
// Without characters that look alike: 49 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A code that approves the device on which it is entered, once, within `deviceCodeMinutes`. Throws FORBIDDEN. */
export async function createDeviceCode(
  context: StaffContext,
  name: string,
): Promise<{ code: string; link: string; expiresAt: string }> {
  const code = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const now = context.now();
  const expiresAt = new Date(now.getTime() + deviceCodeMinutes * minuteMs);
  await inTransaction(context, async (transaction) => {
    const { db, cryptography, caller } = transaction;
    await lockOwnersForOwner(transaction);
    await db.query(sql`delete from staff_device where code_expires_at <= ${now}`);
    await db.query(sql`
      insert into staff_device (id, store_id, name, code_hash, code_expires_at, approved_by, approved_at)
      values (${newId()}, ${storeId}, ${name}, ${cryptography.digest(codePurpose, code)}, ${expiresAt},
        ${caller.userId}, ${now})`);
  });
  const half = codeLength / 2;
  return {
    code: `${code.slice(0, half)}-${code.slice(half)}`,
    link: `${context.shop.url}/staff/login?code=${code}`,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Exchanges a code for the token by which the device is known from then on. Throws BAD_DEVICE_CODE. */
export async function approveDevice(
  context: RequestContext,
  code: string,
): Promise<{ device: string; name: string }> {
  const token = randomBytes(32).toString('base64url');
  const approved = await inTransaction(context, async (transaction) => {
    const { db, now, cryptography } = transaction;
    const [row] = await db.query<schema.StaffDevice>(sql`
      update staff_device
      set token_hash = ${hashToken(token)}, code_hash = null, code_expires_at = null, approved_at = ${now()}
      where code_hash = any (${cryptography.digests(codePurpose, code)}::bytea[]) and code_expires_at > ${now()}
      returning *`);
    if (row === undefined) throw new AppError('BAD_DEVICE_CODE');
    const caller = { userId: row.approved_by, sessionId: '' };
    await recordDevice({ ...transaction, caller }, row, 'device approved');
    return row;
  });
  const details = { change: 'approved' };
  context.securityLog.record(context, { kind: 'staff-device', accountId: approved.approved_by, details });
  return { device: token, name: approved.name };
}

/** The approved devices, newest first. */
export async function listDevices({ db, now }: Pick<Context, 'db' | 'now'>): Promise<StaffDevice[]> {
  const rows = await db.query<schema.StaffDevice & { approver: string; sessions: number }>(sql`
    select d.*, a.name as approver,
      (select count(*)::integer from session
        where pin_device_id = d.id and revoked_at is null and expires_at > ${now()}) as sessions
    from staff_device d join account a on a.id = d.approved_by
    where d.store_id = ${storeId} and d.token_hash is not null and d.withdrawn_at is null
    order by d.approved_at desc, d.id desc`);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    approvedBy: row.approver,
    approvedAt: row.approved_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    sessions: row.sessions,
  }));
}

/** Withdraws the approval of a device, and ends the sessions by PIN on it. Throws NOT_FOUND, FORBIDDEN. */
export async function withdrawDevice(context: StaffContext, id: string): Promise<void> {
  const endedIds = await inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    await lockOwnersForOwner(transaction);
    // Waits for a login that is under way, whose session the next statement sees.
    const [row] = await db.query<schema.StaffDevice>(sql`
      update staff_device set withdrawn_at = ${now()}
      where id = ${id} and store_id = ${storeId} and token_hash is not null and withdrawn_at is null
      returning *`);
    if (row === undefined)
      throw new AppError('NOT_FOUND', { message: 'This device is not approved any more.' });
    await recordDevice(transaction, row, 'device withdrawn');
    return endSessionsOfDevice(transaction, id);
  });
  context.revokedSessions.add(endedIds);
  const details = { change: 'withdrawn' };
  context.securityLog.record(context, {
    ...{ kind: 'staff-device', accountId: context.caller.userId, details },
  });
}

/** Who can log in by PIN, ordered by name, for an approved device. Throws DEVICE_NOT_APPROVED. */
export async function listPinLogins(
  context: RequestContext,
  device: string,
): Promise<{ employeeCode: string; name: string }[]> {
  await requireDevice(context, device);
  const rows = await context.db.query<{ employee_code: string; name: string }>(sql`
    select p.employee_code, a.name from staff_pin p join account a on a.id = p.account_id
    where p.store_id = ${storeId} and a.status <> 'Suspended' and a.deleted_at is null
    order by lower(a.name), p.employee_code`);
  return rows.map(({ employee_code: employeeCode, name }) => ({ employeeCode, name }));
}

/**
 * Starts a session by PIN, on an approved device only. Throws DEVICE_NOT_APPROVED; BAD_PIN for an unknown code and a
 * wrong PIN alike, after the same time, and for a person who may not log in by PIN any more; TOO_MANY_REQUESTS.
 */
export async function loginByPin(
  context: RequestContext,
  { device, employeeCode, pin }: { device: string; employeeCode: string; pin: string },
): Promise<TokenPair> {
  const { rateLimits, remoteAddress, db } = context;
  await rateLimits.anyLogin.take(remoteAddress);
  await rateLimits.pinLogin.take(remoteAddress);
  const { id: deviceId } = await requireDevice(context, device);
  const [found] = await db.query<schema.StaffPin>(sql`
    select * from staff_pin where employee_code = ${employeeCode} and store_id = ${storeId}`);
  const accountId = found?.account_id ?? null;
  const failure = { kind: 'login-failed', accountId, details: { method: 'pin' } } as const;
  const locked = describeRefusal({ ...failure, kind: 'lock-out' });
  // By code instead of account, so that an unknown code is limited alike.
  await rateLimits.pinOfDevice.take(deviceId).catch(locked);
  await rateLimits.pinOfEmployee.take(employeeCode).catch(locked);
  const isRight = await verifyPassword(pin, found?.pin_hash ?? dummyPasswordHash, context);
  if (found === undefined || !isRight) throw asSecurityEvent(new AppError('BAD_PIN'), failure);
  const tokens = await inTransaction(context, async (transaction) => {
    // A withdrawal waits, and then ends the new session, or is seen here.
    await requireDevice(transaction, device, { isLocked: true });
    const account = await lockAccount(transaction, found.account_id);
    // Changed or removed while it was checked.
    const [current] = await transaction.db.query(sql`
      select from staff_pin where account_id = ${found.account_id} and pin_hash = ${found.pin_hash}`);
    if (account === null || account.status === 'Suspended' || current === undefined) return null;
    if (account.roles.length === 0 || isPrivileged(account.roles)) return null;
    await transaction.db.query(sql`
      update staff_device set last_login_at = ${transaction.now()} where id = ${deviceId}`);
    return startSession(transaction, account.id, deviceId);
  });
  if (tokens === null) throw asSecurityEvent(new AppError('BAD_PIN'), failure);
  await rateLimits.pinLogin.returnAttempt(remoteAddress);
  await rateLimits.pinOfDevice.returnAttempt(deviceId);
  await rateLimits.pinOfEmployee.returnAttempt(employeeCode);
  context.securityLog.record(context, { kind: 'login', accountId, details: { method: 'pin' } });
  return tokens;
}

/**
 * Confirms the caller's session, which was started by PIN, for calls that need a step-up. Throws FORBIDDEN in another
 * session, INVALID_INPUT for a wrong PIN, TOO_MANY_REQUESTS: wrong PINs count like those of logins.
 */
export async function confirmByPin(context: AuthenticatedContext, pin: string): Promise<void> {
  const { caller, rateLimits, remoteAddress, db } = context;
  if (caller.isByPin !== true) throw new AppError('FORBIDDEN');
  const accountId = caller.userId;
  const [found] = await db.query<schema.StaffPin>(sql`
    select * from staff_pin where account_id = ${accountId} and store_id = ${storeId}`);
  // It was removed after the session was read.
  if (found === undefined) throw new AppError('FORBIDDEN');
  const refused = describeRefusal({ kind: 'step-up-failed', accountId, details: { method: 'pin' } });
  await rateLimits.pinLogin.take(remoteAddress).catch(refused);
  await rateLimits.pinOfEmployee.take(found.employee_code).catch(refused);
  if (!(await verifyPassword(pin, found.pin_hash, context))) {
    // Not 401, which would end the session.
    const message = 'Incorrect PIN.';
    return refused(new AppError('INVALID_INPUT', { message, issues: [{ path: 'pin', message }] }));
  }
  await rateLimits.pinLogin.returnAttempt(remoteAddress);
  await rateLimits.pinOfEmployee.returnAttempt(found.employee_code);
  await recordStepUp(context);
  context.securityLog.record(context, { kind: 'step-up', accountId, details: { method: 'pin' } });
}

/** Throws DEVICE_NOT_APPROVED. */
async function requireDevice(
  { db }: Pick<Context, 'db'>,
  token: string,
  { isLocked = false } = {},
): Promise<schema.StaffDevice> {
  const query = sql`
    select * from staff_device
    where token_hash = ${hashToken(token)} and withdrawn_at is null and store_id = ${storeId}`;
  const [row] = await db.query<schema.StaffDevice>(isLocked ? sql`${query} for no key update` : query);
  if (row === undefined) throw new AppError('DEVICE_NOT_APPROVED');
  return row;
}

/** The token is random, so a fast hash is enough. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function recordDevice(
  transaction: Pick<AuthenticatedContext, 'db' | 'now' | 'caller'>,
  { id, name }: schema.StaffDevice,
  action: AuditAction,
): Promise<void> {
  return recordChanges(transaction, [
    { kind: 'settings', thingId: id, thingName: name, action, before: null, after: null },
  ]);
}
