import { minuteMs } from '#contract/base/durations.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { Permission } from '#contract/base/permissions.ts';
import { toWorkStart } from '#contract/delivery/delivery-slots.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import { mayChange } from '#contract/orders/order-status.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { formatTime } from '#web/base/time.ts';

type Status = StaffOrder['status'];

export const statusLabels: Readonly<Record<Status, string>> = {
  PENDING_PAYMENT: 'Awaiting payment',
  PLACED: 'New',
  PACKING: 'Packing',
  OUT_FOR_DELIVERY: 'On the way',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
};

/** Statuses that staff can set. */
export type TargetStatus = 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED' | 'CANCELLED';

export interface Step {
  to: TargetStatus;
  permission: Permission;
  /** Keyboard shortcut. */
  key: string;
  /** Button label. */
  label: string;
  /** Result, for toasts: '<order> being packed'. */
  done: string;
}

/** Keyboard shortcut that undoes a delivery which is not sent yet. */
export const undoKey = 'u';

const cancelStep: Step = {
  to: 'CANCELLED',
  permission: 'cancel',
  key: 'c',
  label: 'Cancel …',
  done: 'cancelled',
};

/** Status changes in the order in which staff makes them. */
export const steps: readonly Step[] = [
  { to: 'PACKING', permission: 'pick', key: 'p', label: 'Start packing', done: 'being packed' },
  { to: 'OUT_FOR_DELIVERY', permission: 'hand-over', key: 'o', label: 'Hand over', done: 'out for delivery' },
  { to: 'DELIVERED', permission: 'deliver', key: 'd', label: 'Delivered', done: 'delivered' },
  cancelStep,
];

export function stepTo(to: TargetStatus): Step {
  return steps.find((step) => step.to === to) ?? cancelStep;
}

/** The next regular status change; null if there is none. */
export function nextStep(order: Pick<StaffOrder, 'status' | 'delivery'>): Step | null {
  return steps.find(({ to }) => to !== 'CANCELLED' && canChangeTo(order, to)) ?? null;
}

type OrderItems = Pick<StaffOrder, 'items'>;

/** Number of lines to pack, and of those already picked. */
export function pickProgress({ items }: OrderItems): { lines: number; picked: number } {
  const wanted = items.filter(({ isTakenOff }) => !isTakenOff);
  return { lines: wanted.length, picked: wanted.filter(({ isPicked }) => isPicked).length };
}

/** Lines are neither picked nor unavailable: the server hands the order over with a confirmation only. */
export function hasUnpickedLines(order: OrderItems): boolean {
  const { lines, picked } = pickProgress(order);
  return picked < lines;
}

type BoardStatus = StaffOrder['status'];

/** All is picked, and no picker has it: it can go to a rider. */
export function isPacked(order: Pick<StaffOrder, 'status' | 'items' | 'isBeingPicked'>): boolean {
  return order.status === 'PACKING' && order.isBeingPicked !== true && !hasUnpickedLines(order);
}

/** Who has an order on its way. Only the rider marks it delivered: the phone may have done so without a connection. */
export function findRiderOnTheWay({ status, delivery }: Pick<StaffOrder, 'status' | 'delivery'>) {
  return status === 'OUT_FOR_DELIVERY' ? (delivery?.rider ?? null) : null;
}

/** Whether the staff can change the status of an order to another one. */
export function canChangeTo(order: Pick<StaffOrder, 'status' | 'delivery'>, to: TargetStatus): boolean {
  return mayChange('staff', order.status, to) && !(to === 'DELIVERED' && findRiderOnTheWay(order) !== null);
}

/**
 * Tab of the order board. Open orders are one list filtered in the browser; other tabs are paged by the
 * server.
 */
export interface Tab {
  /** Name in the URL. The one with due refunds is `owed`. */
  name: string;
  label: string;
  /** Statuses shown, for tabs of open orders; null for tabs that the server pages. */
  openStatuses: readonly BoardStatus[] | null;
  status: BoardStatus | 'OPEN' | 'OWED' | 'ALL';
  /** Only orders whose promised time is over. */
  isLate?: true;
}

const openStatuses: readonly BoardStatus[] = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'];

