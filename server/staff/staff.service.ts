import { AppError } from '#contract/base/errors.ts';
import type { Role } from '#contract/base/permissions.ts';
import type { AuditAction, RecordedAccount } from '#contract/reports/recorded.ts';
import type { SecurityEventKind } from '#contract/sessions/security-log.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import {
  type AccountRow,
  findAccountByEmail,
  hasOwner,
  insertAccount,
  listAccounts as listAccountRows,
  lockAccountByEmail,
  lockOwners,
  setAccountPassword,
  setAccountStatus,
} from '#server/identity/account.service.ts';
import { deleteVerificationLinks } from '#server/identity/email-verification.service.ts';
import { generatePassword, hashPassword, requireStrongPassword } from '#server/identity/password.ts';
import { removeAllFactors } from '#server/identity/second-factor.service.ts';
import { forgetDevices } from '#server/sessions/known-devices.service.ts';
import { recordOperatorEvent } from '#server/sessions/security-log.service.ts';
import { endAccountSessions, endAllSessions } from '#server/sessions/sessions.service.ts';
import { recordFromCommandLine } from './audit-log.service.ts';
import { replaceRoles, requireOtherOwner, sortRoles } from './staff-roles.service.ts';

/**
 * Account administration from the command line: there is no caller, but each action is written to the audit
 * log.
 */
export type CommandContext = Pick<Context, 'db' | 'now' | 'revokedSessions'>;

/** `opened`: the account was created. The password is new, shown once, and has to be changed at the next login. */
export type NewStaff =
  | { how: 'already' }
  | { how: 'changed' }
  | { how: 'promoted' | 'opened'; password: string };

export interface AccountSummary {
  email: string;
  name: string;
  roles: readonly Role[];
  status: 'Active' | 'Inactive' | 'Suspended';
  isEmailVerified: boolean;
  lastLoginAt: Date | null;
}

/** Makes an account an owner, as `setRoles` does, beside the roles that it has. */
export function makeOwner(
  context: CommandContext,
  email: string,
  options: { isForced?: boolean } = {},
): Promise<NewStaff> {
  return giveRoles(context, email, (held) => [...new Set([...held, 'owner' as const])], options);
}

/**
 * Gives an account these roles and no others, creating it if needed, and ends its sessions. An account that had none
 * gets a new password, because someone else may have registered the address. Throws LAST_OWNER, CONFLICT for a
 * suspended account and, unless forced, for an unverified one.
 */
export function setRoles(
  context: CommandContext,
  email: string,
  roles: readonly [Role, ...Role[]],
  options: { isForced?: boolean } = {},
): Promise<NewStaff> {
  return giveRoles(context, email, () => roles, options);
}

async function giveRoles(
  context: CommandContext,
  email: string,
  toRoles: (held: readonly Role[]) => readonly Role[],
  { isForced = false }: { isForced?: boolean },
): Promise<NewStaff> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password, null);
  // The operator named the address; a verification email would prove nothing more.
  const proven = { isEmailVerified: true, mustChangePassword: true };
  let endedIds: string[] = [];
  const how = await inTransaction(context, async (transaction) => {
    const owners = await lockOwners(transaction);
    const isNew = await insertAccount(transaction, {
      ...{ id: newId(), name: 'Admin', email, passwordHash },
      ...proven,
    });
    const account = await lockAccount(transaction, email);
    const roles = toRoles(account.roles);
    if (account.status === 'Suspended') throw conflict(`${email} is suspended. Restore the account first.`);
    if (account.roles.length === 0 && !account.verify_email && !isForced) throw unverifiedError(email);
    if (!(await replaceRoles(transaction, { account, owners, roles }))) return 'already';
    await record(transaction, account, {
      event: isNew ? 'staff-created' : 'role-changed',
      action: isNew ? 'created' : 'updated',
      before: isNew ? null : { roles: sortRoles(account.roles) },
      after: { roles: sortRoles(roles) },
    });
    if (isNew) return 'opened';
    endedIds = await endAccountSessions(transaction, account.id);
    if (account.roles.length > 0) return 'changed';
    await setPassword(transaction, account, { passwordHash, mustChangePassword: true });
    // They belong to the person who registered the address, who may be someone else.
    await removeAllFactors(transaction, account.id);
    await forgetDevices(transaction, account.id);
    return 'promoted';
  });
  context.revokedSessions.add(endedIds);
  if (how === 'already' || how === 'changed') return { how };
  return { how, password };
}

