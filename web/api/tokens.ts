import { onStorageChange, readStored, removeStored, writeStored } from '#web/storage.ts';
import type { ApiError } from './api-error.ts';

const accessKey = 'accesstoken';
const refreshKey = 'refreshToken';

/** The two tokens of a session, kept in local storage under the names of specification section 9. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
}

const listeners = new Set<() => void>();

export function readTokens(): SessionTokens | null {
  const accessToken = readStored(accessKey);
  const refreshToken = readStored(refreshKey);
  return accessToken && refreshToken ? { accessToken, refreshToken } : null;
}

export function storeTokens(tokens: SessionTokens): void {
  // The access token last: who sees a new one also finds the refresh token that belongs to it.
  writeStored(refreshKey, tokens.refreshToken);
  writeStored(accessKey, tokens.accessToken);
  tell();
}

export function clearTokens(): void {
  removeStored(accessKey);
  removeStored(refreshKey);
  tell();
}

/** Calls back after tokens were stored or cleared, in this tab or another. Gives the way to stop. */
export function onTokensChange(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStorageChange([accessKey, refreshKey], listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** How the shop answers a refresh token: a new pair, or why not. */
export type ExchangeTokens = (refreshToken: string) => Promise<SessionTokens | ApiError>;

/** `renewed`: call again; `ended`: the session is over; an error: the shop could not be asked. */
export type RefreshOutcome = 'renewed' | 'ended' | ApiError;

type EndListener = (message: string) => void;

const endListeners = new Set<EndListener>();
// Anything else, such as the page of a hotel's network, says nothing about the session.
const endingCodes = new Set<string>(['BAD_REFRESH_TOKEN', 'ACCOUNT_SUSPENDED']);

/** Calls back with what the shop says when it ends the session of this tab. Gives the way to stop. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

let running: Promise<RefreshOutcome> | null = null;

/**
 * Renews the session once for all who ask at the same time, in this tab and in the others: a refresh token is
 * worth one use only, and its second use would end the session (decisions section 2).
 */
export function refreshTokens(staleAccessToken: string, exchange: ExchangeTokens): Promise<RefreshOutcome> {
  running ??= withLockAcrossTabs(() => renew(staleAccessToken, exchange)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(staleAccessToken: string, exchange: ExchangeTokens): Promise<RefreshOutcome> {
  const tokens = readTokens();
  if (tokens === null) return 'ended';
  // Another tab, or a call before this one, has renewed it while we waited.
  if (tokens.accessToken !== staleAccessToken) return 'renewed';
  const answer = await exchange(tokens.refreshToken);
  // Logged out, or logged in anew, while the shop was asked: that is newer than its answer.
  if (readTokens()?.refreshToken !== tokens.refreshToken) return readTokens() === null ? 'ended' : 'renewed';
  if (!(answer instanceof Error)) {
    storeTokens(answer);
    return 'renewed';
  }
  if (!endingCodes.has(answer.code)) return answer;
  end(answer);
  return 'ended';
}

/** Ends the session because the shop has said so to a call with its access token. */
export function invalidateSession(accessToken: string, refusal: ApiError): void {
  // Otherwise it has ended already, or a newer one has begun.
  if (readTokens()?.accessToken === accessToken) end(refusal);
}

function end({ message }: ApiError): void {
  clearTokens();
  for (const listener of endListeners) listener(message);
}

// Web Locks exist only on https and localhost; elsewhere tabs rely on the stored token alone.
function withLockAcrossTabs<Value>(work: () => Promise<Value>): Promise<Value> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  return navigator.locks.request('tokri-token-refresh', work);
}
