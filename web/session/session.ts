import { useEffect } from 'react';
import { create } from 'zustand';
import type { EndpointInput } from '#contract/api.ts';
import type { Permission } from '#contract/base/permissions.ts';
import type { User } from '#contract/identity/account.ts';
import { type CallOutcome, callApi, endSessionOnServer } from '#web/api/client.ts';
import {
  clearTokens,
  isOfOtherAccount,
  onSessionEnd,
  onTokensChange,
  readTokens,
  setAccountOfPage,
  storeTokens,
} from '#web/api/tokens.ts';
import {
  isRecord,
  onStorageChange,
  readStored,
  readStoredJson,
  removeOwnData,
  removeStored,
  writeStored,
} from '#web/base/storage.ts';
import { showToast } from '#web/ui/toast.ts';

/** Holds the last known account, so that a page shows it before the server has answered. */
const storedUserKey = 'tokri.user';
/** The last searches, removed with the session. */
export const recentSearchesKey = 'tokri.recentSearches';

/** The last known account; null if there is none or the stored value is not a user. */
function readStoredUser(): User | null {
  const value = readStoredJson(storedUserKey);
  // The version before permissions stored none. Otherwise the fields keep their order, by which `change` compares.
  const user = isRecord(value) && !('permissions' in value) ? { ...value, permissions: [] } : value;
  return isUser(user) ? user : null;
}

function storeUser(user: User): void {
  writeStored(storedUserKey, JSON.stringify(user));
}

/** Removes what this browser stores about the shopper who is or was logged in. */
function removeStoredUser(): void {
  if (readStored(storedUserKey) === null) return;
  removeStored(storedUserKey);
  removeOwnData();
}

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const text = (name: string) => name in value && typeof Reflect.get(value, name) === 'string';
  const texts = ['_id', 'name', 'email', 'avatar', 'mobile', 'status', 'role'].every(text);
  return texts && 'permissions' in value && Array.isArray(value.permissions);
}

/** `unknown` on the server, during hydration, and until the account was read for the first time. */
export type Session =
  | { status: 'unknown'; user: null }
  | { status: 'guest'; user: null }
  | { status: 'shopper'; user: User };

const unknownSession: Session = { status: 'unknown', user: null };
const guestSession: Session = { status: 'guest', user: null };

const firstRetryMilliseconds = 2_000;
const longestRetryMilliseconds = 60_000;
// The account was deleted or suspended: its tokens are invalid.
const endingCodes = new Set<string>(['UNAUTHENTICATED', 'NOT_FOUND', 'ACCOUNT_SUSPENDED']);

/** Starts as `unknown` on the server and during hydration, so that cached pages are the same for everybody. */
const useStore = create<Session>()(() => unknownSession);
let isStarted = false;
let reading: Promise<void> | null = null;
// Incremented with each login and logout: tells a response about an earlier shopper from a current one.
let generation = 0;
let retryMilliseconds = firstRetryMilliseconds;

export const getSession = useStore.getState;

/** Calls back when the session changes, in this tab or another. Returns the function that stops it. */
export function subscribeToSession(listener: () => void): () => void {
  const stop = useStore.subscribe(listener);
  start();
  return stop;
}

/** Logs in. */
export async function logIn(input: EndpointInput<'loginUser'>): Promise<CallOutcome<'loginUser'>> {
  return startSession(await callApi('loginUser', input));
}

/** Stores the tokens of a login or its confirmation, and resolves when the account has been read as well. */
export async function startSession(outcome: CallOutcome<'loginUser'>): Promise<CallOutcome<'loginUser'>> {
  if (!outcome.isOk) return outcome;
  const { accesstoken, refreshToken } = outcome.response.data;
  generation++;
  removeStoredUser();
  change(unknownSession);
  storeTokens({ accessToken: accesstoken, refreshToken });
  await readUser();
  return outcome;
}

