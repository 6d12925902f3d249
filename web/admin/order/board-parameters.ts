import { useSearchParams } from 'react-router';
import { pageNumberOf } from '../page-parameter.ts';
import { type Tab, tabNamed } from './board-tabs.ts';

/** What is looked at on the board; kept in the address, for the way back and for links from elsewhere. */
export interface BoardParameters {
  tab: Tab;
  search: string;
  page: number;
  /** The order whose drawer is open. */
  orderId: string | null;
}

/** What an address asks for, such as `?tab=packing&q=Asha&order=…`; nonsense in it counts for nothing. */
export function boardParametersOf(parameters: URLSearchParams): BoardParameters {
  const orderId = parameters.get('order') ?? '';
  return {
    tab: tabNamed(parameters.get('tab')),
    search: parameters.get('q') ?? '',
    page: pageNumberOf(parameters),
    orderId: /^[0-9A-Za-z]{1,32}$/.test(orderId) ? orderId : null,
  };
}

type Changes = Partial<Record<'tab' | 'q' | 'page' | 'order', string>>;

/** What is looked at, and how to look at something else. */
export function useBoardParameters(): [
  BoardParameters,
  (changes: Changes, options?: { replace?: boolean }) => void,
] {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Changes, { replace = false } = {}) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        // Another list begins with its first page.
        if (changes.tab !== undefined || changes.q !== undefined) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return [boardParametersOf(parameters), change];
}
