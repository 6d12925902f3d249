import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';

export type AccountRow = schema.Account;

interface NewAccount {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role: schema.Account['role'];
  isEmailVerified: boolean;
  /** The password was generated. */
  mustChangePassword?: boolean;
}

/** Returns false when the email address is taken. */
export async function insertAccount(db: Queryable, account: NewAccount): Promise<boolean> {
  const { id, name, email, passwordHash, role, isEmailVerified, mustChangePassword = false } = account;
  const rows = await db.query(sql`
    insert into account (id, name, email, password_hash, role, verify_email, must_change_password)
    values (${id}, ${name}, ${email}, ${passwordHash}, ${role}, ${isEmailVerified}, ${mustChangePassword})
    on conflict (email) do nothing
    returning id`);
  return rows.length === 1;
}

export async function selectAccountByEmail(db: Queryable, email: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`select * from account where email = ${email}`);
  return row ?? null;
}

/** Null when it does not exist or is deleted. */
export async function selectAccount(db: Queryable, id: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(
    sql`select * from account where id = ${id} and deleted_at is null`,
  );
  return row ?? null;
}

/** Locks the account row; inserts that only reference it do not wait. */
export async function lockAccount(db: Queryable, id: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    select * from account where id = ${id} and deleted_at is null for no key update`);
  return row ?? null;
}

export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(sql`
    select exists (select 1 from account where email = ${email})`);
  return row?.exists ?? false;
}

export async function isEmailVerified(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db.query<Pick<schema.Account, 'verify_email'>>(sql`
    select verify_email from account where id = ${id}`);
  return row?.verify_email ?? false;
}

interface Profile {
  name: string;
  mobile: string;
  /** The address the account is changing to, or null. */
  pendingEmail: string | null;
}

export async function updateProfile(db: Queryable, id: string, profile: Profile): Promise<AccountRow | null> {
  const { name, mobile, pendingEmail } = profile;
  const [row] = await db.query<AccountRow>(sql`
    update account set name = ${name}, mobile = ${mobile}, pending_email = ${pendingEmail}, updated_at = now()
    where id = ${id}
    returning *`);
  return row ?? null;
}

export async function markEmailVerified(db: Queryable, id: string): Promise<void> {
  await db.query(
    sql`update account set verify_email = true, updated_at = now() where id = ${id} and not verify_email`,
  );
}

/** Throws a unique violation when another account has the address. */
export async function moveToPendingEmail(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update account set email = pending_email, pending_email = null, verify_email = true, updated_at = now()
    where id = ${id} and pending_email is not null`);
}

/**
 * Replaces the password that was verified and cancels a pending email change; null when the password has
 * changed since.
 */
export async function changePassword(
  db: Queryable,
  id: string,
  passwords: { checkedHash: string; newHash: string },
): Promise<AccountRow | null> {
  const { checkedHash, newHash } = passwords;
  const [row] = await db.query<AccountRow>(sql`
    update account
    set password_hash = ${newHash}, pending_email = null, must_change_password = false, updated_at = now()
    where id = ${id} and password_hash = ${checkedHash} and status <> 'Suspended'
    returning *`);
  return row ?? null;
}

/** Sets a password by email address, unless the account is suspended. */
export async function resetPassword(
  db: Queryable,
  email: string,
  newHash: string,
): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    update account
    set password_hash = ${newHash}, pending_email = null, verify_email = true, must_change_password = false,
      updated_at = now()
    where email = ${email} and status <> 'Suspended'
    returning *`);
  return row ?? null;
}

/**
 * Records a login if the verified password is still current and the account may log in; returns whether it
 * did.
 */
export async function recordLogin(
  db: Queryable,
  login: { id: string; checkedHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const { id, checkedHash, newHash, now } = login;
  const rows = await db.query(sql`
    update account set last_login_date = ${now}, password_hash = ${newHash}
    where id = ${id} and password_hash = ${checkedHash} and status <> 'Suspended'
    returning id`);
  return rows.length === 1;
}

export async function hasAdmin(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(
    sql`select exists (select 1 from account where role = 'ADMIN')`,
  );
  return row?.exists ?? false;
}

/** Returns false when the account does not exist or is suspended. */
export async function updateAvatar(db: Queryable, userId: string, avatar: string): Promise<boolean> {
  const rows = await db.query(sql`
    update account set avatar = ${avatar} where id = ${userId} and status <> 'Suspended' and deleted_at is null returning id`);
  return rows.length === 1;
}

export type StaffAccountRow = Pick<
  schema.Account,
  'id' | 'email' | 'role' | 'status' | 'verify_email' | 'has_second_factor'
>;

export async function lockAccountByEmail(db: Queryable, email: string): Promise<StaffAccountRow | null> {
  const [row] = await db.query<StaffAccountRow>(sql`
    select id, email, role, status, verify_email, has_second_factor from account where email = ${email} for no key update`);
  return row ?? null;
}

/**
 * Locks the administrators who can log in, in order of id: of two concurrent removals, the second sees the
 * first.
 */
export async function lockActiveAdmins(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from account where role = 'ADMIN' and status <> 'Suspended' order by id for no key update`);
  return rows.map(({ id }) => id);
}

/** The administrators who can log in. */
export function selectActiveAdmins(db: Queryable): Promise<Pick<schema.Account, 'id' | 'name' | 'email'>[]> {
  return db.query(sql`
    select id, name, email from account where role = 'ADMIN' and status <> 'Suspended' order by id`);
}

export async function updateRole(db: Queryable, id: string, role: StaffAccountRow['role']): Promise<void> {
  await db.query(sql`update account set role = ${role}, updated_at = now() where id = ${id}`);
}

/** A trigger ends the sessions of a suspended account. */
export async function updateStatus(db: Queryable, id: string, status: 'Active' | 'Suspended'): Promise<void> {
  await db.query(sql`update account set status = ${status}, updated_at = now() where id = ${id}`);
}

/** Also cancels a pending email change, which an intruder may have requested. */
export async function updatePassword(
  db: Queryable,
  id: string,
  { passwordHash, mustChangePassword }: { passwordHash: string; mustChangePassword: boolean },
): Promise<void> {
  await db.query(sql`
    update account
    set password_hash = ${passwordHash}, pending_email = null, must_change_password = ${mustChangePassword},
      updated_at = now()
    where id = ${id}`);
}

type SummaryRow = Pick<
  schema.Account,
  'email' | 'name' | 'role' | 'status' | 'verify_email' | 'last_login_date'
>;

export async function selectSummaries(
  db: Queryable,
  role: StaffAccountRow['role'] | null,
): Promise<SummaryRow[]> {
  return db.query<SummaryRow>(sql`
    select email, name, role, status, verify_email, last_login_date from account
    where deleted_at is null and (${role}::text is null or role = ${role})
    order by email`);
}
