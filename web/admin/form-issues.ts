import type { ApiError } from '#web/api/api-error.ts';

/** What is not right about the fields of a form of admins, by their names. */
export type FormIssues<Field extends string> = { [Name in Field]?: string | undefined };

/** What the shop says about the fields that the form has; a word about a part of a field is one about the field. */
export function issuesOf<Field extends string>(
  { issues }: ApiError,
  fields: readonly Field[],
): FormIssues<Field> {
  const found: FormIssues<Field> = {};
  for (const { path, message } of issues) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}

/** Moves the focus to the first field that is not right; false when each one is. */
export function focusFirstIssue<Field extends string>(
  form: HTMLFormElement | null,
  fields: readonly Field[],
  issues: FormIssues<Field>,
): boolean {
  const first = fields.find((name) => issues[name] !== undefined);
  const input = first && form?.elements.namedItem(first);
  if (input instanceof HTMLElement) input.focus();
  return first !== undefined;
}
