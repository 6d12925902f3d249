import type { OrderDetails } from '#contract/order.ts';
import { t } from '#web/texts/t.ts';

type CollectedOrder = Pick<OrderDetails, 'collection' | 'status' | 'payment_status'>;

/** The state of a payment by UPI, or of one that the staff have recorded, with what becomes of it. */
export function toCollectionText({ collection, status, payment_status }: CollectedOrder): string {
  if (collection === null)
    return status === 'CANCELLED' ? t('orders.upiNotCharged') : t('orders.upiUnconfirmed');
  if (payment_status === 'REFUNDED') return t('orders.collectedRefunded');
  if (status === 'CANCELLED') return t('orders.collectedRefundDue');
  const { method, reference } = collection;
  return method === 'CASH' ? t('orders.paidInCash') : t('orders.paidByUpi', { reference: reference ?? '' });
}

export default function CollectionText({ order }: { order: CollectedOrder }) {
  return toCollectionText(order);
}
