import { useSearchParams } from 'react-router';
import type { StockOrder } from '#contract/product-upkeep.ts';
import { pageNumberOf } from '../page-parameter.ts';

/** Which products are looked at; kept in the address, for the way back and for links from elsewhere. */
export interface ListParameters {
  search: string;
  level: 'any' | 'low' | 'out';
  /** The id of a category. */
  category: string | null;
  order: StockOrder;
  isDescending: boolean;
  page: number;
}

const orders: readonly StockOrder[] = ['name', 'price', 'discount', 'stock'];

/** What an address asks for, such as `?q=milk&stock=low&category=…&sort=-price&page=2`; nonsense in it counts for nothing. */
export function listParametersOf(parameters: URLSearchParams): ListParameters {
  const level = parameters.get('stock');
  const category = parameters.get('category') ?? '';
  const sort = parameters.get('sort') ?? '';
  const isDescending = sort.startsWith('-');
  const order = orders.find((each) => each === (isDescending ? sort.slice(1) : sort));
  return {
    search: parameters.get('q') ?? '',
    level: level === 'low' || level === 'out' ? level : 'any',
    category: /^[0-9A-Za-z]{1,32}$/.test(category) ? category : null,
    order: order ?? 'best',
    isDescending: order !== undefined && isDescending,
    page: pageNumberOf(parameters),
  };
}

/** What clicking the heading of a column asks for: upwards, downwards, and then as it comes. */
export function nextSort(current: Pick<ListParameters, 'order' | 'isDescending'>, order: StockOrder): string {
  if (current.order !== order) return order;
  return current.isDescending ? '' : `-${order}`;
}

type Changes = Partial<Record<'q' | 'stock' | 'category' | 'sort', string>>;

/** Which products are looked at, and how to look at others: from their first page. */
export function useListParameters(): [
  ListParameters,
  (changes: Changes, options?: { replace?: boolean }) => void,
] {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Changes, { replace = false } = {}) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return [listParametersOf(parameters), change];
}
