import { useSearchParams } from 'react-router';

/** The number of the page that is looked at, from the address: 1 or more. */
export function parsePageNumber(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The number of the page that is looked at, and the way to another one; kept in the address for the way back. */
export function usePageNumber(): [page: number, goTo: (page: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  return [
    parsePageNumber(parameters),
    (page) =>
      setParameters((current) => {
        const next = new URLSearchParams(current);
        if (page === 1) next.delete('page');
        else next.set('page', String(page));
        return next;
      }),
  ];
}

/** Changes parameters by name; an empty value takes one out of the address. */
type Change<Name extends string> = (
  changes: Partial<Record<Name, string>>,
  options?: { replace?: boolean },
) => void;

/** What a list shows, kept in the address for the way back and for links from elsewhere; the page stays where it is. */
export function useUrlParameters<Name extends string>(): [parameters: URLSearchParams, change: Change<Name>] {
  const [parameters, setParameters] = useSearchParams();
  const change: Change<Name> = (changes, { replace = false } = {}) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return [parameters, change];
}
