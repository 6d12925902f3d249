import type { EndpointName, EndpointResponse } from '#contract/api.ts';
import type { ErrorCode, InputIssue } from '#contract/base/errors.ts';
import { isRecord } from '#web/base/storage.ts';
import { t } from '#web/texts/t.ts';

/** Failures without a response of the API. */
export type ConnectionCode = 'OFFLINE' | 'TIMEOUT' | 'CANCELLED' | 'UNREADABLE';

interface ApiErrorOptions {
  code: ErrorCode | ConnectionCode;
  /** The HTTP status; 0 if there was no response. */
  status: number;
  message: string;
  issues?: InputIssue[] | undefined;
  details?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
}

/** A failed call. `message` can be shown to users; `code` is stable. */
export class ApiError extends Error {
  readonly code: ErrorCode | ConnectionCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(options: ApiErrorOptions) {
    super(options.message);
    this.name = 'ApiError';
    this.code = options.code;
    this.status = options.status;
    this.issues = options.issues ?? [];
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** True for 4xx: the call changed nothing. Otherwise it may have been executed. */
  get isClientError(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** The message of one input field, or ''. */
  issueAt(path: string): string {
    return this.issues.find((issue) => issue.path === path)?.message ?? '';
  }
}

/** The server has rejected the request, and a retry would not help. */
export function isPermanentError(error: Error | null): boolean {
  return error instanceof ApiError && error.isClientError && error.code !== 'TOO_MANY_REQUESTS';
}

/** The server's message; for a rate limit `prefix` and the time to wait. */
export function toErrorMessage(error: ApiError, prefix = t('errors.tooManyAttempts')): string {
  const { code, message, retryAfterSeconds } = error;
  if (code !== 'TOO_MANY_REQUESTS' || retryAfterSeconds === undefined) return message;
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `${prefix} ${t('errors.tryAgainIn', { minutes })}`;
}

const connectionMessages: Record<ConnectionCode, string> = {
  OFFLINE: t('errors.offline'),
  TIMEOUT: t('errors.timeout'),
  CANCELLED: t('errors.cancelled'),
  UNREADABLE: t('errors.unreadable'),
};

export function connectionError(code: ConnectionCode, status = 0): ApiError {
  return new ApiError({ code, status, message: connectionMessages[code] });
}

interface ReceivedResponse {
  status: number;
  /** The `Retry-After` header. */
  retryAfter: string | null;
  /** The parsed JSON; null if it was none. */
  body: unknown;
}

export function parseResponse<Name extends EndpointName>(
  received: ReceivedResponse,
): EndpointResponse<Name> | ApiError {
  const { status, body } = received;
  return status >= 200 && status < 300 && isSuccess<Name>(body) ? body : toApiError(received);
}

// Checks only the envelope: the server validates responses against the contract.
function isSuccess<Name extends EndpointName>(body: unknown): body is EndpointResponse<Name> {
  return isRecord(body) && body.success === true && 'data' in body;
}

/** The error of a response; `UNREADABLE` if it has no error envelope, as from a proxy. */
export function toApiError({ status, retryAfter, body }: ReceivedResponse): ApiError {
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
