import type { StockOrder } from '#contract/product-upkeep.ts';
import { pageNumberOf } from '../page-parameter.ts';
import { useParameters } from '../use-parameters.ts';

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

type Name = 'q' | 'stock' | 'category' | 'sort' | 'page';

/** Which products are looked at, and how to look at others: from their first page. */
export function useListParameters() {
  const [parameters, change] = useParameters<Name>();
  const changeList: typeof change = (changes, options) => change({ page: '', ...changes }, options);
  return [listParametersOf(parameters), changeList] as const;
}
