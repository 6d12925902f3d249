import type { BoardOrder } from '#contract/order.ts';
import { canBecome } from '#contract/rules/order-status.ts';

type Status = BoardOrder['status'];

/** How the staff speaks of the states of an order. */
export const statusLabels: Readonly<Record<Status, string>> = {
  PENDING_PAYMENT: 'Not paid yet',
  PLACED: 'New',
  PACKING: 'Packing',
  OUT_FOR_DELIVERY: 'On the way',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
};

/** Where somebody of the staff takes an order. */
export type TargetStatus = 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED' | 'CANCELLED';

interface Step {
  to: TargetStatus;
  /** The key that does it. */
  key: string;
  /** What a button says. */
  label: string;
  /** What has happened then, after the number of an order or of several. */
  done: string;
}

const cancelStep: Step = { to: 'CANCELLED', key: 'c', label: 'Cancel …', done: 'cancelled' };

/** All that the staff does with orders, in the order in which it is done. */
export const steps: readonly Step[] = [
  { to: 'PACKING', key: 'p', label: 'Pack', done: 'being packed' },
  { to: 'OUT_FOR_DELIVERY', key: 'o', label: 'Hand over', done: 'out for delivery' },
  { to: 'DELIVERED', key: 'd', label: 'Delivered', done: 'delivered' },
  cancelStep,
];

/** What leads to a state. */
export function stepTo(to: TargetStatus): Step {
  return steps.find((step) => step.to === to) ?? cancelStep;
}

/** What comes next for an order, if nothing goes wrong; null when nothing does. */
export function nextStep(status: Status): Step | null {
  return steps.find(({ to }) => to !== 'CANCELLED' && canBecome(status, to)) ?? null;
}

const paymentLabels: Readonly<Record<BoardOrder['payment_status'], string>> = {
  'CASH ON DELIVERY': 'Cash on delivery',
  PENDING: 'Payment pending',
  PAID: 'Paid online',
  FAILED: 'Never paid',
  REFUNDED: 'Refunded',
};

/** How an order is paid, in words. */
export function paymentLabel({ payment_status }: Pick<BoardOrder, 'payment_status'>): string {
  return paymentLabels[payment_status];
}

type Bag = Pick<BoardOrder, 'items'>;

/** How many lines are to be packed, and how many of them are in the bag. */
export function pickProgress({ items }: Bag): { lines: number; picked: number } {
  const wanted = items.filter(({ isTakenOff }) => !isTakenOff);
  return { lines: wanted.length, picked: wanted.filter(({ isPicked }) => isPicked).length };
}

/** Somebody ticks the lines of this order and has not come to its end: handing it over now is likely an accident. */
export function isPartlyPicked(order: Bag): boolean {
  const { lines, picked } = pickProgress(order);
  return picked > 0 && picked < lines;
}

type BoardStatus = BoardOrder['status'];

/** A part of the board: the open orders, all or those of one state, are one list; the others are read by pages. */
export interface Tab {
  /** As the address names it. */
  name: string;
  label: string;
  /** Which of the open orders; null for those that are read by pages. */
  open: readonly BoardStatus[] | null;
  status: BoardStatus | 'OPEN' | 'OWED' | 'ALL';
}

const openStates: readonly BoardStatus[] = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'];

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
export function findTab(name: string | null): Tab {
  return tabs.find((tab) => tab.name === name) ?? openTab;
}

/** The orders of a tab, out of those that were read for it. */
export function filterByTab(tab: Tab, read: readonly BoardOrder[]): BoardOrder[] {
  const { open } = tab;
  return open === null ? [...read] : read.filter(({ status }) => open.includes(status));
}

/** Whether an order still has work for the staff. */
function isOpen({ status }: Pick<BoardOrder, 'status'>): boolean {
  return openStates.includes(status);
}

/** The open orders with one of them as it is now: at its place by urgency, or gone. */
export function upsertOrder(open: readonly BoardOrder[], order: BoardOrder): BoardOrder[] {
  const others = open.filter(({ _id }) => _id !== order._id);
  return isOpen(order) ? [...others, order].sort(byUrgency) : others;
}

function byUrgency(one: BoardOrder, other: BoardOrder): number {
  const [first, second] = [one.promisedAt ?? one.createdAt, other.promisedAt ?? other.createdAt];
  if (first !== second) return first < second ? -1 : 1;
  return one._id < other._id ? -1 : 1;
}
