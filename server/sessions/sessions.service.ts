import { createHash, randomBytes } from 'node:crypto';
import { dayMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Session } from '#contract/identity/account.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Caller, Context, RequestContext } from '#server/http/context.ts';
import { asSecurityEvent } from '#server/http/errors.ts';
import { parseDevice } from './device.ts';
import { revokedSessionTtlMs } from './revoked-sessions.ts';
import * as queries from './sessions.queries.ts';

/** A refresh token: 256 random bits. */
function generateRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form. The token is random, so a fast hash is enough. */
function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

const sessionLifetimeMs = 30 * dayMs;
// Tabs without Web Locks may send the same token at once. Within this time each gets a token that works.
const reuseGraceMs = 30_000;
// Bounds the list for an account with thousands of sessions.
const maximumListedSessions = 100;

/**
 * Starts a session in the caller's transaction. The caller has verified the credentials.
 * @param pinDeviceId the device on which the person logged in by PIN
 */
export async function startSession(
  context: RequestContext,
  userId: string,
  pinDeviceId: string | null = null,
): Promise<TokenPair> {
  const { db, userAgent } = context;
  const sessionId = newId();
  const refreshToken = generateRefreshToken();
  const now = context.now();
  // Each process rejects ended sessions from memory (`revoked-sessions.ts`). One that lost its connection reads the
  // recent ones again, so they must stay in the table.
  const endedBefore = new Date(now.getTime() - revokedSessionTtlMs);
  await queries.deleteEndedSessions(db, userId, now, endedBefore);
  const session = { id: sessionId, userId, userAgent, now, expiresAt: sessionEnd(now), pinDeviceId };
  const must_change_password = await queries.insertSession(db, session);
  await queries.insertRefreshToken(db, sessionId, hashRefreshToken(refreshToken), now);
  const caller = toCaller({
    id: sessionId,
    user_id: userId,
    must_change_password,
    pin_device_id: pinDeviceId,
  });
  return { accessToken: await context.tokens.sign(caller), refreshToken };
}

/**
 * Exchanges a refresh token for a new pair. A client that lost the answer may send the same token again. A token whose
 * successor was used, or that another one has replaced, must have been copied: it revokes its session. Throws
 * BAD_REFRESH_TOKEN, ACCOUNT_SUSPENDED.
 */
export async function refreshSession(context: RequestContext): Promise<TokenPair> {
  const { bearerToken } = context;
  if (bearerToken === null) throw new AppError('BAD_REFRESH_TOKEN');
  const refreshToken = generateRefreshToken();
  const outcome = await inTransaction(context, (transaction) =>
    rotate(transaction, bearerToken, refreshToken),
  );
  // Announced and thrown after the commit; an exception inside would roll the revocation back.
  if (outcome.revokedSessionId !== undefined) context.revokedSessions.add([outcome.revokedSessionId]);
  if (outcome.refusal !== undefined) {
    const error = new AppError(outcome.refusal);
    const { userId: accountId } = outcome;
    throw accountId === undefined ? error : asSecurityEvent(error, { kind: 'token-reused', accountId });
  }
  return { accessToken: await context.tokens.sign(outcome.caller), refreshToken };
}

type Rotation =
  | { caller: Caller; refusal?: undefined; revokedSessionId?: undefined }
  | { refusal: 'BAD_REFRESH_TOKEN' | 'ACCOUNT_SUSPENDED'; revokedSessionId?: string; userId?: string };

async function rotate(context: RequestContext, oldToken: string, newToken: string): Promise<Rotation> {
  const { db } = context;
  const hash = hashRefreshToken(oldToken);
  const session = await queries.lockSessionOfToken(db, hash);
  const now = context.now();
  if (session === null) return { refusal: 'BAD_REFRESH_TOKEN' };
  // Checked before the session, which a suspension ends: the shopper should learn the reason.
  if (session.status === 'Suspended') return { refusal: 'ACCOUNT_SUSPENDED' };
  if (session.revoked_at !== null || session.expires_at <= now) return { refusal: 'BAD_REFRESH_TOKEN' };
  const token = await queries.selectRefreshToken(db, hash);
  if (token === null) return { refusal: 'BAD_REFRESH_TOKEN' };
  if (isReplayed(token, now)) {
    context.log.warn(
      { userId: session.user_id, sessionId: session.id },
      'A used refresh token was presented again; the session is revoked',
    );
    await queries.revokeSession(db, session.id, session.user_id, now);
    return { refusal: 'BAD_REFRESH_TOKEN', revokedSessionId: session.id, userId: session.user_id };
  }
  const isCurrent = token.rotated_at === null;
  // After a late repetition the tokens of lost answers are replaced too: if one of them was not lost, its use ends
  // the session, so a thief of the former token is found at the next refresh of the owner.
  if (isCurrent || !isWithinReuseGrace(token, now)) await queries.markRotated(db, session.id, hash, now);
  if (isCurrent) {
    // Tokens that were exchanged a session lifetime ago are forgotten; presented again, they are unknown.
    await queries.deleteTokensRotatedBefore(db, session.id, new Date(now.getTime() - sessionLifetimeMs));
  }
  await queries.insertRefreshToken(db, session.id, hashRefreshToken(newToken), now);
  await queries.extendSession(db, session.id, now, sessionEnd(now));
  return { caller: toCaller(session) };
}

