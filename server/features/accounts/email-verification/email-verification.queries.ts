import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

export interface VerificationRow {
  user_id: string;
  email: string;
}

export async function insertVerification(
  db: Queryable,
  verification: { codeHash: Buffer; userId: string; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { codeHash, userId, email, now, expiresAt } = verification;
  await db.query(sql`
    insert into email_verification (code_hash, user_id, email, created_at, expires_at)
    values (${codeHash}, ${userId}, ${email}, ${now}, ${expiresAt})`);
}

export async function selectVerification(
  db: Queryable,
  codeHash: Buffer,
  now: Date,
): Promise<VerificationRow | null> {
  const [row] = await db.query<VerificationRow>(sql`
    select user_id, email from email_verification where code_hash = ${codeHash} and expires_at > ${now}`);
  return row ?? null;
}

/** Deletes the codes of an account, except those for `keepEmail` if given. */
export async function deleteVerifications(
  db: Queryable,
  userId: string,
  exceptEmail: string | null,
): Promise<void> {
  await db.query(sql`
    delete from email_verification where user_id = ${userId} and email is distinct from ${exceptEmail}`);
}

/** Deletes a batch of expired codes, skipping locked rows. */
export async function deleteExpiredVerifications(db: Queryable, now: Date, maximum: number): Promise<void> {
  await db.query(sql`
    delete from email_verification where code_hash in (
      select code_hash from email_verification where expires_at <= ${now}
      order by expires_at limit ${maximum}
      for update skip locked
    )`);
}
