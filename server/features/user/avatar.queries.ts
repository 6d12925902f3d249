import type { Sql } from '../../database/connect.ts';

/** Gives an account another picture unless it is gone or suspended; says whether it did. */
export async function updateAvatar(sql: Sql, userId: string, avatar: string): Promise<boolean> {
  const rows = await sql`
    update account set avatar = ${avatar} where id = ${userId} and status <> 'Suspended' returning id`;
  return rows.length === 1;
}
