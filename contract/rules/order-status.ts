import type { Order } from '../order.ts';

type OrderStatus = Order['status'];

/** Where an order may go from each state (decisions section 5); no other change is possible. */
const nextStates: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING_PAYMENT: ['PLACED', 'CANCELLED'],
  PLACED: ['PACKING', 'CANCELLED'],
  PACKING: ['OUT_FOR_DELIVERY', 'CANCELLED'],
  OUT_FOR_DELIVERY: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
};

/** Whether an order may go from one state to another. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return nextStates[from].includes(to);
}
