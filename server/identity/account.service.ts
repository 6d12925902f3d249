import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/base/errors.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/http/context.ts';
import * as queries from './account.queries.ts';

/** The part of an account that other domains may read. */
export interface Account {
  id: string;
  name: string;
  email: string;
  /** The address the account changes to once it is verified. */
  pendingEmail: string | null;
  isEmailVerified: boolean;
  isSuspended: boolean;
  isAdmin: boolean;
}

type InTransaction = Pick<Context, 'db'>;

export async function findAccountByEmail({ db }: InTransaction, email: string): Promise<Account | null> {
  const row = await queries.selectAccountByEmail(db, email);
  return row === null ? null : toAccount(row);
}

/** The administrators who can log in, for emails to all of them. */
export function listActiveAdmins({ db }: InTransaction): Promise<Pick<Account, 'id' | 'name' | 'email'>[]> {
  return queries.selectActiveAdmins(db);
}

// An address stays verified: a change of it takes effect with the verification of the new one.
const verifiedIds = new LRUCache<string, true>({ max: 20_000 });

/** Whether the email address of an account is verified. Remembers those that are. */
export async function isEmailVerified({ db }: InTransaction, id: string): Promise<boolean> {
  if (verifiedIds.has(id)) return true;
  const isVerified = await queries.isEmailVerified(db, id);
  if (isVerified) verifiedIds.set(id, true);
  return isVerified;
}

/** Whether the request comes from a device that holds a session of the account with this email address. */
export async function isOwnEmail(
  { db, caller }: Pick<RequestContext, 'db' | 'caller'>,
  email: string,
): Promise<boolean> {
  if (caller === null) return false;
  return (await queries.selectAccount(db, caller.userId))?.email === email;
}

/** Whether an account exists, is not deleted and not blocked. */
export async function canOrder({ db }: InTransaction, id: string): Promise<boolean> {
  const account = await queries.selectAccount(db, id);
  return account !== null && account.blocked_at === null;
}

/** Whether the account is deleted: only its id is left. */
export async function isAccountDeleted({ db }: InTransaction, id: string): Promise<boolean> {
  return (await queries.selectAccount(db, id)) === null;
}

/** Whether the account is an active administrator now. For jobs that run long after the request. */
export async function isActiveAdmin({ db }: InTransaction, id: string): Promise<boolean> {
  const row = await queries.selectAccount(db, id);
  return row !== null && row.role === 'ADMIN' && row.status !== 'Suspended';
}

/** Locks an account in the caller's transaction; null when it does not exist. */
export async function lockAccount({ db }: InTransaction, id: string): Promise<Account | null> {
  const row = await queries.lockAccount(db, id);
  return row === null ? null : toAccount(row);
}

export function markEmailVerified({ db }: InTransaction, id: string): Promise<void> {
  return queries.markEmailVerified(db, id);
}

/** Makes the pending address the verified address of the account. Throws EMAIL_TAKEN. */
export async function moveToPendingEmail({ db }: InTransaction, id: string): Promise<void> {
  try {
    await queries.moveToPendingEmail(db, id);
  } catch (error) {
    throw isTaken(error) ? new AppError('EMAIL_TAKEN') : error;
  }
}

const uniqueViolation = '23505';

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}

/**
 * Sets a password by email address after a verified code. This also verifies the address and cancels a
 * pending email change, which an intruder may have requested. Null for an unknown or suspended account.
 */
export async function resetAccountPassword(
  { db }: InTransaction,
  email: string,
  passwordHash: string,
): Promise<Account | null> {
  const row = await queries.resetPassword(db, email, passwordHash);
  return row === null ? null : toAccount(row);
}

/** The caller's account. Throws UNAUTHENTICATED when it no longer exists, ACCOUNT_SUSPENDED. */
export async function getOwnAccount({ db, caller }: AuthenticatedContext): Promise<queries.AccountRow> {
  const account = await queries.selectAccount(db, caller.userId);
  if (account === null) throw new AppError('UNAUTHENTICATED');
  if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  return account;
}

function toAccount(row: queries.AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pendingEmail: row.pending_email,
    isEmailVerified: row.verify_email,
    isSuspended: row.status === 'Suspended',
    isAdmin: row.role === 'ADMIN',
  };
}
