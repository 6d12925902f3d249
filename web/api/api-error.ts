import type { ErrorCode, InputIssue } from '#contract/errors.ts';

/** What can go wrong before the shop has answered at all. */
export type ConnectionCode = 'OFFLINE' | 'TIMEOUT' | 'CANCELLED' | 'UNREADABLE';

interface ApiErrorFacts {
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

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.name = 'ApiError';
    this.code = facts.code;
    this.status = facts.status;
    this.issues = facts.issues ?? [];
    this.details = facts.details ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }

  /** The shop said no, so the call certainly changed nothing; otherwise nobody knows whether it did. */
  get isRefusal(): boolean {
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
