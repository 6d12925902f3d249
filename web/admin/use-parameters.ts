import { useSearchParams } from 'react-router';

/** Changes parameters by name; an empty value takes one out of the address. */
type Change<Name extends string> = (
  changes: Partial<Record<Name, string>>,
  options?: { replace?: boolean },
) => void;

/** What a list shows, kept in the address for the way back and for links from elsewhere; the page stays where it is. */
export function useParameters<Name extends string>(): [parameters: URLSearchParams, change: Change<Name>] {
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
