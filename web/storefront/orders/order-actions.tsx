import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { callApi } from '#web/api/client.ts';
import { downloadFile, fetchFile } from '#web/api/files.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const ReorderDialog = lazyDialog(
  async () => (await import('#web/storefront/cart/reorder-dialog.tsx')).ReorderDialog,
);

interface CancelButtonProps {
  order: OrderDetails;
  onChange: (order: OrderDetails) => void;
  onStale: () => void;
}

interface OrderActionsProps extends CancelButtonProps {
  /** Called when one of the buttons gets or loses the focus. */
  onFocusChange: (hasFocus: boolean) => void;
}

/** Reorder, invoice and cancel buttons, as far as the status allows them. */
export function OrderActions({ order, onChange, onStale, onFocusChange }: OrderActionsProps) {
  const { status, payment_status, payment_method, canCancel } = order;
  const isUnpaid = status === 'PENDING_PAYMENT';
  // Its items are already back in the cart.
  const isBackInCart = status === 'CANCELLED' && payment_status === 'FAILED' && payment_method === 'CARD';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div
      role="group"
      aria-label={t('orders.actions')}
      className="flex flex-col gap-3 empty:hidden"
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      {!isUnpaid && !isBackInCart && <ReorderButton order={order} />}
      {!isUnpaid && status !== 'CANCELLED' && <InvoiceButton order={order} />}
      {canCancel && <CancelButton order={order} onChange={onChange} onStale={onStale} />}
    </div>
  );
}

function CancelButton(props: CancelButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button variant="quiet" isWide onClick={() => setIsAsked(true)}>
        {t('orders.cancelOrder')}
      </Button>
      {isAsked && <CancelDialog {...props} onClose={() => setIsAsked(false)} />}
    </>
  );
}

function ReorderButton({ order: { _id } }: { order: OrderDetails }) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<EndpointResponse<'reorder'>['data'] | null>(null);

  async function reorder() {
    setIsBusy(true);
    const outcome = await callApi('reorder', { _id });
    setIsBusy(false);
    refreshCart();
    if (!outcome.isOk) return void showToast('error', outcome.error.message);
    const { added, short, gone } = outcome.response.data;
    if (short.length + gone.length > 0) return setResult(outcome.response.data);
    showToast('success', t('orders.addedToCart', { count: added.length }));
  }

  return (
    <>
      <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void reorder()}>
        {!isBusy && <RotateCw aria-hidden="true" className="size-5" />}
        {t('orders.orderAgain')}
      </Button>
      {result !== null && <ReorderDialog result={result} onClose={() => setResult(null)} />}
    </>
  );
}

function InvoiceButton({ order: { _id, orderId } }: { order: OrderDetails }) {
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    const outcome = await fetchFile(`/api/order/invoice?_id=${_id}`, `${orderId}.pdf`);
    if (outcome.isOk) downloadFile(outcome.response.content, outcome.response.name);
    else showToast('error', outcome.error.message);
    setIsBusy(false);
  }

  return (
    <Button variant="quiet" isWide isBusy={isBusy} onClick={() => void download()}>
      {!isBusy && <Download aria-hidden="true" className="size-5" />}
      {t('orders.invoice')}
    </Button>
  );
}
