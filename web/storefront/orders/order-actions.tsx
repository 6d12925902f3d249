import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import type { OrderDetails } from '#contract/order.ts';
import { callApi } from '#web/api/client.ts';
import { downloadFile, fetchFile } from '#web/api/files.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { toCancelQuestion } from './order-status.ts';

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
  const { status, payment_status, canCancel } = order;
  const isUnpaid = status === 'PENDING_PAYMENT';
  // Its items are already back in the cart.
  const isBackInCart = status === 'CANCELLED' && payment_status === 'FAILED';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div
      role="group"
      aria-label="What you can do with this order"
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
    showToast('success', outcome.response.message);
    refreshCart();
    onChange(outcome.response.data);
  }

  return (
    <>
      <Button variant="quiet" isWide onClick={() => setIsAsked(true)}>
        Cancel order
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Cancel this order?"
          question={toCancelQuestion(order)}
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
  const [result, setResult] = useState<EndpointResponse<'reorder'>['data'] | null>(null);

  async function reorder() {
    setIsBusy(true);
    const outcome = await callApi('reorder', { _id });
    setIsBusy(false);
    refreshCart();
    if (!outcome.isOk) return void showToast('error', outcome.error.message);
    const { added, short, gone } = outcome.response.data;
    if (short.length + gone.length > 0) return setResult(outcome.response.data);
    showToast(
      'success',
      added.length === 1 ? 'Added to your cart' : `${added.length} products added to your cart`,
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
    const outcome = await fetchFile(`/api/order/invoice?_id=${_id}`, `${orderId}.pdf`);
    setIsBusy(false);
    if (outcome.isOk) downloadFile(outcome.response.content, outcome.response.name);
    else showToast('error', outcome.error.message);
  }

  return (
    <Button variant="quiet" isWide isBusy={isBusy} onClick={() => void download()}>
      {!isBusy && <Download aria-hidden="true" className="size-5" />}
      Download invoice
    </Button>
  );
}

interface ReorderDialogProps {
  result: EndpointResponse<'reorder'>['data'];
  onClose: () => void;
}

/** Lists which products of an earlier order were added to the cart. */
export function ReorderDialog({ result: { added, short, gone }, onClose }: ReorderDialogProps) {
  const fewer = short.filter(({ got }) => got > 0);
  const isAny = added.length + fewer.length > 0;
  // The cart already contains the available or maximum quantity.
  const none = short.filter(({ got }) => got === 0);
  return (
    <Dialog
      title={isAny ? 'Not everything is in stock' : 'Nothing could be added'}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {isAny && (
            <Link to="/cart" className={buttonClass()}>
              See your cart
            </Link>
          )}
        </div>
      }
    >
      <div className="space-y-4">
        <Part title="In your cart" lines={added.map(({ name, quantity }) => `${name} × ${quantity}`)} />
        <Part
          title="Fewer than before"
          lines={fewer.map(({ name, wanted, got }) => `${name}: ${got} of ${wanted}`)}
        />
        <Part title="No more could be added" lines={none.map(({ name }) => name)} />
        <Part title="Not available" lines={gone.map(({ name }) => name)} />
      </div>
    </Dialog>
  );
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