/** Logs out here, at once, and on the server. The guest cart stays. */
export async function logOut(): Promise<void> {
  const tokens = readTokens();
  // First: a request that starts during the logout would be refused.
  forgetSession();
  if (tokens !== null) await endSessionOnServer(tokens);
}

/** Replaces the account, such as after the profile was saved. */
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
  // A page restored from the back/forward cache has missed the storage events of other tabs.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    reconcile();
    adoptStoredUser();
  });
  const user = readTokens() === null ? null : readStoredUser();
  if (user !== null) change({ status: 'shopper', user });
  // The stored account is shown at once and read again once per page: it may have changed elsewhere.
  if (readTokens() !== null) return void readUser();
  // No logout: components of the page may have begun to read what everyone may see.
  removeStoredUser();
  useStore.setState(guestSession, true);
}

function reconcile(): void {
  const tokens = readTokens();
  if (tokens === null) {
    if (getSession().status === 'shopper') removeStored(recentSearchesKey);
    removeStoredUser();
    change(guestSession);
  } else if (getSession().status !== 'shopper' || isOfOtherAccount(tokens.accessToken)) {
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
  // Another shopper has logged in since: this response is about the earlier one.
  if (asked !== generation) return getSession().status === 'shopper' ? undefined : askForUser();
  if (outcome.isOk) {
    retryMilliseconds = firstRetryMilliseconds;
    return setSessionUser(outcome.response.data);
  }
  if (endingCodes.has(outcome.error.code)) return forgetSession();
  setTimeout(reconcile, retryMilliseconds);
  retryMilliseconds = Math.min(retryMilliseconds * 2, longestRetryMilliseconds);
}

const logOutListeners: (() => void)[] = [];

/** Calls back whenever this tab has logged out or has learned that its session ended. */
export function onLogOut(listener: () => void): void {
  logOutListeners.push(listener);
}

/** Removes what this browser stores about the session, such as after the server has deleted the account. */
export function forgetSession(): void {
  generation++;
  removeStoredUser();
  clearTokens();
  change(guestSession);
}

function change(next: Session): void {
  const session = getSession();
  if (next.status === session.status && JSON.stringify(next.user) === JSON.stringify(session.user)) return;
  setAccountOfPage(next.user?._id ?? null);
  useStore.setState(next, true);
  if (next.status === 'guest') for (const listener of logOutListeners) listener();
  // After those who are told, which may still have stored something of the shopper.
  if (session.user !== null && session.user._id !== next.user?._id) removeOwnData();
}

/** The session; the first use of a page starts reading it. */
export function useSession(): Session {
  useEffect(start, []);
  return useStore();
}

/** Whether a user is of the staff. */
export function isStaff(user: User | null): boolean {
  return user !== null && user.permissions.length > 0;
}

/** Whether a user has one of the permissions. */
export function may(user: User | null, ...anyOf: readonly Permission[]): boolean {
  return user !== null && anyOf.some((permission) => user.permissions.includes(permission));
}

/** Whether the logged-in user has one of the permissions. The server checks them on every call as well. */
export function useMay(...anyOf: readonly Permission[]): boolean {
  return may(useSession().user, ...anyOf);
}

/** Reads the account again, where something other than this page may have changed it. */
export async function refreshAccount(): Promise<void> {
  const before = getSession();
  const outcome = await callApi('getUserDetails', {});
  if (!outcome.isOk || before.status !== 'shopper') return;
  const now = getSession();
  if (now === before) setSessionUser(outcome.response.data);
  // The account changed while it was read. Which of the two is newer is unknown, so read again.
  else if (now.user?._id === before.user._id) await refreshAccount();
}

/** Reads the account again whenever the page becomes visible, such as after the link in an email was followed. */
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

/** Where a guest who orders goes back to after the login. */
export const checkoutPath = '/checkout';

/** The path to go to after the login, from the navigation state; `/` if it is missing or leads to another site. */
export function toReturnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  // `//host` and `/\host` are other sites, as is everything that does not start with a slash.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/[\t\n\r]/.test(from) ? from : '/';
}
