import type { Sql } from '../../database/connect.ts';

export interface AdministeredRow {
  id: string;
  email: string;
  role: 'USER' | 'ADMIN';
  status: 'Active' | 'Inactive' | 'Suspended';
}

/** An account, held until the transaction ends. */
export async function lockAccountByEmail(sql: Sql, email: string): Promise<AdministeredRow | null> {
  const [row] = await sql<AdministeredRow[]>`
    select id, email, role, status from account where email = ${email} for no key update`;
  return row ?? null;
}

/**
 * The admins who can log in, held in the order of their ids: of two who are made shoppers at once, the second sees
 * that the first is none any more.
 */
export async function lockActiveAdmins(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from account where role = 'ADMIN' and status <> 'Suspended' order by id for no key update`;
  return rows.map(({ id }) => id);
}

export async function updateRole(sql: Sql, id: string, role: AdministeredRow['role']): Promise<void> {
  await sql`update account set role = ${role}, updated_at = now() where id = ${id}`;
}

/** Suspended, an account has no living session afterwards: a trigger sees to it. */
export async function updateStatus(sql: Sql, id: string, status: 'Active' | 'Suspended'): Promise<void> {
  await sql`update account set status = ${status}, updated_at = now() where id = ${id}`;
}

/** Also ends a move to another address, for whoever asked for it may be who the password is kept from. */
export async function updatePassword(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql`
    update account set password_hash = ${passwordHash}, pending_email = null, updated_at = now()
    where id = ${id}`;
}

export interface SummaryRow extends Pick<AdministeredRow, 'email' | 'role' | 'status'> {
  name: string;
  verify_email: boolean;
  last_login_date: Date | null;
}

export async function selectSummaries(sql: Sql, role: AdministeredRow['role'] | null): Promise<SummaryRow[]> {
  return sql<SummaryRow[]>`
    select email, name, role, status, verify_email, last_login_date from account
    where ${role}::text is null or role = ${role}
    order by email`;
}
