import { AppError } from '#contract/errors.ts';
import type { User } from '#contract/user.ts';
import type { CallContext, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { startSession, type TokenPair } from '../session/session.service.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, verifyPassword } from './password.ts';
import {
  type AccountRow,
  insertAccount,
  selectAccount,
  selectAccountByEmail,
  updateLastLogin,
} from './user.queries.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

/** Opens an account. Throws INVALID_INPUT for a password that everybody guesses, EMAIL_TAKEN. */
export async function registerUser(context: CallContext, { name, email, password }: Registration) {
  if (isCommonPassword(password)) throw commonPassword();
  const account = {
    id: newId(),
    name,
    email,
    passwordHash: await hashPassword(password),
    role: 'USER' as const,
  };
  if (!(await insertAccount(context.sql, account))) throw new AppError('EMAIL_TAKEN');
  return { _id: account.id, name, email };
}

function commonPassword(): AppError {
  const message = 'This password is too easy to guess. Please choose another.';
  return new AppError('INVALID_INPUT', { message, issues: [{ path: 'password', message }] });
}

// Compared with when there is no account, so that the answer takes as long as for a wrong password.
let dummyHash: Promise<string> | undefined;

/** Starts a session. Throws BAD_CREDENTIALS, the same for an unknown address and a wrong password. */
export async function loginUser(
  context: CallContext,
  credentials: { email: string; password: string },
): Promise<TokenPair> {
  const account = await selectAccountByEmail(context.sql, credentials.email.trim().toLowerCase());
  dummyHash ??= hashPassword('nobody has this password');
  const isRight = await verifyPassword(credentials.password, account?.password_hash ?? (await dummyHash));
  if (account === null || !isRight) throw new AppError('BAD_CREDENTIALS');
  // Said only to somebody who knows the password.
  if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  await updateLastLogin(context.sql, account.id, context.now());
  return startSession(context, account.id);
}

/** The caller's account. Throws UNAUTHENTICATED when it no longer exists. */
export async function getUser({ sql, caller }: ShopperContext): Promise<User> {
  const account = await selectAccount(sql, caller.userId);
  if (account === null) throw new AppError('UNAUTHENTICATED');
  return userOf(account);
}

function userOf(account: AccountRow): User {
  const { id, name, email, avatar, mobile, verify_email, last_login_date, status, role } = account;
  const lastLogin = last_login_date === null ? null : last_login_date.toISOString();
  return { _id: id, name, email, avatar, mobile, verify_email, last_login_date: lastLogin, status, role };
}
