import type { OrderDetails } from '#contract/order.ts';

/** What an order does at the moment, in a few words. */
export function toHeadline({ status }: Pick<OrderDetails, 'status'>): string {
  return headlines[status];
}

const headlines: Record<OrderDetails['status'], string> = {
  PENDING_PAYMENT: 'Waiting for your payment',
  PLACED: 'We have your order',
  PACKING: 'We are packing your order',
  OUT_FOR_DELIVERY: 'Your order is on its way',
  DELIVERED: 'Delivered',
  CANCELLED: 'This order was cancelled',
};

/** How an order is paid, as its shopper calls it. */
export function toPaymentText({
  payment_method,
  payment_status,
  status,
  refundedAmt,
}: Pick<OrderDetails, 'payment_method' | 'payment_status' | 'status' | 'refundedAmt'>): string {
  if (payment_method === 'CASH') {
    if (status === 'CANCELLED') return 'Cash on delivery. Nothing was paid.';
    return status === 'DELIVERED' ? 'Paid in cash' : 'Cash on delivery';
  }
  if (payment_status === 'PAID') {
    if (status !== 'CANCELLED') return 'Paid by card';
    // The card has not taken it: nothing of it is on its way any more.
    if (refundedAmt === 0) return 'Paid by card. The refund did not go through; please ask us for it.';
    return 'Paid by card. The refund is on its way.';
  }
  return cardTexts[payment_status];
}

const cardTexts: Record<Exclude<OrderDetails['payment_status'], 'PAID'>, string> = {
  'CASH ON DELIVERY': 'Cash on delivery',
  PENDING: 'By card, not paid yet',
  FAILED: 'By card. Nothing was paid.',
  REFUNDED: 'Paid by card, and refunded',
};

/** What is asked before an order is cancelled: what becomes of the money, or of the goods. */
export function toCancelQuestion({
  status,
  payment_method,
}: Pick<OrderDetails, 'status' | 'payment_method'>): string {
  if (status === 'PENDING_PAYMENT') return 'Nothing was paid yet. What you ordered goes back to your cart.';
  if (payment_method === 'CASH') return 'Nothing was paid yet, and nobody will come to your door.';
  return 'Nobody will come to your door, and what you paid goes back to your card.';
}

type Status = OrderDetails['status'];

/** One stop on the way of an order. */
export interface TimelineStep {
  status: Status;
  label: string;
  /** When it was there; null for what is still to come. */
  at: string | null;
  kind: 'done' | 'now' | 'later' | 'cancelled';
  reason: string | null;
}

const labels: Record<Status, string> = {
  PENDING_PAYMENT: 'Waiting for payment',
  PLACED: 'Placed',
  PACKING: 'Packing',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
};

const way: readonly Status[] = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'];

/** The way of an order: where it was, where it is, and where it will still go. A cancelled one goes nowhere. */
export function toTimeline({
  status,
  payment_method,
  steps,
}: Pick<OrderDetails, 'status' | 'payment_method' | 'steps'>): TimelineStep[] {
  const reached = new Map<Status, OrderDetails['steps'][number]>();
  // An order that was changed without moving on has several rows of one status: it got there with the first.
  for (const step of steps) if (!reached.has(step.status)) reached.set(step.status, step);
  const wasUnpaid = payment_method === 'CARD' || reached.has('PENDING_PAYMENT');
  const all: Status[] = [...(wasUnpaid ? (['PENDING_PAYMENT'] as const) : []), ...way];
  const stops = status === 'CANCELLED' ? [...all.filter((each) => reached.has(each)), status] : all;
  const current = stops.indexOf(status);
  return stops.map((each, index) => {
    const step = index <= current ? reached.get(each) : undefined;
    const isNow = index === current && each !== 'DELIVERED';
    const kind =
      each === 'CANCELLED' ? 'cancelled' : isNow ? 'now' : index <= current ? 'done' : ('later' as const);
    const label =
      // It was paid when it was placed, whatever became of it.
      each === 'PENDING_PAYMENT' && reached.has('PLACED') ? 'Paid' : labels[each];
    const at = (label === 'Paid' ? reached.get('PLACED') : step)?.at ?? null;
    return { status: each, label, at, kind, reason: each === 'CANCELLED' ? (step?.reason ?? null) : null };
  });
}

const minuteMs = 60_000;

/** How long until the promised moment, as a shopper counts: `in 8 min`, and when it has come `any moment now`. */
export function countdownText(promisedAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(promisedAt) - now) / minuteMs);
  return minutes <= 0 ? 'any moment now' : `in ${minutes} min`;
}

// A rider who rings within it is as good as punctual.
const graceMs = 5 * minuteMs;

/** Whether the promised moment is so long ago that nobody would believe in `any moment now`. */
export function isLate(promisedAt: string, now: number): boolean {
  return now - Date.parse(promisedAt) > graceMs;
}

/** How long goods are still held for an unpaid order; null when that is over. */
export function reservationText(expiresAt: string, now: number): string | null {
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return null;
  return leftMs < minuteMs ? 'less than a minute' : `${Math.ceil(leftMs / minuteMs)} min`;
}

/** How long something took, as people say it: `8 min`, `2 h 5 min`, `3 days`; a minute at least. */
export function durationText(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}
