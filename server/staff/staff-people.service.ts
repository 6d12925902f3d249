import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import type { Role } from '#contract/base/permissions.ts';
import type { AuditAction, RecordedAccount } from '#contract/reports/recorded.ts';
import type { StaffMember } from '#contract/staff/staff.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, StaffContext } from '#server/http/context.ts';
import {
  type AccountRow,
  lockAccount,
  lockOwners,
  setAccountStatus,
} from '#server/identity/account.service.ts';
import { endAccountSessions } from '#server/sessions/sessions.service.ts';
import { recordChanges } from './audit-log.service.ts';
import { replaceRoles, requireOtherOwner, sortRoles, storeId } from './staff-roles.service.ts';

interface PersonRow
  extends Pick<AccountRow, 'id' | 'name' | 'email' | 'status' | 'has_second_factor' | 'roles'> {
  last_seen_at: Date | null;
  sessions: number;
  employee_code: string | null;
}

/** The people with a role, ordered by name. */
export async function listPeople({ db, now }: Pick<Context, 'db' | 'now'>): Promise<StaffMember[]> {
  const rows = await db.query<PersonRow>(sql`
    select a.id, a.name, a.email, a.status, a.has_second_factor, p.employee_code,
      array(select role from staff_role where account_id = a.id and store_id = ${storeId}) as roles,
      greatest(a.last_login_date, (select max(last_used_at) from session where user_id = a.id)) as last_seen_at,
      (select count(*)::integer from session
        where user_id = a.id and revoked_at is null and expires_at > ${now()}) as sessions
    from account a
    left join staff_pin p on p.account_id = a.id and p.store_id = ${storeId}
    where a.deleted_at is null
      and exists (select from staff_role where account_id = a.id and store_id = ${storeId})
    order by lower(a.name), a.id`);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    email: row.email,
    roles: sortRoles(row.roles),
    isSuspended: row.status === 'Suspended',
    hasSecondFactor: row.has_second_factor,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    sessions: row.sessions,
    employeeCode: row.employee_code,
  }));
}

/**
 * Gives a person of the staff these roles and no others, and ends the sessions. Throws NOT_FOUND, LAST_OWNER, FORBIDDEN
 * for a caller who has lost the role.
 */
export async function changeRoles(
  context: StaffContext,
  { _id, roles }: { _id: string; roles: readonly Role[] },
): Promise<void> {
  const after = sortRoles(roles);
  const endedIds = await inTransaction(context, async (transaction) => {
    const { account, owners } = await lockPerson(transaction, _id);
    if (!(await replaceRoles(transaction, { account, owners, roles: after }))) return null;
    const before = { roles: sortRoles(account.roles) };
    await recordAccount(transaction, account, 'updated', before, { roles: after });
    return endAccountSessions(transaction, _id);
  });
  if (endedIds === null) return;
  context.revokedSessions.add(endedIds);
  const details = { by: context.caller.userId, roles: after.join(', ') || 'none' };
  context.securityLog.record(context, { kind: 'role-changed', accountId: _id, details });
}

/** Suspends a person of the staff, whose sessions a trigger ends, or restores one. Throws as `changeRoles`. */
export async function suspendPerson(
  context: StaffContext,
  { _id, isSuspended }: { _id: string; isSuspended: boolean },
): Promise<void> {
  const isChanged = await inTransaction(context, async (transaction) => {
    const { account, owners } = await lockPerson(transaction, _id);
    if ((account.status === 'Suspended') === isSuspended) return false;
    if (isSuspended) requireOtherOwner(owners, account);
    const status = isSuspended ? 'Suspended' : 'Active';
    await setAccountStatus(transaction, _id, status);
    await recordAccount(transaction, account, 'updated', { status: account.status }, { status });
    return true;
  });
  if (!isChanged) return;
  context.securityLog.record(context, {
    kind: isSuspended ? 'account-suspended' : 'account-restored',
    accountId: _id,
    details: { by: context.caller.userId },
  });
}

/** Logs a person of the staff out everywhere; returns the number of sessions. Throws NOT_FOUND, FORBIDDEN. */
export async function endSessionsOfPerson(context: StaffContext, _id: string): Promise<number> {
  const endedIds = await inTransaction(context, async (transaction) => {
    const { account } = await lockPerson(transaction, _id);
    await recordAccount(transaction, account, 'sessions ended', null, null);
    return endAccountSessions(transaction, _id);
  });
  context.revokedSessions.add(endedIds);
  const details = { by: context.caller.userId };
  context.securityLog.record(context, { kind: 'sessions-ended', accountId: _id, details });
  return endedIds.length;
}

/**
 * Locks the store and a person of its staff, in the order of the triggers. Checks the caller again: of two owners who
 * remove each other at once the second has no role when it is the second's turn. Throws FORBIDDEN, NOT_FOUND.
 */
export async function lockPerson(
  transaction: StaffContext,
  id: string,
): Promise<{ account: AccountRow; owners: readonly string[] }> {
  const owners = await lockOwnersForOwner(transaction);
  const account = await lockAccount(transaction, id);
  if (account === null || account.roles.length === 0)
    throw new AppError('NOT_FOUND', { message: 'This person is not one of the staff any more.' });
  return { account, owners };
}

/** `lockOwners` for a caller who has to be one of them. Throws FORBIDDEN. */
export async function lockOwnersForOwner(transaction: StaffContext): Promise<readonly string[]> {
  const owners = await lockOwners(transaction);
  if (!owners.includes(transaction.caller.userId)) throw new AppError('FORBIDDEN');
  return owners;
}

/** Writes an entry about an account to the history. */
export function recordAccount(
  transaction: Pick<AuthenticatedContext, 'db' | 'now' | 'caller'>,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  action: AuditAction,
  before: Partial<RecordedAccount> | null,
  after: Partial<RecordedAccount> | null,
): Promise<void> {
  return recordChanges(transaction, [
    { kind: 'account', thingId: id, thingName: email, action, before, after },
  ]);
}
