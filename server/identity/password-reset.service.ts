import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Counter } from 'prom-client';
import sql from 'sql-template-tag';
import { minuteMs, oneTimeCodeMinutes, oneTimeCodeWaitSeconds } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { isPrivileged } from '#contract/base/permissions.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import type { Context, RequestContext } from '#server/http/context.ts';
import { type Email, queueEmail } from '#server/notifications/notifications.service.ts';
import { endAccountSessions } from '#server/sessions/sessions.service.ts';
import { type AccountRow, findAccountByEmail, isOwnEmail, resetAccountPassword } from './account.service.ts';
import { recordVerifiedEmail } from './customer-digest.service.ts';
import { deleteVerificationLinks } from './email-verification.service.ts';
import { hashPassword, requireStrongPassword } from './password.ts';

const digits = 6;
const maximumTries = 5;
const permissionMs = oneTimeCodeMinutes * minuteMs;
const mailEveryMs = oneTimeCodeWaitSeconds * 1000;
// By then a permission that was given in the last second of its code has expired too.
const keptAfterExpiryMs = permissionMs + minuteMs;
const maximumDeletedRows = 20;

/** Codes that were entered, of all accounts. `blocked`: the wrong codes of an address reached the limit of a day. */
export const enteredOtps = new Counter({
  name: 'tokri_reset_codes_total',
  help: 'Codes of password resets that were entered, by outcome.',
  labelNames: ['outcome'] as const,
  registers: [],
});

/**
 * Queues an email with a code. An unknown address or suspended account gets a decoy request of the same cost,
 * whose code is never sent, so that neither response nor duration reveals who has an account.
 */
export async function forgotPassword(context: RequestContext, email: string): Promise<void> {
  const otp = String(randomInt(10 ** digits)).padStart(digits, '0');
  await inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const now = transaction.now();
    const account = await findAccountByEmail(transaction, email);
    const canReset =
      account !== null && account.status !== 'Suspended' && (await mayReset(transaction, account));
    const rightHash = otpHash(transaction, email, otp);
    await deleteOldResets(db, new Date(now.getTime() - keptAfterExpiryMs), maximumDeletedRows);
    const isNew = await replaceOtp(db, {
      email,
      otpHash: canReset ? rightHash : randomBytes(rightHash.length),
      now,
      expiresAt: new Date(now.getTime() + oneTimeCodeMinutes * minuteMs),
      lastSentBefore: new Date(now.getTime() - mailEveryMs),
    });
    if (isNew) await queueEmail(transaction, canReset ? emailTo(account, otp) : toRefusal(account));
  });
}

/**
 * The code alone does not reset a person of the staff with a privileged role: the device has to hold a session of the
 * account, too.
 */
async function mayReset(context: RequestContext, { email, roles }: AccountRow): Promise<boolean> {
  return !isPrivileged(roles) || (await isOwnEmail(context, email));
}

function toRefusal(account: AccountRow | null): Email {
  if (account === null || account.status === 'Suspended' || !isPrivileged(account.roles))
    return { kind: 'decoy' };
  return { kind: 'reset-refused', to: account.email, name: account.name };
}

function emailTo({ email, name }: AccountRow, otp: string): Email {
  return { kind: 'one-time-password', to: email, name, otp, validMinutes: oneTimeCodeMinutes };
}

/** Keyed: with a plain digest a reader of the table could try all million codes. */
function otpHash({ cryptography }: RequestContext, email: string, otp: string): Buffer {
  return cryptography.digest(otpPurpose, `${otp} ${email}`);
}

const otpPurpose = 'one-time password';

/**
 * Checks a code; a correct one allows one reset within `permissionMs`, with the verifier of the challenge: the client
 * receives no secret, and anyone who knows the email address could otherwise reset first. A client that sends no
 * challenge is known by its network. Throws BAD_OTP for any error.
 */
export async function verifyOtp(
  context: RequestContext,
  { email, otp, challenge: given }: { email: string; otp: string; challenge?: string | undefined },
): Promise<void> {
  const { db } = context;
  const now = context.now();
  const typed = context.cryptography.digests(otpPurpose, `${otp} ${email}`);
  const network = networkKey(context);
  const right = await countAttemptAndFindHash(db, { email, network, maximumTries, now });
  if (right === null || !typed.some((hash) => timingSafeEqual(hash, right))) throw new AppError('BAD_OTP');
  const challenge = given === undefined ? networkChallenge(context) : Buffer.from(given, 'base64url');
  const use = { email, otpHash: right, challenge, now };
  // Used or replaced since it was compared.
  if (!(await consumeOtp(db, use))) throw new AppError('BAD_OTP');
}

/**
 * Sets a new password after a verified code and ends all sessions. Throws INVALID_INPUT for a weak
 * password, RESET_NOT_ALLOWED.
 */
