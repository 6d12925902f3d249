/** The limit of the search call. */
const maximumLength = 200;

/**
 * The `q` parameter without what the search call rejects (control characters, lone surrogates, more than 200
 * characters), so that no address leads to an error page.
 */
export function readSearchText(parameters: URLSearchParams): string {
  const text = parameters.get('q') ?? '';
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maximumLength)
    .toWellFormed()
    .trim();
}

export function searchPath(text: string, page = 1): string {
  const parameters = new URLSearchParams({ q: text });
  if (page > 1) parameters.set('page', String(page));
  return `/search?${parameters}`;
}
