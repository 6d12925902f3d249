import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { dayMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/http/context.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import {
  type AccountRow,
  getOwnAccount,
  lockAccount,
  markEmailVerified,
  moveToPendingEmail,
} from './account.service.ts';
import { recordVerifiedEmail } from './customer-digest.service.ts';

const lifetimeMs = 7 * dayMs;
// More than one per new code, so the table cannot grow without limit.
const maximumDeletedRows = 20;

/** `db` is the caller's transaction. */
type VerificationContext = Pick<Context, 'db' | 'now' | 'cryptography'>;

/** Queues the email with the verification link, in the caller's transaction. */
export async function sendVerificationEmail(
  context: VerificationContext,
  account: Pick<AccountRow, 'id' | 'name' | 'email'>,
): Promise<void> {
  const { email, name } = account;
  const code = await newCode(context, account.id, email);
  await queueEmail(context, { kind: 'verification', to: email, name, code });
}

/** Queues the email with the link that confirms a change of address, in the caller's transaction. */
export async function sendEmailChangeEmail(
  context: VerificationContext,
  account: Pick<AccountRow, 'id' | 'name'>,
  pendingEmail: string,
): Promise<void> {
  const code = await newCode(context, account.id, pendingEmail);
  await queueEmail(context, { kind: 'email-change', to: pendingEmail, name: account.name, code });
}

/** Invalidates all links of an account, except those for one address if given. */
export async function deleteVerificationLinks(
  { db }: Pick<Context, 'db'>,
  userId: string,
  { exceptEmail = null }: { exceptEmail?: string | null } = {},
): Promise<void> {
  await db.query(sql`
    delete from email_verification where user_id = ${userId} and email is distinct from ${exceptEmail}`);
}

/** The links that were sent to an account, for the export of its data. */
export async function exportVerificationLinks(
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<{ email: string; sentAt: string; expiresAt: string }[]> {
  const rows = await db.query<schema.EmailVerification>(sql`
    select * from email_verification where user_id = ${userId} order by created_at`);
  return rows.map(({ email, created_at, expires_at }) => ({
    email,
    sentAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }));
}

async function newCode(
  { db, now, cryptography }: VerificationContext,
  userId: string,
  email: string,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  // A batch of expired codes, skipping locked rows.
  await db.query(sql`
    delete from email_verification where code_hash in (
      select code_hash from email_verification where expires_at <= ${createdAt}
      order by expires_at limit ${maximumDeletedRows}
      for update skip locked
    )`);
  await db.query(sql`
    insert into email_verification (code_hash, user_id, email, created_at, expires_at)
    values (${cryptography.digest(codePurpose, code)}, ${userId}, ${email}, ${createdAt}, ${expiresAt})`);
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
    else if (proof.email === account.pending_email) await moveToPendingEmail(transaction, account.id);
    else throw new AppError('BAD_VERIFICATION_CODE');
    await recordVerifiedEmail(transaction, { ...account, email: proof.email });
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
    await context.rateLimits.linksToAddress.take(pending_email ?? ownEmail);
  return inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, context.caller.userId);
    if (account === null) throw new AppError('UNAUTHENTICATED');
    if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
    const { email, pending_email, verify_email } = account;
    if (pending_email !== null) {
      await sendEmailChangeEmail(transaction, account, pending_email);
      return pending_email;
    }
    if (verify_email) return null;
    await sendVerificationEmail(transaction, account);
    return email;
  });
}

type VerificationRow = Pick<schema.EmailVerification, 'user_id' | 'email'>;

async function selectVerification(
  db: Queryable,
  codeHashes: readonly Buffer[],
  now: Date,
): Promise<VerificationRow | null> {
  const [row] = await db.query<VerificationRow>(sql`
    select user_id, email from email_verification where code_hash = any (${codeHashes}::bytea[]) and expires_at > ${now}`);
  return row ?? null;
}
