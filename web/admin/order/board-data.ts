import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#contract/calls.ts';
import type { BoardOrder } from '#contract/order-board.ts';
import { orderPollMs, useOrderEvents } from '#web/api/use-order-events.ts';
import { callApiOrThrow } from '#web/api.ts';
import type { BoardParameters } from './board-parameters.ts';
import { withOrder } from './board-tabs.ts';

const boardKey = 'board';
const openKey = [boardKey, 'open'];
const pagesKey = [boardKey, 'pages'];
const pageSize = 30;
const openPageSize = 100;
const mostOpen = 500;
// How often the board asks while it is told of every change, and while it is not.
const liveMs = 60_000;
const deafMs = 5_000;

/** Shows every change of an order as it happens; says whether changes are told at the moment. */
export function useBoardEvents(): boolean {
  const queries = useQueryClient();
  const hear = (id: string | null) =>
    id === null ? readBoardAgain(queries) : void readOrderAgain(queries, id);
  // A tab in the background rings, too.
  return useOrderEvents(null, hear, { isKeptWhenHidden: true });
}

/** All open orders, the most urgent first. */
export function useOpenOrders(isLive: boolean) {
  return useQuery({
    queryKey: openKey,
    queryFn: ({ signal }) => readOpen('', signal),
    refetchInterval: isLive ? liveMs : deafMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
}

/** What is found among the open orders; asks nothing without words. */
export function useOpenFound(search: string) {
  return useQuery({
    queryKey: [boardKey, 'found', search],
    queryFn: ({ signal }) => readOpen(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
}

/** A page of the orders of a tab that is not about the open ones. */
export function useOrderPage({ tab, search, page }: BoardParameters) {
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
    queryFn: ({ signal }) => readOrder(id, signal),
    ...(known !== undefined && { placeholderData: known }),
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
}

function orderKey(id: string) {
  return [boardKey, 'order', id];
}

async function readOrder(id: string, signal?: AbortSignal): Promise<BoardOrder> {
  return (await callApiOrThrow('getBoardOrder', { _id: id }, { signal })).data;
}

async function readOpen(search: string, signal: AbortSignal): Promise<BoardOrder[]> {
  const all: BoardOrder[] = [];
  for (let page = 1; all.length < mostOpen; page += 1) {
    const input = { status: 'OPEN', search, page, limit: openPageSize } as const;
    const { data, totalPage } = await callApiOrThrow('listBoard', input, { signal });
    all.push(...data);
    if (page >= totalPage) break;
  }
  // An order that moved meanwhile may have stood on two pages.
  return [...new Map(all.map((order) => [order._id, order])).values()];
}

/** Shows orders as they have become wherever they are shown. */
export function showOrders(queries: QueryClient, orders: readonly BoardOrder[]): void {
  for (const order of orders) {
    queries.setQueryData<BoardOrder>(orderKey(order._id), order);
    queries.setQueryData<BoardOrder[]>(openKey, (open) => open && withOrder(open, order));
    queries.setQueriesData<BoardOrder[]>({ queryKey: [boardKey, 'found'] }, (found) =>
      found?.map((each) => (each._id === order._id ? order : each)),
    );
    queries.setQueriesData<CallAnswer<'listBoard'>>(
      { queryKey: pagesKey },
      (page) => page && { ...page, data: page.data.map((each) => (each._id === order._id ? order : each)) },
    );
  }
  // An answer that is on its way may have been read before the change.
  if (queries.isFetching({ queryKey: [boardKey] }) > 0) readBoardAgain(queries);
}

/** Reads everything on the board anew. */
export function readBoardAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [boardKey] });
}

/** Reads an order that somebody has changed, and the pages on which it may stand; all when that fails. */
export async function readOrderAgain(queries: QueryClient, id: string): Promise<void> {
  const answers = () => queries.getQueryState(orderKey(id))?.dataUpdateCount ?? 0;
  const before = answers();
  try {
    const order = await readOrder(id);
    // Another answer came meanwhile. Which of the two is newer, only a third can tell.
    if (answers() !== before) return await readOrderAgain(queries, id);
    showOrders(queries, [order]);
    void queries.invalidateQueries({ queryKey: pagesKey });
    void queries.invalidateQueries({ queryKey: [boardKey, 'found'] });
  } catch {
    readBoardAgain(queries);
  }
}

/** An order as it was read last by the drawer, if it was. */
export function knownOrder(queries: QueryClient, id: string): BoardOrder | undefined {
  return queries.getQueryData<BoardOrder>(orderKey(id));
}
