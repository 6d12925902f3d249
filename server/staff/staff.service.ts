import { AppError } from '#contract/base/errors.ts';
import type { AuditAction, RecordedAccount } from '#contract/reports/recorded.ts';
import type { SecurityEventKind } from '#contract/sessions/security-log.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import {
  type AccountRow,
  findAccountByEmail,
  hasAdmin,
  insertAccount,
  listAccounts as listAccountRows,
  lockAccountByEmail,
  lockActiveAdmins,
  setAccountPassword,
  setAccountRole,
  setAccountStatus,
} from '#server/identity/account.service.ts';
import { deleteVerificationLinks } from '#server/identity/email-verification.service.ts';
import { generatePassword, hashPassword, requireStrongPassword } from '#server/identity/password.ts';
import { removeAllFactors } from '#server/identity/second-factor.service.ts';
import { forgetDevices } from '#server/sessions/known-devices.service.ts';
import { recordOperatorEvent } from '#server/sessions/security-log.service.ts';
import { endAccountSessions, endAllSessions } from '#server/sessions/sessions.service.ts';
import { recordFromCommandLine } from './audit-log.service.ts';

/**
 * Account administration from the command line: there is no caller, but each action is written to the audit
 * log.
 */
export type StaffContext = Pick<Context, 'db' | 'now' | 'revokedSessions'>;

/** `opened`: the account was created. The password is new, shown once, and has to be changed at the next login. */
type NewAdmin = { how: 'already' } | { how: 'promoted' | 'opened'; password: string };

export interface AccountSummary {
  email: string;
  name: string;
  isAdmin: boolean;
  status: 'Active' | 'Inactive' | 'Suspended';
  isEmailVerified: boolean;
  lastLoginAt: Date | null;
}

/**
 * Makes an account an administrator, creating it if needed. An existing account gets a new password and loses its
 * sessions, because someone else may have registered the address. Throws CONFLICT for a suspended account and, unless
 * forced, for an unverified one.
 */
export async function makeAdmin(
  context: StaffContext,
  email: string,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<NewAdmin> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password, null);
  const account = {
    id: newId(),
    name: 'Admin',
    email,
    passwordHash,
    role: 'ADMIN' as const,
    // The operator named the address; a verification email would prove nothing more.
    isEmailVerified: true,
    mustChangePassword: true,
  };
  let endedIds: string[] = [];
  const how = await inTransaction(context, async (transaction) => {
    if (await insertAccount(transaction, account)) {
      await record(transaction, account, {
        event: 'staff-created',
        action: 'created',
        after: { role: 'ADMIN' },
      });
      return 'opened';
    }
    const existing = await lockAccount(transaction, email);
    if (existing.status === 'Suspended') throw conflict(`${email} is suspended. Restore the account first.`);
    if (existing.role === 'ADMIN') return 'already';
    if (!existing.verify_email && !isForced) throw unverifiedError(email);
    await setAccountRole(transaction, existing.id, 'ADMIN');
    await record(transaction, existing, {
      event: 'role-changed',
      action: 'updated',
      before: { role: 'USER' },
      after: { role: 'ADMIN' },
    });
    await setPassword(transaction, existing, { passwordHash, mustChangePassword: true });
    // They belong to the person who registered the address, who may be someone else.
    await removeAllFactors(transaction, existing.id);
    await forgetDevices(transaction, existing.id);
    endedIds = await endAccountSessions(transaction, existing.id);
    return 'promoted';
  });
  context.revokedSessions.add(endedIds);
  return how === 'already' ? { how } : { how, password };
}

/** Anyone can register an address that is not theirs and wait for it to be made an administrator. */
function unverifiedError(email: string): AppError {
  return conflict(
    `The email address ${email} is not verified. Open the link in its email first, or use --force if you know who created the account.`,
  );
}

/**
 * Returns false when the account is not an administrator. Throws NOT_FOUND, CONFLICT for the last
 * administrator.
 */
export function removeAdmin(context: StaffContext, email: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const admins = await lockActiveAdmins(transaction);
    const account = await lockAccount(transaction, email);
    if (account.role !== 'ADMIN') return false;
    rejectLastAdmin(admins, account);
    await setAccountRole(transaction, account.id, 'USER');
    await record(transaction, account, {
      event: 'role-changed',
      action: 'updated',
      before: { role: 'ADMIN' },
      after: { role: 'USER' },
    });
    return true;
  });
}

