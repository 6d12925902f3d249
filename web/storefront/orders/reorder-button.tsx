import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import type { Order } from '#contract/orders/order.ts';
import { callApi } from '#web/api/client.ts';
import { refreshCart, waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';

const ReorderDialog = lazyDialog(
  async () => (await import('#web/storefront/cart/reorder-dialog.tsx')).ReorderDialog,
);

/** Whether an order can be ordered again: the items of one that was never paid are back in the cart. */
export function canReorder(order: Pick<Order, 'status' | 'payment_status' | 'payment_method'>): boolean {
  const { status, payment_status, payment_method } = order;
  if (status === 'PENDING_PAYMENT') return false;
  return status !== 'CANCELLED' || payment_status !== 'FAILED' || payment_method !== 'CARD';
}

interface ReorderButtonProps {
  order: Pick<Order, '_id' | 'orderId'>;
  isWide?: boolean;
}

/** Fills the cart with the products of an order and opens it, or says what is not available. */
export function ReorderButton({ order: { _id, orderId }, isWide = false }: ReorderButtonProps) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<EndpointResponse<'reorder'>['data'] | null>(null);

  async function reorder() {
    setIsBusy(true);
    // The quantities of earlier taps are absolute: sent afterwards they would undo what the order adds.
    await waitForCartSync();
    const outcome = await callApi('reorder', { _id });
    setIsBusy(false);
    refreshCart();
    if (!outcome.isOk) return void showToast('error', outcome.error.message);
    const { added, short, gone } = outcome.response.data;
    if (short.length + gone.length > 0) return setResult(outcome.response.data);
    showToast('success', t('orders.addedToCart', { count: added.length }));
    void navigate('/cart');
  }

  return (
    <>
      <Button variant="secondary" isWide={isWide} isBusy={isBusy} onClick={() => void reorder()}>
        {!isBusy && <RotateCw aria-hidden="true" className="size-5" />}
        {t('orders.orderAgain')}
        {!isWide && <span className="sr-only"> {orderId}</span>}
      </Button>
      {result !== null && <ReorderDialog result={result} onClose={() => setResult(null)} />}
    </>
  );
}
