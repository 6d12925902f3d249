// The database is lost, restarting, out of connections or disk, read-only, too slow or not found in the network; or
// the disk for images is full.
const unavailable =
  /^(?:08|57P0|53|58030|25006|57014)|^ENOSPC$|^CONNECTION_|^CONNECT_TIMEOUT$|^ECONN|^EPIPE$|^(?:EHOST|ENET)UNREACH$|^ETIMEDOUT$|^ENOTFOUND$|^EAI_AGAIN$/;

/** Whether an error of a statement says that the database cannot answer for now. */
export function isUnavailable(error: unknown): boolean {
  const { code } = factsOf(error);
  return typeof code === 'string' && unavailable.test(code);
}

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
