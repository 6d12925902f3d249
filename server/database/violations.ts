/** True for a violation of this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return factsOf(error).code === '23505' && factsOf(error).constraint === index;
}

function factsOf(error: unknown): { code?: unknown; constraint?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
