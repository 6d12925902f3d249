import type { OrderDetails } from '#contract/order.ts';

/** What an order does at the moment, in a few words. */
export function headlineOf({ status }: Pick<OrderDetails, 'status'>): string {
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
export function paymentTextOf({
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
export function cancelQuestionOf({
  status,
  payment_method,
}: Pick<OrderDetails, 'status' | 'payment_method'>): string {
  if (status === 'PENDING_PAYMENT') return 'Nothing was paid yet. What you ordered goes back to your cart.';
  if (payment_method === 'CASH') return 'Nothing was paid yet, and nobody will come to your door.';
  return 'Nobody will come to your door, and what you paid goes back to your card.';
}
