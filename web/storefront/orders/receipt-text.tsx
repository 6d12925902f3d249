import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { t } from '#web/texts/t.ts';

type PayableOrder = Pick<OrderDetails, 'collection' | 'status' | 'payment_status'>;
type CancelledOrder = Pick<
  OrderDetails,
  'payment_method' | 'payment_status' | 'refundedAmt' | 'totalAmt' | 'creditAmt' | 'creditReturnedAmt'
>;

/** The state of a payment by UPI, or of one that the staff have recorded, with what becomes of it. */
export function toReceiptText({ collection, status, payment_status }: PayableOrder): string {
  if (collection === null)
    return status === 'CANCELLED' ? t('orders.upiNotCharged') : t('orders.upiUnconfirmed');
  if (payment_status === 'REFUNDED') return t('orders.collectedRefunded');
  if (status === 'CANCELLED') return t('orders.collectedRefundDue');
  const { method, reference } = collection;
  return method === 'CASH' ? t('orders.paidInCash') : t('orders.paidByUpi', { reference: reference ?? '' });
}

/** What became of the money of a cancelled order by card, or in cash that was not paid. */
export function toCancelledText({
  payment_method,
  payment_status,
  refundedAmt,
  ...order
}: CancelledOrder): string {
  if (order.creditAmt > 0 && orderAmountDuePaise(order) === 0) return t('orders.paidWithCredit');
  if (payment_method === 'CASH') return t('orders.cashNotCharged');
  if (payment_status !== 'PAID') return cardTexts[payment_status];
  // PAID, cancelled and nothing refunded: the provider has rejected the refund.
  return refundedAmt === 0 ? t('orders.refundFailed') : t('orders.refundUnderway');
}

const cardTexts: Record<Exclude<OrderDetails['payment_status'], 'PAID'>, string> = {
  'CASH ON DELIVERY': t('orders.cashOnDelivery'),
  PENDING: t('orders.cardUnpaid'),
  FAILED: t('orders.cardNotCharged'),
  REFUNDED: t('orders.cardRefunded'),
};

export function ReceiptText({ order }: { order: PayableOrder & CancelledOrder }) {
  const isReceived = order.collection !== null || order.payment_method === 'UPI';
  return isReceived ? toReceiptText(order) : toCancelledText(order);
}