/**
 * Suspends an account and ends its sessions; false when it is already suspended. Throws NOT_FOUND, CONFLICT
 * for the last administrator.
 */
export function suspendAccount(context: StaffContext, email: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const admins = await lockActiveAdmins(transaction);
    const account = await lockAccount(transaction, email);
    if (account.status === 'Suspended') return false;
    rejectLastAdmin(admins, account);
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
export function restoreAccount(context: StaffContext, email: string): Promise<boolean> {
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
export async function replacePassword(context: StaffContext, email: string, given?: string): Promise<string> {
  if (given !== undefined) {
    const account = await findAccountByEmail(context, email);
    const { name = '', role = 'USER' } = account ?? {};
    requireStrongPassword({ password: given, name, email, isAdmin: role === 'ADMIN', path: 'password' });
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
  transaction: StaffContext,
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
export async function removeSecondFactor(context: StaffContext, email: string): Promise<boolean> {
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
export async function endSessionsByEmail(context: StaffContext, email: string): Promise<number> {
  const endedIds = await inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, email);
    await record(transaction, account, { event: 'sessions-ended', action: 'sessions ended' });
    return endAccountSessions(transaction, account.id);
  });
  context.revokedSessions.add(endedIds);
  return endedIds.length;
}

/** Returns the number of sessions ended. */
export async function endEverySession(context: StaffContext): Promise<number> {
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
  { areAdmins }: { areAdmins: boolean },
): Promise<AccountSummary[]> {
  const rows = await listAccountRows(context, areAdmins ? 'ADMIN' : null);
  return rows.map(({ email, name, role, status, verify_email, last_login_date }) => ({
    email,
    name,
    isAdmin: role === 'ADMIN',
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

/** Without an administrator the store could not be run from its own pages. */
function rejectLastAdmin(activeAdmins: readonly string[], { id, email }: AccountRow): void {
  if (activeAdmins.length === 1 && activeAdmins[0] === id)
    throw conflict(`${email} is the only administrator. Make another one first.`);
}

/** Writes an entry of the audit log, with the address as it is now, and one of the security log. */
async function record(
  context: Pick<Context, 'db' | 'now'>,
  { id: thingId, email: thingName }: Pick<AccountRow, 'id' | 'email'>,
  { event, action, before = null, after = null }: StaffChange,
): Promise<void> {
  await recordFromCommandLine(context, { kind: 'account', thingId, thingName, action, before, after });
  const details = typeof after?.role === 'string' ? { role: after.role } : {};
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

/**
 * Creates the first administrator of an empty store; null when there is one. Throws for a weak password.
 */
export async function ensureFirstAdmin(
  context: Pick<Context, 'db'>,
  given: { email: string; password?: string },
): Promise<FirstAdmin | null> {
  if (await hasAdmin(context)) return null;
  const password = given.password ?? generatePassword();
  const email = given.email.trim().toLowerCase();
  if (given.password !== undefined) requireStrongAdminPassword(given.password, email);
  const passwordHash = await hashPassword(password, null);
  // Of two processes that start at once, the unique address admits one.
  const id = newId();
  const isMade = await insertAccount(context, {
    id,
    name: 'Admin',
    email,
    passwordHash,
    role: 'ADMIN',
    // The operator named the address; a verification email would prove nothing more.
    isEmailVerified: true,
    mustChangePassword: given.password === undefined,
  });
  if (!isMade) return null;
  const event = { kind: 'staff-created', accountId: id, details: { role: 'ADMIN' } } as const;
  await recordOperatorEvent({ ...context, now: () => new Date() }, event);
  return given.password === undefined ? { email, password } : { email };
}

/** Throws an error for the terminal. */
function requireStrongAdminPassword(password: string, email: string): void {
  try {
    requireStrongPassword({ password, name: '', email, isAdmin: true, path: 'ADMIN_PASSWORD' });
  } catch (error) {
    throw error instanceof AppError ? new Error(`ADMIN_PASSWORD: ${error.message}`) : error;
  }
}
