import { AppError } from '#contract/errors.ts';

/** What a call was refused with. Throws when it was not, or broke in any other way. */
export async function refusalOf(call: Promise<unknown>): Promise<AppError> {
  const error: unknown = await call.then(
    () => new Error('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
}

/** What each of some calls that are under way was refused with. */
export function refusalsOf(calls: readonly Promise<unknown>[]): Promise<AppError[]> {
  return Promise.all(calls.map(refusalOf));
}