/** Anyone can register an address that is not theirs and wait for it to be made an administrator. */
function unverifiedError(email: string): AppError {
  return conflict(
    `The email address ${email} is not verified. Open the link in its email first, or use --force if you know who created the account.`,
  );
}

/** Removes all roles; false when the account has none. Throws NOT_FOUND, LAST_OWNER. */
export function removeRoles(context: CommandContext, email: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const owners = await lockOwners(transaction);
    const account = await lockAccount(transaction, email);
    if (!(await replaceRoles(transaction, { account, owners, roles: [] }))) return false;
    await record(transaction, account, {
      event: 'role-changed',
      action: 'updated',
      before: { roles: sortRoles(account.roles) },
      after: { roles: [] },
    });
    return true;
  });
}

/**
 * Suspends an account and ends its sessions; false when it is already suspended. Throws NOT_FOUND,
 * LAST_OWNER.
 */
export function suspendAccount(context: CommandContext, email: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const owners = await lockOwners(transaction);
    const account = await lockAccount(transaction, email);
    if (account.status === 'Suspended') return false;
    requireOtherOwner(owners, account);
    await setAccountStatus(transaction, account.id, 'Suspended');
    await record(transaction, account, {
      event: 'account-suspended',
      action: 'updated',
      before: { status: account.status },
      after: { status: 'Suspended' },
    });
    return true;
  });
}

/** Returns false when the account is not suspended. Throws NOT_FOUND. */
export function restoreAccount(context: CommandContext, email: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, email);
    if (account.status !== 'Suspended') return false;
    await setAccountStatus(transaction, account.id, 'Active');
    await record(transaction, account, {
      event: 'account-restored',
      action: 'updated',
      before: { status: 'Suspended' },
      after: { status: 'Active' },
    });
    return true;
  });
}

/**
 * Sets a password, generated unless given, and ends all sessions; returns the password. A generated one has to be
 * changed at the next login. Throws NOT_FOUND, INVALID_INPUT for a common password.
 */
export async function replacePassword(
  context: CommandContext,
  email: string,
  given?: string,
): Promise<string> {
  if (given !== undefined) {
    const account = await findAccountByEmail(context, email);
    const { name = '', roles = [] } = account ?? {};
    requireStrongPassword({ password: given, name, email, isStaff: roles.length > 0, path: 'password' });
  }
  const password = given ?? generatePassword();
  const passwordHash = await hashPassword(password, null);
  const endedIds = await inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, email);
    await setPassword(transaction, account, { passwordHash, mustChangePassword: given === undefined });
    await record(transaction, account, { event: 'password-changed', action: 'password replaced' });
    return endAccountSessions(transaction, account.id);
  });
  context.revokedSessions.add(endedIds);
  return password;
}

/** Sets a password and cancels a change of address with its links. The caller ends the sessions. */
async function setPassword(
  transaction: CommandContext,
  account: AccountRow,
  password: { passwordHash: string; mustChangePassword: boolean },
): Promise<void> {
  await setAccountPassword(transaction, account.id, password);
  await deleteVerificationLinks(transaction, account.id, { exceptEmail: account.email });
}

/**
 * Removes passkeys, authenticator app and recovery codes, and ends all sessions; false when there were none. Throws
 * NOT_FOUND.
 */
export async function removeSecondFactor(context: CommandContext, email: string): Promise<boolean> {
  const endedIds = await inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, email);
    if (!account.has_second_factor) return null;
    await removeAllFactors(transaction, account.id);
    await record(transaction, account, { event: 'second-factor-changed', action: 'second factor removed' });
    return endAccountSessions(transaction, account.id);
  });
  context.revokedSessions.add(endedIds ?? []);
  return endedIds !== null;
}

