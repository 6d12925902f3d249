import type { Sql } from '../../database/connect.ts';

export interface RefreshTokenRow {
  session_id: string;
  user_id: string;
  rotated_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date;
  status: 'Active' | 'Inactive' | 'Suspended';
}

export async function insertSession(
  sql: Sql,
  session: { id: string; userId: string; userAgent: string; expiresAt: Date },
): Promise<void> {
  const { id, userId, userAgent, expiresAt } = session;
  await sql`
    insert into session (id, user_id, user_agent, expires_at) values (${id}, ${userId}, ${userAgent}, ${expiresAt})`;
}

export async function insertRefreshToken(sql: Sql, sessionId: string, tokenHash: Buffer): Promise<void> {
  await sql`insert into refresh_token (token_hash, session_id) values (${tokenHash}, ${sessionId})`;
}

/** The token with its session, locked: of two that come at once, the second sees what the first did. */
export async function lockRefreshToken(sql: Sql, tokenHash: Buffer): Promise<RefreshTokenRow | null> {
  const [row] = await sql<RefreshTokenRow[]>`
    select t.session_id, t.rotated_at, s.user_id, s.revoked_at, s.expires_at, a.status
    from refresh_token t
    join session s on s.id = t.session_id
    join account a on a.id = s.user_id
    where t.token_hash = ${tokenHash}
    for update of t, s`;
  return row ?? null;
}

export async function markRotated(sql: Sql, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`update refresh_token set rotated_at = ${now} where token_hash = ${tokenHash} and rotated_at is null`;
}

export async function extendSession(sql: Sql, sessionId: string, now: Date, expiresAt: Date): Promise<void> {
  await sql`update session set last_used_at = ${now}, expires_at = ${expiresAt} where id = ${sessionId}`;
}

export async function revokeSession(sql: Sql, sessionId: string, userId: string, now: Date): Promise<void> {
  await sql`
    update session set revoked_at = ${now}
    where id = ${sessionId} and user_id = ${userId} and revoked_at is null`;
}
