import type { Sql } from '../../database/connect.ts';

const mostDeletedAtOnce = 10;

/** Takes one attempt out of the count of a window that is still open. */
export async function decreaseAttempts(sql: Sql, key: string, nowMs: number): Promise<void> {
  await sql`update attempt set points = points - 1 where key = ${key} and points > 0 and expire > ${nowMs}`;
}

/** Deletes a few windows that are over; those that somebody counts in at this moment are opened anew. */
export async function deleteOldAttempts(sql: Sql, nowMs: number): Promise<void> {
  await sql`
    delete from attempt where key in (
      select key from attempt where expire < ${nowMs} limit ${mostDeletedAtOnce} for update skip locked
    )`;
}
