import { useSearchParams } from 'react-router';

/** Page number from the URL, 1 or more; anything invalid counts as 1. */
export function parsePageNumber(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** Sets parameters by name; an empty value removes one. */
type Change<Name extends string> = (
  changes: Partial<Record<Name, string>>,
  options?: { replace?: boolean },
) => void;

/** URL search parameters as list state. Keeps the scroll position. */
export function useUrlParameters<Name extends string>(): [parameters: URLSearchParams, change: Change<Name>] {
  const [parameters, setParameters] = useSearchParams();
  const change: Change<Name> = (changes, { replace = false } = {}) =>
    setParameters(applyChanges(changes), { replace, preventScrollReset: true });
  return [parameters, change];
}

/** Page number in the URL, with a setter. */
export function usePageNumber(): [page: number, goTo: (page: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  return [
    parsePageNumber(parameters),
    (page) => setParameters(applyChanges({ page: page === 1 ? '' : String(page) })),
  ];
}

/**
 * The present parameters with these changes. Reads the address itself: until React has rendered the last change, the
 * parameters of the router are without it, and the next change would undo it.
 */
function applyChanges(changes: Partial<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
