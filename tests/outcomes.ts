import { AppError } from '#contract/errors.ts';

/** What came of calls that ran at once: how many were answered with what. Throws what is no refusal. */
export async function countOutcomes(
  calls: readonly Promise<{ status: number }>[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const settled of await Promise.allSettled(calls)) {
    const outcome = settled.status === 'fulfilled' ? String(settled.value.status) : codeOf(settled.reason);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return `${error.status} ${error.code}`;
  throw error;
}
