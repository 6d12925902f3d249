import type { CallAnswer, CallInput } from '#contract/calls.ts';
import type { ErrorCode, InputIssue } from '#contract/errors.ts';
import { type CallName, endpointOf } from '#contract/paths.ts';
import { ApiError, connectionError } from './api/api-error.ts';
import { readTokens, type SessionTokens } from './api/session-tokens.ts';
import { refreshTokens } from './api/token-refresh.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes a repeat of the same purchase harmless. */
  idempotencyKey?: string;
  timeoutMilliseconds?: number;
  /** Lets the call finish when the page is left. */
  keepalive?: boolean;
}

/** How a call went. A failure is a value: who calls has to look. */
export type CallOutcome<Name extends CallName> =
  | { isOk: true; answer: CallAnswer<Name> }
  | { isOk: false; error: ApiError };

const standardTimeoutMilliseconds = 15_000;

/**
 * Makes a call of the shop over HTTP (specification section 7). Carries the stored access token; when the shop
 * no longer takes it, renews the session once and calls again, once. Never throws.
 */
export async function callApi<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutcome<Name>> {
  const accessToken = readTokens()?.accessToken ?? null;
  const outcome = await send(name, input, accessToken, options);
  if (outcome.isOk || outcome.error.code !== 'UNAUTHENTICATED' || accessToken === null) return outcome;
  const refreshed = await refreshTokens(accessToken, exchangeTokens);
  if (refreshed === 'ended') return outcome;
  if (refreshed !== 'renewed') return { isOk: false, error: refreshed };
  return send(name, input, readTokens()?.accessToken ?? null, options);
}

/** Like `callApi`, for those who expect a failure to be thrown, such as TanStack Query: throws `ApiError`. */
export async function callApiOrThrow<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallAnswer<Name>> {
  const outcome = await callApi(name, input, options);
  if (outcome.isOk) return outcome.answer;
  throw outcome.error;
}

async function exchangeTokens(refreshToken: string): Promise<SessionTokens | ApiError> {
  const outcome = await send('refreshToken', {}, refreshToken, {});
  return outcome.isOk ? outcome.answer.data : outcome.error;
}

async function send<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  bearer: string | null,
  options: CallOptions,
): Promise<CallOutcome<Name>> {
  const timeout = AbortSignal.timeout(options.timeoutMilliseconds ?? standardTimeoutMilliseconds);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(...requestOf(name, input, bearer, { ...options, signal }));
    const body: unknown = await response.json().catch((thrown: unknown) => {
      if (signal.aborted) throw thrown;
      return null;
    });
    if (response.ok && isAnswer<Name>(body)) return { isOk: true, answer: body };
    return { isOk: false, error: failureOf(response, body) };
  } catch {
    const code = options.signal?.aborted ? 'CANCELLED' : timeout.aborted ? 'TIMEOUT' : 'OFFLINE';
    return { isOk: false, error: connectionError(code) };
  }
}

function requestOf<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  bearer: string | null,
  { signal, idempotencyKey, keepalive = false }: CallOptions,
): [string, RequestInit] {
  const { method, path } = endpointOf(name);
  const headers = new Headers({ Accept: 'application/json' });
  if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  const request: RequestInit = { method, headers, keepalive, credentials: 'include', signal: signal ?? null };
  if (method === 'GET') return [path + queryOf(input), request];
  headers.set('Content-Type', 'application/json');
  return [path, { ...request, body: JSON.stringify(input ?? {}) }];
}

function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

// The server has checked its answer against the contract before sending it; only the envelope is looked at here.
function isAnswer<Name extends CallName>(body: unknown): body is CallAnswer<Name> {
  return isRecord(body) && body.success === true && 'data' in body;
}

function failureOf(response: Response, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.message !== 'string' || !isErrorCode(body.code)) {
    return connectionError('UNREADABLE', response.status);
  }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError({
    code: body.code,
    status: response.status,
    message: body.message,
    issues: Array.isArray(body.issues) ? body.issues.filter(isIssue) : undefined,
    details: isRecord(body.details) ? body.details : undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[A-Z_]+$/.test(value);
}

function isIssue(value: unknown): value is InputIssue {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
