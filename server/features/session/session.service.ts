import { AppError } from '#contract/errors.ts';
import type { CallContext, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { newRefreshToken, refreshTokenHash } from './refresh-token.ts';
import * as queries from './session.queries.ts';

/** What a signed-in browser holds. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
// Two tabs may send the same token before either has heard of its successor, and an answer may be lost on the way:
// our client waits 15 seconds for it. So long a rotated token still works; later it betrays a copy in other hands.
const rotationGraceMs = 30_000;

/**
 * Starts a session for an account whose owner has just proved who they are; the caller's transaction decides
 * whether it comes to be.
 */
export async function startSession(context: CallContext, userId: string): Promise<TokenPair> {
  const { sql, userAgent } = context;
  const sessionId = newId();
  const refreshToken = newRefreshToken();
  const now = context.now();
  await queries.deleteEndedSessions(sql, userId, now);
  await queries.insertSession(sql, { id: sessionId, userId, userAgent, now, expiresAt: sessionEnd(now) });
  await queries.insertRefreshToken(sql, sessionId, refreshTokenHash(refreshToken), now);
  return { accessToken: await context.tokens.sign({ userId, sessionId }), refreshToken };
}

/**
 * Exchanges a refresh token for a new pair. A token that was exchanged before ends its whole session, for
 * somebody else must have a copy (decisions section 2). Throws BAD_REFRESH_TOKEN, ACCOUNT_SUSPENDED.
 */
export async function refreshSession(context: CallContext): Promise<TokenPair> {
  const { bearer } = context;
  if (bearer === null) throw new AppError('BAD_REFRESH_TOKEN');
  const refreshToken = newRefreshToken();
  const outcome = await inTransaction(context, (transaction) => rotate(transaction, bearer, refreshToken));
  // Thrown only after the commit, or the revocation would be rolled back with it.
  if (outcome instanceof AppError) throw outcome;
  return { accessToken: await context.tokens.sign(outcome), refreshToken };
}

async function rotate(context: CallContext, oldToken: string, newToken: string) {
  const { sql } = context;
  const hash = refreshTokenHash(oldToken);
  const session = await queries.lockSessionOfToken(sql, hash);
  const now = context.now();
  if (session === null || session.revoked_at !== null || session.expires_at <= now) {
    return new AppError('BAD_REFRESH_TOKEN');
  }
  if (session.status === 'Suspended') return new AppError('ACCOUNT_SUSPENDED');
  const token = await queries.selectRefreshToken(sql, hash);
  if (token === null) return new AppError('BAD_REFRESH_TOKEN');
  if (isStolen(token, now)) {
    context.log.warn({ userId: session.user_id, sessionId: session.id }, 'A used refresh token came back');
    await queries.revokeSession(sql, session.id, session.user_id, now);
    return new AppError('BAD_REFRESH_TOKEN');
  }
  if (token.rotated_at === null) {
    await queries.markRotated(sql, session.id, now);
    // Their session would have ended long ago without a newer one, so they betray nothing any more.
    await queries.deleteTokensRotatedBefore(sql, session.id, new Date(now.getTime() - sessionLifetimeMs));
  }
  await queries.insertRefreshToken(sql, session.id, refreshTokenHash(newToken), now);
  await queries.extendSession(sql, session.id, now, sessionEnd(now));
  return { userId: session.user_id, sessionId: session.id };
}

/** Whoever uses a successor has received it, and has no reason to come with its predecessor again. */
function isStolen({ rotated_at, is_outlived }: queries.RefreshTokenRow, now: Date): boolean {
  if (rotated_at === null) return false;
  return is_outlived || now.getTime() - rotated_at.getTime() > rotationGraceMs;
}

/** Ends the caller's session, so that its refresh tokens are worth nothing. */
export async function endSession({ sql, caller, now }: ShopperContext): Promise<void> {
  await queries.revokeSession(sql, caller.sessionId, caller.userId, now());
}

function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + sessionLifetimeMs);
}
