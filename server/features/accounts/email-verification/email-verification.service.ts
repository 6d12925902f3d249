import { randomBytes } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { Context, ShopperContext } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import {
  type Account,
  getOwnAccount,
  lockAccount,
  markEmailVerified,
  moveToPendingEmail,
} from '#server/features/accounts/account.service.ts';
import { queueEmail } from '#server/features/notifications/notifications.service.ts';
import * as queries from './email-verification.queries.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;
// Each new code clears away more than one old one, so the table cannot grow for ever.
const mostClearedAtOnce = 20;

/** What the proof of an address takes: the caller's transaction decides whether it comes to be. */
type VerificationContext = Pick<Context, 'db' | 'now' | 'secrets'>;

/** Sends the link that proves the address of an account, in the caller's transaction. */
export async function sendVerificationEmail(
  context: VerificationContext,
  account: Pick<Account, 'id' | 'name' | 'email'>,
): Promise<void> {
  const { email, name } = account;
  const code = await newCode(context, account.id, email);
  await queueEmail(context, { kind: 'verification', to: email, name, code });
}

/** Sends the link that moves an account to its pending address, in the caller's transaction. */
export async function sendEmailChangeEmail(
  context: VerificationContext,
  account: Pick<Account, 'id' | 'name'>,
  pendingEmail: string,
): Promise<void> {
  const code = await newCode(context, account.id, pendingEmail);
  await queueEmail(context, { kind: 'email-change', to: pendingEmail, name: account.name, code });
}

/** Makes all links worthless that were sent for an account, but for those of one address if it is named. */
export function deleteVerificationCodes(
  { db }: Pick<Context, 'db'>,
  userId: string,
  exceptEmail?: string,
): Promise<void> {
  return queries.deleteVerifications(db, userId, exceptEmail ?? null);
}

async function newCode(
  { db, now, secrets }: VerificationContext,
  userId: string,
  email: string,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const createdAt = now();
  await queries.deleteExpiredVerifications(db, createdAt, mostClearedAtOnce);
  await queries.insertVerification(db, {
    codeHash: codeHash(secrets, code),
    userId,
    email,
    now: createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  return code;
}

function codeHash(secrets: Context['secrets'], code: string): Buffer {
  return secrets.digest('email verification', code);
}

/**
 * Takes the code of a link as the proof of the address it was sent to, and gives that address: the account's own,
 * or the one that it moves to by this. Throws BAD_VERIFICATION_CODE, EMAIL_TAKEN.
 */
export async function verifyEmail(context: Context, code: string): Promise<string> {
  const hash = codeHash(context.secrets, code);
  return inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    const found = await queries.selectVerification(db, hash, now());
    const account = found === null ? null : await lockAccount(transaction, found.user_id);
    // Again, under the lock: another change of the address may have made the code worthless meanwhile.
    const proof = await queries.selectVerification(db, hash, now());
    if (account === null || proof === null) throw new AppError('BAD_VERIFICATION_CODE');
    if (proof.email === account.email) await markEmailVerified(transaction, account.id);
    else if (proof.email === account.pendingEmail) await moveToPendingEmail(transaction, account.id);
    else throw new AppError('BAD_VERIFICATION_CODE');
    return proof.email;
  });
}

/**
 * Sends the caller the link again, to the address that the account moves to or else to its own; gives that
 * address, or null when there is nothing left to prove. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS.
 */
export async function sendVerification(context: ShopperContext): Promise<string | null> {
  const { email: ownEmail, pending_email, verify_email } = await getOwnAccount(context);
  if (pending_email !== null || !verify_email)
    await context.limits.linksToAddress.take(pending_email ?? ownEmail);
  return inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, context.caller.userId);
    if (account === null) throw new AppError('UNAUTHENTICATED');
    if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
    const { email, pendingEmail, isEmailVerified } = account;
    if (pendingEmail !== null) {
      await sendEmailChangeEmail(transaction, account, pendingEmail);
      return pendingEmail;
    }
    if (isEmailVerified) return null;
    await sendVerificationEmail(transaction, account);
    return email;
  });
}
