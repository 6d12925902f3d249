import { AppError } from '#contract/errors.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import * as queries from './account.queries.ts';

/** What other features may know of an account. */
export interface Account {
  id: string;
  name: string;
  email: string;
  /** The address that it moves to as soon as that is verified. */
  pendingEmail: string | null;
  isEmailVerified: boolean;
  isSuspended: boolean;
}

type InTransaction = Pick<Context, 'db'>;

/** The account of an address, or null. */
export async function findAccountByEmail({ db }: InTransaction, email: string): Promise<Account | null> {
  const row = await queries.selectAccountByEmail(db, email);
  return row === null ? null : toAccount(row);
}

/** Whether an account may change the shop at this moment, for what is done long after it was asked for. */
export async function isActiveAdmin({ db }: InTransaction, id: string): Promise<boolean> {
  const row = await queries.selectAccount(db, id);
  return row !== null && row.role === 'ADMIN' && row.status !== 'Suspended';
}

/** An account, held in the caller's transaction so that its changes come one after the other; null when it is gone. */
export async function lockAccount({ db }: InTransaction, id: string): Promise<Account | null> {
  const row = await queries.lockAccount(db, id);
  return row === null ? null : toAccount(row);
}

/** Notes that the owner of an account reads the mails of its address. */
export function markEmailVerified({ db }: InTransaction, id: string): Promise<void> {
  return queries.markEmailVerified(db, id);
}

/** Makes the pending address of an account its own, verified. Throws EMAIL_TAKEN when it has become another's. */
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
 * Gives the account of an address a new password, for its owner has shown that they read its mails: the address is
 * verified by that, and a move to another one is off, for whoever asked for it may be who the password is kept
 * from. Null when there is no such account, or a suspended one.
 */
export async function resetAccountPassword(
  { db }: InTransaction,
  email: string,
  passwordHash: string,
): Promise<Account | null> {
  const row = await queries.resetPassword(db, email, passwordHash);
  return row === null ? null : toAccount(row);
}

/** The row of the caller's account. Throws UNAUTHENTICATED when it no longer exists, ACCOUNT_SUSPENDED. */
export async function getOwnAccount({ db, caller }: ShopperContext): Promise<queries.AccountRow> {
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
  };
}
