/** The longest text that the search call takes. */
const maximumLength = 200;

/**
 * The text that a search address asks for: `q`, without what the search call would refuse (control characters,
 * halves of characters, too much of it), so that no address ends in an error page.
 */
export function toSearchText(parameters: URLSearchParams): string {
  const text = parameters.get('q') ?? '';
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maximumLength)
    .toWellFormed()
    .trim();
}

/** The address of a search, or of one of its later pages. */
export function searchPath(text: string, page = 1): string {
  const parameters = new URLSearchParams({ q: text });
  if (page > 1) parameters.set('page', String(page));
  return `/search?${parameters}`;
}