/** Returns the number of sessions ended. Throws NOT_FOUND. */
export async function endSessionsByEmail(context: CommandContext, email: string): Promise<number> {
  const endedIds = await inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, email);
    await record(transaction, account, { event: 'sessions-ended', action: 'sessions ended' });
    return endAccountSessions(transaction, account.id);
  });
  context.revokedSessions.add(endedIds);
  return endedIds.length;
}

/** Returns the number of sessions ended. */
export async function endEverySession(context: CommandContext): Promise<number> {
  const endedIds = await inTransaction(context, async (transaction) => {
    await record(
      transaction,
      { id: '', email: 'Everybody' },
      { event: 'sessions-ended', action: 'sessions ended' },
    );
    return endAllSessions(transaction);
  });
  context.revokedSessions.add(endedIds);
  return endedIds.length;
}

/** Ordered by address. */
export async function listAccounts(
  context: Pick<Context, 'db'>,
  { areStaff }: { areStaff: boolean },
): Promise<AccountSummary[]> {
  const rows = await listAccountRows(context, { areStaff });
  return rows.map(({ email, name, roles, status, verify_email, last_login_date }) => ({
    email,
    name,
    roles: sortRoles(roles),
    status,
    isEmailVerified: verify_email,
    lastLoginAt: last_login_date,
  }));
}

async function lockAccount(context: Pick<Context, 'db'>, email: string): Promise<AccountRow> {
  const account = await lockAccountByEmail(context, email);
  if (account !== null) return account;
  throw new AppError('NOT_FOUND', { message: `No account has the address ${email}.` });
}

/** Writes an entry of the audit log, with the address as it is now, and one of the security log. */
async function record(
  context: Pick<Context, 'db' | 'now'>,
  { id: thingId, email: thingName }: Pick<AccountRow, 'id' | 'email'>,
  { event, action, before = null, after = null }: StaffChange,
): Promise<void> {
  await recordFromCommandLine(context, { kind: 'account', thingId, thingName, action, before, after });
  const details = after?.roles === undefined ? {} : { roles: after.roles.join(', ') || 'none' };
  await recordOperatorEvent(context, { kind: event, accountId: thingId === '' ? null : thingId, details });
}

interface StaffChange {
  event: SecurityEventKind;
  /** Of the audit log. */
  action: AuditAction;
  before?: Partial<RecordedAccount> | null;
  after?: Partial<RecordedAccount> | null;
}

function conflict(message: string): AppError {
  return new AppError('CONFLICT', { message });
}

/** `password` only if it was generated, to be shown once. */
export interface FirstAdmin {
  email: string;
  password?: string;
}

/** Creates the first owner of an empty store; null when there is one. Throws for a weak password. */
export async function ensureFirstAdmin(
  context: Pick<Context, 'db'>,
  given: { email: string; password?: string },
): Promise<FirstAdmin | null> {
  if (await hasOwner(context)) return null;
  const password = given.password ?? generatePassword();
  const email = given.email.trim().toLowerCase();
  if (given.password !== undefined) requireStrongAdminPassword(given.password, email);
  const passwordHash = await hashPassword(password, null);
  const id = newId();
  const isMade = await inTransaction(context, async (transaction) => {
    // Of two processes that start at once, the unique address admits one.
    const isNew = await insertAccount(transaction, {
      ...{ id, name: 'Admin', email, passwordHash },
      // The operator named the address; a verification email would prove nothing more.
      isEmailVerified: true,
      mustChangePassword: given.password === undefined,
    });
    if (!isNew) return false;
    const account = await lockAccount(transaction, email);
    await replaceRoles(transaction, { account, owners: [], roles: ['owner'] });
    const event = { kind: 'staff-created', accountId: id, details: { roles: 'owner' } } as const;
    await recordOperatorEvent({ ...transaction, now: () => new Date() }, event);
    return true;
  });
  if (!isMade) return null;
  return given.password === undefined ? { email, password } : { email };
}

/** Throws an error for the terminal. */
function requireStrongAdminPassword(password: string, email: string): void {
  try {
    requireStrongPassword({ password, name: '', email, isStaff: true, path: 'ADMIN_PASSWORD' });
  } catch (error) {
    throw error instanceof AppError ? new Error(`ADMIN_PASSWORD: ${error.message}`) : error;
  }
}
