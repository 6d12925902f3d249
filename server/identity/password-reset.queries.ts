import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';

/** Replaces the code of an address; false when the last one was sent too recently. */
export async function replaceOtp(
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
export async function countAttemptAndFindHash(
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
export async function consumeOtp(
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

export async function hasResetPermission(
  db: Queryable,
  { email, challenge, givenAfter }: Permission,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from password_reset
    where email = ${email} and challenge = ${challenge} and verified_at > ${givenAfter}`);
  return rows.length === 1;
}

/** Uses the permission and deletes a code that was sent since; returns whether there was one. */
export async function consumeResetPermission(
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
export async function deleteOldResets(db: Queryable, expiredBefore: Date, maximum: number): Promise<void> {
  await db.query(sql`
    delete from password_reset where email in (
      select email from password_reset
      where expires_at < ${expiredBefore}
      order by expires_at limit ${maximum}
      for update skip locked
    )`);
}
