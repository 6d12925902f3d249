import type { Order } from '#contract/orders/order.ts';
import { t } from '#web/texts/t.ts';

/** For an order that was not cancelled. */
export function toActiveOrderMessage({
  orderId,
  status,
  payment_status,
}: Pick<Order, 'orderId' | 'status' | 'payment_status'>): { title: string; message: string } {
  if (status === 'DELIVERED') {
    return { title: t('orders.isDelivered'), message: t('orders.notCancelled', { order: orderId }) };
  }
  if (status === 'OUT_FOR_DELIVERY') {
    return {
      title: t('orders.isUnderway'),
      message: t('orders.notCancelledUnderway', { order: orderId }),
    };
  }
  return {
    title: payment_status === 'PAID' ? t('orders.isPaid') : t('orders.isPlaced'),
    message: t('orders.stillCancellable', { order: orderId }),
  };
}

/** For a cancelled order: what happens to the payment and the items. */
export function toCancelledMessage({
  payment_method,
  payment_status,
}: Pick<Order, 'payment_method' | 'payment_status'>): string {
  if (payment_method !== 'CARD')
    return payment_status === 'PAID' ? t('orders.cancelledPayBack') : t('orders.cancelledNotCharged');
  if (payment_status === 'FAILED') return t('orders.itemsBack');
  return payment_status === 'REFUNDED' ? t('orders.cancelledRefunded') : t('orders.cancelledRefundUnderway');
}
