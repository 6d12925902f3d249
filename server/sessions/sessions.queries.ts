import sql from 'sql-template-tag';
import type { Role } from '#contract/base/permissions.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export type SessionRow = Pick<
  schema.Session,
  'id' | 'user_id' | 'expires_at' | 'revoked_at' | 'pin_device_id'
> &
  Pick<schema.Account, 'status' | 'must_change_password'>;

export interface RefreshTokenRow extends Pick<schema.RefreshToken, 'rotated_at' | 'is_exchanged'> {
  /** A later token of the session was rotated, so a successor is in use. */
  is_successor_used: boolean;
}

/** Returns whether the account has to change its password. */
export async function insertSession(
  db: Queryable,
  session: {
    id: string;
    userId: string;
    userAgent: string;
    now: Date;
    expiresAt: Date;
    pinDeviceId: string | null;
  },
): Promise<boolean> {
  const { id, userId, userAgent, now, expiresAt, pinDeviceId } = session;
  const row = await db.one<Pick<schema.Account, 'must_change_password'>>(sql`
    insert into session (id, user_id, user_agent, created_at, last_used_at, authenticated_at, expires_at,
      pin_device_id)
    values (${id}, ${userId}, ${userAgent}, ${now}, ${now}, ${now}, ${expiresAt}, ${pinDeviceId})
    returning (select must_change_password from account where account.id = session.user_id)`);
  return row.must_change_password;
}

export async function insertRefreshToken(
  db: Queryable,
  sessionId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into refresh_token (token_hash, session_id, created_at) values (${tokenHash}, ${sessionId}, ${now})`);
}

/** Locks the session of a token, which serializes all operations on its tokens. */
export async function lockSessionOfToken(db: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select s.id, s.user_id, s.expires_at, s.revoked_at, s.pin_device_id, a.status, a.must_change_password
    from session s
    join account a on a.id = s.user_id
    where s.id = (select session_id from refresh_token where token_hash = ${tokenHash})
    for update of s`);
  return row ?? null;
}

/** Call under the session lock: a statement that waited for the lock would see older rows. */
export async function selectRefreshToken(db: Queryable, tokenHash: Buffer): Promise<RefreshTokenRow | null> {
  const [row] = await db.query<RefreshTokenRow>(sql`
    select t.rotated_at, t.is_exchanged, exists (
      select 1 from refresh_token later
      where later.session_id = t.session_id and later.rotated_at > t.rotated_at
    ) as is_successor_used
    from refresh_token t
    where t.token_hash = ${tokenHash}`);
  return row ?? null;
}

/** Rotates a token, again if it is rotated, and replaces every token of the session that is not rotated yet. */
export async function markRotated(
  db: Queryable,
  sessionId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update refresh_token set rotated_at = ${now}, is_exchanged = token_hash = ${tokenHash}
    where session_id = ${sessionId} and (rotated_at is null or token_hash = ${tokenHash})`);
}

/** Extends a session, but not beyond its end. */
export async function extendSession(
  db: Queryable,
  sessionId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.query(sql`
    update session set last_used_at = ${now}, expires_at = least(${expiresAt}, ends_at) where id = ${sessionId}`);
}

/** Returns whether the session was active. */
export async function revokeSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update session set revoked_at = ${now}
    where id = ${sessionId} and user_id = ${userId} and revoked_at is null and expires_at > ${now}
    returning id`);
  return rows.length === 1;
}

/** Revokes every active session of a shopper except `keepId`; returns their ids. */
export async function revokeSessionsOf(
  db: Queryable,
  userId: string,
  exceptSessionId: string | null,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    update session set revoked_at = ${now}
    where user_id = ${userId} and id is distinct from ${exceptSessionId}
      and revoked_at is null and expires_at > ${now}
    returning id`);
  return rows.map(({ id }) => id);
}

/** As `revokeSessionsOf`, of the sessions by PIN on a device. */
export async function revokeSessionsOfDevice(db: Queryable, deviceId: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    update session set revoked_at = ${now}
    where pin_device_id = ${deviceId} and revoked_at is null and expires_at > ${now}
    returning id`);
  return rows.map(({ id }) => id);
}

