import { type EndpointInput, type EndpointName, type EndpointResponse, endpoints } from '#contract/api.ts';
import { ApiError, connectionError, parseResponse } from './api-error.ts';
import {
  clearSession,
  hasLoggedOut,
  isOfOtherAccount,
  needsRefresh,
  readTokens,
  refreshTokens,
  type SessionTokens,
} from './tokens.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The server returns the original order for a repeated key. */
  idempotencyKey?: string;
  timeoutMilliseconds?: number;
  /** The request continues when the page is closed. */
  keepalive?: boolean;
}

/** The result of a request. A failure is a value, not an exception. */
export type Outcome<Data> = { isOk: true; response: Data } | { isOk: false; error: ApiError };

export type CallOutcome<Name extends EndpointName> = Outcome<EndpointResponse<Name>>;

const defaultTimeoutMs = 15_000;
const logOutTimeoutMs = 4_000;

/**
 * Calls an endpoint over HTTP with the stored access token. If the token has expired, refreshes it and repeats the
 * request once. Never throws.
 */
export async function callApi<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  options: CallOptions = {},
): Promise<CallOutcome<Name>> {
  // A failed login does not end an existing session. With the token, failed logins from
  // other devices do not delay this one.
  if (name === 'loginUser' || name === 'confirmLogin')
    return send(name, input, readTokens()?.accessToken ?? null, options);
  // The account is read to learn who is logged in now.
  const isForAnyAccount = name === 'getUserDetails' || endpoints[name].audience === 'anyone';
  const request = (accessToken: string | null) => send(name, input, accessToken, options);
  return withSession(request, isForAnyAccount, endpoints[name].audience === 'anyone');
}

/** `askToConfirmSession` resolves to whether the user has confirmed. Without it such requests fail. */
export const stepUp: { askToConfirmSession?: (() => Promise<boolean>) | undefined } = {};

/**
 * Runs `request` with the stored access token, as `withFreshToken` does. If the server asks for a confirmation of the
 * session, asks the user and repeats the request. Sends nothing after a logout, and nothing with the token of another
 * account than this tab shows.
 */
export async function withSession<Data>(
  request: (accessToken: string | null) => Promise<Outcome<Data>>,
  isForAnyAccount = false,
  isForGuests = false,
): Promise<Outcome<Data>> {
  const outcome = await withFreshToken<Data>(async (accessToken) => {
    // A page that is still open after a logout may read again.
    const isRefused = accessToken === null ? hasLoggedOut() : isOfOtherAccount(accessToken);
    return isRefused && !isForAnyAccount
      ? { isOk: false, error: connectionError('CANCELLED') }
      : request(accessToken);
  }, isForGuests);
  if (outcome.isOk || outcome.error.code !== 'STEP_UP_REQUIRED') return outcome;
  return (await stepUp.askToConfirmSession?.())
    ? withSession(request, isForAnyAccount, isForGuests)
    : outcome;
}

/** Requests with the stored access token that have no response yet. */
const pendingRequests = new Set<Promise<unknown>>();

/**
 * Ends a session on the server whose tokens this browser has removed, after the responses of its requests: they would
 * be refused. Waits 4 seconds for them and as long for the server, and reports no failure: the session then ends when
 * it expires.
 */
export async function endSessionOnServer({ accessToken, refreshToken }: SessionTokens): Promise<void> {
  const options = { timeoutMilliseconds: logOutTimeoutMs };
  const timedOut = new Promise((resolve) => setTimeout(resolve, logOutTimeoutMs));
  await Promise.race([Promise.allSettled(pendingRequests), timedOut]);
  const outcome = await send('logoutUser', {}, accessToken, options);
  if (outcome.isOk || outcome.error.code !== 'UNAUTHENTICATED') return;
  const fresh = await send('refreshToken', {}, refreshToken, options);
  if (fresh.isOk) await send('logoutUser', {}, fresh.response.data.accessToken, options);
}

