import { Download } from 'lucide-react';
import { useState } from 'react';
import type { OrderDetails } from '#contract/orders/order.ts';
import { downloadFile, fetchFile } from '#web/api/files.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';
import { canReorder, ReorderButton } from './reorder-button.tsx';

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
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
  const { status, canCancel } = order;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div
      role="group"
      aria-label={t('orders.actions')}
      className="flex flex-col gap-3 empty:hidden"
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      {canReorder(order) && <ReorderButton order={order} isWide />}
      {status !== 'PENDING_PAYMENT' && status !== 'CANCELLED' && <InvoiceButton order={order} />}
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
