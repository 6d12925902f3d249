import { useState } from 'react';
import type { OrderDetails } from '#contract/orders/order.ts';
import { callApi } from '#web/api/client.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { serverText, t } from '#web/texts/t.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

interface CancelDialogProps {
  order: OrderDetails;
  onChange: (order: OrderDetails) => void;
  onStale: () => void;
  onClose: () => void;
}

/** Asks whether to cancel an order, and cancels it. */
export function CancelDialog({ order, onChange, onStale, onClose }: CancelDialogProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function cancel() {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await callApi('cancelOrder', { _id: order._id });
    setIsBusy(false);
    onClose();
    if (!outcome.isOk) {
      showToast('error', outcome.error.message);
      return onStale();
    }
    showToast('success', serverText(outcome.response.message, t('orders.cancelledToast')));
    refreshCart();
    onChange(outcome.response.data);
  }

  return (
    <ConfirmDialog
      title={t('orders.cancelQuestion')}
      question={toQuestion(order)}
      confirmLabel={t('orders.cancelOrder')}
      cancelLabel={t('orders.keepIt')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onClose={onClose}
    />
  );
}

/** What happens to the payment. */
function toQuestion({
  status,
  payment_method,
  collection,
}: Pick<OrderDetails, 'status' | 'payment_method' | 'collection'>): string {
  if (status === 'PENDING_PAYMENT') return t('orders.cancelUnpaid');
  if (collection !== null) return t('orders.cancelCollected');
  if (payment_method !== 'CARD') return t('orders.cancelCash');
  return t('orders.cancelCard');
}
