/** True for a violation of this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return factsOf(error).code === '23505' && factsOf(error).constraint === index;
}

/** True for a violation of this check. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return factsOf(error).code === '23514' && factsOf(error).constraint === constraint;
}

function factsOf(error: unknown): { code?: unknown; constraint?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
