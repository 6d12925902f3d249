import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/api.ts';
import { orderPollMs } from '#contract/orders/order-updates.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { useOrderUpdates } from '#web/api/order-updates.ts';
import { filterByTab, findTab, type Tab, upsertOrder } from './order-status.ts';

/** State of the order board, stored in the URL. */
export interface BoardParameters {
  tab: Tab;
  search: string;
  page: number;
  /** Id of the order in the drawer. */
  orderId: string | null;
}

/** Parses search parameters such as `?tab=packing&q=Asha&order=…`; invalid values are ignored. */
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

export function useBoardParameters() {
  const [parameters, change] = useUrlParameters<Name>();
  const changeBoard: typeof change = (changes, options) => {
    // Another list starts at page 1.
    const isOther = changes.tab !== undefined || changes.q !== undefined;
    change(isOther ? { page: '', ...changes } : changes, options);
  };
  return [parseBoardParameters(parameters), changeBoard] as const;
}

export const boardKey = 'board';
const openKey = [boardKey, 'open'];
const pagesKey = [boardKey, 'pages'];
const pageSize = 30;
const openPageSize = 100;
const maximumOpen = 500;
// Refetch intervals with and without live events.
const liveMs = 60_000;
const pollMs = 5_000;

/** Applies live order events to the cache; returns whether the event stream is connected. */
function useBoardEvents(): boolean {
  const queries = useQueryClient();
  const hear = (id: string | null) =>
    id === null ? invalidateBoard(queries) : void refetchOrder(queries, id);
  // Background tabs notify as well.
  return useOrderUpdates(null, hear, { isOpenWhenHidden: true });
}

/** All open orders, most urgent first. */
function useOpenOrders(isLive: boolean) {
  return useQuery({
    queryKey: openKey,
    queryFn: ({ signal }) => fetchOpenOrders('', signal),
    refetchInterval: isLive ? liveMs : pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
}

/** Search among the open orders; disabled without text. */
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

/** One page of a tab that does not show open orders. */
function useBoardPage({ tab, search, page }: BoardParameters) {
  const { status } = tab;
  return useQuery({
    queryKey: [...pagesKey, status, search, page],
    queryFn: ({ signal }) =>
      callApiOrThrow('listBoard', { status, search, page, limit: pageSize }, { signal }),
    enabled: tab.openStatuses === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One order; the list's version is shown until it is loaded. */
export function useBoardOrder(id: string, known: StaffOrder | undefined) {
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

async function fetchOrder(id: string, signal?: AbortSignal): Promise<StaffOrder> {
  return (await callApiOrThrow('getBoardOrder', { _id: id }, { signal })).data;
}

async function fetchOpenOrders(search: string, signal: AbortSignal): Promise<StaffOrder[]> {
  const all: StaffOrder[] = [];
  for (let page = 1; all.length < maximumOpen; page += 1) {
    const input = { status: 'OPEN', search, page, limit: openPageSize } as const;
    const { data, totalPage } = await callApiOrThrow('listBoard', input, { signal });
    all.push(...data);
    if (page >= totalPage) break;
  }
  // An order that moved between two requests can be on both pages.
  return [...new Map(all.map((order) => [order._id, order])).values()];
}

/** Updates orders in every cached list. */
export function updateOrderCache(queries: QueryClient, orders: readonly StaffOrder[]): void {
  for (const order of orders) {
    queries.setQueryData<StaffOrder>(orderKey(order._id), order);
    queries.setQueryData<StaffOrder[]>(openKey, (open) => open && upsertOrder(open, order));
    queries.setQueriesData<StaffOrder[]>({ queryKey: [boardKey, 'found'] }, (found) =>
      found?.map((each) => (each._id === order._id ? order : each)),
    );
    queries.setQueriesData<EndpointResponse<'listBoard'>>(
      { queryKey: pagesKey },
      (page) => page && { ...page, data: page.data.map((each) => (each._id === order._id ? order : each)) },
    );
  }
  // A request in flight may have read the state before the change.
  if (queries.isFetching({ queryKey: [boardKey] }) > 0) invalidateBoard(queries);
}

export function invalidateBoard(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [boardKey] });
}

/**
 * Refetches an order changed elsewhere and invalidates the paged lists; invalidates everything on failure.
 */
export async function refetchOrder(queries: QueryClient, id: string): Promise<void> {
  const answers = () => queries.getQueryState(orderKey(id))?.dataUpdateCount ?? 0;
  const before = answers();
  try {
    const order = await fetchOrder(id);
    // Two responses raced; only a third request can tell which one is newer.
    if (answers() !== before) return await refetchOrder(queries, id);
    updateOrderCache(queries, [order]);
    void queries.invalidateQueries({ queryKey: pagesKey });
    void queries.invalidateQueries({ queryKey: [boardKey, 'found'] });
  } catch {
    invalidateBoard(queries);
  }
}

export function cachedOrder(queries: QueryClient, id: string): StaffOrder | undefined {
  return queries.getQueryData<StaffOrder>(orderKey(id));
}

interface OrderList {
  /** Undefined until loaded. */
  data: readonly StaffOrder[] | undefined;
  totalPage: number;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

const none: readonly StaffOrder[] = [];

/** The listed orders, and all open orders for the tab counts and notifications. */
export function useOrderList(parameters: BoardParameters): {
  open: StaffOrder[] | undefined;
  list: OrderList;
} {
  const { tab, search } = parameters;
  const open = useOpenOrders(useBoardEvents());
  const found = useOpenOrderSearch(tab.openStatuses === null ? '' : search);
  const page = useBoardPage(parameters);
  const source = tab.openStatuses === null ? page : search === '' ? open : found;
  const read = tab.openStatuses === null ? page.data?.data : search === '' ? open.data : found.data;
  const orders = read && filterByTab(tab, read);
  return {
    open: open.data,
    list: {
      data: orders?.length === 0 ? none : orders,
      totalPage: tab.openStatuses === null ? (page.data?.totalPage ?? 1) : 1,
      error: source.error,
      isPending: source.isPending,
      isFetching: source.isFetching,
      refetch: source.refetch,
    },
  };
}
