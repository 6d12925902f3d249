/** The page of a list that an address asks for with `?page=`; anything that is no page number is the first. */
export function pageNumberOf(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
