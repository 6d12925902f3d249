import { pageNumberOf } from '../page-parameter.ts';
import { useParameters } from '../use-parameters.ts';
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

type Name = 'tab' | 'q' | 'page' | 'order';

/** What is looked at, and how to look at something else. */
export function useBoardParameters() {
  const [parameters, change] = useParameters<Name>();
  const changeBoard: typeof change = (changes, options) => {
    // Another list begins with its first page.
    const isOther = changes.tab !== undefined || changes.q !== undefined;
    change(isOther ? { page: '', ...changes } : changes, options);
  };
  return [boardParametersOf(parameters), changeBoard] as const;
}
