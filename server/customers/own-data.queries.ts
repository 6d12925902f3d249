import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';

/** Also removed ones. */
export function selectAllAddresses(db: Queryable, userId: string): Promise<schema.Address[]> {
  return db.query<schema.Address>(sql`
    select * from address where user_id = ${userId} order by created_at desc, id desc`);
}

/** Also ended ones. */
export function selectAllSessions(db: Queryable, userId: string): Promise<schema.Session[]> {
  return db.query<schema.Session>(sql`
    select * from session where user_id = ${userId} order by created_at desc, id desc`);
}

export function selectVerifications(db: Queryable, userId: string): Promise<schema.EmailVerification[]> {
  return db.query<schema.EmailVerification>(sql`
    select * from email_verification where user_id = ${userId} order by created_at`);
}

type PasswordCodeRow = Pick<schema.PasswordReset, 'sent_at' | 'expires_at'>;

export async function selectPasswordCode(db: Queryable, email: string): Promise<PasswordCodeRow | null> {
  const [row] = await db.query<PasswordCodeRow>(sql`
    select sent_at, expires_at from password_reset where email = ${email}`);
  return row ?? null;
}

/**
 * Locks an account so that nothing that refers to it can be added; waits for what is being added. Null when it does
 * not exist or is deleted.
 */
export async function lockForDeletion(db: Queryable, id: string): Promise<schema.Account | null> {
  const [row] = await db.query<schema.Account>(sql`
    select * from account where id = ${id} and deleted_at is null for update`);
  return row ?? null;
}

/**
 * Deletes what belongs to an account in this domain, except second factors and sessions, and leaves the row without a
 * person.
 */
export async function eraseAccount(
  db: Queryable,
  { id, email }: Pick<schema.Account, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  await db.query(sql`delete from address where user_id = ${id}`);
  await db.query(sql`delete from email_verification where user_id = ${id}`);
  await db.query(sql`delete from password_reset where email = ${email}`);
  // The constraint deleted_account_is_anonymous names the same values.
  await db.query(sql`
    update account set deleted_at = ${now}, updated_at = ${now}, name = 'Deleted account', email = 'deleted-' || md5(id),
      password_hash = '', mobile = '', avatar = '', pending_email = null, verify_email = false, last_login_date = null,
      role = 'USER', status = 'Inactive', must_change_password = false, blocked_at = null,
      blocked_reason = null
    where id = ${id}`);
}
