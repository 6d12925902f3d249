import type { BoardOrder } from '#contract/order-board.ts';
import { canBecome } from '#contract/rules/order-status.ts';

type Status = BoardOrder['status'];

/** How the staff speaks of the states of an order. */
export const stateTexts: Readonly<Record<Status, string>> = {
  PENDING_PAYMENT: 'Not paid yet',
  PLACED: 'New',
  PACKING: 'Packing',
  OUT_FOR_DELIVERY: 'On the way',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
};

/** Where somebody of the staff takes an order. */
export type Target = 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED' | 'CANCELLED';

interface Step {
  to: Target;
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
export function stepTo(to: Target): Step {
  return steps.find((step) => step.to === to) ?? cancelStep;
}

/** What comes next for an order, if nothing goes wrong; null when nothing does. */
export function nextStep(status: Status): Step | null {
  return steps.find(({ to }) => to !== 'CANCELLED' && canBecome(status, to)) ?? null;
}

const paymentTexts: Readonly<Record<BoardOrder['payment_status'], string>> = {
  'CASH ON DELIVERY': 'Cash on delivery',
  PENDING: 'Payment pending',
  PAID: 'Paid online',
  FAILED: 'Never paid',
  REFUNDED: 'Refunded',
};

/** How an order is paid, in words. */
export function paymentText({ payment_status }: Pick<BoardOrder, 'payment_status'>): string {
  return paymentTexts[payment_status];
}

type Bag = Pick<BoardOrder, 'items'>;

/** How many lines are to be packed, and how many of them are in the bag. */
export function bagOf({ items }: Bag): { lines: number; picked: number } {
  const wanted = items.filter(({ isTakenOff }) => !isTakenOff);
  return { lines: wanted.length, picked: wanted.filter(({ isPicked }) => isPicked).length };
}

/** Somebody ticks the lines of this order and has not come to its end: handing it over now is likely an accident. */
export function isHalfPicked(order: Bag): boolean {
  const { lines, picked } = bagOf(order);
  return picked > 0 && picked < lines;
}
