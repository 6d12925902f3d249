import type { Order } from '#contract/order.ts';

/** What is said about an order that was not cancelled: its payment had gone through, or it was never given up. */
export function toActiveOrderMessage({
  orderId,
  status,
  payment_status,
}: Pick<Order, 'orderId' | 'status' | 'payment_status'>): { title: string; message: string } {
  if (status === 'DELIVERED') {
    return { title: 'This order is delivered', message: `${orderId} was not cancelled.` };
  }
  if (status === 'OUT_FOR_DELIVERY') {
    return {
      title: 'This order is on its way',
      message: `${orderId} was not cancelled, and it has left our store.`,
    };
  }
  return {
    title: payment_status === 'PAID' ? 'This order is paid' : 'This order is placed',
    message: `${orderId} was not cancelled. You can still do that on its page until it is on its way.`,
  };
}

/** What is said about an order that is cancelled: where the money and the goods are. */
export function toCancelledMessage({
  payment_method,
  payment_status,
}: Pick<Order, 'payment_method' | 'payment_status'>): string {
  if (payment_method === 'CASH') return 'This order is cancelled. Nothing was paid for it.';
  if (payment_status === 'FAILED') return 'Nothing was charged, and your items are in your cart again.';
  return payment_status === 'REFUNDED'
    ? 'This order is cancelled, and what you paid has gone back to your card.'
    : 'This order is cancelled, and what you paid is on its way back to your card.';
}
