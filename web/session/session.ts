import { useEffect, useSyncExternalStore } from 'react';
import type { User } from '#contract/account.ts';
import type { EndpointInput } from '#contract/api.ts';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import { clearTokens, onSessionEnd, onTokensChange, readTokens, storeTokens } from '#web/api/tokens.ts';
import { onStorageChange, readStoredJson, removeStored, writeStored } from '#web/storage.ts';
import { showToast } from '#web/ui/toast.ts';

/** Where the last known account lies, so that a page can greet its shopper before the shop has answered. */
const storedUserKey = 'tokri.user';

/** The last known account; null when there is none or when somebody else wrote there. */
function readStoredUser(): User | null {
  const value = readStoredJson(storedUserKey);
  return isUser(value) ? value : null;
}

function storeUser(user: User): void {
  writeStored(storedUserKey, JSON.stringify(user));
}

function removeStoredUser(): void {
  removeStored(storedUserKey);
}

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const text = (name: string) => name in value && typeof Reflect.get(value, name) === 'string';
  return ['_id', 'name', 'email', 'avatar', 'mobile', 'status', 'role'].every(text);
}

/** Who is shopping. `unknown` on the server, while a page wakes up, and until an account was first read. */
export type Session =
  | { status: 'unknown'; user: null }
  | { status: 'guest'; user: null }
  | { status: 'shopper'; user: User };

export const unknownSession: Session = { status: 'unknown', user: null };
const guestSession: Session = { status: 'guest', user: null };

const firstRetryMilliseconds = 2_000;
const longestRetryMilliseconds = 60_000;
const logOutTimeoutMilliseconds = 4_000;
// The account is gone or closed: its tokens are worth nothing any more.
const endingCodes = new Set<string>(['UNAUTHENTICATED', 'NOT_FOUND', 'ACCOUNT_SUSPENDED']);

let session: Session = unknownSession;
let isStarted = false;
let reading: Promise<void> | null = null;
// Counts who was logged in, so that an answer about an earlier shopper is known for what it is.
let generation = 0;
let retryMilliseconds = firstRetryMilliseconds;
const listeners = new Set<() => void>();

export function getSession(): Session {
  return session;
}

/** Calls back when the session changes, in whatever tab that happens. Gives the way to stop. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  start();
  return () => listeners.delete(listener);
}

/** Starts a session; is done when the account is known too. */
export async function logIn(input: EndpointInput<'loginUser'>): Promise<CallOutcome<'loginUser'>> {
  const outcome = await callApi('loginUser', input);
  if (!outcome.isOk) return outcome;
  const { accesstoken, refreshToken } = outcome.answer.data;
  // Whoever was known before is not who logs in now.
  generation++;
  removeStoredUser();
  change(unknownSession);
  storeTokens({ accessToken: accesstoken, refreshToken });
  await readUser();
  return outcome;
}

/** Ends the session here and on the server, and forgets the account; the cart of a guest is not touched. */
export async function logOut(): Promise<void> {
  // Without a connection the shopper still leaves this device; the server's session then runs out by itself.
  await callApi('logoutUser', {}, { timeoutMilliseconds: logOutTimeoutMilliseconds });
  forgetSession();
}

/** Shows a changed account everywhere, such as after the profile was saved. */
export function setSessionUser(user: User): void {
  storeUser(user);
  change({ status: 'shopper', user });
}

function start(): void {
  if (isStarted || typeof window === 'undefined') return;
  isStarted = true;
  onTokensChange(reconcile);
  onSessionEnd((message) => showToast('error', message));
  onStorageChange([storedUserKey], adoptStoredUser);
  window.addEventListener('online', reconcile);
  // A page that the browser had put aside has heard nothing of what other tabs did meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    reconcile();
    adoptStoredUser();
  });
  const user = readTokens() === null ? null : readStoredUser();
  if (user !== null) change({ status: 'shopper', user });
  // What was stored is shown at once and checked once a page: the account may have changed elsewhere.
  if (readTokens() === null) reconcile();
  else void readUser();
}

function reconcile(): void {
  if (readTokens() === null) {
    removeStoredUser();
    change(guestSession);
  } else if (session.status !== 'shopper') {
    void readUser();
  }
}

function adoptStoredUser(): void {
  const user = readTokens() === null ? null : readStoredUser();
  if (user === null) return;
  generation++;
  change({ status: 'shopper', user });
}

function readUser(): Promise<void> {
  reading ??= askForUser().finally(() => {
    reading = null;
  });
  return reading;
}

async function askForUser(): Promise<void> {
  const asked = generation;
  const outcome = await callApi('getUserDetails', {});
  if (readTokens() === null) return reconcile();
  // Somebody else logged in meanwhile: this answer is about the one before.
  if (asked !== generation) return session.status === 'shopper' ? undefined : askForUser();
  if (outcome.isOk) {
    retryMilliseconds = firstRetryMilliseconds;
    return setSessionUser(outcome.answer.data);
  }
  if (endingCodes.has(outcome.error.code)) return forgetSession();
  setTimeout(reconcile, retryMilliseconds);
  retryMilliseconds = Math.min(retryMilliseconds * 2, longestRetryMilliseconds);
}

function forgetSession(): void {
  generation++;
  removeStoredUser();
  clearTokens();
  change(guestSession);
}

function change(next: Session): void {
  if (next.status === session.status && JSON.stringify(next.user) === JSON.stringify(session.user)) return;
  session = next;
  for (const listener of listeners) listener();
}

/** Who is shopping. Always `unknown` on the server and while hydrating, so that kept pages fit everybody. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, () => unknownSession);
}

/** Shows the account as the shop knows it by now, where something besides this page may have changed it. */
export async function refreshAccount(): Promise<void> {
  const before = getSession();
  const outcome = await callApi('getUserDetails', {});
  if (!outcome.isOk || before.status !== 'shopper') return;
  const now = getSession();
  if (now === before) setSessionUser(outcome.answer.data);
  // This page or another tab has learnt something meanwhile. Which of the two is newer, only a third can tell.
  else if (now.user?._id === before.user._id) await refreshAccount();
}

/** Reads the account again whenever the shopper comes back to this page, such as from the mail with the link. */
export function useAccountRefreshOnReturn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const read = () => {
      if (document.visibilityState === 'visible') void refreshAccount();
    };
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [isWanted]);
}

/**
 * Where a shopper goes after logging in, from the state of the navigation that led to the login; `/` when that
 * is missing or would lead to another site.
 */
export function toReturnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  // `//host` and `/\host` name other sites, and so does whatever does not start with a slash.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/[\t\n\r]/.test(from) ? from : '/';
}
