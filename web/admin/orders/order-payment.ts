import { amountDuePaise } from '#contract/cart/pricing.ts';
import type { BoardOrder } from '#contract/orders/order-board.ts';

const paymentLabels: Readonly<Record<BoardOrder['payment_status'], string>> = {
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
}: Pick<BoardOrder, 'payment_status' | 'payment_method' | 'collection'>): string {
  if (payment_status !== 'REFUNDED' && collection !== null)
    return collection.method === 'UPI' ? 'Paid by UPI' : 'Paid in cash';
  if (payment_method === 'UPI' && payment_status === 'PENDING') return 'UPI, not confirmed';
  return paymentLabels[payment_status];
}

/** Whether the staff can record a payment: nothing is recorded, and something is due. A late transfer may be for a cancelled order. */
export function canRecordPayment(order: BoardOrder): boolean {
  const { payment_method, status, collection } = order;
  if (payment_method === 'CARD' || collection !== null || status === 'PENDING_PAYMENT') return false;
  return amountDuePaise(order) > 0;
}

/** Orders that the server delivers with a confirmation only: their UPI payment is not recorded. */
export function isUpiUnpaid(order: BoardOrder): boolean {
  return order.payment_method === 'UPI' && canRecordPayment(order);
}
