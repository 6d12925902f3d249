import type { Order } from '../order.ts';

type OrderStatus = Order['status'];

/** Who changes an order: its shopper, somebody of the staff, or the shop itself on a payment or an expiry. */
export type OrderActor = 'shopper' | 'staff' | 'shop';

/** Where an order may go from each state, and by whom (decisions section 5); no other change is possible. */
const changes: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, readonly OrderActor[]>>>>> =
  {
    PENDING_PAYMENT: { PLACED: ['shop'], CANCELLED: ['shopper', 'staff', 'shop'] },
    PLACED: { PACKING: ['staff'], CANCELLED: ['shopper', 'staff'] },
    PACKING: { OUT_FOR_DELIVERY: ['staff'], CANCELLED: ['shopper', 'staff'] },
    OUT_FOR_DELIVERY: { DELIVERED: ['staff'] },
    DELIVERED: {},
    CANCELLED: {},
  };

/** Whether an order may go from one state to another, whoever asks. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return changes[from][to] !== undefined;
}

/** Whether this actor may take an order from one state to another. */
export function mayChange(actor: OrderActor, from: OrderStatus, to: OrderStatus): boolean {
  return changes[from][to]?.includes(actor) ?? false;
}