/**
 * Runs `request` with the stored access token, refreshed first if it is known to be over. While it cannot be refreshed,
 * what guests may ask is sent without it, and nothing else. A request that the server refuses as expired is repeated
 * once with a new token. Ends the session if the account is suspended.
 */
async function withFreshToken<Data>(
  request: (accessToken: string | null) => Promise<Outcome<Data>>,
  isForGuests: boolean,
): Promise<Outcome<Data>> {
  const stored = readTokens()?.accessToken;
  if (stored !== undefined && needsRefresh(stored)) {
    const refreshOutcome = await refreshTokens(stored, requestNewTokens);
    if (typeof refreshOutcome !== 'string')
      return isForGuests ? request(null) : { isOk: false, error: refreshOutcome };
  }
  const accessToken = readTokens()?.accessToken ?? null;
  if (accessToken === null) return request(null);
  const sent = request(accessToken);
  pendingRequests.add(sent);
  const outcome = await sent.finally(() => pendingRequests.delete(sent));
  if (outcome.isOk) return outcome;
  if (outcome.error.code === 'ACCOUNT_SUSPENDED') clearSession(accessToken, outcome.error);
  if (outcome.error.code !== 'UNAUTHENTICATED') return outcome;
  const refreshOutcome = await refreshTokens(accessToken, requestNewTokens);
  if (refreshOutcome === 'session ended') return outcome;
  if (refreshOutcome !== 'refreshed') return { isOk: false, error: refreshOutcome };
  return request(readTokens()?.accessToken ?? null);
}

/** `callApi` for queries: throws the `ApiError`. */
export async function callApiOrThrow<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  options: CallOptions = {},
): Promise<EndpointResponse<Name>> {
  const outcome = await callApi(name, input, options);
  if (outcome.isOk) return outcome.response;
  throw outcome.error;
}

export function toOutcome<Name extends EndpointName>(
  result: EndpointResponse<Name> | ApiError,
): CallOutcome<Name> {
  return result instanceof ApiError ? { isOk: false, error: result } : { isOk: true, response: result };
}

/** With the texts of an error in the language of the page: the messages of the server are English. */
export async function translateOutcome<Name extends EndpointName>(
  outcome: CallOutcome<Name>,
): Promise<CallOutcome<Name>> {
  if (outcome.isOk) return outcome;
  const texts = await import('./error-texts.ts').catch(() => null);
  return texts === null ? outcome : { isOk: false, error: texts.translateError(outcome.error) };
}

async function requestNewTokens(refreshToken: string): Promise<SessionTokens | ApiError> {
  const outcome = await send('refreshToken', {}, refreshToken, {});
  return outcome.isOk ? outcome.response.data : outcome.error;
}

async function send<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  token: string | null,
  options: CallOptions,
): Promise<CallOutcome<Name>> {
  const timeout = AbortSignal.timeout(options.timeoutMilliseconds ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(...toFetchArguments(name, input, token, { ...options, signal }));
    const body: unknown = await response.json().catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    const { status, headers } = response;
    const outcome = toOutcome<Name>(parseResponse({ status, retryAfter: headers.get('Retry-After'), body }));
    return import.meta.env.LANGUAGE === 'en' ? outcome : await translateOutcome(outcome);
  } catch {
    const code = options.signal?.aborted ? 'CANCELLED' : timeout.aborted ? 'TIMEOUT' : 'OFFLINE';
    return { isOk: false, error: connectionError(code) };
  }
}

function toFetchArguments<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  token: string | null,
  { signal, idempotencyKey, keepalive = false }: CallOptions,
): [string, RequestInit] {
  const { method, path } = endpoints[name];
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  const init: RequestInit = { method, headers, keepalive, credentials: 'include', signal: signal ?? null };
  if (method === 'GET') return [path + toQueryString(input), init];
  headers.set('Content-Type', 'application/json');
  return [path, { ...init, body: JSON.stringify(input ?? {}) }];
}

function toQueryString(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** An id of a request that changes something once, however often it is sent. */
export function newRequestId(): string {
  // `randomUUID` exists only on https and localhost.
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}
