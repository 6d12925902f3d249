import type { Order } from './order.ts';

type OrderStatus = Order['status'];

/** Who changes an order. `system`: a payment event or a timer. */
export type OrderActor = 'shopper' | 'staff' | 'system';

/**
 * The possible next statuses of each status, and who may trigger each change. An order on its way that comes back to
 * the store is cancelled too, which only `recordUndelivered` does.
 */
const changes: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, readonly OrderActor[]>>>>> =
  {
    PENDING_PAYMENT: { PLACED: ['system'], CANCELLED: ['shopper', 'staff', 'system'] },
    PLACED: { PACKING: ['staff'], CANCELLED: ['shopper', 'staff'] },
    PACKING: { OUT_FOR_DELIVERY: ['staff'], CANCELLED: ['shopper', 'staff'] },
    OUT_FOR_DELIVERY: { DELIVERED: ['staff'] },
    DELIVERED: {},
    CANCELLED: {},
  };

/** Whether this actor may change an order from one status to another. */
export function mayChange(actor: OrderActor, from: OrderStatus, to: OrderStatus): boolean {
  return changes[from][to]?.includes(actor) ?? false;
}

/** Whether a shopper may add products to an order: one to be paid on delivery that waits for its packing. */
export function mayAddTo(
  { status, payment_method }: Pick<Order, 'status' | 'payment_method'>,
  isPaid: boolean,
): boolean {
  return status === 'PLACED' && payment_method !== 'CARD' && !isPaid;
}
