import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

/** Notes a new code for an address, in place of the last one; says no when that was sent too lately. */
export async function replaceOtp(
  db: Queryable,
  code: { email: string; otpHash: Buffer; now: Date; expiresAt: Date; lastSentBefore: Date },
): Promise<boolean> {
  const { email, otpHash, now, expiresAt, lastSentBefore } = code;
  // What an earlier code allows stays allowed, or a stranger could take it away by asking for another.
  const rows = await db.query(sql`
    insert into password_reset as known (email, otp_hash, sent_at, expires_at)
    values (${email}, ${otpHash}, ${now}, ${expiresAt})
    on conflict (email) do update
    set otp_hash = excluded.otp_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0
    where known.sent_at <= ${lastSentBefore}
    returning email`);
  return rows.length === 1;
}

/**
 * Counts a try at the code of an address, and gives the hash to compare with; null when there is no code or it was
 * tried too often. Counting comes first, so that guesses at the same moment are no more than guesses in a row.
 */
export async function countAttempt(
  db: Queryable,
  email: string,
  maximumTries: number,
  now: Date,
): Promise<Buffer | null> {
  const [row] = await db.query<{ otp_hash: Buffer }>(sql`
    update password_reset set tries = tries + 1
    where email = ${email} and otp_hash is not null and tries < ${maximumTries} and expires_at > ${now}
    returning otp_hash`);
  return row?.otp_hash ?? null;
}

/** Turns the code of an address into the permission for one reset from a network; says whether it was still there. */
export async function consumeOtp(
  db: Queryable,
  use: { email: string; otpHash: Buffer; network: Buffer; now: Date },
): Promise<boolean> {
  const { email, otpHash, network, now } = use;
  const rows = await db.query(sql`
    update password_reset set otp_hash = null, verified_at = ${now}, verified_from = ${network}
    where email = ${email} and otp_hash = ${otpHash}
    returning email`);
  return rows.length === 1;
}

interface Permission {
  email: string;
  network: Buffer;
  /** One that was given earlier counts no more. */
  givenAfter: Date;
}

export async function hasResetPermission(
  db: Queryable,
  { email, network, givenAfter }: Permission,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from password_reset
    where email = ${email} and verified_from = ${network} and verified_at > ${givenAfter}`);
  return rows.length === 1;
}

/** Uses a permission up, and a code that was sent since; says whether it was there. */
export async function consumeResetPermission(
  db: Queryable,
  { email, network, givenAfter }: Permission,
): Promise<boolean> {
  const rows = await db.query(sql`
    update password_reset set verified_at = null, verified_from = null, otp_hash = null
    where email = ${email} and verified_from = ${network} and verified_at > ${givenAfter}
    returning email`);
  return rows.length === 1;
}

/** Deletes what allows nothing any more, some at a time, but for what somebody changes just now. */
export async function deleteOldResets(db: Queryable, expiredBefore: Date, maximum: number): Promise<void> {
  await db.query(sql`
    delete from password_reset where email in (
      select email from password_reset
      where expires_at < ${expiredBefore}
      order by expires_at limit ${maximum}
      for update skip locked
    )`);
}
