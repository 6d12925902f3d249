import { AppError } from '#contract/errors.ts';
import type { User } from '#contract/user.ts';
import type { CallContext, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { askForProof } from '../email-verification/email-verification.service.ts';
import { startSession, type TokenPair } from '../session/session.service.ts';
import { getOwnAccount } from './account.service.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { hashPassword, isOutdatedHash, nobodysHash, verifyPassword } from './password.ts';
import * as queries from './user.queries.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

/**
 * Opens an account and owes its owner the mail that verifies the address. Throws INVALID_INPUT for a password that
 * everybody guesses, EMAIL_TAKEN.
 */
export async function registerUser(context: CallContext, { name, email, password }: Registration) {
  refuseCommonPassword(password, 'password');
  const passwordHash = await hashPassword(password);
  const id = newId();
  await inTransaction(context, async (transaction) => {
    const account = { id, name, email, passwordHash, role: 'USER' as const, isEmailVerified: false };
    if (!(await queries.insertAccount(transaction.sql, account))) throw new AppError('EMAIL_TAKEN');
    await askForProof(transaction, account);
  });
  return { _id: id, name, email };
}

/**
 * Starts a session. Throws BAD_CREDENTIALS, the same and after the same time for an unknown address and a wrong
 * password; ACCOUNT_SUSPENDED.
 */
export async function loginUser(
  context: CallContext,
  credentials: { email: string; password: string },
): Promise<TokenPair> {
  const { email, password } = credentials;
  const account = await queries.selectAccountByEmail(context.sql, email);
  const isRight = await verifyPassword(password, account?.password_hash ?? nobodysHash);
  if (account === null || !isRight) throw new AppError('BAD_CREDENTIALS');
  // Said only to somebody who knows the password.
  if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  const { id, password_hash: checkedHash } = account;
  const newHash = isOutdatedHash(checkedHash) ? await hashPassword(password) : checkedHash;
  const tokens = await inTransaction(context, async (transaction) => {
    const { sql, now } = transaction;
    const isStillRight = await queries.recordLogin(sql, { id, checkedHash, newHash, now: now() });
    return isStillRight ? startSession(transaction, id) : null;
  });
  // Suspended or given another password while this one was checked: such a login must look again.
  return tokens ?? loginUser(context, credentials);
}

/** The caller's account. Throws UNAUTHENTICATED when it no longer exists, ACCOUNT_SUSPENDED. */
export async function getUser(context: ShopperContext): Promise<User> {
  return userOf(await getOwnAccount(context));
}

/** An account as its own client may know it. */
export function userOf(account: queries.AccountRow): User {
  const { id, last_login_date, ...rest } = account;
  const { name, email, avatar, mobile, verify_email, pending_email, status, role } = rest;
  const lastLogin = last_login_date?.toISOString() ?? null;
  return {
    _id: id,
    name,
    email,
    avatar,
    mobile,
    verify_email,
    pending_email,
    last_login_date: lastLogin,
    status,
    role,
  };
}
