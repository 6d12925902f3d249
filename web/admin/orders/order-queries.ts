import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/api.ts';
import type { BoardOrder } from '#contract/order.ts';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { orderPollMs, useOrderEvents } from '#web/api/order-events.ts';
import { filterByTab, findTab, type Tab, upsertOrder } from './order-status.ts';

/** What is looked at on the board; kept in the address, for the way back and for links from elsewhere. */
export interface BoardParameters {
  tab: Tab;
  search: string;
  page: number;
  /** The order whose drawer is open. */
  orderId: string | null;
}

/** What an address asks for, such as `?tab=packing&q=Asha&order=…`; nonsense in it counts for nothing. */
export function parseBoardParameters(parameters: URLSearchParams): BoardParameters {
  const orderId = parameters.get('order') ?? '';
  return {
    tab: findTab(parameters.get('tab')),
    search: parameters.get('q') ?? '',
    page: parsePageNumber(parameters),
    orderId: /^[0-9A-Za-z]{1,32}$/.test(orderId) ? orderId : null,
  };
}

type Name = 'tab' | 'q' | 'page' | 'order';

/** What is looked at, and how to look at something else. */
export function useBoardParameters() {
  const [parameters, change] = useUrlParameters<Name>();
  const changeBoard: typeof change = (changes, options) => {
    // Another list begins with its first page.
    const isOther = changes.tab !== undefined || changes.q !== undefined;
    change(isOther ? { page: '', ...changes } : changes, options);
  };
  return [parseBoardParameters(parameters), changeBoard] as const;
}

const boardKey = 'board';
const openKey = [boardKey, 'open'];
const pagesKey = [boardKey, 'pages'];
const pageSize = 30;
const openPageSize = 100;
const maximumOpen = 500;
// How often the board asks while it is told of every change, and while it is not.
const liveMs = 60_000;
const pollMs = 5_000;

/** Shows every change of an order as it happens; says whether changes are told at the moment. */
function useBoardEvents(): boolean {
  const queries = useQueryClient();
  const hear = (id: string | null) =>
    id === null ? invalidateBoard(queries) : void refetchOrder(queries, id);
  // A tab in the background rings, too.
  return useOrderEvents(null, hear, { isOpenWhenHidden: true });
}

/** All open orders, the most urgent first. */
function useOpenOrders(isLive: boolean) {
  return useQuery({
    queryKey: openKey,
    queryFn: ({ signal }) => fetchOpenOrders('', signal),
    refetchInterval: isLive ? liveMs : pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
}

/** What is found among the open orders; asks nothing without words. */
function useOpenOrderSearch(search: string) {
  return useQuery({
    queryKey: [boardKey, 'found', search],
    queryFn: ({ signal }) => fetchOpenOrders(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
}

/** A page of the orders of a tab that is not about the open ones. */
function useBoardPage({ tab, search, page }: BoardParameters) {
  const { status } = tab;
  return useQuery({
    queryKey: [...pagesKey, status, search, page],
    queryFn: ({ signal }) =>
      callApiOrThrow('listBoard', { status, search, page, limit: pageSize }, { signal }),
    enabled: tab.open === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One order as it is now; what is known of it from a list is shown at once. */
export function useBoardOrder(id: string, known: BoardOrder | undefined) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => fetchOrder(id, signal),
    ...(known !== undefined && { placeholderData: known }),
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
}

function orderKey(id: string) {
  return [boardKey, 'order', id];
}

async function fetchOrder(id: string, signal?: AbortSignal): Promise<BoardOrder> {
  return (await callApiOrThrow('getBoardOrder', { _id: id }, { signal })).data;
}

async function fetchOpenOrders(search: string, signal: AbortSignal): Promise<BoardOrder[]> {
  const all: BoardOrder[] = [];
  for (let page = 1; all.length < maximumOpen; page += 1) {
    const input = { status: 'OPEN', search, page, limit: openPageSize } as const;
    const { data, totalPage } = await callApiOrThrow('listBoard', input, { signal });
    all.push(...data);
    if (page >= totalPage) break;
  }
  // An order that moved meanwhile may have stood on two pages.
  return [...new Map(all.map((order) => [order._id, order])).values()];
}

/** Shows orders as they have become wherever they are shown. */
export function updateOrderCache(queries: QueryClient, orders: readonly BoardOrder[]): void {
  for (const order of orders) {
    queries.setQueryData<BoardOrder>(orderKey(order._id), order);
    queries.setQueryData<BoardOrder[]>(openKey, (open) => open && upsertOrder(open, order));
    queries.setQueriesData<BoardOrder[]>({ queryKey: [boardKey, 'found'] }, (found) =>
      found?.map((each) => (each._id === order._id ? order : each)),
    );
    queries.setQueriesData<EndpointResponse<'listBoard'>>(
      { queryKey: pagesKey },
      (page) => page && { ...page, data: page.data.map((each) => (each._id === order._id ? order : each)) },
    );
  }
  // An answer that is on its way may have been read before the change.
  if (queries.isFetching({ queryKey: [boardKey] }) > 0) invalidateBoard(queries);
}

/** Reads everything on the board anew. */
export function invalidateBoard(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [boardKey] });
}

/** Reads an order that somebody has changed, and the pages on which it may stand; all when that fails. */
export async function refetchOrder(queries: QueryClient, id: string): Promise<void> {
  const answers = () => queries.getQueryState(orderKey(id))?.dataUpdateCount ?? 0;
  const before = answers();
  try {
    const order = await fetchOrder(id);
    // Another answer came meanwhile. Which of the two is newer, only a third can tell.
    if (answers() !== before) return await refetchOrder(queries, id);
    updateOrderCache(queries, [order]);
    void queries.invalidateQueries({ queryKey: pagesKey });
    void queries.invalidateQueries({ queryKey: [boardKey, 'found'] });
  } catch {
    invalidateBoard(queries);
  }
}

/** An order as it was read last by the drawer, if it was. */
export function cachedOrder(queries: QueryClient, id: string): BoardOrder | undefined {
  return queries.getQueryData<BoardOrder>(orderKey(id));
}

interface OrderList {
  /** Undefined while they are unknown. */
  orders: readonly BoardOrder[] | undefined;
  totalPage: number;
  isPending: boolean;
  isFetching: boolean;
  readAgain: () => void;
}

const none: readonly BoardOrder[] = [];

/** The orders that are looked at, and all open ones, which every tab counts. */
export function useOrderList(parameters: BoardParameters): {
  open: BoardOrder[] | undefined;
  list: OrderList;
} {
  const { tab, search } = parameters;
  const open = useOpenOrders(useBoardEvents());
  const found = useOpenOrderSearch(tab.open === null ? '' : search);
  const page = useBoardPage(parameters);
  const source = tab.open === null ? page : search === '' ? open : found;
  const read = tab.open === null ? page.data?.data : search === '' ? open.data : found.data;
  const orders = read && filterByTab(tab, read);
  return {
    open: open.data,
    list: {
      orders: orders?.length === 0 ? none : orders,
      totalPage: tab.open === null ? (page.data?.totalPage ?? 1) : 1,
      isPending: source.isPending,
      isFetching: source.isFetching,
      readAgain: () => void source.refetch(),
    },
  };
}
