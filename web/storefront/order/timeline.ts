import type { OrderDetails } from '#contract/order.ts';

type Status = OrderDetails['status'];

/** One stop on the way of an order. */
export interface Stop {
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
export function timelineOf({
  status,
  payment_method,
  steps,
}: Pick<OrderDetails, 'status' | 'payment_method' | 'steps'>): Stop[] {
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
