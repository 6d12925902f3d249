import { LRUCache } from 'lru-cache';
import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { type Permission, type Role, rolesWith } from '#contract/base/permissions.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import type * as schema from '#server/database/row-types.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/http/context.ts';

/** The table `account` is written here only, `staff_role` in `server/staff`. */
export interface AccountRow extends schema.Account {
  /** Of the staff; none of a shopper. */
  roles: Role[];
}

const columns = sql`*, array(select role from staff_role where account_id = account.id) as roles`;

type InTransaction = Pick<Context, 'db'>;

interface NewAccount {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  isEmailVerified: boolean;
  /** The password was generated. */
  mustChangePassword?: boolean;
}

/** Returns false when the email address is taken. */
export async function insertAccount({ db }: InTransaction, account: NewAccount): Promise<boolean> {
  const { id, name, email, passwordHash, isEmailVerified, mustChangePassword = false } = account;
  const rows = await db.query(sql`
    insert into account (id, name, email, password_hash, verify_email, must_change_password)
    values (${id}, ${name}, ${email}, ${passwordHash}, ${isEmailVerified}, ${mustChangePassword})
    on conflict (email) do nothing
    returning id`);
  return rows.length === 1;
}

export async function findAccountByEmail({ db }: InTransaction, email: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`select ${columns} from account where email = ${email}`);
  return row ?? null;
}

/** Null when it does not exist or is deleted. */
export async function findAccount({ db }: InTransaction, id: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(
    sql`select ${columns} from account where id = ${id} and deleted_at is null`,
  );
  return row ?? null;
}

/** The caller's account. Throws UNAUTHENTICATED when it no longer exists, ACCOUNT_SUSPENDED. */
export async function getOwnAccount(context: AuthenticatedContext): Promise<AccountRow> {
  const account = await findAccount(context, context.caller.userId);
  if (account === null) throw new AppError('UNAUTHENTICATED');
  if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  return account;
}

/** Whether the request comes from a device that holds a session of the account with this email address. */
export async function isOwnEmail(
  context: Pick<RequestContext, 'db' | 'caller'>,
  email: string,
): Promise<boolean> {
  const { caller } = context;
  return caller !== null && (await findAccount(context, caller.userId))?.email === email;
}

/** Whether an account exists, is not deleted and not blocked. */
export async function canOrder(context: InTransaction, id: string): Promise<boolean> {
  const account = await findAccount(context, id);
  return account !== null && account.blocked_at === null;
}

/** Whether the account is deleted: only its id is left. */
export async function isAccountDeleted(context: InTransaction, id: string): Promise<boolean> {
  return (await findAccount(context, id)) === null;
}

/** Whether the account can log in and has a permission now. For jobs that run long after the request. */
export async function isActiveStaff(
  context: InTransaction,
  id: string,
  permission: Permission,
): Promise<boolean> {
  const row = await findAccount(context, id);
  if (row === null || row.status === 'Suspended') return false;
  return rolesWith(permission).some((role) => row.roles.includes(role));
}

// An address stays verified: a change of it takes effect with the verification of the new one.
const verifiedIds = new LRUCache<string, true>({ max: 20_000 });

/** Whether the email address of an account is verified. Remembers those that are. */
export async function isEmailVerified({ db }: InTransaction, id: string): Promise<boolean> {
  if (verifiedIds.has(id)) return true;
  const [row] = await db.query<Pick<AccountRow, 'verify_email'>>(sql`
    select verify_email from account where id = ${id}`);
  if (row?.verify_email === true) verifiedIds.set(id, true);
  return row?.verify_email ?? false;
}

/** Locks the account row; inserts that only reference it do not wait. Null when it does not exist or is deleted. */
export async function lockAccount({ db }: InTransaction, id: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    select ${columns} from account where id = ${id} and deleted_at is null for no key update`);
  return row ?? null;
}

/** As `lockAccount`, by email address. */
export async function lockAccountByEmail({ db }: InTransaction, email: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    select ${columns} from account where email = ${email} for no key update`);
  return row ?? null;
}

/**
 * Locks an account so that nothing that refers to it can be added; waits for what is being added. Null when it does
 * not exist or is deleted.
 */
