import { createHash, randomBytes } from 'node:crypto';
import type { Session } from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller, Context, RequestContext, ShopperContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { parseDevice } from './device.ts';
import { revokedSessionTtlMs } from './revoked-sessions.ts';
import * as queries from './sessions.queries.ts';

/** A new refresh token: 256 random bits that mean nothing. */
function generateRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a refresh token. It is random, so a fast hash is enough. */
function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What a signed-in browser holds. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
// Two tabs may send the same token before either has heard of its successor, and an answer may be lost on the way:
// our client waits 15 seconds for it. So long a rotated token still works; later it betrays a copy in other hands.
const rotationGraceMs = 30_000;
// Nobody looks through more devices than that; a program that logs in every minute may have thousands.
const mostListed = 100;

/**
 * Starts a session for an account whose owner has just proved who they are; the caller's transaction decides
 * whether it comes to be.
 */
export async function startSession(context: RequestContext, userId: string): Promise<TokenPair> {
  const { db, userAgent } = context;
  const sessionId = newId();
  const refreshToken = generateRefreshToken();
  const now = context.now();
  // Those that ended just now have to be found by every process that asks what it has missed.
  const endedBefore = new Date(now.getTime() - revokedSessionTtlMs);
  await queries.deleteEndedSessions(db, userId, now, endedBefore);
  await queries.insertSession(db, { id: sessionId, userId, userAgent, now, expiresAt: sessionEnd(now) });
  await queries.insertRefreshToken(db, sessionId, hashRefreshToken(refreshToken), now);
  return { accessToken: await context.tokens.sign({ userId, sessionId }), refreshToken };
}

/**
 * Exchanges a refresh token for a new pair. A token that was exchanged before ends its whole session, for
 * somebody else must have a copy (decisions section 2). Throws BAD_REFRESH_TOKEN, ACCOUNT_SUSPENDED.
 */
export async function refreshSession(context: RequestContext): Promise<TokenPair> {
  const { bearer } = context;
  if (bearer === null) throw new AppError('BAD_REFRESH_TOKEN');
  const refreshToken = generateRefreshToken();
  const outcome = await inTransaction(context, (transaction) => rotate(transaction, bearer, refreshToken));
  // Told and thrown only after the commit, or the revocation would be rolled back with it.
  if (outcome.endedId !== undefined) context.revokedSessions.add([outcome.endedId]);
  if (outcome.refusal !== undefined) throw new AppError(outcome.refusal);
  return { accessToken: await context.tokens.sign(outcome.caller), refreshToken };
}

type Rotation =
  | { caller: Caller; refusal?: undefined; endedId?: undefined }
  | { refusal: 'BAD_REFRESH_TOKEN' | 'ACCOUNT_SUSPENDED'; endedId?: string };

async function rotate(context: RequestContext, oldToken: string, newToken: string): Promise<Rotation> {
  const { db } = context;
  const hash = hashRefreshToken(oldToken);
  const session = await queries.lockSessionOfToken(db, hash);
  const now = context.now();
  if (session === null) return { refusal: 'BAD_REFRESH_TOKEN' };
  // Before looking whether the session has ended, for a suspension ends it: the shopper is to hear why.
  if (session.status === 'Suspended') return { refusal: 'ACCOUNT_SUSPENDED' };
  if (session.revoked_at !== null || session.expires_at <= now) return { refusal: 'BAD_REFRESH_TOKEN' };
  const token = await queries.selectRefreshToken(db, hash);
  if (token === null) return { refusal: 'BAD_REFRESH_TOKEN' };
  if (isStolen(token, now)) {
    context.log.warn({ userId: session.user_id, sessionId: session.id }, 'A used refresh token came back');
    await queries.revokeSession(db, session.id, session.user_id, now);
    return { refusal: 'BAD_REFRESH_TOKEN', endedId: session.id };
  }
  if (token.rotated_at === null) {
    await queries.markRotated(db, session.id, now);
    // Their session would have ended long ago without a newer one, so they betray nothing any more.
    await queries.deleteTokensRotatedBefore(db, session.id, new Date(now.getTime() - sessionLifetimeMs));
  }
  await queries.insertRefreshToken(db, session.id, hashRefreshToken(newToken), now);
  await queries.extendSession(db, session.id, now, sessionEnd(now));
  return { caller: { userId: session.user_id, sessionId: session.id } };
}

/** Whoever uses a successor has received it, and has no reason to come with its predecessor again. */
function isStolen({ rotated_at, is_outlived }: queries.RefreshTokenRow, now: Date): boolean {
  if (rotated_at === null) return false;
  return is_outlived || now.getTime() - rotated_at.getTime() > rotationGraceMs;
}

/** The devices on which the caller is logged in: this one first, then the last used. */
export async function listSessions({ db, caller, now }: ShopperContext): Promise<Session[]> {
  const { userId, sessionId } = caller;
  const rows = await queries.selectLivingSessions(db, userId, sessionId, now(), mostListed);
  return rows.map(({ id, user_agent, created_at, last_used_at }) => ({
    _id: id,
    ...parseDevice(user_agent),
    isCurrent: id === sessionId,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }));
}

/** Ends one of the caller's sessions, tokens and all. Throws NOT_FOUND when it is not theirs or over already. */
export async function endSession(context: ShopperContext, sessionId: string): Promise<void> {
  const { db, caller, now, revokedSessions } = context;
  if (!(await queries.revokeSession(db, sessionId, caller.userId, now()))) throw new AppError('NOT_FOUND');
  revokedSessions.add([sessionId]);
}

/** Logs the caller out on this device. */
export async function endOwnSession(context: ShopperContext): Promise<void> {
  const { db, caller, now, revokedSessions } = context;
  // Only if it was theirs, or a caller could have somebody else's tokens refused.
  if (await queries.revokeSession(db, caller.sessionId, caller.userId, now()))
    revokedSessions.add([caller.sessionId]);
}

/** Logs the caller out on every other device; gives how many those were. */
export async function endOtherSessions(context: ShopperContext): Promise<number> {
  const { userId, sessionId } = context.caller;
  const ids = await endOtherAccountSessions(context, userId, sessionId);
  context.revokedSessions.add(ids);
  return ids.length;
}

/**
 * Ends all sessions of an account, in the caller's transaction if there is one; gives their ids. After the commit
 * `context.endedSessions.add(ids)` makes it count from the next call on, rather than some milliseconds later.
 */
export function endAccountSessions(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
): Promise<string[]> {
  return queries.revokeSessionsOf(db, userId, null, now());
}

/** Like `endAccountSessions`, but of every account: for whoever runs the shop and fears that tokens were stolen. */
export function endAllSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  return queries.revokeAllSessions(db, now());
}

/** Like `endAccountSessions`, but for the session that goes on. */
export function endOtherAccountSessions(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
  sessionId: string,
): Promise<string[]> {
  return queries.revokeSessionsOf(db, userId, sessionId, now());
}

/**
 * The role of a caller, from the database, for calls where minutes matter. Throws UNAUTHENTICATED when the session
 * or the account is gone, ACCOUNT_SUSPENDED.
 */
export async function getRole({ db, caller }: ShopperContext): Promise<'USER' | 'ADMIN'> {
  const standing = await queries.selectAccess(db, caller.userId, caller.sessionId);
  if (standing === null) throw new AppError('UNAUTHENTICATED');
  if (standing.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  if (!standing.is_living) throw new AppError('UNAUTHENTICATED');
  return standing.role;
}

function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + sessionLifetimeMs);
}
