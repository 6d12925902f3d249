import type { EndpointResponse } from '#contract/api.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { ErrorCode, InputIssue } from '#contract/errors.ts';

/** What can go wrong before the shop has answered at all. */
export type ConnectionCode = 'OFFLINE' | 'TIMEOUT' | 'CANCELLED' | 'UNREADABLE';

interface ApiErrorOptions {
  code: ErrorCode | ConnectionCode;
  /** The HTTP status; 0 when there was no answer. */
  status: number;
  message: string;
  issues?: InputIssue[] | undefined;
  details?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
}

/** A failed call. `message` is fit to be shown; `code` is what a program may rely on. */
export class ApiError extends Error {
  readonly code: ErrorCode | ConnectionCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: ApiErrorOptions) {
    super(facts.message);
    this.name = 'ApiError';
    this.code = facts.code;
    this.status = facts.status;
    this.issues = facts.issues ?? [];
    this.details = facts.details ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }

  /** The shop said no, so the call certainly changed nothing; otherwise nobody knows whether it did. */
  get isRejected(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** What the shop says about one field of the input, or an empty string. */
  issueAt(path: string): string {
    return this.issues.find((issue) => issue.path === path)?.message ?? '';
  }
}

const connectionMessages: Record<ConnectionCode, string> = {
  OFFLINE: 'The shop cannot be reached. Please check your connection and try again.',
  TIMEOUT: 'The shop is taking too long to answer. Please try again.',
  CANCELLED: 'Cancelled.',
  UNREADABLE: 'The shop gave an answer we could not read. Please try again.',
};

export function connectionError(code: ConnectionCode, status = 0): ApiError {
  return new ApiError({ code, status, message: connectionMessages[code] });
}

interface Received {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** What the JSON says; anything when it was none. */
  body: unknown;
}

/** What the shop has answered to a call: the answer, or why it failed. */
export function parseResponse<Name extends EndpointName>(
  received: Received,
): EndpointResponse<Name> | ApiError {
  const { status, body } = received;
  return status >= 200 && status < 300 && isAnswer<Name>(body) ? body : toApiError(received);
}

// The server has checked its answer against the contract before sending it; only the envelope is looked at here.
function isAnswer<Name extends EndpointName>(body: unknown): body is EndpointResponse<Name> {
  return isRecord(body) && body.success === true && 'data' in body;
}

/** Why the shop has refused or failed a request, as far as its answer says so. */
export function toApiError({ status, retryAfter, body }: Received): ApiError {
  if (!isRecord(body) || typeof body.message !== 'string' || !isErrorCode(body.code)) {
    return connectionError('UNREADABLE', status);
  }
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError({
    code: body.code,
    status,
    message: body.message,
    issues: Array.isArray(body.issues) ? body.issues.filter(isIssue) : undefined,
    details: isRecord(body.details) ? body.details : undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
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
