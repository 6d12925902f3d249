/** The pages that load data from the server, by layout. */
export type PageKind = 'home' | 'search' | 'product' | 'brand' | 'listing';

const shopperSections = new Set(['dashboard', 'orders', 'page']);

/** Null for pages that load no data from the server. */
export function toPageKind(pathname: string): PageKind | null {
  const pieces = pathname.split('/').filter((piece) => piece !== '');
  const [first, second] = pieces;
  if (first === undefined) return 'home';
  if (first === 'search' && second === undefined) return 'search';
  if (second === undefined || pieces.length > 2 || shopperSections.has(first)) return null;
  // The same layout.
  if (first === 'collection') return 'brand';
  return first === 'product' || first === 'brand' ? first : 'listing';
}

/**
 * The skeleton to show during a navigation. Null for the home page, which has its own, and within listings, brands and
 * searches, where the frame of the page stays.
 */
export function toPendingPageKind(from: string, to: string): PageKind | null {
  const kind = toPageKind(to);
  if (kind === 'home' || kind === null || from === to) return null;
  return kind === toPageKind(from) && kind !== 'product' ? null : kind;
}
