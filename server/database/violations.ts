/** Whether an error of the database says that a unique index holds such a row already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return factsOf(error).code === '23505' && factsOf(error).constraint === index;
}

/** Whether an error of the database says that other rows still name the one that was to be deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return factsOf(error).code === '23503';
}

function factsOf(error: unknown): { code?: unknown; constraint?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