export async function resetPassword(
  context: RequestContext,
  { email, newPassword, verifier }: { email: string; newPassword: string; verifier?: string | undefined },
): Promise<void> {
  const givenAfter = new Date(context.now().getTime() - permissionMs);
  const challenge =
    verifier === undefined ? networkChallenge(context) : createHash('sha256').update(verifier).digest();
  const permission = { email, challenge, givenAfter };
  // An early check that avoids hashing for clients without permission; consuming it below decides.
  if (!(await hasResetPermission(context.db, permission))) throw new AppError('RESET_NOT_ALLOWED');
  const { name = '', roles = [] } = (await findAccountByEmail(context, email)) ?? {};
  requireStrongPassword({
    password: newPassword,
    name,
    email,
    isStaff: roles.length > 0,
    path: 'newPassword',
  });
  const passwordHash = await hashPassword(newPassword, context);
  const { accountId, endedIds } = await inTransaction(context, async (transaction) => {
    const isAllowed = await consumeResetPermission(transaction.db, permission);
    const account = isAllowed ? await resetAccountPassword(transaction, email, passwordHash) : null;
    // Made an administrator after the code was sent.
    if (account === null || !(await mayReset(transaction, account))) throw new AppError('RESET_NOT_ALLOWED');
    await recordVerifiedEmail(transaction, account);
    await deleteVerificationLinks(transaction, account.id, { exceptEmail: email });
    const changedAt = transaction.now().toISOString();
    await queueEmail(transaction, { kind: 'password-changed', to: email, name: account.name, changedAt });
    return { accountId: account.id, endedIds: await endAccountSessions(transaction, account.id) };
  });
  context.revokedSessions.add(endedIds);
  context.securityLog.record(context, { kind: 'password-reset', accountId });
}

/** Stands for the network of a client that holds no verifier. */
function networkChallenge({ cryptography, remoteAddress }: RequestContext): Buffer {
  return cryptography.digest('reset without verifier', toClientNetwork(remoteAddress));
}

/** The network of the client, as a digest that is stored. */
function networkKey({ cryptography, remoteAddress }: RequestContext): string {
  return cryptography
    .digest('reset network', toClientNetwork(remoteAddress))
    .toString('base64url')
    .slice(0, 22);
}

/** When the code of an address was sent and expires, for the export of personal data; null without one. */
export async function exportPasswordCode(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<{ sentAt: string; expiresAt: string } | null> {
  const [row] = await db.query<Pick<schema.PasswordReset, 'sent_at' | 'expires_at'>>(sql`
    select sent_at, expires_at from password_reset where email = ${email}`);
  return row === undefined
    ? null
    : { sentAt: row.sent_at.toISOString(), expiresAt: row.expires_at.toISOString() };
}

/** Deletes the code and the permission of an address. */
export async function deletePasswordCode({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  await db.query(sql`delete from password_reset where email = ${email}`);
}

/** Replaces the code of an address; false when the last one was sent too recently. */
async function replaceOtp(
  db: Queryable,
  code: { email: string; otpHash: Buffer; now: Date; expiresAt: Date; lastSentBefore: Date },
): Promise<boolean> {
  const { email, otpHash, now, expiresAt, lastSentBefore } = code;
  // An existing reset permission stays valid: otherwise anyone could cancel it by requesting another code.
  const rows = await db.query(sql`
    insert into password_reset as known (email, otp_hash, sent_at, expires_at)
    values (${email}, ${otpHash}, ${now}, ${expiresAt})
    on conflict (email) do update
    set otp_hash = excluded.otp_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = '{}'
    where known.sent_at <= ${lastSentBefore}
    returning email`);
  return rows.length === 1;
}

/**
 * Counts an attempt and returns the hash to compare with; null without a code or after too many attempts from the
 * network. Counting first makes concurrent guesses share the limit.
 */
async function countAttemptAndFindHash(
  db: Queryable,
  { email, network, maximumTries, now }: { email: string; network: string; maximumTries: number; now: Date },
): Promise<Buffer | null> {
  const [row] = await db.query<Pick<schema.PasswordReset, 'otp_hash'>>(sql`
    update password_reset
    set tries = tries || jsonb_build_object(${network}::text, coalesce((tries ->> ${network})::integer, 0) + 1)
    where email = ${email} and otp_hash is not null and expires_at > ${now}
      and coalesce((tries ->> ${network})::integer, 0) < ${maximumTries}
    returning otp_hash`);
  return row?.otp_hash ?? null;
}

/**
 * Turns the code of an address into the permission for one reset by the holder of the verifier; returns whether the
 * code still existed.
 */
async function consumeOtp(
  db: Queryable,
  use: { email: string; otpHash: Buffer; challenge: Buffer; now: Date },
): Promise<boolean> {
  const { email, otpHash, challenge, now } = use;
  const rows = await db.query(sql`
    update password_reset set otp_hash = null, verified_at = ${now}, challenge = ${challenge}
    where email = ${email} and otp_hash = ${otpHash}
    returning email`);
  return rows.length === 1;
}

interface Permission {
  email: string;
  challenge: Buffer;
  /** Earlier permissions have expired. */
  givenAfter: Date;
}

async function hasResetPermission(
  db: Queryable,
  { email, challenge, givenAfter }: Permission,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from password_reset
    where email = ${email} and challenge = ${challenge} and verified_at > ${givenAfter}`);
  return rows.length === 1;
}

/** Uses the permission and deletes a code that was sent since; returns whether there was one. */
async function consumeResetPermission(
  db: Queryable,
  { email, challenge, givenAfter }: Permission,
): Promise<boolean> {
  const rows = await db.query(sql`
    update password_reset set verified_at = null, challenge = null, otp_hash = null
    where email = ${email} and challenge = ${challenge} and verified_at > ${givenAfter}
    returning email`);
  return rows.length === 1;
}

/** Deletes a batch of expired rows, skipping locked ones. */
async function deleteOldResets(db: Queryable, expiredBefore: Date, maximum: number): Promise<void> {
  await db.query(sql`
    delete from password_reset where email in (
      select email from password_reset
      where expires_at < ${expiredBefore}
      order by expires_at limit ${maximum}
      for update skip locked
    )`);
}
