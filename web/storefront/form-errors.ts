import type { ApiError } from '#web/api/api-error.ts';

/** What is not right about the fields of a form, by their names. */
export type FieldIssues<Name extends string> = { [Field in Name]?: string | undefined };

/** What the shop says about the fields of a form. */
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

/** Moves the focus to the first field that is not right; false when there is none. */
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

/** Why the shop refused; where it only asks for patience, `plea` and the time to wait. */
export function toErrorMessage(error: ApiError, plea = 'That was a lot of tries.'): string {
  const { code, message, retryAfterSeconds } = error;
  if (code !== 'TOO_MANY_REQUESTS' || retryAfterSeconds === undefined) return message;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return `${plea} Please try again in ${minutes <= 1 ? 'a minute' : `${minutes} minutes`}.`;
}
