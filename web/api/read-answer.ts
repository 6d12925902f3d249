import type { CallAnswer } from '#contract/calls.ts';
import type { ErrorCode, InputIssue } from '#contract/errors.ts';
import type { CallName } from '#contract/paths.ts';
import { ApiError, connectionError } from './api-error.ts';

interface Received {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** What the JSON says; anything when it was none. */
  body: unknown;
}

/** What the shop has answered to a call: the answer, or why it failed. */
export function readAnswer<Name extends CallName>(received: Received): CallAnswer<Name> | ApiError {
  const { status, body } = received;
  return status >= 200 && status < 300 && isAnswer<Name>(body) ? body : failureOf(received);
}

// The server has checked its answer against the contract before sending it; only the envelope is looked at here.
function isAnswer<Name extends CallName>(body: unknown): body is CallAnswer<Name> {
  return isRecord(body) && body.success === true && 'data' in body;
}

/** Why the shop has refused or failed a request, as far as its answer says so. */
export function failureOf({ status, retryAfter, body }: Received): ApiError {
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
