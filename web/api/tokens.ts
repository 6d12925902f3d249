import { onStorageChange, readStored, removeStored, writeStored } from '#web/base/storage.ts';
import type { ApiError } from './api-error.ts';

const accessKey = 'accesstoken';
const refreshKey = 'refreshToken';
/** Tells the other tabs the server's message about a session that it has ended. */
const endMessageKey = 'tokri.session-end';

/** The tokens of a session, in local storage as `accesstoken` and `refreshToken`. */
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

let isLoggedOut = false;

/** Whether this tab has ended its session and begun no other. */
export function hasLoggedOut(): boolean {
  return isLoggedOut;
}

export function storeTokens(tokens: SessionTokens): void {
  // The access token last: another tab that reads a new one must find its refresh token.
  writeStored(refreshKey, tokens.refreshToken);
  writeStored(accessKey, tokens.accessToken);
  isLoggedOut = false;
  notify();
}

export function clearTokens(): void {
  removeStored(accessKey);
  removeStored(refreshKey);
  isLoggedOut = true;
  notify();
}

/** Calls back after tokens were stored or cleared, in this tab or another. Returns the function that stops it. */
export function onTokensChange(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStorageChange([accessKey, refreshKey], listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

export type ExchangeTokens = (refreshToken: string) => Promise<SessionTokens | ApiError>;

/** `refreshed`: repeat the request; `ended`: the session is over; an error: the refresh failed and can be retried. */
export type RefreshOutcome = 'refreshed' | 'session ended' | ApiError;

type EndListener = (message: string) => void;

const endListeners = new Set<EndListener>();
// Other errors, such as those of a captive portal, do not end the session.
const endingCodes = new Set<string>(['BAD_REFRESH_TOKEN', 'ACCOUNT_SUSPENDED']);

/** Calls back with the server's message when it ends the session in this tab or another. Returns what stops it. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  const stop = onStorageChange([endMessageKey], (message) => {
    if (message !== null) listener(message);
  });
  return () => {
    endListeners.delete(listener);
    stop();
  };
}

let running: Promise<RefreshOutcome> | null = null;
/** The last access token that the server has refused or that had expired. */
let overToken: string | null = null;
// A new access token had expired already by the clock of this device.
let isClockWrong = false;

/**
 * Whether a refresh is running, or this access token is over: it was refused, or has expired by the clock of this
 * device.
 */
export function needsRefresh(accessToken: string): boolean {
  return running !== null || accessToken === overToken || (!isClockWrong && hasExpired(accessToken));
}

/**
 * Refreshes the tokens once for all concurrent callers, in this tab and in others: a refresh token that is used after
 * its successor ends the session.
 */
export function refreshTokens(staleAccessToken: string, exchange: ExchangeTokens): Promise<RefreshOutcome> {
  running ??= withLockAcrossTabs(() => refreshOnce(staleAccessToken, exchange)).finally(() => {
    running = null;
  });
  return running;
}

/** By the claim `exp`, in seconds. */
function hasExpired(accessToken: string): boolean {
  const { exp } = claimsOf(accessToken);
  return typeof exp === 'number' && exp * 1000 <= Date.now();
}

/** The claims of a JWT; none of other texts. */
function claimsOf(accessToken: string): { exp?: unknown; sub?: unknown; pin?: unknown } {
  try {
    const [, claims = ''] = accessToken.split('.');
    return Object(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return {};
  }
}

/** Whether the session of this browser was started by PIN. */
export function isSessionByPin(): boolean {
  return claimsOf(readTokens()?.accessToken ?? '').pin === true;
}

let shownUserId: string | null = null;

/** Notes whose session this tab shows; null while it knows of none. */
export function setAccountOfPage(userId: string | null): void {
  shownUserId = userId;
}

/**
 * Whether another account has logged in, in another tab, and this tab does not show it yet: what it sends for the
 * former account would land in the new one.
 */
export function isOfOtherAccount(accessToken: string): boolean {
  const { sub } = claimsOf(accessToken);
  return shownUserId !== null && sub !== undefined && sub !== shownUserId;
}

async function refreshOnce(staleAccessToken: string, exchange: ExchangeTokens): Promise<RefreshOutcome> {
  overToken = staleAccessToken;
  const tokens = readTokens();
  if (tokens === null) return 'session ended';
  // Another tab or an earlier request has refreshed it.
  if (tokens.accessToken !== staleAccessToken) return 'refreshed';
  const result = await exchange(tokens.refreshToken);
  // A logout or login during the request is newer than its response.
  if (readTokens()?.refreshToken !== tokens.refreshToken)
    return readTokens() === null ? 'session ended' : 'refreshed';
  if (!(result instanceof Error)) {
    storeTokens(result);
    isClockWrong = hasExpired(result.accessToken);
    return 'refreshed';
  }
  if (!endingCodes.has(result.code)) return result;
  end(result);
  return 'session ended';
}

/** Removes the session of `accessToken` from this browser after the server rejected it. */
export function clearSession(accessToken: string, error: ApiError): void {
  // Otherwise the session has ended already or a newer one has started.
  if (readTokens()?.accessToken === accessToken) end(error);
}

function end({ message }: ApiError): void {
  // The event in the other tabs has the message, so that nothing of it stays on the device.
  writeStored(endMessageKey, message);
  removeStored(endMessageKey);
  clearTokens();
  for (const listener of endListeners) listener(message);
}

const refreshLock = 'tokri-token-refresh';
// Longer than a request may take: a tab that still holds the lock is frozen.
const lockWaitMs = 20_000;

/**
 * Runs `work` while no other tab does. The browser releases the lock of a tab that is closed. From a tab that is frozen
 * this one takes it after 20 seconds: the server accepts the same refresh token again from a client that has not used
 * the response.
 */
async function withLockAcrossTabs<Value>(work: () => Promise<Value>): Promise<Value> {
  // Web Locks exist only on https and localhost; elsewhere tabs rely on the stored token.
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  let started: Promise<Value> | undefined;
  const start = () => {
    started = work();
    return started;
  };
  try {
    return await navigator.locks.request(refreshLock, { signal: AbortSignal.timeout(lockWaitMs) }, start);
  } catch {
    // If another tab has taken the lock from this one, the request of this one goes on.
    return started ?? navigator.locks.request(refreshLock, { steal: true }, start);
  }
}
