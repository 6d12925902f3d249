import type { BoardOrder } from '#contract/order-board.ts';

type Status = BoardOrder['status'];

/** A part of the board: the open orders, all or those of one state, are one list; the others are read by pages. */
export interface Tab {
  /** As the address names it. */
  name: string;
  label: string;
  /** Which of the open orders; null for those that are read by pages. */
  open: readonly Status[] | null;
  status: Status | 'OPEN' | 'OWED' | 'ALL';
}

const openStates: readonly Status[] = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'];

const openTab: Tab = { name: 'open', label: 'Open', open: openStates, status: 'OPEN' };

/** All tabs, those of the daily work first. */
export const tabs: readonly Tab[] = [
  openTab,
  { name: 'new', label: 'New', open: ['PLACED'], status: 'OPEN' },
  { name: 'packing', label: 'Packing', open: ['PACKING'], status: 'OPEN' },
  { name: 'on-the-way', label: 'On the way', open: ['OUT_FOR_DELIVERY'], status: 'OPEN' },
  { name: 'delivered', label: 'Delivered', open: null, status: 'DELIVERED' },
  { name: 'cancelled', label: 'Cancelled', open: null, status: 'CANCELLED' },
  { name: 'unpaid', label: 'Not paid', open: null, status: 'PENDING_PAYMENT' },
  { name: 'owed', label: 'Owed back', open: null, status: 'OWED' },
  { name: 'all', label: 'All', open: null, status: 'ALL' },
];

/** The tab that an address names; the open orders for nonsense. */
export function tabNamed(name: string | null): Tab {
  return tabs.find((tab) => tab.name === name) ?? openTab;
}

/** The orders of a tab, out of those that were read for it. */
export function ordersOf(tab: Tab, read: readonly BoardOrder[]): BoardOrder[] {
  const { open } = tab;
  return open === null ? [...read] : read.filter(({ status }) => open.includes(status));
}

/** Whether an order still has work for the staff. */
export function isOpen({ status }: Pick<BoardOrder, 'status'>): boolean {
  return openStates.includes(status);
}

/** The open orders with one of them as it is now: at its place by urgency, or gone. */
export function withOrder(open: readonly BoardOrder[], order: BoardOrder): BoardOrder[] {
  const others = open.filter(({ _id }) => _id !== order._id);
  return isOpen(order) ? [...others, order].sort(byUrgency) : others;
}

function byUrgency(one: BoardOrder, other: BoardOrder): number {
  const [first, second] = [one.promisedAt ?? one.createdAt, other.promisedAt ?? other.createdAt];
  if (first !== second) return first < second ? -1 : 1;
  return one._id < other._id ? -1 : 1;
}
