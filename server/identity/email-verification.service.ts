import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/http/context.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import {
  type Account,
  getOwnAccount,
  lockAccount,
  markEmailVerified,
  moveToPendingEmail,
} from './account.service.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;
// More than one per new code, so the table cannot grow without limit.
const maximumDeletedRows = 20;

/** `db` is the caller's transaction. */
type VerificationContext = Pick<Context, 'db' | 'now' | 'cryptography'>;

/** Queues the email with the verification link, in the caller's transaction. */
export async function sendVerificationEmail(
  context: VerificationContext,
  account: Pick<Account, 'id' | 'name' | 'email'>,
): Promise<void> {
  const { email, name } = account;
  const code = await newCode(context, account.id, email);
  await queueEmail(context, { kind: 'verification', to: email, name, code });
}

/** Queues the email with the link that confirms a change of address, in the caller's transaction. */
export async function sendEmailChangeEmail(
  context: VerificationContext,
  account: Pick<Account, 'id' | 'name'>,
  pendingEmail: string,
): Promise<void> {
  const code = await newCode(context, account.id, pendingEmail);
  await queueEmail(context, { kind: 'email-change', to: pendingEmail, name: account.name, code });
}

/** Invalidates all links of an account, except those for one address if given. */
export function deleteVerificationLinks(
  { db }: Pick<Context, 'db'>,
  userId: string,
  { exceptEmail = null }: { exceptEmail?: string | null } = {},
): Promise<void> {
  return deleteVerifications(db, userId, exceptEmail);
}

async function newCode(
  { db, now, cryptography }: VerificationContext,
  userId: string,
  email: string,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const createdAt = now();
  await deleteExpiredVerifications(db, createdAt, maximumDeletedRows);
  await insertVerification(db, {
    codeHash: cryptography.digest(codePurpose, code),
    userId,
    email,
    now: createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  return code;
}

const codePurpose = 'email verification';

/**
 * Verifies the address of a link: the account's own, or its pending one, to which the account then changes.
 * Returns that address. Throws BAD_VERIFICATION_CODE, EMAIL_TAKEN.
 */
export async function verifyEmail(context: RequestContext, code: string): Promise<string> {
  const hashes = context.cryptography.digests(codePurpose, code);
  const verified = await inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    const found = await selectVerification(db, hashes, now());
    const account = found === null ? null : await lockAccount(transaction, found.user_id);
    // Read again under the lock: a concurrent change of address may have invalidated the code.
    const proof = await selectVerification(db, hashes, now());
    if (account === null || proof === null) throw new AppError('BAD_VERIFICATION_CODE');
    if (proof.email === account.email) await markEmailVerified(transaction, account.id);
    else if (proof.email === account.pendingEmail) await moveToPendingEmail(transaction, account.id);
    else throw new AppError('BAD_VERIFICATION_CODE');
    return { email: proof.email, accountId: account.id, isNew: proof.email !== account.email };
  });
  const { email, accountId, isNew } = verified;
  if (isNew) context.securityLog.record(context, { kind: 'email-changed', accountId });
  return email;
}

/**
 * Sends the link again, to the pending address or else the account's own. Returns that address, or null when
 * nothing is left to verify. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS.
 */
export async function sendVerification(context: AuthenticatedContext): Promise<string | null> {
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

type VerificationRow = Pick<schema.EmailVerification, 'user_id' | 'email'>;

async function insertVerification(
  db: Queryable,
  verification: { codeHash: Buffer; userId: string; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { codeHash, userId, email, now, expiresAt } = verification;
  await db.query(sql`
    insert into email_verification (code_hash, user_id, email, created_at, expires_at)
    values (${codeHash}, ${userId}, ${email}, ${now}, ${expiresAt})`);
}

async function selectVerification(
  db: Queryable,
  codeHashes: readonly Buffer[],
  now: Date,
): Promise<VerificationRow | null> {
  const [row] = await db.query<VerificationRow>(sql`
    select user_id, email from email_verification where code_hash = any (${codeHashes}::bytea[]) and expires_at > ${now}`);
  return row ?? null;
}

/** Deletes the codes of an account, except those for `keepEmail` if given. */
async function deleteVerifications(db: Queryable, userId: string, exceptEmail: string | null): Promise<void> {
  await db.query(sql`
    delete from email_verification where user_id = ${userId} and email is distinct from ${exceptEmail}`);
}

/** Deletes a batch of expired codes, skipping locked rows. */
async function deleteExpiredVerifications(db: Queryable, now: Date, maximum: number): Promise<void> {
  await db.query(sql`
    delete from email_verification where code_hash in (
      select code_hash from email_verification where expires_at <= ${now}
      order by expires_at limit ${maximum}
      for update skip locked
    )`);
}