const openTab: Tab = { name: 'open', label: 'Open', openStatuses, status: 'OPEN' };

export const tabs: readonly Tab[] = [
  openTab,
  { name: 'late', label: 'Late', openStatuses, status: 'OPEN', isLate: true },
  { name: 'new', label: 'New', openStatuses: ['PLACED'], status: 'OPEN' },
  { name: 'packing', label: 'Packing', openStatuses: ['PACKING'], status: 'OPEN' },
  { name: 'on-the-way', label: 'On the way', openStatuses: ['OUT_FOR_DELIVERY'], status: 'OPEN' },
  { name: 'delivered', label: 'Delivered', openStatuses: null, status: 'DELIVERED' },
  { name: 'cancelled', label: 'Cancelled', openStatuses: null, status: 'CANCELLED' },
  { name: 'unpaid', label: 'Awaiting payment', openStatuses: null, status: 'PENDING_PAYMENT' },
  { name: 'owed', label: 'Refunds due', openStatuses: null, status: 'OWED' },
  { name: 'all', label: 'All', openStatuses: null, status: 'ALL' },
];

/** The server pages the orders of this tab; those of the others are loaded together. */
export function isPaged({ openStatuses }: Tab): boolean {
  return openStatuses === null;
}

/** Finds a tab by its URL name; falls back to the open orders. */
export function findTab(name: string | null): Tab {
  return tabs.find((tab) => tab.name === name) ?? openTab;
}

export function filterByTab(tab: Tab, read: readonly StaffOrder[], now = Date.now()): StaffOrder[] {
  const { openStatuses, isLate = false } = tab;
  if (openStatuses === null) return [...read];
  return read.filter(
    ({ status, promisedAt }) =>
      openStatuses.includes(status) && (!isLate || (promisedAt !== null && Date.parse(promisedAt) < now)),
  );
}

function isOpen({ status }: Pick<StaffOrder, 'status'>): boolean {
  return openStatuses.includes(status);
}

/**
 * Replaces an order in the list of open orders, in the order in which work must begin; removes it if it is no longer
 * open.
 */
export function upsertOrder(open: readonly StaffOrder[], order: StaffOrder): StaffOrder[] {
  const others = open.filter(({ _id }) => _id !== order._id);
  return isOpen(order) ? [...others, order].sort(byWorkStart) : others;
}

/** When work for an order must begin, in milliseconds since 1970. */
export function workStartOf({
  slot,
  promisedAt,
  createdAt,
  promisedMinutes,
}: Pick<StaffOrder, 'slot' | 'promisedAt' | 'createdAt' | 'promisedMinutes'>): number {
  return toWorkStart(slot?.startsAt ?? promisedAt ?? createdAt, promisedMinutes);
}

function byWorkStart(one: StaffOrder, other: StaffOrder): number {
  const difference = workStartOf(one) - workStartOf(other);
  if (difference !== 0) return difference;
  return one._id < other._id ? -1 : 1;
}

export const paymentLabels: Readonly<Record<StaffOrder['payment_status'], string>> = {
  'CASH ON DELIVERY': 'Cash on delivery',
  PENDING: 'Payment pending',
  PAID: 'Paid online',
  FAILED: 'Not paid',
  REFUNDED: 'Refunded',
};

export function paymentLabel({
  payment_status,
  payment_method,
  collection,
  ...amounts
}: Pick<
  StaffOrder,
  'payment_status' | 'payment_method' | 'collection' | 'totalAmt' | 'creditAmt' | 'creditReturnedAmt'
>): string {
  const isCredited = toPaise(amounts.totalAmt) > orderAmountDuePaise(amounts);
  if (isCredited && collection === null && orderAmountDuePaise(amounts) === 0)
    return 'Paid with store credit';
  const label = toMethodLabel({ payment_status, payment_method, collection });
  return isCredited ? `${label} and store credit` : label;
}

/** What is paid or to be collected, such as 'Collect ₹200 in cash'. */
export function toPaymentTitle(order: StaffOrder, duePaise: number): string {
  const due = formatPaise(duePaise);
  const { payment_method, status, collection } = order;
  if (collection !== null) return `${paymentLabel(order)} · ${formatPaise(toPaise(collection.amount))}`;
  if (payment_method === 'CARD' || status === 'CANCELLED') return `${paymentLabel(order)} · ${due}`;
  if (status === 'DELIVERED') return `${due} not paid yet`;
  return payment_method === 'CASH' ? `Collect ${due} in cash` : `UPI payment of ${due} is not confirmed`;
}

