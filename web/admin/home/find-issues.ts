import type { ApiError } from '#web/api/api-error.ts';
import type { InputSchema } from '#web/forms/use-api-form.ts';

/** What the schema of a call has against an input; nothing if the schema cannot be loaded: then the server answers. */
export async function findIssues(
  loadSchema: () => Promise<InputSchema>,
  input: unknown,
): Promise<ApiError['issues']> {
  const schema = await loadSchema().catch(() => null);
  const { issues = [] } = (await schema?.['~standard'].validate(input)) ?? {};
  return issues.map(({ path = [], message }) => ({
    path: path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }));
}
