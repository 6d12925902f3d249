/**
 * Where a shopper goes after logging in, from the state of the navigation that led to the login; `/` when that
 * is missing or would lead to another site.
 */
export function returnPathOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  // `//host` and `/\host` name other sites, and so does whatever does not start with a slash.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/[\t\n\r]/.test(from) ? from : '/';
}
