import { AppError } from '#contract/base/errors.ts';
import { isPrivileged, permissionsOf } from '#contract/base/permissions.ts';
import type { User } from '#contract/identity/account.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, RequestContext } from '#server/http/context.ts';
import { asSecurityEvent } from '#server/http/errors.ts';
import { recognizeDevice } from '#server/sessions/known-devices.service.ts';
import { startSession, type TokenPair } from '#server/sessions/sessions.service.ts';
import {
  type AccountRow,
  findAccountByEmail,
  getOwnAccount,
  insertAccount,
  recordLogin,
} from './account.service.ts';
import { continueBlock } from './customer-digest.service.ts';
import { sendVerificationEmail } from './email-verification.service.ts';
import { secondFactorNeededError } from './login-confirmation.service.ts';
import {
  dummyPasswordHash,
  hashPassword,
  isOutdatedHash,
  requireStrongPassword,
  verifyPassword,
} from './password.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

/**
 * Creates an account and queues the verification email. Throws INVALID_INPUT for a common password,
 * EMAIL_TAKEN.
 */
export async function registerUser(context: RequestContext, { name, email, password }: Registration) {
  requireStrongPassword({ password, name, email, isStaff: false, path: 'password' });
  const passwordHash = await hashPassword(password, context);
  const id = newId();
  await inTransaction(context, async (transaction) => {
    const account = { id, name, email, passwordHash, isEmailVerified: false };
    if (!(await insertAccount(transaction, account))) throw new AppError('EMAIL_TAKEN');
    await continueBlock(transaction, account);
    await sendVerificationEmail(transaction, account);
  });
  return { _id: id, name, email };
}

/**
 * Starts a session. Throws BAD_CREDENTIALS for an unknown address and a wrong password alike, after the same
 * time; SECOND_FACTOR_NEEDED, which `confirmLogin` answers; ACCOUNT_SUSPENDED.
 */
export async function loginUser(
  context: RequestContext,
  credentials: { email: string; password: string; device?: string | undefined },
): Promise<TokenPair> {
  const { email, password } = credentials;
  const account = await findAccountByEmail(context, email);
  const isRight = await verifyPassword(password, account?.password_hash ?? dummyPasswordHash, context);
  const failure = {
    kind: 'login-failed',
    accountId: account?.id ?? null,
    details: { method: 'password' },
  } as const;
  if (account === null || !isRight) throw asSecurityEvent(new AppError('BAD_CREDENTIALS'), failure);
  // Only someone who knows the password learns this.
  if (account.status === 'Suspended') throw asSecurityEvent(new AppError('ACCOUNT_SUSPENDED'), failure);
  const { id, password_hash: checkedHash } = account;
  const newHash = isOutdatedHash(checkedHash) ? await hashPassword(password, context) : checkedHash;
  if (account.has_second_factor)
    throw await secondFactorNeededError(context, account, { checkedHash, newHash });
  const rememberDevice = await recognizeDevice(context, account, credentials.device);
  const tokens = await inTransaction(context, async (transaction) => {
    const now = transaction.now();
    const isStillRight = await recordLogin(transaction, { id, checkedHash, newHash, now });
    if (!isStillRight) return null;
    await rememberDevice(transaction);
    return startSession(transaction, id);
  });
  // The account was suspended or its password changed while this one was checked.
  if (tokens === null) return loginUser(context, credentials);
  context.securityLog.record(context, { kind: 'login', accountId: id, details: { method: 'password' } });
  return tokens;
}

/** The caller's account. Throws UNAUTHENTICATED when it no longer exists, ACCOUNT_SUSPENDED. */
export async function getUser(context: AuthenticatedContext): Promise<User> {
  return toUser(await getOwnAccount(context), context);
}

/** The account as its own client sees it. */
export function toUser(
  account: AccountRow,
  { isSecondFactorRequired }: Pick<RequestContext, 'isSecondFactorRequired'>,
): User {
  const { id, last_login_date, has_second_factor, roles, ...rest } = account;
  const { name, email, avatar, mobile, verify_email, pending_email, status, role, must_change_password } =
    rest;
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
    permissions: permissionsOf(roles),
    must_change_password,
    second_factor: has_second_factor
      ? 'active'
      : isSecondFactorRequired && isPrivileged(roles)
        ? 'required'
        : 'none',
  };
}
