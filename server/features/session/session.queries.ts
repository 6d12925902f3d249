import type { Sql } from '../../database/connect.ts';

export interface SessionRow {
  id: string;
  user_id: string;
  expires_at: Date;
  revoked_at: Date | null;
  /** Of its account. */
  status: 'Active' | 'Inactive' | 'Suspended';
}

export interface RefreshTokenRow {
  rotated_at: Date | null;
  /** Another token of the session was rotated after this one, so one of its successors is in use. */
  is_outlived: boolean;
}

export async function insertSession(
  sql: Sql,
  session: { id: string; userId: string; userAgent: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { id, userId, userAgent, now, expiresAt } = session;
  await sql`
    insert into session (id, user_id, user_agent, created_at, last_used_at, expires_at)
    values (${id}, ${userId}, ${userAgent}, ${now}, ${now}, ${expiresAt})`;
}

export async function insertRefreshToken(
  sql: Sql,
  sessionId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await sql`
    insert into refresh_token (token_hash, session_id, created_at) values (${tokenHash}, ${sessionId}, ${now})`;
}

/** The session of a token, locked, so that whatever happens to its tokens happens one after the other. */
export async function lockSessionOfToken(sql: Sql, tokenHash: Buffer): Promise<SessionRow | null> {
  const [row] = await sql<SessionRow[]>`
    select s.id, s.user_id, s.expires_at, s.revoked_at, a.status
    from session s
    join account a on a.id = s.user_id
    where s.id = (select session_id from refresh_token where token_hash = ${tokenHash})
    for update of s`;
  return row ?? null;
}

/** To be read under the lock of its session: a statement that waited for the lock would see older rows. */
export async function selectRefreshToken(sql: Sql, tokenHash: Buffer): Promise<RefreshTokenRow | null> {
  const [row] = await sql<RefreshTokenRow[]>`
    select t.rotated_at, exists (
      select 1 from refresh_token later
      where later.session_id = t.session_id and later.rotated_at > t.rotated_at
    ) as is_outlived
    from refresh_token t
    where t.token_hash = ${tokenHash}`;
  return row ?? null;
}

/** Rotates all tokens of a session that are not yet: the one in use, and its siblings with it. */
export async function markRotated(sql: Sql, sessionId: string, now: Date): Promise<void> {
  await sql`
    update refresh_token set rotated_at = ${now} where session_id = ${sessionId} and rotated_at is null`;
}

export async function extendSession(sql: Sql, sessionId: string, now: Date, expiresAt: Date): Promise<void> {
  await sql`update session set last_used_at = ${now}, expires_at = ${expiresAt} where id = ${sessionId}`;
}

export async function revokeSession(sql: Sql, sessionId: string, userId: string, now: Date): Promise<void> {
  await sql`
    update session set revoked_at = ${now}
    where id = ${sessionId} and user_id = ${userId} and revoked_at is null`;
}

export async function deleteTokensRotatedBefore(sql: Sql, sessionId: string, moment: Date): Promise<void> {
  await sql`delete from refresh_token where session_id = ${sessionId} and rotated_at < ${moment}`;
}

/** Deletes a shopper's sessions that are over, but for those that somebody holds at this moment. */
export async function deleteEndedSessions(sql: Sql, userId: string, now: Date): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session
      where user_id = ${userId} and (revoked_at is not null or expires_at <= ${now})
      for update skip locked
    )`;
}
