import { useSearchParams } from 'react-router';

/** The number of the page that is looked at, from the address: 1 or more. */
export function pageNumberOf(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The number of the page that is looked at, and the way to another one; kept in the address for the way back. */
export function usePageNumber(): [page: number, goTo: (page: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  return [
    pageNumberOf(parameters),
    (page) =>
      setParameters((current) => {
        const next = new URLSearchParams(current);
        if (page === 1) next.delete('page');
        else next.set('page', String(page));
        return next;
      }),
  ];
}