/** Deletes the refresh tokens of an account, and what its ended sessions say about devices. */
export async function forgetSessions(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`
    delete from refresh_token where session_id in (select id from session where user_id = ${userId})`);
  await db.query(sql`update session set user_agent = '' where user_id = ${userId}`);
}

/** Returns the ids. */
export async function revokeAllSessions(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    update session set revoked_at = ${now} where revoked_at is null and expires_at > ${now} returning id`);
  return rows.map(({ id }) => id);
}

export type DeviceRow = Pick<schema.Session, 'id' | 'user_agent' | 'created_at' | 'last_used_at'>;

/** Active sessions: `firstId` first, then by last use. */
export async function selectActiveSessions(
  db: Queryable,
  userId: string,
  firstId: string,
  now: Date,
  limit: number,
): Promise<DeviceRow[]> {
  return db.query<DeviceRow>(sql`
    select id, user_agent, created_at, last_used_at from session
    where user_id = ${userId} and revoked_at is null and expires_at > ${now}
    order by id = ${firstId} desc, last_used_at desc, id desc
    limit ${limit}`);
}

/** Also ended ones. */
export function selectAllSessions(db: Queryable, userId: string): Promise<schema.Session[]> {
  return db.query<schema.Session>(sql`
    select * from session where user_id = ${userId} order by created_at desc, id desc`);
}

export interface AccessRow
  extends Pick<schema.Account, 'status' | 'has_second_factor'>,
    Pick<schema.Session, 'authenticated_at' | 'expires_at' | 'pin_device_id'> {
  is_session_active: boolean;
  roles: Role[];
}

export async function selectAccess(
  db: Queryable,
  userId: string,
  sessionId: string,
): Promise<AccessRow | null> {
  const [row] = await db.query<AccessRow>(sql`
    select a.status, a.has_second_factor, s.authenticated_at, s.expires_at, s.pin_device_id, s.revoked_at is null as is_session_active,
      array(select role from staff_role where account_id = a.id) as roles
    from session s
    join account a on a.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId}`);
  return row ?? null;
}

export async function selectMustChangePassword(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.query<Pick<schema.Account, 'must_change_password'>>(sql`
    select must_change_password from account where id = ${userId}`);
  return row?.must_change_password ?? false;
}

export async function updateAuthenticatedAt(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update session set authenticated_at = ${now} where id = ${sessionId} and user_id = ${userId}`);
}

/** Counts changed prices of a session. Returns false, and counts none, above `maximum` in a window. */
export async function countPriceChanges(
  db: Queryable,
  sessionId: string,
  { count, maximum, now, windowStart }: { count: number; maximum: number; now: Date; windowStart: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update session set
      prices_changed = ${count}::integer + case when prices_changed_since > ${windowStart} then prices_changed else 0 end,
      prices_changed_since = case when prices_changed_since > ${windowStart} then prices_changed_since else ${now} end
    where id = ${sessionId}
      and ${count}::integer + case when prices_changed_since > ${windowStart} then prices_changed else 0 end <= ${maximum}
    returning id`);
  return rows.length === 1;
}

export async function selectSessionsRevokedSince(
  db: Queryable,
  moment: Date,
): Promise<{ id: string; is_suspended: boolean }[]> {
  return db.query<{ id: string; is_suspended: boolean }>(sql`
    select s.id, a.status = 'Suspended' as is_suspended
    from session s
    join account a on a.id = s.user_id
    where s.revoked_at > ${moment}`);
}

export async function deleteTokensRotatedBefore(
  db: Queryable,
  sessionId: string,
  moment: Date,
): Promise<void> {
  await db.query(sql`delete from refresh_token where session_id = ${sessionId} and rotated_at < ${moment}`);
}

/** Deletes a shopper's sessions that expired or were revoked before a time, skipping locked rows. */
export async function deleteEndedSessions(
  db: Queryable,
  userId: string,
  now: Date,
  endedBefore: Date,
): Promise<void> {
  await db.query(sql`
    delete from session where id in (
      select id from session
      where user_id = ${userId} and (revoked_at < ${endedBefore} or expires_at <= ${now})
      for update skip locked
    )`);
}
