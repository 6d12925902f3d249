import type { Sql } from '../../database/connect.ts';

export interface AccountRow {
  id: string;
  name: string;
  email: string;
  password_hash: string;
  mobile: string;
  avatar: string;
  role: 'USER' | 'ADMIN';
  status: 'Active' | 'Inactive' | 'Suspended';
  verify_email: boolean;
  pending_email: string | null;
  last_login_date: Date | null;
}

interface NewAccount {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role: 'USER' | 'ADMIN';
  isEmailVerified: boolean;
}

/** Adds an account unless its e-mail address is taken; says whether it did. */
export async function insertAccount(sql: Sql, account: NewAccount): Promise<boolean> {
  const { id, name, email, passwordHash, role, isEmailVerified } = account;
  const rows = await sql`
    insert into account (id, name, email, password_hash, role, verify_email)
    values (${id}, ${name}, ${email}, ${passwordHash}, ${role}, ${isEmailVerified})
    on conflict (email) do nothing
    returning id`;
  return rows.length === 1;
}

export async function selectAccountByEmail(sql: Sql, email: string): Promise<AccountRow | null> {
  const [row] = await sql<AccountRow[]>`select * from account where email = ${email}`;
  return row ?? null;
}

export async function selectAccount(sql: Sql, id: string): Promise<AccountRow | null> {
  const [row] = await sql<AccountRow[]>`select * from account where id = ${id}`;
  return row ?? null;
}

/** Notes a login if the password that was checked is still the account's and may still log in; says whether. */
export async function recordLogin(
  sql: Sql,
  login: { id: string; checkedHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const { id, checkedHash, newHash, now } = login;
  const rows = await sql`
    update account set last_login_date = ${now}, password_hash = ${newHash}
    where id = ${id} and password_hash = ${checkedHash} and status <> 'Suspended'
    returning id`;
  return rows.length === 1;
}

export async function hasAdmin(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select exists (select 1 from account where role = 'ADMIN')`;
  return row?.exists ?? false;
}
