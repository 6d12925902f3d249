import { ApiError } from '#web/api/api-error.ts';

export type FieldIssues<Name extends string> = { [Field in Name]?: string | undefined };

/** The server's issues of the given fields. */
export function toFieldIssues<Name extends string>(
  error: ApiError,
  names: readonly Name[],
): FieldIssues<Name> {
  const issues: FieldIssues<Name> = {};
  for (const name of names) {
    const message = error.issueAt(name);
    if (message !== '') issues[name] = message;
  }
  return issues;
}

/** Focuses the first invalid field; false when there is none. */
export function focusFirstIssue<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
  issues: FieldIssues<Name>,
): boolean {
  const first = names.find((name) => issues[name] !== undefined);
  const input = first && form?.elements.namedItem(first);
  if (input instanceof HTMLElement) input.focus();
  return first !== undefined;
}

/** The server's message; for a rate limit `prefix` and the time to wait. */
export function toErrorMessage(error: ApiError, prefix = 'Too many attempts.'): string {
  const { code, message, retryAfterSeconds } = error;
  if (code !== 'TOO_MANY_REQUESTS' || retryAfterSeconds === undefined) return message;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return `${prefix} Please try again in ${minutes <= 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** The server has rejected the request, and a retry would not help. */
export function isPermanentError(error: Error | null): boolean {
  return error instanceof ApiError && error.isRejected && error.code !== 'TOO_MANY_REQUESTS';
}