function toCaller({
  id: sessionId,
  user_id: userId,
  must_change_password,
  pin_device_id,
}: Pick<queries.SessionRow, 'id' | 'user_id' | 'must_change_password' | 'pin_device_id'>): Caller {
  // The password of a person who logs in by PIN cannot be changed in that session.
  if (pin_device_id !== null) return { userId, sessionId, isByPin: true };
  return { userId, sessionId, ...(must_change_password && { mustChangePassword: true as const }) };
}

/** A client that used the successor received it and does not need its predecessor. */
function isReplayed(token: queries.RefreshTokenRow, now: Date): boolean {
  if (token.rotated_at === null) return false;
  return token.is_successor_used || (!token.is_exchanged && !isWithinReuseGrace(token, now));
}

function isWithinReuseGrace({ rotated_at }: queries.RefreshTokenRow, now: Date): boolean {
  return rotated_at !== null && now.getTime() - rotated_at.getTime() <= reuseGraceMs;
}

/** The caller's devices: this one first, then by last use. */
export async function listSessions({ db, caller, now }: AuthenticatedContext): Promise<Session[]> {
  const { userId, sessionId } = caller;
  const rows = await queries.selectActiveSessions(db, userId, sessionId, now(), maximumListedSessions);
  return rows.map(({ id, user_agent, created_at, last_used_at }) => ({
    _id: id,
    ...parseDevice(user_agent),
    isCurrent: id === sessionId,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }));
}

/** Throws NOT_FOUND when the session is not the caller's or has ended. */
export async function endSession(context: AuthenticatedContext, sessionId: string): Promise<void> {
  const { db, caller, now, revokedSessions } = context;
  if (!(await queries.revokeSession(db, sessionId, caller.userId, now()))) throw new AppError('NOT_FOUND');
  revokedSessions.add([sessionId]);
}

export async function endOwnSession(context: AuthenticatedContext): Promise<void> {
  const { db, caller, now, revokedSessions } = context;
  // Only a session of the caller: otherwise anyone could have tokens of others rejected.
  if (await queries.revokeSession(db, caller.sessionId, caller.userId, now()))
    revokedSessions.add([caller.sessionId]);
}

/** Returns the number of sessions ended. */
export async function endOtherSessions(context: AuthenticatedContext): Promise<number> {
  const { userId, sessionId } = context.caller;
  const ids = await endAccountSessionsExcept(context, userId, sessionId);
  context.revokedSessions.add(ids);
  return ids.length;
}

/**
 * Ends all sessions of an account, in the caller's transaction if there is one; returns their ids. Pass them
 * to `context.revokedSessions.add(ids)` after the commit, so that this process rejects their tokens at once.
 */
export function endAccountSessions(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
): Promise<string[]> {
  return queries.revokeSessionsOf(db, userId, null, now());
}

/** As `endAccountSessions`, of the sessions by PIN on a device. */
export function endSessionsOfDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  deviceId: string,
): Promise<string[]> {
  return queries.revokeSessionsOfDevice(db, deviceId, now());
}

/**
 * Deletes the tokens and devices of ended sessions. Their ids stay while access tokens may be valid, which processes
 * reject by them.
 */
export function forgetSessions({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  return queries.forgetSessions(db, userId);
}

/** All sessions of an account, also ended ones, for the export of its data. */
export async function exportSessions({ db }: Pick<Context, 'db'>, userId: string) {
  const rows = await queries.selectAllSessions(db, userId);
  return rows.map((session) => ({
    _id: session.id,
    device: parseDevice(session.user_agent).device,
    userAgent: session.user_agent,
    createdAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
    expiresAt: session.expires_at.toISOString(),
    endedAt: session.revoked_at?.toISOString() ?? null,
  }));
}

/** As `endAccountSessions`, for all accounts. */
export function endAllSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  return queries.revokeAllSessions(db, now());
}

/** As `endAccountSessions`, except the given session. */
export function endAccountSessionsExcept(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
  sessionId: string,
): Promise<string[]> {
  return queries.revokeSessionsOf(db, userId, sessionId, now());
}

/** Records that the caller has confirmed the session, for `requireStepUp`. */
export function recordStepUp({ db, caller, now }: AuthenticatedContext): Promise<void> {
  return queries.updateAuthenticatedAt(db, caller.sessionId, caller.userId, now());
}

function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + sessionLifetimeMs);
}
