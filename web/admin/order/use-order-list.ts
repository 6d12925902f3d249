import type { BoardOrder } from '#contract/order-board.ts';
import { useBoardEvents, useOpenFound, useOpenOrders, useOrderPage } from './board-data.ts';
import type { BoardParameters } from './board-parameters.ts';
import { ordersOf } from './board-tabs.ts';

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
  const found = useOpenFound(tab.open === null ? '' : search);
  const page = useOrderPage(parameters);
  const source = tab.open === null ? page : search === '' ? open : found;
  const read = tab.open === null ? page.data?.data : search === '' ? open.data : found.data;
  const orders = read && ordersOf(tab, read);
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
