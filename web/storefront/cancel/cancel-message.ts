import type { Order } from '#contract/order.ts';

/** For an order that was not cancelled. */
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
      message: `${orderId} was not cancelled, and it is out for delivery.`,
    };
  }
  return {
    title: payment_status === 'PAID' ? 'This order is paid' : 'This order is placed',
    message: `${orderId} was not cancelled. You can still cancel it on its page until it is out for delivery.`,
  };
}

/** For a cancelled order: what happens to the payment and the items. */
export function toCancelledMessage({
  payment_method,
  payment_status,
}: Pick<Order, 'payment_method' | 'payment_status'>): string {
  if (payment_method === 'CASH') return 'This order was cancelled. You were not charged.';
  if (payment_status === 'FAILED') return 'You were not charged. Your items are back in your cart.';
  return payment_status === 'REFUNDED'
    ? 'This order was cancelled and refunded to your card.'
    : 'This order was cancelled. The refund to your card is on its way.';
}
