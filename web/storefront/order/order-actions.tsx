import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { CallAnswer } from '#contract/calls.ts';
import type { OrderDetails } from '#contract/order.ts';
import { downloadFile } from '#web/api/download.ts';
import { callApi } from '#web/api.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { showToast } from '#web/ui/toast.ts';
import { cancelQuestionOf } from './headline.ts';
import { ReorderDialog } from './reorder-dialog.tsx';

interface CancelButtonProps {
  order: OrderDetails;
  onChange: (order: OrderDetails) => void;
  onStale: () => void;
}

interface OrderActionsProps extends CancelButtonProps {
  /** The focus came to one of the buttons, or left them for something else. */
  onFocusChange: (hasFocus: boolean) => void;
}

/** What a shopper can do with an order as it is now, besides paying it; nothing where there is nothing to do. */
export function OrderActions({ order, onChange, onStale, onFocusChange }: OrderActionsProps) {
  const { status, payment_status, canCancel } = order;
  const isUnpaid = status === 'PENDING_PAYMENT';
  // Its goods are in the cart again.
  const wasGivenBack = status === 'CANCELLED' && payment_status === 'FAILED';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends.
    <div
      role="group"
      aria-label="What you can do with this order"
      className="flex flex-col gap-3 empty:hidden"
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      {!isUnpaid && !wasGivenBack && <ReorderButton order={order} />}
      {!isUnpaid && status !== 'CANCELLED' && <InvoiceButton order={order} />}
      {canCancel && <CancelButton order={order} onChange={onChange} onStale={onStale} />}
    </div>
  );
}

function CancelButton({ order, onChange, onStale }: CancelButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function cancel() {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await callApi('cancelOrder', { _id: order._id });
    setIsBusy(false);
    setIsAsked(false);
    if (!outcome.isOk) {
      showToast('error', outcome.error.message);
      return onStale();
    }
    showToast('success', outcome.answer.message);
    refreshCart();
    onChange(outcome.answer.data);
  }

  return (
    <>
      <Button variant="quiet" isWide onClick={() => setIsAsked(true)}>
        Cancel order
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Cancel this order?"
          question={cancelQuestionOf(order)}
          confirmLabel="Cancel order"
          cancelLabel="Keep it"
          isDangerous
          isBusy={isBusy}
          onConfirm={() => void cancel()}
          onCancel={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

function ReorderButton({ order: { _id } }: { order: OrderDetails }) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<CallAnswer<'reorder'>['data'] | null>(null);

  async function reorder() {
    setIsBusy(true);
    const outcome = await callApi('reorder', { _id });
    setIsBusy(false);
    refreshCart();
    if (!outcome.isOk) return void showToast('error', outcome.error.message);
    const { added, short, gone } = outcome.answer.data;
    if (short.length + gone.length > 0) return setResult(outcome.answer.data);
    showToast(
      'success',
      added.length === 1 ? 'It is in your cart' : `${added.length} products are in your cart`,
    );
  }

  return (
    <>
      <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void reorder()}>
        {!isBusy && <RotateCw aria-hidden="true" className="size-5" />}
        Order again
      </Button>
      {result !== null && <ReorderDialog result={result} onClose={() => setResult(null)} />}
    </>
  );
}

function InvoiceButton({ order: { _id, orderId } }: { order: OrderDetails }) {
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    const outcome = await downloadFile(`/api/order/invoice?_id=${_id}`, `${orderId}.pdf`);
    setIsBusy(false);
    if (outcome.isOk) saveFile(outcome.answer.content, outcome.answer.name);
    else showToast('error', outcome.error.message);
  }

  return (
    <Button variant="quiet" isWide isBusy={isBusy} onClick={() => void download()}>
      {!isBusy && <Download aria-hidden="true" className="size-5" />}
      Download invoice
    </Button>
  );
}