export async function lockAccountForDeletion({ db }: InTransaction, id: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    select ${columns} from account where id = ${id} and deleted_at is null for update`);
  return row ?? null;
}

/**
 * The owners who can log in. Locks the store, so that of two concurrent removals the second sees the first. Call before
 * an account is locked.
 */
export async function lockOwners({ db }: InTransaction): Promise<string[]> {
  await db.query(sql`select from store order by id for no key update`);
  const rows = await db.query<{ id: string }>(sql`
    select id from account where status <> 'Suspended' and deleted_at is null
      and exists (select from staff_role where account_id = account.id and role = 'owner')`);
  return rows.map(({ id }) => id);
}

/** The people with a permission who can log in, for emails to all of them. */
export function listActiveStaff(
  { db }: InTransaction,
  permission: Permission,
): Promise<Pick<AccountRow, 'id' | 'name' | 'email'>[]> {
  return db.query(sql`
    select id, name, email from account where status <> 'Suspended' and deleted_at is null and exists (
      select from staff_role where account_id = account.id and role = any (${rolesWith(permission)}::text[]))
    order by id`);
}

export async function hasOwner({ db }: InTransaction): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(
    sql`select exists (select from staff_role where role = 'owner')`,
  );
  return row?.exists ?? false;
}

/** The accounts of the staff, or all; ordered by email address. */
export function listAccounts(
  { db }: InTransaction,
  { areStaff }: { areStaff: boolean },
): Promise<AccountRow[]> {
  return db.query<AccountRow>(sql`
    select ${columns} from account where deleted_at is null
      and (not ${areStaff} or exists (select from staff_role where account_id = account.id))
    order by email`);
}

interface Profile {
  name: string;
  mobile: string;
  /** The address the account is changing to, or null. */
  pendingEmail: string | null;
}

export async function updateProfile(
  { db }: InTransaction,
  id: string,
  profile: Profile,
): Promise<AccountRow | null> {
  const { name, mobile, pendingEmail } = profile;
  const [row] = await db.query<AccountRow>(sql`
    update account set name = ${name}, mobile = ${mobile}, pending_email = ${pendingEmail}, updated_at = now()
    where id = ${id}
    returning ${columns}`);
  return row ?? null;
}

/** Returns false when the account does not exist or is suspended. */
export async function updateAvatar({ db }: InTransaction, userId: string, avatar: string): Promise<boolean> {
  const rows = await db.query(sql`
    update account set avatar = ${avatar} where id = ${userId} and status <> 'Suspended' and deleted_at is null returning id`);
  return rows.length === 1;
}

export async function isEmailTaken(context: InTransaction, email: string): Promise<boolean> {
  return (await findAccountByEmail(context, email)) !== null;
}

export async function markEmailVerified({ db }: InTransaction, id: string): Promise<void> {
  await db.query(
    sql`update account set verify_email = true, updated_at = now() where id = ${id} and not verify_email`,
  );
}

/** Makes the pending address the verified address of the account. Throws EMAIL_TAKEN. */
export async function moveToPendingEmail({ db }: InTransaction, id: string): Promise<void> {
  try {
    await db.query(sql`
      update account set email = pending_email, pending_email = null, verify_email = true, updated_at = now()
      where id = ${id} and pending_email is not null`);
  } catch (error) {
    throw isUniqueViolation(error, 'account_email_key') ? new AppError('EMAIL_TAKEN') : error;
  }
}

/**
 * Replaces the password that was verified and cancels a pending email change; null when the password has
 * changed since.
 */
export async function changeVerifiedPassword(
  { db }: InTransaction,
  id: string,
  passwords: { checkedHash: string; newHash: string },
): Promise<AccountRow | null> {
  const { checkedHash, newHash } = passwords;
  const [row] = await db.query<AccountRow>(sql`
    update account
    set password_hash = ${newHash}, pending_email = null, must_change_password = false, updated_at = now()
    where id = ${id} and password_hash = ${checkedHash} and status <> 'Suspended'
    returning ${columns}`);
  return row ?? null;
}

/**
 * Sets a password by email address after a verified code. This also verifies the address and cancels a
 * pending email change, which an intruder may have requested. Null for an unknown or suspended account.
 */
export async function resetAccountPassword(
  { db }: InTransaction,
  email: string,
  newHash: string,
): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    update account
    set password_hash = ${newHash}, pending_email = null, verify_email = true, must_change_password = false,
      updated_at = now()
    where email = ${email} and status <> 'Suspended'
    returning ${columns}`);
  return row ?? null;
}

/** Sets a password and cancels a pending email change, which an intruder may have requested. */
export async function setAccountPassword(
  { db }: InTransaction,
  id: string,
  { passwordHash, mustChangePassword }: { passwordHash: string; mustChangePassword: boolean },
): Promise<void> {
  await db.query(sql`
    update account
    set password_hash = ${passwordHash}, pending_email = null, must_change_password = ${mustChangePassword},
      updated_at = now()
    where id = ${id}`);
}

/**
 * Records a login if the verified password is still current and the account may log in; returns whether it
 * did.
 */
export async function recordLogin(
  { db }: InTransaction,
  login: { id: string; checkedHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const { id, checkedHash, newHash, now } = login;
  const rows = await db.query(sql`
    update account set last_login_date = ${now}, password_hash = ${newHash}
    where id = ${id} and password_hash = ${checkedHash} and status <> 'Suspended'
    returning id`);
  return rows.length === 1;
}

/** A trigger ends the sessions of a suspended account. */
export async function setAccountStatus(
  { db }: InTransaction,
  id: string,
  status: 'Active' | 'Suspended',
): Promise<void> {
  await db.query(sql`update account set status = ${status}, updated_at = now() where id = ${id}`);
}

/** Blocks an account from ordering; null unblocks it. */
export async function setAccountBlock(
  { db }: InTransaction,
  id: string,
  block: { at: Date; reason: string } | null,
): Promise<void> {
  await db.query(sql`
    update account set blocked_at = ${block?.at ?? null}, blocked_reason = ${block?.reason ?? null}
    where id = ${id}`);
}

/** Leaves the row of a deleted account without a person. */
export async function anonymiseAccount({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  // The constraint deleted_account_is_anonymous names the same values.
  await db.query(sql`
    update account set deleted_at = ${now()}, updated_at = ${now()}, name = 'Deleted account',
      email = 'deleted-' || md5(id), password_hash = '', mobile = '', avatar = '', pending_email = null,
      verify_email = false, last_login_date = null, role = 'USER', status = 'Inactive', must_change_password = false,
      blocked_at = null, blocked_reason = null
    where id = ${id}`);
}