/** What the rider collects. */
export function toRiderTitle(order: StaffOrder): string {
  return canRecordPayment(order) ? toPaymentTitle(order, orderAmountDuePaise(order)) : 'Nothing to collect';
}

function toMethodLabel({
  payment_status,
  payment_method,
  collection,
}: Pick<StaffOrder, 'payment_status' | 'payment_method' | 'collection'>): string {
  if (payment_status !== 'REFUNDED' && collection !== null)
    return collection.method === 'UPI' ? 'Paid by UPI' : 'Paid in cash';
  if (payment_method === 'UPI' && payment_status === 'PENDING') return 'UPI, not confirmed';
  return paymentLabels[payment_status];
}

/**
 * Whether the staff can record a payment: nothing is recorded, and something is due. A late transfer may be for a
 * cancelled order.
 */
export function canRecordPayment(order: StaffOrder): boolean {
  const { payment_method, status, collection } = order;
  if (payment_method === 'CARD' || collection !== null || status === 'PENDING_PAYMENT') return false;
  return orderAmountDuePaise(order) > 0;
}

/** Orders that the server delivers with a confirmation only: their UPI payment is not recorded. */
export function isUpiUnpaid(order: StaffOrder): boolean {
  return order.payment_method === 'UPI' && canRecordPayment(order);
}

/** Remaining delivery time, or the result. */
interface Countdown {
  text: string;
  isLate: boolean;
}

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

type Timed = Pick<
  StaffOrder,
  'status' | 'promisedAt' | 'deliveredAt' | 'expiresAt' | 'slot' | 'createdAt' | 'promisedMinutes'
>;

/**
 * Remaining time until the promised delivery, or for a later window until work must begin, or how it ended; null for
 * orders without a promise. The shopper of a late order reads a new time instead
 * (`contract/delivery/arrival-time.ts`).
 */
export function toCountdown(order: Timed, now: number): Countdown | null {
  const { status, promisedAt, deliveredAt, expiresAt, slot } = order;
  if (status === 'PENDING_PAYMENT')
    return expiresAt === null ? null : paymentCountdown(Date.parse(expiresAt) - now);
  if (promisedAt === null || status === 'CANCELLED') return null;
  const end = deliveredAt === null ? now : Date.parse(deliveredAt);
  const leftMs = Date.parse(promisedAt) - end;
  if (status === 'DELIVERED') {
    return leftMs >= 0
      ? { text: 'on time', isLate: false }
      : { text: `${formatDuration(-leftMs)} late`, isLate: true };
  }
  const restMs = workStartOf(order) - now;
  if (slot !== null && status === 'PLACED' && restMs > 0)
    return { text: `begin in ${formatDuration(restMs)}`, isLate: false };
  if (leftMs <= -minuteMs) return { text: `${formatDuration(-leftMs)} late`, isLate: true };
  if (leftMs < 0) return { text: 'due now', isLate: true };
  return { text: leftMs < minuteMs ? 'due now' : `in ${formatDuration(leftMs)}`, isLate: false };
}

/** The new time of which the shopper of an order under way was told, such as `Told 4:20 pm`; null if there is none. */
export function toToldText({ status, revisedAt }: Pick<StaffOrder, 'status' | 'revisedAt'>): string | null {
  if (revisedAt === undefined || !openStatuses.includes(status)) return null;
  return `Told ${formatTime(Date.parse(revisedAt))}`;
}

function paymentCountdown(leftMs: number): Countdown {
  return { text: leftMs < minuteMs ? 'expires now' : `held ${formatDuration(leftMs)}`, isLate: false };
}

/** Whole minutes, hours or days. */
function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / minuteMs));
  if (minutes < hourMinutes) return `${minutes} min`;
  if (minutes < dayMinutes) return `${Math.floor(minutes / hourMinutes)} h`;
  const days = Math.floor(minutes / dayMinutes);
  return days === 1 ? '1 day' : `${days} days`;
}
