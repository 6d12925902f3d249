/** The pages of the catalogue, by the look of them. */
export type PageKind = 'home' | 'search' | 'product' | 'listing';

const placesOfShoppers = new Set(['dashboard', 'orders']);

/** What a path shows; null for pages that wait for no data of the server. */
export function toPageKind(pathname: string): PageKind | null {
  const pieces = pathname.split('/').filter((piece) => piece !== '');
  const [first, second] = pieces;
  if (first === undefined) return 'home';
  if (first === 'search' && second === undefined) return 'search';
  if (second === undefined || pieces.length > 2 || placesOfShoppers.has(first)) return null;
  return first === 'product' ? 'product' : 'listing';
}

/**
 * Which page to sketch while going from one path to another. Null where the page at hand answers better itself:
 * the home page brings its own placeholders, and within a listing or a search the frame stays.
 */
export function toPendingPageKind(from: string, to: string): PageKind | null {
  const kind = toPageKind(to);
  if (kind === 'home' || kind === null || from === to) return null;
  return kind === toPageKind(from) && kind !== 'product' ? null : kind;
}
