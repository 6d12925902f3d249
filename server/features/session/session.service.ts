import { AppError } from '#contract/errors.ts';
import type { CallContext, Context, ShopperContext } from '../../context.ts';
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
// Two tabs may send the same token before either has heard of its successor. Within these seconds a rotated
// token still works; after them it betrays a copy in other hands.
const rotationGraceMs = 10_000;

/** Starts a session for an account whose owner has just proved who they are. */
export async function startSession(context: CallContext, userId: string): Promise<TokenPair> {
  const sessionId = newId();
  const refreshToken = newRefreshToken();
  await inTransaction(context, async ({ sql, now, userAgent }) => {
    await queries.insertSession(sql, { id: sessionId, userId, userAgent, expiresAt: sessionEnd(now()) });
    await queries.insertRefreshToken(sql, sessionId, refreshTokenHash(refreshToken));
  });
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

async function rotate({ sql, now }: Context, oldToken: string, newToken: string) {
  const hash = refreshTokenHash(oldToken);
  const token = await queries.lockRefreshToken(sql, hash);
  const moment = now();
  if (token === null || token.revoked_at !== null || token.expires_at <= moment) {
    return new AppError('BAD_REFRESH_TOKEN');
  }
  const { session_id: sessionId, user_id: userId } = token;
  if (token.status === 'Suspended') return new AppError('ACCOUNT_SUSPENDED');
  if (token.rotated_at !== null && moment.getTime() - token.rotated_at.getTime() > rotationGraceMs) {
    await queries.revokeSession(sql, sessionId, userId, moment);
    return new AppError('BAD_REFRESH_TOKEN');
  }
  await queries.markRotated(sql, hash, moment);
  await queries.insertRefreshToken(sql, sessionId, refreshTokenHash(newToken));
  await queries.extendSession(sql, sessionId, moment, sessionEnd(moment));
  return { userId, sessionId };
}

/** Ends the caller's session, so that its refresh tokens are worth nothing. */
export async function endSession({ sql, caller, now }: ShopperContext): Promise<void> {
  await queries.revokeSession(sql, caller.sessionId, caller.userId, now());
}

function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + sessionLifetimeMs);
}
